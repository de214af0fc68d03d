/* SPDX-License-Identifier: MIT */
/* Contact laws solved by the contact solver: comparison with closed forms, and invariants for more
 * contacts. Fixed steps with restitution, solved in both ways, obey the laws. */
#include "impact.h"
#include "models/impact_wheel/law_share.h"
#include "models/impact_wheel/moreau.h"

static struct world world;

/* Differences between two solvers over many problems; numbers are relative to their scale. */
struct gap {
    long runs, unsolved, refused, flags; /* flags: problems with different `hyperstatic` */
    double u, force;                     /* differences of velocities and forces */
    double violation, gain;              /* violation of the laws, gain of energy by the impact */
};

static int32_t by_solver(const struct law_wheel *wheel, const struct law_problem *p,
                         struct law_result *r)
{
    return law_solve_any(wheel, p, world.system.solver, r);
}

/* Violation of Signorini's and Coulomb's laws, including given signs of sliding. */
static double violation_of_law(const struct law_wheel *wheel, const struct law_problem *p,
                               const struct law_result *r)
{
    double worst = 0, m = wheel->mass;
    struct law_result again = *r;
    law_apply(wheel, p, &again);
    for (int k = 0; k < 3; k++)
        worst = fmax(worst, fabs(again.u[k] - r->u[k]) * (k == 2 ? wheel->radius : 1));
    for (size_t i = 0; i < p->n; i++) {
        double u_n = law_u_n(p, r->u, i), u_t = law_u_t(wheel, p, r->u, i);
        double N = r->normal[i] / m, T = r->friction[i] / m, limit = p->mu[i] * N;
        worst = fmax(worst, fmax(-N, fabs(T) - limit));
        worst = fmax(worst, fmax(-u_n, fmin(fabs(u_n), N)));
        worst = fmax(worst, p->sliding[i] != 0 ? fabs(T - p->sliding[i] * limit)
                                               : fmin(fabs(u_t), fabs(T - copysign(limit, u_t))));
    }
    return worst;
}

static double kinetic_energy(const struct law_wheel *wheel, const double *u)
{
    return wheel->mass * (u[0] * u[0] + u[1] * u[1]) / 2 + wheel->inertia * u[2] * u[2] / 2;
}

static struct law_wheel random_wheel(void)
{
    double r = exp(uniform(-4, 2)), m = exp(uniform(-5, 5));
    return law_wheel_of(m, r, m * r * r * uniform(0.1, 1));
}

/* Draw a problem of n contacts whose normals span alpha: an impact, or a problem with given signs
 * of sliding. differ: each contact has its own mu. */
static struct law_problem random_problem(const struct law_wheel *wheel, size_t n, double alpha,
                                         double most_mu, int slides, int differ)
{
    double turn = uniform(-3, 3), speed = exp(uniform(-5, 5));
    struct law_problem p = {.n = n,
                            .free = {speed * uniform(-1, 1), speed * uniform(-1, 1),
                                     speed / wheel->radius * uniform(-2, 2)}};
    for (size_t i = 0; i < n; i++) {
        double at = turn + alpha * (n > 1 ? (double)i / (double)(n - 1) : 0);
        p.nx[i] = cos(at);
        p.ny[i] = sin(at);
        p.mu[i] = i > 0 && !differ ? p.mu[0] : uniform(0, most_mu);
    }
    /* A wheel held by several contacts can only turn on the spot, so all contacts slide in the same
     * sense. */
    int sign = uniform(0, 1) < 0.5 ? 1 : -1;
    for (size_t i = 0; slides && i < n; i++)
        p.sliding[i] = sign;
    return p;
}

/* Difference of two velocities: the sum over their components, in m/s. */
static double distance(const struct law_wheel *wheel, const double *u, const double *v)
{
    return fabs(u[0] - v[0]) + fabs(u[1] - v[1]) + wheel->radius * fabs(u[2] - v[2]);
}

/* One and two contacts, compared with closed forms. With two contacts mu is below mu_jam =
 * cot(alpha/2); with different mu, problems with several solutions are left out. */
static void test_equal(size_t n, int slides, int differ)
{
    enum { RUNS = 20000 };
    struct gap gap = {0};
    while (gap.runs < RUNS) {
        struct law_wheel wheel = random_wheel();
        double alpha = uniform(0.05, 3.1);
        double jam = n == 2 ? 0.99 / tan(alpha / 2) : (double)INFINITY;
        struct law_problem p = random_problem(&wheel, n, alpha, fmin(1.5, jam), slides, differ);
        struct law_result a, b;
        int32_t exact = law_solve(&wheel, &p, &a), solved = by_solver(&wheel, &p, &b);
        if (differ && exact == WD_OK && a.solutions > 1)
            continue;
        gap.runs++;
        gap.refused += exact != WD_OK;
        gap.unsolved += solved != exact;
        if (exact != WD_OK || solved != WD_OK)
            continue;
        double scale = law_scale(&wheel, &p);
        gap.u = fmax(gap.u, distance(&wheel, a.u, b.u) / scale);
        for (size_t i = 0; i < n; i++) {
            gap.force = fmax(gap.force, fabs(a.normal[i] - b.normal[i]) / wheel.mass / scale);
            gap.force = fmax(gap.force, fabs(a.friction[i] - b.friction[i]) / wheel.mass / scale);
        }
        gap.violation = fmax(gap.violation, violation_of_law(&wheel, &p, &b) / scale);
        gap.flags += a.hyperstatic != b.hyperstatic;
    }
    check(gap.unsolved == 0,
          "%zu contacts%s%s: %d random problems, %ld differ in status, %ld have no solution", n,
          slides ? ", sliding" : "", differ ? ", different mu" : "", RUNS, gap.unsolved,
          gap.refused);
    check(gap.u <= 1e-10, "velocities of both solvers differ by %.2g", gap.u);
    check(gap.force <= 1e-10, "forces of both solvers differ by %.2g", gap.force);
    check(gap.flags == 0, "%ld problems are hyperstatic for only one solver", gap.flags);
    check(gap.violation <= 1e-12, "laws fulfilled within %.2g", gap.violation);
}

/* Compare the contact solver with law_solve_many(), which first tries whether one or two contacts
 * carry the load. Both fulfil the laws. Below mu_jam the velocities of the centre agree. The spins
 * may differ only where several spins solve the problem; that is so for at most one wheel of a
 * run. */
static void test_many(size_t n, int slides, int differ)
{
    enum { RUNS = 5000 };
    struct gap gap = {0};
    long called = 0, turns = 0;
    size_t most_any = 0, most_many = 0;
    for (; gap.runs < RUNS; gap.runs++) {
        struct law_wheel wheel = random_wheel();
        double alpha = uniform(0.05, 3.1), jam = fmin(1, 0.99 / tan(alpha / 2));
        struct law_problem p = random_problem(&wheel, n, alpha, 1.5 * jam, slides, differ);
        struct law_result r, few;
        double scale = law_scale(&wheel, &p);
        int32_t status = by_solver(&wheel, &p, &r);
        long calls = world.contacts.calls;
        if (status != WD_OK || law_solve_many(&wheel, &p, world.system.solver, &few) != WD_OK) {
            gap.unsolved++;
            continue;
        }
        called += world.contacts.calls - calls;
        most_any = r.factorisations > most_any ? r.factorisations : most_any;
        most_many = few.factorisations > most_many ? few.factorisations : most_many;
        if (!differ && p.mu[0] < jam) {
            turns += distance(&wheel, r.u, few.u) > 1e-10 * scale;
            gap.u = fmax(gap.u, hypot(r.u[0] - few.u[0], r.u[1] - few.u[1]) / scale);
        }
        gap.violation = fmax(gap.violation, violation_of_law(&wheel, &p, &r) / scale);
        gap.violation = fmax(gap.violation, violation_of_law(&wheel, &p, &few) / scale);
        gap.gain = fmax(gap.gain, (kinetic_energy(&wheel, r.u) - kinetic_energy(&wheel, p.free)) /
                                      wheel.mass / scale / scale);
    }
    check(gap.unsolved == 0, "%zu contacts%s%s: %ld of %d unsolved", n, slides ? ", sliding" : "",
          differ ? ", different mu" : "", gap.unsolved, RUNS);
    check(called <= RUNS / 50,
          "law_solve_many() needs the contact solver for %ld of these problems", called);
    check(most_any > 0 && most_any <= LAW_ANY_FACTORISATIONS &&
              most_many <= LAW_MANY_FACTORISATIONS,
          "the solver takes up to %zu factorisations, law_solve_many() up to %zu", most_any,
          most_many);
    check(gap.u <= 1e-10 && turns <= 1,
          "velocities of the centre differ by %.2g; %ld wheels turn at another speed", gap.u,
          turns);
    /* law_solve_many() lets a contact that carries all but 1e-12 of the load carry the whole load.
     * This changes u_t most: by (1/m + r^2/J) times the omitted impulse, and J >= 0.1 m r^2. */
    check(gap.violation <= 1.2e-11, "laws fulfilled within %.2g", gap.violation);
    if (!slides)
        check(gap.gain <= 1e-12, "largest growth of the energy %.2g", gap.gain);
}

/* A wheel at rest in a cup under loads that friction can hold. The law first tries whether sliding
 * contacts could carry the loads, which is rarely possible. */
static void test_share(void)
{
    enum { RUNS = 5000 };
    size_t most = 0, all = 0;
    for (int run = 0; run < RUNS; run++) {
        struct law_wheel wheel = random_wheel();
        struct law_result forces = {.normal = {0}}, result = {.u = {0}};
        struct law_share share;
        struct law_problem p = {.n = 4 + (size_t)run % (LAW_CONTACTS - 3)};
        double half = uniform(0.1, 1.5), mu = run % 2 ? uniform(0.1, 1.2) : uniform(0.001, 0.1);
        for (size_t i = 0; i < p.n; i++) {
            double at = half * (2 * (double)i / (double)(p.n - 1) - 1);
            p.nx[i] = sin(at);
            p.ny[i] = cos(at);
            p.mu[i] = share.edge[i] = mu;
            share.part[i] = LAW_CONE;
            forces.normal[i] = uniform(0, 1);
            forces.friction[i] = uniform(-mu, mu) * forces.normal[i];
        }
        law_apply(&wheel, &p, &forces);
        for (int k = 0; k < 3; k++)
            p.free[k] = -forces.u[k];
        size_t tries = law_share(&wheel, &p, &share, 1, &result);
        most = tries > most ? tries : most;
        all += tries;
    }
    check(most <= 100 && all <= 15 * RUNS,
          "loads are distributed in %zu tries at most, %.3g on average", most, (double)all / RUNS);
}

/* ---- fixed steps with restitution ---- */

/* Violation of Newton's impact law and Coulomb's law after a step into the corner between the wall
 * and the top of the kerb (A in the paper). */
static double violation_of_step(const double *v, double beta, double mu)
{
    static const int64_t features[2] = {0, 2};
    const double *u = world.state.now + IMPACT_VX, h = 1e-4;
    double worst = 0;
    for (size_t k = 0; k < 2; k++) {
        double N = 0, T = 0, v_t = (k == 0 ? -u[1] : u[0]) + 0.1 * u[2];
        for (int64_t i = 0; i < world.state.lasting; i++)
            if (world.state.feature[i] == features[k]) {
                N = h * world.state.normal[i];
                T = h * world.state.friction[i];
            }
        double back = u[k] + beta * v[k];
        worst = fmax(worst, fmax(-N, fmax(-back, fmin(N, fabs(back)))));
        worst = fmax(worst, fabs(v_t) < 1e-9 ? fabs(T) - mu * N : fabs(T - copysign(mu * N, v_t)));
    }
    return worst;
}

static void test_fixed_steps(void)
{
    const double h = 1e-4;
    double worst = 0;
    int solved = 0;
    for (int run = 0; run < 2000; run++) {
        double v[3] = {uniform(-2, 0), uniform(-2, 0), uniform(-20, 20)}, beta = uniform(0, 1);
        double mu = uniform(0, 0.95);
        world_open(&world);
        world_kerb(&world, 0.5, 0.05);
        world.system.mu = mu;
        world.system.restitution = beta;
        world.system.by_solver = run % 2;
        world_start(&world, 0.1 - 0.45 * h * v[0], 0.15 - 0.45 * h * v[1], 0, v[0], v[1], v[2]);
        solved += moreau_step(&world.system, &world.state, h) == WD_OK;
        worst = fmax(worst, violation_of_step(v, beta, mu));
    }
    check(solved == 2000 && worst < 1e-8, "%d fixed steps into a corner obey the laws within %.2g",
          solved, worst);
    world_open(&world);
    world_kerb(&world, 0.5, 0.05);
    world.system.mu = 3;
    world.system.restitution = 0.5;
    world_start(&world, 0.1 + 0.45 * h, 0.15 + 0.45 * h, 0, -1, -1, 0);
    check(moreau_step(&world.system, &world.state, h) == WD_OK && world.state.now[3] == 0,
          "a wheel braced in the corner stops");
}

int main(void)
{
    world_open(&world);
    for (int way = 0; way < 4; way++) {
        int slides = way % 2, differ = way / 2;
        test_equal(1, slides, differ);
        test_equal(2, slides, differ);
        for (size_t n = 3; n <= LAW_CONTACTS; n++)
            test_many(n, slides, differ);
    }
    test_share();
    test_fixed_steps();
    return done();
}
