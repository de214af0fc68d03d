/* SPDX-License-Identifier: MIT */
/* Fast path for bounces. */
#ifndef BOUNCE_H
#define BOUNCE_H

#include "models/impact_wheel/state.h"

/* Process the impact at the end of a leg and plan the next leg, if the impact is on one straight
 * segment and the next leg is a flight back to this segment. Otherwise return 0 and change nothing.
 */
int bounce(const struct impact_system *system, struct impact_state *state, int64_t *events);

#endif
