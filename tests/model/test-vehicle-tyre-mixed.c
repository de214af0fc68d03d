/* SPDX-License-Identifier: MIT */
/* Tyres beside wheels of other laws, and rims on tyres beside wheels on tyres. */
#include "vehicle-tyre.h"

/* A cart of 300 kg: two wheels on tyres behind, and two wheels of the law `law` in front. It starts
 * `height` above the ground and moves forward. */
static wd_model *make_cart(const char *law, double height)
{
    static const char *const names[] = {"fl", "fr", "rl", "rr"};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 260, 60, 0, 0, 0.5);
    add_tyre_numbers(model, BRUSH);
    for (int i = 0; i < 4; i++) {
        if (i < 2) {
            add(model, "wheel", names[i], "frame", NULL);
            choose(model, name_of("param", names[i], "law"), law);
        } else {
            add_wheel_on_tyre(model, names[i], "frame", 0.3);
        }
        set_cart_wheel(model, names[i], i < 2 ? 0.8 : -0.8, i % 2 ? -0.5 : 0.5, 0.3);
        set_input(model, names[i], "mu", 0.7);
        set_init(model, names[i], "rate", 20);
    }
    set_init(model, "frame", "z", height);
    set_init(model, "frame", "forward", 6);
    return model;
}

/* Impacts of the rigid wheels change the deflection rates of the tyres at once. */
static void cart_falls(void)
{
    wd_model *model = make_cart("coulomb", 0.05);
    int32_t type;
    size_t impacts = 0, loads = 0;
    set_init(model, "frame", "roll", 0.02);
    set_init(model, "frame", "yaw_rate", 0.3);
    start(model, 0);
    double before = balance_of(model);
    for (int k = 1; k <= 40; k++)
        go(model, 0.025 * k);
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        must(model, wd_model_event(model, i, NULL, &type, NULL, 0), "event");
        impacts += type == WD_EVENT_IMPACT;
        loads += type == WD_EVENT_WHEEL_LOAD;
    }
    check(impacts >= 2 && loads >= 2,
          "the falling cart has %zu impacts of rigid wheels and %zu contacts of tyres", impacts,
          loads);
    near_abs(balance_of(model), before, 1e-5 * before, "energy balance of the falling cart");
    double N = 0;
    for (int k = 0; k < 2; k++)
        N += out(model, k ? "rr" : "rl", "normal_force") +
             out(model, k ? "fr" : "fl", "normal_force");
    check(N > 0 && N < 5 * 300 * 9.81,
          "sum of the normal forces at the end: %g N, above 0 and below 14715 N", N);
    wd_model_free(model);
}

/* The cart stops, and its brakes hold it. */
static void car_stops(const char *law, const char *scheme)
{
    wd_model *model = make_cart(law, 0);
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    set_init(model, "frame", "forward", 3);
    for (int k = 0; k < 4; k++) {
        static const char *const names[] = {"fl", "fr", "rl", "rr"};
        set_init(model, names[k], "rate", 10);
    }
    start(model, 0);
    double before = balance_of(model);
    go(model, 0.5);
    set_input(model, "rl", "brake", 200);
    set_input(model, "rr", "brake", 200);
    go(model, 20); /* the carcass damps the rocking, which decays as exp(-2 t) with t in s */
    char what[80];
    snprintf(what, sizeof what, "law %s in front, scheme %s: speed after the stop", law, scheme);
    near_abs(get(model, "state.frame.vx"), 0, 1e-8, what);
    near_abs(balance_of(model), before, 1e-4 * before, "energy balance of the stop");
    near_abs(get(model, "state.rl.rate"), 0, 1e-12, "rate of a braked wheel after the stop");
    wd_model_free(model);
}

/* Return a vehicle on one tyre after 0.1 s. The tyre is on a rim, whose body turns on a hinge, or
 * on a wheel; both have the same motion. */
static wd_model *make_rolling(int rim)
{
    static const double at[3] = {0, 0, 0.29}, left[3] = {0, 1, 0};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 400, 50, 0, 0, 0.29);
    add_tyre_numbers(model, MAGIC);
    if (rim) {
        add(model, "body", "rotor", NULL, NULL);
        set_mass(model, "rotor", 10, 0.2, 0.4, 0.2);
        set_place(model, "rotor", 0, 0, 0.29);
        add_joint(model, "hinge", "axle", "frame", "rotor", at, left);
        add(model, "rim", "wheel", "rotor", "tyre");
        set_part(model, "wheel", "radius", 0.317);
        set_input(model, "wheel", "mu", 1);
        choose(model, "param.wheel.law", "tyre");
    } else {
        add_wheel_on_tyre(model, "wheel", "frame", 0.317);
        set_part(model, "wheel", "mass", 10);
        set_part(model, "wheel", "spin_inertia", 0.4);
        set_part(model, "wheel", "cross_inertia", 0.2);
    }
    set_place(model, "wheel", 0, 0, 0.29);
    set_init(model, "frame", "forward", 5);
    set_init(model, "frame", "left", 0.3);
    set_init(model, "frame", "yaw_rate", 0.2);
    set_init(model, rim ? "axle" : "wheel", "rate", 15);
    choose(model, "solver.method", "rk8pd");
    set(model, "solver.rtol", 1e-11);
    set(model, "solver.atol", 1e-13);
    start(model, 0);
    go(model, 0.1);
    return model;
}

static void compare_rims(void)
{
    static const char *const outputs[] = {"normal_force", "forward_force", "side_force",
                                          "moment_align", "moment_over",   "slip_ratio",
                                          "slip_angle",   "camber",        "deflection"};
    wd_model *wheel = make_rolling(0), *rim = make_rolling(1);
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        double a = out(wheel, "wheel", outputs[i]), b = out(rim, "wheel", outputs[i]);
        check(fabs(a - b) <= 1e-7 * fmax(1, fabs(a)),
              "%s of a wheel and of a rim on a tyre: %g, %g", outputs[i], a, b);
    }
    near_abs(get(wheel, "state.frame.x"), get(rim, "state.frame.x"), 1e-10, "x of a rim on a tyre");
    near_abs(get(wheel, "state.frame.y"), get(rim, "state.frame.y"), 1e-10, "y of a rim on a tyre");
    wd_model_free(wheel);
    wd_model_free(rim);
}

int main(void)
{
    cart_falls();
    static const char *const laws[] = {"ideal", "relaxed", "coulomb"};
    for (int i = 0; i < 3; i++) {
        car_stops(laws[i], "event");
        car_stops(laws[i], "moreau");
    }
    compare_rims();
    return done();
}
