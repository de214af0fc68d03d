/* SPDX-License-Identifier: MIT */
/* Functions for the start of a vehicle: placement, rolling rates and checks. vehicle.h includes
 * this header and says when an evaluation stands. */
#ifndef VEHICLE_START_H
#define VEHICLE_START_H

#include "kind/kind.h"
#include "models/vehicle/course.h"

struct vehicle_eval;

/* Set q to the quaternion of Rz(yaw) Rx(roll) Ry(pitch), scalar first. */
void vehicle_attitude(double yaw, double roll, double pitch, double q[4]);
/* Change height, roll and pitch of the root in y, from their start values, so that the wheels touch
 * the ground, as far as this is possible. Opens y in the evaluation and places the linkage. */
void vehicle_place_on_ground(const struct view *, double *y, struct vehicle_eval *);
/* Move the joints and the root in y to static equilibrium on the ground; the rates do not change.
 * Opens y in the evaluation. Returns NULL, or an error text. */
const char *vehicle_balance(const struct view *, double *y, struct vehicle_eval *);
/* Number of doubles of vehicle_eval.room that vehicle_balance() uses. */
size_t vehicle_balance_doubles(const struct linkage *);
/* Return NULL if all wheels touch the ground, otherwise an error text. */
const char *vehicle_start_fault(const struct vehicle_eval *);
/* Return the index of the wheel that this joint turns about the axis of the wheel; the number of
 * wheels if there is none. */
size_t vehicle_wheel_of_joint(const struct vehicle *, size_t joint);
/* Set the rates of the joints that turn wheels so that no wheel slips along its heading. */
void vehicle_set_rolling_rates(struct vehicle_eval *);

/* Return NULL if wheels of law ideal can roll through positions in a neighbourhood of this state;
 * otherwise an error text with the wheels whose rolling constraints contradict each other there.
 * Must stand. */
const char *vehicle_rolling_fault(struct vehicle_eval *);
/* Return an error text if wheels of law ideal hold a wheel of law coulomb that is on the ground at
 * its height, because the load of the latter is then undetermined; otherwise NULL. Must stand. */
const char *vehicle_height_fault(struct vehicle_eval *);

/* At the start of a motion: make a Moreau step without moving the state, and store its impulses and
 * its change of the speeds as a prediction for the first step. If it fails, store none. */
void vehicle_predict_first_step(struct motion *);

#endif
