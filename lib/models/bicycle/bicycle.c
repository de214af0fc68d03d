/* SPDX-License-Identifier: MIT */
#include "models/bicycle/bicycle.h"
#include "num/carver.h"

#include <math.h>

static const char *const lifts[] = {"end", "report", NULL};
static const char *const accelerations[] = {"tree", "range_space", "svd", NULL};
static const char *const projections[] = {"moore_penrose", "mass_weighted", "none", NULL};

#define PARAM(field, unit, lo, hi, initial, text)                                               \
    VAR_REAL("param." #field, WD_PARAM, SLOT(bicycle_parameters, field), unit, lo, hi, initial, \
             text)
#define ANY(field, unit, initial, text) PARAM(field, unit, -DBL_MAX, DBL_MAX, initial, text)
#define POSITIVE(field, unit, initial, text) PARAM(field, unit, DBL_MIN, DBL_MAX, initial, text)
#define INIT(field, unit, text) \
    VAR_ANY("init." #field, WD_INIT, SLOT(bicycle_start, field), unit, 0, text)
#define INPUT(field, text) \
    VAR_ANY("input." #field, WD_INPUT, SLOT(bicycle_input, field), "N.m", 0, text)
#define OUTPUT_AT(name, field, unit, text) \
    VAR_ANY("output." name, WD_OUTPUT, SLOT(bicycle_output, field), unit, 0, text)
#define OUTPUT(field, unit, text) OUTPUT_AT(#field, field, unit, text)

/* Twelve states of each body */
#define BODY_ROW(body, index, field, at, unit, text) \
    VAR_ANY("state." body "." field, WD_STATE, 12 * (index) + at, unit, 0, text " of the " body)
#define BODY(body, index)                                                                     \
    BODY_ROW(body, index, "x", 0, "m", "centre of mass, forward"),                            \
        BODY_ROW(body, index, "y", 1, "m", "centre of mass, to the left"),                    \
        BODY_ROW(body, index, "z", 2, "m", "centre of mass, height"),                         \
        BODY_ROW(body, index, "yaw", 3, "rad", "first angle, about z"),                       \
        BODY_ROW(body, index, "roll", 4, "rad", "second angle, about the heading"),           \
        BODY_ROW(body, index, "pitch", 5, "rad", "third angle, about the y axis"),            \
        BODY_ROW(body, index, "vx", 6, "m/s", "velocity along x"),                            \
        BODY_ROW(body, index, "vy", 7, "m/s", "velocity along y"),                            \
        BODY_ROW(body, index, "vz", 8, "m/s", "velocity along z"),                            \
        BODY_ROW(body, index, "wx", 9, "rad/s", "angular velocity about the body's x axis"),  \
        BODY_ROW(body, index, "wy", 10, "rad/s", "angular velocity about the body's y axis"), \
        BODY_ROW(body, index, "wz", 11, "rad/s", "angular velocity about the body's z axis")

/* Entries of arrays among the outputs */
#define LAMBDA(i, unit, text) OUTPUT_AT("lambda_" #i, lambda[(i)-1], unit, text)
#define HINGE(i1, i2, i3, i4, i5, where)                                                 \
    LAMBDA(i1, "N", "multiplier of the hinge along x, " where),                          \
        LAMBDA(i2, "N", "multiplier of the hinge along y, " where),                      \
        LAMBDA(i3, "N", "multiplier of the hinge along z, " where),                      \
        LAMBDA(i4, "N.m", "multiplier of the first direction across the hinge, " where), \
        LAMBDA(i5, "N.m", "multiplier of the second direction across the hinge, " where)
#define MATRIX(matrix, unit)                                             \
    OUTPUT_AT("canonical_" #matrix "_11", canonical.matrix[0], unit,     \
              #matrix " of the linear model, roll by roll"),             \
        OUTPUT_AT("canonical_" #matrix "_12", canonical.matrix[1], unit, \
                  #matrix " of the linear model, roll by steer"),        \
        OUTPUT_AT("canonical_" #matrix "_21", canonical.matrix[2], unit, \
                  #matrix " of the linear model, steer by roll"),        \
        OUTPUT_AT("canonical_" #matrix "_22", canonical.matrix[3], unit, \
                  #matrix " of the linear model, steer by steer")

static const struct var vars[] = {
    POSITIVE(w, "m", 1.02, "wheelbase"),
    ANY(c, "m", 0.08, "trail"),
    PARAM(lam, "rad", -1.5, 1.5, 0.31415926535897932385, "tilt of the steer axis to the rear"),
    PARAM(gravity, "m/s2", 0, DBL_MAX, 9.81, "gravity"),
    POSITIVE(rR, "m", 0.3, "rear wheel: radius"),
    POSITIVE(mR, "kg", 2, "rear wheel: mass"),
    POSITIVE(IRxx, "kg.m2", 0.0603, "rear wheel: moment of inertia across the axle"),
    POSITIVE(IRyy, "kg.m2", 0.12, "rear wheel: moment of inertia about the axle"),
    ANY(xB, "m", 0.3, "rear frame with rider: centre of mass, forward"),
    ANY(zB, "m", -0.9, "rear frame with rider: centre of mass, down"),
    POSITIVE(mB, "kg", 85, "rear frame with rider: mass"),
    POSITIVE(IBxx, "kg.m2", 9.2, "rear frame with rider: moment of inertia"),
    ANY(IBxz, "kg.m2", 2.4, "rear frame with rider: product of inertia"),
    POSITIVE(IByy, "kg.m2", 11, "rear frame with rider: moment of inertia"),
    POSITIVE(IBzz, "kg.m2", 2.8, "rear frame with rider: moment of inertia"),
    ANY(xH, "m", 0.9, "front frame: centre of mass, forward"),
    ANY(zH, "m", -0.7, "front frame: centre of mass, down"),
    POSITIVE(mH, "kg", 4, "front frame: mass"),
    POSITIVE(IHxx, "kg.m2", 0.05892, "front frame: moment of inertia"),
    ANY(IHxz, "kg.m2", -0.00756, "front frame: product of inertia"),
    POSITIVE(IHyy, "kg.m2", 0.06, "front frame: moment of inertia"),
    POSITIVE(IHzz, "kg.m2", 0.00708, "front frame: moment of inertia"),
    POSITIVE(rF, "m", 0.35, "front wheel: radius"),
    POSITIVE(mF, "kg", 3, "front wheel: mass"),
    POSITIVE(IFxx, "kg.m2", 0.1405, "front wheel: moment of inertia across the axle"),
    POSITIVE(IFyy, "kg.m2", 0.28, "front wheel: moment of inertia about the axle"),
    VAR_CHOICE("param.lift", WD_PARAM, SLOT(bicycle_parameters, lift), lifts,
               "what happens when a wheel lifts: the ground would have to pull it down"),
    INIT(x, "m", "rear wheel's centre, forward"),
    INIT(y, "m", "rear wheel's centre, to the left"),
    INIT(yaw, "rad", "heading of the rear frame, to the left"),
    INIT(roll, "rad", "lean of the rear frame, to the right"),
    INIT(steer, "rad", "steer angle, to the left"),
    INIT(rear_angle, "rad", "angle of the rear wheel to the frame, forward"),
    INIT(front_angle, "rad", "angle of the front wheel to the frame, forward"),
    INIT(roll_rate, "rad/s", "rate of the roll angle"),
    INIT(steer_rate, "rad/s", "rate of the steer angle"),
    INIT(speed, "m/s", "rR times the rate of the rear wheel's angle"),
    INPUT(steer_torque, "torque of the rear on the front frame, to the left"),
    INPUT(roll_torque, "torque on the rear frame about its heading, to the right"),
    INPUT(rear_torque, "torque of the frame on the rear wheel, forward"),
    INPUT(front_torque, "torque of the frame on the front wheel, forward"),
    BODY("rear_wheel", REAR_WHEEL),
    BODY("rear_frame", REAR_FRAME),
    BODY("front_frame", FRONT_FRAME),
    BODY("front_wheel", FRONT_WHEEL),
    OUTPUT(roll, "rad", "lean of the rear frame, to the right"),
    OUTPUT(steer, "rad", "steer angle, to the left"),
    OUTPUT(yaw, "rad", "heading of the rear frame, to the left"),
    OUTPUT(pitch, "rad", "pitch of the rear frame, nose down"),
    OUTPUT(rear_angle, "rad", "angle of the rear wheel to the frame, forward"),
    OUTPUT(front_angle, "rad", "angle of the front wheel to the frame, forward"),
    OUTPUT(roll_rate, "rad/s", "rate of the roll angle"),
    OUTPUT(steer_rate, "rad/s", "rate of the steer angle"),
    OUTPUT(yaw_rate, "rad/s", "rate of the heading"),
    OUTPUT(roll_acc, "rad/s2", "second derivative of the roll angle"),
    OUTPUT(steer_acc, "rad/s2", "second derivative of the steer angle"),
    OUTPUT(yaw_acc, "rad/s2", "second derivative of the heading"),
    OUTPUT(rear_x, "m", "contact point of the rear wheel, forward"),
    OUTPUT(rear_y, "m", "contact point of the rear wheel, to the left"),
    OUTPUT(front_x, "m", "contact point of the front wheel, forward"),
    OUTPUT(front_y, "m", "contact point of the front wheel, to the left"),
    HINGE(1, 2, 3, 4, 5, "rear axle"),
    HINGE(6, 7, 8, 9, 10, "steering"),
    HINGE(11, 12, 13, 14, 15, "front axle"),
    LAMBDA(16, "N", "multiplier of the rear wheel's height"),
    LAMBDA(17, "N", "multiplier of the front wheel's height"),
    LAMBDA(18, "N", "multiplier of the rear wheel's rolling forward"),
    LAMBDA(19, "N", "multiplier of the rear wheel's rolling sideways"),
    LAMBDA(20, "N", "multiplier of the front wheel's rolling forward"),
    LAMBDA(21, "N", "multiplier of the front wheel's rolling sideways"),
    OUTPUT(rear_normal, "N", "force of the ground on the rear wheel, up"),
    OUTPUT(rear_longitudinal, "N", "force of the ground on the rear wheel, along its heading"),
    OUTPUT(rear_lateral, "N", "force of the ground on the rear wheel, to the left"),
    OUTPUT(front_normal, "N", "force of the ground on the front wheel, up"),
    OUTPUT(front_longitudinal, "N", "force of the ground on the front wheel, along its heading"),
    OUTPUT(front_lateral, "N", "force of the ground on the front wheel, to the left"),
    OUTPUT(position_error, "1", "largest violation of a position before the last projection"),
    OUTPUT(velocity_error, "1", "largest violation of a velocity before the last projection"),
    MATRIX(M, "kg.m2"),
    MATRIX(C1, "kg.m"),
    MATRIX(K0, "kg.m"),
    MATRIX(K2, "kg"),
    VAR_CHOICE("solver.acceleration", WD_SOLVER, SLOT(bicycle_solver, acceleration), accelerations,
               "how accelerations and multipliers are computed"),
    VAR_CHOICE("solver.projection", WD_SOLVER, SLOT(bicycle_solver, projection), projections,
               "how drift off the constraints is removed"),
    VAR_ROW("solver.project_every", WD_SOLVER, VAR_WHOLE, SLOT(bicycle_solver, project_every), "1",
            1, 1e15, 1, NULL, "steps from one projection to the next"),
};

static const struct preset_value defaults[] = {
    HELD("solver.method", 1), /* rk4 */
    HELD("solver.fixed_step", 0.005),
};

#define RIDE(speed, rate) HELD("init.speed", speed), HELD("init.roll_rate", rate)
static const struct preset_value benchmark[] = {RIDE(4.6, 0.5)};
static const struct preset_value stable[] = {RIDE(5, 0.5)};
static const struct preset_value unstable[] = {RIDE(3, 1e-4)};

static const struct preset presets[] = {
    PRESET("benchmark", benchmark, "4.6 m/s, pushed sideways with 0.5 rad/s: weave dies away"),
    PRESET("benchmark-stable", stable, "5 m/s, pushed sideways with 0.5 rad/s"),
    PRESET("benchmark-unstable", unstable, "3 m/s, pushed sideways with 1e-4 rad/s: weave grows"),
};

static const char *const event_values[BICYCLE_EVENT_VALUES] = {
    "wheel", "roll", "steer", "speed", "rear_normal", "front_normal",
};

static const char *const linear_names[BICYCLE_LINEAR] = {
    "roll",
    "steer",
    "roll_rate",
    "steer_rate",
};

static size_t scratch(const struct kind *kind)
{
    (void)kind;
    return mech_doubles(&(struct mech_system){
        .bodies = BICYCLE_BODIES, .hinges = BICYCLE_HINGES, .wheels = BICYCLE_WHEELS});
}

/* The course, memory for data that are computed once for all steps, holds the assembled bicycle,
 * which depends on the parameters alone. */
static size_t course_doubles(const struct kind *kind, const struct polyline *none)
{
    (void)kind;
    (void)none;
    return WORDS_OF(struct bicycle);
}

static const char *course_build(const struct view *view, const struct polyline *none,
                                double *memory, size_t *at)
{
    (void)none;
    (void)at;
    return bicycle_assemble(view->param, (struct bicycle *)memory);
}

/* True if the extras, which follow the energies in y, are valid: no error of the last projection is
 * negative, and the count of steps is neither negative nor infinite. */
static int fits(const struct view *view, const double *y)
{
    const struct bicycle_point *point = (const struct bicycle_point *)y;
    (void)view;
    return point->error.position >= 0 && point->error.velocity >= 0 && point->steps >= 0 &&
           point->steps <= DBL_MAX;
}

const struct kind kind_bicycle = {
    .name = "bicycle",
    .text = "A bicycle of four bodies on knife-edge wheels that roll without slip",
    .vars = vars,
    .var_count = ROWS(vars),
    .key_vars = NAMES("output.speed", "output.roll", "output.steer", "output.yaw", "output.rear_x",
                      "output.rear_y", "output.roll_rate", "output.steer_rate",
                      "output.rear_normal", "output.front_normal"),
    .presets = presets,
    .preset_count = ROWS(presets),
    .defaults = defaults,
    .default_count = ROWS(defaults),
    .params = DOUBLES(bicycle_parameters),
    .inputs = DOUBLES(bicycle_input),
    .inits = DOUBLES(bicycle_start),
    .states = BICYCLE_STATES,
    .outputs = DOUBLES(bicycle_output),
    .solvers = DOUBLES(bicycle_solver),
    .guards = BICYCLE_GUARDS,
    .extras = BICYCLE_EXTRAS,
    .event_values = event_values,
    .event_width = BICYCLE_EVENT_VALUES,
    .scratch = scratch,
    .start = bicycle_begin,
    .flow = bicycle_flow,
    .mark_cyclic = bicycle_mark_cyclic,
    .project = bicycle_project,
    .output = bicycle_output,
    .energy = bicycle_energy,
    .guard = bicycle_guard,
    .lasting_guards = 1,
    .jump = bicycle_jump,
    .linear_count = BICYCLE_LINEAR,
    .linear_names = linear_names,
    .linear = bicycle_linear,
    .linear_input = bicycle_linear_input,
    .fits = fits,
    .course_doubles = course_doubles,
    .course_build = course_build,
};
