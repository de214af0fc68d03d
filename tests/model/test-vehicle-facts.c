/* SPDX-License-Identifier: MIT */
/* Energy and symmetries of vehicles with ideal wheels. */
#include "vehicle.h"

#include <string.h>

/* ---- a robot with parts of many types ---- */

/* Variants of one vehicle that have the same motion, except that left and right may be
 * exchanged. */
struct variant {
    int mirrored, reordered, merged;
};

/* Add a driven wheel. In the functions below, `side` is 1, or -1 for the mirror image. */
static void add_wheel(wd_model *model, const char *name, const char *on, double x, double y,
                      double radius)
{
    add(model, "wheel", name, on, NULL);
    set_place(model, name, x, y, radius);
    set_part(model, name, "radius", radius);
    set_part(model, name, "crown", radius / 5);
    set_part(model, name, "spin_inertia", 0.01);
    set_part(model, name, "cross_inertia", 0.006);
    set_part(model, name, "damping", 0.02);
    set_ideal(model, name);
}

/* Add the frame, 9 kg at (-0.14, 0, 0.15). If `merged`, it includes the box of 3 kg at (-0.02,
 * 0.08, 0.2), which add_box() otherwise adds as a body on a rigid joint. */
static void add_frame(wd_model *model, double side, int merged)
{
    add(model, "body", "frame", NULL, NULL);
    if (merged) {
        set_mass(model, "frame", 12, 0.2 + 0.03 + 2.25 * (0.0064 + 0.0025),
                 0.3 + 0.02 + 2.25 * (0.0144 + 0.0025), 0.4 + 0.04 + 2.25 * (0.0144 + 0.0064));
        set_part(model, "frame", "xy", side * (0.02 - 2.25 * 0.12 * 0.08));
        set_part(model, "frame", "xz", -2.25 * 0.12 * 0.05);
        set_part(model, "frame", "yz", side * -2.25 * 0.08 * 0.05);
        set_place(model, "frame", -0.11, side * 0.02, 0.1625);
        return;
    }
    set_mass(model, "frame", 9, 0.2, 0.3, 0.4);
    set_part(model, "frame", "xy", side * 0.02);
    set_place(model, "frame", -0.14, 0, 0.15);
}

static void add_box(wd_model *model, double side)
{
    add(model, "body", "box", NULL, NULL);
    set_mass(model, "box", 3, 0.03, 0.02, 0.04);
    set_place(model, "box", -0.02, side * 0.08, 0.2);
}

static void add_mast(wd_model *model, double side)
{
    add(model, "slide", "mast", "frame", "head");
    set_axis(model, "mast", 0.1, side * 0.05, 1);
    set_part(model, "mast", "stiffness", 400);
    set_part(model, "mast", "damping", 3);
    add(model, "hinge", "neck", "head", "arm");
    set_place(model, "neck", 0, 0, 0.5);
    set_axis(model, "neck", side * 0.3, 1, side * 0.1);
    set_part(model, "neck", "stiffness", 30);
    set_part(model, "neck", "damping", 0.1);
}

static void add_bodies(wd_model *model, double side)
{
    add(model, "body", "arm", NULL, NULL);
    set_mass(model, "arm", 0.5, 0.01, 0.01, 0.001);
    set_place(model, "arm", 0.05, side * 0.02, 0.6);
    add(model, "body", "head", NULL, NULL);
    set_mass(model, "head", 1, 0.01, 0.02, 0.01);
    set_place(model, "head", 0, 0, 0.5);
    add(model, "body", "fork", NULL, NULL);
    set_part(model, "fork", "mass", 0.3);
    set_part(model, "fork", "zz", 0.001);
    set_place(model, "fork", -0.3, 0, 0.1);
}

static void add_points(wd_model *model, double side)
{
    static const char *const on[] = {"frame", "head", "arm"}, *const name[] = {"low", "high",
                                                                               "tip"};
    for (int i = 0; i < 3; i++)
        add(model, "point", name[i], on[i], NULL);
    set_place(model, "low", 0.1, side * -0.1, 0.2);
    set_place(model, "high", -0.05, side * 0.1, 0.55);
    set_place(model, "tip", 0.1, side * 0.05, 0.7);
    add(model, "spring", "stay", "low", "high");
    set_part(model, "stay", "stiffness", 50);
    set_part(model, "stay", "damping", 2);
    set_part(model, "stay", "rest", 0.4);
}

static wd_model *make_robot(struct variant how)
{
    wd_model *model = new_vehicle();
    double side = how.mirrored ? -1 : 1;
    add_frame(model, side, how.merged);
    if (how.reordered)
        add_wheel(model, "right", "frame", 0, side * -0.2, 0.1);
    add_bodies(model, side);
    if (!how.merged) {
        add_box(model, side);
        add(model, "rigid", "glue", "frame", "box");
    }
    if (how.reordered)
        add_mast(model, side);
    add(model, "hinge", "swivel", "frame", "fork");
    set_place(model, "swivel", -0.27, 0, 0.1);
    set_axis(model, "swivel", 0, 0, side);
    set_part(model, "swivel", "damping", 0.02);
    add_wheel(model, "tail", "fork", -0.3, 0, 0.05);
    add_wheel(model, "left", "frame", 0, side * 0.2, 0.1);
    if (!how.reordered) {
        add_wheel(model, "right", "frame", 0, side * -0.2, 0.1);
        add_mast(model, side);
    }
    add_points(model, side);
    set_init(model, "frame", "forward", 0.5);
    set_init(model, "mast", "rate", 0.3);
    set_init(model, "neck", "angle", 0.2);
    set_init(model, "swivel", "angle", 0.3);
    set(model, "solver.fixed_step", 0.005); /* rounding must not change step lengths */
    return model;
}

static void drive_signal(wd_model *model, const char *name, double from, double to, double last)
{
    const double table[] = {0, from, 0.7, to, 1.6, last, 3, from};
    uint32_t ref;
    must(model, wd_model_find(model, name, &ref), name);
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, table, 8), name);
}

/* Set all inputs. If `turned`, leave out inputs with horizontal components, because they do not
 * turn with the vehicle. */
static void drive_all(wd_model *model, double side, int turned)
{
    drive_signal(model, "input.left.torque", 0.1, -0.3, 0.5);
    drive_signal(model, "input.right.torque", 0.2, 0.4, -0.2);
    drive_signal(model, "input.neck.target", 0.3, -0.2, 0.1);
    drive_signal(model, "input.neck.torque", 0.3, 0.1, -1);
    drive_signal(model, "input.mast.force", -3, 5, 2);
    drive_signal(model, "input.stay.force", 3, -2, 6);
    drive_signal(model, "input.tip.force_z", 1, -4, 2);
    drive_signal(model, "input.tip.torque_z", side * 0.1, side * 0.2, side * -0.2);
    if (turned)
        return;
    drive_signal(model, "input.tip.force_x", 1, 2, -2);
    drive_signal(model, "input.tip.force_y", side, side * -2, side * 0.5);
    drive_signal(model, "input.high.torque_x", side * 0.1, side * 0.3, 0);
    drive_signal(model, "input.high.torque_y", 0.1, -0.3, 0.2);
    drive_signal(model, "input.slope", 0.05, -0.1, 0.08);
    drive_signal(model, "input.bank", side * 0.03, side * 0.06, side * -0.1);
}

/* ---- energy ---- */

static void energy_of_robot(void)
{
    wd_model *model = make_robot((struct variant){0});
    drive_all(model, 1, 0);
    start(model, 0);
    double before = balance_of(model), worst = 0, lost = 0;
    double scale = get(model, "output.potential_energy") + get(model, "output.kinetic_energy");
    for (int k = 1; k <= 30; k++) {
        go(model, 0.1 * k);
        worst = fmax(worst, fabs(balance_of(model) - before) / scale);
        check(get(model, "output.dissipated") >= lost, "dissipated energy never decreases");
        lost = get(model, "output.dissipated");
    }
    check(wd_model_event_count(model) == 0, "the robot drives for 3 s without an event");
    check(worst <= 1e-9, "energy of a driven robot on ground that tilts: error %.2g, at most 1e-9",
          worst);
    check(fabs(get(model, "output.work")) > 0.1 && lost > 0.1,
          "inputs do work and energy is dissipated");
    wd_model_free(model);
}

/* A pseudo-random number between -1 and 1 that depends on x; changes x. */
static double next_random(double *x)
{
    *x += 0.61803398874989484820;
    *x -= floor(*x);
    return 2 * *x - 1;
}

/* Energy balance of each preset under arbitrary signals for motors, forces and slope, while its
 * wheels have contact. */
static void energy_of_presets(void)
{
    double worst = 0, seed = 0.3, time = 0;
    for (size_t i = 0; i < wd_preset_count("vehicle"); i++) {
        wd_model *model = make("vehicle", wd_preset_name("vehicle", i));
        for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
            const char *name = wd_model_var_name(model, ref);
            double most = strstr(name, ".slope") || strstr(name, ".bank")     ? 0.02
                          : strstr(name, ".target")                           ? 0.01
                          : strstr(name, ".torque") || strstr(name, ".force") ? 1
                                                                              : 0;
            if (strncmp(name, "input.", 6) == 0 && most > 0)
                drive_signal(model, name, 0, most * next_random(&seed), most * next_random(&seed));
        }
        start(model, 0);
        double before = balance_of(model);
        double scale = get(model, "output.potential_energy") + get(model, "output.kinetic_energy");
        int32_t status = WD_OK;
        for (int k = 1; status == WD_OK && k <= 30; k++) {
            status = wd_model_step_to(model, 0.1 * k);
            worst = fmax(worst, fabs(balance_of(model) - before) / scale);
        }
        check(status >= 0 && get(model, "output.work") != 0, "preset %s runs for %g s",
              wd_preset_name("vehicle", i), wd_model_time(model));
        time += wd_model_time(model);
        wd_model_free(model);
    }
    check(time > 15 && worst <= 1e-9, "energy of all presets: error %.2g, at most 1e-9", worst);
}

/* ---- the same motion, from another place or with other parts ---- */

/* Variables that are equal for a vehicle and its mirror image, except side_force, which changes its
 * sign. */
static const char *const even[] = {
    "state.frame.x",           "state.mast.travel",   "state.neck.angle",
    "state.swivel.angle",      "state.left.rate",     "state.right.rate",
    "output.left.contact_x",   "output.head.z",       "output.left.normal_force",
    "output.right.side_force", "output.mast.load_fz", "output.neck.load_ty",
    "output.tip.az",           "output.stay.force",   "output.left.forward_force",
    "output.kinetic_energy",   "output.arm.pitch",    "output.neck.acceleration",
};
enum { EVEN = sizeof even / sizeof *even };

static double value_at(const wd_model *model, const char *name)
{
    return get(model, name);
}

/* Largest error so far, relative to numbers above 1. */
static double larger_error(double worst, double got, double want)
{
    return fmax(worst, fabs(got - want) / fmax(1, fabs(want)));
}

static void mirrored_robot(void)
{
    wd_model *one = make_robot((struct variant){0}),
             *other = make_robot((struct variant){.mirrored = 1});
    double worst = 0;
    drive_all(one, 1, 0);
    drive_all(other, -1, 0);
    start(one, 0);
    start(other, 0);
    for (int k = 1; k <= 20; k++) {
        go(one, 0.1 * k);
        go(other, 0.1 * k);
        for (int i = 0; i < EVEN; i++) {
            int odd = strstr(even[i], "side_force") != NULL;
            worst = larger_error(worst, (odd ? -1 : 1) * value_at(other, even[i]),
                                 value_at(one, even[i]));
        }
        worst =
            fmax(worst, fabs(value_at(one, "state.frame.y") + value_at(other, "state.frame.y")));
        worst =
            fmax(worst, fabs(value_at(one, "output.arm.yaw") + value_at(other, "output.arm.yaw")));
    }
    check(wd_model_time(one) == 2, "the motions are compared for 2 s");
    check(worst <= 1e-12, "the image in a mirror: error %.2g, at most 1e-12", worst);
    wd_model_free(one);
    wd_model_free(other);
}

/* A start at (3, -2), turned by 1.1 rad to the left, gives the turned motion. */
static void turned_start(void)
{
    wd_model *one = make_robot((struct variant){0}), *other = make_robot((struct variant){0});
    double worst = 0, c = cos(1.1), s = sin(1.1);
    double x0 = get(one, "param.frame.x"), y0 = get(one, "param.frame.y");
    drive_all(one, 1, 1);
    drive_all(other, 1, 1);
    set_init(other, "frame", "yaw", 1.1);
    set_init(other, "frame", "x", 3);
    set_init(other, "frame", "y", -2);
    start(one, 0);
    start(other, 0);
    for (int k = 1; k <= 20; k++) {
        go(one, 0.1 * k);
        go(other, 0.1 * k);
        double x = value_at(one, "state.frame.x") - x0, y = value_at(one, "state.frame.y") - y0;
        worst = fmax(worst, fabs(x0 + 3 + c * x - s * y - value_at(other, "state.frame.x")));
        worst = fmax(worst, fabs(y0 - 2 + s * x + c * y - value_at(other, "state.frame.y")));
        for (int i = 0; i < EVEN; i++)
            if (even[i][0] == 's' && i > 0)
                worst = larger_error(worst, value_at(other, even[i]), value_at(one, even[i]));
    }
    check(wd_model_time(one) == 2, "the motions are compared for 2 s");
    check(worst <= 1e-12, "another heading, and starting elsewhere: error %.2g, at most 1e-12",
          worst);
    wd_model_free(one);
    wd_model_free(other);
}

static void other_description(struct variant how, const char *what)
{
    wd_model *one = make_robot((struct variant){0}), *other = make_robot(how);
    double worst = 0;
    drive_all(one, 1, 0);
    drive_all(other, 1, 0);
    start(one, 0);
    start(other, 0);
    for (int k = 1; k <= 20; k++) {
        go(one, 0.1 * k);
        go(other, 0.1 * k);
        for (int i = how.merged ? 1 : 0; i < EVEN; i++)
            worst = larger_error(worst, value_at(other, even[i]), value_at(one, even[i]));
    }
    check(wd_model_time(one) == 2, "the motions are compared for 2 s");
    check(worst <= 1e-12, "%s: largest relative difference of the motions %.2g, at most 1e-12",
          what, worst);
    wd_model_free(one);
    wd_model_free(other);
}

static wd_model *make_ball(double x, double y, double z)
{
    wd_model *model = make("vehicle", "disc");
    set_part(model, "edge", "crown", 0.4);
    set_axis(model, "edge", x, y, z);
    set(model, "init.disc.roll_rate", 0);
    set(model, "init.disc.yaw_rate", 2);
    set(model, "input.bank", 0.1);
    start(model, 0);
    go(model, 2);
    return model;
}

static void axis_of_ball(void)
{
    wd_model *one = make_ball(0, 1, 0), *other = make_ball(0.3, -0.2, 0.9);
    uint32_t first;
    int bits = 1;
    must(one, wd_model_find(one, "state.disc.x", &first), "find");
    for (uint32_t ref = first; ref < first + 13; ref++) {
        double a, b;
        wd_model_get(one, &ref, 1, &a);
        wd_model_get(other, &ref, 1, &b);
        bits = bits && a == b;
    }
    check(bits, "the axis of a ball has no effect");
    wd_model_free(one);
    wd_model_free(other);
}

int main(void)
{
    energy_of_robot();
    energy_of_presets();
    mirrored_robot();
    turned_start();
    other_description((struct variant){.reordered = 1}, "parts in another order");
    other_description((struct variant){.merged = 1}, "without the rigid joint");
    axis_of_ball();
    return done();
}
