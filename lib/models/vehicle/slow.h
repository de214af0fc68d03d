/* SPDX-License-Identifier: MIT */
/* Directions of slips that are slow or have just started, and the choice of slow slips. */
#ifndef VEHICLE_SLOW_H
#define VEHICLE_SLOW_H

#include "models/vehicle/vehicle.h"

/* True if the slip is in mode SLOW. */
static inline int vehicle_is_slow(const struct vehicle_grip *touch)
{
    return touch->mode == VEHICLE_SLOW;
}

/* m/s; solver.onset_speed. */
static inline double vehicle_onset(const struct vehicle_eval *m)
{
    return ((const struct vehicle_solver *)m->view->solver)->onset_speed;
}

/* s; length of fixed steps, 0 with adaptive steps. */
static inline double vehicle_fixed_step(const struct vehicle_eval *m)
{
    return ((const struct vehicle_solver *)m->view->solver)->common.fixed_step;
}

/* m/s; speed of the slip of a contact, and its component along the direction of friction. */
double vehicle_slip_speed(const struct vehicle_eval *, size_t contact);
double vehicle_slip_along(const struct vehicle_eval *, size_t contact);
/* Set the direction of a contact to that of its slip velocity, which must not be 0. */
void vehicle_turn_to_slip(struct vehicle_eval *, size_t contact);
/* True for a slow slip, and for one that has just started: its direction is quasi-static
 * (slow_direction.c). */
int vehicle_is_quasi_static(const struct vehicle_eval *, size_t contact);
/* m/s; largest component of a slow slip across the direction of the forces. */
double vehicle_deviation(const struct vehicle_eval *);
/* Find the quasi-static directions, in m->grip, and the forces along all rows, in m->along. On
 * entry both are those of linkage_balance() with approximate directions. If none are found,
 * m->settled is 0 and the directions are those of m->touch. WD_OK, or a failure. */
int32_t vehicle_find_slow_directions(struct vehicle_eval *);
/* m/s2 per rad; stiffness with which friction restores the slip to its direction d: acceleration
 * across d, per angle between slip and d, while the other contacts keep their modes and directions.
 * Requires the forces of linkage_balance() with the directions in m->grip; overwrites m->impulse
 * and m->sum. */
double vehicle_slip_stiffness(const struct vehicle_eval *, size_t contact);
/* Store the directions found in m->touch. */
void vehicle_keep_slow_directions(struct vehicle_eval *);
/* In a jump: keep the present direction of ordinary slips that are almost too slow to have one, so
 * that the direction is the same before and after the event. */
void vehicle_keep_directions(struct vehicle_eval *);
/* Let a contact slip in mode SLIP; if it is faster than VEHICLE_DIRECTED, in the direction of its
 * velocity. */
void vehicle_end_slow_slip(struct vehicle_eval *, size_t contact);
/* Do the same for all slow slips, and for those that have just started and are faster than
 * VEHICLE_DIRECTED. Returns their number. */
size_t vehicle_end_slow_slips(struct vehicle_eval *);
/* After vehicle_update_modes(): choose the slow slips and their directions. They must leave all
 * others within their limits, unless a decision of the modes follows (decides: 1). */
void vehicle_choose_slow_slips(struct vehicle_eval *, int decides);
/* Before that choice, in a jump: set `ended` of slow slips that have ended. */
void vehicle_find_ended_slips(struct vehicle_eval *, const uint64_t *triggered);
/* Find the fastest slip of the contacts in mode STICK, which vehicle_settle() stops; returns 0 if
 * none of them slips. */
int vehicle_find_slip_to_stop(const struct vehicle_eval *, size_t *contact);
/* True if all contacts, brakes and stops bear their forces with a margin, and, if the vehicle
 * moves, no row contradicts the others; must be weighed. */
int vehicle_forces_fit(struct vehicle_eval *, int moves);
/* Return to the modes that vehicle_keep_grips() has kept, and let slow contacts and brakes yield.
 * WD_OK if forces exist then and sliding is regular, WD_EINTERRUPT, or the given failure with the
 * modes that were kept. Must stand. */
int32_t vehicle_yield_instead(struct vehicle_eval *, int32_t failure);
/* Keep the modes of contacts, brakes and stops, and restore them. */
void vehicle_keep_grips(const struct vehicle_eval *);
void vehicle_restore_grips(struct vehicle_eval *);
/* True if the slip of a contact or brake that is about to start would reverse, so that it would end
 * at once. The evaluation must have accelerations. */
int vehicle_touch_reverses(const struct vehicle_eval *, size_t contact);
int vehicle_brake_reverses(const struct vehicle_eval *, size_t joint);

#endif
