/* SPDX-License-Identifier: MIT */
#include "models/torus_wheel/torus_wheel.h"

#include <math.h>

static const char *const inertia_laws[] = {"shell", "custom", NULL};
static const char *const control_modes[] = {"none",      "stabilize",  "track", "track_pid",
                                            "set_point", "accelerate", NULL};
static const char *const paths[] = {"circle", "hypocycloid", "user", NULL};

#define PARAM(name, field, unit, lo, hi, initial, text) \
    VAR_REAL("param." name, WD_PARAM, SLOT(torus_wheel_param, field), unit, lo, hi, initial, text)
#define TUNABLE(name, field, unit, lo, hi, initial, text) \
    VAR_REAL("param." name, WD_TUNABLE, SLOT(torus_wheel_param, field), unit, lo, hi, initial, text)
#define GAIN(name, unit, lo, hi, initial, text) \
    TUNABLE(#name, gain.name, unit, lo, hi, initial, text)
#define INPUT(name, field, unit, text) \
    VAR_ANY("input." name, WD_INPUT, SLOT(torus_wheel_input, field), unit, 0, text)
#define STATE(name, field, unit, initial, text) \
    VAR_ANY("state." name, WD_STATE, SLOT(torus_wheel_state, field), unit, initial, text)
#define OUTPUT(name, field, unit, text) \
    VAR_ANY("output." name, WD_OUTPUT, SLOT(torus_wheel_output, field), unit, 0, text)

/* kg.m2. Moments of inertia of the shell with the other defaults. */
#define DEFAULT_EQUATORIAL 0.2875
#define DEFAULT_POLAR 0.525

static const struct var vars[] = {
    PARAM("tube_radius", tube_radius, "m", 0, DBL_MAX, 0.1, "radius a of the tube"),
    PARAM("ring_radius", ring_radius, "m", DBL_MIN, DBL_MAX, 0.3,
          "radius b of the tube's centre line"),
    PARAM("mass", mass, "kg", DBL_MIN, DBL_MAX, 5, "mass of the torus"),
    PARAM("servo_mass", servo_mass, "kg", 0, DBL_MAX, 3,
          "mass carried in the centre, without inertia"),
    PARAM("gravity", gravity, "m/s2", 0, DBL_MAX, 9.81, "gravity"),
    VAR_CHOICE("param.inertia_law", WD_PARAM, SLOT(torus_wheel_param, inertia_law), inertia_laws,
               "moments of inertia of a thin shell (init then refuses inertia_equatorial and "
               "inertia_polar other than their defaults), or as given"),
    PARAM("inertia_equatorial", inertia_equatorial, "kg.m2", DBL_MIN, DBL_MAX, DEFAULT_EQUATORIAL,
          "with inertia_law custom: moment of inertia about a diameter"),
    PARAM("inertia_polar", inertia_polar, "kg.m2", DBL_MIN, DBL_MAX, DEFAULT_POLAR,
          "with inertia_law custom: moment of inertia about the axle"),
    TUNABLE("rolling_torque", rolling_torque, "N.m", 0, DBL_MAX, 0, "torque against the spin"),
    PARAM("rolling_torque_speed", rolling_torque_speed, "rad/s", DBL_MIN, DBL_MAX, 0.02,
          "spin rate about which the rolling torque changes its sign smoothly"),
    PARAM("touchdown_angle", touchdown_angle, "rad", DBL_MIN, 1.5, 0.349066,
          "angle from flat at which the motion ends"),
    TUNABLE("friction_limit", friction_limit, "1", 0, DBL_MAX, 1,
            "coefficient of friction, for the margin only"),
    VAR_CHOICE("param.path", WD_PARAM, SLOT(torus_wheel_param, path.type), paths,
               "path of the reference; user: wd_model_set_path()"),
    PARAM("path_radius", path.radius, "m", DBL_MIN, DBL_MAX, 1,
          "radius of the circle; r of the hypocycloid, whose cusps are K r from the centre"),
    VAR_ROW("param.path_cusps", WD_PARAM, VAR_WHOLE, SLOT(torus_wheel_param, path.cusps), "1", 2,
            1000, 4, NULL, "cusps K of the hypocycloid"),
    PARAM("path_x", path.x, "m", -DBL_MAX, DBL_MAX, 0, "centre of circle and hypocycloid"),
    PARAM("path_y", path.y, "m", -DBL_MAX, DBL_MAX, 0, "centre of circle and hypocycloid"),
    PARAM("path_rate", path.rate, "rad/s", -DBL_MAX, DBL_MAX, 0.2,
          "rate of the angle of circle and hypocycloid"),
    PARAM("path_phase", path.phase, "rad", -DBL_MAX, DBL_MAX, 0,
          "angle of circle and hypocycloid at t = 0"),
    PARAM("path_speed", path.speed, "m/s", -DBL_MAX, DBL_MAX, 0.5,
          "speed along a user path without times, from its first point at t = 0"),
    GAIN(k1, "1/s", 0, DBL_MAX, 1.5, "track: speed per error along the track"),
    GAIN(k2, "rad/m2", 0, DBL_MAX, 0,
         "track: turn per error across the track and speed; 0: chosen by the path"),
    GAIN(k3, "1/s", 0, DBL_MAX, 2, "track: turn per error of heading"),
    GAIN(kv, "1/s", 0, DBL_MAX, 4, "track: acceleration per error of speed"),
    GAIN(kw, "1/s", 0, DBL_MAX, 6,
         "track, set_point: acceleration of precession per error of its rate"),
    GAIN(ki, "1/s2", 0, DBL_MAX, 0, "track: acceleration per integral of the error of speed"),
    GAIN(vmax, "m/s", DBL_MIN, DBL_MAX, 6, "track: largest speed for an error along the track"),
    GAIN(lean_frequency, "rad/s", 0, DBL_MAX, 8,
         "track, track_pid, set_point: frequency of the lean's loop"),
    GAIN(lean_damping, "1", 0, DBL_MAX, 1, "damping ratio of the lean's loop"),
    GAIN(lean_target, "rad", -DBL_MAX, DBL_MAX, TORUS_UPRIGHT, "lean that the lean's loop holds"),
    GAIN(precession_limit, "rad/s2", 0, DBL_MAX, 20, "largest acceleration of precession"),
    GAIN(torque_limit, "N.m", 0, INFINITY, INFINITY,
         "largest size of each torque of the control; infinity: no limit"),
    GAIN(stab_angle, "rad", 0, DBL_MAX, TORUS_UPRIGHT / 90,
         "stabilize: La, lean on either side without restoring torque"),
    GAIN(stab_gain, "N.m/rad", 0, DBL_MAX, 50,
         "stabilize: Kp, restoring torque per lean beyond La"),
    GAIN(stab_gravity, "1", 0, DBL_MAX, 1,
         "stabilize: fa, part of gravity's torque that is cancelled"),
    GAIN(pid_damping, "1", 0, DBL_MAX, 0.9, "track_pid: damping ratio"),
    GAIN(pid_frequency, "rad/s", 0, DBL_MAX, 2.55, "track_pid: natural frequency"),
    GAIN(pid_reset, "s", DBL_MIN, DBL_MAX, 0.5,
         "track_pid: reset time of the integral, more than 1/(2 pid_damping pid_frequency)"),
    GAIN(pid_regularisation, "m/s", 0, DBL_MAX, 0,
         "track_pid: speed below which the track is not steered; 0: chosen by the path"),
    GAIN(set_damping, "1", 0, DBL_MAX, 0.5, "set_point: damping ratio"),
    GAIN(set_frequency, "rad/s", 0, DBL_MAX, 0.5, "set_point: natural frequency"),
    INPUT("torque_precession", torque.precession, "N.m", "torque about the vertical"),
    INPUT("torque_lean", torque.lean, "N.m", "torque about the track"),
    INPUT("torque_spin", torque.spin, "N.m", "torque about the axle"),
    VAR_CHOICE("input.control_mode", WD_INPUT, SLOT(torus_wheel_input, control_mode), control_modes,
               "control law whose torques are added to those of the inputs"),
    INPUT("target_x", target_x, "m", "where set_point brings the wheel, x"),
    INPUT("target_y", target_y, "m", "where set_point brings the wheel, y"),
    INPUT("precession_acc", acceleration.precession, "rad/s2", "accelerate: demanded acceleration"),
    INPUT("lean_acc", acceleration.lean, "rad/s2", "accelerate: demanded acceleration"),
    INPUT("spin_acc", acceleration.spin, "rad/s2", "accelerate: demanded acceleration"),
    STATE("precession", torus.precession, "rad", 0, "angle of the track from x, counter-clockwise"),
    STATE("lean", torus.lean, "rad", TORUS_UPRIGHT, "angle from flat; upright is pi/2"),
    STATE("spin", torus.spin, "rad", 0, "angle about the axle"),
    STATE("x", torus.x, "m", 0, "position of the contact point"),
    STATE("y", torus.y, "m", 0, "position of the contact point"),
    STATE("precession_rate", torus.precession_rate, "rad/s", 0, "rate of precession"),
    STATE("lean_rate", torus.lean_rate, "rad/s", 0, "rate of lean"),
    STATE("spin_rate", torus.spin_rate, "rad/s", 0, "rate of spin; a positive one rolls against n"),
    STATE("speed_integral", integral.speed, "m", 0, "track: integral of the error of speed"),
    STATE("x_integral", integral.x, "m.s", 0, "track_pid: integral of the error of position, x"),
    STATE("y_integral", integral.y, "m.s", 0, "track_pid: integral of the error of position, y"),
    OUTPUT("reaction_longitudinal", reaction.longitudinal, "N", "force of the plane along n"),
    OUTPUT("reaction_lateral", reaction.lateral, "N", "force of the plane to the left of n"),
    OUTPUT("normal_force", reaction.normal, "N", "force of the plane along z"),
    OUTPUT("friction_demand", friction_demand, "1",
           "horizontal over normal force; infinity without a normal force"),
    OUTPUT("friction_margin", friction_margin, "1", "param.friction_limit minus the demand"),
    OUTPUT("slip_residual_1", slip_residual[0], "m/s", "residual of the rolling condition along x"),
    OUTPUT("slip_residual_2", slip_residual[1], "m/s", "residual of the rolling condition along y"),
    OUTPUT("x_dot", velocity[0], "m/s", "velocity of the contact point"),
    OUTPUT("y_dot", velocity[1], "m/s", "velocity of the contact point"),
    OUTPUT("precession_acc", acceleration.precession, "rad/s2", "angular acceleration"),
    OUTPUT("lean_acc", acceleration.lean, "rad/s2", "angular acceleration"),
    OUTPUT("spin_acc", acceleration.spin, "rad/s2", "angular acceleration"),
    OUTPUT("torque_precession", torque.precession, "N.m", "torque of input and control"),
    OUTPUT("torque_lean", torque.lean, "N.m", "torque of input and control"),
    OUTPUT("torque_spin", torque.spin, "N.m", "torque of input and control"),
    OUTPUT("tracking_error", tracking_error, "m", "distance from the reference"),
    OUTPUT("heading_error", heading_error, "rad",
           "heading of the reference, or its opposite, less the precession; 0 in set_point"),
    OUTPUT("reference_x", reference[0], "m", "reference, at the present time"),
    OUTPUT("reference_y", reference[1], "m", "reference, at the present time"),
};

static const char *const event_values[TORUS_WHEEL_EVENT_VALUES] = {
    "precession", "lean", "spin", "x", "y", "precession_rate", "lean_rate", "spin_rate",
};

static const char *const linear_names[TORUS_WHEEL_LINEAR] = {
    "lean",
    "lean_rate",
    "precession_rate",
    "spin_rate",
};

/* ---- the scenarios of the paper ---- */

#define DEGREE (TORUS_UPRIGHT / 90)
#define GRAVITY HELD("param.gravity", 9.8), HELD("state.precession", 50 * DEGREE)

static const struct preset_value straight[] = {
    GRAVITY,
    HELD("state.precession_rate", 0.05),
    HELD("state.lean", TORUS_UPRIGHT - 1e-4),
    HELD("state.spin_rate", 10),
    HELD("state.x", 0.2),
    HELD("state.y", 0.5),
};

/* Fig. 5, with (54) */
static const struct preset_value friction[] = {
    GRAVITY,
    HELD("param.rolling_torque", 0.3),
    HELD("state.lean", TORUS_UPRIGHT + 1e-4),
    HELD("state.spin_rate", 8.4607),
    HELD("state.x", 0.5),
    HELD("state.y", 0.2),
};

/* Start (66), stabilised by (55) until the time at which tracking begins */
#define SLOW_START(band, time)                                                                   \
    GRAVITY,                                                                                     \
        SIGNAL("input.control_mode", WD_SIGNAL_STEP, 0, CONTROL_STABILIZE, time, CONTROL_TRACK), \
        HELD("param.stab_angle", band), HELD("state.precession_rate", 0.05),                     \
        HELD("state.lean", TORUS_UPRIGHT + 1e-2), HELD("state.lean_rate", 1e-3),                 \
        HELD("state.spin_rate", 0.5), HELD("state.x", 0.5), HELD("state.y", 0.2)

/* The circle starts at the position of the wheel at 40 s. */
static const struct preset_value circle[] = {
    SLOW_START(DEGREE, 40),
    HELD("param.path_x", 1.63),
    HELD("param.path_y", -6.295),
    HELD("param.path_phase", 2.247),
};

/* Hypocycloid (79). With the damping of (80) the wheel on the deltoid is still 0.6 mm from the set
 * point after 35 s; the wheel on the astroid has reached its set point. The deltoid therefore has
 * critical damping, with which its wheel reaches the set point in this time. */
#define CUSPS(count, damping)                                            \
    SLOW_START(0.01 * DEGREE, 20), HELD("param.path", PATH_HYPOCYCLOID), \
        HELD("param.path_radius", 2), HELD("param.path_cusps", count),   \
        HELD("param.path_rate", 3.3 * 0.0785), HELD("param.set_damping", damping)
static const struct preset_value astroid[] = {CUSPS(4, 0.5)};
static const struct preset_value deltoid[] = {CUSPS(3, 1)};

static const struct preset presets[] = {
    PRESET("straight-10", straight, "Fig. 3: free rolling at 10 rad/s"),
    PRESET("rolling-friction", friction, "Fig. 5: rolling until it falls"),
    PRESET("circle", circle, "Fig. 7: slow rolling, stabilised; track the circle from 40 s on"),
    PRESET("astroid", astroid, "Fig. 13: slow rolling, stabilised; track the astroid from 20 s on"),
    PRESET("deltoid", deltoid,
           "Fig. 11: slow rolling, stabilised; track a curve of three cusps from 20 s on"),
};

static const char *check(const struct view *view)
{
    const struct torus_wheel_param *p = view->param;
    const struct control_gains *k = &p->gain;
    if (!(p->tube_radius < p->ring_radius))
        return "param.tube_radius must be below param.ring_radius";
    int custom_set =
        p->inertia_equatorial != DEFAULT_EQUATORIAL || p->inertia_polar != DEFAULT_POLAR;
    if (p->inertia_law == TORUS_SHELL && custom_set)
        return "param.inertia_equatorial or param.inertia_polar is set, but param.inertia_law = "
               "shell does not use them; set param.inertia_law = custom";
    if (!(2 * k->pid_damping * k->pid_frequency * k->pid_reset > 1))
        return "law track_pid would not hold the path: param.pid_reset must be above "
               "1/(2 param.pid_damping param.pid_frequency); raise one of the three, or keep their "
               "defaults if track_pid is not used";
    return NULL;
}

/* ---- data built at init ---- */

static struct torus_body body_of(const struct torus_wheel_param *p)
{
    int shell = p->inertia_law == TORUS_SHELL;
    return (struct torus_body){
        .tube_radius = p->tube_radius,
        .ring_radius = p->ring_radius,
        .mass = p->mass + p->servo_mass,
        .gravity = p->gravity,
        .equatorial = shell ? torus_shell_equatorial(p->tube_radius, p->ring_radius, p->mass)
                            : p->inertia_equatorial,
        .polar =
            shell ? torus_shell_polar(p->tube_radius, p->ring_radius, p->mass) : p->inertia_polar,
    };
}

static size_t course_doubles(const struct kind *kind, const struct polyline *line)
{
    (void)kind;
    return DOUBLES(torus_wheel_course) + path_doubles(line);
}

static const char *course_build(const struct view *view, const struct polyline *line,
                                double *memory, size_t *at)
{
    const struct torus_wheel_param *p = view->param;
    struct torus_wheel_course *course = (struct torus_wheel_course *)memory;
    if (p)
        course->body = body_of(p);
    if (line->points > 0)
        return path_build(line, course->path, at, view->interrupt);
    return p->path.type == PATH_USER ? "param.path = user needs a path, see wd_model_set_path()"
                                     : NULL;
}

const struct kind kind_torus_wheel = {
    .name = "torus_wheel",
    .text = "A torus that rolls on a plane, free or tracking a path",
    .vars = vars,
    .var_count = ROWS(vars),
    .key_vars = NAMES("state.x", "state.y", "output.speed", "state.precession", "state.lean",
                      "output.reaction_lateral", "output.normal_force", "output.friction_demand",
                      "output.tracking_error"),
    .presets = presets,
    .preset_count = ROWS(presets),
    .params = DOUBLES(torus_wheel_param),
    .inputs = DOUBLES(torus_wheel_input),
    .states = DOUBLES(torus_wheel_state),
    .outputs = DOUBLES(torus_wheel_output),
    .solvers = DOUBLES(common_solver),
    .modes = TORUS_WHEEL_MODES,
    .guards = 1,
    .event_values = event_values,
    .event_width = TORUS_WHEEL_EVENT_VALUES,
    .enter = torus_wheel_enter,
    .start = torus_wheel_start,
    .flow = torus_wheel_flow,
    .mark_cyclic = torus_wheel_mark_cyclic,
    .output = torus_wheel_output,
    .energy = torus_wheel_energy,
    .flow_with_energy = torus_wheel_flow_with_energy,
    .guard = torus_wheel_guard,
    .lasting_guards = 1,
    .jump = torus_wheel_jump,
    .check = check,
    .linear_count = TORUS_WHEEL_LINEAR,
    .linear_names = linear_names,
    .linear = torus_wheel_linear,
    .linear_input = torus_wheel_linear_input,
    .course = COURSE_PATH,
    .course_doubles = course_doubles,
    .course_build = course_build,
};
