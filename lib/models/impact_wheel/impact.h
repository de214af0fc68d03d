/* SPDX-License-Identifier: MIT */
/* A rigid wheel on a terrain with impacts and Coulomb friction, event-driven. A leg is the motion
 * segment between two events. For constant forces a leg is an exact parabola, under constant loads
 * on one corner or arc a power series, otherwise a fit by polynomials. The end of a leg is found
 * when the leg is planned, and the present state is evaluated from the origin of the leg. So the
 * times at which the caller stops do not influence the motion, unless impact_resume() is called
 * there. */
#ifndef IMPACT_H
#define IMPACT_H

#include "models/impact_wheel/state.h"

/* Return the number of doubles of impact_system.scratch. */
size_t impact_scratch(void);

/* Start at the state's t and now[]: WD_OK, WD_EDOMAIN inside the ground, or as impact_advance().
 * Work and lost energy are set to zero; impacts at the first instant are reported. */
int32_t impact_start(const struct impact_system *system, struct impact_state *state);

/* Find the modes of the contacts again: after friction, restitution or loads have changed at the
 * present time, or at a time at which varying loads are not smooth. */
int32_t impact_resume(const struct impact_system *system, struct impact_state *state);

/* Advance to t >= state->t or, if `stop`, to the end of the first instant with an event (WD_EVENT).
 * WD_OK; WD_ELIMIT: more than max_events; WD_ENOSOL: contacts without solution; WD_ENOCONV: the
 * motion is not finite, no step is small enough, or too many are needed; WD_EINTERRUPT; or the
 * status of a load. After a failure the state is undefined. */
int32_t impact_advance(const struct impact_system *system, struct impact_state *state, double t,
                       int stop);

/* Compute the forces at the present time. Entry k of the result belongs to lasting contact k, a
 * contact that stays closed during the leg (state.h). */
int32_t impact_forces(const struct impact_system *system, const struct impact_state *state,
                      struct law_result *result);

#endif
