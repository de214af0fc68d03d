/* SPDX-License-Identifier: MIT */
/* Cars on tyres, on profiles and surfaces: comparison with the plane, rest on a slope, energy,
 * friction, and both schemes against each other. */
#include "vehicle-profile.h"
#include "vehicle-tyre.h"

#include <wheeldyn/ground.h>

static const char *const schemes[] = {"event", "moreau"};
enum { EVENT, MOREAU };

/* ---- a car ---- */

static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};

/* The preset car; fixed steps of 1 ms. */
static wd_model *car_of(int scheme)
{
    wd_model *model = make("vehicle", "car");
    choose(model, "solver.scheme", schemes[scheme]);
    choose(model, "solver.method", "rk4");
    set(model, "solver.fixed_step", 1e-3);
    return model;
}

static void hold_car(wd_model *model, double brake)
{
    for (int i = 0; i < 4; i++) {
        set_input(model, wheels[i], "torque", 0);
        set_input(model, wheels[i], "brake", brake);
        if (i < 2)
            set(model, i ? "input.front_right_steer.target" : "input.front_left_steer.target", 0);
    }
    set_init(model, "chassis", "forward", 0);
}

/* A car that starts level at this height over a slope, or over a line that is tilted by this angle.
 */
static wd_model *car_uphill(int scheme, double slope, int on_line)
{
    wd_model *model = car_of(scheme);
    double s = sin(slope), c = cos(slope), up = 0.55 - 0.013;
    const double line[] = {-100 * c, -100 * s, 100 * c, 100 * s};
    choose(model, "param.place", "as_given");
    choose(model, "param.spin", "rolling");
    if (!on_line) {
        set(model, "input.slope", slope);
        set_init(model, "chassis", "z", up - 0.55);
        start(model, 0);
        return model;
    }
    must(model, wd_model_set_terrain(model, line, 2), "set_terrain");
    set_init(model, "chassis", "x", -s * up);
    set_init(model, "chassis", "z", c * up - 0.55);
    set_init(model, "chassis", "pitch", -slope);
    set_init(model, "chassis", "forward", 10 * c);
    set_init(model, "chassis", "up", 10 * s);
    start(model, 0);
    return model;
}

/* A straight line that is tilted is the plane with a slope, also while the car steers. */
static void tilted_line(int scheme)
{
    double slope = 0.1, worst = 0;
    wd_model *line = car_uphill(scheme, slope, 1), *plane = car_uphill(scheme, slope, 0);
    for (int k = 1; k <= 20; k++) {
        go(line, 0.1 * k);
        go(plane, 0.1 * k);
        double x = out(line, "chassis", "x"), z = out(line, "chassis", "z");
        double along = x * cos(slope) + z * sin(slope), up = z * cos(slope) - x * sin(slope);
        worst = fmax(worst, fabs(along - out(plane, "chassis", "x")));
        worst = fmax(worst, fabs(up - out(plane, "chassis", "z")));
        worst = fmax(worst, fabs(out(line, "chassis", "y") - out(plane, "chassis", "y")));
        worst = fmax(worst, fabs(out(line, "front_left", "deflection") -
                                 out(plane, "front_left", "deflection")));
    }
    check(worst <= 1e-12, "%s: tilted line and slope differ by %.2g m", schemes[scheme], worst);
    check(fabs(out(plane, "chassis", "y")) > 0.1, "the car has steered to y = %g m",
          out(plane, "chassis", "y"));
    wd_model_free(line);
    wd_model_free(plane);
}

/* Start on a slope in balance, brakes on, and on the ground: the car stays in all bits. */
static void parked(int scheme, const char *place, double settles)
{
    const double slope[] = {-20, 0, -5, 0, 15, 2, 20, 2};
    wd_model *car = car_of(scheme);
    must(car, wd_model_set_terrain(car, slope, 4), "set_terrain");
    choose(car, "param.place", place);
    hold_car(car, 2000);
    start(car, 0);
    double at = out(car, "chassis", "x");
    go(car, settles);
    double x = out(car, "chassis", "x"), z = out(car, "chassis", "z"), load = 0;
    check(settles > 1 || fabs(x - at) <= 1e-8, "%s, %s: the car has moved by %.2g m",
          schemes[scheme], place, x - at);
    go(car, settles + 5);
    check(x == out(car, "chassis", "x") && z == out(car, "chassis", "z"),
          "%s, %s: the car stays at x = %.17g", schemes[scheme], place, x);
    for (int i = 0; i < 4; i++)
        load += out(car, wheels[i], "normal_force");
    near_rel(load, 1120 * 9.81 * cos(atan(0.1)), 1e-6, 1, "sum of the loads on a slope");
    wd_model_free(car);
}

/* ---- drives ---- */

static int32_t hills(double x, double y, double value[7], void *user)
{
    (void)user;
    double s = sin(x), c = cos(x), t = sin(0.7 * y), u = cos(0.7 * y), h = 0.03;
    value[0] = h * s * u;
    value[1] = h * c * u;
    value[2] = -0.7 * h * s * t;
    value[3] = -h * s * u;
    value[4] = -0.7 * h * c * t;
    value[5] = -0.49 * h * s * u;
    return 0;
}

static wd_model *car_on_hills(int scheme)
{
    wd_model *car = car_of(scheme);
    must(car, wd_model_set_surface_fn(car, hills, NULL), "set_surface_fn");
    return car;
}

/* Friction is within its limit, energy is balanced, and a copy moves in the same bits. */
static void drive(int scheme)
{
    wd_model *car = car_on_hills(scheme), *clone = NULL;
    double most = -INFINITY;
    start(car, 0);
    double energy = balance_of(car);
    for (int k = 1; k <= 200; k++) {
        go(car, 0.01 * k);
        for (int i = 0; i < 4; i++) {
            double N = out(car, wheels[i], "normal_force");
            double F =
                hypot(out(car, wheels[i], "forward_force"), out(car, wheels[i], "side_force"));
            most = fmax(most, F - 0.9 * N);
        }
        if (k == 100)
            must(car, wd_model_clone(car, &clone), "clone");
    }
    go(clone, 2);
    check(most <= 1e-9, "%s: friction minus its limit is at most %.3g N", schemes[scheme], most);
    near_abs(balance_of(car) / energy, 1, 1e-9, "energy of a drive over hills");
    check(out(clone, "chassis", "x") == out(car, "chassis", "x"), "a clone has the same bits");
    wd_model_free(clone);
    wd_model_free(car);
}

static int32_t half_grip(double x, double y, double value[7], void *user)
{
    (void)x;
    (void)y;
    (void)user;
    for (int k = 0; k < 6; k++)
        value[k] = 0;
    value[6] = 0.5;
    return 0;
}

/* A car that brakes until its tyres slide: with mu 0.9 on a line (surface: 0) or a surface (1) of
 * half the friction, or with mu 0.45 on a line. */
static wd_model *braked_car(int scheme, int halved, int surface)
{
    const double line[] = {-100, 0, 100, 0}, factor = 0.5;
    wd_model *car = car_of(scheme);
    if (surface)
        must(car, wd_model_set_surface_fn(car, half_grip, NULL), "set_surface_fn");
    else
        must(car, wd_model_set_terrain(car, line, 2), "set_terrain");
    if (halved && !surface)
        must(car, wd_model_set_terrain_friction(car, &factor, 1), "set_terrain_friction");
    for (int i = 0; i < 4; i++) {
        set_input(car, wheels[i], "mu", halved ? 0.9 : 0.45);
        set_input(car, wheels[i], "brake", 1500);
    }
    start(car, 0);
    go(car, 2);
    return car;
}

/* The factor of friction of the ground multiplies that of the wheels. */
static void half_friction(int scheme)
{
    wd_model *whole = braked_car(scheme, 0, 0);
    double x = out(whole, "chassis", "x");
    check(get(whole, "output.front_left.contact") == 2, "%s: the tyres slide", schemes[scheme]);
    for (int surface = 0; surface <= 1; surface++) {
        wd_model *half = braked_car(scheme, 1, surface);
        check(fabs(out(half, "chassis", "x") - x) <= 1e-12,
              "%s: half the friction of a %s, difference %.2g m", schemes[scheme],
              surface ? "surface" : "line", out(half, "chassis", "x") - x);
        wd_model_free(half);
    }
    wd_model_free(whole);
}

/* A cart with a tyre in front and a wheel of law coulomb behind, over a kerb that both strike. */
static void mixed(int scheme)
{
    const double kerb[] = {-9, 0, 1, 0, 1, 0.02, 9, 0.02};
    wd_model *cart = new_vehicle();
    add_body(cart, "frame", 200, 20, 0, 0, 0.4);
    add_tyre_numbers(cart, BRUSH);
    add_wheel_on_tyre(cart, "front", "frame", 0.3);
    set_place(cart, "front", 0.6, 0, 0.3);
    set_part(cart, "front", "crown", 0.1);
    set_part(cart, "front", "mass", 10);
    set_part(cart, "front", "spin_inertia", 0.5);
    set_part(cart, "front", "cross_inertia", 0.3);
    for (int k = 0; k < 2; k++) {
        const char *wheel = k ? "left" : "right";
        add_tyre(cart, "wheel", wheel, "frame", -0.6, k ? 0.5 : -0.5, 0.3, 0.1);
        choose(cart, name_of("param", wheel, "law"), "coulomb");
        set_part(cart, wheel, "mass", 10);
        set_part(cart, wheel, "spin_inertia", 0.5);
        set_part(cart, wheel, "cross_inertia", 0.3);
    }
    must(cart, wd_model_set_terrain(cart, kerb, 4), "set_terrain");
    set(cart, "param.ground_heading", 0.1);
    choose(cart, "param.spin", "rolling");
    set_init(cart, "frame", "forward", 2);
    choose(cart, "solver.scheme", schemes[scheme]);
    set(cart, "solver.fixed_step", scheme == MOREAU ? 1e-3 : 0);
    start(cart, 0);
    double energy = balance_of(cart);
    go(cart, 2);
    near_abs(balance_of(cart) / energy, 1, 1e-8, "energy of mixed laws over a kerb");
    check(out(cart, "left", "feature") == 4 && out(cart, "front", "feature") == 4,
          "%s: all wheels are on the kerb, x = %g", schemes[scheme], out(cart, "frame", "x"));
    wd_model_free(cart);
}

/* A rough road: waves of lengths from 6 to 0.8 m in several directions, flat up to x = 3 m. */
static int32_t rough(double x, double y, double value[7], void *user)
{
    (void)user;
    for (int k = 0; k < 6; k++)
        value[k] = 0;
    for (int i = 0; i < 10; i++) {
        double size = 1 + 0.7 * i, turn = 0.9 * i * i, kx = size * cos(turn), ky = size * sin(turn);
        double h = 0.03 / (1 + 0.6 * i), c = cos(kx * x + ky * y + i), s = sin(kx * x + ky * y + i);
        value[0] += h * c;
        value[1] -= h * kx * s;
        value[2] -= h * ky * s;
        value[3] -= h * kx * kx * c;
        value[4] -= h * kx * ky * c;
        value[5] -= h * ky * ky * c;
    }
    return 0;
}

/* A fast drive over a rough road, on which wheels leave the ground. */
static void rough_road(int scheme)
{
    wd_model *car = car_of(scheme);
    set(car, "solver.fixed_step", scheme == MOREAU ? 1e-3 : 0);
    must(car, wd_model_set_surface_fn(car, rough, NULL), "set_surface_fn");
    set_init(car, "chassis", "forward", 9);
    set_init(car, "chassis", "yaw", 1);
    start(car, 0);
    double energy = balance_of(car), airborne = 0;
    int32_t status = WD_OK;
    for (int i = 1; i <= 75 && status == WD_OK; i++) {
        status = wd_model_step_to(car, 0.02 * i);
        airborne += get(car, "output.front_left.contact") == 0;
    }
    check(status == WD_OK && fabs(balance_of(car) / energy - 1) <= 1e-9,
          "%s: %s after %g s, relative error of energy %.2g", schemes[scheme],
          wd_status_name(status), wd_model_time(car), balance_of(car) / energy - 1);
    check(airborne >= 1, "a wheel is in the air at %g of 75 instants", airborne);
    wd_model_free(car);
}

/* Moreau steps converge to the event-driven motion with first order. */
static void converge(void)
{
    wd_model *exact = car_on_hills(EVENT);
    double error[3];
    set(exact, "solver.fixed_step", 0);
    use_precision(exact, 1e-9);
    start(exact, 0);
    go(exact, 1);
    for (int k = 0; k < 3; k++) {
        wd_model *car = car_on_hills(MOREAU);
        set(car, "solver.fixed_step", 2e-3 / (1 << (2 * k)));
        start(car, 0);
        go(car, 1);
        error[k] = hypot(out(car, "chassis", "x") - out(exact, "chassis", "x"),
                         out(car, "chassis", "z") - out(exact, "chassis", "z"));
        wd_model_free(car);
    }
    double order = log2(error[0] / error[2]) / 4;
    check(order > 0.8 && order < 1.2 && error[2] < 1e-4,
          "errors %.2g, %.2g, %.2g m of Moreau steps: order %.3f", error[0], error[1], error[2],
          order);
    wd_model_free(exact);
}

/* Turned by any angle about z, ground and car move in the same way, and so do loaded snapshots. */
static void turned(int scheme)
{
    const double bump[] = {-20, 0, 3, 0, 3.75, 0.075, 5.25, 0.075, 6, 0, 40, 0};
    const double bulge[] = {0, 0.0498756211, -0.1, 0.0498756211, 0};
    static unsigned char bytes[1 << 20];
    double way[2], up[2];
    for (int k = 0; k < 2; k++) {
        wd_model *car = car_of(scheme);
        must(car, wd_model_set_profile(car, bump, bulge, 6), "set_profile");
        set(car, "param.ground_heading", k ? 0.7 : 0.2);
        set_init(car, "chassis", "yaw", k ? 0.5 : 0);
        start(car, 0);
        go(car, 0.3);
        wd_model *loaded = new_vehicle();
        must(car, wd_model_save(car, bytes, sizeof bytes), "save");
        must(loaded, wd_model_load(loaded, bytes, wd_model_save_size(car)), "load");
        go(car, 0.6);
        go(loaded, 0.6);
        check(out(car, "chassis", "x") == out(loaded, "chassis", "x"),
              "%s: a loaded snapshot moves in the same bits", schemes[scheme]);
        wd_model_free(loaded);
        way[k] = hypot(out(car, "chassis", "x"), out(car, "chassis", "y"));
        up[k] = out(car, "chassis", "z");
        wd_model_free(car);
    }
    check(fabs(way[1] - way[0]) <= 1e-9 && fabs(up[1] - up[0]) <= 1e-9 && up[0] > 0.56,
          "%s: turned ground, difference %.2g m along and %.2g m up", schemes[scheme],
          way[1] - way[0], up[1] - up[0]);
}

/* A tyre that jumps off a bump leaves the ground once: where its deflection reaches 0, it does not
 * touch the ground again, even if the other wheel of the axle leaves at the same instant. */
static void jumps(double speed)
{
    const double bump[] = {-30, 0, 3, 0, 3.5, 0.08, 4, 0, 100, 0};
    double t, value[WIDTH];
    int loads = 0, leaving = 0;
    wd_model *car = make("vehicle", "car");
    must(car, wd_model_set_terrain(car, bump, 5), "set_terrain");
    choose(car, "param.place", "on_ground");
    hold_car(car, 0);
    set_init(car, "chassis", "forward", speed);
    start(car, 0);
    go(car, 1.2);
    for (size_t i = 0; i < wd_model_event_count(car); i++)
        if (event_of(car, i, &t, value) == WD_EVENT_WHEEL_LOAD) {
            loads++;
            leaving += value[1] > 0 ? 0 : 1;
        }
    check(loads > 0 && leaving == 0, "%g m/s over a bump: %d of %d tyres that touch leave it",
          speed, leaving, loads);
    wd_model_free(car);
}

int main(void)
{
    for (int scheme = EVENT; scheme <= MOREAU; scheme++) {
        tilted_line(scheme);
        parked(scheme, "in_balance", 0.5);
        parked(scheme, "on_ground", 20);
        drive(scheme);
        turned(scheme);
        mixed(scheme);
        half_friction(scheme);
        rough_road(scheme);
    }
    converge();
    jumps(10);
    jumps(15);
    return done();
}
