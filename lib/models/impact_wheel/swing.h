/* SPDX-License-Identifier: MIT */
/* Legs on one corner or arc under constant loads, as power series in time. */
#ifndef SWING_H
#define SWING_H

#include "models/impact_wheel/leg.h"

/* Build the leg from the state's origin. Its span is the time for which the truncation error is
 * rounding. */
void swing_make(const struct impact_system *system, const struct impact_state *state,
                struct leg *leg);

#endif
