/* SPDX-License-Identifier: MIT */
/* Directions of slips that are slow or have just started, and the choice of slow slips. */
#ifndef VEHICLE_SLOW_H
#define VEHICLE_SLOW_H

#include "models/vehicle/vehicle.h"

/* s; the direction of a creeping or a following slip (CREEP, FOLLOW) is that of the slip
 * extrapolated by this time. */
#define VEHICLE_CREEP_TIME 1e-4
#define VEHICLE_FOLLOW_TIME 1e-3

/* A slip may start to follow if its component across the direction of the forces is at most
 * vehicle_deviation(). It stops following at this multiple of vehicle_deviation(). */
#define VEHICLE_FOLLOW_RATIO 4

/* True if the slip is in mode CREEP or FOLLOW; such slips are called slow. */
static inline int vehicle_is_slow(const struct vehicle_grip *touch)
{
    return touch->mode == VEHICLE_CREEP || touch->mode == VEHICLE_FOLLOW;
}

/* True for a slow slip, and for one that has just started: its direction is quasi-static (creep.c).
 */
int vehicle_is_quasi_static(const struct vehicle_eval *, size_t contact);
/* m/s; largest component of a following slip across the direction of the forces. */
double vehicle_deviation(const struct vehicle_eval *);
/* Find the quasi-static directions, in m->grip, and the forces along all rows, in m->along. On
 * entry both are those of linkage_balance() with approximate directions. If none are found,
 * m->settled is 0 and the directions are those of m->touch. WD_OK, or a failure. */
int32_t vehicle_find_slow_directions(struct vehicle_eval *);
/* Store the directions found in m->touch. */
void vehicle_keep_slow_directions(struct vehicle_eval *);
/* Return a slip to ordinary slip; a faster one than VEHICLE_DIRECTED gets the direction of its
 * velocity. */
void vehicle_end_slow_slip(struct vehicle_eval *, size_t contact);
/* Do the same for all slow slips, and for those that have just started and are faster than
 * VEHICLE_DIRECTED. Returns their number. */
size_t vehicle_end_slow_slips(struct vehicle_eval *);
/* After vehicle_update_modes(): choose the slips that creep or follow and their directions. */
void vehicle_choose_slow_slips(struct vehicle_eval *);
/* Before that choice, in a jump: set `ended` of following slips that have ended. */
void vehicle_find_ended_slips(struct vehicle_eval *, const uint64_t *triggered);
#endif
