/* SPDX-License-Identifier: MIT */
/* What step.c and step_guard.c share: a step, and what ends it. */
#ifndef STEP_H
#define STEP_H

#include "models/impact_wheel/swing.h"
#include "num/ode.h"

/* Besides what moves, the gap of each contact that is leaving is integrated: as a difference of
 * positions it would drown in their rounding, and with it the height of small bounces. */
enum { REALS = IMPACT_REALS + LAW_CONTACTS };

struct step {
    const struct impact_system *system;
    const struct impact_state *state;
    struct swing *swing; /* NULL: made by Runge-Kutta */
    struct ode ode;
    double h, origin[REALS], y[REALS]; /* y: the end of the step */
    double excess[LAW_CONTACTS];       /* rounding of normal speeds that are zero at the origin */
    int64_t nearest;                   /* feature at the origin, in flight */
    int heading; /* sign of step_advance() at the origin or, from rest, after it; 0: none */
    double slow; /* speed that is none, if it starts from rest */
    double pull; /* of a single contact at the origin: settling has kept it all the same */
    int guard;
    int32_t status;
};

/* Guards: four of each lasting contact, and one for all features not touched. Where the wheel turns
 * back, the step ends too: what it has passed on the way there and again on the way back would not
 * be noticed. Nor would a guard that falls below zero and rises again within one step: the last
 * ones look for where it is lowest. BRAKE: the wheel brakes, it might turn twice; FALL + FORCE or
 * FRICTION: that guard of a swing falls; LEFT + j: the gap of leaving contact j. */
enum { GUARD_FORCE, GUARD_FRICTION, GUARD_BEFORE, GUARD_AFTER, GUARDS };
enum { GUARD_TURN = GUARDS * LAW_CONTACTS, GUARD_GAP, ALL_GUARDS, GUARD_BRAKE, GUARD_FALL };
enum { GUARD_LEFT = GUARD_FALL + GUARDS };

/* How many doubles of scratch a step takes. */
size_t step_doubles(void);

/* What leg_plan() and leg_at() do for a leg that is integrated. planned: by the last call of
 * step_plan(), and nobody has written to the scratch since. */
int32_t step_plan(const struct impact_system *system, struct impact_state *state);

int32_t step_at(const struct impact_system *system, const struct impact_state *state, int planned,
                double t, double *y);

/* For the integrator; context: the step. */
int32_t step_rates(double t, const double *y, double *dy, void *context);

/* The smallest gap of the features that the wheel is not on, or of those farther than `least`. */
double step_gap(const struct step *step, const double *y, double least, int64_t *nearest);

/* Velocity along the surface that the wheel is on, or towards the one that is nearest, and, with
 * these accelerations, its rate. */
double step_advance(const struct step *step, const double *y, const double *a, double *rate);

/* Below zero: what is watched has happened. */
double step_guard(const struct step *step, int guard, double t, const double *y);

#endif
