/* SPDX-License-Identifier: MIT */
/* Interface between the core's view of a motion and struct impact_state. */
#include "models/impact_wheel/impact_wheel.h"
#include "models/impact_wheel/moreau.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>

static struct impact_state *state_of(const struct motion *motion)
{
    return (struct impact_state *)(void *)motion->y;
}

static const struct impact_system *system_of(const struct view *view)
{
    return &impact_wheel_call(view)->system;
}

/* The fields are set one by one, because clearing the whole structure first would double the cost.
 */
void impact_wheel_open(struct motion *motion)
{
    const struct view *view = motion->view;
    const struct impact_wheel_param *p = view->param;
    const struct impact_wheel_solver *solver = view->solver;
    const struct impact_wheel_course *course = view->course;
    struct impact_wheel_call *call = impact_wheel_call(view);
    struct impact_system *system = &call->system;
    call->contacts =
        (struct law_proximal){.workspace = view->workspace, .interrupt = view->interrupt};
    call->terrain = course->terrain;
    call->terrain.interrupt = view->interrupt;
    system->wheel = course->wheel;
    system->gravity = p->gravity;
    system->mu = p->mu;
    system->of_mu = course->friction;
    system->of_restitution = course->restitution;
    system->restitution = p->restitution;
    system->terrain = &call->terrain;
    system->motion = motion;
    system->input = view->input;
    system->varying = motion->varying;
    system->zeno_speed = solver->zeno_speed;
    system->contact_tolerance = solver->contact_tolerance;
    system->max_step = solver->common.max_step;
    system->max_events = (int64_t)solver->max_events;
    system->solver = &call->contacts;
    system->by_solver = solver->contact == IMPACT_WHEEL_CONTACT_PROXIMAL;
    system->scratch = view->scratch + IMPACT_WHEEL_CALL;
}

size_t impact_wheel_scratch(const struct kind *kind)
{
    (void)kind;
    return IMPACT_WHEEL_CALL + impact_scratch();
}

static void explain(struct motion *motion, int32_t status)
{
    const char *why = impact_wheel_call(motion->view)->contacts.why;
    if (status == WD_EDOMAIN)
        motion->why = "the wheel starts inside the terrain; free is the left of its direction, "
                      "above points from left to right, below points from right to left";
    if (status == WD_ELIMIT)
        motion->why = "more than solver.max_events events happened on the way to the next knot, "
                      "step or target";
    if (status == WD_ENOSOL)
        motion->why = "the contacts have no solution";
    if (status == WD_ENOCONV)
        motion->why =
            "no step is small enough, or more than solver.max_steps are needed, or the motion is "
            "not finite";
    if ((status == WD_ENOSOL || status == WD_ENOCONV) && why)
        motion->why = why;
}

/* Add the counters of the contact solver to the statistics. */
static void add_counters(struct motion *motion, struct law_proximal *contacts)
{
    struct impact_wheel_stat *stat = (struct impact_wheel_stat *)motion->stat;
    stat->contact_steps += contacts->steps;
    stat->contact_residual = num_fmax(stat->contact_residual, contacts->residual);
    law_proximal_clear(contacts);
}

/* Update the statistics and, on failure, set the reason. */
static int32_t conclude(struct motion *motion, int32_t status)
{
    struct law_proximal *contacts = &impact_wheel_call(motion->view)->contacts;
    if (status < 0)
        explain(motion, status);
    if (contacts->calls > 0)
        add_counters(motion, contacts);
    return status;
}

int32_t impact_wheel_start(struct motion *motion)
{
    struct impact_state *state = state_of(motion);
    state->t = motion->t;
    return conclude(motion, impact_start(system_of(motion->view), state));
}

/* Do nothing in the time-stepping scheme, which computes the modes within each step. */
int32_t impact_wheel_settle(struct motion *motion)
{
    const struct impact_system *system = system_of(motion->view);
    struct impact_state *state = state_of(motion);
    if (impact_wheel_is_time_stepping(motion->view))
        return WD_OK;
    state->t = motion->t;
    int32_t status = impact_resume(system, state);
    if (status == WD_OK)
        status = impact_advance(system, state, state->t, 0);
    return conclude(motion, status);
}

int32_t impact_wheel_advance(struct motion *motion, double t, int stop)
{
    const struct impact_system *system = system_of(motion->view);
    struct impact_state *state = state_of(motion);
    state->t = motion->t;
    int32_t status = impact_wheel_is_time_stepping(motion->view)
                         ? moreau_step(system, state, t - motion->t)
                         : impact_advance(system, state, t, stop);
    motion->t = state->t;
    return conclude(motion, status);
}

/* ---- validation of a snapshot ---- */

static int within(int64_t x, int64_t lo, int64_t hi)
{
    return x >= lo && x <= hi;
}

static int feature_fits(const struct terrain *terrain, int64_t feature)
{
    return within(feature, 0, 2 * (int64_t)terrain->segments - 2) &&
           terrain_exists(terrain, feature);
}

/* Lasting contacts may be at a seam. */
static int contact_fits(const struct terrain *terrain, int64_t feature)
{
    return feature_fits(terrain, feature) || terrain_is_seam(terrain, feature);
}

static int modes_fit(const struct terrain *terrain, const struct impact_state *state)
{
    int64_t last = 2 * (int64_t)terrain->segments - 2;
    if (!within(state->lasting, 0, LAW_CONTACTS) ||
        !within(state->leaving, 0, LAW_CONTACTS - state->lasting) || !within(state->near, 0, last))
        return 0;
    for (int64_t i = 0; i < state->lasting; i++)
        if (!within(state->mode[i], LAW_STICK, LAW_SLIP_MINUS) ||
            !contact_fits(terrain, state->feature[i]))
            return 0;
    for (int64_t i = 0; i < state->leaving; i++)
        if (!within(state->order[i], 1, 3) || !feature_fits(terrain, state->left[i]))
            return 0;
    if (!within(state->cause, CAUSE_NONE, CAUSE_CHANGE))
        return 0;
    int lasts = within(state->which, 0, state->lasting - 1);
    switch (state->cause) {
    case CAUSE_NONE:
    case CAUSE_BOUNCED:
    case CAUSE_CHANGE:
        return 1;
    case CAUSE_HIT:
        return state->which == -1 || feature_fits(terrain, state->which);
    case CAUSE_BEFORE:
        return lasts && state->feature[state->which] > 0;
    case CAUSE_AFTER:
        return lasts && state->feature[state->which] < last;
    default:
        return lasts;
    }
}

/* `room` is positive only in a flight that returns to a straight segment. */
static int room_fits(const struct terrain *terrain, const struct impact_state *state)
{
    return state->room == 0 ||
           (state->room > 0 && state->cause == CAUSE_HIT && state->which >= 0 &&
            !terrain_is_round(terrain, state->which) && state->lasting == 0 &&
            state->leaving == 1 && state->left[0] == state->which && isfinite(state->end));
}

int impact_wheel_fits(const struct view *view, const double *y)
{
    const struct impact_state *state = impact_wheel_state(y);
    const struct impact_wheel_course *course = view->course;
    int fits = modes_fit(&course->terrain, state) && room_fits(&course->terrain, state) &&
               isfinite(state->t) && isfinite(state->origin_t) && isfinite(state->step) &&
               state->span > 0 && !isnan(state->end) && !isnan(state->clear) &&
               !isnan(state->zeno_end);
    for (int i = 0; i < IMPACT_REALS; i++)
        fits = fits && isfinite(state->origin[i]);
    for (int i = 0; i < 3; i++)
        fits = fits && isfinite(state->acceleration[i]);
    return fits;
}
