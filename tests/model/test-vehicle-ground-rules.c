/* SPDX-License-Identifier: MIT */
/* Rules of vehicles on ground that is not a plane: inputs that tilt gravity also act on surfaces;
 * segments have their own friction; wheels that reach the ground flat end the motion with reason 0;
 * outputs of a wheel far from the ground; an impact at the start; snapshots at many instants of a
 * drive over a bar. */
#include "surfaces.h"
#include "vehicle-profile.h"

enum { FLAT = 0 };

/* A ball or a wheel of 2 kg with the radius 0.3 m as a single body. */
static wd_model *wheel_of(double crown)
{
    wd_model *model = new_wheel(2, 0.072, 0.072, 0.3, crown);
    set_input(model, "edge", "mu", 0.2);
    precise(model);
    return model;
}

/* ---- tilted gravity ---- */

/* A ball that starts to slide with back spin on an incline: on the plane with the input, and on a
 * surface that rises by the same angle. The surface is as long as the plane, so x is shorter. */
static void incline(const char *input, const char *along, const char *speed, int axis)
{
    const double angle = 0.25;
    double slope[2] = {0, 0}, way[2];
    wd_model *on[] = {wheel_of(0.3), wheel_of(0.3)};
    slope[axis] = tan(angle);
    must(on[1], wd_model_set_surface_fn(on[1], tilted, slope), "set_surface_fn");
    set(on[0], input, angle);
    for (int k = 0; k < 2; k++) {
        double c = k ? cos(angle) : 1, s = k ? sin(angle) : 0;
        choose(on[k], "param.place", "on_ground");
        set_init(on[k], "hub", "z", 1);
        set_init(on[k], "hub", speed, 3 * c);
        set_init(on[k], "hub", "up", 3 * s);
        set_init(on[k], "hub", axis ? "roll_rate" : "pitch_rate", axis ? 7 : -7);
        start(on[k], 0);
        way[k] = -out(on[k], "hub", along);
        go(on[k], 1.2);
        way[k] = (way[k] + out(on[k], "hub", along)) / c;
    }
    check(fabs(way[1] - way[0]) <= 1e-10 && fabs(way[0]) > 0.1,
          "%s: way %.17g m on the plane, %.17g m on a surface", input, way[0], way[1]);
    wd_model_free(on[0]);
    wd_model_free(on[1]);
}

/* A surface that rises and an input that lowers the ground by the same angle are level ground. */
static void level_again(void)
{
    double slope[] = {tan(0.25), 0};
    wd_model *ball = wheel_of(0.3);
    must(ball, wd_model_set_surface_fn(ball, tilted, slope), "set_surface_fn");
    set(ball, "input.slope", -0.25);
    choose(ball, "param.place", "on_ground");
    set_init(ball, "hub", "z", 1);
    set_init(ball, "hub", "forward", 3 * cos(0.25));
    set_init(ball, "hub", "up", 3 * sin(0.25));
    set_init(ball, "hub", "pitch_rate", 10);
    start(ball, 0);
    double x = out(ball, "hub", "x");
    go(ball, 2);
    check(fabs(out(ball, "hub", "x") - x - 6 * cos(0.25)) <= 1e-11,
          "on level ground the ball rolls %.17g m", (out(ball, "hub", "x") - x) / cos(0.25));
    wd_model_free(ball);
}

/* ---- friction of segments ---- */

/* A ball slides without spin over a level joint, behind which friction is halved. */
static void slides_onto_ice(const char *scheme, double tol)
{
    const double xz[] = {-1, 0, 2, 0, 5, 0}, factor[] = {1, 0.5};
    const double a = 0.2 * 9.81, joint = (5 - sqrt(25 - 4 * a)) / a, end = 0.6;
    double t = NAN, value[WIDTH];
    wd_model *ball = wheel_of(0.3);
    int moreau = strcmp(scheme, "moreau") == 0;
    must(ball, wd_model_set_terrain(ball, xz, 3), "set_terrain");
    must(ball, wd_model_set_terrain_friction(ball, factor, 2), "set_terrain_friction");
    choose(ball, "solver.scheme", scheme);
    set(ball, "solver.fixed_step", moreau ? 1e-4 : 0);
    choose(ball, "param.place", "on_ground");
    set_init(ball, "hub", "z", 1);
    set_init(ball, "hub", "forward", 5);
    start(ball, 0);
    go(ball, end);
    double speed = 5 - a * joint - a / 2 * (end - joint);
    check(fabs(out(ball, "hub", "vx") - speed) <= tol, "%s: speed on ice %.17g m/s, %.17g expected",
          scheme, out(ball, "hub", "vx"), speed);
    if (!moreau)
        check(wd_model_event_count(ball) == 1 && event_of(ball, 0, &t, value) == WD_EVENT_FEATURE &&
                  fabs(t - joint) <= 1e-12 && value[FEATURE] == 0 && value[FEATURE_TO] == 2,
              "the contact passes on to the ice at %.17g s", joint);
    wd_model_free(ball);
}

/* ---- flat wheels ---- */

/* Move a wheel whose axle points at the ground or at a wall, until the motion ends. */
static void ends_flat(const char *what, int wall, const char *scheme)
{
    const double xz[] = {0, 3, 0, 0, 4, 0};
    wd_model *wheel = wheel_of(0.02);
    int32_t status = WD_OK;
    double t = NAN, value[WIDTH];
    must(wheel, wd_model_set_terrain(wheel, xz, 3), "set_terrain");
    choose(wheel, "solver.scheme", scheme);
    set(wheel, "solver.fixed_step", strcmp(scheme, "moreau") ? 0 : 1e-3);
    set_init(wheel, "hub", "x", 1);
    set_init(wheel, "hub", "z", 1);
    set_init(wheel, "hub", wall ? "yaw" : "roll", acos(-1) / 2 - 0.1);
    set_init(wheel, "hub", "left", wall ? 3 : 0);
    start(wheel, 0);
    status = wd_model_step_to(wheel, 1);
    size_t n = wd_model_event_count(wheel);
    int32_t type = n > 0 ? event_of(wheel, n - 1, &t, value) : 0;
    check(status == WD_END && type == WD_EVENT_LIMIT && value[REASON] == FLAT,
          "a wheel falls flat against the %s, %s: %s, event %d", what, scheme,
          wd_status_name(status), (int)type);
    check(isfinite(out(wheel, "hub", "x")) && isfinite(out(wheel, "edge", "normal_force")),
          "x and force of the flat wheel are finite");
    wd_model_free(wheel);
}

/* ---- outputs, start and snapshots ---- */

static void far_from_ground(void)
{
    const double xz[] = {-1, 0, 1, 0};
    wd_model *wheel = wheel_of(0.1);
    must(wheel, wd_model_set_terrain(wheel, xz, 2), "set_terrain");
    set_init(wheel, "hub", "z", 0.3 + 0.31);
    start(wheel, 0);
    check(out(wheel, "edge", "feature") == -1 && out(wheel, "edge", "gap") == 0.3 &&
              out(wheel, "edge", "contacts") == 0,
          "more than a radius above the ground: feature %g, gap %g m",
          out(wheel, "edge", "feature"), out(wheel, "edge", "gap"));
    wd_model_reset(wheel);
    set_init(wheel, "hub", "z", 0.3 + 0.29);
    start(wheel, 0);
    check(out(wheel, "edge", "feature") == 0 && fabs(out(wheel, "edge", "gap") - 0.29) <= 1e-15,
          "less than a radius above the ground: feature %g", out(wheel, "edge", "feature"));
    wd_model_free(wheel);
}

static void impact_at_start(void)
{
    const double xz[] = {-1, 0, 1, 0};
    double t = NAN, value[WIDTH];
    wd_model *wheel = wheel_of(0.1);
    must(wheel, wd_model_set_terrain(wheel, xz, 2), "set_terrain");
    set_init(wheel, "hub", "z", 0.3);
    set_init(wheel, "hub", "up", -1);
    must(wheel, wd_model_init(wheel, 2), "init");
    go(wheel, 2.001);
    int32_t type = wd_model_event_count(wheel) > 0 ? event_of(wheel, 0, &t, value) : 0;
    check(type == WD_EVENT_IMPACT && t == 2 && value[FEATURE] == 0 && isnan(value[FEATURE_TO]) &&
              isnan(value[REASON]),
          "the first step reports an impact at the start, at t = %g s", t);
    wd_model_free(wheel);
}

/* Load snapshots of a drive over a bar, and drive to its end. */
static void snapshots_of_drive(const char *scheme, double step)
{
    static unsigned char bytes[1 << 18];
    enum { STOPS = 50 };
    wd_model *robot = make("vehicle", "threshold"), *loaded = make("vehicle", "threshold");
    wd_model *whole = make("vehicle", "threshold");
    wd_model *const all[] = {robot, loaded, whole};
    int same = 0;
    for (int k = 0; k < 3; k++) {
        choose(all[k], "solver.scheme", scheme);
        set(all[k], "solver.fixed_step", step);
        start(all[k], 0);
    }
    double states[STOPS][3];
    for (int k = 0; k < STOPS; k++) {
        go(whole, 0.05 * (k + 1));
        states[k][0] = out(whole, "chassis", "x");
        states[k][1] = out(whole, "chassis", "pitch");
        states[k][2] = out(whole, "left", "normal_force");
    }
    for (int k = 0; k < STOPS; k++) {
        must(robot, wd_model_save(robot, bytes, sizeof bytes), "save");
        must(loaded, wd_model_load(loaded, bytes, wd_model_save_size(robot)), "load");
        go(loaded, 0.05 * (k + 1));
        same += out(loaded, "chassis", "x") == states[k][0] &&
                out(loaded, "chassis", "pitch") == states[k][1] &&
                out(loaded, "left", "normal_force") == states[k][2];
        must(robot, wd_model_load(robot, bytes, wd_model_save_size(robot)), "load again");
        go(robot, 0.05 * (k + 1));
    }
    check(same == STOPS && states[STOPS - 1][0] > 0.9,
          "%s: %d of %d snapshots continue with the same bits, up to x = %g m", scheme, same, STOPS,
          states[STOPS - 1][0]);
    for (int k = 0; k < 3; k++)
        wd_model_free(all[k]);
}

int main(void)
{
    incline("input.slope", "x", "forward", 0);
    incline("input.bank", "y", "left", 1);
    level_again();
    slides_onto_ice("event", 1e-11);
    slides_onto_ice("moreau", 2e-4);
    ends_flat("ground", 0, "event");
    ends_flat("wall", 1, "event");
    ends_flat("ground", 0, "moreau");
    ends_flat("wall", 1, "moreau");
    far_from_ground();
    impact_at_start();
    snapshots_of_drive("event", 0);
    snapshots_of_drive("moreau", 1e-3);
    return done();
}
