/* SPDX-License-Identifier: MIT */
/* The Magic Formula in steady state, MF-Tyre 6.1 and 5.2, without turn slip: H. B. Pacejka, Tire
 * and Vehicle Dynamics, 3rd edition, 2012, section 4.3.2; overturning and rolling moments of the
 * manual of MF-Tyre 6.1. */
#ifndef TYRE_MAGIC_H
#define TYRE_MAGIC_H

#include "tyre/coefficients.h"

/* Coefficients multiplied by their scale factors and by the factors of the present pressure. */
struct magic {
    int formula;
    double load, inverse_load, own_load; /* F_z0' = LFZO F_z0, 1/F_z0', F_z0 */
    double largest; /* N; load above which magic_limited() scales its forces, or DBL_MAX */
    /* F_x */
    double pcx1, pdx1, pdx2, pdx3, pex1, pex2, pex3, pex4, pkx1, pkx2, pkx3, phx1, phx2;
    double pvx1, pvx2, rbx1, rbx2, rbx3, rcx1, rex1, rex2, rhx1;
    /* F_y */
    double pcy1, pdy1, pdy2, pdy3, pey1, pey2, pey3, pey4, pey5, pky1, pky2, pky3, pky4, pky5;
    double pky6, pky7, phy1, phy2, phy3, pvy1, pvy2, pvy3, pvy4, rby1, rby2, rby3, rby4, rcy1;
    double rey1, rey2, rhy1, rhy2, rvy1, rvy2, rvy3, rvy4, rvy5, rvy6;
    /* M_z */
    double qbz1, qbz2, qbz3, qbz4, qbz5, qbz9, qbz10, qcz1, qdz1, qdz2, qdz3, qdz4, qdz6, qdz7;
    double qdz8, qdz9, qdz10, qdz11, qez1, qez2, qez3, qez4, qez5, qhz1, qhz2, qhz3, qhz4;
    double ssz1, ssz2, ssz3, ssz4;
    /* M_x */
    double qsx1, qsx2, qsx3, qsx4, qsx5, qsx6, qsx7, qsx8, qsx9, qsx10, qsx11, qsx12, qsx13, qsx14;
    /* M_y */
    double qsy1, qsy2, qsy3, qsy4, qsy5, qsy6, qsy7;
};

struct magic_slip {
    double radius, load; /* R_0, N > 0 */
    double mu;           /* factor on the coefficient of friction, > 0 */
    double kappa, tan_alpha;
    double gamma, sin_gamma;
};

struct magic_forces {
    double force[2], align;       /* F_x, F_y, M_z */
    double stiffness[2], peak[2]; /* K_x, K_y < 0; D_x, D_y */
    double slope[2]; /* derivatives of F_x by kappa and of F_y by tan_alpha, at fixed weights of
                        combined slip */
};

/* Compute the coefficients from the numbers of a tyre. */
void magic_pack(const struct tyre_numbers *, struct magic *);

/* Compute the forces in steady state of a wheel that rolls forward. */
void magic_steady(const struct magic *, const struct magic_slip *, struct magic_forces *);

/* Compute the same forces at loads up to `largest`. Above it they are those at this load times the
 * ratio of the loads, so friction coefficients and stiffnesses per load stay as they are there. */
void magic_limited(const struct magic *, const struct magic_slip *, struct magic_forces *);

/* N.m; overturning moment M_x at the side force `side` (N) and the camber gamma (rad). */
double magic_over(const struct magic *, double radius, double load, double side, double gamma);

/* N.m; rolling resistance M_y, below 0, of a wheel that rolls forward at this speed >= 0, under the
 * force `along` (N) along the wheel. */
double magic_roll(const struct magic *, double radius, double load, double along, double speed,
                  double gamma);

#endif
