/* SPDX-License-Identifier: MIT */
/* Legs with constant forces, and what ends them. */
#ifndef LEG_H
#define LEG_H

#include "models/impact_wheel/state.h"

/* Sets end, cause and which of a leg that begins now. */
int32_t leg_plan(const struct impact_system *system, struct impact_state *state);

/* The state of a parabola at the time t. */
void leg_at(const struct impact_system *system, const struct impact_state *state, double t,
            double *y);

#endif
