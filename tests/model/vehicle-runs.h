/* SPDX-License-Identifier: MIT */
/* Vehicles of tests/ref/vehicle and their runs: parts, start from a row of a table, inputs, and
 * differences from a row. */
#ifndef MODEL_VEHICLE_RUNS_H
#define MODEL_VEHICLE_RUNS_H

#include "csv.h"
#include "vehicle.h"

#include <string.h>

enum { MOST_PARTS = 16 };

struct machine {
    wd_model *model;
    double centre[3]; /* centre of mass of the root in the reference configuration [m] */
    int bodies, wheels, joints;
    int slides[MOST_PARTS];     /* joint: 1 for a slide, 0 for a hinge */
    int carrier[MOST_PARTS];    /* wheel: number of its body */
    double axis[MOST_PARTS][3]; /* wheel: its axis, in the reference configuration */
    int segments;               /* number of segments of a terrain */
    double points[2 * (MOST_PARTS + 1)], bulge[MOST_PARTS];
};

/* ---- the machine ---- */

static inline double number(const char *const *cell)
{
    return strtod(*cell, NULL);
}

static inline const char *numbered(const char *word, int i)
{
    static char text[4][32];
    static int next;
    next = (next + 1) % 4;
    snprintf(text[next], sizeof text[next], "%s%d", word, i);
    return text[next];
}

static inline void take_body(struct machine *m, const char *const *cell)
{
    const char *name = numbered("body", m->bodies);
    add(m->model, "body", name, NULL, NULL);
    set_mass(m->model, name, number(cell + 2), number(cell + 6), number(cell + 10),
             number(cell + 14));
    set_part(m->model, name, "xy", number(cell + 7));
    set_part(m->model, name, "xz", number(cell + 8));
    set_part(m->model, name, "yz", number(cell + 11));
    set_place(m->model, name, number(cell + 3), number(cell + 4), number(cell + 5));
    for (int k = 0; m->bodies == 0 && k < 3; k++)
        m->centre[k] = number(cell + 3 + k);
    m->bodies++;
}

static inline void take_joint(struct machine *m, const char *const *cell)
{
    const char *name = numbered("joint", m->joints);
    m->slides[m->joints] = strcmp(cell[2], "slide") == 0;
    add(m->model, cell[2], name, numbered("body", atoi(cell[3])), numbered("body", atoi(cell[1])));
    set_place(m->model, name, number(cell + 4), number(cell + 5), number(cell + 6));
    set_axis(m->model, name, number(cell + 7), number(cell + 8), number(cell + 9));
    set_part(m->model, name, "stiffness", number(cell + 10));
    set_part(m->model, name, "rest", number(cell + 11));
    set_part(m->model, name, "damping", number(cell + 12));
    m->joints++;
}

static inline void take_wheel(struct machine *m, const char *const *cell)
{
    const char *name = numbered("wheel", m->wheels);
    add(m->model, "rim", name, numbered("body", atoi(cell[2])), NULL);
    set_place(m->model, name, number(cell + 3), number(cell + 4), number(cell + 5));
    set_axis(m->model, name, number(cell + 6), number(cell + 7), number(cell + 8));
    set_part(m->model, name, "radius", number(cell + 9));
    set_part(m->model, name, "crown", number(cell + 10));
    set_input(m->model, name, "mu", number(cell + 11));
    set_part(m->model, name, "restitution", number(cell + 12));
    m->carrier[m->wheels] = atoi(cell[2]);
    for (int k = 0; k < 3; k++)
        m->axis[m->wheels][k] = number(cell + 6 + k);
    m->wheels++;
}

/* Read a segment: its ends, and the radius of its arc, positive for a hill and 0 for a line; the
 * free side is on the left. */
static inline void take_segment(struct machine *m, const char *const *cell)
{
    double *at = m->points + 2 * m->segments, radius = number(cell + 6);
    for (int k = 0; k < 4; k++)
        at[k] = number(cell + 2 + k);
    double half = hypot(at[2] - at[0], at[3] - at[1]) / 2;
    m->bulge[m->segments++] = radius == 0 ? 0 : -tan(asin(half / radius) / 2);
}

static inline void take_part(struct machine *m, const char *const *cell)
{
    if (strcmp(cell[0], "body") == 0)
        take_body(m, cell);
    else if (strcmp(cell[0], "joint") == 0)
        take_joint(m, cell);
    else if (strcmp(cell[0], "wheel") == 0)
        take_wheel(m, cell);
    else if (strcmp(cell[0], "segment") == 0)
        take_segment(m, cell);
    else if (strcmp(cell[0], "heading") == 0)
        set(m->model, "param.ground_heading", number(cell + 2));
    else if (strcmp(cell[0], "gravity") == 0) {
        double x = number(cell + 2), z = number(cell + 4);
        set(m->model, "param.gravity", hypot(x, z));
        set(m->model, "input.slope", atan2(-x, -z));
    }
}

static inline void machine_read_from(struct machine *m, const char *folder, const char *run)
{
    struct csv csv;
    char path[64];
    *m = (struct machine){.model = new_vehicle()};
    snprintf(path, sizeof path, "%s/model_%s.csv", folder, run);
    csv_open(&csv, path);
    take_part(m, csv.name);
    while (csv_next(&csv))
        take_part(m, csv.cell);
    if (m->segments > 0)
        must(m->model, wd_model_set_profile(m->model, m->points, m->bulge, (size_t)m->segments + 1),
             "set_profile");
}

static inline void machine_read(struct machine *m, const char *run)
{
    machine_read_from(m, "vehicle", run);
}

/* ---- the start ---- */

static inline double cell_of(const struct csv *csv, const char *name, int i)
{
    return csv_real(csv, i < 0 ? name : numbered(name, i));
}

/* Start as in a row: attitude Rz(yaw) Rx(roll) Ry(pitch), velocities in axes turned by the yaw,
 * angular velocities in body axes. */
static inline void start_as(const struct machine *m, const struct csv *csv)
{
    static const char *const axis[] = {"x", "y", "z"};
    double w = cell_of(csv, "qw", -1), x = cell_of(csv, "qx", -1), y = cell_of(csv, "qy", -1),
           z = cell_of(csv, "qz", -1), vx = cell_of(csv, "vx", -1), vy = cell_of(csv, "vy", -1);
    double yaw = atan2(-2 * (x * y - w * z), 1 - 2 * (x * x + z * z));
    double roll = asin(2 * (y * z + w * x));
    double pitch = atan2(-2 * (x * z - w * y), 1 - 2 * (x * x + y * y));
    for (int k = 0; k < 3; k++)
        set_init(m->model, "body0", axis[k], cell_of(csv, axis[k], -1) - m->centre[k]);
    set_init(m->model, "body0", "yaw", yaw);
    set_init(m->model, "body0", "roll", roll);
    set_init(m->model, "body0", "pitch", pitch);
    set_init(m->model, "body0", "forward", vx * cos(yaw) + vy * sin(yaw));
    set_init(m->model, "body0", "left", vy * cos(yaw) - vx * sin(yaw));
    set_init(m->model, "body0", "up", cell_of(csv, "vz", -1));
    set_init(m->model, "body0", "roll_rate", cell_of(csv, "wbx", -1));
    set_init(m->model, "body0", "pitch_rate", cell_of(csv, "wby", -1));
    set_init(m->model, "body0", "yaw_rate", cell_of(csv, "wbz", -1));
    for (int j = 0; j < m->joints; j++) {
        const char *joint = numbered("joint", j);
        set_init(m->model, joint, m->slides[j] ? "travel" : "angle", cell_of(csv, "q", j));
        set_init(m->model, joint, "rate", cell_of(csv, "dq", j));
    }
}

/* Torque of a joint, offset + slope t + swing sin 3 t, which replaces the torque of the table. */
struct driver {
    int joint;
    double offset, slope, swing;
};

/* A run, and the tolerances of its events, states and forces. */
struct golden {
    const char *name;
    double time, state, force;
    int axle[MOST_PARTS]; /* number of wheels of each axle */
    struct driver driver[2];
};

static inline int32_t torque(double t, double *value, void *user)
{
    const struct driver *driver = user;
    *value = driver->offset + driver->slope * t + driver->swing * sin(3 * t);
    return 0;
}

static inline int drives(const struct driver *driver)
{
    return driver->offset != 0 || driver->slope != 0 || driver->swing != 0;
}

static inline void attach(const struct machine *m, const struct driver *driver)
{
    uint32_t ref;
    const char *input = name_of("input", numbered("joint", driver->joint), "torque");
    must(m->model, wd_model_find(m->model, input, &ref), input);
    must(m->model, wd_model_set_input_fn(m->model, ref, torque, (void *)(uintptr_t)driver), input);
}

static inline int is_driven(const struct golden *golden, int joint)
{
    for (int k = 0; k < 2; k++)
        if (drives(&golden->driver[k]) && golden->driver[k].joint == joint)
            return 1;
    return 0;
}

static inline void set_inputs(const struct machine *m, const struct csv *csv,
                              const struct golden *golden)
{
    for (int j = 0; j < m->joints; j++) {
        const char *joint = numbered("joint", j), *effort = m->slides[j] ? "force" : "torque";
        if (!is_driven(golden, j))
            set_input(m->model, joint, effort, cell_of(csv, "motor", j));
        set_input(m->model, joint, "brake", cell_of(csv, "brake", j));
    }
}

/* ---- comparison with a row ---- */

static inline double worse(double worst, double got, double want)
{
    return fmax(worst, fabs(got - want) / fmax(1, fabs(want)));
}

/* Largest difference of a state from that of the row, relative to the latter if it exceeds 1. The
 * quaternions may have opposite signs. */
static inline double error_of(const struct machine *m, const struct csv *csv)
{
    static const char *const state[] = {"x", "y", "z", "vx", "vy", "vz"};
    static const char *const spin[][2] = {{"wx", "wbx"}, {"wy", "wby"}, {"wz", "wbz"}};
    static const char *const turn[][2] = {{"q0", "qw"}, {"q1", "qx"}, {"q2", "qy"}, {"q3", "qz"}};
    double worst = 0, same = 0;
    for (int k = 0; k < 6; k++)
        worst = worse(worst, out(m->model, "body0", state[k]), cell_of(csv, state[k], -1));
    for (int k = 0; k < 3; k++)
        worst = worse(worst, out(m->model, "body0", spin[k][0]), cell_of(csv, spin[k][1], -1));
    for (int k = 0; k < 4; k++)
        same += out(m->model, "body0", turn[k][0]) * cell_of(csv, turn[k][1], -1);
    for (int k = 0; k < 4; k++)
        worst = worse(worst, copysign(1, same) * out(m->model, "body0", turn[k][0]),
                      cell_of(csv, turn[k][1], -1));
    for (int j = 0; j < m->joints; j++) {
        const char *name = numbered("joint", j);
        const char *q = name_of("state", name, m->slides[j] ? "travel" : "angle");
        worst = worse(worst, get(m->model, q), cell_of(csv, "q", j));
        worst = worse(worst, get(m->model, name_of("state", name, "rate")), cell_of(csv, "dq", j));
    }
    return worst;
}

/* Largest difference of the force of the ground on a wheel from that of the row, in ground axes. */
static inline double error_of_forces(const struct machine *m, const struct csv *csv)
{
    static const char *const names[][2] = {{"force_x", "Fx"}, {"force_y", "Fy"}, {"force_z", "Fz"}};
    double worst = 0;
    for (int w = 0; w < m->wheels; w++)
        for (int k = 0; k < 3; k++)
            worst = fmax(worst, fabs(out(m->model, numbered("wheel", w), names[k][0]) -
                                     cell_of(csv, names[k][1], w)));
    return worst;
}

/* Number of wheels whose feature and mode are not those of the row: "-" for a wheel in the air, or
 * such as "3:slip". */
static inline int wrong_contacts(const struct machine *m, const struct csv *csv)
{
    int wrong = 0;
    for (int w = 0; w < m->wheels; w++) {
        const char *want = csv_text(csv, numbered("contacts", w)), *name = numbered("wheel", w);
        int mode = (int)out(m->model, name, "contact");
        char is[32] = "-";
        if (mode > 0)
            snprintf(is, sizeof is, "%d:%s", (int)out(m->model, name, "feature"),
                     mode == 1 ? "stick" : "slip");
        wrong += strcmp(is, want) != 0;
    }
    return wrong;
}

#endif
