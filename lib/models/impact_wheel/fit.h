/* SPDX-License-Identifier: MIT */
/* Legs under varying loads: all quantities become polynomials of time, fitted at the Chebyshev
 * points of the leg. */
#ifndef FIT_H
#define FIT_H

#include "models/impact_wheel/leg.h"

/* Build the leg from the state's origin over state->span. */
int32_t fit_make(const struct impact_system *system, const struct impact_state *state,
                 struct leg *leg);

/* Choose the span of the leg that begins now and the proposed span of the next one; both are set in
 * the state. *changes: 1 if at the end of the span the forces of several contacts require other
 * modes, or other contacts carry load than before; else 0. */
int32_t fit_plan(const struct impact_system *system, struct impact_state *state, struct leg *leg,
                 int *changes);

#endif
