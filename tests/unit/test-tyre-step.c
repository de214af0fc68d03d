/* SPDX-License-Identifier: MIT */
/* Rows of a tyre in implicit steps: a mass on one wheel in fixed steps, solved by projected
 * Gauss-Seidel sweeps. Runs are compared with tests/ref/tyre/quarter_*.csv; a wheel at rest must
 * stay at rest. */
#include "tyre.h"
#include "random.h"
#include "tap.h"
#include "tyre/step.h"

enum { VX, VZ, SPIN, SPEEDS };
enum { LOAD, GRIP_X, GRIP_Y, TWIST, ROLLING, BRAKE, ROWS };

#define GRAVITY 9.81

struct quarter {
    struct tyre tyre;
    double mass, inertia, radius; /* kg, kg m^2, m */
    double slope;                 /* rad */
    double x, z, v[SPEEDS], bend[TYRE_BENDS], t;
    double (*torque)(double t);
    double (*brake)(double t); /* N m: capacity of the brake at time t */
    double impulse[ROWS];
    int most;     /* largest number of iterations of a step */
    double apart; /* m, rad: largest difference of deflections by forces and by the law */
};

static double none(double t)
{
    (void)t;
    return 0;
}

static void open_quarter(struct quarter *q, int form, double slope, double speed)
{
    struct tyre_numbers n;
    tyre_read("tyre_a.tir", &n);
    if (form == TYRE_BRUSH)
        tyre_defaults(&n);
    *q = (struct quarter){.mass = 400,
                          .inertia = 1,
                          .slope = slope,
                          .radius = form == TYRE_BRUSH ? 0.3 : 0.317,
                          .torque = none,
                          .brake = none};
    tyre_pack(&n, &q->tyre);
    double weight = q->mass * GRAVITY * cos(slope), d = weight / q->tyre.k_z;
    q->z = q->radius - d;
    q->v[VX] = speed;
    q->v[SPIN] = speed / tyre_rolling_radius(&q->tyre, q->radius, d, weight);
}

static void motion_of(const struct quarter *q, const double *v, struct tyre_motion *m)
{
    *m = (struct tyre_motion){.radius = q->radius,
                              .deflection = q->radius - q->z,
                              .rate = -v[VZ],
                              .mu = 1,
                              .forward = v[VX],
                              .spin = v[SPIN]};
}

/* A row J v + compliance * impulse + offset = 0 with a bound of the impulse. */
struct line {
    double J[SPEEDS], compliance, offset, limit;
};

static void add_line(struct line *line, double x, double z, double spin, struct tyre_row row)
{
    *line = (struct line){{x, z, spin}, row.compliance, row.offset, row.limit};
}

/* Impulse with which the row holds, if no other impulse changes. */
static double wanted(const struct line *line, const double *M_inverse, const double *v,
                     double impulse)
{
    double W = line->compliance, u = line->compliance * impulse + line->offset;
    for (int k = 0; k < SPEEDS; k++)
        W += line->J[k] * line->J[k] * M_inverse[k], u += line->J[k] * v[k];
    return W > 0 ? impulse - u / W : 0;
}

static void apply_impulse(const struct line *line, const double *M_inverse, double change,
                          double *v)
{
    for (int k = 0; k < SPEEDS; k++)
        v[k] += M_inverse[k] * line->J[k] * change;
}

/* Sweep over the friction rows: shorten the impulse to mu times the impulse of the load, if it is
 * longer. */
static void sweep_grip(const struct line *lines, const double *M_inverse, double mu, double *r,
                       double *v)
{
    double want[2], limit = mu * r[LOAD];
    for (int k = 0; k < 2; k++)
        want[k] = wanted(&lines[GRIP_X + k], M_inverse, v, r[GRIP_X + k]);
    double size = hypot(want[0], want[1]), part = size > limit ? limit / size : 1;
    for (int k = 0; k < 2; k++) {
        apply_impulse(&lines[GRIP_X + k], M_inverse, part * want[k] - r[GRIP_X + k], v);
        r[GRIP_X + k] = part * want[k];
    }
}

static void solve_lines(const struct line *lines, const double *M_inverse, double mu, double *r,
                        double *v)
{
    for (int sweep = 0; sweep < 1000; sweep++) {
        double before[SPEEDS], change = 0;
        memcpy(before, v, sizeof before);
        for (int i = 0; i < ROWS; i++) {
            if (i == GRIP_X)
                sweep_grip(lines, M_inverse, mu, r, v);
            if (i == GRIP_X || i == GRIP_Y)
                continue;
            double want = wanted(&lines[i], M_inverse, v, r[i]), limit = lines[i].limit;
            want = i == LOAD ? fmax(0, want) : fmax(-limit, fmin(limit, want));
            apply_impulse(&lines[i], M_inverse, want - r[i], v);
            r[i] = want;
        }
        for (int k = 0; k < SPEEDS; k++)
            change = fmax(change, fabs(v[k] - before[k]));
        if (change == 0)
            break;
    }
}

/* Compare the deflections that follow from the impulses of a step, starting from `bend`, with those
 * that the law gives at the end of the step. */
static void compare_bends(struct quarter *q, const struct tyre_contact *at,
                          const struct tyre_rows *rows, double h, double *bend)
{
    const double *r = q->impulse, force[TYRE_BENDS] = {r[GRIP_X] / h, r[GRIP_Y] / h, r[TWIST] / h,
                                                       r[ROLLING] / h + rows->rolling_centre};
    tyre_step_bend(&q->tyre, at, rows, force, bend);
    for (int k = 0; k < TYRE_BENDS; k++)
        q->apart = fmax(q->apart, fabs(bend[k] - q->bend[k]));
}

/* Take a step of length h: move by h/2, find the velocities and impulses at the end of the step by
 * iteration, and move by h/2. */
static void make_step(struct quarter *q, double h)
{
    const double M_inverse[] = {1 / q->mass, 1 / q->mass, 1 / q->inertia};
    double free[SPEEDS], end[SPEEDS], bend[TYRE_BENDS], *r = q->impulse;
    struct tyre_motion iterate;
    struct tyre_contact at;
    struct tyre_rows rows;
    struct tyre_result result;
    q->x += h / 2 * q->v[VX], q->z += h / 2 * q->v[VZ];
    motion_of(q, q->v, &iterate);
    int touches = tyre_step_open(&q->tyre, &iterate, h, &at), i = 0;
    iterate.deflection += h / 2 * iterate.rate;
    memcpy(end, q->v, sizeof end);
    for (i = 0; i < 200; i++) {
        struct line lines[ROWS] = {{{0}, 0, 0, 0}};
        double before[SPEEDS], change = 0, R_e = at.rolling_radius;
        tyre_step_rows(&q->tyre, &iterate, &at, q->bend, &rows);
        memcpy(before, end, sizeof before);
        free[VX] = q->v[VX] - h * GRAVITY * sin(q->slope);
        free[VZ] = q->v[VZ] - h * GRAVITY * cos(q->slope);
        free[SPIN] =
            q->v[SPIN] + h * (q->torque(q->t + h / 2) + R_e * rows.rolling_centre) / q->inertia;
        add_line(&lines[LOAD], 0, 1, 0, rows.load);
        add_line(&lines[GRIP_X], 1, 0, -R_e, rows.grip[0]);
        add_line(&lines[GRIP_Y], 0, 0, 0, rows.grip[1]);
        add_line(&lines[TWIST], 0, 0, 0, rows.twist);
        add_line(&lines[ROLLING], 0, 0, R_e, rows.rolling);
        add_line(&lines[BRAKE], 0, 0, 1, (struct tyre_row){0, 0, h * q->brake(q->t + h / 2)});
        memcpy(end, free, sizeof end);
        for (int k = 0; k < ROWS; k++) {
            r[k] = touches ? r[k] : 0;
            apply_impulse(&lines[k], M_inverse, r[k], end);
        }
        if (touches)
            solve_lines(lines, M_inverse, rows.mu, r, end);
        motion_of(q, end, &iterate);
        iterate.deflection += h / 2 * iterate.rate;
        tyre_step_iterate(&q->tyre, &at, &iterate, r[LOAD] / h);
        for (int k = 0; k < SPEEDS; k++)
            change = fmax(change, fabs(end[k] - before[k]) / (1 + fabs(end[k])));
        if (change < 1e-15)
            break;
    }
    q->most = i > q->most ? i : q->most;
    memcpy(bend, q->bend, sizeof bend);
    tyre_step_close(&q->tyre, &at, q->bend, &result, q->bend);
    if (touches)
        compare_bends(q, &at, &rows, h, bend);
    memcpy(q->v, end, sizeof end);
    q->x += h / 2 * end[VX], q->z += h / 2 * end[VZ], q->t += h;
}

/* ---- runs ---- */

static double spin_torque(double t)
{
    double s = fmin(1, 5 * t);
    return t < 0.8 ? 1500 * s * s * (3 - 2 * s) : 0;
}

static double stop_brake(double t)
{
    return t >= 0.1 ? 900 : 0;
}

static void open_run(struct quarter *q, const char *name, const char *path, int form)
{
    open_quarter(q, form, strcmp(name, "stop") == 0 ? 0.08 : 0, csv_find(path, "t", "0", "vx"));
    q->v[SPIN] = csv_find(path, "t", "0", "spin"), q->z = csv_find(path, "t", "0", "z");
    if (strcmp(name, "spin") == 0)
        q->torque = spin_torque;
    if (strcmp(name, "stop") == 0)
        q->brake = stop_brake;
    if (strcmp(name, "drop") == 0)
        q->tyre.c_z = 600;
}

/* Check first order: a step of 1/8 of the length reduces the error by about 8. */
static void order_of_step(const char *name, int form, double end, const char *column)
{
    char path[64], at[16];
    double error[2], apart = 0;
    int most = 0;
    snprintf(path, sizeof path, "tyre/quarter_%s_%s.csv", name, form ? "magic" : "brush");
    snprintf(at, sizeof at, "%g", end);
    double want = csv_find(path, "t", at, column);
    for (int i = 0; i < 2; i++) {
        double h = i == 0 ? 2.5e-3 : 2.5e-3 / 8;
        struct quarter q;
        open_run(&q, name, path, form);
        for (int n = 0; n < (int)lround(end / h); n++)
            make_step(&q, h);
        error[i] = fabs((strcmp(column, "z") == 0 ? q.z : q.v[VX]) - want);
        most = q.most > most ? q.most : most, apart = fmax(apart, q.apart);
    }
    double p = log(error[0] / error[1]) / log(8);
    check(p > 0.8 && error[0] < 0.05, "%s: order %.2f, error of %s %.2g at 2.5 ms, %d iterations",
          path, p, column, error[0], most);
    /* some hundred roundings of a deflection of 0.1 m */
    check(apart < 1e-14, "%s: deflections by the forces and by the law differ by %.2g m", path,
          apart);
}

/* A braked wheel on a slope of 0.2 rad comes to rest to the last bit; the spring of the carcass
 * carries the component of the weight along the slope. */
static void held_wheel(int form, double h)
{
    struct quarter q;
    double x = 0, end = few_or_all(40, 100), settled = end - few_or_all(10, 40);
    open_quarter(&q, form, 0.2, 0);
    q.brake = stop_brake, q.t = 1;
    for (int n = 0; n < (int)lround(end / h); n++) {
        make_step(&q, h);
        if (n == (int)lround(settled / h))
            x = q.x;
    }
    double sag = q.mass * GRAVITY * sin(0.2) / q.tyre.K[TYRE_ALONG_X];
    near_rel(q.x, -sag, 0.01, 0, "deflection of the carcass of a held wheel");
    check(q.x == x, "form %d, steps of %g ms: the held wheel creeps by %.2g m in %g s", form,
          1e3 * h, q.x - x, end - settled);
}

/* Without a brake, rolling resistance holds the wheel on a slope of 0.006 rad but not on one of
 * 0.012. */
static void hold_by_resistance(int form)
{
    struct quarter q;
    double x[2] = {0};
    const int settled = 12000, steps = settled + few_or_all(2000, 12000);
    for (int i = 0; i < 2; i++) {
        open_quarter(&q, form, i == 0 ? 0.006 : 0.012, 0);
        for (int n = 0; n < steps; n++) {
            make_step(&q, 5e-3);
            x[i] = n == settled ? q.x : x[i];
        }
        x[i] = q.x - x[i];
    }
    near_abs(x[0], 0, 1e-11, "motion of a wheel held by rolling resistance");
    check(x[1] < -0.1, "on a steeper slope the wheel rolls by %.3g m", x[1]);
}

/* ---- a cambered wheel that reverses ---- */

enum {
    MOST = 500 /* bound of the iterations of a step, which num/mixing does not accelerate here */
};

/* A wheel at a fixed place that only rolls. `mass` in kg is its spin inertia over the square of the
 * rolling radius. */
struct roller {
    struct tyre tyre;
    struct tyre_motion motion;
    struct tyre_contact at;
    double bend[TYRE_BENDS], mass, before; /* m/s: V_r without the forces of the row rolling */
    double force;                          /* N: P + P_c of the step */
};

/* Random states near the reversal: the spring of rolling resistance near or beyond its limit. The
 * camber thrust and the force of the bent carcass have one direction, so that P_c resists rolling.
 */
static void open_roller(struct roller *q, double resistance)
{
    struct tyre_numbers n;
    tyre_defaults(&n);
    n.rolling_resistance = resistance;
    *q = (struct roller){.mass = 10, .before = pow(10, uniform(-8, 0))};
    tyre_pack(&n, &q->tyre);
    double d = uniform(0.005, 0.03), sign = uniform(0, 1) < 0.5 ? -1 : 1;
    q->bend[TYRE_ROLLED] = sign * uniform(0.5, 1.5) * d, q->before *= -sign;
    double lean = uniform(-0.3, 0.3);
    q->bend[TYRE_ACROSS_Y] = (lean > 0 ? -1 : 1) * uniform(0, 0.01);
    q->motion = (struct tyre_motion){.radius = 0.3, .deflection = d, .mu = 1, .sin_camber = lean};
}

static void set_rolled(struct roller *q, double rolled, double load)
{
    q->motion.forward = rolled, q->motion.spin = rolled / q->at.rolling_radius;
    tyre_step_iterate(&q->tyre, &q->at, &q->motion, load);
}

/* Returns how many iterations a step takes until the velocity changes by rounding. */
static int roll_step(struct roller *q, double h)
{
    struct tyre_rows rows;
    tyre_step_open(&q->tyre, &q->motion, h, &q->at);
    double load = q->at.load, rolled = q->before, last;
    double rounding = 1e-15 * (fabs(q->before) + 0.01 * h * load / q->mass);
    int i = 0;
    do {
        set_rolled(q, rolled, load);
        tyre_step_rows(&q->tyre, &q->motion, &q->at, q->bend, &rows);
        double c = rows.rolling.compliance, limit = rows.rolling.limit,
               centre = h * rows.rolling_centre;
        double r = -(q->before + centre / q->mass + rows.rolling.offset) / (1 / q->mass + c);
        q->at.reverses = rows.reverses && fabs(r) < limit;
        r = fmax(-limit, fmin(limit, r));
        last = rolled, rolled = q->before + (centre + r) / q->mass;
        q->force = (centre + r) / h;
    } while (++i < MOST && fabs(rolled - last) > rounding);
    set_rolled(q, rolled, load);
    return i;
}

/* The force of the step is that of the law at its end. At V_r = 0 P_c is between its values for
 * rolling forward and backward. */
static void reversals(double h)
{
    double worst = 0;
    int held = 0, most = 0, states = few_or_all(5000, 20000);
    uniform_seed(1);
    for (int i = 0; i < states; i++) {
        struct roller q;
        struct tyre_result result;
        double bend[TYRE_BENDS], bound[2];
        open_roller(&q, i % 4 == 0 ? 0 : 0.01);
        int iterations = roll_step(&q, h);
        double rolled = q.at.rolled, load = q.at.load;
        double zero = 1e-12 * (fabs(q.before) + 0.01 * h * load / q.mass);
        int stands = fabs(rolled) <= zero;
        for (int k = 0; k < 2; k++) {
            set_rolled(&q, stands ? (k == 0 ? -zero : zero) : rolled, load);
            tyre_step_close(&q.tyre, &q.at, q.bend, &result, bend);
            bound[k] = result.rolling + result.camber_rolling;
        }
        double over = fmax(q.force - fmax(bound[0], bound[1]), fmin(bound[0], bound[1]) - q.force);
        worst = fmax(worst, over / load);
        held += stands, most = iterations > most ? iterations : most;
    }
    check(worst <= 1e-9 && most < MOST && held > states / 200,
          "steps of %g ms: cambered wheels reverse by the law to %.2g N/N in at most %d iterations,"
          " %d of %d stop",
          1e3 * h, worst, most, held, states);
}

int main(void)
{
    reversals(1e-3);
    reversals(1e-2);
    for (int form = TYRE_BRUSH; form <= TYRE_MAGIC; form++) {
        order_of_step("spin", form, 0.75, "vx");
        order_of_step("stop", form, 1, "vx");
        order_of_step("drop", form, 0.5, "z");
        held_wheel(form, 1e-3 * few_or_all(4, 1));
        held_wheel(form, 1e-2);
        hold_by_resistance(form);
    }
    return done();
}
