/* SPDX-License-Identifier: MIT */
/* Projection of places onto ground that only pushes. */
#ifndef LINKAGE_PROJECT_H
#define LINKAGE_PROJECT_H

#include "mech/linkage.h"

/* linkage_project_places() for ground that only pushes: a wheel on or in it that the motion would
 * pull is opened, as the others lift it. Else the gaps of more wheels than a rigid vehicle can put
 * on the ground would be closed by a motion far larger than them. grip: that of the hold. */
int32_t linkage_lift_places(const struct linkage *, struct linkage_grip *grip,
                            const struct linkage_hold *, double *state, struct linkage_work *);

#endif
