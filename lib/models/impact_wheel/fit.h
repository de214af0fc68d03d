/* SPDX-License-Identifier: MIT */
/* Legs under loads that vary: all that is no polynomial of the time becomes one, through its values
 * at Chebyshev's points of the leg. */
#ifndef FIT_H
#define FIT_H

#include "models/impact_wheel/leg.h"

/* The leg from the state's origin for the span that is the state's. */
int32_t fit_make(const struct impact_system *system, const struct impact_state *state,
                 struct leg *leg);

/* Finds a span for the leg that begins now, sets it in the state, and with it the length that is
 * proposed for the next one. changes: when it is over, the forces of several contacts ask for other
 * modes. */
int32_t fit_plan(const struct impact_system *system, struct impact_state *state, struct leg *leg,
                 int *changes);

#endif
