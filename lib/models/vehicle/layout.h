/* SPDX-License-Identifier: MIT */
/* Layout of the working memory of evaluations. */
#ifndef VEHICLE_LAYOUT_H
#define VEHICLE_LAYOUT_H

#include "models/vehicle/vehicle.h"

/* Number of doubles of the memory of an evaluation, with this number for its member `linear`. */
size_t vehicle_eval_doubles(const struct linkage *, size_t bodies, size_t tyres, int has_terrain,
                            size_t linear);
/* Largest number of elements for the global solver: contacts and brakes. A tyre adds two rows that
 * are limited like brakes: twist and rolling resistance. */
static inline size_t vehicle_most_cones(const struct linkage *linkage)
{
    size_t tyres = linkage->extras / VEHICLE_TREAD_ROWS;
    return linkage_contacts(linkage) + linkage_joints(linkage) + 2 * tyres;
}

/* Lay out evaluations in the scratch of the view, for all evaluations until the next layout. They
 * share results that depend only on positions (mech/linkage_pose.h). */
void vehicle_lay_out(struct motion *);
/* Begin an evaluation in this layout. If there is none, because the model is not open, lay out this
 * evaluation alone. */
void vehicle_take_layout(const struct view *, struct vehicle_eval *);

#endif
