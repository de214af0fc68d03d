/* SPDX-License-Identifier: MIT */
/* What vehicles are put together from: the numbers of parts and of the whole. */
#ifndef VEHICLE_PARTS_H
#define VEHICLE_PARTS_H

#include "kind/kind.h"
#include "mech/vector.h"

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
struct rim_param {
    struct vec centre, axis;
    double radius, crown, law, restitution, relaxation_time, sharpness;
};

enum { VEHICLE_IDEAL, VEHICLE_RELAXED, VEHICLE_COULOMB };

struct rim_input {
    double mu;
};

/* Modes of wheels of the law coulomb, and of brakes, which are off, hold or slide. What begins to
 * slip is incipient: with it the direction, which the slip does not tell yet, is that of its onset.
 * A wheel that slips as slowly, and goes on doing so, creeps: the direction is that of its slip
 * soon. A slip that is faster than that, but hardly changes, follows the forces likewise. */
enum {
    VEHICLE_OPEN,
    VEHICLE_STICK,
    VEHICLE_SLIP,
    VEHICLE_INCIPIENT,
    VEHICLE_CREEP,
    VEHICLE_FOLLOW
};

/* Of a wheel, with the numbers of its brake behind its own, and of a brake. */
enum { VEHICLE_RIM_MODES = 1, VEHICLE_BRAKE_MODES = 1, VEHICLE_BRAKE_GUARDS = 1 };

/* Direction of slip; the impulse of the last step of Moreau: up, along x, along y. */
struct rim_extra {
    double direction[2], impulse[3];
};

/* The same of a brake, and by how much the step changed the rate of its joint; of the root: of the
 * velocity and angular velocity, in space. */
struct brake_extra {
    double direction, impulse, change;
};

struct root_extra {
    struct vec v, w;
};

struct rim_output {
    double gap, normal_force, forward_force, side_force, slip_forward, slip_side;
    double contact_x, contact_y, spin, contact;
};

struct wheel_param {
    struct rim_param rim;
    double mass, spin_inertia, cross_inertia, damping, friction;
};

struct wheel_input {
    struct rim_input rim;
    double effort, brake;
};

struct wheel_output {
    struct rim_output rim;
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
    double span;   /* of the last step, if it was one of Moreau; else 0 */
    double lasts;  /* the same, if its change of the speeds is expected to go on; else 0 */
    double energy; /* kinetic and potential, where it goes by steps of Moreau */
};

/* The extras behind states and energies. */
static inline struct vehicle_extra *vehicle_extra(const struct view *view, double *y)
{
    return (struct vehicle_extra *)(void *)(y + view->kind->states + 2);
}

/* ---- where a part has its own ---- */

/* Guards of each wheel and rim: does it leave the ground, or come below it; does it lie flat, meet
 * the ground; does its slip begin or end, may it go on? */
enum {
    VEHICLE_LIFTS,
    VEHICLE_FLAT,
    VEHICLE_MEETS,
    VEHICLE_GRIPS,
    VEHICLE_JAMS,
    VEHICLE_TYRE_GUARDS
};

/* Of the parts of a joint as a brake. */
static inline size_t vehicle_brake_mode(const struct part *part)
{
    return part->at.modes + (vehicle_is(part, VEHICLE_WHEEL) ? VEHICLE_RIM_MODES : 0);
}

static inline size_t vehicle_brake_extra(const struct part *part)
{
    return part->at.extras + (vehicle_is(part, VEHICLE_WHEEL) ? DOUBLES(rim_extra) : 0);
}

static inline size_t vehicle_brake_guard(const struct part *part)
{
    return part->at.guards + (vehicle_is(part, VEHICLE_WHEEL) ? VEHICLE_TYRE_GUARDS : 0);
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
