/* SPDX-License-Identifier: MIT */
/* Vehicles from the tables of tests/ref/vehicle, and their start from a row of a run. */
#ifndef MODEL_VEHICLE_TABLES_H
#define MODEL_VEHICLE_TABLES_H

#include "csv.h"
#include "vehicle.h"

/* Name made of a letter and a number, such as b0. */
static inline const char *numbered(char letter, const char *number)
{
    static char text[4][8];
    static size_t next;
    char *to = text[next++ % 4];
    snprintf(to, sizeof text[0], "%c%.6s", letter, number);
    return to;
}

static inline void read_numbers(wd_model *model, const char *name, const char *const *quantity,
                                const char *const *cell)
{
    for (; *quantity; quantity++, cell++)
        if (**quantity)
            set_part(model, name, *quantity, strtod(*cell, NULL));
}

static inline void read_vehicle_part(wd_model *model, const char *const *cell, const char *law)
{
    const char *const body[] = {"mass", "x",  "y", "z",  "xx", "",   "",
                                "xy",   "yy", "",  "xz", "yz", "zz", NULL};
    const char *const joint[] = {"x",      "y",         "z",    "axis_x",  "axis_y",
                                 "axis_z", "stiffness", "rest", "damping", NULL};
    const char *const rim[] = {"x",      "y",      "z",     "axis_x", "axis_y",
                               "axis_z", "radius", "crown", NULL};
    if (strcmp(cell[0], "gravity") == 0) {
        set(model, "param.gravity", -strtod(cell[4], NULL));
    } else if (strcmp(cell[0], "body") == 0) {
        const char *name = numbered('b', cell[1]);
        add(model, "body", name, NULL, NULL);
        read_numbers(model, name, body, cell + 2);
    } else if (strcmp(cell[0], "joint") == 0) {
        const char *name = numbered('j', cell[1]);
        add(model, cell[2], name, numbered('b', cell[3]), numbered('b', cell[1]));
        read_numbers(model, name, joint, cell + 4);
    } else {
        const char *name = numbered('w', cell[1]);
        add(model, "rim", name, numbered('b', cell[2]), NULL);
        read_numbers(model, name, rim, cell + 3);
        set_input(model, name, "mu", strtod(cell[11], NULL));
        choose(model, name_of("param", name, "law"), law);
    }
}

/* Read from a table the wheel number `wheel`, or everything except wheels if it is negative. */
static inline void read_rows(wd_model *model, const char *path, const char *law, int wheel)
{
    struct csv csv;
    const char *const *cell;
    csv_open(&csv, path);
    for (cell = csv.name; cell; cell = csv_next(&csv) ? csv.cell : NULL)
        if (strcmp(cell[0], "wheel") == 0 ? atoi(cell[1]) == wheel : wheel < 0)
            read_vehicle_part(model, cell, law);
}

/* Build the model of tests/ref/vehicle/model_NAME.csv. The bodies are b0, b1, ...; the joint j1
 * carries body b1, and so on. The wheels w0, w1, ... are rims, added in this order or, if
 * `reversed`, in the opposite order. */
static inline wd_model *read_vehicle_in_order(const char *name, const char *law, int reversed)
{
    enum { MOST_WHEELS = 4 };
    char path[64];
    snprintf(path, sizeof path, "vehicle/model_%s.csv", name);
    wd_model *model = new_vehicle();
    read_rows(model, path, law, -1);
    for (int w = 0; w < MOST_WHEELS; w++)
        read_rows(model, path, law, reversed ? MOST_WHEELS - 1 - w : w);
    return model;
}

static inline wd_model *read_vehicle(const char *name, const char *law)
{
    return read_vehicle_in_order(name, law, 0);
}

/* Start b0 as in a row of a run. */
static inline void start_as(wd_model *model, const struct csv *row)
{
    const char *root = "b0";
    double a = csv_real(row, "qw"), b = csv_real(row, "qx"), c = csv_real(row, "qy"),
           d = csv_real(row, "qz");
    double yaw = atan2(2 * (a * d - b * c), a * a - b * b + c * c - d * d);
    double roll = asin(2 * (a * b + c * d));
    double pitch = atan2(2 * (a * c - b * d), a * a - b * b - c * c + d * d);
    double vx = csv_real(row, "vx"), vy = csv_real(row, "vy");
    set_init(model, root, "x", csv_real(row, "x") - get(model, "param.b0.x"));
    set_init(model, root, "y", csv_real(row, "y") - get(model, "param.b0.y"));
    set_init(model, root, "z", csv_real(row, "z") - get(model, "param.b0.z"));
    set_init(model, root, "yaw", yaw);
    set_init(model, root, "roll", roll);
    set_init(model, root, "pitch", pitch);
    set_init(model, root, "forward", vx * cos(yaw) + vy * sin(yaw));
    set_init(model, root, "left", vy * cos(yaw) - vx * sin(yaw));
    set_init(model, root, "up", csv_real(row, "vz"));
    set_init(model, root, "roll_rate", csv_real(row, "wbx"));
    set_init(model, root, "pitch_rate", csv_real(row, "wby"));
    set_init(model, root, "yaw_rate", csv_real(row, "wbz"));
}

/* Largest difference of place, attitude and velocities of b0 from those of a row. */
static inline double distance_from(const wd_model *model, const struct csv *row)
{
    const char *const names[][2] = {{"x", "x"},   {"y", "y"},   {"z", "z"},    {"q0", "qw"},
                                    {"q1", "qx"}, {"q2", "qy"}, {"q3", "qz"},  {"vx", "vx"},
                                    {"vy", "vy"}, {"vz", "vz"}, {"wx", "wbx"}, {"wy", "wby"},
                                    {"wz", "wbz"}};
    double most = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double there = get(model, name_of("state", "b0", names[i][0]));
        most = fmax(most, fabs(there - csv_real(row, names[i][1])));
    }
    return most;
}

static inline void drive(wd_model *model, const char *input, const double *knots, size_t n)
{
    uint32_t ref;
    must(model, wd_model_find(model, input, &ref), input);
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, knots, n), input);
}

/* Two driven wheels, which slip, and a caster ball, on a ground that tilts. */
static inline wd_model *robot(void)
{
    const double slope[] = {0, 0, 0.2, 0.2, 0.5, -0.1}, torque[] = {0, 0.4, 0.5, -0.8};
    wd_model *model = read_vehicle("d", "relaxed");
    for (int w = 0; w < 3; w++) {
        const char name[] = {'w', (char)('0' + w), 0};
        set_part(model, name, "sharpness", 4);
        set_part(model, name, "relaxation_time", 0.05);
    }
    set_init(model, "b0", "forward", 0.5);
    set_init(model, "b0", "yaw_rate", 1);
    set_init(model, "j1", "rate", 5);
    set_init(model, "j2", "rate", 5);
    drive(model, "input.slope", slope, 6);
    drive(model, "input.j1.torque", torque, 4);
    set(model, "input.j2.torque", -0.3);
    return model;
}

#endif
