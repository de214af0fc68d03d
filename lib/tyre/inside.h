/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of tyre. */
#ifndef TYRE_INSIDE_H
#define TYRE_INSIDE_H

#include <math.h>
#include <stddef.h>

#include "num/elementary.h"
#include "tyre/tyre.h"

/* N. Forces in the ground are 0 where friction allows less, so that no quotient by friction or load
 * overflows and no square of a force underflows. */
#define TYRE_LEAST_FRICTION 1e-100

/* Largest slip ratio and slip angle (as a tangent) for which the formula is evaluated. Beyond them
 * curves with a shape factor above 1 lose their friction. From the definition of the law. */
#define FORMULA_MOST_SLIP 1.5

/* The rolling element: resistance P, and w_r, the part of V_r that it does not take up. */
struct tyre_roller {
    double force, renewed, rate;
    int piece; /* TYRE_PIECE_* */
};

/* The force of the ground, F = K (u + (t_c + step) u'). */
struct tyre_grip {
    double force[2], rate[2]; /* F, u' */
    double patch[2];          /* m/s: w = v + u', the velocity of the contact patch */
    double slope[2];          /* -dF/dv while the patch renews and slides at the same pace */
    double free[2];           /* m/s: the velocity v for which F would be 0 at this slope */
    double limit, cut;        /* |F| of full sliding, and the largest |F| at all */
    double target, sigma;     /* of twist: M_t, sigma_z */
    double most;              /* |M| */
    int piece;                /* TYRE_PIECE_* */
};

/* dV/dV_gam: side velocity of the patch by camber, for each m/s rolled. */
double tyre_camber_slip(const struct tyre *, double sin_camber);

/* Largest force of the rolling element. That of magic depends on the force along the wheel and on
 * the direction in which it rolls. This is the direction that the force of the element resists, not
 * the sign of V_r: else the force of a standing wheel would jump with the rounding of V_r. */
double tyre_roller_most(const struct tyre *, const struct tyre_contact *, const double *bend);
void tyre_roll(const struct tyre *, const struct tyre_contact *, const double *bend,
               struct tyre_roller *);

/* Evaluate tyre_brush_grip() or tyre_magic_grip(), by the form. */
void tyre_grip_of(const struct tyre *, const struct tyre_contact *, const double *bend,
                  double renewed, struct tyre_grip *);
void tyre_brush_grip(const struct tyre *, const struct tyre_contact *, const double *bend,
                     double renewed, struct tyre_grip *);
void tyre_magic_grip(const struct tyre *, const struct tyre_contact *, const double *bend,
                     double renewed, struct tyre_grip *);

/* 1/s: rate at which the twist follows, by the way that the patch rolls and slides. */
double tyre_twist_pace(const struct tyre_grip *, double renewed);

/* Set M_x and P_c of the result. */
void tyre_moments(const struct tyre *, const struct tyre_contact *, const struct tyre_roller *,
                  const struct tyre_grip *, struct tyre_result *);

/* Evaluate the law at a contact: all of the result but `load`, radius and rates of the load. */
void tyre_evaluate_contact(const struct tyre *, const struct tyre_contact *, const double *bend,
                           struct tyre_result *);

/* Slip of the rim as the Magic Formula takes it, and the rolling direction S, 1 or -1. */
double tyre_formula_slip(const struct tyre_contact *, struct magic_slip *);

#endif
