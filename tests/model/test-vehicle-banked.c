/* SPDX-License-Identifier: MIT */
/* The start in balance of the preset cars on a banked road, with wheels of several laws and brakes
 * on the steering. The forces are compared with the weight, and a second formulation checks
 * the balance: nothing moves in 1 s, event-driven or by Moreau steps. */
#include "vehicle.h"

#include <math.h>
#include <string.h>

enum { CORNERS = 4, MOST_STATES = 60 };

static const char *const wheels[CORNERS] = {"front_left", "front_right", "rear_left", "rear_right"};
static const char *const steers[] = {"front_left_steer", "front_right_steer"};

/* Laws of the left and right wheels. */
static const char *const laws[][2] = {
    {"tyre", "tyre"}, {"coulomb", "coulomb"}, {"ideal", "ideal"}, {"tyre", "coulomb"}};

/* A car that stands across the slope `bank`, with brakes on all wheels and on the steering. */
static wd_model *banked_car(const char *preset, const char *const law[2], double bank, double brake)
{
    wd_model *model = make("vehicle", preset);
    choose(model, "param.place", "in_balance");
    set(model, "input.bank", bank);
    set_init(model, "chassis", "forward", 0);
    for (int i = 0; i < CORNERS; i++) {
        choose(model, name_of("param", wheels[i], "law"), law[i % 2]);
        set_input(model, wheels[i], "brake", 2000);
        set_input(model, wheels[i], "torque", 0);
    }
    for (int i = 0; i < 2; i++) {
        set_input(model, steers[i], "target", 0);
        set_input(model, steers[i], "brake", brake);
    }
    return model;
}

/* Values of all variables of the role state; returns their number. */
static int states_of(const wd_model *model, double *value)
{
    int count = 0;
    for (uint32_t i = 0; wd_model_var_name(model, i); i++) {
        const char *name = wd_model_var_name(model, i);
        if (strncmp(name, "state.", 6) == 0 && count < MOST_STATES)
            value[count++] = get(model, name);
    }
    return count;
}

/* Frees the model. */
static void nothing_moves(wd_model *model, const char *scheme)
{
    double before[MOST_STATES], after[MOST_STATES], most = 0;
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    start(model, 0);
    int count = states_of(model, before);
    go(model, 1);
    states_of(model, after);
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(after[i] - before[i]));
    check(most <= 1e-8, "nothing moves, %s, %d states: %.2g", scheme, count, most);
    wd_model_free(model);
}

/* Angle on the ground between the headings of a wheel and the car, R = Rx(roll) Ry(pitch). */
static double heading_of(const wd_model *model, int i)
{
    double turn = i < 2 ? get(model, name_of("state", steers[i], "angle")) : 0;
    double roll = out(model, "chassis", "roll"), pitch = out(model, "chassis", "pitch");
    return atan2(sin(turn) * cos(pitch),
                 cos(turn) * cos(roll) - sin(turn) * sin(pitch) * sin(roll));
}

/* Check the forces against the weight; returns the steering angle. */
static double steering_of(const char *preset, const char *const law[2], double bank, double brake)
{
    double weight = 0, normal = 0, side = 0, forward = 0;
    wd_model *model = banked_car(preset, law, bank, brake);
    for (uint32_t i = 0; wd_model_var_name(model, i); i++) {
        const char *name = wd_model_var_name(model, i), *last = strrchr(name, '.');
        if (strncmp(name, "param.", 6) == 0 && strcmp(last, ".mass") == 0)
            weight += 9.81 * get(model, name);
    }
    start(model, 0);
    double angle = get(model, "state.front_left_steer.angle");
    for (int i = 0; i < CORNERS; i++) {
        double turn = heading_of(model, i);
        double X = out(model, wheels[i], "forward_force"), Y = out(model, wheels[i], "side_force");
        normal += out(model, wheels[i], "normal_force");
        forward += X * cos(turn) - Y * sin(turn);
        side += X * sin(turn) + Y * cos(turn);
    }
    near_rel(normal, weight * cos(bank), 1e-9, 1, "the wheels carry the weight");
    near_rel(side, weight * sin(bank), 1e-9, 1, "their side forces hold the car");
    near_abs(forward, 0, 1e-9 * weight, "their forward forces cancel");
    wd_model_free(model);
    return angle;
}

static void balanced(const char *preset, const char *const law[2], double bank)
{
    printf("# %s, bank %g, laws %s and %s\n", preset, bank, law[0], law[1]);
    double free = steering_of(preset, law, bank, 0), held = steering_of(preset, law, bank, 1000);
    near_abs(held, free, 1e-10, "a brake on the steering takes nothing from its spring");
    nothing_moves(banked_car(preset, law, bank, 1000), "event");
    nothing_moves(banked_car(preset, law, bank, 1000), "moreau");
}

/* A car in which only the wheel `free` stands on a tyre; it has no brake but a torque. */
static wd_model *driven_car(const char *preset, const char *free)
{
    wd_model *model = banked_car(preset, laws[1], 0.1, 0);
    choose(model, name_of("param", free, "law"), "tyre");
    set_input(model, free, "brake", 0);
    set_input(model, free, "torque", 100);
    set(model, "input.slope", -0.1);
    return model;
}

/* The friction of the tyre balances the torque. The search starts with all wheels at a gap of 0,
 * where the tyre carries nothing. */
static void torque_at(const char *preset, const char *free)
{
    wd_model *model = driven_car(preset, free);
    start(model, 0);
    double back = out(model, free, "forward_force") * out(model, free, "rolling_radius");
    check(fabs(back - 100) < 1e-6, "%s, %s: the road balances the torque of 100 N m: %.9g N m",
          preset, free, back);
    wd_model_free(model);
    nothing_moves(driven_car(preset, free), "event");
    nothing_moves(driven_car(preset, free), "moreau");
}

/* Brakes hold a steering that has no spring at the given angle. */
static void keeps_steering(const char *preset, const char *const law[2], double angle)
{
    for (int k = 0; k < 2; k++) {
        wd_model *model = banked_car(preset, law, 0.1, 1000);
        set(model, "input.slope", 0.1);
        set_input(model, wheels[1], "brake", 0);
        for (int i = 0; i < 2; i++) {
            set_part(model, steers[i], "stiffness", 0);
            set_init(model, steers[i], "angle", angle);
        }
        if (k == 1) {
            nothing_moves(model, "event");
            continue;
        }
        start(model, 0);
        for (int i = 0; i < 2; i++)
            near_abs(get(model, name_of("state", steers[i], "angle")), angle, 1e-12,
                     "angle of a steering that a brake holds");
        wd_model_free(model);
    }
}

/* Tyres up to 1e11 N/m start. Beyond that the error says what rounding hides. */
static void stiff_tyres(void)
{
    for (int i = 9; i <= 13; i++) {
        wd_model *model = banked_car("car", laws[0], 0.1, 1000);
        set(model, "input.slope", 0.1);
        set_part(model, "tyre", "vertical_stiffness", pow(10, i));
        int32_t status = wd_model_init(model, 0);
        if (i <= 11)
            check(status == WD_OK, "tyres of 1e%d N/m start in balance: %s", i,
                  wd_model_error(model));
        else
            check(status == WD_EDOMAIN &&
                      (strstr(wd_model_error(model), "does not converge") ||
                       strstr(wd_model_error(model), "rounding of stiffer parts hides")),
                  "tyres of 1e%d N/m: %s", i, wd_model_error(model));
        wd_model_free(model);
    }
}

/* Refusals name the part whose limit is too low. */
static void limits(const char *preset)
{
    wd_model *model = banked_car(preset, laws[0], 0.1, 1000);
    for (int i = 0; i < CORNERS; i++)
        set_input(model, wheels[i], "mu", 0.08);
    int32_t status = wd_model_init(model, 0);
    check(status == WD_EDOMAIN && strstr(wd_model_error(model), "it needs a friction of"),
          "%s: too little friction is named: %s", preset, wd_model_error(model));
    wd_model_free(model);
    model = banked_car(preset, laws[0], 0.1, 1000);
    set(model, "input.slope", 0.1);
    for (int i = 0; i < CORNERS; i++)
        set_input(model, wheels[i], "brake", 50);
    status = wd_model_init(model, 0);
    check(status == WD_EDOMAIN && strstr(wd_model_error(model), "its brake has a capacity of 50"),
          "%s: a brake that is too weak is named: %s", preset, wd_model_error(model));
    wd_model_free(model);
}

int main(void)
{
    static const char *const presets[] = {"car", "car_magic"};
    static const double banks[] = {0.03, 0.1, 0.2};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++)
            for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
                balanced(presets[i], laws[l], banks[k]);
        for (int k = 0; k < CORNERS; k++)
            torque_at(presets[i], wheels[k]);
        keeps_steering(presets[i], laws[0], 0.2);
        keeps_steering(presets[i], laws[1], -0.3);
        keeps_steering(presets[i], laws[3], 0);
        limits(presets[i]);
    }
    stiff_tyres();
    return done();
}
