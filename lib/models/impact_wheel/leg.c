/* SPDX-License-Identifier: MIT */
/* Legs with constant forces: flight, rolling and sliding on straight segments, spinning in a
 * corner, rest. Everything is a polynomial of the time since the origin, and so is what ends the
 * leg. */
#include "models/impact_wheel/leg.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/meet.h"
#include "models/impact_wheel/rounding.h"
#include "models/impact_wheel/step.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* The loads are constant, and no contact that moves is on a corner or an arc: else step.c. */
static int is_exact(const struct impact_system *system, const struct impact_state *state)
{
    const double *v = state->now + IMPACT_VX, *a = state->acceleration;
    int round = 0;
    for (int64_t i = 0; i < state->lasting; i++)
        round |= terrain_is_round(system->terrain, state->feature[i]);
    int still = v[0] == 0 && v[1] == 0 && a[0] == 0 && a[1] == 0;
    return !system->varying && (!round || still);
}

static void end_at(struct impact_state *state, double after, enum impact_cause cause, size_t which)
{
    double end = state->t + after;
    if (end < state->end) {
        state->end = end;
        state->cause = cause;
        state->which = (int64_t)which;
    }
}

/* v_t of a contact that slides reaches zero. Without friction that changes nothing. */
static void slide_ends(const struct impact_system *system, struct impact_state *state, size_t i,
                       const struct terrain_frame *frame)
{
    if (state->mode[i] == LAW_STICK || contact_mu(system, state->feature[i]) == 0)
        return;
    double sign = state->mode[i] == LAW_SLIP_PLUS ? 1 : -1;
    const double *v = state->now + IMPACT_VX;
    double slide = sign * contact_slide(system, frame, v);
    double rate = sign * contact_slide(system, frame, state->acceleration);
    if (slide > rounding_speed(&system->wheel, v) && rate < 0)
        end_at(state, slide / -rate, CAUSE_SLIDE_ENDS, i);
}

static void cell_ends(const struct impact_system *system, struct impact_state *state, size_t i,
                      const struct terrain_frame *frame)
{
    double before, after, x = state->now[IMPACT_X], y = state->now[IMPACT_Y];
    double s = contact_along(frame, state->now + IMPACT_VX);
    double half = contact_along(frame, state->acceleration) / 2;
    terrain_beyond(system->terrain, state->feature[i], x, y, &before, &after);
    if (isfinite(before)) {
        double c[3] = {-before, s, half};
        end_at(state, meet_fall(c), CAUSE_BEFORE, i);
    }
    if (isfinite(after)) {
        double c[3] = {-after, -s, -half};
        end_at(state, meet_fall(c), CAUSE_AFTER, i);
    }
}

int32_t leg_plan(const struct impact_system *system, struct impact_state *state)
{
    for (int k = 0; k < IMPACT_REALS; k++)
        state->origin[k] = state->now[k];
    state->origin_t = state->t;
    state->end = state->zeno_end;
    state->cause = isinf(state->zeno_end) ? CAUSE_NONE : CAUSE_BOUNCED;
    state->which = -1;
    state->integrated = !is_exact(system, state);
    if (state->integrated)
        return step_plan(system, state);
    for (size_t i = 0; i < (size_t)state->lasting; i++) {
        struct terrain_frame frame = contact_frame(system, state->feature[i], state->now);
        slide_ends(system, state, i, &frame);
        if (!terrain_is_round(system->terrain, state->feature[i])) /* there it is at rest */
            cell_ends(system, state, i, &frame);
    }
    const double *y = state->now, *v = y + IMPACT_VX, *a = state->acceleration;
    if (v[0] != 0 || v[1] != 0 || a[0] != 0 || a[1] != 0) {
        struct meet_path path;
        double when;
        meet_parabola(&path, y, a);
        int64_t feature = meet_first(system, state, &path, state->end - state->t, &when);
        if (feature >= 0)
            end_at(state, when, CAUSE_HIT, (size_t)feature);
    }
    return WD_OK;
}

void leg_at(const struct impact_system *system, const struct impact_state *state, double t,
            double *y)
{
    const double *from = state->origin, *a = state->acceleration;
    double dt = t - state->origin_t, moved[3];
    for (int k = 0; k < 3; k++) {
        moved[k] = dt * (from[IMPACT_VX + k] + dt * a[k] / 2);
        y[IMPACT_X + k] = from[IMPACT_X + k] + moved[k];
        y[IMPACT_VX + k] = from[IMPACT_VX + k] + dt * a[k];
    }
    y[IMPACT_WORK] = from[IMPACT_WORK] + system->input->fx * moved[0] +
                     system->input->fy * moved[1] + system->input->torque * moved[2];
    y[IMPACT_LOST] = from[IMPACT_LOST];
    for (int64_t i = 0; i < state->lasting; i++) {
        if (state->mode[i] == LAW_STICK)
            continue;
        struct terrain_frame frame = contact_frame(system, state->feature[i], from);
        y[IMPACT_LOST] += state->friction[i] * contact_slide(system, &frame, moved);
    }
}
