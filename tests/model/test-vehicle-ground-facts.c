/* SPDX-License-Identifier: MIT */
/* Facts of motions on profiles: a turned, shifted or mirrored start has the turned, shifted or
 * mirrored motion; the order of parts and remote segments change nothing; a polygon approximates an
 * arc; a wheel rests with its flank on an edge; a knife edge that comes to lie along an edge ends
 * the motion. */
#include "vehicle-profile.h"

/* ---- the robot of preset threshold, which drives over a bar ---- */

static wd_model *robot_from(double x, double y, double yaw, double heading)
{
    wd_model *robot = make("vehicle", "threshold");
    set_init(robot, "chassis", "x", x);
    set_init(robot, "chassis", "y", y);
    set_init(robot, "chassis", "yaw", yaw);
    set(robot, "param.ground_heading", heading);
    return robot;
}

/* Difference of the place of a chassis from (x, y, z). */
static double apart_from(const wd_model *robot, double x, double y, double z)
{
    return fmax(hypot(out(robot, "chassis", "x") - x, out(robot, "chassis", "y") - y),
                fabs(out(robot, "chassis", "z") - z));
}

/* The start turned by an angle about the origin and shifted along the bar. */
static void turned(double angle, double shift)
{
    double c = cos(angle), s = sin(angle), heading = 0.1 + angle, first = -0.05, worst = 0;
    double x = -shift * sin(heading), y = shift * cos(heading);
    wd_model *robot = robot_from(0, 0, 0, 0.1);
    wd_model *image = robot_from(first * c - first + x, first * s + y, angle, heading);
    start(robot, 0);
    start(image, 0);
    for (int k = 1; k <= 10; k++) {
        go(robot, 0.25 * k);
        go(image, 0.25 * k);
        double at[] = {out(robot, "chassis", "x"), out(robot, "chassis", "y")};
        worst = fmax(worst, apart_from(image, at[0] * c - at[1] * s + x, at[0] * s + at[1] * c + y,
                                       out(robot, "chassis", "z")));
    }
    check(worst <= 1e-9, "turned by %g rad, shifted by %g m along the bar: difference %.2g m",
          angle, shift, worst);
    check(out(robot, "chassis", "x") > 0.9 &&
              wd_model_event_count(robot) == wd_model_event_count(image),
          "%zu and %zu events", wd_model_event_count(robot), wd_model_event_count(image));
    wd_model_free(robot);
    wd_model_free(image);
}

static void mirrored(void)
{
    double worst = 0;
    wd_model *robot = robot_from(0, 0, 0, 0.1), *image = robot_from(0, 0, 0, -0.1);
    start(robot, 0);
    start(image, 0);
    for (int k = 1; k <= 10; k++) {
        go(robot, 0.25 * k);
        go(image, 0.25 * k);
        worst = fmax(worst, apart_from(image, out(robot, "chassis", "x"),
                                       -out(robot, "chassis", "y"), out(robot, "chassis", "z")));
    }
    check(worst <= 1e-9, "mirrored: difference %.2g m", worst);
    wd_model_free(robot);
    wd_model_free(image);
}

/* The bar with thousands of further corners behind it: no bit changes. */
static void remote_segments(void)
{
    enum { MORE = 10000, BAR = 8 };
    static const double bar[2 * BAR] = {-1,    0,     0.6,  0,    0.6,  0.01, 0.605, 0.015,
                                        0.675, 0.015, 0.68, 0.01, 0.68, 0,    2,     0};
    static double xz[2 * (BAR + MORE)];
    memcpy(xz, bar, sizeof bar);
    for (int i = 0; i < MORE; i++) {
        xz[2 * (BAR + i)] = 3 + 0.2 * i;
        xz[2 * (BAR + i) + 1] = i % 2 ? 0.03 : 0;
    }
    wd_model *robot = robot_from(0, 0, 0, 0.1), *many = robot_from(0, 0, 0, 0.1);
    must(many, wd_model_set_terrain(many, xz, BAR + MORE), "set_terrain");
    start(robot, 0);
    start(many, 0);
    go(robot, 2.5);
    go(many, 2.5);
    double x = out(robot, "chassis", "x"), yaw = out(robot, "chassis", "yaw");
    check(x == out(many, "chassis", "x") && yaw == out(many, "chassis", "yaw") &&
              wd_model_event_count(robot) == wd_model_event_count(many),
          "10,000 remote segments change no bit: x %.17g m, yaw %.17g rad", x, yaw);
    wd_model_free(robot);
    wd_model_free(many);
}

/* ---- two wheels at one instant ---- */

/* A robot of two wheels and a ball behind them, with the parts in one of three orders, rolls
 * straight onto a kerb. */
static wd_model *at_kerb(int order)
{
    static const double kerb[] = {-2, 0, 0.6, 0, 0.6, 0.01, 3, 0.01};
    static const char *const parts[3][3] = {
        {"left", "right", "ball"}, {"right", "left", "ball"}, {"ball", "right", "left"}};
    wd_model *robot = new_vehicle();
    add_body(robot, "frame", 10, 0.12, 0, 0, 0.12);
    for (int i = 0; i < 3; i++) {
        const char *name = parts[order][i];
        int ball = strcmp(name, "ball") == 0;
        double side = ball ? 0 : strcmp(name, "left") == 0 ? 0.17 : -0.17;
        add(robot, ball ? "rim" : "wheel", name, "frame", NULL);
        set_place(robot, name, ball ? -0.2 : 0.05, side, ball ? 0.06 : 0.1);
        set_part(robot, name, "radius", ball ? 0.06 : 0.1);
        set_part(robot, name, "crown", ball ? 0.06 : 0.015);
        if (!ball)
            set_part(robot, name, "mass", 0.8);
        set_input(robot, name, "mu", ball ? 0 : 0.9);
    }
    set_init(robot, "frame", "forward", 0.8);
    choose(robot, "param.spin", "rolling");
    must(robot, wd_model_set_terrain(robot, kerb, 4), "set_terrain");
    precise(robot);
    return robot;
}

static void any_order(void)
{
    double x[3], z[3], off = 0, t[2], value[WIDTH];
    int together = 1;
    for (int order = 0; order < 3; order++) {
        wd_model *robot = at_kerb(order);
        start(robot, 0);
        go(robot, 0.8);
        x[order] = out(robot, "frame", "x"), z[order] = out(robot, "frame", "z");
        off = fmax(off, fmax(fabs(out(robot, "frame", "y")), fabs(out(robot, "frame", "yaw"))));
        together &= event_of(robot, 0, &t[0], value) == WD_EVENT_IMPACT &&
                    event_of(robot, 1, &t[1], value) == WD_EVENT_IMPACT && t[0] == t[1];
        wd_model_free(robot);
    }
    check(together, "both wheels hit the kerb at one instant, %.17g s", t[0]);
    check(fabs(x[1] - x[0]) <= 1e-11 && fabs(x[2] - x[0]) <= 1e-11 && fabs(z[1] - z[0]) <= 1e-11 &&
              fabs(z[2] - z[0]) <= 1e-11,
          "the order of parts changes x by %.2g and %.2g, z by %.2g and %.2g m", x[1] - x[0],
          x[2] - x[0], z[1] - z[0], z[2] - z[0]);
    check(off <= 1e-11, "the robot remains straight to %.2g", off);
}

/* ---- an arc and its polygons ---- */

/* A wheel that has rolled down from the top of a hill for 0.6 s: its place. The hill is an arc, or
 * `sides` chords of it. */
static double way_on_hill(int sides)
{
    enum { MOST = 200 };
    const double R = 2, half = 0.5;
    double xz[2 * (MOST + 3)], bulge[MOST + 2] = {0};
    int n = 0, arcs = sides > 0 ? sides : 1;
    for (int i = -1; i <= arcs + 1; i++) {
        double angle = half * (2. * fmin(fmax(i, 0), arcs) / arcs - 1);
        double beyond = i < 0 ? -1 : i > arcs ? 1 : 0;
        xz[2 * n] = R * sin(angle) + beyond * cos(angle);
        xz[2 * n++ + 1] = R * cos(angle) - beyond * sin(angle);
    }
    if (sides == 0)
        bulge[1] = -tan(half / 2);
    wd_model *wheel = new_vehicle();
    add_body(wheel, "hub", 2, 0.09, 0, 0, 0.3);
    add(wheel, "rim", "edge", "hub", NULL);
    set_place(wheel, "edge", 0, 0, 0.3);
    set_part(wheel, "edge", "radius", 0.3);
    set_part(wheel, "edge", "crown", 0.1);
    set_input(wheel, "edge", "mu", 2);
    choose(wheel, "param.place", "on_ground");
    must(wheel, wd_model_set_profile(wheel, xz, bulge, (size_t)n), "set_profile");
    roll_at(wheel, 0.5);
    precise(wheel);
    start(wheel, 0);
    go(wheel, 0.6);
    double x = out(wheel, "hub", "x");
    check(out(wheel, "edge", "contacts") == 1, "%d sides: the wheel is on the hill", sides);
    wd_model_free(wheel);
    return x;
}

/* The way on a polygon has an error of second order in the length of its sides. */
static void polygons(void)
{
    double arc = way_on_hill(0), last = INFINITY;
    for (int sides = 10; sides <= 160; sides *= 4) {
        double error = way_on_hill(sides) - arc;
        check(fabs(error) <= last / 15, "a hill of %d sides: error %.3g m", sides, error);
        last = fabs(error);
    }
}

/* ---- a knife edge along an edge ---- */

/* A ring without friction lies with its flank on the edge of a ridge, along a chord at the distance
 * d from its centre, and slides in its plane until the chord vanishes. */
static void along_edge(double speed)
{
    const double ridge[] = {-2, -2, 0, 0, 2, -2}, d = 0.25, first = 0.9;
    double t, value[WIDTH];
    wd_model *ring = new_vehicle();
    add_body(ring, "hub", 2, 0.1, 0, 0, 0);
    add(ring, "rim", "edge", "hub", NULL);
    set_part(ring, "edge", "radius", 0.3);
    set_part(ring, "edge", "crown", 0);
    set_input(ring, "edge", "mu", 0);
    set(ring, "param.ground_heading", acos(0));
    must(ring, wd_model_set_terrain(ring, ridge, 3), "set_terrain");
    set_init(ring, "hub", "y", d * sin(first));
    set_init(ring, "hub", "z", d * cos(first));
    set_init(ring, "hub", "roll", -first);
    set_init(ring, "hub", "left", speed * sin(first));
    set_init(ring, "hub", "up", speed * cos(first));
    precise(ring);
    start(ring, 0);
    int32_t status = wd_model_step_to(ring, 0.3);
    size_t events = wd_model_event_count(ring);
    int32_t type = events > 0 ? event_of(ring, events - 1, &t, value) : 0;
    double off = hypot(out(ring, "hub", "y"), out(ring, "hub", "z")) - 0.3;
    check(status == WD_END && type == WD_EVENT_LIMIT && value[REASON] == 3 && fabs(off) <= 1e-8,
          "a ring slides along an edge until its chord vanishes: %s, %.2g m from the rim",
          wd_status_name(status), off);
    wd_model_free(ring);
}

/* ---- rest on an edge ---- */

/* A wheel falls against the edge of a kerb and comes to rest on the ground and with its flank on
 * the edge, at two places: then no bit of its position changes. */
static void rests_by_flank(const char *scheme)
{
    const double kerb[] = {-3, 0, 0, 0, 0, 0.2, 3, 0.2};
    wd_model *wheel = new_vehicle();
    add_body(wheel, "hub", 2, 0.05, 0, 0, 0);
    set_part(wheel, "hub", "yy", 0.09);
    add(wheel, "rim", "edge", "hub", NULL);
    set_part(wheel, "edge", "radius", 0.3);
    set_part(wheel, "edge", "crown", 0.05);
    set_input(wheel, "edge", "mu", 0.9);
    choose(wheel, "solver.scheme", scheme);
    set(wheel, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    set(wheel, "param.ground_heading", acos(0));
    must(wheel, wd_model_set_terrain(wheel, kerb, 4), "set_terrain");
    set_init(wheel, "hub", "y", -0.14);
    set_init(wheel, "hub", "z", 0.28);
    set_init(wheel, "hub", "roll", -0.5);
    start(wheel, 0);
    go(wheel, 2);
    double y = out(wheel, "hub", "y"), z = out(wheel, "hub", "z"), q = out(wheel, "hub", "q1");
    go(wheel, 4);
    check(out(wheel, "edge", "contacts") == 3 && out(wheel, "edge", "feature") == 0 &&
              out(wheel, "edge", "feature_2") == 3 && get(wheel, "output.edge.contact") == 1,
          "%s: the wheel leans on two places of the edge, roll %.3g rad", scheme,
          out(wheel, "hub", "roll"));
    check(out(wheel, "hub", "y") == y && out(wheel, "hub", "z") == z &&
              out(wheel, "hub", "q1") == q,
          "%s: at rest by its flank it keeps the bits of its position", scheme);
    near_abs(out(wheel, "edge", "force_z"), 2 * 9.81, 1e-9, "force of the ground at rest");
    wd_model_free(wheel);
}

int main(void)
{
    rests_by_flank("event");
    rests_by_flank("moreau");
    turned(0.7, 0);
    turned(-2.5, 0);
    turned(0, 1.3);
    turned(1.9, -0.4);
    mirrored();
    remote_segments();
    any_order();
    polygons();
    along_edge(2);
    along_edge(1);
    return done();
}
