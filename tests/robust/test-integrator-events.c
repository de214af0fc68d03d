/* SPDX-License-Identifier: MIT */
/* Indicators and updates at events of a test kind, and at knots of signals. The test reads internal
 * structures. */
#include "ball.h"
#include "integrator.h"

static struct image before;

/* ---- jumps ---- */

/* The guards of the balls with their rates. */
static int32_t guard_with_rates(const struct view *view, const double *y, double *value,
                                double *rate)
{
    rate[0] = y[1];
    rate[1] = y[3];
    return ball_guard(view, y, value, rate);
}

/* One step over a whole flight, from a bounce to below the ground. */
static void over_a_flight(int rates)
{
    double y[6], z[3];
    struct kind kind = ball_kind;
    kind.guard = rates ? guard_with_rates : ball_guard;
    wd_model *model = model_new(&kind);
    wd_model_init(model, 0);
    wd_model_states(model, y);
    wd_model_event_update(model, 0, y);
    y[0] = 0;
    y[1] = -10;
    wd_model_event_update(model, 1, y);
    wd_model_indicators(model, 1, y, z);
    check(y[1] == 8 && z[0] == 0, "the indicator is zero at the bounce");
    y[0] = 3;
    wd_model_indicators(model, 1.5, y, z);
    check(z[0] == 3, "the indicator is positive in flight: %g", z[0]);
    y[0] = -0.1;
    y[1] = -8;
    wd_model_indicators(model, 2.6, y, z);
    check(z[0] < 0, "the indicator is not positive after the flight: %g", z[0]);
    int32_t status = wd_model_event_update(model, 2.6, y);
    if (rates)
        check(status == WD_EVENT && wd_model_event_count(model) == 2 && y[1] == 6.4,
              "an update after the flight handles the bounce: %zu events",
              wd_model_event_count(model));
    model_free(model);
}

/* Two balls land at once; the jump of the second fails after that of the first has been logged. */
static void failing_jump(void)
{
    double y[6];
    wd_model *model = ball(0);
    put(model, "state.y2", 5);
    put(model, "param.fail_at", 2);
    wd_model_init(model, 0);
    wd_model_states(model, y);
    wd_model_event_update(model, 0, y);
    y[0] = y[2] = -1e-9;
    y[1] = y[3] = -10;
    REFUSED(model, &before, WD_ENOSOL, NULL, wd_model_event_update(model, 1, y));
    check(y[0] == -1e-9 && y[1] == -10, "a failing update leaves the states unchanged");
    put(model, "param.fail_at", 0);
    check(wd_model_event_update(model, 1, y) == WD_EVENT && wd_model_event_count(model) == 2 &&
              y[0] == 0 && y[1] == 8,
          "without the failure both balls bounce");
    wd_model_free(model);
}

/* A guard without a rate that starts below zero: its indicator crosses zero when the guard rises
 * above zero; from then on the guard can trigger. */
static void from_below(void)
{
    double y[6], z[3];
    wd_model *model = ball(0);
    put(model, "param.ceiling", 1e9);
    wd_model_init(model, 0);
    wd_model_states(model, y);
    wd_model_event_update(model, 0, y);
    y[0] = 0;
    y[1] = -10;
    wd_model_event_update(model, 1, y);
    y[0] = -0.5;
    check(wd_model_event_update(model, 1.5, y) == WD_OK && wd_model_event_count(model) == 1,
          "a guard that has not been above zero does not trigger");
    int32_t status = wd_model_indicators(model, 1.5, y, z);
    check(status == WD_OK && z[0] == 0.5, "the indicator of such a guard is positive: %g", z[0]);
    y[0] = 0.5;
    wd_model_indicators(model, 2, y, z);
    check(z[0] == -0.5, "the indicator is negative where this guard is above zero: %g", z[0]);
    check(wd_model_event_update(model, 2, y) == WD_EVENT && wd_model_event_count(model) == 1,
          "the update restarts the integrator and logs no event");
    wd_model_indicators(model, 2, y, z);
    check(z[0] == 0.5, "after the update the indicator is positive: %g", z[0]);
    wd_model_free(model);
}

/* ---- known times ---- */

static void stops_at_knots(void)
{
    static const double steps[] = {0, 1, 0.5, 2, 0.75, 3}, ramp[] = {0.25, 0, 0.6, 1};
    struct integrator user;
    wd_model *model = make_kind("rolling_wheel");
    wd_model_set_input_signal(model, ref_of(model, "input.drive_torque"), WD_SIGNAL_STEP, steps, 6);
    wd_model_set_input_signal(model, ref_of(model, "input.brake_torque"), WD_SIGNAL_LINEAR, ramp,
                              4);
    wd_model_init(model, 0);
    integrator_begin(&user, model);
    static const double want[] = {0.25, 0.5, 0.6, 0.75, INFINITY};
    int right = 1;
    for (int i = 0; i < 5; i++) {
        double next = wd_model_next_time(model);
        right = right && next == want[i];
        if (i < 4)
            right = right && integrator_go(&user, next) == WD_OK && user.restarts == i + 1;
    }
    check(right, "each knot is reported as the next time, and restarts the integrator");
    wd_model_free(model);
}

int main(void)
{
    over_a_flight(0);
    over_a_flight(1);
    failing_jump();
    from_below();
    stops_at_knots();
    return done();
}
