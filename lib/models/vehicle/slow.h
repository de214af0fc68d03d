/* SPDX-License-Identifier: MIT */
/* Directions of slips that are slow or have just started, and the choice of slow slips. */
#ifndef VEHICLE_SLOW_H
#define VEHICLE_SLOW_H

#include "models/vehicle/vehicle.h"

/* Find the directions of slow slips and the forces along all rows, starting from the solution of
 * linkage_balance() with approximate directions. */
int32_t vehicle_find_slow_directions(struct vehicle_eval *);
/* True for a slow slip, and for one that has just started. vehicle_keep_slow_directions(): store
 * the directions found for these. */
int vehicle_is_quasi_static(const struct vehicle_eval *, size_t contact);
void vehicle_keep_slow_directions(struct vehicle_eval *);
/* vehicle_end_slow_slip(): return a slow contact to ordinary slip along its velocity.
 * vehicle_end_slow_slips(): the same for all slow contacts, and for slips that started earlier and
 * have a direction, after other modes have changed; returns their number. */
void vehicle_end_slow_slip(struct vehicle_eval *, size_t wheel);
size_t vehicle_end_slow_slips(struct vehicle_eval *);
/* After vehicle_update_modes(): choose the slips that creep or follow and their directions. */
void vehicle_choose_slow_slips(struct vehicle_eval *);
/* Before that choice, in a jump: set `ended` of following slips that have ended. */
void vehicle_find_ended_slips(struct vehicle_eval *, const uint64_t *triggered);
#endif
