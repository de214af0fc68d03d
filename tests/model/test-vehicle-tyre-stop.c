/* SPDX-License-Identifier: MIT */
/* The preset cars on tyres: braked from 30 m/s to rest and held on a hill in one run, launched from
 * rest on split friction, a lane change without bracing, and snapshots in the air and while
 * sliding.
 */
#include "vehicle-tyre.h"

static const char *const cars[] = {"car", "car_magic"}; /* by form of the tyre */
static const char *const corners[] = {"front_left", "front_right", "rear_left", "rear_right"};
static const char *const of_root[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};

/* A preset car that drives straight ahead and is not driven. */
static wd_model *rolling_car(int form, double moreau, double speed)
{
    wd_model *model = make("vehicle", cars[form]);
    choose(model, "solver.scheme", moreau > 0 ? "moreau" : "event");
    set(model, "solver.fixed_step", moreau);
    set_init(model, "chassis", "forward", speed);
    for (int i = 0; i < 2; i++) {
        set(model, i ? "input.front_right_steer.target" : "input.front_left_steer.target", 0);
        set_input(model, corners[2 + i], "torque", 0);
    }
    return model;
}

/* The brakes lock the wheels, and no input changes when the car has come to rest. The stopping
 * distance of sliding tyres is between those of two friction coefficients: of the form brush both
 * are that of the wheels within 1 %, for steps of 10 ms; of the form magic it is above the
 * coefficient of the sliding wheels, which is some 0.6, and below the largest, 1.3. */
static void stops_on_hill(int form, double moreau)
{
    static const double slope = 0.2, speed = 30, friction[][2] = {{0.891, 0.909}, {0.5, 1.3}};
    double rest[7], distance[2];
    int same = 1;
    wd_model *model = rolling_car(form, moreau, speed);
    set(model, "input.slope", slope);
    for (int i = 0; i < 4; i++)
        set_input(model, corners[i], "brake", i < 2 ? 3000 : 1500);
    start(model, 0);
    double before = balance_of(model), scale = get(model, "output.kinetic_energy");
    go(model, 40);
    for (int i = 0; i < 7; i++)
        rest[i] = get(model, name_of("state", "chassis", of_root[i]));
    go(model, 60);
    for (int i = 0; i < 7; i++)
        same &= rest[i] == get(model, name_of("state", "chassis", of_root[i]));
    for (int i = 0; i < 2; i++)
        distance[i] =
            speed * speed / (2 * 9.81 * (sin(slope) + friction[form][1 - i] * cos(slope)));
    check(rest[0] > distance[0] && rest[0] < distance[1],
          "%s, steps of %g s: from %g m/s it stops in %.5g m, between %.5g and %.5g m", cars[form],
          moreau, speed, rest[0], distance[0], distance[1]);
    check(same, "from 40 s to 60 s no bit changes on the slope of %g (x %.17g)", slope, rest[0]);
    near_abs(balance_of(model) - before, 0, 1e-11 * scale, "energy balance of the stop");
    wd_model_free(model);
}

enum { LAUNCHED = 5 };

static const double drive[] = {600, 250}; /* N m, by form of the tyre */

/* A launch from rest: the rear wheels are driven at once, by `drive` each. The friction is lower on
 * the left if side is 1, on the right if it is -1. Sets the state after 2 s, mirrored if side is
 * -1: place along and across, speed, and rates of the wheels on low and on high friction. */
static void launch(int form, double moreau, double side, double *to)
{
    wd_model *model = rolling_car(form, moreau, 0);
    int low = side > 0 ? 2 : 3, high = 5 - low;
    for (int i = 0; i < 4; i++)
        set_input(model, corners[i], "mu", i % 2 == low % 2 ? 0.3 : 0.9);
    set_input(model, corners[2], "torque", drive[form]);
    set_input(model, corners[3], "torque", drive[form]);
    start(model, 0);
    double before = balance_of(model);
    go(model, 2);
    to[0] = get(model, "state.chassis.x");
    to[1] = side * get(model, "state.chassis.y");
    to[2] = get(model, "state.chassis.vx");
    to[3] = get(model, name_of("state", corners[low], "rate"));
    to[4] = get(model, name_of("state", corners[high], "rate"));
    near_abs(balance_of(model) - before, 0, 1e-9 * get(model, "output.work"),
             "energy balance of the launch");
    check(out(model, corners[low], "slip_forward") < -10 &&
              fabs(out(model, corners[high], "slip_forward")) < 0.1 * to[2],
          "%s, steps of %g s: at %.3g m/s the rear wheel on low friction spins, the other grips",
          cars[form], moreau, to[2]);
    wd_model_free(model);
}

/* Largest difference of two launches, relative to values above 1. */
static double farthest(const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < LAUNCHED; i++)
        most = fmax(most, fabs(a[i] - b[i]) / fmax(1, fabs(b[i])));
    return most;
}

/* The launch on the mirrored road is the mirror image, and Moreau steps converge with order 1 to
 * the event-driven launch; a measured order is below 1 where a piece of the law changes in a step.
 */
static void launches(int form)
{
    double exact[LAUNCHED], image[LAUNCHED], stepped[LAUNCHED], error[2];
    launch(form, 0, 1, exact);
    if (form == BRUSH) { /* the tyres of car_magic have shifts, so it has no mirror image */
        check(exact[1] > 0.05, "the car turns to the side of low friction, by %.3g m", exact[1]);
        launch(form, 0, -1, image);
        near_abs(farthest(image, exact), 0, 1e-8, "launch on the mirrored road");
    }
    for (int i = 0; i < 2; i++) {
        launch(form, i ? 2.5e-4 : 1e-3, 1, stepped);
        error[i] = farthest(stepped, exact);
    }
    double order = log(error[0] / error[1]) / log(4);
    check(order > 0.8 && order < 1.2,
          "%s: errors with steps of 1 and 0.25 ms are %.3g and %.3g, order %.3f", cars[form],
          error[0], error[1], order);
}

/* A period of a sine of the steering between 0.5 s and 2.5 s, as in the scenario of the lane
 * change. */
static int32_t steering(double t, double *value, void *user)
{
    (void)user;
    *value = fabs(t - 1.5) < 1 ? 0.02 * sin(3.14159265358979323846 * (t - 0.5)) : 0;
    return 0;
}

/* On tyres the largest use of friction of a lane change is close to the lateral acceleration
 * relative to gravity; rigid wheels brace against each other and need 0.7 for 0.27 g. On the
 * straight the rear wheels do not brace either. */
static void changes_lane(void)
{
    double use = 0, lateral = 0, straight = 0;
    wd_model *model = rolling_car(BRUSH, 0, 25);
    set_function(model, "input.front_left_steer.target", steering, NULL);
    set_function(model, "input.front_right_steer.target", steering, NULL);
    start(model, 0);
    for (int k = 1; k <= 600; k++) {
        double side = 0, load = 0;
        go(model, 0.01 * k);
        for (int i = 0; i < 4; i++) {
            double N = out(model, corners[i], "normal_force"),
                   F = out(model, corners[i], "side_force");
            side += F;
            load += N;
            use = fmax(use, hypot(F, out(model, corners[i], "forward_force")) / N);
            if (i >= 2 && (k <= 50 || k > 500))
                straight = fmax(straight, fabs(F));
        }
        lateral = fmax(lateral, fabs(side / load));
    }
    check(lateral > 0.2 && use > lateral && use < 1.15 * lateral,
          "a lane change with %.3g g uses %.3g of the loads", lateral, use);
    near_abs(straight, 0, 1, "force of the rear wheels to the side on the straight, in N");
    wd_model_free(model);
}

static int same_states(const wd_model *a, const wd_model *b)
{
    int same = 1;
    for (int i = 0; i < 7; i++) {
        double value = get(a, name_of("state", "chassis", of_root[i]));
        same &= value == get(b, name_of("state", "chassis", of_root[i]));
    }
    for (int i = 0; i < 16; i++) {
        double value = get(a, name_of("state", corners[i / 4], bends[i % 4]));
        same &= value == get(b, name_of("state", corners[i / 4], bends[i % 4]));
    }
    return same;
}

/* Thrown up, the car is in the air at 0.1 s; it then lands with locked wheels and slides. */
static wd_model *thrown_car(int form, double moreau)
{
    wd_model *model = rolling_car(form, moreau, 15);
    choose(model, "param.place", "as_given");
    set_init(model, "chassis", "z", 0.3);
    set_init(model, "chassis", "yaw_rate", 0.4);
    for (int i = 0; i < 4; i++)
        set_input(model, corners[i], "brake", 4000);
    return model;
}

/* Give each start value the value that the state of the same name has in another model. */
static void set_start_values(wd_model *model, const wd_model *from)
{
    char name[96];
    uint32_t start_value;
    for (uint32_t ref = 0; ref < wd_model_var_count(from); ref++) {
        const char *state = wd_model_var_name(from, ref);
        snprintf(name, sizeof name, "init.%s", strchr(state, '.') + 1);
        if (wd_model_var_role(from, ref) == WD_STATE &&
            wd_model_find(model, name, &start_value) == WD_OK)
            set(model, name, get(from, state));
    }
}

/* A car that starts at time t in the state of another one: a snapshot by start values. */
static wd_model *restarted_car(const wd_model *from, int form, double moreau, double t)
{
    static const char *const axes[] = {"x", "y", "z"}, *const turns[] = {"wx", "wy", "wz"},
                             *const angles[] = {"roll", "pitch", "yaw"},
                             *const rates[] = {"roll_rate", "pitch_rate", "yaw_rate"};
    wd_model *model = thrown_car(form, moreau);
    double yaw = out(from, "chassis", "yaw"), vx = get(from, "state.chassis.vx"),
           vy = get(from, "state.chassis.vy");
    choose(model, "param.spin", "as_given");
    set_start_values(model, from);
    for (int i = 0; i < 3; i++) {
        double reference = get(from, name_of("param", "chassis", axes[i])),
               place = get(from, name_of("state", "chassis", axes[i])),
               rate = get(from, name_of("state", "chassis", turns[i]));
        set_init(model, "chassis", axes[i], place - reference);
        set_init(model, "chassis", angles[i], out(from, "chassis", angles[i]));
        set_init(model, "chassis", rates[i], rate);
    }
    set_init(model, "chassis", "forward", cos(yaw) * vx + sin(yaw) * vy);
    set_init(model, "chassis", "left", cos(yaw) * vy - sin(yaw) * vx);
    set_init(model, "chassis", "up", get(from, "state.chassis.vz"));
    start(model, t);
    return model;
}

/* Largest difference of the states of two cars. */
static double states_apart(const wd_model *a, const wd_model *b)
{
    double most = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(a); ref++) {
        const char *name = wd_model_var_name(a, ref);
        if (wd_model_var_role(a, ref) == WD_STATE)
            most = fmax(most, fabs(get(a, name) - get(b, name)));
    }
    return most;
}

/* All wheels are in the air, or slide with a load. */
static void check_motion(const wd_model *model, int sliding)
{
    double highest = 0, slowest = INFINITY;
    for (int i = 0; i < 4; i++) {
        highest = fmax(highest, out(model, corners[i], "normal_force"));
        slowest = fmin(slowest, fabs(out(model, corners[i], "slip_forward")));
    }
    check(sliding ? highest > 2000 && slowest > 1 : highest == 0,
          "saved %s: loads up to %g N, slips above %g m/s",
          sliding ? "while sliding" : "in the air", highest, slowest);
}

/* A copy by a snapshot goes on with the same bits. A car that starts in the same state by its start
 * values, a second formulation of the snapshot, goes on to rounding and to the tolerance of the
 * steps. A Moreau step begins its iteration with the change in the step before, which this car
 * lacks in its first step. */
static void snapshots(int form, double moreau)
{
    static unsigned char bytes[1 << 19];
    wd_model *model = thrown_car(form, moreau), *other = new_vehicle();
    start(model, 0);
    for (int sliding = 0; sliding < 2; sliding++) {
        double time = sliding ? 1 : 0.1, end = sliding ? 3 : 0.9;
        go(model, time);
        printf("# %s, steps of %g s\n", cars[form], moreau);
        check_motion(model, sliding);
        size_t size = wd_model_save_size(model);
        if (size > sizeof bytes) {
            check(0, "a snapshot of %zu bytes is larger than the buffer", size);
            break;
        }
        must(model, wd_model_save(model, bytes, size), "save");
        must(other, wd_model_load(other, bytes, size), "load");
        wd_model *again = restarted_car(model, form, moreau, time);
        near_abs(states_apart(model, again), 0, 1e-13, "the start values give the same state");
        go(model, end), go(other, end), go(again, end);
        check(same_states(model, other) && balance_of(model) == balance_of(other),
              "the copy has the same place, deflections and energies to the last bit");
        near_abs(states_apart(model, again), 0, moreau > 0 ? 1e-7 : 1e-9,
                 "the car by start values moves alike");
        wd_model_free(again);
    }
    wd_model_free(model);
    wd_model_free(other);
}

int main(void)
{
    static const double steps[] = {0, 1e-3, 1e-2};
    for (int form = 0; form < FORMS; form++) {
        for (int i = 0; i < 3; i++)
            stops_on_hill(form, steps[i]);
        for (int i = 0; i < 2; i++)
            snapshots(form, steps[i]);
        launches(form);
    }
    changes_lane();
    return done();
}
