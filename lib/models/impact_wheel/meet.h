/* SPDX-License-Identifier: MIT */
/* The first feature that the parabola of a leg meets. */
#ifndef MEET_H
#define MEET_H

#include "models/impact_wheel/state.h"

/* The feature that is met first, from now on with the state's accelerations, and when; -1: none is
 * before `limit`. */
int64_t meet_first(const struct impact_system *system, const struct impact_state *state,
                   double limit, double *when);

/* First t >= 0 at which c[0] + c[1] t + c[2] t^2, which starts at or above zero, falls below. */
double meet_fall(const double c[3]);

#endif
