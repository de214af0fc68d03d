/* SPDX-License-Identifier: MIT */
/* Fast path for bounces. */
#ifndef BOUNCE_H
#define BOUNCE_H

#include "models/impact_wheel/state.h"

/* Process the impact at the end of a leg and plan the next leg, if both are simple bounces. Returns
 * 0, with nothing changed, if they are not. */
int bounce(const struct impact_system *system, struct impact_state *state, int64_t *events);

#endif
