/* SPDX-License-Identifier: MIT */
/* Ground other than the plane z = 0: a profile or a smooth surface. */
#ifndef GROUND_GROUND_H
#define GROUND_GROUND_H

#include "ground/near.h"

struct ground {
    const struct profile *profile; /* NULL: the ground is `surface` */
    struct surface surface;
};

/* The terrain of a profile; NULL for a surface. */
static inline const struct terrain *ground_terrain(const struct ground *ground)
{
    return ground->profile ? ground->profile->terrain : NULL;
}

/* Call near_find() for a profile, near_surface() for a surface. WD_OK, or WD_EINPUT with no places
 * if the function of the surface failed. */
int32_t ground_find(const struct ground *, const struct touch_wheel *, double reach, size_t *hint,
                    struct near *);

/* Continue the contact at `place` on this feature, at a slightly different pose of the wheel.
 * WD_OK; WD_EINPUT: the function of the surface failed; WD_ENOCONV: a wheel on a surface has no
 * place there. */
int32_t ground_follow(const struct ground *, const struct touch_wheel *, int64_t feature,
                      const struct touch_place *place, struct touch *touch);

/* Return a contact for a wheel that has no place within `reach`: the contact with level ground at
 * this distance below the wheel. */
struct touch ground_far_away(const struct ground *, const struct touch_wheel *, double reach);

/* Set *inside to 1 if the wheel is deeper in the ground than `depth`, however deep, else to 0.
 * *feature: the feature of a profile that the wheel penetrates, or -1 if there is none because the
 * whole wheel is below the profile; always -1 for a surface. WD_OK or WD_EINPUT. */
int32_t ground_inside(const struct ground *, const struct touch_wheel *, double depth,
                      int64_t *feature, int *inside);

/* m; return a distance by which a wheel that is not inside the ground can move without touching it.
 * gap: gap at the nearest place of the wheel, or `reach` if no place is within that distance. */
double ground_clearance(const struct ground *, const struct touch_wheel *, double gap,
                        double reach);

/* Factor on the coefficient of friction on a feature of a profile. 1 for a surface, whose factor
 * depends on the place; touch.factor of each contact holds that factor. */
double ground_factor(const struct ground *, int64_t feature);

#endif
