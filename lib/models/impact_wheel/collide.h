/* SPDX-License-Identifier: MIT */
/* Impacts. */
#ifndef COLLIDE_H
#define COLLIDE_H

#include "models/impact_wheel/state.h"

/* The wheel touches `feature` now (-1: whatever it touches). Makes the new contacts, reports and
 * counts the impacts. start: of the motion, where contact_tolerance decides what it touches. */
int32_t collide(const struct impact_system *system, struct impact_state *state, int64_t feature,
                int start, int64_t *events);

#endif
