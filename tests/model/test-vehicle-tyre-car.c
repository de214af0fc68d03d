/* SPDX-License-Identifier: MIT */
/* A sprung car on tyres, compared with tests/ref/tyre/car_*.csv, by two integrators. */
#include "vehicle-tyre.h"

/* The required agreement, relative to the largest number of a column. */
#define TOLERANCE 1e-9

struct run {
    const char *name;
    double speed, height, mu[2]; /* mu: left, right */
    wd_input_fn steer, front, rear;
};

static int32_t turn_in(double t, double *value, void *user)
{
    (void)user;
    *value = 0.03 * smooth(5 * t);
    return 0;
}

static int32_t change_lane(double t, double *value, void *user)
{
    const double pi = 3.14159265358979323846;
    double a = t - 0.2, half = sin(pi * a / 2);
    (void)user;
    *value = a > 0 && a < 2 ? 0.04 * sin(pi * a) * half * half : 0;
    return 0;
}

static int32_t brake_front(double t, double *value, void *user)
{
    (void)user;
    *value = -550 * smooth(5 * (t - 0.5));
    return 0;
}

static int32_t brake_rear(double t, double *value, void *user)
{
    (void)user;
    *value = -250 * smooth(5 * (t - 0.5));
    return 0;
}

static int32_t drive_rear(double t, double *value, void *user)
{
    (void)user;
    *value = 600 * smooth(3 * t);
    return 0;
}

static int32_t hold_steering(double t, double *value, void *user)
{
    (void)t;
    *value = *(const double *)user;
    return 0;
}

static const char *const corners[] = {"fl", "fr", "rl", "rr"};

static const char *part_at(const char *corner, const char *part)
{
    static char name[16][32];
    static int next;
    next = (next + 1) % 16;
    snprintf(name[next], sizeof name[next], "%s_%s", corner, part);
    return name[next];
}

/* Add a corner of the car as in the reference runs: a knuckle on a slide, for a front corner a
 * steered body, and a wheel with its centre at z. */
static void add_corner(wd_model *model, int i, double z, double radius)
{
    const char *c = corners[i], *on = part_at(c, "knuckle");
    const double up[3] = {0, 0, 1}, at[3] = {i < 2 ? 1.2 : -1.4, i % 2 ? -0.75 : 0.75, z};
    double load = 1100 * 9.81 * (i < 2 ? 1.4 : 1.2) / 2.6 / 2;
    add_body(model, on, 8, 0.1, at[0], at[1], z);
    add_joint(model, "slide", part_at(c, "slide"), "chassis", on, at, up);
    set_part(model, part_at(c, "slide"), "stiffness", 22000);
    set_part(model, part_at(c, "slide"), "damping", 1500);
    set_part(model, part_at(c, "slide"), "rest", -load / 22000);
    if (i < 2) {
        add_body(model, part_at(c, "fork"), 1, 0.02, at[0], at[1], z);
        add_joint(model, "hinge", part_at(c, "steer"), on, part_at(c, "fork"), at, up);
        set_part(model, part_at(c, "steer"), "stiffness", 30000);
        set_part(model, part_at(c, "steer"), "damping", 150);
        on = part_at(c, "fork");
    }
    add_wheel_on_tyre(model, c, on, radius);
    set_place(model, c, at[0], at[1], z);
    set_part(model, c, "mass", 18);
    set_part(model, c, "spin_inertia", 0.9);
    set_part(model, c, "cross_inertia", 0.5);
}

static const struct column car[] = {
    {"x", "state.chassis.x", 0},
    {"y", "state.chassis.y", 0},
    {"z", "state.chassis.z", 0},
    {"q0", "state.chassis.q0", 0},
    {"q1", "state.chassis.q1", 0},
    {"q2", "state.chassis.q2", 0},
    {"q3", "state.chassis.q3", 0},
    {"vx", "state.chassis.vx", 0},
    {"vy", "state.chassis.vy", 0},
    {"vz", "state.chassis.vz", 0},
    {"joint0", "state.fl_slide.travel", 0},
    {"joint1", "state.fl_steer.angle", 0},
    {"joint2", "state.fl.angle", 0},
    {"joint3", "state.fr_slide.travel", 0},
    {"joint4", "state.fr_steer.angle", 0},
    {"joint5", "state.fr.angle", 0},
    {"joint6", "state.rl_slide.travel", 0},
    {"joint7", "state.rl.angle", 0},
    {"joint8", "state.rr_slide.travel", 0},
    {"joint9", "state.rr.angle", 0},
    {"rate0", "state.fl_slide.rate", 0},
    {"rate1", "state.fl_steer.rate", 0},
    {"rate2", "state.fl.rate", 0},
    {"rate5", "state.fr.rate", 0},
    {"rate7", "state.rl.rate", 0},
    {"rate9", "state.rr.rate", 0},
    {"ux0", "state.fl.bend_forward", 0},
    {"uy0", "state.fl.bend_side", 0},
    {"uz0", "state.fl.bend_turn", 0},
    {"ur0", "state.fl.bend_roll", 0},
    {"ux1", "state.fr.bend_forward", 0},
    {"uy1", "state.fr.bend_side", 0},
    {"uz1", "state.fr.bend_turn", 0},
    {"ur1", "state.fr.bend_roll", 0},
    {"ux2", "state.rl.bend_forward", 0},
    {"uy2", "state.rl.bend_side", 0},
    {"uz2", "state.rl.bend_turn", 0},
    {"ur2", "state.rl.bend_roll", 0},
    {"uy3", "state.rr.bend_side", 0},
    {"ur3", "state.rr.bend_roll", 0},
    {"work", "output.work", 0},
    {"dissipated", "output.dissipated", 0},
    {"N0", "output.fl.normal_force", 0},
    {"Fx0", "output.fl.forward_force", 0},
    {"Fy0", "output.fl.side_force", 0},
    {"Mz0", "output.fl.moment_align", 0},
    {"gap0", "output.fl.gap", 0},
    {"N3", "output.rr.normal_force", 0},
    {"Fy3", "output.rr.side_force", 0},
    {"Mz3", "output.rr.moment_align", 0},
};
enum { CAR_COLUMNS = sizeof car / sizeof *car };

static wd_model *car_on_tyres(int form, const struct run *run, const char *path)
{
    static const char *const spin[] = {"rate2", "rate5", "rate7", "rate9"};
    double radius = 0.317;
    struct csv csv;
    wd_model *model = new_vehicle();
    add(model, "body", "chassis", NULL, NULL);
    set_mass(model, "chassis", 1100, 400, 1400, 1500);
    set_place(model, "chassis", 0, 0, 0.55);
    add_tyre_numbers(model, form);
    csv_open(&csv, path);
    csv_next(&csv);
    for (int i = 0; i < 4; i++) {
        static const char *const gap[] = {"gap0", "gap1", "gap2", "gap3"};
        double sunk = csv_real(&csv, gap[i]) - run->height;
        add_corner(model, i, radius + sunk, radius);
        set_init(model, corners[i], "rate", csv_real(&csv, spin[i]));
        set_input(model, corners[i], "mu", run->mu[i % 2]);
    }
    fclose(csv.file);
    set_init(model, "chassis", "forward", run->speed);
    set_init(model, "chassis", "z", run->height);
    return model;
}

/* param.spin = rolling gives the wheels the rates of the first row of the table. */
static void check_spin(int form, const struct run *run)
{
    char path[80];
    snprintf(path, sizeof path, "tyre/car_%s_%s.csv", run->name, forms[form]);
    wd_model *model = car_on_tyres(form, run, path);
    double given = get(model, "init.fl.rate");
    for (int i = 0; i < 4; i++)
        set_init(model, corners[i], "rate", 1);
    choose(model, "param.spin", "rolling");
    start(model, 0);
    near_abs(get(model, "state.fl.rate"), given, 1e-12 * given, "rates of rolling wheels");
    wd_model_free(model);
}

/* Set the steering and torques of a run. *steady is the steering angle of runs that hold it. */
static void drive_car(wd_model *model, const struct run *run, double *steady)
{
    for (int i = 0; i < 4; i++) {
        wd_input_fn torque = i < 2 ? run->front : run->rear;
        if (torque)
            set_function(model, name_of("input", corners[i], "torque"), torque, NULL);
        if (i < 2 && (run->steer || *steady != 0))
            set_function(model, name_of("input", part_at(corners[i], "steer"), "target"),
                         run->steer ? run->steer : hold_steering, steady);
    }
}

static void compare_car(int form, const struct integrator_of_run *by, const struct run *run,
                        double steady)
{
    char path[80];
    struct csv csv;
    double scale[CAR_COLUMNS], most = 0, drift = 0;
    const char *worst = "none", *name = "none";
    snprintf(path, sizeof path, "tyre/car_%s_%s.csv", run->name, forms[form]);
    wd_model *model = car_on_tyres(form, run, path);
    use_method(model, by->method, by->precision);
    drive_car(model, run, &steady);
    start(model, 0);
    double before = balance_of(model), energy = get(model, "output.kinetic_energy");
    for (size_t i = 0; i < CAR_COLUMNS; i++)
        scale[i] = fmax(largest_of(path, car[i].name), car[i].least);
    csv_open(&csv, path);
    while (csv_next(&csv)) {
        go(model, csv_real(&csv, "t"));
        double difference = apart(model, &csv, car, CAR_COLUMNS, scale, &name);
        drift = fmax(drift, fabs(balance_of(model) - before));
        energy = fmax(energy, get(model, "output.kinetic_energy"));
        if (difference > most) {
            most = difference;
            worst = name;
        }
    }
    check(most <= TOLERANCE, "%s by %s: largest difference %g, in column %s", path, by->method,
          most, worst);
    check(drift <= 1e-12 * energy, "%s by %s: energy balance off by %.2g of the kinetic energy",
          path, by->method, drift / energy);
    wd_model_free(model);
}

static void compare_cars(int form)
{
    const struct run step = {"step", 20, 0, {1, 1}, turn_in, NULL, NULL},
                     lane = {"lane", 25, 0, {1, 1}, change_lane, NULL, NULL},
                     brakes = {"brake", 22, 0, {1, 1}, NULL, brake_front, brake_rear},
                     split = {"split", 2, 0, {0.3, 0.9}, NULL, NULL, drive_rear},
                     jump = {"jump", 15, 0.12, {1, 1}, NULL, NULL, NULL};
    check_spin(form, &step);
    for (int i = 0; i < INTEGRATORS; i++) {
        const struct integrator_of_run *by = &integrators[i];
        compare_car(form, by, &step, 0);
        compare_car(form, by, &lane, 0);
        compare_car(form, by, &brakes, 0.025);
        compare_car(form, by, &split, 0);
        compare_car(form, by, &jump, 0.02);
    }
}

int main(void)
{
    for (int form = 0; form < FORMS; form++)
        compare_cars(form);
    return done();
}
