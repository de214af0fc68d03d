/* SPDX-License-Identifier: MIT */
#include "models/torus_wheel/path.h"
#include "models/torus_wheel/path_course.h"
#include "num/elementary.h"

#include <math.h>

static struct path_reference circle(const struct path_curve *curve, double t)
{
    double angle = curve->rate * t + curve->phase;
    struct sine_cosine of = num_sincos(angle);
    return (struct path_reference){
        .x = curve->x + curve->radius * of.cos,
        .y = curve->y + curve->radius * of.sin,
        .heading = angle + NUM_PI / 2,
        .speed = curve->radius * curve->rate,
        .turn_rate = curve->rate,
        .pace = fabs(curve->radius * curve->rate),
    };
}

/* The derivative of the position by the angle, for K cusps, is i r (K - 1) (e^(i angle) - e^(-i (K
 * - 1) angle)) = -2 r (K - 1) sin(K angle/2) e^(i heading), where heading = -(K - 2) angle/2. */
static struct path_reference hypocycloid(const struct path_curve *curve, double t)
{
    double K = curve->cusps, r = curve->radius, w = curve->rate;
    double angle = w * t + curve->phase, other = (K - 1) * angle, half = K * angle / 2;
    double fastest = -2 * r * (K - 1) * w;
    struct sine_cosine large = num_sincos(angle), small = num_sincos(other);
    struct sine_cosine speed = num_sincos(half);
    return (struct path_reference){
        .x = curve->x + r * ((K - 1) * large.cos + small.cos),
        .y = curve->y + r * ((K - 1) * large.sin - small.sin),
        .heading = -(K - 2) * angle / 2,
        .speed = fastest * speed.sin,
        .turn_rate = -(K - 2) * w / 2,
        .acceleration = fastest * speed.cos * K * w / 2,
        .pace = -1,
    };
}

struct path_reference path_at(const struct path_curve *curve, const void *course, double t)
{
    if (curve->type == PATH_USER)
        return path_along(course, curve->speed, t);
    return curve->type == PATH_CIRCLE ? circle(curve, t) : hypocycloid(curve, t);
}
