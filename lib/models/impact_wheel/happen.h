/* SPDX-License-Identifier: MIT */
/* What happens where a leg ends, and what the contacts do then. */
#ifndef HAPPEN_H
#define HAPPEN_H

#include "models/impact_wheel/state.h"

/* The present is the end of the leg, and its cause happens. Counts and reports the events. */
int32_t happen(const struct impact_system *system, struct impact_state *state, int64_t *events);

/* The present is within the leg, and what the contacts depend on has changed. */
int32_t happen_anew(const struct impact_system *system, struct impact_state *state);

#endif
