/* SPDX-License-Identifier: MIT */
/* One wheel on a tyre, on profiles and surfaces: closed forms, kerbs, and the ends of a motion. */
#include "vehicle-profile.h"
#include "vehicle-tyre.h"

#include <wheeldyn/ground.h>

static const char *const schemes[] = {"event", "moreau"};
enum { EVENT, MOREAU };

/* ---- a quarter of a car ---- */

/* m/s; speed of the wheel; m and 1/m: height and wave number of the waves. */
#define SPEED 10.0
#define HEIGHT 1e-5
#define WAVES 2.0

static int32_t ripple(double x, double y, double value[7], void *user)
{
    (void)y;
    (void)user;
    value[0] = HEIGHT * sin(WAVES * x);
    value[1] = HEIGHT * WAVES * cos(WAVES * x);
    value[3] = -HEIGHT * WAVES * WAVES * sin(WAVES * x);
    value[2] = value[4] = value[5] = 0;
    return 0;
}

/* A quarter car on small waves moves as the linear oscillator M z'' = k (h - z) + c (h' - z'). */
static void linear_ripple(int scheme, double tolerance)
{
    const double M = 400, k = 200000, c = 500, w = WAVES * SPEED;
    double re = k - M * w * w, im = w * c, square = re * re + im * im;
    double a = HEIGHT * (k * re + im * im) / square, b = -HEIGHT * M * w * w * im / square;
    double rest = 0.3 - M * 9.81 / k, worst = 0;
    wd_model *model = quarter_of_car(BRUSH, rest + b, 0);
    set_part(model, "wheel", "crown", 0.1);
    set_part(model, "wheel", "flat_angle", 0.1);
    set_part(model, "tyre", "rolling_resistance", 0);
    must(model, wd_model_set_surface_fn(model, ripple, NULL), "set_surface_fn");
    choose(model, "solver.scheme", schemes[scheme]);
    choose(model, "solver.method", "rk4");
    set(model, "solver.fixed_step", scheme == MOREAU ? 1e-4 : 1e-3);
    choose(model, "param.spin", "rolling");
    set_init(model, "along", "rate", SPEED);
    set_init(model, "up", "rate", a * w);
    start(model, 0);
    for (int i = 1; i <= 50; i++) {
        double t = i * 0.02, want = rest + a * sin(w * t) + b * cos(w * t);
        go(model, t);
        worst = fmax(worst, fabs(out(model, "centre", "z") - want) / sqrt(a * a + b * b));
    }
    check(worst <= tolerance, "%s: quarter car on waves, largest relative error %.2g",
          schemes[scheme], worst);
    wd_model_free(model);
}

/* A quarter car whose slide is held beside the top of a convex arc of this radius. */
static wd_model *beside_crest(double radius, double angle, double crown)
{
    const double half = radius * sin(0.5), drop = radius * (1 - cos(0.5));
    const double xz[] = {-half - 2 * cos(0.5), -drop - 2 * sin(0.5), -half, -drop, half, -drop,
                         half + 2 * cos(0.5),  -drop - 2 * sin(0.5)};
    const double bulge[] = {0, -tan(0.25), 0};
    double x = (radius + 0.3) * sin(angle);
    wd_model *model = quarter_of_car(BRUSH, (radius + 0.3) * cos(angle) - radius, 0);
    must(model, wd_model_set_profile(model, xz, bulge, 4), "set_profile");
    set_part(model, "wheel", "crown", crown);
    set_init(model, "along", "travel", x);
    set_input(model, "along", "brake", 1e6);
    set_input(model, "wheel", "mu", 0);
    return model;
}

/* Without friction the load on a slope of the angle p is M g/cos p, and the centre of the wheel is
 * (A + r - d) sin p beside the top of a crest of the radius A. */
static void static_on_crest(void)
{
    const double A = 0.8, M = 400, k = 200000;
    double x = (A + 0.3) * sin(0.2), angle = 0.2, d = 0;
    wd_model *model = beside_crest(A, 0.2, 0.1);
    for (int i = 0; i < 100; i++) {
        d = M * 9.81 / (k * cos(angle));
        angle = asin(x / (A + 0.3 - d));
    }
    set_input(model, "wheel", "torque", 0);
    set_part(model, "up", "damping", 8000);
    precise(model);
    start(model, 0);
    go(model, 8);
    near_rel(out(model, "wheel", "deflection"), d, 1e-9, 1, "deflection at rest on a crest");
    near_rel(out(model, "wheel", "normal_x"), sin(angle), 1e-9, 1, "normal at rest on a crest");
    near_rel(out(model, "wheel", "normal_force"), k * d, 1e-9, 1, "load at rest on a crest");
    near_abs(out(model, "wheel", "forward_force"), 0, 1e-9, "no friction on a crest");
    wd_model_free(model);
}

static void check_limit(wd_model *model, double reason, const char *what)
{
    double t, value[WIDTH];
    int32_t status = wd_model_step_to(model, 20);
    int32_t type = event_of(model, wd_model_event_count(model) - 1, &t, value);
    check(status == WD_END && type == WD_EVENT_LIMIT && value[REASON] == reason,
          "%s: %s at t = %g s, reason %g", what, wd_status_name(status), t, value[REASON]);
    wd_model_free(model);
}

/* A deflection above the crown on a convex arc ends the motion; a start with it is refused. */
static void crushed(int scheme)
{
    wd_model *model = beside_crest(0.8, 0.2, 0.015);
    choose(model, "solver.scheme", schemes[scheme]);
    set(model, "solver.fixed_step", scheme == MOREAU ? 1e-3 : 0);
    start(model, 0);
    go(model, 0.05);
    check(out(model, "wheel", "deflection") <= 0.015, "%s: not crushed at t = 0.05 s",
          schemes[scheme]);
    check_limit(model, 4, "a tyre on an arc is crushed");
    model = beside_crest(0.8, 0.2, 0.015);
    set_init(model, "up", "travel", -0.02);
    check(wd_model_init(model, 0) == WD_EDOMAIN && strstr(wd_model_error(model), "crown"),
          "a start with a crushed tyre is refused: %s", wd_model_error(model));
    wd_model_free(model);
}

/* Anywhere a deflection above 0.4 of the radius ends the motion. */
static void crushed_on_line(void)
{
    const double line[] = {-5, 0, 5, 0};
    wd_model *model = quarter_of_car(BRUSH, 0.3, 0);
    must(model, wd_model_set_terrain(model, line, 2), "set_terrain");
    set_part(model, "wheel", "crown", 0.1);
    set_part(model, "tyre", "vertical_stiffness", 20000);
    start(model, 0);
    check_limit(model, 4, "a soft tyre on a line");
}

/* A start this deep in a level line or in a flat hollow; axis_z: slope of the wheel's axis. */
static int32_t start_deep(double crown, double axis_z, int arc, double deep)
{
    const double line[] = {-8, 0, -5, 0, 5, 0, 8, 0}, bulge[] = {0, 0.01, 0};
    double bottom = crown + (0.3 - crown) / sqrt(1 + axis_z * axis_z) - (arc ? 0.05 : 0);
    wd_model *model = quarter_of_car(BRUSH, bottom - deep, 0);
    must(model, wd_model_set_profile(model, line, arc ? bulge : NULL, 4), "set_profile");
    set_part(model, "wheel", "crown", crown);
    set_part(model, "wheel", "axis_z", axis_z);
    int32_t status = wd_model_init(model, 0);
    wd_model_free(model);
    return status;
}

/* A start deeper than 0.4 of the radius is refused at any depth, with a narrow tread and a wide
 * one, upright and leaning. */
static void starts_deep(double crown, double axis_z, int arc)
{
    double refused = INFINITY;
    int wrong = 0;
    for (int i = 0; i <= 60; i++) {
        double deep = 0.005 + 0.01 * i;
        int32_t status = start_deep(crown, axis_z, arc, deep);
        wrong += status != (deep > 0.12 ? WD_EDOMAIN : WD_OK) ? 1 : 0;
        refused = status == WD_OK ? refused : fmin(refused, deep);
    }
    check(wrong == 0, "crown %g m, axis_z %g, %s: starts from %g m deep are refused, %d are wrong",
          crown, axis_z, arc ? "hollow" : "line", refused, wrong);
}

static void check_limit_named(wd_model *model, const char *what)
{
    int32_t status = wd_model_init(model, 0);
    check(status == WD_EDOMAIN && strstr(wd_model_error(model), "0.4 of its radius"), "%s: %s",
          what, status == WD_OK ? "accepted" : wd_model_error(model));
    wd_model_free(model);
}

/* A start too deep in a plain grid has no edge, and a tyre may be too soft for the vehicle: the
 * text names the limit of 0.4 of the radius. */
static void limit_named(void)
{
    const double line[] = {-5, 0, 5, 0}, heights[64] = {0}, frame[] = {-4, -4, 1, 1, 0};
    static const char *const places[] = {"as_given", "on_ground", "in_balance"};
    for (int k = 0; k < 3; k++) {
        wd_model *model = new_vehicle();
        add_body(model, "frame", 390, 10, 0, 0, k == 0 ? 0.179 : 0.3);
        add_tyre_numbers(model, BRUSH);
        add_wheel_on_tyre(model, "wheel", "frame", 0.3);
        set_place(model, "wheel", 0, 0, k == 0 ? 0.179 : 0.3);
        set_part(model, "wheel", "mass", 10);
        set_part(model, "wheel", "crown", 0.1);
        set_part(model, "tyre", "vertical_stiffness", k == 0 ? 200000 : 30000);
        choose(model, "param.place", places[k]);
        if (k == 0)
            must(model, wd_model_set_surface(model, heights, 8, 8, frame), "set_surface");
        else
            must(model, wd_model_set_terrain(model, line, 2), "set_terrain");
        check_limit_named(model, places[k]);
    }
}

/* A tyre that comes to rest at the bottom of a sharp valley would touch two places. */
static void rests_in_valley(void)
{
    const double valley[] = {-3, 0.6, 0, 0, 3, 0.6};
    wd_model *model = quarter_of_car(BRUSH, 0.3, 0);
    must(model, wd_model_set_terrain(model, valley, 3), "set_terrain");
    set_part(model, "wheel", "crown", 0.1);
    set_init(model, "along", "travel", 0.02);
    set_part(model, "along", "damping", 4000);
    set_part(model, "up", "damping", 4000);
    set(model, "solver.zeno_speed", 1e-4);
    start(model, 0);
    check_limit(model, 2, "a tyre in a valley");
}

/* ---- a wheel over a kerb ---- */

/* At the edge of a kerb the place that is deepest changes: the normal jumps, the deflection does
 * not. */
static void over_kerb(void)
{
    const double kerb[] = {-5, 0, 0, 0, 0, 0.05, 5, 0.05};
    wd_model *model = quarter_of_car(BRUSH, 0.3 - 400 * 9.81 / 200000, 0);
    double t, value[WIDTH], d[2], n_x[2];
    must(model, wd_model_set_terrain(model, kerb, 4), "set_terrain");
    set_part(model, "wheel", "crown", 0.1);
    set_init(model, "along", "travel", -0.5);
    set_init(model, "along", "rate", 3);
    choose(model, "param.spin", "rolling");
    precise(model);
    start(model, 0);
    double before = balance_of(model);
    wd_model *other = NULL;
    must(model, wd_model_clone(model, &other), "clone");
    go(model, 1);
    int32_t type = event_of(model, 0, &t, value);
    check(type == WD_EVENT_FEATURE && value[FEATURE] == 0 && value[FEATURE_TO] == 3,
          "from the road to the edge of a kerb at t = %g", t);
    for (int k = 0; k < 2; k++) {
        go(other, t + (k ? 1e-9 : -1e-9));
        d[k] = out(other, "wheel", "deflection");
        n_x[k] = out(other, "wheel", "normal_x");
    }
    check(fabs(d[1] - d[0]) <= 1e-8 && n_x[0] == 0 && n_x[1] < -0.1,
          "the deflection changes by %.2g m, the normal from %g to %g", d[1] - d[0], n_x[0],
          n_x[1]);
    check(out(model, "wheel", "feature") == 4, "the wheel is on the kerb");
    check(fabs(balance_of(model) - before) <= 1e-9, "energy over a kerb changes by %.2g J",
          balance_of(model) - before);
    wd_model_free(model);
    wd_model_free(other);
}

int main(void)
{
    for (int scheme = EVENT; scheme <= MOREAU; scheme++) {
        linear_ripple(scheme, scheme == MOREAU ? 1e-2 : 1e-4);
        crushed(scheme);
    }
    static_on_crest();
    crushed_on_line();
    for (int i = 0; i < 12; i++) {
        const double crown[] = {0.02, 0.1, 0.2};
        starts_deep(crown[i / 4], i & 2 ? 0.3 : 0, i & 1);
    }
    limit_named();
    rests_in_valley();
    over_kerb();
    return done();
}
