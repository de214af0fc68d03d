/* SPDX-License-Identifier: MIT */
/* Vehicles that the user builds from bodies, joints and wheels. */
#ifndef VEHICLE_H
#define VEHICLE_H

#include "friction/problem.h"
#include "kind/kind.h"
#include "mech/linkage_state.h"
#include "models/vehicle/course.h"
#include "models/vehicle/law_tyre.h"
#include "models/vehicle/numbers.h"
#include "models/vehicle/parts.h"
#include "models/vehicle/start.h"
#include "num/margin.h"

#include <math.h>

/* Value of a guard that cannot trigger. */
#define VEHICLE_NEVER 1

/* True if a stored direction is 0 or a unit vector. */
static inline int vehicle_fits_direction(double x, double y)
{
    double square = x * x + y * y;
    return square == 0 || fabs(square - 1) <= VEHICLE_DEPENDENT;
}

/* ---- an evaluation, in the scratch of a view ---- */

/* Contact of the law coulomb, or a brake. */
struct vehicle_grip {
    int mode;            /* VEHICLE_OPEN, VEHICLE_STICK ... (parts.h) */
    int slack;           /* sum of VEHICLE_AT_LIMIT and VEHICLE_UNLOADED (parts.h), or 0 */
    double limit;        /* coefficient of friction, or the capacity of the brake */
    double direction[2]; /* slip direction; a brake uses only the first entry, 1 or -1 */
    double ahead;   /* m/s; a slow slip, extrapolated, along its direction (slow_direction.c) */
    double along;   /* m/s2; `ahead` over its time, or acceleration of a slip that starts */
    int lifts;      /* 1: a guard or the present decision has found it about to separate */
    int slips;      /* 1: a guard or the present decision has found its force at the limit */
    int stays;      /* 1: the decision has found that it would start to slip backwards */
    double last[3]; /* forces at the end of the last step, in the mode yield (yield.h) */
    double falls;   /* m/s2; an opened contact may accelerate downwards by this (rounding) */
    int was;        /* mode when the evaluation was opened */
    int from;       /* mode before the decision */
    int ended;      /* 1: the slip was slow and has ended at this instant */
    int jams;       /* 1: only an impulse can stop the slip */
};

/* Stop of a joint. */
struct vehicle_stop {
    int mode; /* VEHICLE_STOP_FREE ... (parts.h) */
    /* for rigid stops: */
    int from;      /* mode before the decision, or before the impact */
    int lifts;     /* 1: a guard or the present decision has found that it opens */
    double little; /* N, N.m; force that is zero to rounding */
    double falls;  /* m/s2, rad/s2; acceleration back to an opened stop that is rounding */
};

struct vehicle_eval {
    const struct view *view;
    const struct vehicle *v;
    struct linkage_work work;
    struct linkage_drive drive;
    struct linkage_hold hold;
    struct vehicle_treads tyres;
    double *state, *rate;      /* state of the linkage; its rates */
    double *effort;            /* joints: efforts of motors, spring stops and sliding brakes */
    struct linkage_load *load; /* links: loads of points, springs, tyres and resistance */
    struct vehicle_grip *touch, *brake; /* contacts, joints */
    struct vehicle_stop *stop;          /* joints: the stop that acts */
    const uint64_t *triggered;          /* during a jump: guards that have triggered; else NULL */
    struct vehicle_footing *footing;    /* contacts with a terrain; NULL: on the plane */
    int looks;                          /* 1: open contacts with a terrain are searched for */
    struct linkage_ground ground;       /* functions of the terrain for the linkage */
    struct ground land;                 /* the terrain, with the function of a surface */
    int32_t failed;                     /* status of the first failure of the ground's functions */
    struct linkage_grip *grip; /* contacts: modes and directions of `touch`, for the linkage */
    int *held;                 /* joints: 1 if a brake or a rigid stop holds them */
    double *place_of;          /* joints: where a stop holds them, or NaN */
    size_t *turning;           /* contacts with quasi-static directions */
    int settled;               /* 1: the directions of the slips in `turning` were found */
    int relaxes;               /* 1: the law of a wheel is relaxed */
    int reverses;              /* 1: a slip that had just started has reversed */
    int yields;                /* 1: contacts or brakes yield [yield.h] */
    struct friction_problem friction; /* of elements: contacts, brakes and stops [friction/] */
    double *along;                    /* chosen rows: forces along them */
    double *force; /* contacts: normal and two tangential forces; joints: brake and rigid stop */
    double *acceleration; /* speeds */
    double lost;          /* W; power lost */
    /* statically indeterminate forces of contacts with a limit */
    int shares;           /* 1: there are such forces */
    double left;          /* least margin of all contacts to their limits, see limit.c */
    struct margin margin; /* sticking wheels and holding brakes in the order of the rows */
    double *margin_memory, *margin_scratch; /* memory of `margin`; in shared places (layout.c) */
    double *sharing;                        /* free x rows: null space of the load distribution */
    /* for jumps */
    int *firm;                      /* contacts, joints: how their rows are eliminated */
    struct vehicle_grip *kept;      /* contacts, joints: state before the decision */
    struct vehicle_stop *kept_stop; /* joints: state before the decision */
    int jams;                       /* 1: wheels jam */
    double *slip;          /* rows: velocities; accelerations of the problem of a decision */
    double *impulse, *sum; /* rows: impulses of one problem; sums of impulses */
    /* for Moreau steps */
    double *rebound;         /* contacts, joints: normal velocity after a bounce; 0: no bounce */
    double *newton, *change; /* rows x rows, rows: matrix of an iteration, or conductances of rows;
                              * its step, or given impulses */
    size_t *pivot;           /* rows */
    int *idle;               /* rows without a condition */
    double h;                /* s; length of a Moreau step */
    double *leap;            /* speeds: their change in the step */
    double *before;          /* speeds of the state before the step */
    double *slip_before;     /* velocities along all rows with these speeds, at mid-step */
    /* for outputs */
    struct linkage_load *joint_load; /* joints */
    struct linkage_load *body_load;  /* bodies: load on a body and all that it carries */
    double *quaternion;              /* links x 4 */
    /* for the start */
    double *place[2];                /* states of the linkage */
    double *dependence;              /* coefficients of a dependence, by number of the row */
    double *linear, *balance;        /* memory of the linear model; of balance */
    double *chart_rows, *chart_gaps; /* rows and gaps of the linear model, see chart.h */
};

/* Begin an evaluation of the state y, in the scratch of the view, and read its modes. */
void vehicle_open(const struct view *, const double *y, struct vehicle_eval *);
/* Do the same without m->hold, which a Moreau step chooses itself. */
void vehicle_open_step(const struct view *, const double *y, struct vehicle_eval *);
/* Compute positions, velocities and the factor of the mass matrix: WD_OK, or a failure and why. The
 * evaluation then "stands"; functions below that require this say "must stand". */
int32_t vehicle_stand(struct vehicle_eval *);
/* Factorise the mass matrix: for span > 0 that of a step of this length [linkage_factor_step()].
 * Positions must be known. WD_OK, or WD_ESINGULAR and why. */
int32_t vehicle_factor(struct vehicle_eval *, double span);
/* Set m->load and m->effort to the loads of points, springs, tyres, motors, stops that are springs
 * and sliding brakes and the resistance of the ground, and m->lost to the power that they lose;
 * must stand. Without tyres if m->tyres.by_rows is set. */
void vehicle_add_loads(struct vehicle_eval *);
/* W; power of the inputs; must stand. */
double vehicle_put_in(const struct vehicle_eval *);
/* Add the torques of rolling and pivoting resistance to m->load, and their power to m->lost. */
void vehicle_add_resistance(struct vehicle_eval *);
/* Compute loads, forces of the ground and accelerations; must stand. Statically indeterminate
 * forces are one solution of many, not necessarily the reported one. WD_OK, or a failure and why.
 * vehicle_follow_loads() uses the loads that m->load and m->effort have already. */
int32_t vehicle_accelerate(struct vehicle_eval *);
int32_t vehicle_follow_loads(struct vehicle_eval *);
/* Call vehicle_accelerate(), then replace statically indeterminate forces by the reported ones. The
 * evaluation is then "weighed"; functions below that require this say "must be weighed". */
int32_t vehicle_weigh(struct vehicle_eval *);
/* Project positions and speeds onto m->hold: closed contacts and held joints. drift: 1 to project
 * speeds by linkage_project_drift(). WD_OK, or a failure and why. */
int32_t vehicle_project_contacts(struct vehicle_eval *, int drift);
/* Add to m->hold the wheels that are deeper in the ground than `depth`, and joints that are beyond
 * a rigid stop by more than `depth`. Then project the positions onto the constraints in m->hold.
 * The state is placed before and after. WD_OK, or a failure and why. */
int32_t vehicle_lift_out(struct vehicle_eval *, double depth);
/* m; a wheel that separates counts as above the ground down to this depth. A deeper wheel is
 * projected onto the ground. */
double vehicle_depth(const struct vehicle_eval *);
/* Write m->state into the state y of the model. */
void vehicle_write_state(const struct vehicle_eval *, double *y);

/* W; power of the difference between the present gravity and `before`, the gravity of init. */
double vehicle_tilt_power(const struct vehicle_eval *, struct vec before);
/* True if any speed differs from 0. */
int vehicle_is_moving(const struct vehicle_eval *);
/* Largest magnitude of all speeds, m/s and rad/s. */
double vehicle_largest_speed(const struct vehicle_eval *);
/* Set all speeds to zero. */
void vehicle_halt(struct vehicle_eval *);
/* Read the speeds of the state, angular ones in ground axes; the root must be placed. */
void vehicle_read_speeds(const struct vehicle_eval *, double *speeds);
/* True if any contact with friction or any brake slides; the second: if any contact with friction
 * slides in m->grip. */
int vehicle_is_sliding(const struct vehicle_eval *);
int vehicle_any_contact_slides(const struct vehicle_eval *);

/* The wheel or rim of a contact. */
static inline const struct part *vehicle_part_at(const struct vehicle_eval *m, size_t contact)
{
    return m->v->rim[m->work.contact[contact].wheel].part;
}

/* m/s2; magnitude of gravity. */
static inline double vehicle_g(const struct vehicle_eval *m)
{
    return sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
}

/* Position and rate of a joint. */
static inline struct joint_state *vehicle_joint(const struct vehicle_eval *m, size_t joint)
{
    return (struct joint_state *)(void *)(m->state + LINKAGE_JOINT + 2 * joint);
}

/* The law of the wheel of a contact. */
static inline const struct vehicle_law *vehicle_law(const struct vehicle_eval *m, size_t contact)
{
    return m->v->rim[m->work.contact[contact].wheel].law;
}

/* True for a closed contact of law coulomb: a decision may change its mode. */
static inline int vehicle_takes_part(const struct vehicle_eval *m, size_t contact)
{
    return vehicle_law(m, contact)->lifts && m->touch[contact].mode != VEHICLE_OPEN;
}

/* True if the row of this number (linkage.h) is that of a joint: of its brake or its stop. */
static inline int vehicle_is_brake(const struct vehicle_eval *m, size_t number)
{
    return linkage_is_joint_row(&m->v->linkage, number);
}

/* Efforts of brakes and rigid stops in m->force, one for each joint. */
static inline double *vehicle_brake_forces(const struct vehicle_eval *m)
{
    return m->force + linkage_joint_row(&m->v->linkage, 0);
}

/* Index of the row of this number among the chosen rows, of which it must be one. */
static inline size_t vehicle_row(const struct vehicle_eval *m, size_t number)
{
    size_t row = 0;
    while (m->work.number[row] != number)
        row++;
    return row;
}

/* After a decision, with the evaluation weighed: record which contacts stick, and which brakes
 * hold, at their limits to rounding, which slips start reversed and which loads are 0 (slack). */
void vehicle_record_limits(struct vehicle_eval *);

/* Read modes and directions of wheels and brakes from the view and from the extras in y. Write
 * these and the modes of stops and contacts with a terrain. */
void vehicle_read_modes(struct vehicle_eval *, const double *y);
void vehicle_write_modes(const struct vehicle_eval *, double *y, int64_t *mode);
/* If a contact or brake yields: read the forces of the last step, `last` of all contacts and
 * brakes, from the extras in y, or write them. Moreau steps keep the impulses of the last step in
 * the same place. */
void vehicle_read_last(struct vehicle_eval *, const double *y);
void vehicle_write_last(const struct vehicle_eval *, double *y);
/* Set these forces to zero. */
void vehicle_clear_last(struct vehicle_eval *);
/* Read impulses and change of the last step as mean forces and accelerations, and choose rows for
 * the forces; must stand. WD_OK, or a failure and why. */
int32_t vehicle_read_step(struct vehicle_eval *, const double *y);
/* Set the modes of closed coulomb contacts and of brakes to slip or stick, from their present
 * velocities; speeds up to `still` (m/s, rad/s) count as zero. */
void vehicle_set_modes(struct vehicle_eval *, double still);
/* After a projection or the impact of others: update the modes of contacts, brakes and joints at
 * rigid stops that these have stopped, reversed or kept from separating. True if any of them now
 * sticks, stays closed or rests on its stop. */
int vehicle_update_stopped(struct vehicle_eval *);
/* Set the directions of ordinary slips (SLIP) in m->grip from the slip velocities; must stand. */
void vehicle_set_directions(struct vehicle_eval *);
/* True if the guard that reports the ground to an open contact of law coulomb has triggered. */
int vehicle_touch_triggered(const struct vehicle_eval *, size_t contact, const uint64_t *triggered);
/* True for an open contact of law coulomb whose gap is zero to rounding or negative, or that is
 * fixed to a terrain (footing.h). */
int vehicle_is_on_ground(const struct vehicle_eval *, size_t contact);
/* True if a contact for which vehicle_is_on_ground() is true does not start to leave the ground;
 * must be weighed. */
int vehicle_does_not_rise(struct vehicle_eval *);
/* True if there is a closed contact of law coulomb, a brake or a joint that rests on a stop. */
int vehicle_has_variable_modes(const struct vehicle_eval *);
/* Adapt the modes of contacts and brakes to inputs that have changed: a coefficient of friction
 * that has become 0, or a capacity above 0. Set the directions of ordinary slips. */
void vehicle_update_modes(struct vehicle_eval *);
/* Return the weight; without gravity the largest force along the rows, or 1. */
double vehicle_force_scale(const struct vehicle_eval *);
/* Change the minimum-norm forces in m->along, if these violate a limit, towards the load
 * distribution with the largest margin. Sets m->shares and m->left. */
void vehicle_share_within_limits(struct vehicle_eval *);
/* True if the ground would have to pull the wheel, or if the wheel is unloaded while no
 * distribution has a margin; must be weighed. */
int vehicle_pulls(const struct vehicle_eval *, size_t contact);
/* True if a sticking contact or a holding brake is beyond its limit; must be weighed. */
int vehicle_exceeds_limits(const struct vehicle_eval *);
/* Load that is zero to rounding. */
double vehicle_no_load(const struct vehicle_eval *);
/* If m->shares: start the slip of the contacts and brakes that are released at the common limit,
 * open the stops among them, and open or mark as separating the wheels that lose their load. */
void vehicle_release_at_limit(struct vehicle_eval *);
/* Call vehicle_release_at_limit() in this round of a decision if the limit is reached, or was
 * exceeded in the last round. WD_OK, or a failure and why. */
int32_t vehicle_release(struct vehicle_eval *, int round);
/* Decide the next modes of all contacts, brakes and rigid stops, in a state that stands: WD_OK, or
 * a failure and why. WD_ENOSOL with m->jams = 1: sliding is not regular, and only the impulse of
 * vehicle_solve_impact() can stop it. */
int32_t vehicle_decide(struct vehicle_eval *);
/* Do the same without a check whether sliding is regular. */
int32_t vehicle_decide_unchecked(struct vehicle_eval *);
/* Set *holds to 1 if the present modes stay, because forces within all limits keep them (rest.c),
 * else to 0. WD_OK, or a failure and why. Must stand. */
int32_t vehicle_keep_modes(struct vehicle_eval *, int *holds);
/* Set the guards JAMS of all contacts: the margin of sliding to a jam (jam.c). Must be weighed.
 * Call it last, because it invalidates linkage_rank(). */
void vehicle_guard_jam(struct vehicle_eval *, double *value);
/* Regularity up to which sliding may jam: VEHICLE_LEAST_REGULARITY, or more for slow slips. */
double vehicle_least_regularity(const struct vehicle_eval *);
/* True if sliding cannot continue with the present modes and directions: no forces exist, sliding
 * is not regular, or the ground would have to pull a sliding wheel. Must stand. */
int vehicle_cannot_slide_on(struct vehicle_eval *);
/* m/s2; acceleration of an opened contact along the normal, after linkage_follow(). */
double vehicle_rise(const struct vehicle_eval *, size_t contact);
/* Make one Moreau step to the time t. */
int32_t vehicle_advance(struct motion *, double t, int stop);

/* Project the state onto the constraints of the present modes, then decide the modes (not with
 * Moreau time stepping): WD_OK, or a failure and why. */
int32_t vehicle_settle(struct vehicle_eval *);
/* Solve the impact of all wheels on the ground and all joints at rigid stops, and log its events.
 * triggered: guards that have triggered; NULL: the impact stops contacts that jam. *lost: energy
 * lost. WD_OK, or a failure and why. */
int32_t vehicle_solve_impact(struct vehicle_eval *, const uint64_t *triggered, struct events *,
                             double *lost);
/* Capacity of the brake of a joint, N.m or N: its input plus the parameter friction. */
double vehicle_capacity(const struct view *, const struct part *);
/* Set m->hold, and m->grip, m->held and m->place_of, to which it points, from modes and laws. */
void vehicle_set_hold(struct vehicle_eval *);
/* Build the element of a relaxed wheel whose first row is `row`, for accelerations and forces. */
void vehicle_build_relaxed(const struct vehicle_eval *, size_t wheel, size_t row,
                           struct friction_element *);
/* Do the same for a time step; `before`: the two tangential velocities before the step. */
void vehicle_build_relaxed_step(const struct vehicle_eval *, size_t wheel, size_t row,
                                const double *before, struct friction_element *);
/* Compute m->along, the forces along the rows, if wheels are relaxed: WD_OK, or a failure. */
int32_t vehicle_solve_relaxed(struct vehicle_eval *);
/* True if friction forces of relaxed wheels depend on each other. Changes m->grip and the rank. */
int vehicle_is_redundant(struct vehicle_eval *);
/* True if the friction that a relaxed wheel demands to end its slip exceeds the friction limit. */
int vehicle_demands_more(const struct vehicle_eval *, size_t wheel);
/* Set up m->friction for `count` elements along the chosen rows. free: for each row the velocity
 * without impulses, or the acceleration without forces. */
void vehicle_build_problem(struct vehicle_eval *, const double *free, size_t count);
/* Set m->force from m->along, the forces of tyres, and the capacities of sliding brakes. */
void vehicle_report_forces(struct vehicle_eval *);
/* State of a contact with the present forces, as in the outputs: VEHICLE_OPEN, _STICK or _SLIP. */
int vehicle_contact_state(const struct vehicle_eval *, size_t contact);

/* Gravity in ground axes, which are turned with the ground. */
struct vec vehicle_gravity(const struct view *);
/* Force of the ground on the wheel at a contact, in ground axes. */
struct vec vehicle_force(const struct vehicle_eval *, size_t contact);
/* Write the outputs of wheels and rims; if wheels are relaxed, see vehicle_is_redundant(). */
void vehicle_put_wheels(struct vehicle_eval *, void *out);
/* Spring between two points. */
struct vehicle_ends {
    struct vec direction; /* unit vector from the first end to the second; 0 if they coincide */
    double length, rate, force; /* rate of the length; force that pulls the ends together */
};
struct vehicle_ends vehicle_spring_ends(const struct vehicle_eval *, size_t spring);

/* ---- functions of the kind: lib/kind/kind.h has their contracts ---- */

int32_t vehicle_start(struct motion *);
int32_t vehicle_flow(const struct view *, const double *y, double *dy);
void vehicle_mark_cyclic(const struct view *, int *is_cyclic);
int32_t vehicle_enter(const struct view *, double *y, int64_t *mode);
int32_t vehicle_project(const struct view *, double *y);
struct energy vehicle_energy(const struct view *, const double *y);
int32_t vehicle_output(const struct view *, const double *y, void *out);
int32_t vehicle_guard(const struct view *, const double *y, double *value, double *rate);
int32_t vehicle_jump(const struct view *, const uint64_t *triggered, double *y, int64_t *mode,
                     struct events *);
int vehicle_fits(const struct view *, const double *y);
size_t vehicle_linear_states(const struct view *, const double *y, size_t *slot);
int32_t vehicle_linear(const struct view *, const double *y, double *A);
int32_t vehicle_linear_input(const struct view *, const double *y, const struct var *input,
                             double *column, size_t stride);
size_t vehicle_linear_doubles(const struct kind *, const struct linkage *);

/* Set kinetic and potential energy, the latter with `gravity`, the gravity of init; must stand.
 * Returns the part of the potential energy that springs, stops and tyres have. */
double vehicle_energies(const struct vehicle_eval *, struct vec gravity, struct common_output *);

/* Guard of a wheel that lies flat on the plane: cos(flat_angle) minus the magnitude of the vertical
 * component of its axis. */
double vehicle_flat_margin(const struct vehicle_eval *, size_t contact);

#endif
