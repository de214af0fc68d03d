/* SPDX-License-Identifier: MIT */
/* Runs of a wheel on a rig, with a prescribed hub and free spin, by two integrators, compared with
 * tests/ref/tyre/rig_*.csv. As in the tables, the gyroscopic moment of the hub is left out. */
#include "tyre.h"
#include "num/ode.h"
#include "tap.h"

#include <wheeldyn/wheeldyn.h>

enum { SPIN, BEND, LOST = BEND + TYRE_BENDS, STATES };

/* The required agreement, relative to the largest number of a column. */
#define TOLERANCE 1e-9

/* rk8pd and rkck, each with the tolerance at which it makes the runs. rkck has order 5 rather than
 * 8, so its tolerance is lower. */
static const struct integrator {
    size_t number;
    double precision;
} integrators[] = {{0, 1e-11}, {3, 1e-12}};

/* Motion of the hub in ground axes (m, rad, m/s, rad/s) and drive torque (N m). */
struct hub {
    double x, y, z, heading, camber, vx, vy, vz, yaw, camber_rate, torque;
};

struct rig {
    const char *name;
    void (*move)(double t, const struct rig *, struct hub *);
    double torque[2]; /* N m: for the forms brush and magic */
    double radius, inertia, height;
    int form;
    struct tyre tyre;
};

static double smooth(double x)
{
    double y = fmax(0, fmin(1, x));
    return y * y * (3 - 2 * y);
}

/* A pulse that rises at `on` within `rise` and falls at `off` within 0.1. */
static double pulse(double t, double on, double rise, double off)
{
    return smooth((t - on) / rise) * (1 - smooth((t - off) / 0.1));
}

static void steer(double t, const struct rig *rig, struct hub *hub)
{
    (void)rig, (void)t;
    hub->vx = 20, hub->heading = 0.05;
}

static void brake(double t, const struct rig *rig, struct hub *hub)
{
    hub->vx = 25, hub->heading = 0.01;
    hub->torque = -rig->torque[rig->form] * pulse(t, 0.1, 0.2, 0.6);
}

static void launch(double t, const struct rig *rig, struct hub *hub)
{
    hub->vx = 2 * t, hub->camber = 0.04;
    hub->torque = rig->torque[rig->form] * pulse(t, 0.1, 0.1, 0.8);
}

static void mixed(double t, const struct rig *rig, struct hub *hub)
{
    const double turn = 2 * 3.14159265358979323846;
    (void)rig;
    hub->vx = 15, hub->vy = 0.4 * cos(4 * t);
    hub->heading = 0.04 * sin(turn * t), hub->yaw = 0.04 * turn * cos(turn * t);
    hub->camber = 0.05 * sin(3 * t), hub->camber_rate = 0.15 * cos(3 * t);
    hub->z += 0.004 * sin(13 * t), hub->vz = 0.052 * cos(13 * t);
    hub->torque = 400 * sin(5 * t);
}

static void hop(double t, const struct rig *rig, struct hub *hub)
{
    (void)rig;
    hub->vx = 12, hub->heading = 0.03, hub->torque = 100;
    hub->z += 0.03 * sin(20 * t), hub->vz = 0.6 * cos(20 * t);
}

static void scrub(double t, const struct rig *rig, struct hub *hub)
{
    (void)rig;
    hub->vx = 0.015 * cos(3 * t);
    hub->vy = 0.02 * cos(2 * t) + 0.06 * t * sin(7 * t) + 0.21 * t * t * cos(7 * t);
    hub->heading = 0.1 * sin(4 * t), hub->yaw = 0.4 * cos(4 * t);
    hub->torque = 60 * sin(2 * t);
}

/* Evaluate the tyre; returns the torque about the hub at time t. */
static double evaluate(const struct rig *rig, double t, const double *y, struct tyre_result *r)
{
    struct hub hub = {.z = rig->height};
    rig->move(t, rig, &hub);
    double s = cos(hub.camber), e_z = sin(hub.camber), c = cos(hub.heading), n = sin(hub.heading);
    struct tyre_motion m = {
        .radius = rig->radius,
        .deflection = rig->radius * s - hub.z,
        .rate = -(hub.vz + rig->radius * e_z * hub.camber_rate),
        .mu = 1,
        .sin_camber = e_z,
        .forward = hub.vx * c + hub.vy * n - hub.yaw * rig->radius * e_z,
        .spin = y[SPIN],
        .side = hub.vy * c - hub.vx * n + hub.camber_rate * hub.z,
        .turn = hub.yaw + e_z * y[SPIN],
    };
    tyre_evaluate(&rig->tyre, &m, y + BEND, r);
    return hub.torque - r->rolling_radius * (r->force[0] - r->rolling - r->camber_rolling) +
           r->align * e_z;
}

static int32_t flow(double t, const double *y, double *dy, void *context)
{
    const struct rig *rig = context;
    struct tyre_result r;
    dy[SPIN] = evaluate(rig, t, y, &r) / rig->inertia;
    memcpy(dy + BEND, r.bend_rate, sizeof r.bend_rate);
    dy[LOST] = r.dissipation;
    return WD_OK;
}

/* Integrate from t to `end` with error control; the last step ends at `end`. */
static void run_to(struct ode *ode, double precision, double *t, double end, double *h, double *y)
{
    while (*t < end) {
        double next[STATES], error[STATES], step = fmin(*h, end - *t), ratio;
        ode_begin(ode, ode->rhs, *t, y);
        for (;;) {
            ode_step_error(ode, *t, step, y, next, error);
            ratio = ode_error_ratio(next, error, STATES, precision, precision * 1e-3);
            if (ratio <= ODE_ACCEPTED)
                break;
            step = ode_next_step(ode->method, step, ratio);
        }
        memcpy(y, next, sizeof next);
        *t = step == end - *t ? end : *t + step;
        if (step == *h || ratio > 0.5)
            *h = ode_next_step(ode->method, step, ratio);
    }
}

enum { COLUMNS = 12 };
static const char *const columns[COLUMNS] = {"spin", "ux", "uy", "uz", "ur", "dissipated",
                                             "N",    "Fx", "Fy", "Mz", "Mx", "P"};

static void fill_row(const struct rig *rig, double t, const double *y, double *row)
{
    struct tyre_result r;
    evaluate(rig, t, y, &r);
    memcpy(row, y, STATES * sizeof *y);
    row[6] = r.load, row[7] = r.force[0], row[8] = r.force[1];
    row[9] = r.align, row[10] = r.over, row[11] = r.rolling;
}

static void run_rig(const struct rig *rig, const struct integrator *by)
{
    struct csv csv;
    struct ode ode;
    char path[64];
    double memory[1024], y[STATES] = {0}, t = 0, h = 1e-4, worst[COLUMNS] = {0},
                         most[COLUMNS] = {0};
    int rows = 0, at = 0;
    snprintf(path, sizeof path, "tyre/rig_%s_%s.csv", rig->name, rig->form ? "magic" : "brush");
    csv_open(&csv, path);
    if (!(ode_doubles(STATES) <= sizeof memory / sizeof *memory)) {
        check(0, "the integrator gets memory");
        return;
    }
    ode_carve(&ode, ode_method(by->number), STATES, flow, (void *)rig, memory);
    for (; csv_next(&csv); rows++) {
        double row[COLUMNS];
        if (rows == 0)
            y[SPIN] = csv_real(&csv, "spin");
        run_to(&ode, by->precision, &t, csv_real(&csv, "t"), &h, y);
        fill_row(rig, t, y, row);
        for (int k = 0; k < COLUMNS; k++) {
            double want = csv_real(&csv, columns[k]);
            worst[k] = fmax(worst[k], fabs(row[k] - want));
            most[k] = fmax(most[k], fabs(want));
        }
    }
    for (int k = 0; k < COLUMNS; k++) {
        worst[k] /= most[k] > 0 ? most[k] : 1;
        at = worst[k] > worst[at] ? k : at;
    }
    check(rows > 40, "%s by %s: %d rows, largest error in column %s", path, ode.method->name, rows,
          columns[at]);
    near_abs(worst[at], 0, TOLERANCE, "error relative to the largest number of the column");
}

int main(void)
{
    struct rig rigs[] = {
        {.name = "steer", .move = steer},
        {.name = "brake", .move = brake, .torque = {1400, 1600}},
        {.name = "launch", .move = launch, .torque = {1800, 1500}},
        {.name = "mixed", .move = mixed},
        {.name = "hop", .move = hop},
        {.name = "scrub", .move = scrub},
    };
    for (size_t i = 0; i < sizeof rigs / sizeof *rigs; i++)
        for (int form = TYRE_BRUSH; form <= TYRE_MAGIC; form++) {
            struct tyre_numbers n;
            struct rig *rig = &rigs[i];
            tyre_read("tyre_a.tir", &n);
            n.vertical_damping = 500;
            if (form == TYRE_BRUSH)
                tyre_defaults(&n);
            tyre_pack(&n, &rig->tyre);
            rig->form = form;
            rig->radius = form == TYRE_BRUSH ? 0.3 : 0.317;
            rig->inertia = form == TYRE_BRUSH ? 0.9 : 1.2;
            rig->height = rig->radius - 0.02;
            for (size_t k = 0; k < sizeof integrators / sizeof *integrators; k++)
                run_rig(rig, &integrators[k]);
        }
    return done();
}
