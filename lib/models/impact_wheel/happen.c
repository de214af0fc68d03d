/* SPDX-License-Identifier: MIT */
/* Events at the end of a leg, and the contacts after them. */
#include "models/impact_wheel/happen.h"
#include "models/impact_wheel/collide.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/report.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Report that contact i of `before` has become contact k. */
static void report_feature_change(const struct impact_system *system, struct impact_state *before,
                                  size_t i, const struct impact_state *state, size_t k,
                                  int64_t *events)
{
    ++*events;
    report_event(system, state, WD_EVENT_FEATURE, before->feature[i], state->feature[k]);
    before->feature[i] = state->feature[k];
}

/* Settle the contacts. Unless events is NULL, report the contacts that change, in addition to the
 * event that the caller reports. */
static int32_t settle(const struct impact_system *system, struct impact_state *state, int fresh,
                      int64_t *events)
{
    struct impact_state before = *state;
    int32_t status = contact_settle(system, state, fresh);
    if (status != WD_OK || !events)
        return status;
    if (contact_at_seam(system, &before) && state->lasting == 1 &&
        state->feature[0] != before.feature[0])
        report_feature_change(system, &before, 0, state, 0, events);
    report_changes(system, &before, state, events);
    return WD_OK;
}

/* Apply the end of a slip: v_t has reached zero at contact `which`, and at all contacts whose v_t
 * vanishes at the same time. */
static int32_t slide_ends(const struct impact_system *system, struct impact_state *state,
                          int64_t *events)
{
    size_t i = (size_t)state->which;
    struct terrain_frame frame = contact_frame(system, state->feature[i], state->now);
    state->now[IMPACT_W] = -contact_along(&frame, state->now + IMPACT_VX) / system->wheel.radius;
    return settle(system, state, 1, events);
}

static int32_t slide_starts(const struct impact_system *system, struct impact_state *state,
                            int64_t *events)
{
    struct law_problem problem;
    struct law_result result;
    struct impact_load load;
    size_t i = (size_t)state->which;
    int32_t status = contact_load(system, state->t, &load);
    if (status == WD_OK)
        status = contact_forces(system, state, state->now, &load, &problem, &result);
    if (status != WD_OK)
        return status;
    state->mode[i] = result.friction[0] > 0 ? LAW_SLIP_PLUS : LAW_SLIP_MINUS;
    ++*events;
    report_event(system, state, WD_EVENT_SLIP, state->feature[i], -1);
    return settle(system, state, 0, events);
}

static int32_t detach(const struct impact_system *system, struct impact_state *state,
                      int64_t *events)
{
    int64_t i = state->which, feature = state->feature[i];
    ++*events;
    report_event(system, state, WD_EVENT_DETACH, feature, -1);
    for (state->lasting--; i < state->lasting; i++) {
        state->feature[i] = state->feature[i + 1];
        state->mode[i] = state->mode[i + 1];
    }
    contact_leave(state, feature, 3);
    return settle(system, state, 0, events);
}

/* Hold the wheel at the seam that it reaches, if the amplitude with which it would oscillate there
 * is small: at most the rounding of its position plus the height of a bounce that is summed up. */
static int32_t hold_at_seam(const struct impact_system *system, struct impact_state *state,
                            int64_t seam)
{
    struct impact_state at = *state;
    double speed = num_hypot(state->now[IMPACT_VX], state->now[IMPACT_VY]), a = INFINITY;
    if (state->lasting != 1 || !terrain_is_seam(system->terrain, seam) ||
        contact_mu(system, seam - 1) == contact_mu(system, seam + 1))
        return WD_OK;
    at.feature[0] = at.near = seam;
    at.now[IMPACT_VX] = at.now[IMPACT_VY] = 0;
    at.now[IMPACT_LOST] += impact_kinetic(system, state->now) - impact_kinetic(system, at.now);
    int32_t status = contact_settle(system, &at, 1);
    if (status != WD_OK || !contact_at_seam(system, &at))
        return status;
    for (int side = -1; side <= 1; side += 2) {
        double bound = contact_mu(system, seam + side) * at.normal[0];
        a = num_fmin(fabs(bound - fabs(at.friction[0])) * system->wheel.lightness, a);
    }
    double height = system->zeno_speed * system->zeno_speed * system->wheel.mass / 2 / at.normal[0];
    double way = ROUNDING_TOUCH * rounding_place(&system->wheel, state->now) + height;
    if (speed * speed <= 2 * a * way)
        *state = at;
    return WD_OK;
}

/* Move the contact to the next feature. The contact opens if the terrain bends away too fast there.
 */
static int32_t pass_to_next_feature(const struct impact_system *system, struct impact_state *state,
                                    int64_t *events)
{
    size_t i = (size_t)state->which;
    int64_t from = state->feature[i], step = state->cause == CAUSE_AFTER ? 1 : -1;
    int64_t to = from + step, seam = to;
    if (!terrain_exists(system->terrain, to))
        to += step; /* the features join smoothly; no corner */
    struct impact_state before = *state;
    int32_t status = to == seam ? WD_OK : hold_at_seam(system, state, seam);
    if (status == WD_OK && state->feature[i] == from) {
        state->feature[i] = state->near = to;
        /* A contact that slides with a speed of rounding size may stick on the next feature. */
        status = settle(system, state, 1, NULL);
    }
    if (status != WD_OK)
        return status;
    int64_t k = contact_index(state, state->near);
    if (k >= 0)
        report_feature_change(system, &before, i, state, (size_t)k, events);
    report_changes(system, &before, state, events);
    return WD_OK;
}

/* End a bounce series that was summed up. */
static int32_t end_bounces(const struct impact_system *system, struct impact_state *state,
                           int64_t *events)
{
    int64_t a = state->lasting > 0 ? state->feature[0] : -1;
    int64_t b = state->lasting > 1 ? state->feature[1] : -1;
    state->zeno_end = INFINITY;
    ++*events;
    report_event(system, state, WD_EVENT_ZENO_END, a, b);
    return settle(system, state, 0, events);
}

int32_t happen_at_end(const struct impact_system *system, struct impact_state *state,
                      int64_t *events)
{
    if (state->t > state->origin_t)
        state->leaving = 0; /* the gaps of opening contacts are open now */
    switch ((enum impact_cause)state->cause) {
    case CAUSE_HIT:
        contact_tidy(system, state);
        return collide(system, state, state->which, 0, events);
    case CAUSE_SLIDE_ENDS:
        return slide_ends(system, state, events);
    case CAUSE_SLIDE_STARTS:
        return slide_starts(system, state, events);
    case CAUSE_LIFT:
        return detach(system, state, events);
    case CAUSE_BEFORE:
    case CAUSE_AFTER:
        return pass_to_next_feature(system, state, events);
    case CAUSE_BOUNCED:
        return end_bounces(system, state, events);
    case CAUSE_CHANGE: /* contact_settle() evaluates the same forces and finds the modes */
    case CAUSE_NONE:
        break;
    }
    return settle(system, state, 0, events);
}

int32_t happen_after_change(const struct impact_system *system, struct impact_state *state)
{
    int64_t events = 0;
    if (state->t > state->origin_t)
        state->leaving = 0; /* the gaps of opening contacts are open now */
    return settle(system, state, 1, &events);
}
