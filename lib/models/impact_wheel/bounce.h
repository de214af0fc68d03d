/* SPDX-License-Identifier: MIT */
/* Bounces. */
#ifndef BOUNCE_H
#define BOUNCE_H

#include "models/impact_wheel/state.h"

/* At the end of a leg: the impact that it ends with and the next leg, if both are plain. 0: they
 * are not, and nothing has changed. */
int bounce(const struct impact_system *system, struct impact_state *state, int64_t *events);

#endif
