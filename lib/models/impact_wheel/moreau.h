/* SPDX-License-Identifier: MIT */
/* Time stepping by Moreau and Jean: impulses of fixed steps in place of events, at bounded cost. */
#ifndef MOREAU_H
#define MOREAU_H

#include "models/impact_wheel/impact.h"

/* One step of length h from state->t and now[]: theta = 1/2 for positions and loads, contact law
 * and friction of impact.h for velocities, restitution v_n+ >= -e v_n-. The contacts of the step
 * are left in the state with their mean forces in `normal` and `friction`. WD_OK or WD_ENOSOL, or
 * the status of a load. An IMPACT is reported for features that were not touched in the step
 * before. */
int32_t moreau_step(const struct impact_system *system, struct impact_state *state, double h);

#endif
