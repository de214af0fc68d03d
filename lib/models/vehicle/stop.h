/* SPDX-License-Identifier: MIT */
/* End stops of hinges and slides: springs, in stop.c, and rigid ones, in stop_rigid.c.
 *
 * Rigid stops are one-sided elements of the contact problem. A joint at a stop is held in its place
 * as long as the stop pushes. The brake of the joint has the same row: a brake at rest on a stop
 * may bear any part of a load away from the stop, up to its capacity. A joint whose stops coincide
 * is locked: its row is firm, and its force has no limit. Functions without an argument `joint` act
 * on all joints; the others accept any joint. An evaluation is "weighed" after vehicle_weigh(). */
#ifndef VEHICLE_STOP_H
#define VEHICLE_STOP_H

#include "models/vehicle/vehicle.h"

/* ---- stops of both kinds ---- */

/* Check the stops of joints: NULL, or an error text. The first function checks that the settings
 * are consistent, the second that the start is within the stops. */
const char *vehicle_check_stops(const struct view *);
const char *vehicle_judge_stops(const struct vehicle_eval *);
/* True if the mode of the stops of the joint in the view is a valid number. */
int vehicle_fits_stop(const struct view *, const struct part *joint);
/* Read the modes from the view, and write them. */
void vehicle_read_stops(struct vehicle_eval *);
void vehicle_write_stops(const struct vehicle_eval *, int64_t *mode);
/* At a jump change the modes whose guard has triggered; true if there are any. */
int vehicle_jump_stops(struct vehicle_eval *, const uint64_t *triggered);
/* Set the modes from the state, during a jump those of stops whose guard has not triggered. */
void vehicle_set_stop_modes(struct vehicle_eval *);
/* True if the stops that act differ from those in the view. */
int vehicle_stops_differ(const struct vehicle_eval *);
/* Values and rates of both guards; must be weighed. */
void vehicle_guard_stop(const struct vehicle_eval *, size_t joint, double *value, double *rate);
/* Force or torque on the child. *lost: power lost in the damper, or in a spring that expands. */
double vehicle_stop_effort(const struct vehicle_eval *, size_t joint, double *lost);
double vehicle_stop_energy(const struct vehicle_eval *, size_t joint);
/* Add stiffness and damping of the acting stops to the factor of a step. */
void vehicle_add_stop_stiffness(struct vehicle_eval *);

/* ---- rigid stops ---- */

/* stop_is_rigid(): true if the joint has a rigid stop. stop_is_locked(): true if both stops are at
 * the same place. stop_holds(): true if the joint rests on a stop. */
int stop_is_rigid(const struct vehicle_eval *, size_t joint);
int stop_is_locked(const struct vehicle_eval *, size_t joint);
int stop_holds(const struct vehicle_eval *, size_t joint);
/* Direction in which the stop pushes the joint that rests on it: 1 on the lower one, -1 on the
 * upper one; 0 if it rests on none, or is locked. */
double stop_side(const struct vehicle_eval *, size_t joint);
/* Angle or travel of the stop that holds the joint; NaN if none does. */
double stop_place(const struct vehicle_eval *, size_t joint);
double stop_restitution(const struct vehicle_eval *, size_t joint);

/* Set angle, travel and rate of held joints exactly. */
void stop_pin(struct vehicle_eval *);
/* Let joints rest that are at a stop and do not move: true if there are any. */
int stop_rest(struct vehicle_eval *);
/* Hold joints that are beyond a stop by more than this, in m->held and m->place_of; returns how
 * many. */
size_t stop_find_deep(struct vehicle_eval *, double depth);

/* ---- jumps ---- */

/* Mark the stops whose guards have triggered: true if modes must be decided. */
int stop_mark(struct vehicle_eval *, const uint64_t *triggered);
/* stop_any_meets(): true if a joint reaches a stop, or is at one without leaving. stop_any_falls():
 * true if a joint is at a stop and moves into it. */
int stop_any_meets(const struct vehicle_eval *, const uint64_t *triggered);
int stop_any_falls(const struct vehicle_eval *);
/* True if the joint is at a stop on which it does not rest. */
int stop_is_down(const struct vehicle_eval *, size_t joint);
/* Close the stops that take part in an impact: set m->held, and `from` to the mode before the
 * impact. */
void stop_close(struct vehicle_eval *, const uint64_t *triggered);
/* Close the stops that take part in a step, in whose middle the state is. */
void stop_close_step(struct vehicle_eval *);
/* Open the stops from which the joint moves away faster than this, rad/s or m/s. */
void stop_leave(struct vehicle_eval *, double still);
/* Mark the rows of locked joints as firm, in m->firm. */
void stop_set_firm(struct vehicle_eval *);
/* Log the stops that have opened. */
void stop_log(const struct vehicle_eval *, struct events *);
/* Value and rate of both guards; must be weighed. */
void stop_guard(const struct vehicle_eval *, size_t joint, double *value, double *rate);

/* ---- decisions ---- */

/* Set the element of a held joint, by its row. Returns 0 for a locked joint, which has none. */
int stop_pose(const struct vehicle_eval *, size_t joint, size_t row, struct friction_element *);
/* Read the mode from the solution. tolerance: acceleration, little: force, both zero to rounding;
 * own: diagonal entry of W. True if the mode changes. */
int stop_read(struct vehicle_eval *, size_t joint, const struct friction_element *, double own,
              double tolerance, double little);
/* Return how many stops must be decided again: stops that pull, and stops that have opened although
 * their joint does not move away. */
size_t stop_judge(struct vehicle_eval *);
/* Force with which the stop on which the joint rests pushes, plus the capacity of the brake. */
double stop_push(const struct vehicle_eval *, size_t joint);
/* Open the stop in favour of a brake that starts to slide. */
void stop_open(struct vehicle_eval *, size_t joint);

/* ---- outputs ---- */

/* Return the part of the force along the row that the stop exerts; the brake exerts the rest. */
double stop_share(const struct vehicle_eval *, size_t joint, double force);

#endif
