/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of tyre. */
#ifndef TYRE_INSIDE_H
#define TYRE_INSIDE_H

#include <math.h>
#include <stddef.h>

#include "num/elementary.h"
#include "tyre/tyre.h"

/* N. Where the friction limit is below this, the forces in the plane of the ground are 0, so that
 * no quotient by friction or load overflows and no square of a force underflows. */
#define TYRE_LEAST_FRICTION 1e-100

/* Largest slip ratio and slip angle (as a tangent) for which the formula is evaluated. Beyond them
 * curves with a shape factor above 1 lose their friction. From the definition of the law. */
#define FORMULA_MOST_SLIP 1.5

/* The rolling element: its force P, the part w_r of V_r that its spring does not take up, and the
 * rate and the largest size U of its deflection. */
struct tyre_roller {
    double force, renewed, rate, travel;
    double most;  /* N: largest force */
    double onset; /* m/s: tyre_result.onset */
    int piece;    /* TYRE_PIECE_* */
};

/* The force of the ground in its plane, F = K (u + (t_c + step) u'). */
struct tyre_grip {
    double force[2], rate[2]; /* F, u' */
    double patch[2];          /* m/s: w = v + u', the velocity of the contact patch */
    double slope[2];   /* -dF/dv, v: slip velocity of the rim, at fixed rates of renewal and sliding
                          of the patch; magic: also with the change of F_s, where it is steeper */
    double free[2];    /* m/s: the velocity v for which F would be 0 at this slope */
    double limit, cut; /* tyre_result.limit, and the upper bound of |F| */
    double full;       /* tyre_result.full */
    double target, sigma; /* twist: moment M_t that it relaxes to, and sigma_z */
    double most;          /* upper bound of |M_z| */
    struct tyre_aim aim;  /* form magic */
    int piece;            /* TYRE_PIECE_* */
};

/* rad; gamma of tyre_contact: the camber, which brush does not need; for brush it is 0. */
double tyre_camber(const struct tyre *, double sin_camber);

/* Side velocity of the patch due to camber, divided by the rolling velocity. */
double tyre_camber_slip(const struct tyre *, double sin_camber);

/* Evaluate the rolling element at a contact. bend: the deflections of the carcass. */
void tyre_roll(const struct tyre *, const struct tyre_contact *, const double *bend,
               struct tyre_roller *);

/* Evaluate the force in the plane of the ground by tyre_brush_grip() or tyre_magic_grip(),
 * depending on the form of the tyre. renewed: w_r, from tyre_roll(). */
void tyre_grip_of(const struct tyre *, const struct tyre_contact *, const double *bend,
                  double renewed, struct tyre_grip *);
/* Evaluate the force of a tyre of the form brush, and of the form magic. */
void tyre_brush_grip(const struct tyre *, const struct tyre_contact *, const double *bend,
                     double renewed, struct tyre_grip *);
void tyre_magic_grip(const struct tyre *, const struct tyre_contact *, const double *bend,
                     double renewed, struct tyre_grip *);

/* 1/s: rate at which the twist relaxes; it is proportional to the speed at which the patch rolls
 * and slides. */
double tyre_twist_pace(const struct tyre_grip *, double renewed);

/* Set the fields over, camber_rolling, reaction and onset of the result. */
void tyre_moments(const struct tyre *, const struct tyre_contact *, const struct tyre_roller *,
                  const struct tyre_grip *, struct tyre_result *);

/* Evaluate the law at a contact: set all fields of the result except load_dissipation. */
void tyre_evaluate_contact(const struct tyre *, const struct tyre_contact *, const double *bend,
                           struct tyre_result *);

/* The rolling direction: the sign of V_x + V_r, and 1 at rest. */
int tyre_direction(const struct tyre_contact *);

/* Set the slip of the rim as the Magic Formula defines it, for a wheel that rolls forward. Return
 * the rolling direction S, 1 or -1, by which forces must be multiplied. */
double tyre_formula_slip(const struct tyre_contact *, struct magic_slip *);

#endif
