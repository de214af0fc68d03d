/* SPDX-License-Identifier: MIT */
/* Vehicles put together from bodies, joints and wheels of the user's own, which touch a plane. */
#ifndef VEHICLE_H
#define VEHICLE_H

#include "kind/kind.h"
#include "mech/linkage.h"
#include "models/vehicle/relaxed.h"

/* ---- parts ---- */

enum {
    VEHICLE_BODY,
    VEHICLE_HINGE,
    VEHICLE_SLIDE,
    VEHICLE_RIGID,
    VEHICLE_WHEEL,
    VEHICLE_RIM,
    VEHICLE_POINT,
    VEHICLE_SPRING,
    VEHICLE_PART_TYPES
};

extern const struct part_type vehicle_part_types[VEHICLE_PART_TYPES];

enum { VEHICLE_PRESETS = 7 };

extern const struct preset vehicle_presets[VEHICLE_PRESETS];

static inline int vehicle_is(const struct part *part, size_t type)
{
    return part->type == &vehicle_part_types[type];
}

struct body_param {
    double mass, xx, yy, zz, xy, yz, xz;
    struct vec centre;
};

struct body_output {
    struct vec x;
    double q[4], yaw, roll, pitch;
    struct vec v, w; /* in space, in body axes */
};

/* Of the first body, which is free in space. */
struct root_init {
    struct vec x;
    double yaw, roll, pitch, forward, left, up, roll_rate, pitch_rate, yaw_rate;
};

struct root_state {
    struct vec x; /* centre of mass */
    double q[4];  /* turns body axes into space, scalar first */
    struct vec v, w;
};

/* Of hinges and slides. */
struct joint_param {
    struct vec at, axis;
    double stiffness, damping, rest, friction;
};

struct hinge_input {
    double effort, brake, target;
};

struct slide_input {
    double effort, brake;
};

struct joint_state {
    double q, rate;
};

/* What a joint exerts on its child, in space. */
struct joint_load {
    struct vec force, torque;
};

struct joint_output {
    double acceleration, brake;
    struct joint_load load;
};

/* Of wheels and rims: what touches the ground. */
struct tyre_param {
    struct vec centre, axis;
    double radius, crown, law, restitution, relaxation_time, sharpness;
};

enum { VEHICLE_IDEAL, VEHICLE_RELAXED, VEHICLE_COULOMB };

struct tyre_input {
    double mu;
};

enum { VEHICLE_OPEN, VEHICLE_STICK, VEHICLE_SLIP };

struct tyre_output {
    double gap, normal_force, forward_force, side_force, slip_forward, slip_side;
    double contact_x, contact_y, spin, contact;
};

/* m: how far wheels may be from the ground on which they are to roll. */
#define VEHICLE_CLOSE 1e-9

/* Guards of each wheel and rim. */
enum { VEHICLE_LIFTS, VEHICLE_FLAT, VEHICLE_TYRE_GUARDS };

struct wheel_param {
    struct tyre_param tyre;
    double mass, spin_inertia, cross_inertia, damping, friction;
};

struct wheel_input {
    struct tyre_input tyre;
    double effort, brake;
};

struct wheel_output {
    struct tyre_output tyre;
    double brake;
};

struct point_param {
    struct vec at;
};

/* At the point, in space. */
struct point_input {
    struct vec force, torque;
};

struct point_output {
    struct vec x, v, a;
    struct vec accel; /* less gravity, in body axes */
};

struct spring_param {
    double stiffness, damping, rest;
};

struct spring_input {
    double force;
};

struct spring_output {
    double length, rate, force;
};

/* ---- the whole ---- */

struct vehicle_param {
    double gravity, place, spin;
};

enum { VEHICLE_PLACE_AS_GIVEN, VEHICLE_PLACE_ON_GROUND, VEHICLE_PLACE_IN_BALANCE };
enum { VEHICLE_SPIN_AS_GIVEN, VEHICLE_SPIN_ROLLING };

struct vehicle_input {
    double slope, bank;
};

struct vehicle_solver {
    struct common_solver common;
    double scheme, zeno_speed, onset_speed, max_events;
};

enum { VEHICLE_SCHEME_EVENT, VEHICLE_SCHEME_MOREAU };

struct vehicle_output {
    struct common_output common;
    double hyperstatic, friction_demand;
};

/* Behind the energies of a point: gravity at init, which the potential energy is that of; that it
 * turns later does work. */
struct vehicle_extra {
    struct vec gravity;
};

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

struct vehicle_tyre {
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
    struct vehicle_tyre *tyre;   /* linkage.wheels */
    struct vehicle_point *point;
    struct vehicle_spring *spring;
};

size_t vehicle_course_doubles(const struct kind *, const struct polyline *none);
const char *vehicle_course_build(const struct view *, const struct polyline *none, double *memory,
                                 size_t *at);

/* 'part "frame": ' and what is wrong with it. */
const char *vehicle_fault(const struct view *, const struct part *, const char *what);

/* ---- one moment, in the scratch of a view ---- */

struct vehicle_moment {
    const struct view *view;
    const struct vehicle *v;
    struct linkage_work work;
    struct linkage_drive drive;
    struct linkage_hold hold;
    double *state, *rate;      /* of the linkage */
    double *effort;            /* joints: of motors */
    struct linkage_load *load; /* links: of points and springs */
    struct linkage_grip *grip; /* wheels */
    int relaxes;               /* is the law of a wheel relaxed? */
    struct relaxed relaxed;
    struct relaxed_wheel *relaxed_wheel; /* wheels */
    double *force;                       /* three for each wheel: up, along x, along y */
    double *acceleration;                /* speeds */
    double put_in, lost;                 /* powers */
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
/* What points, springs and motors do, of one that stands. */
void vehicle_load(struct vehicle_moment *);
/* Accelerations, and some forces of the ground by which they come about, of one that stands: WD_OK,
 * or WD_ESINGULAR and why. */
int32_t vehicle_pull(struct vehicle_moment *);
/* The same, with the forces that are told where there are many. */
int32_t vehicle_weigh(struct vehicle_moment *);
/* Put all wheels back on the ground, rolling: WD_OK, or a failure and why. */
int32_t vehicle_roll(struct vehicle_moment *);
void vehicle_put_state(const struct vehicle_moment *, double *y);

/* How the wheels are held, by their laws. What the ground does to a vehicle that is driven: WD_OK,
 * or another status and why. */
void vehicle_hold(struct vehicle_moment *);
int32_t vehicle_ground(struct vehicle_moment *);
/* Is the law of the wheel relaxed? */
int vehicle_relaxes(const struct vehicle_moment *, size_t wheel);
/* With these forces, is more asked of a relaxed wheel than its friction gives? */
int vehicle_slips(const struct vehicle_moment *, size_t wheel);

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

/* Is the law of all wheels one that is there, are there no brakes? NULL, or what is not. */
const char *vehicle_misses(const struct view *);
/* Do wheels that roll leave a machine of this state, which rolls already, free to move? NULL, or
 * which do not. */
const char *vehicle_contradiction(struct vehicle_moment *);

/* What is left until a wheel lies flat. */
double vehicle_slant(const struct vehicle_moment *, size_t wheel);

static inline int vehicle_is_ball(const struct linkage_wheel *wheel)
{
    return wheel->crown >= wheel->radius;
}

/* The extras behind states and energies. */
static inline struct vehicle_extra *vehicle_extra(const struct view *view, double *y)
{
    return (struct vehicle_extra *)(void *)(y + view->kind->states + 2);
}

/* ---- what a view has of a part ---- */

static inline const void *vehicle_param_of(const struct view *view, const struct part *part)
{
    return (const double *)view->param + part->at.params;
}

static inline const void *vehicle_input_of(const struct view *view, const struct part *part)
{
    return (const double *)view->input + part->at.inputs;
}

static inline const void *vehicle_init_of(const struct view *view, const struct part *part)
{
    return (const double *)view->init + part->at.inits;
}

#endif
