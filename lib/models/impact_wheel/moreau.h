/* SPDX-License-Identifier: MIT */
/* Time stepping of Moreau and Jean: impulses in fixed steps instead of events, at bounded cost. */
#ifndef MOREAU_H
#define MOREAU_H

#include "models/impact_wheel/impact.h"

/* Make one step of length h from state->t and now[]: the midpoint rule (theta = 1/2) for positions
 * and loads, the contact and friction laws of impact.h for velocities, restitution v_n+ >= -e v_n-.
 * The contacts of the step are kept in the state, with their mean forces in `normal` and
 * `friction`. WD_OK or WD_ENOSOL, or the status of a load. An IMPACT is reported for features that
 * did not touch in the step before. */
int32_t moreau_step(const struct impact_system *system, struct impact_state *state, double h);

#endif
