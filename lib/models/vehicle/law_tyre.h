/* SPDX-License-Identifier: MIT */
/* The law tyre: a wheel on a pneumatic tyre [tyre/tyre.h]. The tyre is a load on its body like a
 * spring. A tyre has no row of the linkage; its mode says only whether it carries a load. A state
 * is "placed" after linkage_place(). */
#ifndef VEHICLE_LAW_TYRE_H
#define VEHICLE_LAW_TYRE_H

#include "kind/kind.h"
#include "num/mixing.h"
#include "models/vehicle/tyre_stop.h"
#include "num/vector.h"
#include "tyre/step.h"

struct vehicle_eval;
struct linkage_screw;
struct linkage_arm;

/* A part of type tyre, with its numbers at init and what follows from them. */
struct vehicle_tyre {
    const struct part *part;
    struct tyre_numbers numbers;
    struct tyre packed;
};

/* A tyre on the ground. axis: heading, left and normal, as vectors in ground axes. */
struct vehicle_tread {
    struct vec axis[3];
    struct tyre_place place;
    struct tyre_motion motion;
    struct tyre_result result;
};

/* Rows of a tyre in a Moreau step, in the order of tyre/step.h. OVER, the last one, is that of the
 * overturning moment M_x, which acts on the angular velocity W_h about the heading. */
enum {
    VEHICLE_TREAD_LOAD,
    VEHICLE_TREAD_GRIP,
    VEHICLE_TREAD_TWIST = 3,
    VEHICLE_TREAD_ROLLING,
    VEHICLE_TREAD_OVER,
    VEHICLE_TREAD_ROWS
};

/* VEHICLE_TREAD_MEASURED: number of rows whose rates are compared between iterates of a Moreau
 * step; these are all rows but OVER. VEHICLE_TREAD_NUMBERS: how many numbers make up an iterate of
 * a tyre: the seven numbers of its motion that change, its load, and vehicle_tread_step.turned of
 * the measured rows. */
enum {
    VEHICLE_TREAD_MEASURED = VEHICLE_TREAD_OVER,
    VEHICLE_TREAD_NUMBERS = 8 + VEHICLE_TREAD_MEASURED
};

/* A tyre in a Moreau step, with the last iterate. */
struct vehicle_tread_step {
    struct tyre_contact at;
    struct tyre_motion end; /* at the end of the step */
    struct tyre_rows rows;
    /* row_of: those of `rows` that are measured; the twist is that of a force at the unloaded
     * radius. */
    struct tyre_row row_of[VEHICLE_TREAD_MEASURED];
    int touches;                         /* 1: the tyre touches the ground */
    int piece;                           /* of the law, see piece_of() in moreau_tread.c */
    size_t row, element;                 /* the first of its rows and elements in the problem */
    double rate[VEHICLE_TREAD_ROWS];     /* velocities along its rows at the end of the step */
    double unit[VEHICLE_TREAD_MEASURED]; /* m/s: units of changes of the rates */
    int rolling_sticks;                  /* 1: the impulse of the row rolling is within its band */
    /* for moreau_solve_damped(): velocity plus offset of each row, including `turned`, if the
     * speeds did not change in the step; and for the bands of twist and rolling 0 within the band,
     * else the sign of the velocity that the impulse at the limit resists */
    double driven[VEHICLE_TREAD_MEASURED];
    int side[VEHICLE_TREAD_MEASURED - VEHICLE_TREAD_TWIST];
    double turned[VEHICLE_TREAD_ROWS]; /* rate minus the velocities along the rows in the middle */
};

/* The tyres in an evaluation. */
struct vehicle_treads {
    const double *y;             /* state of the model, for the deflections of carcasses */
    const struct tyre **packed;  /* tyres: packed with the present tunables */
    struct tyre *retuned;        /* tyres: memory for tyres with changed tunables */
    struct vehicle_tread *tread; /* wheels, if there are tyres */
    int by_rows; /* 1: vehicle_add_loads() leaves out the forces of tyres, which are found by a
                  * Moreau step or by the search for balance */
    int begun;   /* 1: the iteration of a Moreau step has begun, see moreau_tread_begin() */
    int at_end;  /* 1: a Moreau step has left the state at its end, see moreau_solve_damped() */
    int rests;   /* 1: the vehicle is at rest at the end of a Moreau step */
    /* After moreau_tread_look(), each the largest of all rates as a fraction of its unit. change:
     * difference between the rates at the end of the step and those at which the rows were
     * computed. moved: change of the rates in the step. */
    double change, moved;
    struct vehicle_tread_step *step;   /* wheels, if there are tyres */
    struct linkage_row *row;           /* linkage.extras: the extra rows of tyres on the ground */
    size_t rows;                       /* number of these extra rows */
    struct mixing *mixing;             /* of each wheel: mixing of the iterates of a Moreau step */
    int is_new_piece;                  /* 1: at the end of the step a tyre is on another piece than
                                        * that of its rows */
    struct linkage_arm *arm;           /* joints: arms at the middle of a Moreau step */
    double *misfit;                    /* VEHICLE_TREAD_MEASURED of each wheel: changes of rates */
    double *stride;                    /* as many: difference of the iterate from the last one */
    size_t stops;                      /* number of wheels in the mode VEHICLE_STOPS */
    struct vehicle_stopping *stopping; /* wheels */
    double *response; /* wheels x wheels: see find_responses(); then as much memory and a column */
    size_t *pivot;    /* wheels */
};

/* Rows of the table of part type tyre. */
#define VEHICLE_TYRE_ROW(name, unit, lo, hi, initial, tunable, text) +1
enum { VEHICLE_TYRE_ROWS = 2 TYRE_NUMBERS(VEHICLE_TYRE_ROW) };
extern const struct var vehicle_tyre_vars[VEHICLE_TYRE_ROWS];
/* Variables and sizes of wheels and rims that stand on a tyre. */
extern const struct part_type vehicle_tyred_wheel, vehicle_tyred_rim;

/* ---- at init ---- */

/* Set the numbers of a tyre from the parameters of its part, and pack them: NULL, or an error text.
 */
const char *vehicle_pack_tyre(const struct view *, struct vehicle_tyre *);
/* Set the deflections of the carcasses at the start from init.*, in the state y. */
void vehicle_start_bends(const struct view *, double *y);
/* Check that a wheel of this law is not deeper in the ground than is allowed at a start: NULL, or
 * an error text. */
const char *vehicle_judge_tyre(const struct vehicle_eval *, size_t wheel);

/* ---- at one instant ---- */

/* Use the tyres that init has packed; pack tyres again whose tunables have changed since. */
void vehicle_pack_tyres(struct vehicle_eval *);
/* The tyre of a wheel. */
const struct tyre *vehicle_tyre_of(const struct vehicle_eval *, size_t wheel);
/* The TYRE_BENDS deflections of the carcass of a wheel, in the state of the model. */
const double *vehicle_bends_of(const struct vehicle_eval *, size_t wheel);
/* Set axes, place and motion of a tyre in m->tyres, in a placed state. */
void vehicle_find_tread(struct vehicle_eval *, size_t wheel);
/* Evaluate the tyre of a wheel of law tyre, in a placed state, into m->tyres. */
void vehicle_evaluate_tyre(struct vehicle_eval *, size_t wheel);
/* Set what tyre_stop_guard() needs of a tyre, in a placed state; vehicle_evaluate_tyre() does so,
 * too. */
void vehicle_evaluate_tyre_for_guard(struct vehicle_eval *, size_t wheel);
/* Set the force of an evaluated tyre on its body at the centre of the wheel, and the torque about
 * this centre, in ground axes. */
void vehicle_tyre_load(const struct vehicle_eval *, size_t wheel, struct vec *force,
                       struct vec *torque);
/* W; power that an evaluated tyre dissipates, including that of its moment M_x. */
double vehicle_tyre_loss(const struct vehicle_eval *, size_t wheel);
/* Set the components of the force of an evaluated tyre in the frame of its contact: normal, two
 * tangents. */
void vehicle_report_tyre(const struct vehicle_eval *, size_t wheel, double force[3]);
/* Set the rates of all deflections in dy, the rates of the model's state. The tyres must have been
 * evaluated. */
void vehicle_write_bend_rates(const struct vehicle_eval *, double *dy);
/* Mark as cyclic the deflections of wheels that stand on a tyre but have another law. */
void vehicle_mark_cyclic_bends(const struct view *, int *is_cyclic);
/* m/s; slip velocity of the rim along its heading, in a placed state, if the rotor moves with the
 * velocities of this screw; NULL: with its present velocities. */
double vehicle_tyre_slip(const struct vehicle_eval *, size_t wheel, const struct linkage_screw *);
/* Number of extra rows of the linkage that the wheels and rims on tyres may have. */
size_t vehicle_tread_rows(const struct kind *);
/* Set, in the state y, the deflections with which a tyre at rest has these longitudinal and lateral
 * forces, and evaluate the tyre without the limits of the law: the forces are as given, and the
 * load is negative above the ground. This is for balance, which checks the limits afterwards. */
void vehicle_deflect_tyre(struct vehicle_eval *, size_t wheel, const double force[2], double *y);
/* N; load of a tyre at rest, in a placed state. *stiffness: derivative of the load with respect to
 * the deflection. */
double vehicle_tyre_rest_load(const struct vehicle_eval *, size_t wheel, double *stiffness);
/* Place a vehicle that stands on tyres alone on the ground, then lower it until the tyres carry it:
 * NULL, or what is wrong. y is opened and placed. */
const char *vehicle_lower_onto_tyres(const struct view *, double *y, struct vehicle_eval *);
/* J; energy of carcass and load spring of a wheel of law tyre, in a placed state. */
double vehicle_tyre_energy(const struct vehicle_eval *, size_t wheel);
/* True if the tyre carries a load, in a placed state. */
int vehicle_tyre_carries(const struct vehicle_eval *, size_t wheel);
/* Set the guards of a tyre except that of tyre_stop_guard(), in a placed state. */
void vehicle_guard_tyre(const struct vehicle_eval *, size_t wheel, double *value);
/* Set the modes of tyres that have touched or left the ground, and log these events. `triggered`:
 * guards that have triggered. */
void vehicle_jump_tyres(struct vehicle_eval *, const uint64_t *triggered, struct events *);
/* True if all accelerations are zero to rounding, no contact or brake is in a sliding mode and no
 * wheel is relaxed. A vehicle without velocity then keeps its position in all bits. */
int vehicle_is_balanced(const struct vehicle_eval *);
/* Contact state of an evaluated tyre: open, stick or slip. */
int vehicle_tyre_contact(const struct vehicle_eval *, size_t wheel);
/* Set the outputs that only a wheel or rim on a tyre has; with another law than tyre they are 0.
 * With law tyre set the slip velocities, too. */
void vehicle_write_tyre(const struct vehicle_eval *, size_t wheel, void *out);

#endif
