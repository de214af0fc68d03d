/* SPDX-License-Identifier: MIT */
/* The vehicles on tyres of the reference runs: a quarter car in the plane, and a sprung car. */
#ifndef MODEL_VEHICLE_TYRE_H
#define MODEL_VEHICLE_TYRE_H

#include "csv.h"
#include "vehicle.h"

#include <ctype.h>
#include <string.h>

enum { BRUSH, MAGIC, FORMS };

static const char *const forms[] = {"brush", "magic"};
static const double radius_of[] = {0.3, 0.317}; /* m: radius of the wheel, by form */

static const char *const bends[] = {"bend_forward", "bend_side", "bend_turn", "bend_roll"};

static inline double smooth(double x)
{
    double y = fmax(0, fmin(1, x));
    return y * y * (3 - 2 * y);
}

/* Return the name of the parameter for a key of a .tir file. A parameter that is not listed has the
 * name of the key in small letters. */
static inline const char *param_of_key(const char *key)
{
    static const char *const other[][2] = {
        {"fnomin", "nominal_load"},
        {"longvl", "reference_speed"},
        {"inflpres", "pressure"},
        {"nompres", "nominal_pressure"},
        {"longitudinal_stiffness", "forward_stiffness"},
        {"lateral_stiffness", "side_stiffness"},
        {"yaw_stiffness", "turning_stiffness"},
    };
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (strcmp(other[i][0], key) == 0)
            return other[i][1];
    return key;
}

/* Give the part "tyre" the numbers of tests/ref/tyre/tyre_a.tir, which are in SI units. Keys for
 * which the part has no parameter are skipped. */
static inline void read_tyre(wd_model *model)
{
    const char *folder = getenv("WHEELDYN_TEST_REF");
    char path[1024], line[256], key[64];
    double value;
    uint32_t ref;
    snprintf(path, sizeof path, "%s/tyre/tyre_a.tir", folder ? folder : "tests/ref");
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("Bail out! cannot read %s\n", path);
        exit(1);
    }
    choose(model, "param.tyre.form", "magic");
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%63[A-Z0-9_] = %lf", key, &value) == 2) {
            for (char *c = key; *c; c++)
                *c = (char)tolower((unsigned char)*c);
            const char *name = name_of("param", "tyre", param_of_key(key));
            if (wd_model_find(model, name, &ref) == WD_OK)
                set(model, name, value);
        }
    fclose(file);
}

static inline void add_tyre_numbers(wd_model *model, int form)
{
    add(model, "tyre", "tyre", NULL, NULL);
    if (form == MAGIC)
        read_tyre(model);
}

static inline void set_function(wd_model *model, const char *name, wd_input_fn fn, void *user)
{
    uint32_t ref;
    must(model, wd_model_find(model, name, &ref), name);
    must(model, wd_model_set_input_fn(model, ref, fn, user), name);
}

static inline void add_wheel_on_tyre(wd_model *model, const char *name, const char *on,
                                     double radius)
{
    add(model, "wheel", name, on, "tyre");
    set_part(model, name, "radius", radius);
    set_input(model, name, "mu", 1);
    choose(model, name_of("param", name, "law"), "tyre");
}

/* Set place and numbers of a wheel of the carts on wheels of mixed laws. */
static inline void set_cart_wheel(wd_model *model, const char *name, double x, double y, double z)
{
    set_place(model, name, x, y, z);
    set_part(model, name, "radius", 0.3);
    set_part(model, name, "crown", 0.05);
    set_part(model, name, "mass", 10);
    set_part(model, name, "spin_inertia", 0.4);
    set_part(model, name, "cross_inertia", 0.2);
}

/* A quarter of a car: 400 kg on one wheel with the spin inertia 1 kg m2. Two slides on the body
 * "ground", which 1e25 kg make practically immovable, keep the wheel in its plane. Gravity is
 * applied as a force, so that it does not act on this body. The centre of the wheel is at z. */
static inline wd_model *quarter_of_car(int form, double z, double slope)
{
    static const double at[3] = {0, 0, 0}, x_axis[3] = {1, 0, 0}, z_axis[3] = {0, 0, 1};
    wd_model *model = new_vehicle();
    set(model, "param.gravity", 0);
    add_body(model, "ground", 1e25, 1e25, 0, 0, 0);
    add_body(model, "carriage", 0, 0, 0, 0, z);
    add_body(model, "mass", 400, 0, 0, 0, z);
    add_joint(model, "slide", "along", "ground", "carriage", at, x_axis);
    add_joint(model, "slide", "up", "carriage", "mass", at, z_axis);
    add_tyre_numbers(model, form);
    add_wheel_on_tyre(model, "wheel", "mass", radius_of[form]);
    set_place(model, "wheel", 0, 0, z);
    set_part(model, "wheel", "mass", 0);
    set_part(model, "wheel", "spin_inertia", 1);
    set_part(model, "wheel", "cross_inertia", 0.5);
    add(model, "point", "centre", "mass", NULL);
    set_place(model, "centre", 0, 0, z);
    set_input(model, "centre", "force_x", -400 * 9.81 * sin(slope));
    set_input(model, "centre", "force_z", -400 * 9.81 * cos(slope));
    return model;
}

/* ---- comparison with the tables ---- */

/* A column of a table, and the variable to compare with it. */
struct column {
    const char *name, *variable;
    double least; /* lower limit of the scale, because smaller values are only rounding */
};

static inline double largest_of(const char *path, const char *name)
{
    struct csv csv;
    double most = 0;
    csv_open(&csv, path);
    while (csv_next(&csv))
        most = fmax(most, fabs(csv_real(&csv, name)));
    return most;
}

/* Largest difference of the current values from those of a row, relative to the scale of their
 * columns; *worst is the name of the column with this difference. Columns of scale 0 are not
 * compared. */
static inline double apart(const wd_model *model, const struct csv *csv,
                           const struct column *column, size_t n, const double *scale,
                           const char **worst)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        double difference = fabs(get(model, column[i].variable) - csv_real(csv, column[i].name));
        if (difference > most * scale[i] && scale[i] > 0) {
            most = difference / scale[i];
            *worst = column[i].name;
        }
    }
    return most;
}

static inline void use_method(wd_model *model, const char *method, double precision)
{
    choose(model, "solver.method", method);
    set(model, "solver.rtol", precision);
    set(model, "solver.atol", precision / 1e4); /* because deflections are only some 1e-4 m */
}

static inline void use_precision(wd_model *model, double precision)
{
    use_method(model, "rk8pd", precision);
}

/* Two integrators of different order, each with the tolerance at which it makes the reference runs.
 * The tolerance of the second is lower because its order is 5 rather than 8. */
enum { INTEGRATORS = 2 };
static const struct integrator_of_run {
    const char *method;
    double precision;
} integrators[INTEGRATORS] = {{"rk8pd", 1e-10}, {"rkck", 1e-11}};

#endif
