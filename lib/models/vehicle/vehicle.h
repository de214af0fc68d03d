/* SPDX-License-Identifier: MIT */
/* Vehicles put together from bodies, joints and wheels of the user's own, which touch a plane. */
#ifndef VEHICLE_H
#define VEHICLE_H

#include "friction/problem.h"
#include "kind/kind.h"
#include "mech/linkage.h"
#include "models/vehicle/law.h"
#include "models/vehicle/parts.h"
#include "num/margin.h"

/* m: how far wheels may be from the ground on which they are to roll. */
#define VEHICLE_CLOSE 1e-9

/* m/s, rad/s: what moves no faster is at rest. m/s: slip below which its direction is rounding. */
#define VEHICLE_STILL 1e-10
#define VEHICLE_DIRECTED 1.5e-8

/* Of the speed up to which a slip keeps the direction in which it began: aside, no further. */
#define VEHICLE_ASIDE 10

/* s: soon, of slips that creep and of those that follow: short beside all other motion. */
#define VEHICLE_SOON 1e-4
#define VEHICLE_SOON_AFTER 1e-3

/* Of what slips may be off by as they begin to follow: what they leave it at. */
#define VEHICLE_STAYS 4

/* Of sliding, as a part of what it is without friction: as good as none. */
#define VEHICLE_IRREGULAR 1e-4

/* ---- what is made at init: the course ---- */

/* A body of the user's: with those that are joined to it rigidly it is one of the linkage. */
struct vehicle_body {
    const struct part *part;
    const struct part *joint; /* that holds it; NULL: it is the root */
    size_t parent;            /* among these; of the root itself */
    size_t link;
    struct vec offset; /* its centre of mass, from that of the link, in body axes */
};

/* Of hinges, slides and axles of wheels, in the order of the joints of the linkage. */
struct vehicle_joint {
    const struct part *part;
    size_t carrier; /* the body that holds the child */
};

struct vehicle_rim {
    const struct part *part;
    size_t body; /* of a rim; a wheel is none of these */
};

struct vehicle_point {
    const struct part *part;
    size_t body, link;
    struct vec arm; /* from the centre of mass of the link, in body axes */
};

struct vehicle_spring {
    const struct part *part;
    size_t end[2]; /* points */
};

struct vehicle {
    struct linkage linkage;
    size_t bodies, points, springs;
    struct vehicle_body *body;   /* parents before their children */
    struct vehicle_joint *joint; /* linkage.bodies - 1 */
    struct vehicle_rim *rim;     /* linkage.wheels */
    struct vehicle_point *point;
    struct vehicle_spring *spring;
};

size_t vehicle_course_doubles(const struct kind *, const struct polyline *none);
const char *vehicle_course_build(const struct view *, const struct polyline *none, double *memory,
                                 size_t *at);

/* 'part "frame": ' and what is wrong with it. */
const char *vehicle_fault(const struct view *, const struct part *, const char *what);

/* ---- one moment, in the scratch of a view ---- */

/* A wheel of the law coulomb, or a brake. */
struct vehicle_grip {
    int mode;
    double limit;        /* coefficient of friction, or the capacity of the brake */
    double direction[2]; /* of its slip; of a brake the first, 1 or -1 */
    double ahead;        /* m/s: slip along the direction of a wheel that creeps, soon */
    int lifts, slips;    /* its guard says that it does so here */
    double falls;        /* m/s2: by that one that lifts may fall, of whose load rounding is left */
    int from;            /* its mode before it was asked what it does */
    int jams;            /* only an impulse can stop it */
};

struct vehicle_moment {
    const struct view *view;
    const struct vehicle *v;
    struct linkage_work work;
    struct linkage_drive drive;
    struct linkage_hold hold;
    double *state, *rate;               /* of the linkage */
    double *effort;                     /* joints: of motors */
    struct linkage_load *load;          /* links: of points and springs */
    struct vehicle_grip *touch, *brake; /* wheels, joints */
    struct linkage_grip *grip;          /* wheels: what follows from these */
    int *held;                          /* joints */
    size_t *creeping;                   /* wheels that do, or follow */
    int settled;                        /* have their directions been found? */
    int relaxes;                        /* is the law of a wheel relaxed? */
    struct friction_problem friction;
    int redundant;        /* do friction forces of relaxed wheels depend on those of others? */
    double *along;        /* rows that are chosen: forces */
    double *force;        /* three for each wheel: up, along x, along y; then those of brakes */
    double *acceleration; /* speeds */
    double put_in, lost;  /* powers */
    /* where forces are shared otherwise than told, as some are at a limit */
    int shares;
    double left;           /* to the limit of all, by what they may hold */
    struct margin margin;  /* of what sticks and holds, in the order of the rows */
    double *margin_memory; /* of it */
    double *sharing;       /* rows x rows: ways to share */
    /* for jumps */
    int *firm;                    /* wheels: ideal ones */
    struct vehicle_grip *kept;    /* wheels, joints: before what they do next was asked */
    int jams;                     /* has it been found that wheels do? */
    double *slip, *impulse, *sum; /* rows */
    /* for steps of Moreau */
    double *rebound;         /* wheels: the normal velocity after the step */
    double *newton, *change; /* rows x rows, rows */
    size_t *pivot;           /* rows */
    int *idle;               /* rows: is nothing asked for along them? */
    double h;                /* of a step of Moreau */
    double *leap;            /* speeds: their change in the step */
    double *before;          /* speeds as they are in the state, before the step */
    double
        *slip_before; /* rows of all wheels, rates of all joints: of these, in the middle of it */
    /* for outputs */
    struct linkage_load *joint_load; /* joints */
    struct linkage_load *body_load;  /* bodies: what the rest exerts on one and all it carries */
    double *quaternion;              /* links x 4 */
    /* for the start */
    double *place[2];   /* states of the linkage */
    double *dependence; /* rows */
    double *room;       /* of what is made on demand: the linear model, or balance */
};

/* Without the room. */
size_t vehicle_moment_doubles(const struct linkage *, size_t bodies);
/* With the state in y. */
void vehicle_open(const struct view *, const double *y, struct vehicle_moment *);
/* Places, velocities and the mass matrix: WD_OK, or WD_ESINGULAR and why. */
int32_t vehicle_stand(struct vehicle_moment *);
/* The mass matrix alone, as linkage_factor_step(), of one that is placed. */
int32_t vehicle_factor(struct vehicle_moment *, double span);
/* What points, springs and motors do, of one that stands. */
void vehicle_load(struct vehicle_moment *);
/* Accelerations, and some forces of the ground by which they come about, of one that stands: WD_OK,
 * or WD_ESINGULAR and why. */
int32_t vehicle_pull(struct vehicle_moment *);
/* The same, with the forces that are told where there are many. */
int32_t vehicle_weigh(struct vehicle_moment *);
/* Put all wheels back on the ground, rolling: WD_OK, or a failure and why. */
int32_t vehicle_roll(struct vehicle_moment *);
/* Puts wheels on the ground that m->hold has there, and those that are deeper in it, which it has
 * there afterwards; of a state that is placed, as it is then. */
int32_t vehicle_lift_out(struct vehicle_moment *, double depth);
/* How deep a wheel that leaves the ground may begin to. */
double vehicle_depth(const struct vehicle_moment *);
void vehicle_put_state(const struct vehicle_moment *, double *y);

/* The power of gravity that has turned since it was so. */
double vehicle_tilt(const struct vehicle_moment *, struct vec before);
/* Is any speed other than 0? */
int vehicle_moves(const struct vehicle_moment *);
/* Does any wheel with friction or any brake slide? */
int vehicle_slides(const struct vehicle_moment *);

/* Is the direction of its slip that which the forces have? */
static inline int vehicle_is_slow(const struct vehicle_grip *touch)
{
    return touch->mode == VEHICLE_CREEP || touch->mode == VEHICLE_FOLLOW;
}

static inline double vehicle_soon(const struct vehicle_grip *touch)
{
    return touch->mode == VEHICLE_FOLLOW ? VEHICLE_SOON_AFTER : VEHICLE_SOON;
}

/* The wheel or rim of a contact. */
static inline const struct part *vehicle_part_at(const struct vehicle_moment *m, size_t contact)
{
    return m->v->rim[m->work.contact[contact].wheel].part;
}

/* The law of the wheel of a contact. */
static inline const struct vehicle_law *vehicle_law(const struct vehicle_moment *m, size_t contact)
{
    const struct part *part = vehicle_part_at(m, contact);
    const struct rim_param *p = vehicle_param_of(m->view, part);
    return &vehicle_laws[(int)p->law];
}

/* The number of a row is that of a brake. */
static inline int vehicle_is_brake(const struct vehicle_moment *m, size_t number)
{
    return linkage_is_joint_row(&m->v->linkage, number);
}

static inline double *vehicle_brake_forces(const struct vehicle_moment *m)
{
    return m->force + linkage_joint_row(&m->v->linkage, 0);
}

/* The row of this number among those chosen. */
static inline size_t vehicle_row(const struct vehicle_moment *m, size_t number)
{
    size_t row = 0;
    while (m->work.number[row] != number)
        row++;
    return row;
}

/* Modes and directions: from the view and the extras, and back. */
void vehicle_take_grips(struct vehicle_moment *, const double *y);
void vehicle_put_grips(const struct vehicle_moment *, double *y, int64_t *mode);
/* The impulses of a step of Moreau so long, in m->force, and the change of the speeds, in m->leap,
 * into the extras; and back, of one that stands, as forces, along rows that are chosen anew, too,
 * and accelerations: WD_OK, or a failure and why. */
void vehicle_put_step(const struct vehicle_moment *, double *y, double span, int lasts);
/* The change of the speeds in a step so long, in m->leap, and its impulses, in m->force, if they
 * are as in the last one; 0 where that is not to be expected, or no step was before. */
void vehicle_expect_step(struct vehicle_moment *, const double *y, double span);
int32_t vehicle_take_step(struct vehicle_moment *, const double *y);
/* Of wheels and brakes that have just been let go or set: by the present motion, where what moves
 * no faster than this (m/s, rad/s) is at rest. */
void vehicle_meet(struct vehicle_moment *, double still);
/* What others that stick have stopped or turned back, of what slides, or kept from leaving, as it
 * moves now. Does any of it stick, or stay? */
int vehicle_meet_again(struct vehicle_moment *);
/* Directions in which wheels slip, of one that stands. */
void vehicle_direct(struct vehicle_moment *);
/* m/s: how much of a slip may be across the direction that the forces have. */
double vehicle_error(const struct vehicle_moment *);
/* Is it a wheel of the law coulomb that is open, but not above the ground? */
int vehicle_is_down(const struct vehicle_moment *, size_t wheel);
/* Does one that is down go no higher, of one that has been weighed? */
int vehicle_sinks(struct vehicle_moment *);
/* Is there a wheel on the ground or a brake whose mode may follow from another? */
int vehicle_changes(const struct vehicle_moment *);
/* The mode that follows from a capacity or a coefficient that may have changed, and the direction
 * from the slip. */
void vehicle_renew(struct vehicle_moment *);
/* Directions of wheels that creep, and the forces along all rows, from where linkage_balance() has
 * been asked with directions near to them. */
int32_t vehicle_creep(struct vehicle_moment *);
/* One that was slow slips as it does; so do all that were, to be told anew, where what others have
 * come to changes what they do. */
void vehicle_slip_on(struct vehicle_moment *, size_t wheel);
void vehicle_slip_anew(struct vehicle_moment *);
/* Which wheels creep from here on, of one that has been renewed, and their directions. */
void vehicle_slow(struct vehicle_moment *);
/* Values of the guards of a wheel and of a brake, by the present forces. */
void vehicle_guard_touch(struct vehicle_moment *, size_t wheel, double *value, double *rate);
double vehicle_guard_brake(const struct vehicle_moment *, size_t joint);
/* Forces along the rows that are told to be within all limits, if they can be shared so: m->shares.
 */
void vehicle_limit(struct vehicle_moment *);
/* Of one that has been weighed: does the wheel pull at the ground, or can those that share do
 * nothing more that it does not? */
int vehicle_pulls(const struct vehicle_moment *, size_t wheel);
/* Does anything stick or hold beyond its limit, of one that has been weighed? */
int vehicle_exceeds(const struct vehicle_moment *);
/* What sticks and holds and cannot do so any longer, where m->shares, begins to slip, or is asked
 * whether it lifts. */
void vehicle_let_go(struct vehicle_moment *);
/* What begins to slip, to slide or to lift, of all that sticks and holds: WD_OK, or a failure and
 * why. Not where sliding is regular and where it is not: by vehicle_ask(); WD_ENOSOL with m->jams:
 * only an impulse helps, that of vehicle_hit(). */
int32_t vehicle_decide(struct vehicle_moment *);
int32_t vehicle_ask(struct vehicle_moment *);
/* Guards: is sliding still regular? Of one that has been weighed, and is used up by this. */
void vehicle_guard_jam(struct vehicle_moment *, double *value);
/* Can what slides not go on, of one that stands? As where a slip that has just begun takes its own
 * direction. */
int vehicle_is_upset(struct vehicle_moment *);
/* By how much a wheel that is let go accelerates upwards, after linkage_follow(). */
double vehicle_departs(const struct vehicle_moment *, size_t wheel);
/* Does it go by steps of Moreau? */
static inline int vehicle_by_moreau(const struct view *view)
{
    return ((const struct vehicle_solver *)view->solver)->scheme == VEHICLE_SCHEME_MOREAU;
}

int32_t vehicle_advance(struct motion *, double t, int stop);
/* Keep what a first step of Moreau would do, of a start, unless it fails. */
void vehicle_foresee(struct motion *);

/* Back on the ground with these modes; what is at rest decides anew: WD_OK, or a failure and why.
 */
int32_t vehicle_settle(struct vehicle_moment *);
/* Wheels in contact, some of which are going down or jam, at impulse level: WD_OK, or a failure and
 * why; the events of these. fallen: NULL if none goes down. *lost: energy. */
int32_t vehicle_hit(struct vehicle_moment *, const uint64_t *fallen, struct events *, double *lost);

/* What the parts of a joint have as a brake. */
double vehicle_capacity(const struct view *, const struct part *);

/* How the wheels are held, by their laws. What the ground does to a vehicle that is driven: WD_OK,
 * or another status and why. */
void vehicle_hold(struct vehicle_moment *);
int32_t vehicle_ground(struct vehicle_moment *);
/* The element of a relaxed wheel by its first row: of accelerations and forces; and of a time step
 * with these tangential velocities before it. */
void vehicle_pose_relaxed(const struct vehicle_moment *, size_t wheel, size_t row,
                          struct friction_element *);
void vehicle_pose_relaxed_step(const struct vehicle_moment *, size_t wheel, size_t row,
                               const double *before, struct friction_element *);
/* Forces along the chosen rows of a vehicle with relaxed wheels: WD_OK, or a failure. */
int32_t vehicle_relax(struct vehicle_moment *);
int vehicle_is_redundant(struct vehicle_moment *);
int vehicle_demands_more(const struct vehicle_moment *, size_t wheel);
/* Set up m->friction for so many elements along the chosen rows, with these velocities or
 * accelerations without forces. */
void vehicle_pose(struct vehicle_moment *, const double *free, size_t count);
/* Forces by those along the rows that are chosen. */
void vehicle_tell(struct vehicle_moment *);
/* With these forces: open, sticking or slipping. */
int vehicle_contact(const struct vehicle_moment *, size_t wheel);

/* Gravity in ground axes, which are turned with the ground. */
struct vec vehicle_gravity(const struct view *);

struct vehicle_ends {
    struct vec
        direction; /* from the first to the second, of length 1; 0 if they are at one place */
    double length, rate, force;
};
struct vehicle_ends vehicle_spring_ends(const struct vehicle_moment *, size_t spring);

/* ---- the kind ---- */

int32_t vehicle_start(struct motion *);
int32_t vehicle_flow(const struct view *, const double *y, double *dy);
int32_t vehicle_enter(const struct view *, double *y, int64_t *mode);
int32_t vehicle_project(const struct view *, double *y);
struct energy vehicle_energy(const struct view *, const double *y);
int32_t vehicle_output(const struct view *, const double *y, void *out);
int32_t vehicle_guard(const struct view *, const double *y, double *value, double *rate);
int32_t vehicle_jump(const struct view *, const uint64_t *fallen, double *y, int64_t *mode,
                     struct events *);
int vehicle_fits(const struct view *, const double *y);
size_t vehicle_linear_states(const struct view *, const double *y, size_t *slot);
int32_t vehicle_linear(const struct view *, const double *y, double *A, double *B);
size_t vehicle_linear_doubles(const struct kind *, const struct linkage *);

/* Of one that stands: kinetic energy, and potential energy with the gravity of init; returns the
 * scale on which they count. */
double vehicle_energies(const struct vehicle_moment *, struct vec gravity, struct common_output *);

/* Rz(yaw) Rx(roll) Ry(pitch) */
void vehicle_attitude(double yaw, double roll, double pitch, double q[4]);
/* Move height, roll and pitch of the root, from those of the start values, so that the wheels
 * touch the ground, as far as they can; y is opened and placed. */
void vehicle_lay_down(const struct view *, double *y, struct vehicle_moment *);
/* The same, and to static equilibrium with joints that give way, of rates that stay: NULL, or what
 * is missing to it. */
const char *vehicle_balance(const struct view *, double *y, struct vehicle_moment *);
size_t vehicle_balance_doubles(const struct linkage *);
/* Do all wheels touch? NULL, or which do not. */
const char *vehicle_stands(const struct vehicle_moment *);
/* The wheel that this joint turns about its axis; the number of wheels: none. */
size_t vehicle_spun(const struct vehicle *, size_t joint);
/* Rates of wheels with which none slips forward. */
void vehicle_spin(struct vehicle_moment *);

/* Do wheels that roll leave a machine of this state, which rolls already, free to move? NULL, or
 * which do not. */
const char *vehicle_contradiction(struct vehicle_moment *);
/* Of one that stands, with wheels of the law coulomb on the ground: does it depend on these whether
 * they are? NULL, or of which it does not, as those that roll hold it. */
const char *vehicle_carries(struct vehicle_moment *);

/* What is left until a wheel lies flat. */
double vehicle_slant(const struct vehicle_moment *, size_t wheel);

static inline int vehicle_is_ball(const struct linkage_wheel *wheel)
{
    return wheel->crown >= wheel->radius;
}

#endif
