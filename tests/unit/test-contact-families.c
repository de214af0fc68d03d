/* SPDX-License-Identifier: MIT */
/* Generated problems: known solutions, every success checked by a residual in long double, refusals
 * where there is no solution. */
#include <wheeldyn/contact.h>

#include "contact-families.h"
#include "tap.h"

struct result {
    int32_t status;
    double *r, *v, steps;
    char text[100];
};

static int successes, refusals, gave_up, lies;
static double most_steps;

static void free_result(struct result *a)
{
    free(a->r);
    free(a->v);
}

/* Solve to 1e-12, check the residual and count steps. */
static struct result solve_scene(const struct scene *s)
{
    struct problem p;
    struct result a;
    wd_contact *c;
    scene_problem(s, &p);
    a.r = calloc(p.n, sizeof *a.r);
    a.v = calloc(s->bodies * (size_t)s->dof, sizeof *a.v);
    wd_contact_new(s->d, p.contacts, &c);
    wd_contact_set(c, WD_CONTACT_TOLERANCE, 1e-12);
    a.status = wd_contact_set_matrix(c, p.start, p.column, p.value);
    if (a.status == WD_OK)
        a.status = wd_contact_set_problem(c, p.mu, p.q);
    if (a.status == WD_OK)
        a.status = wd_contact_solve(c, a.r, NULL, 0);
    wd_contact_get(c, WD_CONTACT_STEPS, &a.steps);
    snprintf(a.text, sizeof a.text, "%s", wd_contact_error(c));
    struct judgement j = problem_judge(&p, a.r);
    if (a.status == WD_OK) {
        successes++;
        most_steps = fmax(most_steps, a.steps);
        if (!(j.residual <= 1e-12 + j.floor)) {
            lies++;
            printf("# false success: residual %.2e, floor %.2e\n", j.residual, j.floor);
        }
    } else if (a.status == WD_ENOSOL) {
        refusals++;
    } else {
        gave_up++;
        printf("# status %d, residual %.2e after %g steps\n", a.status, j.residual, a.steps);
    }
    scene_velocities(s, a.r, a.v);
    wd_contact_free(c);
    problem_free(&p);
    return a;
}

static double largest_velocity(const struct scene *s, const struct result *a)
{
    double most = 0;
    for (size_t k = 0; k < s->bodies * (size_t)s->dof; k++)
        most = fmax(most, fabs(a->v[k]));
    return most;
}

static const double frictions[] = {0, 0.1, 0.3, 0.5, 0.8, 1, 2};
enum { FRICTIONS = sizeof frictions / sizeof *frictions, SEEDS = 3 };

static void solve_column(size_t n, double mu, double mass)
{
    struct scene s;
    family_column(&s, n, mu, mass);
    struct result a = solve_scene(&s);
    double worst = 0;
    for (size_t k = 0; k < n; k++) {
        double want = (double)(n - k) * mass * GRAVITY * STEP;
        worst = fmax(worst, fmax(fabs(a.r[2 * k] - want), fabs(a.r[2 * k + 1])) / want);
    }
    check(a.status == WD_OK && worst <= 1e-11,
          "column of %zu, mu %g, %g steps: error of the forces %.1e", n, mu, a.steps, worst);
    free_result(&a);
    scene_free(&s);
}

static void solve_row(size_t n, double mu, double mass)
{
    struct scene s;
    family_row(&s, n, mu, mass);
    struct result a = solve_scene(&s);
    check(a.status == WD_OK && largest_velocity(&s, &a) <= 1e-9 * STEP * 5 * (double)n,
          "row of %zu, mu %g, %g steps: largest velocity %.1e", n, mu, a.steps,
          largest_velocity(&s, &a));
    free_result(&a);
    scene_free(&s);
}

static void solve_pile(size_t n, size_t rows, double mu, double speed, uint32_t seed)
{
    struct scene s;
    family_pile(&s, n, rows, mu, speed, seed);
    struct result a = solve_scene(&s);
    if (speed == 0)
        check(a.status == WD_OK && largest_velocity(&s, &a) <= 1e-9,
              "pile of %zu contacts, mu %g, %g steps: largest velocity %.1e", s.touches, mu,
              a.steps, largest_velocity(&s, &a));
    else
        check(a.status == WD_OK, "pile of %zu contacts, mu %g, random velocities %u, %g steps",
              s.touches, mu, seed, a.steps);
    free_result(&a);
    scene_free(&s);
}

/* A wheel in a groove: at rest, lifted, and pushed out or jammed by closing walls. */
static void solve_groove(double mu, double beta)
{
    struct scene s;
    family_groove(&s, beta, mu, 0, 0, GRAVITY);
    struct result a = solve_scene(&s);
    check(a.status == WD_OK && largest_velocity(&s, &a) <= 1e-13,
          "groove %.2f, mu %g: largest velocity of the wheel %.1e", beta, mu,
          largest_velocity(&s, &a));
    free_result(&a);
    scene_free(&s);
    family_groove(&s, beta, mu, 0, 25, GRAVITY);
    a = solve_scene(&s);
    check(a.status == WD_OK && fabs(a.v[1] - STEP * (25 - GRAVITY)) <= 1e-13,
          "groove %.2f, mu %g: a lifted wheel separates", beta, mu);
    free_result(&a);
    scene_free(&s);
    family_groove(&s, beta, mu, 0.5, 0, 0);
    a = solve_scene(&s);
    if (mu < tan(beta))
        check(a.status == WD_OK && fabs(a.v[1] - 0.5 / sin(beta)) <= 1e-11,
              "groove %.2f, mu %g: closing walls push the wheel out", beta, mu);
    else
        check(a.status == WD_ENOSOL && strstr(a.text, "jammed"),
              "groove %.2f, mu %g: closing walls jam (%d, %s)", beta, mu, a.status, a.text);
    free_result(&a);
    scene_free(&s);
}

static void solve_squeeze(size_t n, double mu)
{
    struct scene s;
    family_squeeze(&s, n, mu, 0.1);
    struct result a = solve_scene(&s);
    check(a.status == WD_ENOSOL && strstr(a.text, "infeasible"),
          "%zu squeezed discs, mu %g: refused as infeasible (%d, %s)", n, mu, a.status, a.text);
    free_result(&a);
    scene_free(&s);
}

static void solve_vehicle(double alpha, double mu, double mass)
{
    struct scene s;
    family_vehicle(&s, alpha, mu, mass, 0.06);
    struct result a = solve_scene(&s);
    double slide = STEP * GRAVITY * fmax(0, sin(alpha) - mu * cos(alpha)), worst = 0;
    for (int k = 0; k < 6; k++)
        worst = fmax(worst, fabs(a.v[k] - (k == 0 ? slide : 0)));
    check(a.status == WD_OK && worst <= 1e-12,
          "vehicle, slope %.4f, mu %g, %g steps: error of the velocity %.1e", tan(alpha), mu,
          a.steps, worst);
    free_result(&a);
    scene_free(&s);
}

static void solve_rod(double theta, double mu, double vx)
{
    struct scene s;
    family_rod(&s, theta, mu, vx, -1);
    struct result a = solve_scene(&s);
    check(a.status == WD_OK, "rod at %.2f rad, mu %g, speed %g: solved", theta, mu, vx);
    free_result(&a);
    scene_free(&s);
}

/* A body with one degree of freedom: W has rank 1, and many impulses stop it. */
static void one_degree_of_freedom(void)
{
    const double h[5][3] = {{0.8, 1.2, -1.3},
                            {0.33, 0.54, -1.12},
                            {0.72, -0.65, 0.74},
                            {0.09, 1.22, 0.3},
                            {0.14, 0.3, -1.03}};
    const double mu[] = {2, 0.5, 1, 1, 0.5};
    int stopped = 0;
    for (int k = 0; k < 5; k++)
        for (int turn = 0; turn < 40; turn++) {
            double t[2] = {cos(turn), sin(turn)}, w[3] = {h[k][0]}, W[9], q[3], r[3], u[3];
            w[1] = t[0] * h[k][1] - t[1] * h[k][2];
            w[2] = t[1] * h[k][1] + t[0] * h[k][2];
            for (int i = 0; i < 9; i++)
                W[i] = w[i / 3] * w[i % 3];
            for (int i = 0; i < 3; i++)
                q[i] = -0.7 * w[i];
            wd_contact *c;
            if (wd_contact_new(3, 1, &c) == WD_OK && wd_contact_set_dense(c, W) == WD_OK &&
                wd_contact_set_problem(c, &mu[k], q) == WD_OK)
                stopped += wd_contact_solve(c, r, u, 0) == WD_OK && fabs(u[0]) < 1e-14;
            wd_contact_free(c);
        }
    check(stopped == 200, "a body with one degree of freedom is stopped %d times of 200", stopped);
}

int main(void)
{
    solve_column(1000, 0.5, 1);
    one_degree_of_freedom();
    for (int f = 0; f < FRICTIONS; f++)
        for (uint32_t seed = 1; seed <= SEEDS; seed++) {
            uint32_t state = seed;
            double mu = frictions[f], mass = exp(family_random(&state));
            solve_column(10 * seed * seed, mu, mass);
            solve_row(10 * seed * seed, mu, mass);
            solve_pile(4 + 3 * seed, 5, mu, 0, seed);
            solve_pile(4 + 3 * seed, 6, mu, 1, seed);
            solve_groove(mu, 0.3 + 0.25 * seed);
            solve_squeeze(seed, mu);
            solve_vehicle(0.1 * seed, mu, 1000 * mass);
            if (mu > 0) {
                solve_vehicle(atan(mu) - 1e-6, mu, 1000 * mass);
                solve_vehicle(atan(mu) + 1e-6, mu, 1000 * mass);
            }
            solve_rod(0.4 * seed, mu, 1);
            solve_rod(0.4 * seed, mu, -1);
        }
    check(lies == 0, "%d problems solved, of these %d with a false residual; at most %g steps",
          successes, lies, most_steps);
    check(gave_up == 0, "%d problems given up, %d refused as unsolvable", gave_up, refusals);
    return done();
}
