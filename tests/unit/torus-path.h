/* SPDX-License-Identifier: MIT */
/* Derivatives of a reference path, compared with finite differences. */
#ifndef UNIT_TORUS_PATH_H
#define UNIT_TORUS_PATH_H

#include "tap.h"
#include "random.h"
#include "models/torus_wheel/path.h"

static const double turn = 6.283185307179586476925;

static inline double apart(const struct path_reference *r, double x, double y)
{
    return hypot(r->x - x, r->y - y);
}

/* Largest errors of the derivatives of a reference path. */
struct errors {
    double velocity, turn_rate, acceleration, turn_acceleration;
};

static inline double difference(const double f[4], double step)
{
    return (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * step);
}

static inline struct errors errors_at(const struct path_curve *curve, const void *course, double t)
{
    const double step = 1e-3, at[4] = {-2, -1, 1, 2};
    double f[5][4];
    for (int i = 0; i < 4; i++) {
        struct path_reference r = path_at(curve, course, t + at[i] * step);
        f[0][i] = r.x, f[1][i] = r.y, f[2][i] = r.heading, f[3][i] = r.speed, f[4][i] = r.turn_rate;
    }
    struct path_reference r = path_at(curve, course, t);
    return (struct errors){
        hypot(difference(f[0], step) - r.speed * cos(r.heading),
              difference(f[1], step) - r.speed * sin(r.heading)),
        fabs(difference(f[2], step) - r.turn_rate),
        fabs(difference(f[3], step) - r.acceleration),
        fabs(difference(f[4], step) - r.turn_acceleration),
    };
}

static inline void keep_worst(struct errors *worst, struct errors e)
{
    worst->velocity = fmax(worst->velocity, e.velocity);
    worst->turn_rate = fmax(worst->turn_rate, e.turn_rate);
    worst->acceleration = fmax(worst->acceleration, e.acceleration);
    worst->turn_acceleration = fmax(worst->turn_acceleration, e.turn_acceleration);
}

static inline void check_worst(const struct errors *worst, double tolerance, const char *what)
{
    check(worst->velocity <= tolerance, "%s: velocity within %.2g", what, worst->velocity);
    check(worst->turn_rate <= tolerance, "%s: turn rate within %.2g", what, worst->turn_rate);
    check(worst->acceleration <= tolerance, "%s: acceleration within %.2g", what,
          worst->acceleration);
    check(worst->turn_acceleration <= 10 * tolerance, "%s: turn acceleration within %.2g", what,
          worst->turn_acceleration);
}

#endif
