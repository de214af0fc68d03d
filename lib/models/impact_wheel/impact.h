/* SPDX-License-Identifier: MIT */
/* A rigid wheel on a terrain with impacts and Coulomb friction, from event to event.
 *
 * Between two events lies a leg. Where all forces are constant it is a parabola, known exactly at
 * any time; on one corner or arc it is a power series; otherwise it is fitted by polynomials. A leg
 * knows its own end, found when it is begun, and the present state is evaluated from its origin:
 * where the caller stops in between has no influence on the motion, unless it calls impact_resume()
 * there. */
#ifndef IMPACT_H
#define IMPACT_H

#include "models/impact_wheel/state.h"

size_t impact_scratch(void);

/* Begins at the state's t and now[]: WD_OK, WD_EDOMAIN inside the ground, or as impact_advance.
 * Work and lost energy are set to zero; impacts of the first instant are reported. */
int32_t impact_start(const struct impact_system *system, struct impact_state *state);

/* At the present time friction, restitution, held loads or the function of varying ones have become
 * others, or the function is not smooth there. */
int32_t impact_resume(const struct impact_system *system, struct impact_state *state);

/* To the time t >= state->t, or, if `stop`, to the end of the first instant with an event
 * (WD_EVENT). WD_OK; WD_ELIMIT: more than max_events; WD_ENOSOL: contacts without solution;
 * WD_ENOCONV: the motion is not finite, or no step is small enough, or there are too many;
 * WD_EINTERRUPT; or the status of a load. After a failure the state is of no use. */
int32_t impact_advance(const struct impact_system *system, struct impact_state *state, double t,
                       int stop);

/* Forces and accelerations of the present. Number k of the result is lasting contact k. */
int32_t impact_forces(const struct impact_system *system, const struct impact_state *state,
                      struct law_result *result);

#endif
