/* SPDX-License-Identifier: MIT */
/* What the files of this folder share and others need not know. */
#ifndef MECH_PARTS_H
#define MECH_PARTS_H

#include "mech/mech.h"

/* Three rows, angular parts in space, of a wheel whose centre is `height` high and has velocity v;
 * pose->W is its angular velocity. */
void mech_wheel_rows(const struct mech_wheel *, double height, struct vec v,
                     const struct mech_pose *, struct mech_row *row);

/* Sizes of work->tree and work->pseudo. */
size_t mech_tree_doubles(const struct mech_system *);
size_t mech_pseudo_doubles(const struct mech_system *);

#endif
