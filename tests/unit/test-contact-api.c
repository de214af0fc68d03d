/* SPDX-License-Identifier: MIT */
/* contact.h: arguments, states, reports, units, warm start, same bits, no allocation in a solve. */
#include <wheeldyn/contact.h>

#include "contact-families.h"
#include "tap.h"

static long allocations;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

static double report_of(const wd_contact *c, int32_t what)
{
    double value = -1;
    return wd_contact_get(c, what, &value) == WD_OK ? value : -1;
}

static wd_contact *make_handle(const struct problem *p, double tolerance)
{
    wd_contact *c;
    if (wd_contact_new(p->d, p->contacts, &c) != WD_OK ||
        wd_contact_set(c, WD_CONTACT_TOLERANCE, tolerance) != WD_OK ||
        wd_contact_set_matrix(c, p->start, p->column, p->value) != WD_OK ||
        wd_contact_set_problem(c, p->mu, p->q) != WD_OK)
        exit(99);
    return c;
}

static void refused_settings(wd_contact *c)
{
    check(wd_contact_set(c, WD_CONTACT_TOLERANCE, 1) == WD_ERANGE &&
              wd_contact_set(c, WD_CONTACT_TOLERANCE, NAN) == WD_ERANGE &&
              wd_contact_set(c, WD_CONTACT_MAX_STEPS, 1.5) == WD_ERANGE,
          "settings out of range are refused");
    check(wd_contact_set(c, WD_CONTACT_RESIDUAL, 1) == WD_EROLE &&
              wd_contact_set(c, 99, 1) == WD_EINVAL,
          "setting a report, or what does not exist, is refused");
}

static void refused_arguments(void)
{
    wd_contact *c;
    double W[4] = {2, 0.5, 0.5, 1}, mu = 0.8, q[2] = {-1, 0.1}, r[2], u[2], value;
    check(wd_contact_new(2, 1, NULL) == WD_EINVAL, "new refuses a NULL handle pointer");
    check(wd_contact_new(4, 1, &c) == WD_EINVAL && c == NULL, "new refuses four dimensions");
    check(wd_contact_new(2, 0, &c) == WD_EINVAL, "new refuses 0 contacts");
    check(wd_contact_new(3, SIZE_MAX / 4, &c) == WD_EINVAL, "new refuses too many contacts");
    wd_contact_free(NULL);
    check(wd_contact_error(NULL)[0] == 0, "NULL has no error text");
    check(wd_contact_new(2, 1, &c) == WD_OK, "new with 1 contact");
    check(wd_contact_solve(c, r, u, 0) == WD_ESTATE, "solve without a matrix is refused: %s",
          wd_contact_error(c));
    check(wd_contact_get(c, WD_CONTACT_RESIDUAL, &value) == WD_ESTATE,
          "before a solve there is no residual");
    check(wd_contact_state(c, 0) == WD_ESTATE && wd_contact_state(c, 1) == WD_ERANGE &&
              wd_contact_state(NULL, 0) == WD_EINVAL,
          "before a solve there is no state");
    check(wd_contact_set_dense(c, NULL) == WD_EINVAL, "a NULL matrix is refused");
    W[0] = NAN;
    check(wd_contact_set_dense(c, W) == WD_EINVAL, "NaN in W is refused");
    W[0] = -2;
    check(wd_contact_set_dense(c, W) == WD_EINVAL,
          "W with a diagonal entry that is not positive is refused: %s", wd_contact_error(c));
    W[0] = 2;
    check(wd_contact_set_dense(c, W) == WD_OK, "a matrix is accepted");
    check(wd_contact_solve(c, r, u, 0) == WD_ESTATE, "solve without a problem is refused");
    mu = -1;
    check(wd_contact_set_problem(c, &mu, q) == WD_EINVAL,
          "a negative friction coefficient is refused");
    mu = 0.8;
    q[0] = INFINITY;
    check(wd_contact_set_problem(c, &mu, q) == WD_EINVAL, "an infinite q is refused");
    q[0] = -1;
    check(wd_contact_set_problem(c, &mu, q) == WD_OK, "a problem is accepted");
    check(wd_contact_solve(c, NULL, u, 0) == WD_EINVAL, "a NULL r is refused");
    r[0] = NAN;
    check(wd_contact_solve(c, r, u, 1) == WD_EINVAL, "a guess of NaN is refused");
    refused_settings(c);
    wd_contact_free(c);
}

static void one_contact(void)
{
    wd_contact *c;
    double W[4] = {2, 0.5, 0.5, 1}, mu = 0.8, q[2] = {-1, 0.1}, r[2], u[2];
    check(wd_contact_new(2, 1, &c) == WD_OK && wd_contact_set_dense(c, W) == WD_OK &&
              wd_contact_set_problem(c, &mu, q) == WD_OK,
          "a problem of one contact is accepted");
    check(wd_contact_solve(c, r, u, 0) == WD_OK && wd_contact_state(c, 0) == WD_STICK,
          "the contact sticks");
    /* W r = -q */
    near_rel(r[0], 1.05 / 1.75, 1e-14, 0, "one sticking contact: normal impulse");
    near_rel(r[1], -0.7 / 1.75, 1e-14, 0, "one sticking contact: tangential impulse");
    near_abs(u[0], 0, 1e-15, "one sticking contact: normal velocity");
    q[1] = 5;
    mu = 0.5;
    wd_contact_set_problem(c, &mu, q);
    check(wd_contact_solve(c, r, u, 0) == WD_OK && wd_contact_state(c, 0) == WD_SLIP,
          "with less friction the contact slips");
    near_rel(r[0], 1 / (2 - 0.25), 1e-14, 0, "normal impulse in sliding");
    near_rel(r[1], -0.5 * r[0], 1e-14, 0, "friction impulse in sliding");
    q[0] = 1;
    wd_contact_set_problem(c, &mu, q);
    check(wd_contact_solve(c, r, NULL, 0) == WD_OK && wd_contact_state(c, 0) == WD_OPEN &&
              r[0] == 0 && r[1] == 0,
          "the contact opens");
    q[1] = mu = W[1] = W[2] = 0;
    check(wd_contact_set_dense(c, W) == WD_OK && wd_contact_set_problem(c, &mu, q) == WD_OK,
          "a problem without friction is accepted");
    check(wd_contact_solve(c, r, NULL, 0) == WD_OK && wd_contact_state(c, 0) == WD_OPEN,
          "the contact opens along the normal, without friction");
    q[0] = q[1] = 0;
    wd_contact_set_problem(c, &mu, q);
    check(wd_contact_solve(c, r, u, 0) == WD_OK && r[0] == 0 && u[0] == 0,
          "with q = 0 impulse and velocity are 0");
    wd_contact_free(c);
}

static void sparse_arguments(void)
{
    wd_contact *c;
    size_t start[3] = {0, 2, 4};
    uint32_t column[4] = {1, 0, 0, 1};
    double value[4] = {0.5, 2, 0.5, 1};
    wd_contact_new(2, 1, &c);
    check(wd_contact_set_matrix(c, start, column, value) == WD_OK,
          "a matrix with unsorted columns is accepted");
    check(wd_contact_set_matrix(c, NULL, column, value) == WD_EINVAL,
          "a NULL row_start is refused");
    column[0] = 2;
    check(wd_contact_set_matrix(c, start, column, value) == WD_EINVAL,
          "a column out of range is refused");
    column[0] = 1;
    start[1] = 5;
    check(wd_contact_set_matrix(c, start, column, value) == WD_EINVAL,
          "a descending row_start is refused");
    wd_contact_free(c);
}

/* Two walls close on a mass. No impulses stop both; the solver must report this instead of
 * returning very large impulses. */
static void closing_walls(void)
{
    wd_contact *c;
    const double W[16] = {1, 0, -1, 0, 0, 1, 0, -1, -1, 0, 1, 0, 0, -1, 0, 1};
    double mu[2] = {0, 0}, q[4] = {-1, 0, -1, 0}, r[4] = {5, 5, 5, 5}, u[4];
    wd_contact_new(2, 2, &c);
    check(wd_contact_set_dense(c, W) == WD_OK && wd_contact_set_problem(c, mu, q) == WD_OK &&
              wd_contact_solve(c, r, u, 0) == WD_ENOSOL && r[0] == 5,
          "closing walls: %s", wd_contact_error(c));
    check(wd_contact_state(c, 0) == WD_ESTATE, "after a refusal there is no state");
    wd_contact_free(c);
}

/* Later dense matrices on the same handle: first other values, then fewer blocks, then the first
 * matrix again. */
static void dense_again(void)
{
    enum { N = 6 };
    wd_contact *c;
    double W[N * N] = {0}, mu[3] = {0.5, 0.5, 0.5}, q[N] = {-1, 0.1, -1, 0.1, -1, 0.1}, r[N], u[N];
    for (int i = 0; i < N * N; i++)
        W[i] = i % (N + 1) == 0 ? 2 : 0.1;
    wd_contact_new(2, 3, &c);
    wd_contact_set_problem(c, mu, q);
    check(wd_contact_set_dense(c, W) == WD_OK && wd_contact_solve(c, r, u, 0) == WD_OK,
          "a problem with a full matrix is solved");
    double full = r[0];
    W[0] = 3;
    long before = allocations;
    check(wd_contact_set_dense(c, W) == WD_OK && allocations == before &&
              wd_contact_solve(c, r, u, 0) == WD_OK && r[0] < full,
          "other values allocate nothing and have an effect");
    W[0] = 2;
    double kept[N * N];
    memcpy(kept, W, sizeof W);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            W[i * N + k] = i / 2 == k / 2 ? W[i * N + k] : 0;
    check(wd_contact_set_dense(c, W) == WD_OK && wd_contact_solve(c, r, u, 0) == WD_OK,
          "a problem with a block diagonal matrix is solved");
    near_rel(u[0], 2 * r[0] + 0.1 * r[1] - 1, 1e-14, 1, "velocity from the block diagonal matrix");
    before = allocations;
    check(wd_contact_set_dense(c, W) == WD_OK && allocations == before,
          "the same pattern again allocates nothing");
    check(wd_contact_set_dense(c, kept) == WD_OK && wd_contact_solve(c, r, u, 0) == WD_OK &&
              r[0] == full,
          "the full matrix again: the same bits");
    wd_contact_free(c);
}

/* Convert a problem to new units of length, mass and time, given as multiples of the old ones. W is
 * velocity per impulse, q a velocity. */
static void change_units(struct problem *p, double length, double mass, double time)
{
    for (size_t e = 0; e < p->entries; e++)
        p->value[e] *= mass;
    for (size_t i = 0; i < p->n; i++)
        p->q[i] *= time / length;
}

static void unit_problem(struct problem *p, int which)
{
    struct scene s;
    if (which == 0)
        family_column(&s, 30, 0.5, 1);
    else if (which == 1)
        family_pile(&s, 7, 5, 0.3, 1, 4);
    else if (which == 2)
        family_row(&s, 60, 0.5, 1);
    else
        family_vehicle(&s, 0.3, 0.2, 1000, 0.06);
    scene_problem(&s, p);
    scene_free(&s);
}

enum { REPORTS = 5 };

struct solution {
    int32_t status;
    double *r, *u, reports[REPORTS];
};

static struct solution solution(const struct problem *p, int warm)
{
    static const int what[REPORTS] = {WD_CONTACT_STEPS, WD_CONTACT_SWEEPS, WD_CONTACT_AT_FLOOR,
                                      WD_CONTACT_HYPERSTATIC, WD_CONTACT_RESIDUAL};
    struct solution s = {.r = calloc(p->n, sizeof *s.r), .u = calloc(p->n, sizeof *s.u)};
    wd_contact *c = make_handle(p, 1e-10);
    s.status = wd_contact_solve(c, s.r, s.u, 0);
    for (size_t i = 0; warm && i < p->n; i++)
        s.r[i] *= 0.75;
    if (warm)
        s.status = wd_contact_solve(c, s.r, s.u, 1);
    for (int j = 0; j < REPORTS; j++)
        s.reports[j] = report_of(c, what[j]);
    wd_contact_free(c);
    return s;
}

static void solution_free(struct solution *s)
{
    free(s->r);
    free(s->u);
}

/* Solve a problem in units of `length` metres, `mass` kilograms and `time` seconds: the solver
 * takes the same steps. The bits are the same if the units are powers of two and the unit of mass
 * is a power of four (because the square root of W scales with it). */
static void other_units(int which, int warm, double length, double mass, double time, int exact)
{
    struct problem p;
    unit_problem(&p, which);
    struct solution a = solution(&p, warm);
    change_units(&p, length, mass, time);
    struct solution b = solution(&p, warm);
    double worst = 0, most = 0;
    int same = 1;
    for (size_t i = 0; i < p.n; i++) {
        most = fmax(most, fabs(p.q[i] * length / time));
        worst = fmax(worst, fabs(b.u[i] * length / time - a.u[i]));
        same &= b.r[i] * mass * length / time == a.r[i];
    }
    check(a.status == b.status && memcmp(a.reports, b.reports, 4 * sizeof(double)) == 0,
          "problem %d%s in units of %g m, %g kg, %g s: the same %g steps, %g sweeps", which,
          warm ? ", warm," : "", length, mass, time, a.reports[0], a.reports[1]);
    if (exact)
        check(a.reports[4] == b.reports[4] && worst == 0 && same,
              "the results agree to the last bit");
    else
        check(b.reports[4] <= 2 * a.reports[4] + 1e-14 && worst <= 1e-9 * most,
              "residuals %.1e and %.1e, velocities differ by %.1e", a.reports[4], b.reports[4],
              worst / most);
    solution_free(&a);
    solution_free(&b);
    problem_free(&p);
}

static void results_in_other_units(void)
{
    for (int which = 0; which < 4; which++)
        for (int warm = 0; warm < 2; warm++) {
            other_units(which, warm, 0x1p-10, 1, 1, 1);
            other_units(which, warm, 0x1p5, 0x1p-20, 0x1p-7, 1);
            other_units(which, warm, 4, 0x1p8, 0x1p12, 1);
            other_units(which, warm, 4, 0x1p9, 0x1p12, 0);
            other_units(which, warm, 1e-3, 1e-3, 1e-3, 0);
            other_units(which, warm, 0.3048, 0.45359237, 60, 0);
            other_units(which, warm, 1000, 1000, 3600, 0);
        }
}

static double effort_of(const wd_contact *c)
{
    return report_of(c, WD_CONTACT_STEPS) + report_of(c, WD_CONTACT_SWEEPS);
}

/* A warm start takes at most half as many steps and sweeps as the cold start, and setting a matrix
 * of the same pattern allocates nothing. Without friction u is unique, so the warm start for 1.001
 * q ends at 1.001 u. r and u are the solution of the cold start. */
static void warm_start(wd_contact *c, struct problem *p, double *r, const double *u)
{
    double cold = effort_of(c), worst = 0, *other = calloc(p->n, sizeof *other);
    long before = allocations;
    check(wd_contact_set_matrix(c, p->start, p->column, p->value) == WD_OK && allocations == before,
          "the same pattern allocates nothing");
    for (size_t i = 0; i < p->n; i++)
        p->q[i] *= 1.001;
    wd_contact_set_problem(c, p->mu, p->q);
    int32_t status = wd_contact_solve(c, r, other, 1);
    check(status == WD_OK && effort_of(c) <= cold / 2, "warm %g steps and sweeps, cold %g",
          effort_of(c), cold);
    for (size_t i = 0; i < p->n; i++)
        worst = fmax(worst, fabs(other[i] / 1.001 - u[i]));
    check(worst <= 1e-9, "a warm start ends at the same velocities, to %.1e", worst);
    free(other);
}

static void same_bits(wd_contact *used, const struct problem *p)
{
    size_t size = p->n * sizeof(double);
    double *r = malloc(2 * size), *u = malloc(2 * size);
    wd_contact *other = make_handle(p, 1e-12);
    wd_contact_set_problem(used, p->mu, p->q);
    check(wd_contact_solve(used, r, u, 0) == wd_contact_solve(other, r + p->n, u + p->n, 0) &&
              memcmp(r, r + p->n, size) == 0 && memcmp(u, u + p->n, size) == 0,
          "the same bits on a used and on a new handle");
    wd_contact_free(other);
    free(r);
    free(u);
}

static void solve_limits(void)
{
    struct scene s;
    struct problem p;
    family_pile(&s, 9, 6, 0, 1, 7);
    scene_problem(&s, &p);
    double *r = calloc(p.n, sizeof *r), *u = calloc(p.n, sizeof *u);
    wd_contact *c = make_handle(&p, 1e-12);
    long before = allocations;
    check(wd_contact_solve(c, r, u, 0) == WD_OK && allocations == before,
          "a solve allocates nothing");
    warm_start(c, &p, r, u);
    same_bits(c, &p);
    wd_contact_set(c, WD_CONTACT_MAX_STEPS, 1);
    wd_contact_set(c, WD_CONTACT_TOLERANCE, 0);
    int32_t status = wd_contact_solve(c, r, u, 0);
    check(status == WD_ENOCONV || report_of(c, WD_CONTACT_AT_FLOOR) == 1,
          "a solve limited to one step ends with status %d", status);
    wd_contact_free(c);
    free(r);
    free(u);
    problem_free(&p);
    scene_free(&s);
}

static void reports_hyperstatic(void)
{
    for (int k = 0; k < 2; k++) {
        struct scene s;
        struct problem p;
        if (k == 0)
            family_column(&s, 40, 0.5, 1);
        else
            family_vehicle(&s, 0.1, 0.5, 1000, 0.06);
        scene_problem(&s, &p);
        double *r = calloc(p.n, sizeof *r);
        wd_contact *c = make_handle(&p, 1e-10);
        int32_t status = wd_contact_solve(c, r, NULL, 0);
        check(status == WD_OK && report_of(c, WD_CONTACT_HYPERSTATIC) == k, "%s",
              k == 0 ? "the forces of a column are determinate"
                     : "the forces of four wheels are hyperstatic");
        wd_contact_free(c);
        free(r);
        problem_free(&p);
        scene_free(&s);
    }
}

int main(void)
{
    refused_arguments();
    one_contact();
    sparse_arguments();
    dense_again();
    closing_walls();
    results_in_other_units();
    solve_limits();
    reports_hyperstatic();
    return done();
}
