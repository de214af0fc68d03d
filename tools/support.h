/* SPDX-License-Identifier: MIT */
/* The support polygon of a vehicle: the convex hull of its contacts with the ground. */
#ifndef WHEELDYN_TOOL_SUPPORT_H
#define WHEELDYN_TOOL_SUPPORT_H

#include <wheeldyn/wheeldyn.h>

/* Distance [m] by which the centre of mass of a running model, projected onto the ground along
 * gravity, is outside the support polygon. 0 if it is inside, or if there is no polygon: the kind
 * has no bodies and wheels, the contacts are on one line, or gravity does not press onto the
 * ground. *contacts: number of contacts. */
double support_excess(const wd_model *model, size_t *contacts);

#endif
