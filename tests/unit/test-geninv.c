/* SPDX-License-Identifier: MIT */
/* Generalised inverses: which identities hold and which do not; closed forms; limits. Numbers in
 * parentheses are equations of the paper, see constrained.h: (13) is WD_UK_WEIGHTED, (18)
 * WD_UK_SEMINORM. X_sym is WD_UK_RELAXED, A_M^+ WD_UK_MOORE_PENROSE. */
#include "num/uk.h"

#include <stdlib.h>
#include <wheeldyn/constrained.h>

#include "csv.h"
#include "matrix.h"
#include "tap.h"

enum { MOST_ROWS = 5 };

struct problem {
    size_t n, m;
    double M[MOST_ROWS * MOST_ROWS], A[MOST_ROWS * MOST_ROWS], N[MOST_ROWS * MOST_ROWS],
        K[MOST_ROWS * MOST_ROWS]; /* K = N^+ */
};

static int32_t compute_inverse(const struct problem *p, const double *N, int32_t form,
                               int32_t method, double *X)
{
    struct uk uk;
    size_t count = uk_doubles(p->n, p->m);
    double *memory = malloc(count * sizeof *memory);
    for (size_t i = 0; i < count; i++)
        memory[i] = (double)NAN;
    uk_carve(&uk, p->n, p->m, memory);
    uk.inverse.method = method;
    int32_t status = uk_inverse(&uk, p->A, p->M, N, form, X);
    free(memory);
    return status;
}

/* Largest errors of the identities of identities.csv, in its order. */
static void errors_of_identities(const struct problem *p, const double *X, double *fail)
{
    size_t n = p->n, m = p->m;
    double AX[25], XA[25], t[25], u[25], v[25];
    times(p->A, X, m, n, m, AX);
    times(X, p->A, n, m, n, XA);
    times(AX, p->A, m, m, n, t);
    fail[0] = distance(t, p->A, m * n); /* AXA = A */
    times(p->N, t, m, m, n, u);
    times(p->N, p->A, m, m, n, v);
    fail[2] = distance(u, v, m * n); /* NAXA = NA */
    times(XA, X, n, n, m, t);
    fail[1] = distance(t, X, n * m); /* XAX = X */
    times(p->N, AX, m, m, m, t);
    fail[3] = asymmetry(t, m); /* (NAX)^T = NAX */
    times(p->M, XA, n, n, n, t);
    fail[4] = asymmetry(t, n); /* (MXA)^T = MXA */
    fail[5] = asymmetry(AX, m);
    fail[6] = distance(AX, p->N, m * m);
    times(p->K, AX, m, m, m, t); /* N^+ A X */
    times(X, t, n, m, m, u);
    fail[7] = distance(u, X, n * m); /* X N^+ A X = X */
    times(t, p->K, m, m, m, u);
    times(u, p->A, m, m, n, v);
    times(p->K, p->A, m, m, n, u);
    fail[8] = distance(u, v, m * n); /* N^+ A X N^+ A = N^+ A */
    times(X, u, n, m, n, v);
    times(p->M, v, n, n, n, u);
    fail[9] = asymmetry(u, n); /* M X N^+ A symmetric */
    times(p->N, t, m, m, m, u);
    fail[10] = asymmetry(u, m); /* N N^+ A X symmetric */
}

static void make_wheel(struct problem *p, double s)
{
    const double mass[] = {25, 25, 1.125}, A[] = {0, 1, 0, 1, 0, -0.3}, N[] = {1, s * s};
    const double K[] = {1, s > 0 ? 1 / (s * s) : 0};
    *p = (struct problem){.n = 3, .m = 2};
    diagonal(p->M, mass, 3);
    memcpy(p->A, A, sizeof A);
    diagonal(p->N, N, 2);
    diagonal(p->K, K, 2);
}

/* Set N = V diag(l) V^T and its pseudoinverse K, 3 x 3, where V is a reflection. */
static void dense_weight(struct problem *p, const double *l)
{
    const double w[] = {0.6, -0.48, 0.64}; /* of norm 1 */
    double V[9], VL[9], VK[9], VT[9];
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            VT[j * 3 + i] = V[i * 3 + j] = (i == j) - 2 * w[i] * w[j];
            VL[i * 3 + j] = V[i * 3 + j] * l[j];
            VK[i * 3 + j] = l[j] > 0 ? V[i * 3 + j] / l[j] : 0;
        }
    times(VL, VT, 3, 3, 3, p->N);
    times(VK, VT, 3, 3, 3, p->K);
}

static void random_problem(struct problem *p, int deficient)
{
    *p = (struct problem){.n = 5, .m = 3};
    definite(p->M, 5);
    fill(p->A, 15);
    for (size_t j = 0; deficient && j < 5; j++)
        p->A[10 + j] = p->A[j] - 0.5 * p->A[5 + j];
    diagonal(p->N, NULL, 3);
    diagonal(p->K, NULL, 3);
}

static void make_problem(struct problem *p, const char *name)
{
    static const double quarter[] = {1, 1, 0.25}, four[] = {1, 1, 4}, dropped[] = {1, 1, 0};
    static const double spd[] = {2, 0.7, 0.3}, psd[] = {1.5, 0.4, 0}, projector[] = {1, 1, 0};
    if (strncmp(name, "wheel", 5) == 0) {
        make_wheel(p, strtod(strchr(name, '=') + 1, NULL));
        return;
    }
    random_problem(p, strncmp(name, "deficient", 9) == 0);
    if (strstr(name, "s2=.25")) {
        diagonal(p->N, quarter, 3);
        diagonal(p->K, four, 3);
    } else if (strstr(name, "diag(1 1 0)")) {
        diagonal(p->N, dropped, 3);
        diagonal(p->K, dropped, 3);
    } else if (strstr(name, "SPD")) {
        dense_weight(p, spd);
    } else if (strstr(name, "PSD")) {
        dense_weight(p, psd);
    } else if (strstr(name, "projector")) {
        dense_weight(p, projector);
    } else if (strcmp(name, "A=0") == 0) {
        zero(p->A, 15);
    }
}

/* Largest errors over a few problems of one case; the last error is that of X18 = X13(N^+) N. */
static int worst_failures(const char *name, int32_t form, int32_t method, double *worst)
{
    int good = 1;
    zero(worst, 12);
    for (int t = 0; t < 5; t++) {
        struct problem p;
        double X[25], X13[25], product[25], fail[12];
        make_problem(&p, name);
        good &= compute_inverse(&p, p.N, form, method, X) == WD_OK;
        errors_of_identities(&p, X, fail);
        good &= compute_inverse(&p, p.K, WD_UK_WEIGHTED, method, X13) == WD_OK;
        good &= compute_inverse(&p, p.N, WD_UK_SEMINORM, method, X) == WD_OK;
        times(X13, p.N, p.n, p.m, p.m, product);
        fail[11] = distance(X, product, p.n * p.m);
        for (int i = 0; i < 12; i++)
            worst[i] = fmax(worst[i], fail[i] / fmax(1, largest(X, p.n * p.m)));
    }
    return good;
}

/* Exactly those identities hold for which the table has an error of zero to rounding. */
static void identities_hold(void)
{
    static const char *const method[] = {"AUTO", "CHOLESKY", "QR", "SVD"};
    struct csv csv;
    csv_open(&csv, "inverses/identities.csv");
    while (csv_next(&csv)) {
        int32_t form = csv_real(&csv, "equation") == 13 ? WD_UK_WEIGHTED : WD_UK_SEMINORM;
        const char *name = csv_text(&csv, "case");
        for (int32_t k = WD_UK_AUTO; k <= WD_UK_SVD; k++) {
            double fail[12];
            check(worst_failures(name, form, k, fail), "(%s) %s, %s", csv.cell[0], name, method[k]);
            for (int i = 0; i < 11; i++) {
                int holds = strtod(csv.cell[i + 2], NULL) < 1e-12;
                check(holds ? fail[i] < 1e-13 : fail[i] > 1e-3, "(%s) %s, %s: %s %s (%.1g)",
                      csv.cell[0], name, method[k], csv.name[i + 2],
                      holds ? "holds" : "does not hold", fail[i]);
            }
            check(fail[11] < 1e-13, "%s, %s: (18) of N = (13) of N^+ times N (%.1g)", name,
                  method[k], fail[11]);
        }
    }
}

/* The fourth property (12) of A_M^+ needs MXA; XAM as printed is not symmetric. */
static void fourth_property(void)
{
    struct problem p;
    double X[25], XA[25], t[25];
    random_problem(&p, 0);
    compute_inverse(&p, NULL, WD_UK_MOORE_PENROSE, WD_UK_AUTO, X);
    times(X, p.A, 5, 3, 5, XA);
    times(p.M, XA, 5, 5, 5, t);
    check(asymmetry(t, 5) < 1e-14, "(12): asymmetry of M X A %.1g", asymmetry(t, 5));
    times(XA, p.M, 5, 5, 5, t);
    check(asymmetry(t, 5) > 1e-3, "(12): X A M as printed is not symmetric, %.1g", asymmetry(t, 5));
}

/* X as printed below (18); X_sym equals it, because the rows of the wheel are decoupled. */
static void wheel_closed_form(void)
{
    const double strength[] = {0, 1e-150, 1e-12, 1e-6, 0.5, 1};
    for (size_t k = 0; k < 6; k++) {
        double s = strength[k], D = 25 * 0.09 + 1.125, X[6];
        double want[] = {0, 1.125 * s * s / D, 1, 0, 0, -25 * 0.3 * s * s / D};
        struct problem p;
        make_wheel(&p, s);
        for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++)
            for (int32_t form = WD_UK_SEMINORM; form <= WD_UK_RELAXED; form++) {
                check(compute_inverse(&p, p.N, form, method, X) == WD_OK &&
                          fabs(X[2] - 1) < 2e-15 && fabs(X[0]) + fabs(X[3]) + fabs(X[4]) < 1e-15,
                      "wheel, s = %g, form %d, method %d: first row", s, (int)form, (int)method);
                check(fabs(X[1] - want[1]) + fabs(X[5] - want[5]) < 4e-15,
                      "wheel, s = %g, form %d, method %d: relaxed row", s, (int)form, (int)method);
                /* QR and SVD of X_sym resolve the relaxed row only relative to the others */
                if (method > WD_UK_CHOLESKY && form == WD_UK_RELAXED)
                    continue;
                near_rel(X[1], want[1], 2e-15, 0, "wheel: x of the relaxed row, relative");
                near_rel(X[5], want[5], 2e-15, 0, "wheel: theta of the relaxed row, relative");
            }
    }
}

/* (18) jumps where a row that is coupled to others is dropped; X_sym is continuous. */
static void continuity_in_weights(void)
{
    struct problem p;
    double at[25], near[25], weight[] = {1, 1, 0};
    random_problem(&p, 0);
    diagonal(p.N, weight, 3);
    compute_inverse(&p, p.N, WD_UK_SEMINORM, WD_UK_AUTO, at);
    p.N[8] = 1e-24;
    compute_inverse(&p, p.N, WD_UK_SEMINORM, WD_UK_AUTO, near);
    double jump = distance(at, near, 15);
    check(jump > 1e-2, "(18) jumps at s = 0 by %.2g", jump);
    for (double s = 1e-2; s > 1e-9; s *= 1e-2) {
        p.N[8] = 0;
        compute_inverse(&p, p.N, WD_UK_RELAXED, WD_UK_AUTO, at);
        p.N[8] = s * s;
        compute_inverse(&p, p.N, WD_UK_RELAXED, WD_UK_AUTO, near);
        check(distance(at, near, 15) < 10 * s * s + 1e-15,
              "X_sym is continuous at s = 0: %.1g, s %g", distance(at, near, 15), s);
        p.N[8] = 1;
        compute_inverse(&p, p.N, WD_UK_RELAXED, WD_UK_AUTO, at);
        p.N[8] = 1 - s * s;
        compute_inverse(&p, p.N, WD_UK_RELAXED, WD_UK_AUTO, near);
        check(distance(at, near, 15) < 100 * s * s + 1e-14,
              "X_sym is continuous at s = 1: %.1g, s %g", distance(at, near, 15), s);
    }
    compute_inverse(&p, NULL, WD_UK_MOORE_PENROSE, WD_UK_AUTO, near);
    check(distance(at, near, 15) < 1e-14, "X_sym at s = 1 is A_M^+");
}

/* Effect on a row a that occurs twice if both right-hand sides are 1: a X (1, 1)^T, ideally 1. */
static double effect_on_duplicate(struct problem *p, double s, int32_t form)
{
    double X[25], AX[4];
    const double weight[] = {1, s * s};
    diagonal(p->N, weight, 2);
    if (compute_inverse(p, p->N, form, WD_UK_AUTO, X) != WD_OK)
        return (double)NAN;
    times(p->A, X, 2, 5, 2, AX);
    return AX[0] + AX[1];
}

/* A row that occurs twice, once with the weight s. Under (18) the effect on the row is 2 s^2 / (1 +
 * s^2), which jumps to 1 at s = 0; X_sym always has the effect 1. */
static void duplicate_rows(void)
{
    struct problem p;
    random_problem(&p, 0);
    p.m = 2;
    memcpy(p.A + 5, p.A, 5 * sizeof *p.A);
    for (double s = 1; s > 1e-4; s *= 0.1) {
        double want = 2 * s * s / (1 + s * s);
        near_rel(effect_on_duplicate(&p, s, WD_UK_SEMINORM), want, 1e-12, 0,
                 "(18): effect on a row with a soft duplicate");
        near_abs(effect_on_duplicate(&p, s, WD_UK_RELAXED), 1, 2e-15,
                 "X_sym: effect on a row with a soft duplicate");
    }
    near_abs(effect_on_duplicate(&p, 0, WD_UK_SEMINORM), 1, 2e-15,
             "(18): a dropped duplicate has no effect");
    near_abs(effect_on_duplicate(&p, 0, WD_UK_RELAXED), 1, 2e-15,
             "X_sym: a dropped duplicate has no effect");
    double X[10];
    compute_inverse(&p, NULL, WD_UK_MOORE_PENROSE, WD_UK_AUTO, X);
    double uneven = 0;
    for (size_t i = 0; i < 5; i++)
        uneven = fmax(uneven, fabs(X[2 * i] - X[2 * i + 1]));
    check(uneven < 1e-15, "duplicates share the load evenly");
}

static void rank_of(const double *A, size_t m, double tolerance, size_t want, const char *what)
{
    struct uk uk;
    double X[20], *memory = malloc(uk_doubles(4, m) * sizeof *memory);
    uk_carve(&uk, 4, m, memory);
    uk.inverse.tolerance = tolerance;
    for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++) {
        uk.inverse.method = method;
        int32_t status = uk_inverse(&uk, A, NULL, NULL, WD_UK_MOORE_PENROSE, X);
        check(status == WD_OK && uk.inverse.rank == want, "%s: rank %zu by method %d", what,
              uk.inverse.rank, (int)method);
        check(largest(X, 4 * m) < 1e16, "%s: the inverse stays below 1e16", what);
    }
    free(memory);
}

/* The rank does not depend on the lengths of rows. */
static void ranks_of_rows(void)
{
    const double scaled[] = {1, 2, 0, 0, 1e-12, -1e-12, 0, 1e-12, 0, 0, 1e-15, 0};
    const double zero_row[] = {1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 3, 1};
    const double almost[] = {1, 2, 0, 1, 1, 2, 1e-9, 1}, all_zero[8] = {0};
    const double tall[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1};
    rank_of(scaled, 3, 0, 3, "rows of very different length");
    rank_of(zero_row, 3, 0, 2, "a zero row");
    rank_of(almost, 2, 0, 2, "rows at an angle of 1e-9");
    rank_of(almost, 2, 1e-6, 1, "rows at an angle of 1e-9, with a tolerance of 1e-6");
    rank_of(all_zero, 2, 0, 0, "A = 0");
    rank_of(tall, 5, 0, 4, "more rows than coordinates");
}

/* Matrices N that all forms with N refuse, and N that only X_sym refuses. */
static void bad_weights(void)
{
    const double negative[] = {1, 0, 0, -1e-9}, indefinite[] = {1, 2, 2, 1};
    const double lopsided[] = {1, 0.5, 0.4, 1}, not_finite[] = {1, 0, 0, INFINITY};
    const double not_a_number[] = {1, NAN, NAN, 1}, large[] = {1, 0, 0, 1.5}, full[] = {2, 1, 1, 2};
    const double semidefinite[] = {1, 1, 1, 1}, none[] = {0, 0, 0, 0}, turned[] = {0, 1, 1, 0};
    struct problem p;
    double X[6];
    make_wheel(&p, 1);
    const double *bad[] = {negative, indefinite, turned, lopsided, not_finite, not_a_number};
    for (int32_t form = WD_UK_WEIGHTED; form <= WD_UK_RELAXED; form++)
        for (size_t i = 0; i < 6; i++)
            check(compute_inverse(&p, bad[i], form, WD_UK_AUTO, X) == WD_EINVAL,
                  "form %d refuses N number %zu", (int)form, i);
    for (size_t i = 4; i < 6; i++)
        check(compute_inverse(&p, bad[i], WD_UK_MOORE_PENROSE, WD_UK_AUTO, X) == WD_EINVAL,
              "a form without N refuses number %zu", i);
    const double *good[] = {large, full, semidefinite};
    for (size_t i = 0; i < 3; i++) {
        check(compute_inverse(&p, good[i], WD_UK_WEIGHTED, WD_UK_AUTO, X) == WD_OK &&
                  compute_inverse(&p, good[i], WD_UK_SEMINORM, WD_UK_AUTO, X) == WD_OK,
              "(13) and (18) accept N number %zu", i);
        check(compute_inverse(&p, good[i], WD_UK_RELAXED, WD_UK_AUTO, X) == WD_EINVAL,
              "X_sym refuses N number %zu", i);
    }
    check(compute_inverse(&p, none, WD_UK_SEMINORM, WD_UK_AUTO, X) == WD_OK && largest(X, 6) == 0,
          "N = 0 drops all rows");
}

/* (13) depends only on the range of N if the rows are independent; rounding in N does not enlarge
 * this range. */
static void graded_weight(void)
{
    double worst = 0;
    for (int t = 0; t < 20; t++) {
        struct problem p;
        double v[3], w[3], even[9], X[15], want[15];
        random_problem(&p, 0);
        fill(v, 3);
        fill(w, 3);
        for (size_t i = 0; i < 9; i++) {
            p.N[i] = v[i / 3] * v[i % 3] + 1e-8 * w[i / 3] * w[i % 3];
            even[i] = v[i / 3] * v[i % 3] + w[i / 3] * w[i % 3];
        }
        int good = compute_inverse(&p, p.N, WD_UK_WEIGHTED, WD_UK_AUTO, X) == WD_OK &&
                   compute_inverse(&p, even, WD_UK_WEIGHTED, WD_UK_AUTO, want) == WD_OK;
        worst = fmax(worst, good ? distance(X, want, 15) / largest(want, 15) : (double)INFINITY);
    }
    check(worst < 1e-5, "an eigenvalue lost in rounding is zero (%.1g)", worst);
}

/* Rows a and 0.3 a, and an N with the eigenvector (0.3, -1), along which the row is zero to
 * rounding. */
static void vanishing_row(void)
{
    const double N[] = {2, 0.3, 0.3, 1.09};
    struct problem p;
    double X[15];
    random_problem(&p, 0);
    p.m = 2;
    for (size_t j = 0; j < 5; j++)
        p.A[5 + j] = 0.3 * p.A[j];
    for (int32_t form = WD_UK_WEIGHTED; form <= WD_UK_SEMINORM; form++)
        for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++)
            check(compute_inverse(&p, N, form, method, X) == WD_OK && largest(X, 10) < 1e3,
                  "a row that is zero to rounding does not count: form %d, method %d", (int)form,
                  (int)method);
}

/* A small coupling of rows is not neglected. */
static void weak_coupling(void)
{
    for (double c = 1e-3; c > 1e-18; c *= 0.1) {
        struct problem p = {.n = 3, .m = 2, .A = {1, 0, 0, c, 1, 0}};
        const double want[] = {1, 0, -c, 1, 0, 0};
        double X[6];
        diagonal(p.M, NULL, 3);
        compute_inverse(&p, NULL, WD_UK_MOORE_PENROSE, WD_UK_AUTO, X);
        check(distance(X, want, 6) < 1e-15, "rows coupled by %.0e have the exact inverse", c);
    }
}

int main(void)
{
    graded_weight();
    vanishing_row();
    weak_coupling();
    identities_hold();
    fourth_property();
    wheel_closed_form();
    continuity_in_weights();
    duplicate_rows();
    ranks_of_rows();
    bad_weights();
    return done();
}
