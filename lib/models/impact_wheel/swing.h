/* SPDX-License-Identifier: MIT */
/* The motion on one corner or arc under constant loads, as power series of the time. */
#ifndef SWING_H
#define SWING_H

#include "models/impact_wheel/leg.h"

/* The leg from the state's origin; its span: for how long what the series leave out is no more than
 * rounding. */
void swing_make(const struct impact_system *system, const struct impact_state *state,
                struct leg *leg);

#endif
