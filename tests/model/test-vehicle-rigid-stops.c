/* SPDX-License-Identifier: MIT */
/* Rigid end stops of hinges and slides: impacts, rest and opening. */
#include "vehicle-stops.h"

#include <string.h>

/* Quarter of the period of a pendulum that swings to k = sin(amplitude / 2), by the
 * arithmetic-geometric mean. */
static double quarter_of(double k)
{
    double a = 1, b = sqrt(1 - k * k), slow = sqrt(ABOUT_AXIS / (ARM * 9.81 * LENGTH));
    while (fabs(a - b) > 1e-15)
        a = (a + b) / 2, b = sqrt(b * (2 * a - b));
    return acos(-1.0) / 2 / a * slow;
}

/* A pendulum with a stop at its lowest position: it swings away from the stop and back in half the
 * period of a free pendulum. */
static void test_pendulum(void)
{
    double restitution = 0.8, k = sin(0.4), rate = 2 * sqrt(ARM * 9.81 * LENGTH / ABOUT_AXIS);
    double time = quarter_of(k), values[6], t;
    wd_model *model = pendulum_of(0, restitution);
    set_init(model, "pivot", "angle", 0.8);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 10), "step");
    for (size_t i = 0; i < 5; i++) {
        int32_t type;
        must(model, wd_model_event(model, i, &t, &type, values, 6), "event");
        check(type == WD_EVENT_IMPACT && values[0] == 2,
              "event %zu is an impact of the pivot: type %d of part %g", i, (int)type, values[0]);
        near_abs(t, time, 1e-11, "time of an impact on the stop");
        near_abs(values[1], -rate * k, 1e-11, "rate before the impact");
        near_abs(values[2], (1 + restitution) * ABOUT_AXIS * rate * k, 1e-11,
                 "impulse of the impact");
        near_abs(values[5], -0.5 * ABOUT_AXIS * rate * rate * k * k * (1 - 0.64), 1e-11,
                 "energy lost in the impact on the stop");
        k *= restitution;
        time += 2 * quarter_of(k);
    }
    wd_model_free(model);
}

/* The impacts accumulate at T = t_0 (1 + e)/(1 - e), where t_0 is the time of the first impact and
 * e the restitution. The library ends the bounces earlier, when the rate before an impact is below
 * zeno_speed. */
static void test_accumulation(double side)
{
    double e = 0.5, a = 2 / BOTH, fall = sqrt(2 * 0.3 / a), end = fall * (1 + e) / (1 - e), t;
    wd_model *model = slide_of(side, 0.3, e);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, end + 1e-3), "step");
    size_t last = wd_model_event_count(model) - 1;
    check(type_of(model, last, &t) == WD_EVENT_ZENO_END, "the last event ends the bounces");
    near_abs(t, end, 2e-6 / (a * (1 - e)), "time at which bounces have ended");
    check(get(model, "state.rail.rate") == 0 && get(model, "state.rail.travel") == 0,
          "after the bounces the joint is exactly at rest at its stop");
    near_abs(get(model, "output.rail.stop_force"), 2 * side, 1e-12, "force of the stop");
    must(model, wd_model_step_to(model, 100), "step");
    check(get(model, "state.rail.rate") == 0 && get(model, "state.rail.travel") == 0,
          "the joint stays at its stop");
    near_abs(balance_of(model), 0, 1e-10, "energy balance over all bounces");
    near_abs(get(model, "output.dissipated"), 0.6, 1e-10, "energy lost in the bounces");
    check(wd_model_event_count(model) == last + 1, "no further event occurs");
    set_input(model, "rail", "force", side * 2);
    must(model, wd_model_step_to(model, 101), "step");
    check(type_of(model, last + 1, &t) == WD_EVENT_DETACH && t == 100, "a pull opens the stop");
    near_abs(get(model, "state.rail.travel"), side * a / 2, 1e-11, "travel after the opening");
    wd_model_free(model);
}

/* Under a force that changes its sign slowly, the stop opens when it would have to pull. */
static void test_slow_opening(double side)
{
    wd_model *model = slide_of(side, 0, 0.5);
    uint32_t ref;
    double t, force[] = {0, -side, 5, 4 * side};
    must(model, wd_model_find(model, "input.rail.force", &ref), "find");
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, force, 4), "signal");
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 2), "step");
    check(type_of(model, 0, &t) == WD_EVENT_DETACH,
          "an event of type DETACH occurs when the force turns");
    near_abs(t, 1, 1e-12, "time at which the force is 0");
    near_abs(get(model, "state.rail.travel"), side / BOTH / 6, 1e-11, "travel one second later");
    check(wd_model_event_count(model) == 1, "no further event occurs");
    wd_model_free(model);
}

/* A motor lifts a pendulum off its stop, although the forces under its base are indeterminate. */
static void test_lift(void)
{
    double t = 0, weight = ARM * 9.81 * LENGTH * sin(0.2);
    wd_model *model = pendulum_of(0.2, 0);
    set_init(model, "pivot", "angle", 0.2);
    must(model, wd_model_init(model, 0), "init");
    set_input(model, "pivot", "torque", 0.9 * weight);
    must(model, wd_model_step_to(model, 1), "step");
    near_abs(get(model, "output.pivot.stop_torque"), 0.1 * weight, 1e-12,
             "torque of the stop with the motor");
    set_input(model, "pivot", "torque", 1.1 * weight);
    must(model, wd_model_step_to(model, 1.001), "step");
    check(type_of(model, 0, &t) == WD_EVENT_DETACH && t == 1,
          "a motor lifts the pendulum off its stop");
    near_rel(get(model, "state.pivot.rate"), 1e-4 * weight / ABOUT_AXIS, 1e-5, 1,
             "rate of the pendulum after the opening");
    wd_model_free(model);
}

/* A brake holds the joint at its stop up to its capacity, and then slides. */
static void test_brake(void)
{
    double t;
    wd_model *model = slide_of(1, 0, 0.5);
    set_part(model, "rail", "friction", 3);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 1), "step");
    near_abs(get(model, "output.rail.stop_force"), 2, 1e-12, "the stop carries the pressing force");
    near_abs(get(model, "output.rail.brake_force"), 0, 1e-12, "the brake carries no force");
    set_input(model, "rail", "force", 2.5);
    must(model, wd_model_step_to(model, 2), "step");
    check(get(model, "state.rail.travel") == 0 && wd_model_event_count(model) == 0,
          "the brake holds the joint at the stop");
    near_abs(get(model, "output.rail.brake_force"), -2.5, 1e-12, "force of the brake");
    near_abs(get(model, "output.rail.stop_force"), 0, 1e-12, "the stop does not pull");
    set_input(model, "rail", "force", 4);
    must(model, wd_model_step_to(model, 3), "step");
    check(type_of(model, 0, &t) == WD_EVENT_BRAKE_SLIP && type_of(model, 1, &t) == WD_EVENT_DETACH,
          "brake and stop are released together");
    near_abs(get(model, "state.rail.travel"), 0.5 / BOTH, 1e-11, "travel against the brake");
    wd_model_free(model);
}

/* Stops that coincide lock the joint. */
static void test_locked(void)
{
    wd_model *model = slide_of(1, 0, 0.5);
    set_part(model, "rail", "upper", 0);
    set_init(model, "rail", "rate", 1);
    must(model, wd_model_init(model, 0), "init");
    check(get(model, "state.rail.rate") == 0, "a locked joint starts at rest");
    must(model, wd_model_step_to(model, 1), "step");
    near_abs(get(model, "output.rail.stop_force"), 2, 1e-12, "a locked joint carries a push");
    set_input(model, "rail", "force", 5);
    must(model, wd_model_step_to(model, 2), "step");
    near_abs(get(model, "output.rail.stop_force"), -5, 1e-12, "a locked joint carries a pull");
    check(get(model, "state.rail.travel") == 0, "the locked joint does not move");
    check(wd_model_event_count(model) == 0, "a pull on a locked joint causes no event");
    wd_model_free(model);
}

/* A start at the stop: at rest, or with an impact at once. */
static void test_start(double rate)
{
    double t, values[6] = {0};
    int32_t type = 0;
    wd_model *model = slide_of(-1, 0, 0.5);
    set_init(model, "rail", "rate", rate);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 1e-3), "step");
    if (rate > 0) {
        must(model, wd_model_event(model, 0, &t, &type, values, 6), "event");
        check(type == WD_EVENT_IMPACT && t == 0, "a start into the stop is an impact");
        near_abs(values[1], -rate, 1e-15, "rate of this impact");
        near_abs(values[2], 1.5 * rate * BOTH, 1e-15, "impulse of this impact");
    }
    near_abs(get(model, "state.rail.rate"), -rate / 2 + (rate > 0 ? 2e-3 / BOTH : 0), 1e-12,
             "rate after a start at the stop");
    wd_model_free(model);
}

/* ---- Moreau steps ---- */

/* Angle after 3 s, in which the pendulum hits its stop four times. */
static double angle_of(double step)
{
    wd_model *model = pendulum_of(0, 0.8);
    set_init(model, "pivot", "angle", 0.8);
    if (step > 0)
        by_moreau(model, step);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 3), "step");
    double angle = get(model, "state.pivot.angle");
    wd_model_free(model);
    return angle;
}

static void test_convergence(void)
{
    double exact = angle_of(0), coarse = 0, fine = 0;
    for (int i = 0; i < 8; i++) { /* the error depends on the times of the impacts within a step */
        coarse = fmax(coarse, fabs(angle_of(8e-3 / (1 + 0.01 * i)) - exact));
        fine = fmax(fine, fabs(angle_of(1e-3 / (1 + 0.01 * i)) - exact));
    }
    check(fine < 4e-3 && fine < coarse / 5,
          "Moreau steps differ from the event-driven run by %.2g rad at 8 ms, %.2g at 1 ms", coarse,
          fine);
}

/* Bounces end with the joint exactly at rest; a pull opens the stop. */
static void test_moreau_rest(double side)
{
    wd_model *model = slide_of(side, 0.3, 0.5);
    by_moreau(model, 1e-3);
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, 2), "step");
    check(get(model, "state.rail.rate") == 0 && get(model, "state.rail.travel") == 0,
          "in Moreau steps the joint comes exactly to rest at its stop");
    near_abs(get(model, "output.rail.stop_force"), 2 * side, 1e-12, "force of the stop");
    near_abs(balance_of(model), 0, 1e-12, "energy balance in Moreau steps");
    set_input(model, "rail", "force", side * 2);
    must(model, wd_model_step_to(model, 3), "step");
    near_abs(get(model, "state.rail.travel"), side / BOTH, 1e-11,
             "travel of the joint after a pull from the stop");
    wd_model_free(model);
}

static void test_moreau_brake(void)
{
    wd_model *model = slide_of(1, 0, 0.5);
    set_part(model, "rail", "friction", 3);
    by_moreau(model, 1e-3);
    must(model, wd_model_init(model, 0), "init");
    set_input(model, "rail", "force", 2.5);
    must(model, wd_model_step_to(model, 1), "step");
    check(get(model, "state.rail.travel") == 0, "a brake holds the joint at its stop");
    near_abs(get(model, "output.rail.brake_force"), -2.5, 1e-12, "force of the brake");
    set_input(model, "rail", "force", 4);
    must(model, wd_model_step_to(model, 2), "step");
    near_abs(get(model, "state.rail.travel"), 0.5 / BOTH, 1e-11, "travel against the brake");
    wd_model_free(model);
}

static void test_moreau_locked(void)
{
    wd_model *model = slide_of(1, 0, 0.5);
    set_part(model, "rail", "upper", 0);
    by_moreau(model, 1e-3);
    must(model, wd_model_init(model, 0), "init");
    set_input(model, "rail", "force", 5);
    must(model, wd_model_step_to(model, 1), "step");
    near_abs(get(model, "output.rail.stop_force"), -5, 1e-12, "a locked joint carries a pull");
    check(get(model, "state.rail.travel") == 0, "the locked joint does not move");
    wd_model_free(model);
}

/* ---- settings ---- */

static void check_refused(const char *name, double value, int32_t status, const char *words)
{
    wd_model *model = slide_of(1, 0.1, 0);
    set_part(model, "rail", "upper", 1);
    set(model, name, value);
    int32_t got = wd_model_init(model, 0);
    check(got == status && strstr(wd_model_error(model), words), "%s = %g is refused: %s", name,
          value, wd_model_error(model));
    check(isnan(wd_model_time(model)), "a refused model is not running");
    wd_model_free(model);
}

static void test_settings(void)
{
    wd_model *model = slide_of(1, 0, 0);
    check(get(model, "param.rail.restitution") == 0, "by default stops are plastic");
    check(wd_model_set_value(model, "param.rail.restitution", 1.1) == WD_ERANGE,
          "a stop refuses the restitution 1.1");
    check(wd_model_set_value(model, "param.rail.lower", (double)NAN) == WD_ERANGE,
          "a stop refuses NaN as its position");
    wd_model_free(model);
    check_refused("param.rail.lower", 2, WD_EINVAL,
                  "\"rail\": its lower stop 2 is above its upper");
    check_refused("param.rail.lower", (double)INFINITY, WD_EINVAL, "\"rail\": its lower stop inf");
    check_refused("param.rail.stop_damping", 1, WD_EINVAL, "\"rail\": it has a stop_damping, but");
    check_refused("init.rail.travel", -1e-15, WD_EDOMAIN, "\"rail\": it starts at -1e-15, outside");
    check_refused("init.rail.travel", 1.1, WD_EDOMAIN, "\"rail\": it starts at 1.1, outside");
}

static void test_linear(void)
{
    double A[64 * 64];
    wd_model *model = pendulum_of(0.2, 0);
    set_init(model, "pivot", "angle", 0.2);
    must(model, wd_model_init(model, 0), "init");
    int32_t status = wd_model_linearize(model, A, NULL, 0, NULL);
    check(status == WD_EDOMAIN && strstr(wd_model_error(model), "\"pivot\" rests on its stop"),
          "no linear model at a stop: %s", wd_model_error(model));
    wd_model_free(model);
}

int main(void)
{
    test_pendulum();
    for (int side = -1; side < 2; side += 2) {
        test_accumulation(side);
        test_slow_opening(side);
    }
    test_lift();
    test_brake();
    test_locked();
    test_start(0);
    test_start(1);
    test_convergence();
    test_moreau_rest(1);
    test_moreau_rest(-1);
    test_moreau_brake();
    test_moreau_locked();
    test_settings();
    test_linear();
    return done();
}
