/* SPDX-License-Identifier: MIT */
/* A controlled torus and a plain Runge-Kutta step for the tests of torus_wheel. p, q, r are the
 * angles of precession, lean and spin. Defaults: the body and the start, equation (66), of the
 * paper; the gains of the library, of which those of the stabiliser and the PID are the paper's. */
#ifndef TEST_TORUS_H
#define TEST_TORUS_H

#include <math.h>
#include <string.h>
#include "models/torus_wheel/control.h"

#define PI 3.14159265358979323846

enum { WORLD_STATES = 11 };

/* Integrated variables. */
struct world_point {
    struct torus_state torus;
    struct control_integrals integrals;
};

struct world {
    struct torus_body body;
    struct control_gains gains;
    struct path_curve curve;
    int mode;
    double half_turns;
    double drag; /* torque against rolling that the controller does not know */
    double t;
    struct world_point point;
    /* of the last evaluation */
    struct torus_equations equations;
    struct control_result control;
    struct torus_reactions reactions;
};

static inline struct world world_start(void)
{
    return (struct world){
        .body = {0.1, 0.3, 8, 9.8, torus_shell_equatorial(0.1, 0.3, 5),
                 torus_shell_polar(0.1, 0.3, 5)},
        .gains = {.k1 = 1.5,
                  .k2 = 1,
                  .k3 = 2,
                  .kv = 4,
                  .kw = 6,
                  .vmax = 6,
                  .lean_frequency = 8,
                  .lean_damping = 1,
                  .lean_target = PI / 2,
                  .precession_limit = 20,
                  .torque_limit = INFINITY,
                  .stab_angle = 0.01 * PI / 180,
                  .stab_gain = 50,
                  .stab_gravity = 1,
                  .pid_damping = 0.9,
                  .pid_frequency = 2.55,
                  .pid_reset = 0.5,
                  .pid_regularisation = 0.2,
                  .set_damping = 0.5,
                  .set_frequency = 0.5},
        .curve = {.type = PATH_HYPOCYCLOID, .radius = 2, .cusps = 4, .rate = 3.3 * 0.0785},
        .mode = CONTROL_STABILIZE,
        .point.torus = {50 * PI / 180, PI / 2 + 1e-2, 0, 0.5, 0.2, 0.05, 1e-3, 0.5},
    };
}

static inline struct path_reference world_reference(const struct world *w, double t)
{
    return w->mode == CONTROL_SET_POINT ? control_target(0, 0) : path_at(&w->curve, NULL, t);
}

static inline struct control world_control(const struct world *w, double t)
{
    return (struct control){&w->body,      &w->gains, w->mode, world_reference(w, t),
                            w->half_turns, {0, 0, 0}};
}

static inline void world_switch(struct world *w, int mode)
{
    w->mode = mode;
    struct path_reference reference = world_reference(w, w->t);
    w->half_turns = control_half_turns(&reference, w->point.torus.precession);
}

static inline void world_rates(struct world *w, double t, const struct world_point *at, double *dy)
{
    const struct torus_state *s = &at->torus;
    struct control control = world_control(w, t);
    w->equations = torus_equations(&w->body, s);
    w->control = control_law(&control, s, &w->equations, &at->integrals);
    struct torus_three torque = w->control.torque;
    torque.spin -= w->drag * tanh(50 * s->spin_rate);
    struct torus_three acceleration = torus_accelerations(&w->equations, &torque);
    w->reactions = torus_reactions(&w->body, s, &w->equations, &acceleration);
    double velocity[2];
    torus_contact_velocity(&w->body, s, &w->equations, velocity);
    struct world_point rate = {{s->precession_rate, s->lean_rate, s->spin_rate, velocity[0],
                                velocity[1], acceleration.precession, acceleration.lean,
                                acceleration.spin},
                               w->control.rate};
    memcpy(dy, &rate, sizeof rate);
}

static inline void world_look(struct world *w)
{
    double dy[WORLD_STATES];
    world_rates(w, w->t, &w->point, dy);
}

static inline struct world_point world_ahead(const struct world_point *from, double h,
                                             const double *dy)
{
    double y[WORLD_STATES];
    struct world_point to;
    memcpy(y, from, sizeof y);
    for (int i = 0; i < WORLD_STATES; i++)
        y[i] += h * dy[i];
    memcpy(&to, y, sizeof to);
    return to;
}

/* Integrate to time t by a step of the classical Runge-Kutta method. */
static inline void world_step_to(struct world *w, double t)
{
    double k[4][WORLD_STATES], h = t - w->t;
    struct world_point at;
    world_rates(w, w->t, &w->point, k[0]);
    at = world_ahead(&w->point, h / 2, k[0]);
    world_rates(w, w->t + h / 2, &at, k[1]);
    at = world_ahead(&w->point, h / 2, k[1]);
    world_rates(w, w->t + h / 2, &at, k[2]);
    at = world_ahead(&w->point, h, k[2]);
    world_rates(w, t, &at, k[3]);
    for (int i = 0; i < WORLD_STATES; i++)
        k[0][i] = (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]) / 6;
    w->point = world_ahead(&w->point, h, k[0]);
    w->t = t;
}

static inline double world_distance(const struct world *w)
{
    struct path_reference r = world_reference(w, w->t);
    return hypot(r.x - w->point.torus.x, r.y - w->point.torus.y);
}

#endif
