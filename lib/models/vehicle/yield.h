/* SPDX-License-Identifier: MIT */
/* Mode yield: a regularised law of friction for slow slips. The contact problem of each evaluation
 * decides whether the contacts and brakes in this mode stick or slip, so no event starts or ends
 * their slips. VEHICLE_YIELD_SLIPS also stores a guess for the solver: the contact or brake slipped
 * in the solution at the start of the step, in its direction. All closed contacts with friction of
 * law coulomb, and all brakes that are on, have the mode together, except those that slip too fast.
 */
#ifndef VEHICLE_YIELD_H
#define VEHICLE_YIELD_H

#include "models/vehicle/slow.h"
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

static inline int vehicle_grip_yields(const struct vehicle_grip *grip)
{
    return grip->mode >= VEHICLE_YIELD;
}

/* True if any contact or brake yields. */
static inline int yield_any(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_takes_part(m, c) && vehicle_grip_yields(&m->touch[c]);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= vehicle_grip_yields(&m->brake[j]);
    return any && !m->relaxes;
}

/* True if no contact of another law than coulomb has the mode, and none is beside relaxed wheels.
 */
static inline int yield_may_exist(const struct vehicle_eval *m)
{
    int all = !m->relaxes;
    for (size_t c = 0; c < m->work.contacts; c++)
        all &= vehicle_law(m, c)->lifts || !vehicle_grip_yields(&m->touch[c]);
    return all;
}

/* m/s: speed from which a contact no longer yields: that which g causes in VEHICLE_YIELD_TIME, or,
 * with little gravity, one that has a direction. */
static inline double yield_fastest(const struct vehicle_eval *m)
{
    return num_fmax(VEHICLE_YIELD_TIME * vehicle_g(m), VEHICLE_HYSTERESIS * VEHICLE_DIRECTED);
}

/* rad/s or m/s: rate from which a brake no longer yields; its capacity alone stops a slower joint
 * within VEHICLE_YIELD_TIME. */
static inline double yield_fastest_rate(const struct vehicle_eval *m, size_t joint)
{
    double root = m->work.arm[joint].root;
    return VEHICLE_YIELD_TIME * m->brake[joint].limit * root * root;
}

/* N, N.m; margin of a row that only pushes, in the direction `side`, 1 or -1: its force `push`, or,
 * if the row separates, minus the force that would prevent this. */
static inline double yield_push(const struct vehicle_eval *m, size_t number, double side,
                                double push)
{
    size_t row = vehicle_row(m, number);
    double away = side * m->friction.u[row];
    return away > 0 ? push - away / m->work.matrix[row * (m->work.rows + 1)] : push;
}

/* The contact or brake of a row. */
static inline struct vehicle_grip *vehicle_grip_at(const struct vehicle_eval *m, size_t number)
{
    return vehicle_is_brake(m, number) ? &m->brake[linkage_joint_of(&m->v->linkage, number)]
                                       : &m->touch[number / 3];
}

/* N, N.m; force along a row at the end of the last step; 0 if the mode has begun since then. */
static inline double *yield_last(const struct vehicle_eval *m, size_t number)
{
    return &vehicle_grip_at(m, number)->last[vehicle_is_brake(m, number) ? 0 : number % 3];
}

/* Let all slow contacts and brakes yield; other slow modes end. Returns 0, and changes no mode, if
 * a contact sticks that slips too fast, beside relaxed wheels, and in Moreau steps, which need no
 * modes. Sets m->hold. */
int yield_begin(struct vehicle_eval *);
/* Let all slow contacts and brakes yield without these conditions. */
void yield_let_slow(struct vehicle_eval *);
/* End the mode without a decision: contacts and brakes that yield slip if they are fast enough to
 * have a direction, and stick otherwise. */
void yield_cancel(struct vehicle_eval *);
/* Find the forces along the rows, m->along, by the contact problem: WD_OK, or a failure. */
int32_t yield_solve(struct vehicle_eval *);
/* Let slow contacts and brakes yield, and open contacts and stops until none separates: WD_OK, or a
 * failure. Must stand. */
int32_t yield_decide(struct vehicle_eval *);
/* Before a step: return to the ordinary modes if these fit, else store which contacts and brakes
 * slip. */
void yield_enter(struct vehicle_eval *);
/* After a step: store the forces in the extras of y, and stop a vehicle that rests. */
void yield_end_step(struct vehicle_eval *, double *y);
/* True for a contact whose friction opposes its slip at the limit. */
int yield_slips(const struct vehicle_eval *, size_t contact);

#endif
