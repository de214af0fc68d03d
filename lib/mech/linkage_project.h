/* SPDX-License-Identifier: MIT */
/* Projection of places onto ground that only pushes. */
#ifndef LINKAGE_PROJECT_H
#define LINKAGE_PROJECT_H

#include "mech/linkage_state.h"

/* linkage_project_places() for ground that only pushes. A wheel on or in the ground that only a
 * pulling force would keep there is opened, so that the projection of the other wheels may lift it.
 * Without this rule, if a rigid frame cannot put all these wheels on the ground at once, a motion
 * far larger than their gaps would close the gaps. grip: the array hold->contact, in which the
 * modes of opened contacts change. WD_OK, WD_ESINGULAR or WD_ENOCONV. */
int32_t linkage_lift_places(const struct linkage *, struct linkage_grip *grip,
                            const struct linkage_hold *, double *state, struct linkage_work *);

#endif
