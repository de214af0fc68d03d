/* SPDX-License-Identifier: MIT */
/* Kind with a stiff state for the tests of implicit steps. s relaxes to cos t at a given rate; a,
 * the integral of s, is then sin t; a block slides until it rests. Guards: a rises to param.level;
 * the block comes to rest. Without the second guard, the sign of friction would change again and
 * again once the block has stopped. */
#ifndef STIFF_H
#define STIFF_H

#include "support.h"

#include "core/model.h"
#include "kind/kind.h"
#include "num/bits.h"

struct stiff_param {
    double rate, bend; /* s relaxes at the rate `rate` exp(bend a) */
    double level;      /* value of a at which the first guard triggers */
    double kick;       /* added to s when a reaches the level */
    double edge;       /* value of a beyond which the rate of a is NaN */
    double brake;      /* m/s2: the block decelerates at brake (1 + sin(t)/2) */
    double guided;     /* 0: the block has no guard */
};

struct stiff_state {
    double s, a, v;
};

enum { STIFF_RESTS, STIFF_MODES };
enum { STIFF_GUARD, STIFF_WIDTH };

static double stiff_rate(const struct view *view, const double *y)
{
    const struct stiff_param *p = view->param;
    return p->rate * exp(p->bend * y[1]);
}

static int32_t stiff_flow(const struct view *view, const double *y, double *dy)
{
    const struct stiff_param *p = view->param;
    const struct stiff_state *state = (const struct stiff_state *)(const void *)y;
    double braking = p->brake * (1 + 0.5 * sin(view->t));
    dy[0] = -stiff_rate(view, y) * (state->s - cos(view->t)) - sin(view->t);
    dy[1] = state->a > p->edge ? (double)NAN : state->s;
    dy[2] = view->mode[STIFF_RESTS] ? 0 : state->v > 0 ? -braking : braking;
    dy[3] = state->s * state->s;
    dy[4] = fabs(state->v) * braking;
    return WD_OK;
}

static int32_t stiff_output(const struct view *view, const double *y, void *out)
{
    struct common_output *o = out;
    (void)view;
    o->speed = y[2];
    o->kinetic_energy = o->potential_energy = 0;
    return WD_OK;
}

static int32_t stiff_guard(const struct view *view, const double *y, double *value, double *rate)
{
    const struct stiff_param *p = view->param;
    (void)rate;
    value[0] = p->level - y[1];
    value[1] = p->guided > 0 && !view->mode[STIFF_RESTS] ? y[2] : 1;
    return WD_OK;
}

static int32_t stiff_jump(const struct view *view, const uint64_t *triggered, double *y,
                          int64_t *mode, struct events *events)
{
    const struct stiff_param *p = view->param;
    for (size_t i = 0; i < 2; i++)
        if (bit_is_set(triggered, i))
            events->add(events->core, i == 0 ? WD_EVENT_SLIP : WD_EVENT_STICK)[0] = (double)i;
    if (bit_is_set(triggered, 0))
        y[0] += p->kick;
    if (bit_is_set(triggered, 1)) {
        mode[STIFF_RESTS] = 1;
        y[2] = 0;
    }
    return WD_OK;
}

/* clang-format off */
#define STIFF_PARAM(field, initial) \
    VAR_ANY("param." #field, WD_TUNABLE, SLOT(stiff_param, field), "1", initial, #field)
/* clang-format on */

static const struct var stiff_vars[] = {
    STIFF_PARAM(rate, 1e6),
    STIFF_PARAM(bend, 0),
    STIFF_PARAM(level, 2),
    STIFF_PARAM(kick, 0),
    STIFF_PARAM(edge, 2),
    STIFF_PARAM(brake, 0),
    STIFF_PARAM(guided, 1),
    VAR_ANY("state.s", WD_STATE, SLOT(stiff_state, s), "1", 1, "follows cos t"),
    VAR_ANY("state.a", WD_STATE, SLOT(stiff_state, a), "1", 0, "integral of s"),
    VAR_ANY("state.v", WD_STATE, SLOT(stiff_state, v), "m/s", 1, "speed of the block"),
};

static const char *const stiff_event_values[] = {"guard"};

static const struct kind stiff_kind = {
    .name = "stiff",
    .text = "A stiff state and a block",
    .vars = stiff_vars,
    .var_count = ROWS(stiff_vars),
    .params = DOUBLES(stiff_param),
    .states = DOUBLES(stiff_state),
    .outputs = DOUBLES(common_output),
    .solvers = DOUBLES(common_solver),
    .modes = STIFF_MODES,
    .guards = 2,
    .event_values = stiff_event_values,
    .event_width = STIFF_WIDTH,
    .flow = stiff_flow,
    .output = stiff_output,
    .guard = stiff_guard,
    .jump = stiff_jump,
};

#endif
