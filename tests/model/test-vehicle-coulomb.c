/* SPDX-License-Identifier: MIT */
/* Vehicles whose wheels stick, slip, lift and land and whose brakes slide and hold, beside
 * event-driven runs of another program: times of events, and states in between. */
#include "csv.h"
#include "vehicle.h"

#include <string.h>

enum { MOST_PARTS = 16, MOST_EVENTS = 64 };

struct machine {
    wd_model *model;
    double centre[3]; /* of the root, as drawn */
    int bodies, wheels, joints;
    int slides[MOST_PARTS]; /* by joint */
    double mu[MOST_PARTS];
};

/* ---- the machine ---- */

static double number(const char *const *cell)
{
    return strtod(*cell, NULL);
}

static const char *numbered(const char *word, int i)
{
    static char text[4][16];
    static int next;
    next = (next + 1) % 4;
    snprintf(text[next], sizeof text[next], "%s%d", word, i);
    return text[next];
}

static void take_body(struct machine *m, const char *const *cell)
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

static void take_joint(struct machine *m, const char *const *cell)
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

static void take_wheel(struct machine *m, const char *const *cell)
{
    const char *name = numbered("wheel", m->wheels++);
    add(m->model, "rim", name, numbered("body", atoi(cell[2])), NULL);
    set_place(m->model, name, number(cell + 3), number(cell + 4), number(cell + 5));
    set_axis(m->model, name, number(cell + 6), number(cell + 7), number(cell + 8));
    set_part(m->model, name, "radius", number(cell + 9));
    set_part(m->model, name, "crown", number(cell + 10));
    set_input(m->model, name, "mu", number(cell + 11));
    set_part(m->model, name, "restitution", number(cell + 12));
}

static void take_part(struct machine *m, const char *const *cell)
{
    if (strcmp(cell[0], "body") == 0)
        take_body(m, cell);
    else if (strcmp(cell[0], "joint") == 0)
        take_joint(m, cell);
    else if (strcmp(cell[0], "wheel") == 0)
        take_wheel(m, cell);
    else if (strcmp(cell[0], "gravity") == 0) {
        double x = number(cell + 2), z = number(cell + 4);
        set(m->model, "param.gravity", hypot(x, z));
        set(m->model, "input.slope", atan2(-x, -z));
    }
}

static void machine_read(struct machine *m, const char *run)
{
    struct csv csv;
    char path[64];
    *m = (struct machine){.model = new_vehicle()};
    snprintf(path, sizeof path, "vehicle/model_%s.csv", run);
    csv_open(&csv, path);
    take_part(m, csv.name);
    while (csv_next(&csv))
        take_part(m, csv.cell);
}

/* ---- where it starts ---- */

static double cell_of(const struct csv *csv, const char *name, int i)
{
    return csv_real(csv, i < 0 ? name : numbered(name, i));
}

/* Rz(yaw) Rx(roll) Ry(pitch), and velocities in axes turned by the yaw. */
static void start_as(const struct machine *m, const struct csv *csv)
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

static void set_inputs(const struct machine *m, const struct csv *csv)
{
    for (int j = 0; j < m->joints; j++) {
        const char *joint = numbered("joint", j);
        set_input(m->model, joint, m->slides[j] ? "force" : "torque", cell_of(csv, "motor", j));
        set_input(m->model, joint, "brake", cell_of(csv, "brake", j));
    }
}

/* ---- is it there? ---- */

static double worse(double worst, double got, double want)
{
    return fmax(worst, fabs(got - want) / fmax(1, fabs(want)));
}

static double error_of(const struct machine *m, const struct csv *csv)
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

/* Of the sum of normal forces: how they are shared is not always unique. */
static double force_error(const struct machine *m, const struct csv *csv)
{
    double got = 0, want = 0;
    for (int w = 0; w < m->wheels; w++) {
        got += out(m->model, numbered("wheel", w), "normal_force");
        want += cell_of(csv, "Fz", w);
    }
    return fabs(got - want) / fmax(1, fabs(want));
}

struct seen {
    double t[MOST_EVENTS];
    int32_t type[MOST_EVENTS];
    int count;
};

/* All at one time are one row. What a change of inputs does at once is no row of its own. */
static void see_events(const wd_model *model, const double *change, int changes, struct seen *seen)
{
    for (size_t i = 0; i < wd_model_event_count(model) && seen->count < MOST_EVENTS; i++) {
        double t;
        int32_t type;
        must(model, wd_model_event(model, i, &t, &type, NULL, 0), "event");
        int known = seen->count > 0 && t == seen->t[seen->count - 1];
        for (int k = 0; k < changes; k++)
            known |= t == change[k];
        if (known)
            continue;
        seen->t[seen->count] = t;
        seen->type[seen->count++] = type;
    }
}

static int is_event(const struct csv *csv)
{
    static const char *const others[] = {"start", "sample", "brake", "release"};
    for (int k = 0; k < 4; k++)
        if (strcmp(csv_text(csv, "what"), others[k]) == 0)
            return 0;
    return 1;
}

/* Velocities at the time of an impact may be those before it. */
static int is_impact(const struct csv *csv)
{
    return strstr(csv_text(csv, "what"), "impact") != NULL;
}

/* One that is under way beside its table. */
struct run {
    struct machine machine;
    double want[MOST_EVENTS], change[MOST_EVENTS]; /* times of events, and of changes of inputs */
    int count, changes, rows;
    double worst, force, energy;
};

static void begin(struct run *run, const struct csv *csv)
{
    wd_model *model = run->machine.model;
    choose(model, "solver.method", "rk8pd");
    set(model, "solver.rtol", 1e-12);
    set(model, "solver.atol", 1e-13);
    start_as(&run->machine, csv);
    start(model, 0);
    run->energy = balance_of(model);
}

static void take_row(struct run *run, const struct csv *csv)
{
    double t = csv_real(csv, "t");
    int sample = strcmp(csv_text(csv, "what"), "sample") == 0;
    set_inputs(&run->machine, csv);
    if (run->rows == 0)
        begin(run, csv);
    go(run->machine.model, t);
    if (is_event(csv))
        run->want[run->count++] = t;
    else if (!sample)
        run->change[run->changes++] = t;
    if (is_impact(csv))
        return;
    run->rows++;
    run->worst = fmax(run->worst, error_of(&run->machine, csv));
    if (sample)
        run->force = fmax(run->force, force_error(&run->machine, csv));
}

static void judge(struct run *run, const char *name, double time_tolerance, double tolerance)
{
    const wd_model *model = run->machine.model;
    struct seen seen = {.count = 0};
    double off = 0, energy = fabs(balance_of(model) - run->energy);
    see_events(model, run->change, run->changes, &seen);
    check(seen.count == run->count, "%s: %d instants with events of %d", name, seen.count,
          run->count);
    for (int i = 0; i < run->count && i < seen.count; i++)
        off = fmax(off, fabs(seen.t[i] - run->want[i]));
    check(off <= time_tolerance, "%s: times of events: error %.2g", name, off);
    check(run->worst <= tolerance, "%s: %d states: error %.2g", name, run->rows, run->worst);
    check(run->force <= 1e-11, "%s: forces that carry it: error %.2g", name, run->force);
    check(energy <= 1e-12 * fmax(1, fabs(run->energy)), "%s: balance of energy: error %.2g", name,
          energy);
}

static void compare(const char *name, double time_tolerance, double tolerance)
{
    struct run run = {.count = 0};
    struct csv csv;
    char path[64];
    machine_read(&run.machine, name);
    snprintf(path, sizeof path, "vehicle/run_%s.csv", name);
    csv_open(&csv, path);
    while (csv_next(&csv))
        take_row(&run, &csv);
    go(run.machine.model, wd_model_time(run.machine.model) + 1e-9); /* what is at the very end */
    judge(&run, name, time_tolerance, tolerance);
    wd_model_free(run.machine.model);
}

/* ---- by steps of Moreau ---- */

/* Of a run up to t, where its table has a row. */
static double error_of_steps(const char *name, double h, double t)
{
    struct machine m;
    struct csv csv;
    char path[64];
    double error = NAN;
    int first = 1;
    machine_read(&m, name);
    choose(m.model, "solver.scheme", "moreau");
    set(m.model, "solver.fixed_step", h);
    snprintf(path, sizeof path, "vehicle/run_%s.csv", name);
    csv_open(&csv, path);
    for (; csv_next(&csv) && csv_real(&csv, "t") <= t; first = 0) {
        set_inputs(&m, &csv);
        if (first) {
            start_as(&m, &csv);
            start(m.model, 0);
        }
        go(m.model, csv_real(&csv, "t"));
        error = error_of(&m, &csv);
    }
    while (csv_next(&csv))
        ; /* which closes the file */
    wd_model_free(m.model);
    return error;
}

static void converge(const char *name, double h, double t)
{
    double error[3];
    for (int k = 0; k < 3; k++)
        error[k] = error_of_steps(name, h / (1 << 2 * k), t);
    for (int k = 0; k < 2; k++) {
        double order = log2(error[k] / error[k + 1]) / 2;
        check(order > 0.85 && order < 1.3, "%s: steps of Moreau are of order %.2f, error %.2g",
              name, order, error[k]);
    }
}

int main(void)
{
    static const struct {
        const char *name;
        double time_tolerance, tolerance;
    } all[] = {
        {"a1", 1e-13, 1e-12}, {"a3a", 1e-12, 1e-11}, {"a3b", 1e-12, 1e-11}, {"a3c", 1e-13, 1e-12},
        {"b", 1e-13, 1e-11},  {"c1", 1e-13, 1e-12},  {"c2", 1e-13, 1e-12},  {"c3", 1e-13, 1e-12},
        {"c6", 1e-12, 1e-11}, {"c7", 1e-13, 1e-11},  {"e2", 1e-13, 1e-12},  {"e3", 1e-13, 1e-12},
        {"f0", 1e-10, 1e-12}, {"f1", 1e-10, 1e-12},  {"g", 1e-13, 1e-12},   {"g3", 1e-9, 1e-12},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        compare(all[i].name, all[i].time_tolerance, all[i].tolerance);
    converge("a3c", 1e-2, 0.5);
    converge("e3", 2.5e-3, 0.6);
    return done();
}
