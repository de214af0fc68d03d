/* SPDX-License-Identifier: MIT */
/* Contacts and brakes that yield: the contact problem of each instant decides whether they stick or
 * slip, so no event starts or ends their slips. Two modes say this: VEHICLE_YIELD, and
 * VEHICLE_YIELD_SLIPS, which also says that the contact or brake slipped at the start of the step,
 * in its direction. All closed contacts of law coulomb and all brakes yield together, except those
 * that slip too fast. */
#ifndef VEHICLE_YIELD_H
#define VEHICLE_YIELD_H

#include "models/vehicle/slow.h"
#include "models/vehicle/vehicle.h"

/* Compliance of the rows of contacts and brakes that yield, relative to the diagonal entries of W:
 * W is then regular, and the forces are unique. A contact that sticks slips by this fraction of the
 * acceleration by its force, times VEHICLE_CREEP_TIME: about 1e-11 m/s under its weight. Tuned on
 * robust-drives, preset car, drive 0: with 1e-7 it takes half as long again; with 1e-6 steps become
 * too small, and with 1e-9 contact problems without a solution occur. */
#define VEHICLE_YIELD_COMPLIANCE 1e-8

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

/* m/s: speed from which a contact no longer yields; the slip direction then relaxes in about
 * VEHICLE_CREEP_TIME. */
static inline double yield_fastest(const struct vehicle_eval *m)
{
    return VEHICLE_CREEP_TIME * vehicle_g(m);
}

/* rad/s or m/s: rate from which a brake no longer yields, which it stops within VEHICLE_CREEP_TIME.
 */
static inline double yield_fastest_rate(const struct vehicle_eval *m, size_t joint)
{
    double root = m->work.arm[joint].root;
    return VEHICLE_CREEP_TIME * m->brake[joint].limit * root * root;
}

/* N, N.m; the force `push` along a row that only pushes: in the direction `side`, 1 or -1. If the
 * row separates, the force that would be required to prevent this, which is below 0. */
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

/* Let all slow contacts and brakes yield; the others slip in the directions of their velocities.
 * Returns 0, and changes no mode, if the normal forces are statically indeterminate, and in Moreau
 * steps, which need no modes. */
int yield_begin(struct vehicle_eval *);
/* Find the forces along the rows, m->along, by the contact problem: WD_OK, or a failure. */
int32_t yield_solve(struct vehicle_eval *);
/* Open the contacts and stops that separate: WD_OK, or a failure and why. Must stand. */
int32_t yield_decide(struct vehicle_eval *);
/* Before a step: return to the ordinary modes if these fit, else store which contacts slip. */
void yield_enter(struct vehicle_eval *);
/* True for a contact whose friction opposes its slip at the limit. */
int yield_slips(const struct vehicle_eval *, size_t contact);

#endif
