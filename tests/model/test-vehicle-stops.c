/* SPDX-License-Identifier: MIT */
/* End stops of hinges and slides: one-sided springs with a damper. */
#include "vehicle.h"

#include "random.h"

#include <stdlib.h>
#include <string.h>

/* ---- a slide in free space, compared with its closed form ---- */

enum { BASE = 2, CART = 1 }; /* kg */

/* Two bodies on a slide with a stop at 0.1 m, which move apart at 1 m/s. */
static wd_model *slide_of(double stiffness, double damping, double lower)
{
    wd_model *model = new_vehicle();
    add_body(model, "base", BASE, 1, 0, 0, 0);
    add_body(model, "cart", CART, 1, 0, 0, 0);
    add_joint(model, "slide", "rail", "base", "cart", (double[]){0, 0, 0}, (double[]){1, 0, 0});
    set(model, "param.gravity", 0);
    set_part(model, "rail", "lower", lower);
    set_part(model, "rail", "upper", 0.1);
    set_part(model, "rail", "stop_stiffness", stiffness);
    set_part(model, "rail", "stop_damping", damping);
    set_init(model, "rail", "rate", 1);
    set(model, "solver.rtol", 1e-12);
    return model;
}

/* Return the rate at which the cart leaves the stop, and set *time to the time in contact. The cart
 * is p = exp(-d t) sin(w t) / w deep in the stop, until the force k p + c p' of the stop is 0. */
static double rebound_speed(double k, double c, double *time)
{
    double mass = (double)BASE * CART / (BASE + CART), d = c / 2 / mass;
    double w = sqrt(k / mass - d * d);
    *time = (acos(-1.0) - atan2(c * w, k - c * d)) / w;
    return exp(-d * *time) * (cos(w * *time) - d / w * sin(w * *time));
}

static void test_rebound(double c)
{
    double time, k = 1000, rate = rebound_speed(k, c, &time);
    wd_model *model = slide_of(k, c, -(double)INFINITY);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 0.1 + time / 2), "step");
    check(get(model, "output.rail.stop_force") < 0, "damping %g: the stop presses back", c);
    must(model, wd_model_step_to(model, 2), "step");
    near_abs(get(model, "state.rail.rate"), rate, 1e-11,
             "rate of the joint after it has left the stop");
    near_abs(get(model, "output.rail.stop_force"), 0, 0, "the stop does not pull");
    near_rel(balance_of(model), 0.5, 1e-11, 1, "energy balance with a stop");
    double left = 0.5 * BASE * CART / (BASE + CART) * (1 - rate * rate);
    near_abs(get(model, "output.dissipated"), left, 1e-11, "energy lost in a stop");
    wd_model_free(model);
}

static void test_bounces(void)
{
    double time;
    rebound_speed(1000, 0, &time);
    wd_model *model = slide_of(1000, 0, -0.1);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 100 * (0.2 + time)), "step");
    near_abs(get(model, "state.rail.travel"), 0, 1e-9, "travel after 100 bounces between stops");
    near_abs(get(model, "state.rail.rate"), 1, 1e-9, "rate after 100 bounces between stops");
    check(wd_model_event_count(model) == 0, "stops that are springs log no events");
    wd_model_free(model);
}

/* Fixed steps keep their order, because start and end of the contact are located. */
static double error_of(double h)
{
    double time, rate = rebound_speed(1000, 25, &time);
    wd_model *model = slide_of(1000, 25, -(double)INFINITY);
    set(model, "solver.fixed_step", h);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 0.5), "step");
    double error = fabs(get(model, "state.rail.rate") - rate);
    wd_model_free(model);
    return error;
}

static void test_order(void)
{
    double coarse = error_of(0.01), fine = error_of(0.005);
    check(coarse / fine > 12, "fixed steps converge with order 4: errors %.3g to %.3g", coarse,
          fine);
}

/* ---- settings ---- */

static void check_refused(const char *name, double value, int32_t status, const char *words)
{
    wd_model *model = slide_of(1000, 0, -1);
    set(model, name, value);
    int32_t got = wd_model_init(model, 0);
    check(got == status && strstr(wd_model_error(model), words), "%s = %g is refused: %s", name,
          value, wd_model_error(model));
    check(isnan(wd_model_time(model)), "a refused model is not running");
    wd_model_free(model);
}

static void test_settings(void)
{
    wd_model *model = new_vehicle();
    add_body(model, "base", 1, 1, 0, 0, 0);
    add_body(model, "arm", 1, 1, 0, 0, 0);
    add_joint(model, "hinge", "knee", "base", "arm", (double[]){0, 0, 0}, (double[]){0, 1, 0});
    check(get(model, "param.knee.lower") == -(double)INFINITY, "no lower stop unless given");
    check(get(model, "param.knee.upper") == (double)INFINITY, "no upper stop unless given");
    check(wd_model_set_value(model, "param.knee.lower", (double)NAN) == WD_ERANGE,
          "a stop refuses NaN as its position");
    check(wd_model_set_value(model, "param.knee.stop_stiffness", -1) == WD_ERANGE,
          "a stop refuses the stiffness -1");
    set_part(model, "knee", "upper", (double)INFINITY);
    must(model, wd_model_init(model, 0), "init without stops");
    wd_model_free(model);
    check_refused("param.rail.lower", 1, WD_EINVAL,
                  "\"rail\": its lower stop 1 is above its upper");
    check_refused("init.rail.travel", 0.2, WD_EDOMAIN,
                  "\"rail\": it starts at 0.2, outside its stops");
    check_refused("init.rail.travel", -1.5, WD_EDOMAIN, "\"rail\": it starts at -1.5, outside its");
}

/* Start at the stop, with a velocity into it. */
static void test_start_at_the_stop(void)
{
    double time, rate = rebound_speed(1000, 0, &time);
    wd_model *model = slide_of(1000, 0, -1);
    set_init(model, "rail", "travel", 0.1);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, time + 0.1), "step");
    near_abs(get(model, "state.rail.rate"), rate, 1e-11, "rate after a start at the stop");
    wd_model_free(model);
}

/* ---- random arms, and a car ---- */

/* A chain of three arms on a heavy body, with stops and dampers, free in space. */
static wd_model *arms_of(uint64_t run, int moreau)
{
    uniform_seed(run);
    static const char *const names[] = {"base", "one", "two", "three"};
    static const char *const joints[] = {"", "a", "b", "c"};
    wd_model *model = new_vehicle();
    add_body(model, "base", 20, 2, 0, 0, 2);
    for (int i = 1; i < 4; i++) {
        add_body(model, names[i], uniform(0.2, 1.2), 0.02, 0.3 * i, 0, 2);
        add_joint(model, "hinge", joints[i], names[i - 1], names[i],
                  (double[]){0.3 * i - 0.15, 0, 2}, (double[]){0, 1, uniform(0, 0.5)});
        set_part(model, joints[i], "lower", uniform(-0.35, -0.05));
        set_part(model, joints[i], "upper", uniform(0.05, 0.35));
        set_part(model, joints[i], "stop_stiffness", pow(10, uniform(1, 4)));
        set_part(model, joints[i], "stop_damping", i < 3 ? uniform(0, 3) : 0);
        set_init(model, joints[i], "rate", uniform(-3, 3));
    }
    set(model, "param.gravity", 0);
    if (moreau) {
        must(model, wd_model_set_choice(model, "solver.scheme", "moreau"), "moreau");
        set(model, "solver.fixed_step", 1e-5); /* the caller may set another step */
    } else {
        set(model, "solver.rtol", 1e-10);
    }
    return model;
}

/* Kinetic and potential energy never grow, and the balance holds. */
static void test_arms(int arms)
{
    double most = 0, worst = 0;
    for (int i = 0; i < arms; i++) {
        wd_model *model = arms_of((uint64_t)i, 0);
        must(model, wd_model_init(model, 0), "init");
        double begun = balance_of(model), lost = 0;
        for (int k = 1; k <= 20; k++) {
            must(model, wd_model_step_to(model, 0.05 * k), "step");
            double now = get(model, "output.dissipated");
            most = fmax(most, (lost - now) / begun);
            worst = fmax(worst, fabs(balance_of(model) / begun - 1));
            lost = now;
        }
        wd_model_free(model);
    }
    check(most <= 1e-15, "relative growth of the energy of %d random arms: %.2g", arms, most);
    check(worst < 1e-8, "energy balance of the arms: error %.2g", worst);
}

/* A car that is thrown up lands so hard that its springs hit their stops. */
static void test_car(void)
{
    static const char *const corners[] = {"front_left", "front_right", "rear_left", "rear_right"};
    double pressed = 0, worst = 0, lost = 0, least = 0;
    wd_model *model = make("vehicle", "car");
    for (int i = 0; i < 4; i++) {
        char slide[32];
        snprintf(slide, sizeof slide, "%s_slide", corners[i]);
        set_part(model, slide, "lower", -0.04);
        set_part(model, slide, "upper", 0.04);
        set_part(model, slide, "stop_stiffness", 2e5);
        set_part(model, slide, "stop_damping", 2e3);
        must(model, wd_model_set_choice(model, name_of("param", corners[i], "law"), "coulomb"),
             "law");
        set_input(model, corners[i], "torque", 0);
    }
    set_init(model, "chassis", "up", 2);
    must(model, wd_model_init(model, 0), "init");
    double begun = balance_of(model);
    for (int k = 1; k <= 100; k++) {
        must(model, wd_model_step_to(model, 0.01 * k), "step");
        pressed = fmax(pressed, fabs(out(model, "front_left_slide", "stop_force")));
        worst = fmax(worst, fabs(balance_of(model) - begun));
        least = fmin(least, get(model, "output.dissipated") - lost);
        lost = get(model, "output.dissipated");
    }
    check(pressed > 1e3, "a car hits its stops with %.0f N", pressed);
    check(least > -1e-9, "largest growth of the energy of the car: %.2g J", -least);
    near_abs(worst, 0, 1e-6, "energy balance of the car, in J");
    wd_model_free(model);
}

/* Difference of the rates after 0.3 s between time stepping (Moreau) and an event-driven run. */
static double difference_of_schemes(double step)
{
    static const char *const rates[] = {"state.a.rate", "state.b.rate", "state.c.rate"};
    double worst = 0;
    wd_model *model[2] = {arms_of(9, 0), arms_of(9, 1)};
    set(model[1], "solver.fixed_step", step);
    for (int i = 0; i < 2; i++) {
        must(model[i], wd_model_init(model[i], 0), "init");
        must(model[i], wd_model_step_to(model[i], 0.3), "step");
    }
    for (int k = 0; k < 3; k++)
        worst = fmax(worst, fabs(get(model[0], rates[k]) - get(model[1], rates[k])));
    wd_model_free(model[0]);
    wd_model_free(model[1]);
    return worst;
}

static void test_moreau(void)
{
    double coarse = difference_of_schemes(8e-5), fine = difference_of_schemes(1e-5);
    check(fine < 2e-3 && coarse > 5 * fine,
          "Moreau steps differ from the event-driven run by %.2g rad/s at 80 us, %.2g at 10 us",
          coarse, fine);
}

/* usage: test-vehicle-stops [ARMS] */
int main(int argc, char **argv)
{
    test_rebound(0);
    test_rebound(10);
    test_rebound(25);
    test_bounces();
    test_order();
    test_settings();
    test_start_at_the_stop();
    test_arms(argc > 1 ? atoi(argv[1]) : 100);
    test_car();
    test_moreau();
    return done();
}
