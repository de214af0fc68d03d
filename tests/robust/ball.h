/* SPDX-License-Identifier: MIT */
/* Kind for the tests of events: two balls that fall and bounce, with closed forms of all event
 * times. Guards: ball 1 hits the floor; ball 2 hits the floor; ball 1 hits the ceiling, which ends
 * the motion. Programs that include this header link the core. */
#ifndef BALL_H
#define BALL_H

#include "support.h"

#include "core/model.h"
#include "kind/kind.h"
#include "num/bits.h"

struct ball_param {
    double gravity, restitution; /* m/s2; ratio of the speeds after and before a bounce */
    double ceiling;              /* m: height at which ball 1 ends the motion */
    double fail_at;              /* number of the bounce whose jump fails; 0: none */
};

struct ball_input {
    double force; /* force on ball 1, whose mass is 1 */
};

struct ball_state {
    double y1, v1, y2, v2;
};

struct ball_output {
    struct common_output common;
};

enum { BALL_BOUNCES, BALL_MODES };
enum { BALL_BEFORE, BALL_AFTER, BALL_UNUSED, BALL_WIDTH };

static int32_t ball_flow(const struct view *view, const double *y, double *dy)
{
    const struct ball_param *p = view->param;
    const struct ball_input *u = view->input;
    dy[0] = y[1];
    dy[1] = u->force - p->gravity;
    dy[2] = y[3];
    dy[3] = -p->gravity;
    dy[4] = u->force * y[1];
    dy[5] = 0;
    return WD_OK;
}

static int32_t ball_output(const struct view *view, const double *y, void *out)
{
    const struct ball_param *p = view->param;
    struct common_output *o = out;
    o->speed = y[1];
    o->kinetic_energy = (y[1] * y[1] + y[3] * y[3]) / 2;
    o->potential_energy = p->gravity * (y[0] + y[2]);
    return WD_OK;
}

static int32_t ball_guard(const struct view *view, const double *y, double *value, double *rate)
{
    (void)rate;
    const struct ball_param *p = view->param;
    value[0] = y[0];
    value[1] = y[2];
    value[2] = p->ceiling - y[0];
    return WD_OK;
}

static int32_t ball_bounce(const struct ball_param *p, size_t ball, double *y, int64_t *bounces,
                           struct events *events)
{
    double *v = &y[2 * ball + 1], before = *v;
    if ((double)*bounces == p->fail_at - 1)
        return WD_ENOSOL;
    *bounces = (int64_t)((uint64_t)*bounces + 1); /* a snapshot may hold any number */
    y[2 * ball] = 0;
    *v = -p->restitution * before;
    y[5] += (before * before - *v * *v) / 2;
    double *value = events->add(events->core, WD_EVENT_IMPACT);
    value[BALL_BEFORE] = before;
    value[BALL_AFTER] = *v;
    return WD_OK;
}

static int32_t ball_jump(const struct view *view, const uint64_t *triggered, double *y,
                         int64_t *mode, struct events *events)
{
    int32_t status = WD_OK;
    for (size_t i = 0; status == WD_OK && i < 2; i++)
        if (bit_is_set(triggered, i))
            status = ball_bounce(view->param, i, y, &mode[BALL_BOUNCES], events);
    if (status != WD_OK || !bit_is_set(triggered, 2))
        return status;
    events->add(events->core, WD_EVENT_LIMIT)[BALL_BEFORE] = y[1];
    return WD_END;
}

static const struct var ball_vars[] = {
    VAR_REAL("param.gravity", WD_PARAM, SLOT(ball_param, gravity), "m/s2", 0, DBL_MAX, 10,
             "gravity"),
    VAR_REAL("param.restitution", WD_TUNABLE, SLOT(ball_param, restitution), "1", 0, 1, 0.8,
             "restitution"),
    VAR_ANY("param.ceiling", WD_PARAM, SLOT(ball_param, ceiling), "m", 100, "end"),
    VAR_REAL("param.fail_at", WD_TUNABLE, SLOT(ball_param, fail_at), "1", 0, 1e9, 0,
             "bounce that fails"),
    VAR_ANY("input.force", WD_INPUT, SLOT(ball_input, force), "N", 0, "on ball 1"),
    VAR_ANY("state.y1", WD_STATE, SLOT(ball_state, y1), "m", 5, "height 1"),
    VAR_ANY("state.v1", WD_STATE, SLOT(ball_state, v1), "m/s", 0, "speed 1"),
    VAR_ANY("state.y2", WD_STATE, SLOT(ball_state, y2), "m", 1e9, "height 2"),
    VAR_ANY("state.v2", WD_STATE, SLOT(ball_state, v2), "m/s", 0, "speed 2"),
};

static const char *const ball_event_values[] = {"before", "after", "unused"};

static const struct kind ball_kind = {
    .name = "ball",
    .text = "Two balls",
    .vars = ball_vars,
    .var_count = sizeof ball_vars / sizeof *ball_vars,
    .params = sizeof(struct ball_param) / sizeof(double),
    .inputs = sizeof(struct ball_input) / sizeof(double),
    .states = sizeof(struct ball_state) / sizeof(double),
    .outputs = sizeof(struct ball_output) / sizeof(double),
    .solvers = sizeof(struct common_solver) / sizeof(double),
    .modes = BALL_MODES,
    .guards = 3,
    .event_values = ball_event_values,
    .event_width = BALL_WIDTH,
    .flow = ball_flow,
    .output = ball_output,
    .guard = ball_guard,
    .jump = ball_jump,
};

/* Return a model before its start. By default ball 1 falls 5 m at 10 m/s2: it lands at 1 s with
 * 10 m/s. */
static inline wd_model *ball(double fixed_step)
{
    wd_model *model = model_new(&ball_kind);
    put(model, "solver.fixed_step", fixed_step);
    return model;
}

/* Time of bounce i = 0, 1, ... of ball 1 from the default start: the first is at 1 s, and flights
 * of 2 e^i s follow. */
static inline double bounce_time(int i, double e)
{
    double t = 1, flight = 2;
    for (int j = 0; j < i; j++)
        t += flight *= e;
    return t;
}

#endif
