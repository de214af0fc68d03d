/* SPDX-License-Identifier: MIT */
/* Impacts. */
#ifndef COLLIDE_H
#define COLLIDE_H

#include "models/impact_wheel/state.h"

/* Process the impact on `feature`, unless it is -1, and on all other features that touch the wheel:
 * determine the new contacts, report and count the impacts. start: 1 at the first instant of the
 * motion, where contact_tolerance decides which features touch. */
int32_t collide(const struct impact_system *system, struct impact_state *state, int64_t feature,
                int start, int64_t *events);

#endif
