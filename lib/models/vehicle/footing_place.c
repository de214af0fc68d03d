/* SPDX-License-Identifier: MIT */
/* The place from which the search for the contact of a wheel starts. */
#include "models/vehicle/footing.h"

/* Fraction of the radius: a stored place that is further from the contact is renewed. Not tuned:
 * the value changes only the work of the search and its rounding error. */
#define FAR_FROM_START 0.1

/* The search for a contact on a surface has a rounding error that depends on the place from which
 * it starts. So the start must be the same before and after an event: otherwise a guard that has
 * triggered might do so again. */
const struct touch_place *footing_place_to_store(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_footing *f = &m->footing[w];
    const struct touch_place *at = &f->place, *start = &f->start;
    struct vec way = vec_scale(touch_spine(&f->wheel), vec_sub(at->radial, start->radial));
    double x = at->foot_x - start->foot_x, y = at->foot_y - start->foot_y;
    double most = FAR_FROM_START * f->wheel.radius;
    int near = vec_dot(way, way) + x * x + y * y <= most * most;
    return vehicle_law(m, w)->loads && f->fixed && near ? start : at;
}
