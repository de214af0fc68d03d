/* SPDX-License-Identifier: MIT */
/* Search for the deepest place of a wheel of law tyre. */
#include "models/vehicle/footing.h"

#include <float.h>
#include <math.h>

double footing_same_gap(const struct vehicle_footing *f)
{
    const struct vec c = f->wheel.centre;
    return VEHICLE_FEW_ROUNDINGS * (fabs(c.x) + fabs(c.y) + fabs(c.z) + f->wheel.radius);
}

/* True if a place is that of the contact. */
static int is_own(const struct vehicle_eval *m, const struct vehicle_footing *f,
                  const struct touch *touch)
{
    const struct terrain *terrain = ground_terrain(&m->land);
    int same = touch->feature == f->feature;
    return (same || (terrain && terrain_joined(terrain, touch->feature, f->feature))) &&
           touch_coincide(touch, &f->touch, VEHICLE_DEPENDENT * f->wheel.radius);
}

int footing_find_deepest(struct vehicle_eval *m, size_t w, int others, struct touch *to)
{
    const struct vehicle_footing *f = &m->footing[w];
    struct near near;
    const struct touch *best = NULL;
    footing_near(m, w, FOOTING_REACH * f->wheel.radius, &near);
    for (size_t k = 0; k < near.n; k++)
        if ((!best || near.touch[k].gap < best->gap) && !(others && is_own(m, f, &near.touch[k])))
            best = &near.touch[k];
    if (best)
        *to = *best;
    return best != NULL;
}

double footing_lead(struct vehicle_eval *m, size_t w, double *rate)
{
    const struct vehicle_footing *f = &m->footing[w];
    struct touch other;
    *rate = 0;
    if (!footing_find_deepest(m, w, 1, &other))
        return FOOTING_REACH * f->wheel.radius;
    *rate = touch_gap_rate(&f->motion, other.n, other.at) - f->rate.gap;
    return other.gap - f->touch.gap;
}

void footing_guard_deeper(struct vehicle_eval *m, size_t w, double *value, double *rate)
{
    size_t at = footing_part_guards(m, w);
    value[at] = footing_lead(m, w, &rate[at]) + footing_same_gap(&m->footing[w]);
}
