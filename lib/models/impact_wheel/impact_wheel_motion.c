/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the core's view of a motion, rows of numbers, and struct impact_state. */
#include "models/impact_wheel/impact_wheel.h"
#include "models/impact_wheel/moreau.h"
#include "models/impact_wheel/proximal.h"

#include <math.h>
#include <string.h>

/* ---- the state as rows of numbers ---- */

/* After the time, struct impact_state is a block of doubles and a block of integers. As states,
 * work and energy lost lie in y, now[] comes first. */
enum {
    REALS_AT = offsetof(struct impact_state, now),
    MODES_AT = offsetof(struct impact_state, contacts),
    REALS_SIZE = MODES_AT - REALS_AT,
    MODES_SIZE = sizeof(struct impact_state) - MODES_AT,
    REALS = REALS_SIZE / sizeof(double)
};
_Static_assert(REALS == IMPACT_REALS + WHEEL_EXTRAS, "all reals are kept");
_Static_assert(MODES_SIZE == WHEEL_MODES * sizeof(int64_t), "all modes are kept");

static void fetch(const double *y, const int64_t *mode, struct impact_state *state)
{
    memcpy((char *)state + REALS_AT, y, REALS_SIZE);
    memcpy((char *)state + MODES_AT, mode, MODES_SIZE);
}

static void store(struct motion *motion, const struct impact_state *state)
{
    memcpy(motion->y, (const char *)state + REALS_AT, REALS_SIZE);
    memcpy(motion->mode, (const char *)state + MODES_AT, MODES_SIZE);
    motion->t = state->t;
}

/* ---- the system ---- */

static int32_t load_at(void *user, double t, struct impact_load *load)
{
    const struct motion *motion = user;
    const struct wheel_input *u = motion->view->input;
    int32_t status = motion->inputs(motion->core, t);
    *load = (struct impact_load){u->torque, u->force_x, u->force_y};
    return status;
}

static void listen(void *user, double t, int32_t type, const double *value)
{
    const struct motion *motion = user;
    motion->event(motion->core, t, type, value);
}

/* `contacts` is for this system alone, and tells what the contact solver did for it. */
static struct impact_system system_of(const struct view *view, struct proximal *contacts)
{
    const struct wheel_param *p = view->param;
    const struct wheel_input *u = view->input;
    const struct wheel_solver *solver = view->solver;
    *contacts = (struct proximal){.workspace = view->workspace};
    return (struct impact_system){
        .wheel = {p->mass, p->radius, p->inertia, p->mu},
        .gravity = p->gravity,
        .restitution = p->restitution,
        .terrain = view->course,
        .held = {u->torque, u->force_x, u->force_y},
        .zeno_speed = solver->zeno_speed,
        .contact_tolerance = solver->contact_tolerance,
        .max_step = solver->common.max_step,
        .max_events = (int64_t)solver->max_events,
        .solver = proximal_solve,
        .solver_user = contacts,
        .by_solver = solver->contact == WHEEL_CONTACT_PROXIMAL,
        .scratch = view->scratch,
    };
}

static int by_moreau(const struct view *view)
{
    const struct wheel_solver *solver = view->solver;
    return solver->scheme == WHEEL_SCHEME_MOREAU;
}

static struct impact_system moving_system(struct motion *motion, struct proximal *contacts)
{
    struct impact_system system = system_of(motion->view, contacts);
    system.load = motion->varying ? load_at : NULL;
    system.steps_left = motion->steps_left;
    system.load_user = system.listener_user = motion;
    system.listener = listen;
    return system;
}

/* Keeps account of the contact solver, and says why a call has failed. */
static int32_t conclude(struct motion *motion, const struct proximal *contacts, int32_t status)
{
    struct wheel_stat *stat = (struct wheel_stat *)motion->stat;
    stat->contact_steps += contacts->steps;
    stat->contact_residual = fmax(stat->contact_residual, contacts->residual);
    if (status == WD_EDOMAIN)
        motion->why = "the wheel starts inside the terrain";
    if (status == WD_ELIMIT)
        motion->why = "more than solver.max_events events happened on the way to the next knot, "
                      "step or target";
    if (status == WD_ENOSOL)
        motion->why = "the contacts have no solution";
    if (status == WD_ENOCONV)
        motion->why =
            "no step is small enough, or more than solver.max_steps are needed, or the motion is "
            "not finite";
    if ((status == WD_ENOSOL || status == WD_ENOCONV) && contacts->why)
        motion->why = contacts->why;
    return status;
}

int32_t impact_wheel_start(struct motion *motion)
{
    struct proximal contacts;
    struct impact_system system = moving_system(motion, &contacts);
    struct impact_state state = {.t = motion->t};
    memcpy(state.now, motion->y, sizeof state.now);
    int32_t status = impact_start(&system, &state);
    store(motion, &state);
    return conclude(motion, &contacts, status);
}

int32_t impact_wheel_advance(struct motion *motion, double t, int stop)
{
    struct proximal contacts;
    struct impact_system system = moving_system(motion, &contacts);
    struct impact_state state;
    fetch(motion->y, motion->mode, &state);
    state.t = motion->t;
    if (by_moreau(motion->view)) {
        int32_t failed = moreau_step(&system, &state, t - motion->t);
        store(motion, &state);
        return conclude(motion, &contacts, failed);
    }
    int32_t status = WD_OK;
    if (motion->changed)
        status = impact_resume(&system, &state);
    if (status == WD_OK)
        status = impact_advance(&system, &state, t, stop);
    store(motion, &state);
    return conclude(motion, &contacts, status);
}

/* ---- outputs ---- */

static struct wheel_contact contact_of(const struct impact_system *system,
                                       const struct impact_state *state, size_t i,
                                       const struct law_result *forces, size_t lasting)
{
    struct terrain_frame frame =
        terrain_frame(system->terrain, state->feature[i], system->wheel.radius,
                      state->now[IMPACT_X], state->now[IMPACT_Y]);
    const double *v = state->now + IMPACT_VX;
    return (struct wheel_contact){
        .normal_force = forces->normal[lasting],
        .friction_force = forces->friction[lasting],
        .contact_velocity = frame.ny * v[0] - frame.nx * v[1] + system->wheel.radius * v[2],
        .mode = (double)state->mode[i],
        .feature = (double)state->feature[i],
    };
}

/* Contacts that are leaving do not count, nor have they forces. */
static void contact_outputs(const struct impact_system *system, const struct impact_state *state,
                            const struct law_result *forces, struct wheel_output *o)
{
    size_t lasting = 0;
    for (size_t k = 0; k < 2; k++)
        o->contact[k] = (struct wheel_contact){.feature = -1};
    for (size_t i = 0; i < (size_t)state->contacts; i++) {
        if (state->mode[i] == LAW_OPEN)
            continue;
        if (lasting < 2)
            o->contact[lasting] = contact_of(system, state, i, forces, lasting);
        lasting++;
    }
    o->contacts = (double)lasting;
}

int32_t impact_wheel_output(const struct view *view, const double *y, void *out)
{
    const struct wheel_param *p = view->param;
    struct wheel_output *o = out;
    struct proximal contacts;
    struct impact_system system = system_of(view, &contacts);
    struct impact_state state;
    struct law_result forces;
    fetch(y, view->mode, &state);
    state.t = view->t;
    int32_t status = WD_OK;
    if (by_moreau(view))
        for (size_t i = 0; i < LAW_CONTACTS; i++) {
            forces.normal[i] = state.normal[i];
            forces.friction[i] = state.friction[i];
        }
    else
        status = impact_forces(&system, &state, &forces);
    *view->why = contacts.why;
    o->common.speed = state.now[IMPACT_VX];
    o->common.potential_energy = p->mass * p->gravity * state.now[IMPACT_Y];
    o->common.kinetic_energy = impact_energy(&system, state.now) - o->common.potential_energy;
    o->gap = terrain_distance(view->course, state.now[IMPACT_X], state.now[IMPACT_Y]) - p->radius;
    contact_outputs(&system, &state, &forces, o);
    return status;
}

/* ---- bytes from outside ---- */

static int within(int64_t x, int64_t lo, int64_t hi)
{
    return x >= lo && x <= hi;
}

static int feature_fits(const struct terrain *terrain, int64_t feature)
{
    return within(feature, 0, 2 * (int64_t)terrain->segments - 2) &&
           terrain_exists(terrain, feature);
}

static int modes_fit(const struct terrain *terrain, const struct impact_state *state)
{
    if (!within(state->contacts, 0, LAW_CONTACTS) || !within(state->integrated, 0, 1))
        return 0;
    for (int64_t i = 0; i < state->contacts; i++)
        if (!within(state->mode[i], LAW_OPEN, LAW_SLIP_MINUS) || !within(state->order[i], 0, 3) ||
            !feature_fits(terrain, state->feature[i]))
            return 0;
    if (!within(state->cause, CAUSE_NONE, CAUSE_CHANGE))
        return 0;
    int64_t last = 2 * (int64_t)terrain->segments - 2;
    int lasts =
        within(state->which, 0, state->contacts - 1) && state->mode[state->which] != LAW_OPEN;
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

int impact_wheel_fits(const struct view *view, const double *y)
{
    struct impact_state state;
    fetch(y, view->mode, &state);
    int fits = modes_fit(view->course, &state) && isfinite(state.origin_t) &&
               isfinite(state.step) && !isnan(state.end) && !isnan(state.zeno_end);
    for (int i = 0; i < IMPACT_REALS; i++)
        fits = fits && isfinite(state.origin[i]);
    for (int i = 0; i < 3; i++)
        fits = fits && isfinite(state.acceleration[i]);
    return fits;
}
