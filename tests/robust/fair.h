/* SPDX-License-Identifier: MIT */
/* Kind "fair" for the tests of the core's loop. It is built from two types of parts: balls that
 * fall and bounce, and two dials (angles that change at a constant rate). Each part has a guard.
 * If param.level is slightly below 1, the guard of the first dial is negative for a short time once
 * per turn. enter() makes the second dial turn twice as fast from a given angle on, and the guard
 * of the second dial can trigger repeatedly at the same instant. All times are known in closed
 * form. */
#ifndef FAIR_H
#define FAIR_H

#include "support.h"

#include "core/model.h"
#include "num/bits.h"

enum { BALLS = 64, DIALS = 2, GUARDS = BALLS + DIALS };

struct fair_param {
    double gravity, balls, spread, restitution,
        rest;     /* parameters of the balls, see fair_start() and bounce() */
    double lift;  /* m/s; if > 0, ball 1 jumps from the floor at this speed when ball 0 lands */
    double rates; /* 1: guards give their rates */
    double level; /* guard of the first dial: level + cos(angle) */
    double onset; /* rad; angle from which the second dial turns faster */
    double quiet; /* 1: jumps write no events */
    double enter_fails, jump_fails; /* s; enter() or jumps fail from this time on; 0: never */
    double circle;    /* s; from this time on the second dial's guard always triggers */
    double blind;     /* s; from this time on the second dial's guard is NaN */
    double by_itself; /* 1: the kind uses advance() instead of flow() */
};

struct fair_input {
    double speed; /* speed of the dials */
};

struct ball_state {
    double y, v;
};

struct dial_state {
    double angle;
};

/* The states of parts are in the order in which the parts were added, balls first. */
struct fair_state {
    struct ball_state ball[BALLS];
    double angle[DIALS];
    double work, lost;
    double entered; /* extra (see kind.h): time of the last call of enter() */
};

struct fair_mode {
    int64_t enters, jumps, fast, circles, advances;
};

enum { FAIR_GUARD, FAIR_JUMPS, FAIR_ANGLE, FAIR_WIDTH };

static int after(const struct view *view, double t)
{
    return t > 0 && view->t >= t;
}

/* Place param.balls balls so that the first ball lands at 1 s and each further ball lands
 * param.spread seconds after the previous one. All other balls start too high to land. */
static int32_t fair_start(struct motion *motion)
{
    const struct fair_param *p = motion->view->param;
    struct fair_state *state = (struct fair_state *)(void *)motion->y;
    for (size_t i = 0; i < BALLS; i++) {
        double t = 1 + (double)i * p->spread;
        state->ball[i].y = (double)i < p->balls ? p->gravity * t * t / 2 : 1e9;
    }
    return WD_OK;
}

static int32_t fair_flow(const struct view *view, const double *y, double *dy)
{
    const struct fair_param *p = view->param;
    const struct fair_input *u = view->input;
    const struct fair_state *state = (const struct fair_state *)(const void *)y;
    const struct fair_mode *mode = (const struct fair_mode *)(const void *)view->mode;
    struct fair_state *rate = (struct fair_state *)(void *)dy;
    for (size_t i = 0; i < BALLS; i++) {
        rate->ball[i].y = state->ball[i].v;
        rate->ball[i].v = -p->gravity;
    }
    rate->angle[0] = u->speed;
    rate->angle[1] = mode->fast ? 2 * u->speed : u->speed;
    rate->work = rate->lost = rate->entered = 0;
    return WD_OK;
}

static int32_t fair_output(const struct view *view, const double *y, void *out)
{
    struct common_output *o = out;
    (void)view;
    o->speed = ((const struct fair_state *)(const void *)y)->ball[0].v;
    o->kinetic_energy = o->potential_energy = 0;
    return WD_OK;
}

static int32_t fair_enter(const struct view *view, double *y, int64_t *modes)
{
    const struct fair_param *p = view->param;
    struct fair_state *state = (struct fair_state *)(void *)y;
    struct fair_mode *mode = (struct fair_mode *)(void *)modes;
    mode->enters++;
    mode->fast = state->angle[1] >= p->onset;
    mode->circles = after(view, p->circle);
    state->entered = view->t;
    if (!after(view, p->enter_fails))
        return WD_OK;
    *view->why = "the fair is closed";
    return WD_ENOSOL;
}

static int32_t fair_guard(const struct view *view, const double *y, double *value, double *rate)
{
    const struct fair_param *p = view->param;
    const struct fair_input *u = view->input;
    const struct fair_state *state = (const struct fair_state *)(const void *)y;
    const struct fair_mode *mode = (const struct fair_mode *)(const void *)view->mode;
    for (size_t i = 0; i < BALLS; i++)
        value[i] = state->ball[i].y;
    value[BALLS] = p->level + cos(state->angle[0]);
    value[BALLS + 1] = after(view, p->blind) ? (double)NAN : mode->circles ? -1 : 1;
    for (size_t i = 0; p->rates > 0 && i < BALLS; i++)
        rate[i] = state->ball[i].v;
    if (p->rates > 0)
        rate[BALLS] = -sin(state->angle[0]) * u->speed;
    return WD_OK;
}

static void bounce(const struct fair_param *p, struct fair_state *state, size_t i)
{
    state->ball[i].y = p->rest;
    state->ball[i].v *= -p->restitution;
    if (i == 0 && p->lift > 0)
        state->ball[1] = (struct ball_state){.v = p->lift};
}

static int32_t fair_jump(const struct view *view, const uint64_t *triggered, double *y,
                         int64_t *modes, struct events *events)
{
    const struct fair_param *p = view->param;
    struct fair_mode *mode = (struct fair_mode *)(void *)modes;
    mode->jumps++;
    mode->circles = 0;
    for (size_t i = 0; i < GUARDS; i++) {
        if (!bit_is_set(triggered, i))
            continue;
        if (i < BALLS)
            bounce(p, (struct fair_state *)(void *)y, i);
        if (p->quiet > 0)
            continue;
        double *value = events->add(events->core, i < BALLS ? WD_EVENT_IMPACT : WD_EVENT_SLIP);
        value[FAIR_GUARD] = (double)i;
        value[FAIR_JUMPS] = (double)mode->jumps;
        if (i >= BALLS)
            value[FAIR_ANGLE] = ((const struct fair_state *)(const void *)y)->angle[i - BALLS];
    }
    return after(view, p->jump_fails) ? WD_ENOSOL : WD_OK;
}

static int fair_uses_advance(const struct view *view)
{
    return ((const struct fair_param *)view->param)->by_itself > 0;
}

/* Advance only the time. */
static int32_t fair_advance(struct motion *motion, double t, int stop)
{
    struct fair_state *state = (struct fair_state *)(void *)motion->y;
    (void)stop;
    ((struct fair_mode *)(void *)(state + 1))->advances++;
    motion->t = t;
    return WD_OK;
}

/* clang-format off */
#define FAIR_PARAM(field, lo, initial)                                                       \
    VAR_REAL("param." #field, WD_TUNABLE, SLOT(fair_param, field), "1", lo, DBL_MAX, initial, \
             #field)
static const struct var fair_vars[] = {
    FAIR_PARAM(gravity, 0, 10),
    FAIR_PARAM(balls, 0, 0),
    FAIR_PARAM(spread, -DBL_MAX, 0),
    FAIR_PARAM(restitution, -1, 0.5),
    FAIR_PARAM(rest, 0, 0),
    FAIR_PARAM(lift, 0, 0),
    FAIR_PARAM(rates, 0, 0),
    FAIR_PARAM(level, -1, 2),
    FAIR_PARAM(onset, -DBL_MAX, DBL_MAX),
    FAIR_PARAM(quiet, 0, 0),
    FAIR_PARAM(enter_fails, 0, 0),
    FAIR_PARAM(jump_fails, 0, 0),
    FAIR_PARAM(circle, 0, 0),
    FAIR_PARAM(blind, 0, 0),
    FAIR_PARAM(by_itself, 0, 0),
    VAR_ANY("input.speed", WD_INPUT, SLOT(fair_input, speed), "rad/s", 0, "of the dials"),
};
/* clang-format on */

static const struct var ball_vars[] = {
    VAR_ANY("state.y", WD_STATE, SLOT(ball_state, y), "m", 0, "height"),
    VAR_ANY("state.v", WD_STATE, SLOT(ball_state, v), "m/s", 0, "velocity"),
};

static const struct var dial_vars[] = {
    VAR_ANY("state.angle", WD_STATE, SLOT(dial_state, angle), "rad", 0, "angle"),
};

static const struct part_type fair_types[] = {
    {.name = "ball",
     .text = "a ball that falls",
     .vars = ball_vars,
     .var_count = ROWS(ball_vars),
     .size = {.states = DOUBLES(ball_state), .guards = 1}},
    {.name = "dial",
     .text = "a dial that turns",
     .vars = dial_vars,
     .var_count = ROWS(dial_vars),
     .size = {.states = DOUBLES(dial_state), .guards = 1}},
};

static const char *const fair_event_values[] = {"guard", "jumps", "angle"};

static const struct kind fair_kind = {
    .name = "fair",
    .text = "Balls and dials",
    .vars = fair_vars,
    .var_count = ROWS(fair_vars),
    .part_types = fair_types,
    .part_type_count = ROWS(fair_types),
    .params = DOUBLES(fair_param),
    .inputs = DOUBLES(fair_input),
    .outputs = DOUBLES(common_output),
    .solvers = DOUBLES(common_solver),
    .modes = sizeof(struct fair_mode) / sizeof(int64_t),
    .extras = 1,
    .event_values = fair_event_values,
    .event_width = FAIR_WIDTH,
    .start = fair_start,
    .flow = fair_flow,
    .output = fair_output,
    .enter = fair_enter,
    .guard = fair_guard,
    .jump = fair_jump,
    .advance = fair_advance,
    .uses_advance = fair_uses_advance,
};

static inline wd_model *fair(double fixed_step)
{
    wd_model *model = model_new(&fair_kind);
    for (int i = 0; i < GUARDS; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s_%d", i < BALLS ? "ball" : "dial", i);
        wd_model_add_part(model, i < BALLS ? "ball" : "dial", name, NULL, 0);
    }
    put(model, "solver.fixed_step", fixed_step);
    return model;
}

/* A model in which all balls bounce, the first dial's guard dips, and enter() changes the mode. */
static inline wd_model *busy_fair(double fixed_step)
{
    wd_model *model = fair(fixed_step);
    put(model, "param.balls", BALLS);
    put(model, "param.spread", 0.013);
    put(model, "param.rates", 1);
    put(model, "input.speed", 3);
    put(model, "param.level", 1 - 1e-3);
    put(model, "param.onset", 1.2);
    return model;
}

static inline const struct fair_state *fair_now(const wd_model *model)
{
    return (const struct fair_state *)(const void *)model->now.y;
}

static inline const struct fair_mode *fair_modes(const wd_model *model)
{
    return (const struct fair_mode *)(const void *)model->now.mode;
}

/* Time and values of event i. */
static inline double event_at(const wd_model *model, size_t i, double *values)
{
    double t = NAN;
    values[FAIR_GUARD] = values[FAIR_JUMPS] = values[FAIR_ANGLE] = -1;
    wd_model_event(model, i, &t, NULL, values, FAIR_WIDTH);
    return t;
}

#endif
