/* SPDX-License-Identifier: MIT */
/* Events at the end of a leg, and the contacts after them. */
#ifndef HAPPEN_H
#define HAPPEN_H

#include "models/impact_wheel/state.h"

/* Apply the cause of the leg's end; the present time is that end. Counts and reports the events. */
int32_t happen_at_end(const struct impact_system *system, struct impact_state *state,
                      int64_t *events);

/* Settle the contacts again within a leg, after a change of friction, restitution or loads. */
int32_t happen_after_change(const struct impact_system *system, struct impact_state *state);

#endif
