/* SPDX-License-Identifier: MIT */
/* End stops of hinges and slides: springs, in stop.c, and rigid ones, in stop_rigid.c.
 *
 * Rigid stops are one-sided elements of the contact problem. A joint that rests on a stop is held
 * there as long as the stop pushes. The brake of the joint shares the row of the stop: while the
 * joint rests, the brake may bear any part of a load that pulls away from the stop, up to its
 * capacity. A joint whose stops coincide is locked: its row is firm, and its force has no limit.
 *
 * Functions without an argument `joint` act on all joints; the others accept any joint. An
 * evaluation is "weighed" after vehicle_weigh(). `triggered`: guards that have triggered. */
#ifndef VEHICLE_STOP_H
#define VEHICLE_STOP_H

#include "models/vehicle/vehicle.h"
#include "num/bits.h"

#include <math.h>

/* ---- stops of both kinds ---- */

enum { STOP_RIGID, STOP_SPRING };

/* Parameters of a joint with stops of this sort, STOP_RIGID or STOP_SPRING; NULL for others. */
static inline const struct joint_param *stop_param(const struct vehicle_eval *m, size_t joint,
                                                   int sort)
{
    const struct joint_param *p = vehicle_param_of(m->view, m->v->joint[joint].part);
    return joint < m->v->stops && (p->stop_stiffness > 0) == (sort == STOP_SPRING) &&
                   (isfinite(p->lower) || isfinite(p->upper))
               ? p
               : NULL;
}

/* True if this guard of the stops of a joint, 0 or 1, has triggered. */
static inline int stop_triggered(const struct vehicle_eval *m, size_t joint,
                                 const uint64_t *triggered, size_t guard)
{
    return bit_is_set(triggered, vehicle_stop_guard(m->v->joint[joint].part) + guard);
}

/* Check that the parameters of stops are consistent: NULL, or an error text. */
const char *vehicle_check_stops(const struct view *);
/* Check that all joints are between their stops, at the start: NULL, or an error text. */
const char *vehicle_judge_stops(const struct vehicle_eval *);
/* True if the mode of the stops of the joint in the view is a valid number. */
int vehicle_fits_stop(const struct view *, const struct part *joint);
/* Read the modes of stops from the view. */
void vehicle_read_stops(struct vehicle_eval *);
/* Write the modes of stops to the modes of the model. */
void vehicle_write_stops(const struct vehicle_eval *, int64_t *mode);
/* In a jump: change the modes of the spring stops whose guards have triggered. Returns 1 if there
 * are any. */
int vehicle_jump_stops(struct vehicle_eval *, const uint64_t *triggered);
/* Set the modes of spring stops from the state; in a jump except those that vehicle_jump_stops()
 * has changed. */
void vehicle_set_stop_modes(struct vehicle_eval *);
/* True if the mode of any stop differs from that in the view. */
int vehicle_stops_differ(const struct vehicle_eval *);
/* Set the values and rates of the two guards of a joint with stops; must be weighed. */
void vehicle_guard_stop(const struct vehicle_eval *, size_t joint, double *value, double *rate);
/* N, N.m; force of a spring stop on the child; 0 for others. *lost: power (W) that its damper
 * dissipates, or that its spring loses while it expands. */
double vehicle_stop_effort(const struct vehicle_eval *, size_t joint, double *lost);
/* J; energy of a spring stop; 0 for others. */
double vehicle_stop_energy(const struct vehicle_eval *, size_t joint);
/* Set stiffness and damping of the pressing spring stops in m->work.arm, for the mass matrix of a
 * Moreau step. */
void vehicle_add_stop_stiffness(struct vehicle_eval *);

/* ---- rigid stops ---- */

/* True if the joint has two rigid stops at the same place. */
int stop_is_locked(const struct vehicle_eval *, size_t joint);
/* True if the joint rests on a rigid stop, or is locked. */
int stop_holds(const struct vehicle_eval *, size_t joint);
/* Direction in which the stop pushes the joint that rests on it: 1 on the lower one, -1 on the
 * upper one; 0 if it rests on none, or is locked. */
double stop_side(const struct vehicle_eval *, size_t joint);
/* Angle (rad) or travel (m) of the stop that holds the joint; NaN if none does. */
double stop_place(const struct vehicle_eval *, size_t joint);
/* Coefficient of restitution of the rigid stops of the joint; 0 if there are none. */
double stop_restitution(const struct vehicle_eval *, size_t joint);

/* Set each joint that a stop holds exactly to stop_place(), with rate 0. */
void stop_pin(struct vehicle_eval *);
/* Set the mode of joints that are at a rigid stop and do not move to rest on it. Returns 1 if there
 * are any. */
int stop_rest(struct vehicle_eval *);
/* Mark, in m->held and m->place_of, free joints that are beyond a rigid stop by more than `depth`
 * (rad, m) as held at this stop; returns their number. */
size_t stop_find_deep(struct vehicle_eval *, double depth);

/* ---- jumps ---- */

/* Mark the rigid stops that open because a guard has triggered. Returns 1 if a guard of any rigid
 * stop has triggered, so that modes must be decided. */
int stop_mark(struct vehicle_eval *, const uint64_t *triggered);
/* True if a guard in `triggered` (NULL: none) reports that a joint reaches a rigid stop, or if a
 * free joint is at one and does not leave it. */
int stop_any_meets(const struct vehicle_eval *, const uint64_t *triggered);
/* True if a free joint is at a rigid stop and moves into it. */
int stop_any_falls(const struct vehicle_eval *);
/* Close the rigid stops that take part in an impact: those whose guards are in `triggered` (NULL:
 * none) and those at which a joint is. Set m->held, and `from` to the mode before the impact. */
void stop_close(struct vehicle_eval *, const uint64_t *triggered);
/* In the middle of a Moreau step: close the rigid stops that joints have reached, and add the
 * joints that stops hold to m->held. */
void stop_close_step(struct vehicle_eval *);
/* Open the rigid stops from which the joint moves away faster than `still`, rad/s or m/s. */
void stop_leave(struct vehicle_eval *, double still);
/* Mark the rows of locked joints in m->firm as firm, and those of the others as free. */
void stop_set_firm(struct vehicle_eval *);
/* Log an event for each rigid stop that has opened since the modes in the view. */
void stop_log(const struct vehicle_eval *, struct events *);
/* vehicle_guard_stop() for a joint without spring stops; must be weighed. */
void stop_guard(const struct vehicle_eval *, size_t joint, double *value, double *rate);

/* ---- decisions ---- */

/* Set the element of a held joint, whose row is `row`: a stop with its brake, or a brake alone.
 * Returns 0 for a locked joint, which has no element, else 1. */
int stop_pose(const struct vehicle_eval *, size_t joint, size_t row, struct friction_element *);
/* Read the next mode of a stop from the solution for its element. tolerance, little: acceleration
 * and force that are zero to rounding. Returns 1 if the stop opens. */
int stop_read(struct vehicle_eval *, size_t joint, const struct friction_element *,
              double tolerance, double little);
/* Mark the stops that pull, and close stops again that have opened although their joint accelerates
 * back into them. Returns the number of both; they must be decided again. */
size_t stop_judge(struct vehicle_eval *);
/* N, N.m; force with which the stop and the brake of a joint that rests push away from the stop,
 * plus the capacity of the brake. The stop opens below 0. */
double stop_push(const struct vehicle_eval *, size_t joint);
/* Open the stop. If the joint has a brake, the brake starts to slide away from the stop. */
void stop_open(struct vehicle_eval *, size_t joint);

/* ---- outputs ---- */

/* Return the part of `force`, the force along the row of the joint, that its rigid stop exerts; the
 * brake exerts the rest. */
double stop_share(const struct vehicle_eval *, size_t joint, double force);

#endif
