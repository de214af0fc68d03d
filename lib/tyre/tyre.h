/* SPDX-License-Identifier: MIT */
/* Pneumatic tyres: the forces of the ground on one wheel, from its motion and the deflections of
 * its carcass. docs/theory/tyre derives the law.
 *
 * Axes: x along the heading of the wheel, y to its left, both in the plane of the ground; z along
 * the normal, off the ground. Forces and moments are those of the ground on the wheel. */
#ifndef TYRE_H
#define TYRE_H

#include "tyre/coefficients.h"
#include "tyre/magic.h"

/* Deflections of the carcass, the states of a tyre: along and across the wheel (m), about the
 * normal (rad), and of the spring of rolling resistance along the way rolled (m). */
enum { TYRE_ALONG_X, TYRE_ACROSS_Y, TYRE_TWIST, TYRE_ROLLED, TYRE_BENDS };

/* Damping time (damping divided by stiffness) of the spring of rolling resistance, divided by that
 * of the carcass. A parked car oscillates on this spring; the damping makes the oscillation decay.
 * From the definition of the law. */
#define TYRE_ROLLED_TIME 100

/* Constants of a tyre, which tyre_pack() computes from its numbers. Wheels of different radius may
 * share them. */
struct tyre {
    int form;
    double k_z, k_z2, c_z;   /* load spring: N = k_z d + k_z2 d^2 + c_z d' */
    double K[TYRE_BENDS];    /* stiffness of each deflection; TYRE_ROLLED: 0 without a spring */
    double time[TYRE_BENDS]; /* s: damping divided by stiffness, of each deflection */
    double half_length;      /* a: half the length of the contact */
    /* brush: slip, cornering and camber stiffness and rolling resistance, each per load */
    double c_x, c_y, c_gam, f;
    double share; /* reduction of the rolling radius, as a fraction of the deflection; magic uses it
                     if breff, dreff and freff are 0 */
    double flat, breff, dreff, freff, q_re0; /* magic: nominal load divided by vertical stiffness;
                                                coefficients of the rolling radius */
    struct magic magic;
};

/* Set the defaults of all numbers. */
void tyre_defaults(struct tyre_numbers *);

/* Return the name of the first invalid number, and set *why; NULL if all numbers are valid. The
 * bounds of single numbers are not tested here: the caller tests them. */
const char *tyre_fault(const struct tyre_numbers *, const char **why);

/* Compute the constants of a tyre from its numbers, for which tyre_fault() must return NULL. */
void tyre_pack(const struct tyre_numbers *, struct tyre *);

/* Pose of a wheel relative to the plane of the ground, or to a tangent plane of a profile. */
struct tyre_place {
    double radius, crown; /* R_0, and the radius of the crown, at most R_0 */
    double height;        /* height of the centre of the wheel, along the normal */
    double cos_camber, sin_camber;
};

/* Motion of a wheel relative to the ground at its foot, the point of the ground below its lowest
 * point: tyre_motion_of(). */
struct tyre_motion {
    double radius;           /* R_0, radius of the unloaded tyre */
    double deflection, rate; /* d > 0 where the tyre touches, and d' */
    double mu;               /* brush: friction coefficient; magic: factor on that of the tyre */
    double sin_camber;       /* > 0: the top leans to the right */
    double forward; /* m/s: V_x, velocity of the wheel at the foot along x, without its spin */
    double spin;    /* rad/s: Omega > 0 rolls forward */
    double side;    /* m/s: v_sy, velocity of the foot along y */
    double turn;    /* rad/s: W_z, angular velocity of the rotor about z */
};

/* Form magic: what its steady force depends on, apart from load, friction and camber, and how fast
 * the tyre approaches this force while it slides. Symbols of docs/theory/tyre. */
struct tyre_aim {
    double direction;        /* S: 1 if the wheel rolls forward, else -1 */
    double kappa, tan_alpha; /* of a wheel that rolls forward */
    double speed;            /* |v_s| */
    double reference;        /* m/s: kappa and tan_alpha are slip velocities divided by this */
    double weight;           /* beta */
};

/* A tyre on the ground: its motion, with the load and the rolling radius computed from it. */
struct tyre_contact {
    double radius, load, mu;
    /* Camber, and its sine. Brush needs only the sine: camber is 0. Camber of an iterate of an
     * implicit step is set where the law is evaluated. */
    double gamma, sin_gamma;
    double rolling_radius;
    double forward, rolled; /* V_x, V_r */
    double slip[2], turn;   /* v_sx, v_sy, W_z */
    double step;            /* s: length of an implicit step, added to all damping times; else 0 */
    int direction;          /* implicit step, form magic: rolling direction, 1 or -1; else 0 */
    int reverses; /* implicit step: 1 if tyre_rows.reverses was set in the last iterate and the
                     impulse of the row rolling was within its band */
    /* implicit step, form magic: number of iterates so far, the aim of the last one, and 1 if the
     * next iterates keep it, see TYRE_FREE_ITERATES in step.c */
    int iterates, keeps;
    struct tyre_aim aim;
};

/* Bits that identify the smooth piece of the law at an instant. Between two neighbouring instants
 * with different pieces the law has a kink. */
enum {
    TYRE_PIECE_LOAD = 1,         /* the tyre carries a load */
    TYRE_PIECE_ROLLING = 2,      /* the spring of rolling resistance is at its limit */
    TYRE_PIECE_ROLLING_BACK = 4, /* that spring is at its lower limit */
    TYRE_PIECE_RENEWED = 8,      /* w_r (tyre_result.renewed) is within its bounds 0 and 2 V_r */
    TYRE_PIECE_SLIDING = 16, /* brush: all bristles slide; magic: the force is cut to its bound */
    TYRE_PIECE_TWIST = 32    /* the aligning moment is at its limit */
};

/* Forces of a tyre and rates of its carcass at one instant. */
struct tyre_result {
    double load;                    /* N: >= 0 */
    double force[2];                /* N: F_x, F_y */
    double over;                    /* N.m: M_x */
    double align;                   /* N.m: M_z */
    double rolling, camber_rolling; /* N: P, the rolling resistance, and P_c, the reaction of a
                                       cambered tyre; both act on the velocity R_e Omega */
    double reaction; /* N: largest |P_c| in steady rolling; < 0 if P_c drives the wheel */
    double onset; /* m/s: rolling speed at which the spring of rolling resistance reaches its limit,
                     in the direction in which it is deflected; <= 0 at or beyond the limit */
    double rolling_radius; /* m: R_e */
    double rolled;         /* m/s: V_r = R_e Omega */
    double renewed;        /* m/s: w_r, the part of V_r that renews the contact */
    double slip[2];        /* m/s: v_sx, v_sy of the rim */
    double bend_rate[TYRE_BENDS];
    double limit;            /* N: largest |F|: brush mu N, magic max(|D_x|, |D_y|) */
    double full;             /* N: |F| of full sliding: `limit`; magic past its peak: |F_s| */
    double dissipation;      /* W: lost in carcass and contact; brush without M_z: >= 0 */
    double load_dissipation; /* W: lost in the load spring */
    int piece;               /* TYRE_PIECE_* */
};

/* Compute the motion of a wheel whose centre has this velocity and whose rotor has this angular
 * velocity, both in components along x, y, z. cos_camber must not be 0. */
void tyre_motion_of(const struct tyre_place *, const double velocity[3], const double turning[3],
                    double mu, struct tyre_motion *);

/* Compute the force on the rotor at the centre of the wheel, and the torque about the centre, in
 * components along x, y, z. The power of force and torque is exactly that of the tyre's forces on
 * the velocities of tyre_motion_of(), so that the conversion adds no energy. */
void tyre_wrench(const struct tyre_place *, const struct tyre_result *, double force[3],
                 double torque[3]);

/* Components of the torque of tyre_wrench() per unit force: of N about x, equal to that of -F_x
 * about z; of F_x about y; of F_y about x; and of P + P_c about y. */
struct tyre_arms {
    double lean, forward, side, rolling;
};
struct tyre_arms tyre_arms_of(const struct tyre_place *, double rolling_radius);

/* Slip ratio -v_sx/v and tangent of the slip angle v_sy/v of the rim, with v = max(|V_x|,
 * |v_s|/1.5) and the slip speed |v_s|; 0 at rest. */
void tyre_slip(const struct tyre_motion *, const struct tyre_result *, double *ratio,
               double *tan_angle);

/* True if tyre_result.reaction may differ from 0. */
int tyre_reacts(const struct tyre *);

/* N; load, at least 0, at this deflection (m) and its rate (m/s). */
double tyre_load(const struct tyre *, double deflection, double rate);

/* Guard of the modes of a tyre: above 0 it carries a load, at or below 0 it is open. Its unit is m
 * or N. */
double tyre_guard(const struct tyre *, double deflection, double rate);

/* m; R_e, the radius at which the rolling velocity and the force along the wheel act. */
double tyre_rolling_radius(const struct tyre *, double radius, double deflection, double load);

/* Evaluate the law at an instant: set all fields of the result. result.bend_rate holds the time
 * derivatives of the deflections `bend`. */
void tyre_evaluate(const struct tyre *, const struct tyre_motion *, const double bend[TYRE_BENDS],
                   struct tyre_result *);

/* J: energy stored in the carcass and in the load spring. */
double tyre_stored(const struct tyre *, double deflection, const double bend[TYRE_BENDS]);

#endif
