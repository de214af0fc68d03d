/* SPDX-License-Identifier: MIT */
/* Parked vehicles on tyres that a force of 25 Hz shakes in each of three directions: a cart, and
 * the preset cars.
 * usage: test-vehicle-tyre-shaken [SECONDS]: duration of the shaking of the preset cars, after the
 * time in which the oscillation of the start decays
 */
#include "vehicle-tyre.h"

#define PERIOD 0.04    /* s, of the force */
#define CAR_FORCE 1000 /* N, on the preset cars */
#define CART_FORCE 300 /* N, on the cart: no wheel lifts or slides */
#define DECAYS 30      /* s: the oscillation of the start of the preset cars decays */

/* m: height of the point at which the force acts; it is near the centre of mass. LOW is further
 * below it. */
#define HEIGHT 0.55
#define LOW 0.3

/* m in ten minutes: bounds of the way of the preset cars by direction of the force, for a force at
 * HEIGHT. They enclose what the equations of the law give: their second program moves alike. */
static const double most_moved[] = {1e-8, 4e-5, 5e-6};

/* m in ten minutes: the same for a longitudinal force at LOW, which also pitches the car. */
#define MOST_MOVED_LOW 8e-8

/* m: largest way without variation of the rolling radius. */
#define CONSTANT_RADIUS 1e-12

/* m: agreement of places and ways with the second program. Both use rk4 with steps of 1 ms, so they
 * differ by rounding. */
#define CART_PLACE 1e-13

/* Largest way with exact rates in the second program, relative to the way of the law. */
#define EXACT_PART 0.01

static const char *const directions[] = {"x", "y", "z"};
enum { DIRECTIONS = 3 };

static int32_t shaking_force(double t, double *value, void *user)
{
    *value = *(const double *)user * sin(2 * 3.14159265358979323846 * t / PERIOD);
    return 0;
}

/* Mean of a variable over the period that begins at t, from values at distances h. */
static double mean_of(wd_model *model, const char *variable, double t, double h)
{
    double sum = 0;
    int n = (int)lround(PERIOD / h);
    for (int k = 0; k < n; k++) {
        go(model, t + h * k);
        sum += get(model, variable) / n;
    }
    return sum;
}

static void shake(wd_model *model, const char *on, double height, double *force, int direction)
{
    char name[16];
    add(model, "point", "engine", on, NULL);
    set_place(model, "engine", 0.5, 0, height);
    snprintf(name, sizeof name, "force_%s", directions[direction]);
    set_function(model, name_of("input", "engine", name), shaking_force, force);
    set(model, "input.slope", 0.2);
    set(model, "solver.max_steps", 1e9);
}

/* ---- a cart, compared with a second program ---- */

/* The cart of tests/ref/make/shaken_cart.py. */
static wd_model *make_cart(void)
{
    static const char *const names[] = {"fl", "fr", "rl", "rr"};
    wd_model *model = new_vehicle();
    add(model, "body", "frame", NULL, NULL);
    set_mass(model, "frame", 300, 40, 60, 80);
    set_place(model, "frame", 0.1, 0, 0.5);
    add_tyre_numbers(model, BRUSH);
    for (int i = 0; i < 4; i++) {
        add_wheel_on_tyre(model, names[i], "frame", 0.3);
        set_place(model, names[i], i < 2 ? 0.8 : -0.7, i % 2 ? -0.5 : 0.5, 0.2964);
        set_part(model, names[i], "crown", 0.05);
        set_part(model, names[i], "mass", 0);
        set_part(model, names[i], "spin_inertia", 1);
        set_part(model, names[i], "cross_inertia", 0);
        set_input(model, names[i], "brake", 2000);
    }
    choose(model, "solver.method", "rk4");
    set(model, "solver.fixed_step", 1e-3);
    return model;
}

/* Read the means of x at the first and the last time of the table for the rows `law`. */
static void read_means(const char *law, int direction, double t[2], double x[2])
{
    struct csv csv;
    int rows = 0;
    csv_open(&csv, "tyre/shaken.csv");
    while (csv_next(&csv))
        if (strcmp(csv_text(&csv, "law"), law) == 0 &&
            strcmp(csv_text(&csv, "direction"), directions[direction]) == 0) {
            int k = rows++ > 0;
            t[k] = csv_real(&csv, "t"), x[k] = csv_real(&csv, "x");
        }
    check(rows == 2, "%s, %s: %d rows of the table", law, directions[direction], rows);
}

/* The cart moves as in the second program, which integrates the same equations. With exact rates it
 * moves much less. */
static void moves_as_second_program(int direction)
{
    double t[2] = {0}, x[2] = {0}, exact[2] = {0}, force = CART_FORCE, before;
    wd_model *model = make_cart();
    read_means("exact", direction, t, exact);
    read_means("law", direction, t, x);
    check(fabs(exact[1] - exact[0]) < EXACT_PART * fabs(x[1] - x[0]),
          "second program, along %s: moves by %g m, with exact rates by %g m",
          directions[direction], x[1] - x[0], exact[1] - exact[0]);
    shake(model, "frame", HEIGHT, &force, direction);
    start(model, 0);
    before = mean_of(model, "state.frame.x", t[0], 1e-3);
    near_abs(before, x[0], CART_PLACE, "mean place of the cart before");
    double moved = mean_of(model, "state.frame.x", t[1], 1e-3) - before;
    check(fabs(moved - (x[1] - x[0])) <= CART_PLACE,
          "cart shaken along %s: moves by %g m in %g s, second program %g m", directions[direction],
          moved, t[1] - t[0], x[1] - x[0]);
    wd_model_free(model);
}

/* ---- the preset cars ---- */

static wd_model *parked_car(int form)
{
    static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};
    static const char *const zero[] = {"input.rear_left.torque", "input.rear_right.torque",
                                       "input.front_left_steer.target",
                                       "input.front_right_steer.target"};
    wd_model *model = make("vehicle", form == MAGIC ? "car_magic" : "car");
    uint32_t ref;
    for (int i = 0; i < 4; i++) {
        must(model, wd_model_find(model, zero[i], &ref), zero[i]);
        must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_HOLD, NULL, 0), zero[i]);
        set(model, zero[i], 0);
        set_input(model, wheels[i], "brake", 2000);
    }
    set(model, "init.chassis.forward", 0);
    return model;
}

/* Use Moreau steps of this length, or adaptive steps if it is 0. */
static void step_by(wd_model *model, double moreau)
{
    if (moreau > 0)
        choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", moreau);
}

static double way_of_shaken(wd_model *model, double moreau, double height, int direction,
                            double seconds)
{
    double before, force = CAR_FORCE, h = moreau > 0 ? moreau : 1e-3;
    shake(model, "chassis", height, &force, direction);
    step_by(model, moreau);
    start(model, 0);
    before = mean_of(model, "state.chassis.x", DECAYS, h);
    return mean_of(model, "state.chassis.x", DECAYS + seconds, h) - before;
}

static void shaken_car(int form, double moreau, int direction, double seconds)
{
    wd_model *model = parked_car(form);
    double moved = way_of_shaken(model, moreau, HEIGHT, direction, seconds);
    check(fabs(moved) <= most_moved[direction] * seconds / 600,
          "%s, steps of %g s: shaken along %s by 1 kN at 25 Hz the car moves by %g m in %g s",
          forms[form], moreau, directions[direction], moved, seconds);
    wd_model_free(model);
}

/* A longitudinal force below the centre of mass moves the car further. */
static void shaken_low(int form, double seconds)
{
    wd_model *model = parked_car(form);
    double moved = way_of_shaken(model, 1e-3, LOW, 0, seconds);
    check(fabs(moved) <= MOST_MOVED_LOW * seconds / 600,
          "%s: shaken along x at a height of %g m the car moves by %g m in %g s", forms[form], LOW,
          moved, seconds);
    wd_model_free(model);
}

/* Vertical shaking moves the car only because its rolling radius varies. */
static void constant_radius(void)
{
    wd_model *model = parked_car(BRUSH);
    set_part(model, "tyre", "rolling_share", 0);
    double moved = way_of_shaken(model, 1e-3, HEIGHT, 2, 10);
    check(fabs(moved) <= CONSTANT_RADIUS,
          "brush with a constant rolling radius: shaken along z the car moves by %g m", moved);
    wd_model_free(model);
}

/* Without shaking, no bit of the state changes, also with adaptive steps and calls of 1 ms. */
static void parked(int form, double moreau, double seconds)
{
    static const char *const of_root[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
    double then[7];
    int same = 1;
    wd_model *model = parked_car(form);
    set(model, "input.slope", 0.2);
    set(model, "solver.max_steps", 1e9);
    step_by(model, moreau);
    start(model, 0);
    for (int half = 0; half < 2; half++) {
        for (int k = 1; k <= 1000 * (int)seconds / 2; k++)
            go(model, (half * 500 * (int)seconds + k) * 1e-3);
        for (int i = 0; i < 7; i++) {
            double now = get(model, name_of("state", "chassis", of_root[i]));
            same &= half == 0 || now == then[i];
            then[i] = now;
        }
    }
    check(same, "%s, steps of %g s: in calls of 1 ms from %g s to %g s no bit changes (x %.17g)",
          forms[form], moreau, seconds / 2, seconds, then[0]);
    wd_model_free(model);
}

/* Forms take turns, so that each scheme has both; script/test --all takes both everywhere. */
int main(int argc, char **argv)
{
    static const double steps[] = {0, 1e-3, 1e-2};
    double seconds = argc > 1 ? atof(argv[1]) : 5;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        moves_as_second_program(direction);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < few_or_all(1, FORMS); k++)
                shaken_car((direction + i + k) % FORMS, steps[i], direction, seconds);
    }
    for (int form = 0; form < FORMS; form++)
        shaken_low(form, seconds);
    constant_radius();
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < few_or_all(1, FORMS); k++)
            parked((i + k) % FORMS, steps[i], 120);
    return done();
}
