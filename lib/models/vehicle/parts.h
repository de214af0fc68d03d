/* SPDX-License-Identifier: MIT */
/* Types of parts of a vehicle, and the variables of each part and of the whole vehicle. */
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
    VEHICLE_TYRE,
    VEHICLE_PART_TYPES
};

/* Maximum number of bodies, and of joints of each type. */
enum { VEHICLE_BODIES_MOST = 1024 };
enum { VEHICLE_PRESETS = 11 };

extern const struct part_type vehicle_part_types[VEHICLE_PART_TYPES];
extern const struct preset vehicle_presets[VEHICLE_PRESETS];

/* True if the part is of this type (VEHICLE_BODY ...). */
static inline int vehicle_is(const struct part *part, size_t type)
{
    return part->type == &vehicle_part_types[type];
}

/* True for a wheel or rim, which has contacts with the ground. */
static inline int vehicle_touches(const struct part *part)
{
    return vehicle_is(part, VEHICLE_WHEEL) || vehicle_is(part, VEHICLE_RIM);
}

/* Return an error text about a part: 'part "frame": ' followed by `what`. */
static inline const char *vehicle_fault(const struct view *view, const struct part *part,
                                        const char *what)
{
    return view->say(view->core, "part \"%s\": %s", part->name, what);
}

/* Number of parts of this type. */
static inline size_t vehicle_count(const struct kind *kind, size_t type)
{
    size_t count = 0;
    for (size_t i = 0; i < kind->part_count; i++)
        count += vehicle_is(kind->parts[i], type) ? 1 : 0;
    return count;
}

struct body_param {
    double mass, xx, yy, zz, xy, yz, xz;
    struct vec centre;
};

struct body_output {
    struct vec x;
    double q[4], yaw, roll, pitch;
    struct vec v, w; /* v in ground axes, w in body axes */
};

/* Start values and state of the root: the first body, which is free in space. */
struct root_init {
    struct vec x;
    double yaw, roll, pitch, forward, left, up, roll_rate, pitch_rate, yaw_rate;
};

struct root_state {
    struct vec x; /* centre of mass */
    double q[4];  /* from body axes to ground axes, scalar first */
    struct vec v, w;
};

/* Parameters of hinges and slides. */
struct joint_param {
    struct vec at, axis;
    double stiffness, damping, rest, friction;
    double lower, upper, stop_stiffness, stop_damping, restitution;
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

/* Load of a joint on its child, in ground axes. */
struct joint_load {
    struct vec force, torque;
};

struct joint_output {
    double acceleration, brake, stop;
    struct joint_load load;
};

/* Parameters of the contact of a wheel or a rim. */
struct rim_param {
    struct vec centre, axis;
    double radius, crown, law, restitution, relaxation_time, sharpness;
    double flat_angle, rolling_torque, pivot_torque, resistance_rate;
};

enum { VEHICLE_IDEAL, VEHICLE_RELAXED, VEHICLE_COULOMB, VEHICLE_ON_TYRE };

struct rim_input {
    double mu;
};

/* Modes of wheels of the law coulomb and of brakes, which are off (open), hold (stick) or slide.
 *
 * INCIPIENT: the slip has just started; its direction d is that of the acceleration that friction
 * against d causes. SLOW: the forces turn the direction of a lasting slip fast; d is that of the
 * slip extrapolated by VEHICLE_SLOW_TIME, with the acceleration that friction against d causes.
 * YIELD, YIELD_SLIPS: the contact problem decides [yield.h].
 *
 * A wheel of law tyre is open, on the ground (STICK), or STOPS: the reaction to its camber stops it
 * from rolling in the direction[0], 1 or -1 [tyre_stop.h]. */
enum {
    VEHICLE_OPEN,
    VEHICLE_STICK,
    VEHICLE_SLIP,
    VEHICLE_INCIPIENT,
    VEHICLE_SLOW,
    VEHICLE_YIELD,
    VEHICLE_YIELD_SLIPS,
    VEHICLE_STOPS = VEHICLE_INCIPIENT
};

/* Added to stored modes if a guard was not above 0, to rounding, when the modes were decided. The
 * guard triggers beyond this rounding: otherwise it would not be armed. AT_LIMIT: the force of a
 * contact that sticks is at its limit, or a slip that starts is reversed. UNLOADED: the normal
 * force of a closed contact is 0. */
enum { VEHICLE_AT_LIMIT = 8, VEHICLE_UNLOADED = 16, VEHICLE_SLACKS = 24 };

/* The mode to be stored: an open contact has no guard that needs slack. */
static inline int vehicle_stored_mode(int mode, int slack)
{
    return mode == VEHICLE_OPEN ? VEHICLE_OPEN : mode | slack;
}

/* True for a stored mode up to `last`. */
static inline int vehicle_fits_mode(double stored, int last)
{
    return stored >= 0 && stored <= (VEHICLE_SLACKS | 7) && stored == (int)stored &&
           ((int)stored & ~VEHICLE_SLACKS) <= last;
}

/* Modes of the stops of a hinge or a slide. The joint is between its stops; or the lower or upper
 * stop presses (on a rigid stop the joint rests); or the joint leaves the stop faster than its
 * spring expands; or it is locked between rigid stops that coincide. */
enum {
    VEHICLE_STOP_FREE,
    VEHICLE_STOP_LOWER,
    VEHICLE_STOP_UPPER,
    VEHICLE_STOP_LOWER_EXPANDS,
    VEHICLE_STOP_UPPER_EXPANDS,
    VEHICLE_STOP_LOCKED
};

/* Numbers of modes and guards. Those of a part are in this order: contact, brake, stops. */
enum { VEHICLE_RIM_MODES = 1, VEHICLE_BRAKE_MODES = 1, VEHICLE_STOP_MODES = 1 };
enum { VEHICLE_BRAKE_GUARDS = 1, VEHICLE_STOP_GUARDS = 2 };

/* Direction of slip of a wheel's first contact; and its impulse in the last Moreau step or, in the
 * mode yield, its force at the end of the last step: along normal and tangents (plane: z, x, y). */
struct rim_extra {
    double direction[2], impulse[3];
};

/* Direction of slip of the brake of a joint, and impulse of its brake and stop, or their force as
 * above, and change of its rate in the last Moreau step. */
struct brake_extra {
    double direction, impulse, change;
};

/* Changes of the velocity and the angular velocity of the root in the last Moreau step, in ground
 * axes. */
struct root_extra {
    struct vec v, w;
};

struct rim_output {
    double gap, normal_force, forward_force, side_force, slip_forward, slip_side;
    double contact_x, contact_y, spin, contact;
    double contacts, contact_z, feature;
    /* ground axes: sum of the contact forces, normal of the first contact */
    struct vec force, normal;
    /* values of the second contact */
    double normal_force_2, friction_force_2, slip_2, feature_2, contact_2;
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

/* ---- in addition, for a wheel or rim that stands on a tyre ---- */

/* Deflections of the carcass: forward (m), to the left (m), twist about the normal (rad), and of
 * the spring of rolling resistance (m). */
struct tyre_state {
    double bend[4];
};

struct tyre_output {
    double deflection, moment_over, moment_roll, moment_align;
    double slip_ratio, slip_angle, camber, rolling_radius;
};

/* Start values and states of wheels on tyres, and outputs of wheels and rims on tyres. */
struct tyred_wheel_state {
    struct joint_state joint;
    struct tyre_state tyre;
};

struct tyred_wheel_output {
    struct wheel_output wheel;
    struct tyre_output tyre;
};

struct tyred_rim_output {
    struct rim_output rim;
    struct tyre_output tyre;
};

struct point_param {
    struct vec at;
};

/* Loads at the point, in ground axes. */
struct point_input {
    struct vec force, torque;
};

struct point_output {
    struct vec x, v, a;
    struct vec accel; /* acceleration minus gravity, in body axes */
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

/* ---- the whole vehicle ---- */

struct vehicle_param {
    double gravity, place, spin, ground_heading;
};

enum { VEHICLE_PLACE_AS_GIVEN, VEHICLE_PLACE_ON_GROUND, VEHICLE_PLACE_IN_BALANCE };
enum { VEHICLE_SPIN_AS_GIVEN, VEHICLE_SPIN_ROLLING };

struct vehicle_input {
    double slope, bank;
};

struct vehicle_solver {
    struct common_solver common;
    double scheme, zeno_speed, onset_speed, max_events, check_surface;
};

enum { VEHICLE_SCHEME_EVENT, VEHICLE_SCHEME_MOREAU };

static inline int vehicle_uses_moreau(const struct view *view)
{
    return ((const struct vehicle_solver *)view->solver)->scheme == VEHICLE_SCHEME_MOREAU;
}

struct vehicle_output {
    struct common_output common;
    double hyperstatic, friction_demand, contacts;
};

/* Extras of the whole vehicle. The potential energy uses the gravity of init; if gravity turns
 * later relative to the ground, it does work. */
struct vehicle_extra {
    struct vec gravity;
    double span;     /* s; length of the last step if it was a Moreau step, else 0 */
    double lasts;    /* s; `span` if the next step should change the speeds equally, else 0 */
    double lossless; /* J; with Moreau time stepping: energy without losses (flow.c) */
};

/* The extras in y; like strchr(), these functions drop a const. Those of the vehicle come first. */
static inline struct vehicle_extra *vehicle_extra(const struct view *view, const double *y)
{
    return (struct vehicle_extra *)(void *)(y + view->kind->states + 2);
}

/* The extras of a wheel or rim. */
static inline struct rim_extra *vehicle_rim_extra(const struct view *view, const double *y,
                                                  const struct part *part)
{
    return (struct rim_extra *)(void *)(y + view->kind->states + 2 + part->at.extras);
}

/* The extras of a joint's brake. */
static inline struct brake_extra *vehicle_brake_extra(const struct view *view, const double *y,
                                                      const struct part *part)
{
    size_t after = vehicle_is(part, VEHICLE_WHEEL) ? DOUBLES(rim_extra) : 0;
    return (struct brake_extra *)(void *)(y + view->kind->states + 2 + part->at.extras + after);
}

/* ---- modes, extras and guards of a part ---- */

/* Guards of each wheel and rim. MEETS: the wheel reaches the ground. It is before LIFTS, so that an
 * impact is located where the gap is 0. LIFTS: the wheel leaves the ground or gets below the
 * ground. FLAT: it lies flat. GRIPS: its slip starts or ends. JAMS: its slip cannot continue. On a
 * tyre the first four mean: the load begins; the load ends; the wheel lies flat; in the air the
 * deflection is 0 again, on the ground tyre_stop_guard(). */
enum {
    VEHICLE_MEETS,
    VEHICLE_LIFTS,
    VEHICLE_FLAT,
    VEHICLE_GRIPS,
    VEHICLE_JAMS,
    VEHICLE_TYRE_GUARDS
};

/* Guards of a further contact on a terrain: those of a wheel, and the border of its feature. */
enum { VEHICLE_CONTACT_GUARDS = VEHICLE_TYRE_GUARDS + 1 };

/* Positions of the mode and the guard of a joint's brake. */
static inline size_t vehicle_brake_mode(const struct part *part)
{
    return part->at.modes + (vehicle_is(part, VEHICLE_WHEEL) ? VEHICLE_RIM_MODES : 0);
}

static inline size_t vehicle_brake_guard(const struct part *part)
{
    return part->at.guards + (vehicle_is(part, VEHICLE_WHEEL) ? VEHICLE_TYRE_GUARDS : 0);
}

/* Positions of the mode and the guard of the stops of a hinge or a slide. */
static inline size_t vehicle_stop_mode(const struct part *part)
{
    return part->at.modes + VEHICLE_BRAKE_MODES;
}

static inline size_t vehicle_stop_guard(const struct part *part)
{
    return part->at.guards + VEHICLE_BRAKE_GUARDS;
}

/* ---- parameters, inputs and start values of a part ---- */

/* Parameters of the part in the view: struct body_param, joint_param, rim_param ... */
static inline const void *vehicle_param_of(const struct view *view, const struct part *part)
{
    return (const double *)view->param + part->at.params;
}

/* Inputs of the part in the view. */
static inline const void *vehicle_input_of(const struct view *view, const struct part *part)
{
    return (const double *)view->input + part->at.inputs;
}

/* Start values of the part in the view. */
static inline const void *vehicle_init_of(const struct view *view, const struct part *part)
{
    return (const double *)view->init + part->at.inits;
}

#endif
