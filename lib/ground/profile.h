/* SPDX-License-Identifier: MIT */
/* Profile extruded sideways without end: a terrain in the vertical plane (d, z), where d is
 * horizontal. Features have the same numbers as in the terrain. The distance of a point depends on
 * its two coordinates in that plane only, so the projection of the wheel's spine (touch.h), an
 * ellipse, replaces the spine. */
#ifndef PROFILE_H
#define PROFILE_H

#include "ground/ellipse.h"
#include "ground/surface.h"
#include "ground/terrain.h"
#include "ground/touch.h"

struct profile {
    const struct terrain *terrain;
    const double *factor; /* factor of each segment on the coefficient of friction; NULL: all 1. A
                             corner has the smaller factor of its sides */
    const uint32_t *part; /* number of the convex part (profile_number_parts()) of each segment and
                             of the corner at its end; NULL: not known */
    struct vec d, tau;    /* horizontal unit vectors, tau to the left of d */
};

/* Make a profile without factors of friction. heading: angle from the x axis to d, positive to the
 * left; 0 gives d = x and tau = y exactly. */
struct profile profile_make(const struct terrain *, double heading);

/* Number the convex parts of a terrain along the profile: a part ends at a concave corner and at
 * both ends of a concave arc. Writes the number of the part of each segment. A wheel has at most
 * one place on most parts, and that place passes on from feature to feature of the part. */
void profile_number_parts(const struct terrain *, uint32_t *part);

/* Wheel as seen in the plane of the profile. */
struct profile_wheel {
    const struct touch_wheel *wheel;
    double b;                            /* radius of the spine */
    double x, y;                         /* centre */
    struct terrain_vector major;         /* direction of the ellipse's long half axis b */
    double minor, flatness;              /* short half axis divided by b; 1 - minor^2 */
    struct vec cosine, sine;             /* unit vectors in the wheel's plane, ground axes; their
                                            projections are along the half axes */
    double extent_x, extent_y, rounding; /* m: half the width and half the height of the spine's
                                            projection, and the rounding error of positions */
};

/* Compute how the wheel is seen in the plane of the profile. The result keeps the pointer to the
 * wheel. */
void profile_aim(const struct profile *, const struct touch_wheel *, struct profile_wheel *);

/* Box of the wheel in the plane of the profile, widened on all sides by `by`. */
static inline struct terrain_box profile_box(const struct profile_wheel *w, double by)
{
    double dx = w->extent_x + w->wheel->crown + by, dy = w->extent_y + w->wheel->crown + by;
    return (struct terrain_box){{w->x - dx, w->y - dy, w->x + dx, w->y + dy}};
}

/* Find the contacts of a feature with the wheel. The feature must exist. P may be outside the
 * feature's cell; `border` reports how far. Returns the number of contacts: 1 for a line, 1 or 2
 * for a corner or an arc. The contact with the smaller gap is the first. */
size_t profile_touches(const struct profile *, const struct profile_wheel *, int64_t feature,
                       struct touch touch[2]);

/* Continue the contact at `place` on this feature. If the contact has moved far, it is searched as
 * by profile_touches(), and the contact nearest to `place` is returned. The spine of the wheel is
 * above the ground, so the normal points into the spine, also beyond the border of the cell. */
void profile_follow(const struct profile *, const struct profile_wheel *, int64_t feature,
                    const struct touch_place *place, struct touch *touch);

/* Compute the rate of touch->border from the rates of the contact. */
double profile_border_rate(const struct profile *, const struct profile_wheel *,
                           const struct touch *, const struct touch_rate *);

/* Compute height, derivatives and factor (surface.h) of the highest point of the profile at (x, y).
 * At a corner the slopes are those of the segment after it. Returns 0 if the profile has no point
 * there, as beyond an overhang or an endless wall, else 1. */
int profile_height(const struct profile *, double x, double y, double value[SURFACE_VALUES]);

/* Return the number of the first concave arc whose radius is at most `radius`, the radius of a
 * wheel; the number of segments if there is no such arc. */
size_t profile_narrow_arc(const struct terrain *, double radius);

#endif
