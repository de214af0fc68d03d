/* SPDX-License-Identifier: MIT */
/* Fast path for bounces. */
#ifndef BOUNCE_H
#define BOUNCE_H

#include "models/impact_wheel/state.h"

/* Process the impact at the end of a leg and plan the next leg, a flight. This works only if the
 * impact is on one straight segment and the flight leads back to this segment; otherwise return 0
 * and change nothing. */
int bounce(const struct impact_system *system, struct impact_state *state, int64_t *events);

#endif
