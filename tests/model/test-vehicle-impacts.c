/* SPDX-License-Identifier: MIT */
/* Impacts, brakes and friction of joints, compared with closed forms, and the energy of random
 * impacts.
 * usage: test-vehicle-impacts [random impacts] */
#include "random.h"
#include "vehicle.h"

static const double g = 9.81;

/* Return the time of the k-th event of a type, or NaN if there is none, and set its values. */
static double time_of(const wd_model *model, int32_t type, size_t k, double value[6])
{
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        double t;
        int32_t got;
        must(model, wd_model_event(model, i, &t, &got, value, 6), "event");
        if (got == type && k-- == 0)
            return t;
    }
    return NAN;
}

/* ---- bounces ---- */

/* A ball falls and bounces until it is at rest. */
static void ball_bounces(double restitution)
{
    const double height = 0.2, first = sqrt(2 * height / g);
    double value[6], end = first * (1 + restitution) / (1 - restitution), speed = g * first;
    wd_model *model = ball_above(height, restitution);
    start(model, 0);
    double energy = balance_of(model);
    go(model, end + 1);
    for (size_t k = 0; k < 5; k++) {
        double t =
            first * (1 + 2 * restitution * (1 - pow(restitution, (double)k)) / (1 - restitution));
        near_abs(time_of(model, WD_EVENT_IMPACT, k, value), t, 1e-12,
                 "time of an impact of the ball");
        double down = speed * pow(restitution, (double)k);
        near_rel(value[1], -down, 1e-10, 1, "speed before the impact");
        near_rel(value[2], down * (1 + restitution), 1e-10, 1, "impulse of the impact");
        near_rel(value[5], -down * down * (1 - restitution * restitution) / 2, 1e-10, 1,
                 "energy lost in the impact");
    }
    double last = time_of(model, WD_EVENT_ZENO_END, 0, value);
    check(last <= end + 1e-9 && last >= end - 2e-6 / (g * (1 - restitution)) - 1e-9,
          "restitution %g: the last impact at %.9g s, the sum of all flights is %.9g s",
          restitution, last, end);
    check(get(model, "output.kinetic_energy") == 0,
          "after the bounces the ball is exactly at rest");
    near_abs(balance_of(model), energy, 1e-12 * energy, "energy balance over all bounces");
    wd_model_free(model);
}

/* ---- a brake in an impact ---- */

/* A wheel whose axle is at the centre of mass lands with its brake applied: the impact spins the
 * wheel as it would without the brake. */
static void braked_wheel_lands(void)
{
    const double mass = 10, radius = 0.3, spin = 0.2, v = 4, height = 0.1;
    double value[6], impulse = -v / (1 / (mass + 2) + radius * radius / spin);
    wd_model *model = new_vehicle();
    add_body(model, "frame", mass, 1, 0, 0, radius);
    add(model, "wheel", "tyre", "frame", NULL);
    set_place(model, "tyre", 0, 0, radius);
    set_part(model, "tyre", "radius", radius);
    set_part(model, "tyre", "mass", 2);
    set_part(model, "tyre", "spin_inertia", spin);
    set_part(model, "tyre", "cross_inertia", spin / 2);
    set_input(model, "tyre", "mu", 5);
    set_input(model, "tyre", "brake", 1e-9);
    set_init(model, "frame", "z", height);
    set_init(model, "frame", "forward", v);
    start(model, 0);
    double t = sqrt(2 * height / g);
    go(model, t + 1e-9);
    near_abs(time_of(model, WD_EVENT_IMPACT, 0, value), t, 1e-12,
             "time of the landing of the braked wheel");
    near_rel(value[3], impulse, 1e-11, 1, "impulse along the ground");
    near_rel(get(model, "state.tyre.rate"), -impulse * radius / spin, 1e-8, 1,
             "spin rate of the wheel");
    near_abs(get(model, "state.frame.wy"), 0, 1e-8, "the frame does not turn");
    wd_model_free(model);
}

/* ---- brakes and friction ---- */

/* A body on three feet with a flywheel that turns about the vertical, with the inertia 0.5 kg m2.
 */
static wd_model *make_flywheel(double rate)
{
    const double at[3] = {0, 0, 0.5}, up[3] = {0, 0, 1};
    static const char *const foot[] = {"a", "b", "c"};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 50, 2, 0, 0, 0.2);
    add_body(model, "disc", 5, 0.5, 0, 0, 0.5);
    add_joint(model, "hinge", "axle", "frame", "disc", at, up);
    for (int i = 0; i < 3; i++) {
        add(model, "rim", foot[i], "frame", NULL);
        set_place(model, foot[i], cos(2.1 * i), sin(2.1 * i), 0.05);
        set_part(model, foot[i], "radius", 0.05);
        set_part(model, foot[i], "crown", 0.05);
        set_input(model, foot[i], "mu", 1);
    }
    set_init(model, "axle", "rate", rate);
    return model;
}

static void set_ramp(wd_model *model, const char *input, double slope)
{
    const double knots[] = {0, 0, 100, 100 * slope};
    uint32_t ref;
    must(model, wd_model_find(model, input, &ref), input);
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, knots, 4), input);
}

static void brake_of_flywheel(double rate)
{
    double value[6];
    wd_model *model = make_flywheel(rate);
    set_input(model, "axle", "brake", 2);
    start(model, 0);
    go(model, 3);
    near_abs(time_of(model, WD_EVENT_BRAKE_HOLD, 0, value), 0.5 * fabs(rate) / 2, 1e-10,
             "time at which a brake stops the flywheel");
    check(get(model, "output.kinetic_energy") == 0, "after that the flywheel is exactly at rest");
    wd_model_free(model);

    model = make_flywheel(0);
    set_input(model, "axle", "brake", 2);
    set_ramp(model, "input.axle.torque", rate > 0 ? 0.3 : -0.3);
    start(model, 0);
    go(model, 10);
    near_abs(time_of(model, WD_EVENT_BRAKE_SLIP, 0, value), 2 / 0.3, 1e-10,
             "time at which a growing torque exceeds the brake");
    near_abs(out(model, "axle", "brake_torque"), rate > 0 ? -2 : 2, 1e-12,
             "the sliding brake has its full torque");
    wd_model_free(model);

    model = make_flywheel(rate);
    set_ramp(model, "input.axle.brake", 0.8);
    start(model, 0);
    go(model, 3);
    near_abs(time_of(model, WD_EVENT_BRAKE_HOLD, 0, value), sqrt(fabs(rate) / 0.8), 1e-10,
             "time at which a growing brake torque stops the flywheel");
    wd_model_free(model);

    model = make_flywheel(rate);
    set_part(model, "axle", "friction", 0.5);
    set_input(model, "axle", "brake", 0.25);
    start(model, 0);
    go(model, 0.1);
    near_abs(out(model, "axle", "brake_torque"), rate > 0 ? -0.75 : 0.75, 1e-12,
             "joint friction adds to the brake");
    go(model, 3);
    near_abs(time_of(model, WD_EVENT_BRAKE_HOLD, 0, value), 0.5 * fabs(rate) / 0.75, 1e-10,
             "time at which joint friction and brake stop the flywheel");
    wd_model_free(model);
}

/* ---- random impacts ---- */

enum { MOST_TIPS = 5, STARTS = 50 };

static const char *const tips[] = {"t0", "t1", "t2", "t3", "t4"};

static wd_model *any_body(void)
{
    double a = uniform(0.01, 0.3), b = uniform(0.01, 0.3), c = uniform(0.01, 0.3);
    size_t count = (size_t)uniform(1, MOST_TIPS + 1);
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1, 1, 0, 0, uniform(0.3, 1.5));
    set_mass(model, "frame", 1, b + c, a + c, a + b);
    for (size_t i = 0; i < count; i++) {
        double radius = uniform(0.02, 0.2);
        add(model, "wheel", tips[i], "frame", NULL);
        set_place(model, tips[i], uniform(-0.6, 0.6), uniform(-0.4, 0.4), radius);
        set_part(model, tips[i], "radius", radius);
        set_part(model, tips[i], "crown", radius * uniform(0, 1));
        set_part(model, tips[i], "mass", 0.1);
        set_part(model, tips[i], "restitution", fmax(0, uniform(-0.5, 1)));
        set_input(model, tips[i], "mu", fmax(0, uniform(-0.3, 2)));
        set_input(model, tips[i], "brake", fmax(0, uniform(-20, 20)));
    }
    return model;
}

static void set_motion(wd_model *model)
{
    static const char *const speed[] = {"forward", "left", "roll_rate", "pitch_rate", "yaw_rate"};
    for (int i = 0; i < 5; i++)
        set_init(model, "frame", speed[i], uniform(-4, 4));
    set_init(model, "frame", "up", uniform(-4, 0));
}

static void random_impacts(size_t wanted)
{
    size_t impacts = 0, gains = 0, down = 0, failed = 0;
    double most = 0;
    while (impacts < wanted) {
        wd_model *model = any_body();
        for (int k = 0; k < STARTS; k++) {
            double value[6];
            must(model, wd_model_reset(model), "reset");
            set_motion(model);
            start(model, 0);
            double before = get(model, "output.kinetic_energy"), balance = balance_of(model);
            failed += wd_model_step_to(model, 1e-12) < 0 ? 1 : 0;
            if (!(time_of(model, WD_EVENT_IMPACT, 0, value) == 0))
                continue;
            double gain = get(model, "output.kinetic_energy") - before;
            impacts++;
            gains += gain > 1e-12 * before || value[5] > 1e-12 * before ? 1 : 0;
            most = fmax(most, fabs(balance_of(model) - balance) / before);
            for (size_t i = 0; i + 1 < wd_model_part_count(model); i++)
                down += out(model, tips[i], "gap") < -1e-10 ? 1 : 0;
        }
        wd_model_free(model);
    }
    check(gains == 0, "%zu random impacts: %zu increase the energy", impacts, gains);
    check(most < 1e-10, "random impacts: error of the energy balance %.1g", most);
    check(down == 0 && failed <= wanted / 1000,
          "random impacts: %zu contacts are deeper than 1e-10 m afterwards, %zu runs fail", down,
          failed);
}

int main(int count, char **argument)
{
    ball_bounces(0.5);
    ball_bounces(0.9);
    braked_wheel_lands();
    brake_of_flywheel(3);
    brake_of_flywheel(-3);
    random_impacts(count > 1 ? (size_t)strtoul(argument[1], NULL, 10)
                             : (size_t)few_or_all(20000, 100000));
    return done();
}
