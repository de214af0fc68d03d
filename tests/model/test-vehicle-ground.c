/* SPDX-License-Identifier: MIT */
/* Vehicles on profiles. Each wheel touches one place, which moves from feature to feature; motions
 * are compared with closed forms. For wheels of laws without
 * impacts the motion ends where they would touch a second place. test-vehicle-strikes tests second
 * contacts with impacts. */
#include "vehicle-profile.h"

/* ---- models ---- */

/* A ball or a wheel as a single body on a profile. */
static wd_model *wheel_on(const double *xz, const double *bulge, size_t points, double crown)
{
    wd_model *model = new_vehicle();
    add(model, "body", "hub", NULL, NULL);
    set_mass(model, "hub", 2, 0.4 * 2 * 0.09, 0.4 * 2 * 0.09, 0.4 * 2 * 0.09);
    set_place(model, "hub", 0, 0, 0.3);
    add(model, "rim", "edge", "hub", NULL);
    set_place(model, "edge", 0, 0, 0.3);
    set_part(model, "edge", "radius", 0.3);
    set_part(model, "edge", "crown", crown);
    must(model, wd_model_set_profile(model, xz, bulge, points), "set_profile");
    precise(model);
    return model;
}

/* ---- closed forms ---- */

/* A ball that rolls in a cylinder is a pendulum of the length (1 + k) (R - r). */
static void ball_in_trough(const char *law)
{
    const double radius = 1.5, swing = 1e-3, half = sin(1.2), up = radius * (1 - cos(1.2));
    const double xz[] = {
        -radius * half - cos(1.2), up + sin(1.2), -radius * half, up, radius * half, up,
        radius * half + cos(1.2),  up + sin(1.2)};
    const double bulge[] = {0, tan(0.6), 0};
    const double rate = sqrt(9.81 / (1.4 * (radius - 0.3)));
    wd_model *ball = wheel_on(xz, bulge, 4, 0.3);
    choose(ball, "param.edge.law", law);
    set_input(ball, "edge", "mu", 5);
    set_init(ball, "hub", "x", (radius - 0.3) * sin(swing));
    set_init(ball, "hub", "z", (radius - 0.3) * (1 - cos(swing)));
    start(ball, 0);
    double period = 2 * acos(-1) / rate * (1 + swing * swing / 16), worst = 0;
    for (int k = 1; k <= 40; k++) {
        go(ball, k * period / 8);
        double want = (radius - 0.3) * swing * cos(k * acos(-1) / 4);
        worst = fmax(worst, fabs(out(ball, "hub", "x") - want) / swing);
    }
    check(worst <= 1e-6, "ball of law %s in a trough: largest relative error of x %.2g", law,
          worst);
    check(wd_model_event_count(ball) == 0, "the ball in a trough has no events");
    wd_model_free(ball);
}

/* A wheel rolls over the edge if v^2 < g r; a faster wheel separates at the edge at once. */
static void wheel_over_edge(double speed, int leaves)
{
    const double xz[] = {-1, 0, 0, 0, 2, -1};
    wd_model *wheel = wheel_on(xz, NULL, 3, 0.1);
    double t, value[WIDTH];
    set_input(wheel, "edge", "mu", 5);
    set_init(wheel, "hub", "x", -0.1);
    roll_at(wheel, speed);
    start(wheel, 0);
    double energy = balance_of(wheel);
    go(wheel, 0.1 / speed + 1e-6);
    int32_t type = event_of(wheel, 0, &t, value);
    check(type == WD_EVENT_FEATURE && value[FEATURE] == 0 && value[FEATURE_TO] == 1 &&
              fabs(t - 0.1 / speed) <= 1e-12,
          "the contact passes on to the edge at t = %.17g", t);
    int detached = wd_model_event_count(wheel) == 2 &&
                   event_of(wheel, 1, &t, value) == WD_EVENT_DETACH && value[FEATURE] == 1;
    check(detached == leaves && wd_model_event_count(wheel) == (leaves ? 2 : 1),
          "the wheel %s the edge", leaves ? "leaves" : "rolls over");
    check(get(wheel, "output.edge.contact") == (leaves ? 0 : 1),
          "output.edge.contact is %g after the edge", get(wheel, "output.edge.contact"));
    go(wheel, 0.1 / speed + 0.05);
    check(fabs(balance_of(wheel) - energy) <= 1e-12, "change of the energy balance: %.2g J",
          balance_of(wheel) - energy);
    wd_model_free(wheel);
}

/* solver.max_events does not count events FEATURE: a contact passes on to another feature. */
static void passing_features(void)
{
    const double xz[] = {-1, 0, 0, 0, 0.1, -0.002, 0.2, -0.006, 0.3, -0.012, 2, -0.2};
    wd_model *wheel = wheel_on(xz, NULL, 6, 0.1);
    set(wheel, "solver.max_events", 1);
    set_input(wheel, "edge", "mu", 5);
    set_init(wheel, "hub", "x", -0.1);
    roll_at(wheel, 0.5);
    start(wheel, 0);
    int32_t status = wd_model_step_to(wheel, 1);
    check(status >= 0 && wd_model_event_count(wheel) == 8, "max_events = 1: %s, %zu events",
          wd_status_name(status), wd_model_event_count(wheel));
    wd_model_free(wheel);
}

/* At a kerb a wheel of a law without impacts would get a second contact: the motion ends. */
static void end_at_kerb(const char *law)
{
    const double xz[] = {-3, 0, 1, 0, 1, 0.1, 3, 0.1};
    wd_model *wheel = wheel_on(xz, NULL, 4, 0.1);
    double t, value[WIDTH], want = (1 - sqrt(0.09 - 0.04)) / 0.8;
    choose(wheel, "param.edge.law", law);
    set_input(wheel, "edge", "mu", 5);
    roll_at(wheel, 0.8);
    start(wheel, 0);
    check(wd_model_step_to(wheel, 2) == WD_END, "the motion ends at a kerb");
    int32_t type = event_of(wheel, 0, &t, value);
    check(type == WD_EVENT_LIMIT && value[REASON] == 2,
          "the event is LIMIT with reason 2, a further contact");
    check(fabs(t - want) <= 1e-12, "the motion ends at t = %.17g, %.17g in closed form", t, want);
    wd_model_free(wheel);
}

/* ---- the plane as a profile ---- */

static void plane_in_segments(size_t segments)
{
    double xz[22], worst = 0;
    for (size_t i = 0; i <= segments; i++)
        xz[2 * i] = -1 + (double)i * 7 / (double)segments, xz[2 * i + 1] = 0;
    wd_model *on_plane = make("vehicle", "bicycle"), *on_lines = make("vehicle", "bicycle");
    must(on_lines, wd_model_set_terrain(on_lines, xz, segments + 1), "set_terrain");
    choose(on_lines, "param.place", "as_given");
    choose(on_plane, "param.place", "as_given");
    precise(on_plane);
    precise(on_lines);
    start(on_plane, 0);
    start(on_lines, 0);
    for (int k = 1; k <= 10; k++) {
        go(on_plane, 0.1 * k);
        go(on_lines, 0.1 * k);
        for (uint32_t ref = 0; ref < wd_model_var_count(on_plane); ref++) {
            const char *name = wd_model_var_name(on_plane, ref);
            if (strncmp(name, "state.", 6) == 0)
                worst = worse(worst, get(on_lines, name), get(on_plane, name));
        }
    }
    check(worst <= 1e-13, "bicycle on the plane as %zu segments: states differ by %.2g", segments,
          worst);
    check(wd_model_event_count(on_lines) == 0, "the bicycle on segments has no events");
    wd_model_free(on_plane);
    wd_model_free(on_lines);
}

/* ---- starts on the ground ---- */

/* Place a ball on the slope of a valley. Without placing, its centre would start at the height z +
 * 0.3 m, above the slope, partly in it, or below it. */
static void put_ball(double z)
{
    const double xz[] = {-3, 3, 0, 0, 3, 3};
    wd_model *ball = wheel_on(xz, NULL, 3, 0.3);
    choose(ball, "param.place", "on_ground");
    set_init(ball, "hub", "x", 1);
    set_init(ball, "hub", "z", z);
    start(ball, 0);
    double want = 1 + 0.3 * sqrt(2);
    check(fabs(out(ball, "hub", "z") - want) <= 1e-12,
          "a ball placed on a slope from z = %g: error of the height %.2g", z,
          out(ball, "hub", "z") - want);
    wd_model_free(ball);
}

/* Place a bicycle whose front wheel stands on a hill of arcs. */
static void put_bicycle(void)
{
    const double half = sin(0.3), up = 2 * (1 - cos(0.3));
    const double xz[] = {-2, 0, 0.5, 0, 0.5 + 2 * half, up, 0.5 + 4 * half, 2 * up, 4, 0.9};
    const double bulge[] = {0, tan(0.075), 0, 0};
    wd_model *bicycle = make("vehicle", "bicycle");
    must(bicycle, wd_model_set_profile(bicycle, xz, bulge, 5), "set_profile");
    start(bicycle, 0);
    check(fabs(out(bicycle, "rear", "gap")) <= 1e-12 && fabs(out(bicycle, "front", "gap")) <= 1e-12,
          "gaps of a bicycle placed on a hill: %.2g, %.2g m", out(bicycle, "rear", "gap"),
          out(bicycle, "front", "gap"));
    check(out(bicycle, "frame", "pitch") < -0.05, "pitch of the bicycle on the hill: %g rad",
          out(bicycle, "frame", "pitch"));
    double energy = balance_of(bicycle);
    go(bicycle, 0.05);
    check(fabs(balance_of(bicycle) - energy) <= 1e-6, "change of the energy balance: %.2g J",
          balance_of(bicycle) - energy);
    wd_model_free(bicycle);
}

/* ---- thrown ---- */

static double draw_between(uint64_t *state, double low, double high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}

static wd_model *throw_wheel(uint64_t *s, int shape)
{
    enum { POINTS = 8 };
    double xz[2 * POINTS], bulge[POINTS - 1] = {0}, x = -3, z = 0;
    for (int i = 0; i < POINTS; i++) {
        xz[2 * i] = x, xz[2 * i + 1] = z;
        x += draw_between(s, 0.5, 1.5), z += draw_between(s, -0.3, 0.3);
    }
    for (int i = 1; i < POINTS - 2; i++)
        bulge[i] = draw_between(s, 0, 1) < 0.4 ? draw_between(s, -0.4, 0.08) : 0;
    wd_model *wheel = wheel_on(xz, bulge, POINTS, shape * 0.15);
    set(wheel, "solver.rtol", 1e-9);
    set(wheel, "param.ground_heading", draw_between(s, -1, 1));
    set_part(wheel, "edge", "restitution",
             draw_between(s, -0.5, 0.9) > 0 ? draw_between(s, 0, 0.9) : 0);
    set_input(wheel, "edge", "mu", draw_between(s, 0, 1.5));
    set_init(wheel, "hub", "x", draw_between(s, -2, 2));
    set_init(wheel, "hub", "z", draw_between(s, 1.5, 2.5));
    set_init(wheel, "hub", "yaw", draw_between(s, -3, 3));
    set_init(wheel, "hub", "roll", draw_between(s, -1, 1));
    set_init(wheel, "hub", "forward", draw_between(s, -2, 2));
    set_init(wheel, "hub", "left", draw_between(s, -1, 1));
    set_init(wheel, "hub", "pitch_rate", draw_between(s, -10, 10));
    set_init(wheel, "hub", "roll_rate", draw_between(s, -2, 2));
    return wheel;
}

/* No thrown wheel penetrates the ground or gains energy; friction and impacts may dissipate it. */
static void throw_all(int count)
{
    uint64_t state = 11;
    double deepest = 0, worst = 0, grown = 0;
    int failed = 0;
    for (int k = 0; k < count; k++) {
        wd_model *wheel = throw_wheel(&state, k % 3);
        int32_t status = wd_model_init(wheel, 0);
        double first = balance_of(wheel), before = INFINITY;
        for (int i = 1; i <= 60 && status >= 0 && status != WD_END; i++) {
            status = wd_model_step_to(wheel, 0.02 * i);
            double now =
                get(wheel, "output.kinetic_energy") + get(wheel, "output.potential_energy");
            deepest = fmin(deepest, out(wheel, "edge", "gap"));
            worst = fmax(worst, fabs(balance_of(wheel) - first));
            grown = fmax(grown, now - before);
            before = now;
        }
        failed += status < 0;
        if (status < 0)
            printf("# %d: %s\n", k, wd_model_error(wheel));
        wd_model_free(wheel);
    }
    check(failed == 0, "%d of %d thrown wheels failed", failed, count);
    check(deepest >= -1e-11, "lowest gap of all thrown wheels: %.2g m", deepest);
    check(worst <= 1e-6 && grown <= 1e-6,
          "thrown wheels: error of the energy balance %.2g J, growth of the energy %.2g J", worst,
          grown);
}

/* ---- snapshots, clones and resets ---- */

static void snapshot_keeps_terrain(void)
{
    const double xz[] = {-1, 0, 0, 0, 2, -1};
    wd_model *wheel = wheel_on(xz, NULL, 3, 0.1);
    set_input(wheel, "edge", "mu", 5);
    set_init(wheel, "hub", "x", -0.1);
    roll_at(wheel, 0.5);
    start(wheel, 0);
    go(wheel, 0.25); /* on the edge */
    wd_model *other = moves_as_copies(wheel, 0.6);
    check(wd_model_terrain(other, NULL, NULL, 0) == 3, "the terrain is in the snapshot");
    must(other, wd_model_reset(other), "reset");
    must(other, wd_model_set_terrain(other, NULL, 0), "the plane again");
    set_init(other, "hub", "x", 0);
    start(other, 0);
    go(other, 0.5);
    check(fabs(out(other, "hub", "z") - 0.3) <= 1e-12,
          "after a reset the wheel rolls on the plane again");
    wd_model_free(wheel);
    wd_model_free(other);
}

/* ---- refusals ---- */

static void check_refused(wd_model *model, int32_t want, const char *text)
{
    int32_t status = wd_model_init(model, 0);
    check(status == want && strstr(wd_model_error(model), text), "refused with %s: %s",
          wd_status_name(status), wd_model_error(model));
    wd_model_free(model);
}

static void refused_terrains(void)
{
    const double line[] = {-1, 0, 1, 0}, valley[] = {-1, 1, 0, 0, 1, 1};
    const double tight[] = {-1, 0, 0, 0, 0.2, 0, 1, 0}, bulge[] = {0, 0.9, 0}, bad[] = {-1};
    wd_model *model = wheel_on(line, NULL, 2, 0.1);
    set_init(model, "hub", "z", -0.01);
    check_refused(model, WD_EDOMAIN, "feature 0");
    model = wheel_on(line, NULL, 2, 0.1);
    set_init(model, "hub", "z", -2);
    check_refused(model, WD_EDOMAIN, "edge");
    model = wheel_on(valley, NULL, 3, 0.1);
    choose(model, "param.edge.law", "ideal");
    set_init(model, "hub", "z", 0.3 * sqrt(2) - 0.3);
    check_refused(model, WD_EDOMAIN, "two places");
    model = wheel_on(tight, bulge, 4, 0.1);
    check_refused(model, WD_EINVAL, "concave arc");
    model = wheel_on(line, NULL, 2, 0.1);
    start(model, 0);
    double A[64 * 64];
    check(wd_model_linear_size(model) <= 64 &&
              wd_model_linearize(model, A, NULL, 0, NULL) == WD_EDOMAIN &&
              strstr(wd_model_error(model), "terrain"),
          "no linear model: %s", wd_model_error(model));
    wd_model_free(model);
    model = wheel_on(line, NULL, 2, 0.1);
    check(wd_model_set_terrain_friction(model, bad, 1) == WD_EINVAL,
          "a friction factor of -1 is refused: %s", wd_model_error(model));
    set_part(model, "hub", "xx", -0.0);
    set_part(model, "hub", "xy", 5);
    check_refused(model, WD_EINVAL, "eigenvalue");
}

int main(void)
{
    ball_in_trough("ideal");
    ball_in_trough("coulomb");
    ball_in_trough("relaxed");
    wheel_over_edge(0.5, 0);
    wheel_over_edge(2, 1);
    passing_features();
    end_at_kerb("ideal");
    end_at_kerb("relaxed");
    plane_in_segments(1);
    plane_in_segments(2);
    plane_in_segments(10);
    put_ball(4);
    put_ball(0.8);
    put_ball(-2);
    put_bicycle();
    throw_all(150);
    snapshot_keeps_terrain();
    refused_terrains();
    return done();
}
