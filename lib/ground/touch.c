/* SPDX-License-Identifier: MIT */
/* Rates of a contact, with the symbols of touch.h: v_P is the velocity of the wheel's material at
 * P, H the second derivative of D there, t = e x radial the tangent of the spine and s = -n.radial:
 *
 *     along = -(t.H v_P + n.(W x t)) / (b t.H t + s),    n' = H (v_P + b along t).
 *
 * On a corner or an arc H = t1 t1^T / q. Multiplied by q, the formulas hold for q = 0, too: a knife
 * edge on an edge. */
#include "ground/touch.h"

#include <math.h>

/* Return a/b, or 0 for b = 0: a flat wheel or a knife edge along an edge has no definite rate, and
 * its margin is 0, too. */
static double quotient(double a, double b)
{
    return b != 0 ? a / b : 0;
}

static void straight(const struct touch *touch, double s, struct vec spin_t,
                     struct touch_rate *rate)
{
    rate->along = -quotient(vec_dot(touch->n, spin_t), s);
    rate->n = (struct vec){0, 0, 0};
}

static void bend_round(const struct touch *touch, double b, double s, struct vec t,
                       struct vec spin_t, struct vec v, struct touch_rate *rate)
{
    double q = touch->reach, mt = vec_dot(touch->t1, t), mv = vec_dot(touch->t1, v);
    double turning = vec_dot(touch->n, spin_t), determinant = q * s + b * mt * mt;
    rate->along = -quotient(q * turning + mt * mv, determinant);
    rate->n = vec_scale(quotient(s * mv - b * mt * turning, determinant), touch->t1);
}

/* Rates on a smooth surface. */
static void bend_smooth(const struct touch *touch, double b, double s, struct vec t,
                        struct vec spin_t, struct vec v, struct touch_rate *rate)
{
    struct vec bent_t = sym_times(&touch->bend, t);
    double turning = vec_dot(bent_t, v) + vec_dot(touch->n, spin_t);
    if (b > 0)
        rate->along = -quotient(turning, b * vec_dot(t, bent_t) + s);
    struct vec moved = vec_along(v, b * rate->along, t);
    rate->n = sym_times(&touch->bend, moved);
}

void touch_rates(const struct touch *touch, const struct touch_wheel *wheel,
                 const struct touch_motion *motion, struct touch_rate *rate)
{
    double b = touch_spine(wheel);
    struct vec W = motion->spin, radial = touch->place.radial, none = {0, 0, 0};
    struct vec t = b > 0 ? vec_cross(wheel->axis, radial) : none, spin_t = vec_cross(W, t);
    struct vec v = vec_along(motion->velocity, b, vec_cross(W, radial));
    double s = b > 0 ? -vec_dot(touch->n, radial) : 1;
    rate->along = 0;
    if (touch->kind == TOUCH_STRAIGHT)
        straight(touch, s, spin_t, rate);
    else if (touch->kind == TOUCH_ROUND)
        bend_round(touch, b, s, t, spin_t, v, rate);
    else
        bend_smooth(touch, b, s, t, spin_t, v, rate);
    struct vec around = vec_scale(b, vec_along(vec_cross(W, radial), rate->along, t));
    rate->at = vec_along(around, -wheel->crown, rate->n);
    rate->foot = vec_along(v, b * rate->along, t);
    rate->slip = vec_add(motion->velocity, vec_cross(W, touch->at));
    rate->gap = vec_dot(touch->n, rate->slip);
}
