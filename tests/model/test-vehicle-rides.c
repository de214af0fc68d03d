/* SPDX-License-Identifier: MIT */
/* Rides with ordinary inputs, which change every 10 ms: throttle, brakes and steering of vehicles
 * on Coulomb wheels, event-driven and by time stepping (Moreau). No ride ends early, sticking
 * contacts do not creep, no friction exceeds its cone, and the energy balances. */
#include "vehicle.h"

static const double pi = 3.14159265358979323846;
static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};

struct ride {
    const char *what;
    double speed;
    double angle,
        frequency; /* amplitude [rad] and frequency [Hz] of the left wheel's steering, a sine */
    double torque; /* N m: largest torque of each rear wheel, reached after 1 s */
    double brake, rear; /* N m: brake torque of a front wheel; ratio of rear to front torque */
    double from, to;    /* s: start and end of braking */
    double seconds;
    int ackermann; /* 1: Ackermann steering; 0: both wheels have the same steering angle */
};

static const struct ride rides[] = {
    {"a slalom", 14, 0.06, 0.8, 0, 0, 0, 0, 0, 3, 0},
    {"throttle from rest", 0, 0.2, 0.1, 300, 0, 0, 0, 0, 3, 0},
    {"brakes that lock in a bend", 11.5, 0.11, 0.5, 0, 5400, 1, 0.2, 5, 3, 0},
    {"a stop from a slalom, and on", 11, 0.035, 0.8, 50, 4300, 0.6, 0.2, 2.2, 4, 0},
    {"brakes while it is steered at rest", 0, 0.03, 0.3, 0, 2400, 0.6, 0.5, 3, 3, 0},
    {"brakes that lift the rear axle", 6.59, 0.211, 1.17, 0, 3527, 0.6, 0.84, 5, 1, 1},
};

/* Steering angle of the right wheel; with Ackermann steering both front axes meet the rear axle in
 * one point. */
static double of_right(const struct ride *ride, double left)
{
    static const double wheelbase = 2.6, track = 1.5;
    double other = left == 0 ? 0 : atan(1 / (1 / tan(left) + track / wheelbase));
    return ride->ackermann ? other : left;
}

static void use_inputs(wd_model *model, const struct ride *ride, double t)
{
    double angle = ride->angle * sin(2 * pi * ride->frequency * t);
    double brake = t >= ride->from && t < ride->to ? ride->brake : 0;
    for (int i = 0; i < 4; i++)
        set_input(model, wheels[i], "brake", i < 2 ? brake : ride->rear * brake);
    set_input(model, "front_left_steer", "target", angle);
    set_input(model, "front_right_steer", "target", of_right(ride, angle));
    set_input(model, "rear_left", "torque", ride->torque * fmin(1, t));
    set_input(model, "rear_right", "torque", ride->torque * fmin(1, t));
}

/* Raise *creep [m/s] to the largest slip speed of sticking contacts, and *beyond [N] to the largest
 * excess of a friction force over 0.9 (mu) times its normal force. */
static void measure_creep(const wd_model *model, double *creep, double *beyond)
{
    for (int i = 0; i < 4; i++) {
        double load = out(model, wheels[i], "normal_force");
        double force =
            hypot(out(model, wheels[i], "forward_force"), out(model, wheels[i], "side_force"));
        double slip =
            hypot(out(model, wheels[i], "slip_forward"), out(model, wheels[i], "slip_side"));
        if (out(model, wheels[i], "contact") == 1)
            *creep = fmax(*creep, slip);
        *beyond = fmax(*beyond, force - 0.9 * load * (1 + 1e-9));
    }
}

static wd_model *make_car(const struct ride *ride, const char *preset, const char *scheme)
{
    wd_model *model = make("vehicle", preset);
    set_init(model, "chassis", "forward", ride->speed);
    must(model, wd_model_set_choice(model, "solver.scheme", scheme), scheme);
    set(model, "solver.fixed_step", scheme[0] == 'm' ? 2e-3 : 0);
    use_inputs(model, ride, 0);
    start(model, 0);
    return model;
}

/* Kinetic and potential energy less the work of the inputs; must not grow. */
static double energy_of(const wd_model *model)
{
    return get(model, "output.kinetic_energy") + get(model, "output.potential_energy") -
           get(model, "output.work");
}

/* Work of the friction of sticking contacts along their slips in half a Moreau step; 0 in
 * event-driven runs. These contacts have no slip at the middle of a step. The slip at its end adds
 * this energy to that at the middle, or takes it away. */
static double energy_of_creep(const wd_model *model)
{
    double work = 0, half = get(model, "solver.fixed_step") / 2;
    for (int i = 0; i < 4; i++) {
        double along =
            out(model, wheels[i], "forward_force") * out(model, wheels[i], "slip_forward");
        double across = out(model, wheels[i], "side_force") * out(model, wheels[i], "slip_side");
        if (out(model, wheels[i], "contact") == 1)
            work += half * (fabs(along) + fabs(across));
    }
    return work;
}

static void compare_ride(const struct ride *ride, const char *preset, const char *scheme,
                         double slowest, double most)
{
    wd_model *model = make_car(ride, preset, scheme);
    double creep = 0, beyond = -1, energy = energy_of(model), gained = 0;
    int32_t status = WD_OK;
    for (int k = 0; status == WD_OK && k < 100 * ride->seconds; k++) {
        use_inputs(model, ride, 0.01 * k);
        status = wd_model_step_to(model, 0.01 * (k + 1));
        measure_creep(model, &creep, &beyond);
        double now = energy_of(model), apart = energy_of_creep(model);
        gained = fmax(gained, now - apart - energy);
        energy = fmin(energy, now + apart);
    }
    check(status == WD_OK, "%s, %s, scheme %s: status %d at %.3f s: %s", preset, ride->what, scheme,
          status, wd_model_time(model), wd_model_error(model));
    check(beyond < 1e-6, "friction exceeds its cone by %.2g N", beyond);
    check(creep < slowest, "sticking contacts creep at %.2g m/s", creep);
    check(gained < most, "energy gained without work of motors: %.2g J", gained);
    check(get(model, "stat.steps") < 10000, "the ride takes %.0f steps", get(model, "stat.steps"));
    wd_model_free(model);
}

/* The last two arguments limit the creep (m/s) and the gain of energy (J). With Moreau steps the
 * creep is larger, because sticking wheels have no slip at the middle of a step, but some at its
 * end. In event-driven runs more energy may be gained, because a slip slower than
 * solver.onset_speed may point along the force until its direction has turned. */
int main(void)
{
    for (size_t i = 0; i < sizeof rides / sizeof *rides; i++)
        compare_ride(&rides[i], "rigid_car", "event", 1e-12, 1e-5);
    for (size_t i = 0; i < sizeof rides / sizeof *rides; i++)
        compare_ride(&rides[i], "rigid_car", "moreau", 0.01, 1e-6);
    compare_ride(&rides[2], "car", "event", INFINITY, 1e-6); /* this preset has relaxed wheels */
    return done();
}
