/* SPDX-License-Identifier: MIT */
/* The extended Udwadia-Kalaba solution; accuracy of all methods, compared with 60 digits. */
#include "num/uk.h"

#include <stdlib.h>
#include <wheeldyn/constrained.h>

#include "csv.h"
#include "matrix.h"
#include "tap.h"

enum { MOST_ROWS = 24, SQUARE = MOST_ROWS * MOST_ROWS };

struct system {
    struct uk uk;
    size_t n, m;
    double *memory;
    double M[SQUARE], A[SQUARE], N[SQUARE], Q[MOST_ROWS], C[MOST_ROWS], b[MOST_ROWS];
};

struct answer {
    double qdd[MOST_ROWS], Qi[MOST_ROWS], Qni[MOST_ROWS];
};

static void open_system(struct system *p, size_t n, size_t m)
{
    p->n = n;
    p->m = m;
    p->memory = malloc(uk_doubles(n, m) * sizeof *p->memory);
    uk_carve(&p->uk, n, m, p->memory);
    definite(p->M, n);
    fill(p->A, m * n);
    fill(p->Q, n);
    fill(p->C, n);
    fill(p->b, m);
    diagonal(p->N, NULL, m);
    for (size_t i = 0; i < m; i += 2)
        p->N[i * m + i] = uniform(0, 1);
}

/* Solve with a workspace filled with NaN, so that no result can depend on an earlier call. */
static int32_t solve_system(struct system *p, int32_t form, int32_t method, struct answer *x)
{
    for (size_t i = 0; i < uk_doubles(p->n, p->m); i++)
        p->memory[i] = (double)NAN;
    p->uk.inverse.method = method;
    return uk_solve(&p->uk, p->M, p->Q, p->A, p->b, p->C, p->N, form, x->qdd, x->Qi, x->Qni);
}

static double largest_difference(const struct answer *x, const struct answer *y, size_t n)
{
    return fmax(distance(x->qdd, y->qdd, n),
                fmax(distance(x->Qi, y->Qi, n), distance(x->Qni, y->Qni, n)));
}

/* Compute equations (4), (5) and (17) term by term with the full X and the inverse of M. */
static void by_the_book(struct system *p, int32_t form, struct answer *x)
{
    size_t n = p->n, m = p->m;
    static double X[SQUARE], inverse[SQUARE];
    double a[MOST_ROWS], c[MOST_ROWS], r[MOST_ROWS], t[MOST_ROWS];
    uk_inverse(&p->uk, p->A, p->M, p->N, form, X);
    struct uk other;
    double *memory = malloc(uk_doubles(n, n) * sizeof *memory);
    uk_carve(&other, n, n, memory);
    uk_inverse(&other, p->M, NULL, NULL, WD_UK_MOORE_PENROSE, inverse);
    free(memory);
    times(inverse, p->Q, n, n, 1, a);
    times(inverse, p->C, n, n, 1, c);
    times(p->A, a, m, n, 1, r);
    for (size_t i = 0; i < m; i++)
        r[i] = p->b[i] - r[i];
    times(X, r, n, m, 1, t);
    times(p->M, t, n, n, 1, x->Qi);
    times(p->A, c, m, n, 1, r);
    times(X, r, n, m, 1, t);
    for (size_t i = 0; i < n; i++)
        t[i] = c[i] - t[i];
    times(p->M, t, n, n, 1, x->Qni);
    for (size_t i = 0; i < n; i++)
        t[i] = p->Q[i] + x->Qi[i] + x->Qni[i];
    times(inverse, t, n, n, 1, x->qdd);
}

static void equations_hold(void)
{
    static const size_t sizes[][2] = {{1, 1}, {3, 2},   {2, 3}, {5, 5},
                                      {8, 4}, {24, 21}, {6, 1}, {9, 7}};
    static struct system p;
    for (size_t k = 0; k < 2 * (sizeof sizes / sizeof *sizes); k++) {
        open_system(&p, sizes[k / 2][0], sizes[k / 2][1]);
        for (size_t i = 0; i < p.n * p.n; i++)
            p.M[i] *= k % 2 == 0 || i % (p.n + 1) == 0; /* a diagonal M in every second problem */
        for (int32_t form = WD_UK_MOORE_PENROSE; form <= WD_UK_RELAXED; form++) {
            struct answer want, x, first;
            by_the_book(&p, form, &want);
            for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++) {
                check(solve_system(&p, form, method, &x) == WD_OK,
                      "%zu x %zu, form %d, method %d: solved", p.m, p.n, (int)form, (int)method);
                double scale = 1 + largest(want.qdd, p.n) + largest(want.Qi, p.n);
                check(largest_difference(&x, &want, p.n) < 1e-12 * scale,
                      "error of (4), (5), (17) %.1g", largest_difference(&x, &want, p.n) / scale);
                first = x;
                solve_system(&p, form, method, &x);
                check(memcmp(&x.qdd, &first.qdd, p.n * sizeof(double)) == 0 &&
                          memcmp(&x.Qi, &first.Qi, p.n * sizeof(double)) == 0,
                      "a second solution has the same bits");
            }
        }
        free(p.memory);
    }
}

/* Rows that share no coordinate are orthogonal in any diagonal metric, whatever their length; they
 * need no factorisation. */
static void orthogonal_rows(void)
{
    static const double weights[] = {0, 1e-12, 0.5, 1}, sizes[] = {1e-60, 1e-30, 1, 1e30, 1e60};
    static struct system p;
    open_system(&p, 5, 3);
    struct uk *uk = &p.uk;
    for (size_t i = 0; i < 25; i++)
        p.M[i] *= i % 6 == 0;
    for (size_t k = 0; k < 20; k++) {
        const double rows[15] = {1, 0, 0, 0, 2, 0, sizes[k % 5], 0, 0, 0, 0, 0, -3, 0.1, 0};
        memcpy(p.A, rows, sizeof rows);
        p.b[1] = sizes[k % 5] * 0.7;
        diagonal(p.N, (const double[]){1, weights[k / 5], 0.3}, 3);
        for (int32_t form = WD_UK_MOORE_PENROSE; form <= WD_UK_RELAXED; form++) {
            struct answer x, want;
            check(solve_system(&p, form, WD_UK_SVD, &want) == WD_OK,
                  "orthogonal rows are solved by SVD");
            size_t rank = uk->inverse.rank;
            check(solve_system(&p, form, WD_UK_AUTO, &x) == WD_OK && uk->inverse.rank == rank,
                  "orthogonal rows, form %d, size %g, weight %g", (int)form, sizes[k % 5],
                  weights[k / 5]);
            double scale = largest(want.qdd, 5) + largest(want.Qi, 5) + largest(want.Qni, 5);
            check(largest_difference(&x, &want, 5) < 1e-14 * scale, "AUTO and SVD differ by %.1g",
                  largest_difference(&x, &want, 5) / scale);
        }
    }
    free(p.memory);
}

/* NULL arguments give the same bits as the values for which they stand; outputs do not depend on
 * each other. */
static void left_out(void)
{
    static struct system p;
    struct answer x, y;
    open_system(&p, 6, 3);
    struct uk *uk = &p.uk;
    solve_system(&p, WD_UK_SEMINORM, WD_UK_AUTO, &x);
    uk_solve(uk, p.M, p.Q, p.A, p.b, p.C, p.N, WD_UK_SEMINORM, y.qdd, NULL, NULL);
    check(memcmp(x.qdd, y.qdd, 6 * sizeof(double)) == 0, "qdd is the same without forces");
    uk_solve(uk, p.M, p.Q, p.A, p.b, p.C, p.N, WD_UK_SEMINORM, NULL, NULL, y.Qni);
    check(memcmp(x.Qni, y.Qni, 6 * sizeof(double)) == 0, "Qni is the same on its own");
    diagonal(p.M, NULL, 6);
    diagonal(p.N, NULL, 3);
    zero(p.C, 6);
    zero(p.b, 3);
    solve_system(&p, WD_UK_WEIGHTED, WD_UK_AUTO, &x);
    int32_t status =
        uk_solve(uk, NULL, p.Q, p.A, NULL, NULL, NULL, WD_UK_WEIGHTED, y.qdd, y.Qi, y.Qni);
    check(status == WD_OK && largest_difference(&x, &y, 6) < 1e-15,
          "NULL stands for identity or zero");
    check(largest(y.Qni, 6) == 0, "without C there is no non-ideal force");
    free(p.memory);
}

static void no_rows(void)
{
    double memory[64], qdd[2], Qi[2], Qni[2];
    const double M[] = {2, 0, 0, 4}, Q[] = {2, 4}, C[] = {4, 4};
    struct uk uk;
    double *room = uk_doubles(2, 0) <= 64 ? memory : NULL;
    uk_carve(&uk, 2, 0, room);
    check(uk_solve(&uk, M, Q, NULL, NULL, C, NULL, WD_UK_SEMINORM, qdd, Qi, Qni) == WD_OK,
          "a problem without rows is solved");
    check(fabs(qdd[0] - 3) < 1e-15 && fabs(qdd[1] - 2) < 1e-15, "qdd = M^-1 (Q + C)");
    check(Qi[0] == 0 && Qi[1] == 0 && distance(Qni, C, 2) == 0, "Qi = 0, Qni = C");
    check(uk_inverse(&uk, NULL, M, NULL, WD_UK_RELAXED, NULL) == WD_OK && uk.inverse.rank == 0,
          "an empty inverse of rank 0");
}

/* Memory sizes beyond size_t are refused, even if their products wrap to small numbers. */
static void sizes_that_wrap(void)
{
    enum { HALF = 4 * sizeof(size_t) }; /* half of the bits of a size_t */
    const size_t big = (size_t)1 << (HALF + 1), half = (size_t)1 << (HALF - 1);
    check(uk_doubles(big, 1) == 0 && uk_doubles(1, big) == 0 && uk_doubles(big, big) == 0 &&
              uk_doubles(half, half) == 0 && uk_doubles(SIZE_MAX, 1) == 0 &&
              uk_doubles(1, SIZE_MAX) == 0 && uk_doubles(SIZE_MAX - 1, 3) == 0,
          "sizes beyond size_t are refused");
    check(uk_doubles(24, 21) > 24 * 24 + 21 * 24 && uk_doubles(24, 21) < 10000,
          "possible sizes are accepted");
}

/* Two equal rows with the right-hand sides 1 and 3 get the mean, 2, and the residual reports the
 * contradiction. */
static void contradicting_rows(void)
{
    static struct system p;
    struct answer x;
    open_system(&p, 4, 2);
    memcpy(p.A + 4, p.A, 4 * sizeof *p.A);
    p.b[0] = 1;
    p.b[1] = 3;
    for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++) {
        solve_system(&p, WD_UK_MOORE_PENROSE, method, &x);
        double sum = 0;
        for (size_t j = 0; j < 4; j++)
            sum += p.A[j] * x.qdd[j];
        near_abs(sum, 2, 1e-14, "contradicting rows get the mean of their right-hand sides");
        near_rel(uk_residual(&p.uk), sqrt(2), 1e-14, 0, "residual of contradicting rows");
        check(p.uk.inverse.rank == 1 && p.uk.inverse.used == WD_UK_SVD, "the method is SVD");
    }
    p.b[1] = 1;
    solve_system(&p, WD_UK_MOORE_PENROSE, WD_UK_AUTO, &x);
    check(uk_residual(&p.uk) < 1e-14, "rows that agree leave no residual");
    free(p.memory);
}

/* Masses and forces scaled by 1e-150, and rows with their right-hand sides scaled by 1e150 or
 * 1e-150, do not change the accelerations. */
static void far_units(void)
{
    static struct system p;
    struct answer want, x;
    open_system(&p, 5, 3);
    for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++)
        for (int32_t form = WD_UK_MOORE_PENROSE; form <= WD_UK_RELAXED; form++) {
            solve_system(&p, form, method, &want);
            struct system far = p;
            for (size_t i = 0; i < 25; i++)
                far.M[i] *= 1e-150;
            for (size_t i = 0; i < 15; i++)
                far.A[i] *= i < 5 ? 1e150 : 1e-150;
            for (size_t i = 0; i < 5; i++) {
                far.Q[i] *= 1e-150;
                far.C[i] *= 1e-150;
            }
            for (size_t i = 0; i < 3; i++)
                far.b[i] *= i < 1 ? 1e150 : 1e-150;
            int32_t status = solve_system(&far, form, method, &x);
            check(status == WD_OK && distance(x.qdd, want.qdd, 5) < 1e-12,
                  "rows by 1e150 and 1e-150, masses by 1e-150: form %d, method %d to %.1g",
                  (int)form, (int)method, distance(x.qdd, want.qdd, 5));
        }
    free(p.memory);
}

/* The method used depends on the angle between two rows; 1 / condition is about half of this angle.
 * used[k] is the method used if k is requested: 1 Cholesky, 2 QR, 3 SVD; 0 means AUTO. */
static void fall_back(void)
{
    static const struct {
        double angle;
        int32_t used[4];
    } cases[] = {{0.5, {1, 1, 2, 3}},   {1e-3, {3, 1, 2, 3}},  {1e-6, {3, 2, 2, 3}},
                 {1e-11, {3, 2, 2, 3}}, {1e-15, {3, 3, 3, 3}}, {0, {3, 3, 3, 3}}};
    static struct system p;
    struct answer x;
    open_system(&p, 3, 2);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++) {
            const double A[] = {1, 0, 0, 1, cases[k].angle, 0};
            memcpy(p.A, A, sizeof A);
            diagonal(p.M, NULL, 3);
            solve_system(&p, WD_UK_WEIGHTED, method, &x);
            check(p.uk.inverse.used == cases[k].used[method], "angle %g: method %d uses %d",
                  cases[k].angle, (int)method, (int)p.uk.inverse.used);
        }
    free(p.memory);
}

static int next_line(FILE *file, char *line, size_t size)
{
    while (fgets(line, (int)size, file))
        if (line[0] != '#')
            return 1;
    return 0;
}

static void read_numbers(FILE *file, double *x, size_t rows, size_t columns)
{
    char line[1024], *at;
    for (size_t i = 0; i < rows; i++) {
        int found = next_line(file, line, sizeof line);
        at = line;
        for (size_t j = 0; j < columns; j++)
            x[i * columns + j] = found ? strtod(at, &at) : (double)NAN;
    }
}

enum { KINDS = 14 };

struct score {
    char kind[16];
    double parameter, log_sum[4]; /* sums of log(error), by method */
    int count;
};

static double error_of(struct system *p, int32_t form, int32_t method, const double *want)
{
    double X[32];
    p->uk.inverse.method = method;
    if (uk_inverse(&p->uk, p->A, p->M, p->N, form, X) != WD_OK)
        return INFINITY;
    return distance(X, want, 32) / largest(want, 32);
}

static void nearly_dependent(struct system *p, struct score *score, const double *X)
{
    double error[4];
    diagonal(p->N, NULL, 4);
    for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++) {
        error[method] = error_of(p, WD_UK_SEMINORM, method, X);
        score->log_sum[method] += log(fmax(error[method], 1e-17));
    }
    score->count++;
    check(error[0] <= error[3] + 2e-15, "delta %g: error of AUTO %.1g, of SVD %.1g",
          score->parameter, error[0], error[3]);
    check(error[1] < 20 * error[3] + 2e-15 && error[2] < 20 * error[3] + 2e-15,
          "error of CHOLESKY %.1g, of QR %.1g", error[1], error[2]);
}

static void strongly_relaxed(struct system *p, double s, const double *X18, const double *Xsym)
{
    const double weight[] = {1, 1, 1, s * s};
    diagonal(p->N, weight, 4);
    for (int32_t method = WD_UK_AUTO; method <= WD_UK_SVD; method++) {
        double seminorm = error_of(p, WD_UK_SEMINORM, method, X18);
        double relaxed = error_of(p, WD_UK_RELAXED, method, Xsym);
        check(seminorm < 1e-14, "s %g: error of (18) by method %d %.1g", s, (int)method, seminorm);
        check(relaxed < 1e-14, "s %g: error of X_sym by method %d %.1g", s, (int)method, relaxed);
    }
}

/* Compare the geometric mean of the errors of AUTO with that of an independent program's SVD on
 * similar problems; ours may be ten times as large. */
static void compare_scores(const struct score *scores, size_t count)
{
    struct csv csv;
    csv_open(&csv, "inverses/e_accuracy.csv");
    while (csv_next(&csv)) {
        double delta = csv_real(&csv, "param"), theirs = csv_real(&csv, "svdA");
        for (size_t k = 0; k < count && strcmp(csv_text(&csv, "kind"), "delta") == 0; k++)
            if (strcmp(scores[k].kind, "delta") == 0 && scores[k].parameter == delta) {
                const double *sum = scores[k].log_sum;
                double n = scores[k].count, ours = exp(sum[0] / n);
                check(ours < 10 * theirs,
                      "delta %g: error of AUTO %.1g, of SVD in another program %.1g", delta, ours,
                      theirs);
                printf("# delta %g: geometric mean AUTO %.1e CHOLESKY %.1e QR %.1e SVD %.1e\n",
                       delta, ours, exp(sum[1] / n), exp(sum[2] / n), exp(sum[3] / n));
            }
    }
}

static void problems_from_file(void)
{
    static struct system p;
    static struct score scores[KINDS];
    size_t kinds = 0, problems = 0;
    char path[1024], line[1024], kind[16];
    const char *folder = getenv("WHEELDYN_TEST_REF");
    snprintf(path, sizeof path, "%s/inverses/accuracy.txt", folder ? folder : "tests/ref");
    FILE *file = fopen(path, "r");
    open_system(&p, 8, 4);
    while (file && next_line(file, line, sizeof line)) {
        double parameter, X[32], Xsym[32];
        if (sscanf(line, "%15s %lf", kind, &parameter) != 2)
            break;
        problems++;
        read_numbers(file, p.M, 8, 8);
        read_numbers(file, p.A, 4, 8);
        read_numbers(file, X, 8, 4);
        if (strcmp(kind, "delta") != 0) {
            read_numbers(file, Xsym, 8, 4);
            strongly_relaxed(&p, parameter, X, Xsym);
            continue;
        }
        if (kinds == 0 || scores[kinds - 1].parameter != parameter) {
            strcpy(scores[kinds].kind, kind);
            scores[kinds++].parameter = parameter;
        }
        nearly_dependent(&p, &scores[kinds - 1], X);
    }
    if (file)
        fclose(file);
    check(problems == 35 && kinds == 7, "%zu problems were read", problems);
    compare_scores(scores, kinds);
    free(p.memory);
}

int main(void)
{
    equations_hold();
    orthogonal_rows();
    left_out();
    no_rows();
    sizes_that_wrap();
    contradicting_rows();
    far_units();
    fall_back();
    problems_from_file();
    return done();
}
