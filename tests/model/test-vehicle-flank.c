/* SPDX-License-Identifier: MIT */
/* A wheel that lies with its flank on an edge and touches it at two places, in motion, beside a
 * second formulation that knows no contact search and no rates of contacts.
 *
 * The edge is the y axis. Let u, n and y be unit vectors across the edge in the wheel's plane,
 * along the wheel's axis and along the edge: u = (cos p, 0, -sin p), n = (sin p, 0, cos p). The
 * spine, a circle of the radius b = r - a, meets the plane through the edge and n at the ends of a
 * chord. Its half length is h, with h^2 = b^2 - s^2. The centre of the wheel is a n + s u + w y,
 * and the wheel turns by q about its axis. The chord ends k = 1, 2 are at -+h along y from the
 * middle of the chord. With u' = -p' n, n' = p' u, the mass m, and the moments of inertia C about
 * the axis and A across it:
 *
 *     m (a p'' + s'' - s p'^2) = m g sin p + sum f_k
 *     m (s p'' + 2 s' p' + a p'^2) = m g cos p - sum N_k
 *     m w'' = sum g_k
 *     A p'' = sum (s N_k - a f_k)
 *     C q'' = -sum (s g_k -+ h f_k)
 *     C q' p' = sum (a g_k -+ h N_k).
 *
 * N_k is the normal force, and (f_k, g_k) = -mu N_k (x_k, y_k)/|(x_k, y_k)| the friction against
 * the slip x_k = s' +- h q', y_k = w' - s q'. These are six linear equations for p'', s'', w'',
 * q'', N_1 and N_2. */
#include "vehicle-profile.h"

static const double m = 2, r = 0.3, A = 0.06, C = 0.1, g = 9.81;

enum { P, S, W, Q, COORDINATES, N = COORDINATES, UNKNOWNS = 6 };

struct flank {
    double q[COORDINATES], v[COORDINATES]; /* coordinates and their rates */
    double load[2];                        /* normal forces */
};

struct start {
    const char *what;
    double crown, mu, q[COORDINATES], v[COORDINATES], end;
};

/* Solve the equations `row`, whose last column is the right-hand side, by Gaussian elimination. */
static void eliminate(double row[UNKNOWNS][UNKNOWNS + 1], double *x)
{
    for (int k = 0; k < UNKNOWNS; k++) {
        int best = k;
        for (int i = k + 1; i < UNKNOWNS; i++)
            best = fabs(row[i][k]) > fabs(row[best][k]) ? i : best;
        for (int j = 0; j <= UNKNOWNS; j++) {
            double swap = row[k][j];
            row[k][j] = row[best][j], row[best][j] = swap;
        }
        for (int i = k + 1; i < UNKNOWNS; i++)
            for (int j = UNKNOWNS; j >= k; j--)
                row[i][j] -= row[i][k] / row[k][k] * row[k][j];
    }
    for (int k = UNKNOWNS - 1; k >= 0; k--) {
        x[k] = row[k][UNKNOWNS];
        for (int j = k + 1; j < UNKNOWNS; j++)
            x[k] -= row[k][j] * x[j];
        x[k] /= row[k][k];
    }
}

/* Add the forces of contact k, each times the unknown N_k, to the equations. */
static void add_contact(const struct start *of, const struct flank *f, int k,
                        double row[UNKNOWNS][UNKNOWNS + 1])
{
    double a = of->crown, b = r - a, s = f->q[S], h = (k ? 1 : -1) * sqrt(b * b - s * s);
    double x = f->v[S] - h * f->v[Q], y = f->v[W] - s * f->v[Q], slip = hypot(x, y);
    double along = slip > 0 ? -of->mu * x / slip : 0, aside = slip > 0 ? -of->mu * y / slip : 0;
    row[0][N + k] -= along;
    row[1][N + k] += 1;
    row[2][N + k] -= aside;
    row[3][N + k] -= s - a * along;
    row[4][N + k] += s * aside + h * along;
    row[5][N + k] += a * aside + h;
}

/* Accelerations of the coordinates, and the normal forces. */
static void solve(const struct start *of, struct flank *f, double *rate)
{
    double a = of->crown, p = f->q[P], s = f->q[S], turn = f->v[P], x[UNKNOWNS];
    double row[UNKNOWNS][UNKNOWNS + 1] = {
        {m * a, m, 0, 0, 0, 0, m * g * sin(p) + m * s * turn * turn},
        {m * s, 0, 0, 0, 0, 0, m * g * cos(p) - 2 * m * f->v[S] * turn - m * a * turn * turn},
        {0, 0, m, 0, 0, 0, 0},
        {A, 0, 0, 0, 0, 0, 0},
        {0, 0, 0, C, 0, 0, 0},
        {0, 0, 0, 0, 0, 0, C * f->v[Q] * turn}};
    add_contact(of, f, 0, row);
    add_contact(of, f, 1, row);
    eliminate(row, x);
    memcpy(rate, x, COORDINATES * sizeof *rate);
    memcpy(f->load, x + N, sizeof f->load);
}

/* One step of the classical Runge-Kutta method. */
static void step(const struct start *of, struct flank *f, double h)
{
    static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    double dq[COORDINATES] = {0}, dv[COORDINATES] = {0}, v[COORDINATES], rate[COORDINATES];
    const struct flank from = *f;
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < COORDINATES; i++) {
            f->q[i] = from.q[i] + (stage > 0 ? part[stage] * h * v[i] : 0);
            f->v[i] = from.v[i] + (stage > 0 ? part[stage] * h * rate[i] : 0);
        }
        memcpy(v, f->v, sizeof v);
        solve(of, f, rate);
        for (int i = 0; i < COORDINATES; i++) {
            dq[i] += weight[stage] * h / 6 * v[i];
            dv[i] += weight[stage] * h / 6 * rate[i];
        }
    }
    for (int i = 0; i < COORDINATES; i++)
        f->q[i] = from.q[i] + dq[i], f->v[i] = from.v[i] + dv[i];
    solve(of, f, rate);
}

/* ---- the vehicle ---- */

/* Position and velocity of the centre, and the angular velocity, in ground axes. */
struct motion {
    double c[3], v[3], w[3];
};

static struct motion motion_of(const struct start *of, const struct flank *f)
{
    double a = of->crown, p = f->q[P], s = f->q[S], turn = f->v[P], C_p = cos(p), S_p = sin(p);
    double along = a * turn + f->v[S], across = -s * turn;
    return (struct motion){{a * S_p + s * C_p, f->q[W], a * C_p - s * S_p},
                           {along * C_p + across * S_p, f->v[W], across * C_p - along * S_p},
                           {f->v[Q] * S_p, turn, f->v[Q] * C_p}};
}

/* The wheel's axis n is the y axis of its body after the yaw -pi/2 and the roll pi/2 - p. */
static wd_model *lie_on_edge(const struct start *of, const struct flank *f, const char *scheme)
{
    const double ridge[] = {-2, -4, 0, 0, 2, -4};
    wd_model *wheel = new_wheel(m, A, C, r, of->crown);
    struct motion motion = motion_of(of, f);
    set_input(wheel, "edge", "mu", of->mu);
    must(wheel, wd_model_set_terrain(wheel, ridge, 3), "set_terrain");
    set_init(wheel, "hub", "x", motion.c[0]);
    set_init(wheel, "hub", "y", motion.c[1]);
    set_init(wheel, "hub", "z", motion.c[2]);
    set_init(wheel, "hub", "yaw", -acos(0));
    set_init(wheel, "hub", "roll", acos(0) - f->q[P]);
    set_init(wheel, "hub", "forward", -motion.v[1]);
    set_init(wheel, "hub", "left", motion.v[0]);
    set_init(wheel, "hub", "up", motion.v[2]);
    set_init(wheel, "hub", "roll_rate", -f->v[P]);
    set_init(wheel, "hub", "pitch_rate", f->v[Q]);
    precise(wheel);
    if (strcmp(scheme, "moreau") == 0) {
        choose(wheel, "solver.scheme", scheme);
        set(wheel, "solver.fixed_step", 1e-4);
    }
    start(wheel, 0);
    return wheel;
}

static double error_of_motion(const wd_model *wheel, const struct motion *want)
{
    static const char *const names[] = {"x", "y", "z"}, *const rates[] = {"vx", "vy", "vz"};
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        worst = fmax(worst, fabs(out(wheel, "hub", names[k]) - want->c[k]));
        worst = fmax(worst, fabs(out(wheel, "hub", rates[k]) - want->v[k]));
    }
    return worst;
}

/* Error of the sum of the normal forces and, as contact 2 is either end of the chord, of its own.
 */
static double error_of_loads(const wd_model *wheel, const struct flank *f)
{
    double second = out(wheel, "edge", "normal_force_2");
    double own = fmin(fabs(second - f->load[0]), fabs(second - f->load[1]));
    return fmax(own, fabs(out(wheel, "edge", "normal_force") - f->load[0] - f->load[1]));
}

static void compare(const struct start *of, const char *scheme, double tolerance)
{
    enum { SAMPLES = 20, STEPS = 200 };
    struct flank f = {{0}, {0}, {0}};
    double worst = 0, load = 0, least = INFINITY, rate[COORDINATES];
    int lost = 0;
    memcpy(f.q, of->q, sizeof f.q);
    memcpy(f.v, of->v, sizeof f.v);
    solve(of, &f, rate);
    wd_model *wheel = lie_on_edge(of, &f, scheme);
    for (int k = 1; k <= SAMPLES; k++) {
        for (int i = 0; i < STEPS; i++)
            step(of, &f, of->end / SAMPLES / STEPS);
        struct motion motion = motion_of(of, &f);
        go(wheel, of->end * k / SAMPLES);
        worst = fmax(worst, error_of_motion(wheel, &motion));
        load = fmax(load, error_of_loads(wheel, &f) / (m * g));
        least = fmin(least, fmin(f.load[0], f.load[1]));
        lost += out(wheel, "edge", "contacts") != 2 || out(wheel, "edge", "feature_2") != 1;
    }
    check(lost == 0 && least > 0.1, "%s, %s: two contacts with the edge, least load %.2g N",
          of->what, scheme, least);
    check(worst <= tolerance, "%s, %s: error of the motion %.2g", of->what, scheme, worst);
    check(load <= 10 * tolerance, "%s, %s: error of the loads %.2g of the weight", of->what, scheme,
          load);
    wd_model_free(wheel);
}

int main(void)
{
    static const struct start all[] = {
        {"a ring slides without friction", 0, 0, {0.3, 0.05, 0, 0}, {0.4, -0.8, 0.3, 2}, 0.25},
        {"a torus slides without friction", 0.05, 0, {-0.4, 0.1, 0, 0}, {0.5, -0.6, -0.2, 3}, 0.25},
        {"a ring skids", 0, 0.3, {0.2, -0.1, 0, 0}, {-0.3, 1.5, 0.5, 4}, 0.2},
        {"a torus skids", 0.08, 0.2, {-0.1, 0.12, 0, 0}, {0.2, -1.2, 0.6, -3}, 0.2},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        compare(&all[i], "event", 1e-12);
        compare(&all[i], "moreau", 2e-4);
    }
    return done();
}
