/* SPDX-License-Identifier: MIT */
/* What the files that build a terrain share. */
#ifndef TERRAIN_PARTS_H
#define TERRAIN_PARTS_H

#include "models/impact_wheel/terrain.h"

#include <float.h>

/* Directions whose cross product is no larger are straight on: it is rounding. */
#define TERRAIN_STRAIGHT (8 * DBL_EPSILON)

struct terrain_vector {
    double x, y;
};

/* Unit vector along segment i at its end. */
static inline struct terrain_vector terrain_heading(const struct terrain *terrain, size_t i)
{
    const struct terrain_segment *s = &terrain->segment[i];
    if (s->bow == 0)
        return (struct terrain_vector){s->ex, s->ey};
    return (struct terrain_vector){terrain->arc[i].fx, terrain->arc[i].fy};
}

struct terrain_box terrain_box_of(const struct terrain *terrain, size_t i);

/* Do any two segments touch elsewhere than neighbours do? */
struct terrain_report terrain_crossings(const struct terrain *terrain);

#endif
