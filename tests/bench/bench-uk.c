/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wd_uk_solve() against the route a user would write with gsl_linalg_SV_decomp(), both timed in
 * turns in this run: one line per size with the ratio of the medians. */
#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wheeldyn/constrained.h>

enum { ROUNDS = 201 };

struct problem {
    size_t n, m;
    gsl_matrix *M, *A;
    gsl_vector *Q, *b;
    double *qdd;
};

/* What the route needs, allocated once. */
struct route {
    gsl_matrix *L, *W, *V;
    gsl_vector *S, *work, *a, *r, *z, *y;
};

static double noise(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 2147483648.0 - 1;
}

static void fill(struct problem *p, size_t n, size_t m)
{
    unsigned seed = 7;
    *p = (struct problem){n,
                          m,
                          gsl_matrix_alloc(n, n),
                          gsl_matrix_alloc(m, n),
                          gsl_vector_alloc(n),
                          gsl_vector_alloc(m),
                          calloc(n, sizeof(double))};
    gsl_matrix *root = gsl_matrix_alloc(n, n);
    for (size_t i = 0; i < n * n; i++)
        root->data[i] = noise(&seed);
    gsl_matrix_set_identity(p->M);
    gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, root, root, 1, p->M);
    gsl_matrix_free(root);
    for (size_t i = 0; i < m * n; i++)
        p->A->data[i] = noise(&seed);
    for (size_t i = 0; i < n; i++)
        p->Q->data[i] = noise(&seed);
    for (size_t i = 0; i < m; i++)
        p->b->data[i] = noise(&seed);
}

/* qdd = a + L^-T W (W^T W)^+ (b - A a) with W = L^-1 A^T = U S V^T, so W^T+ = U S^-1 V^T */
static void by_gsl(const struct problem *p, struct route *s)
{
    gsl_matrix_memcpy(s->L, p->M);
    gsl_linalg_cholesky_decomp1(s->L);
    gsl_vector_memcpy(s->a, p->Q);
    gsl_linalg_cholesky_svx(s->L, s->a);
    gsl_matrix_transpose_memcpy(s->W, p->A);
    gsl_blas_dtrsm(CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 1, s->L, s->W);
    gsl_linalg_SV_decomp(s->W, s->V, s->S, s->work);
    gsl_vector_memcpy(s->r, p->b);
    gsl_blas_dgemv(CblasNoTrans, -1, p->A, s->a, 1, s->r);
    gsl_blas_dgemv(CblasTrans, 1, s->V, s->r, 0, s->z);
    for (size_t i = 0; i < p->m; i++) {
        double sigma = gsl_vector_get(s->S, i);
        double limit = (double)p->n * GSL_DBL_EPSILON * gsl_vector_get(s->S, 0);
        s->z->data[i] = sigma > limit ? s->z->data[i] / sigma : 0;
    }
    gsl_blas_dgemv(CblasNoTrans, 1, s->W, s->z, 0, s->y);
    gsl_blas_dtrsv(CblasLower, CblasTrans, CblasNonUnit, s->L, s->y);
    gsl_vector_add(s->y, s->a);
}

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x)
{
    qsort(x, ROUNDS, sizeof *x, ascending);
    return x[ROUNDS / 2];
}

static double largest_difference(const struct problem *p, const struct route *s)
{
    double largest = 0;
    for (size_t i = 0; i < p->n; i++)
        largest = GSL_MAX_DBL(largest, fabs(p->qdd[i] - s->y->data[i]));
    return largest;
}

static int compare(size_t n, size_t m, int calls)
{
    struct problem p;
    fill(&p, n, m);
    struct route s = {gsl_matrix_alloc(n, n), gsl_matrix_alloc(n, m), gsl_matrix_alloc(m, m),
                      gsl_vector_alloc(m),    gsl_vector_alloc(m),    gsl_vector_alloc(n),
                      gsl_vector_alloc(m),    gsl_vector_alloc(m),    gsl_vector_alloc(n)};
    wd_uk *uk;
    if (wd_uk_new(n, m, &uk) != WD_OK)
        return 1;
    static double ours[ROUNDS], theirs[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        for (int k = 0; k < calls; k++)
            wd_uk_solve(uk, p.M->data, p.Q->data, p.A->data, p.b->data, NULL, NULL,
                        WD_UK_MOORE_PENROSE, p.qdd, NULL, NULL);
        ours[i] = (now() - start) / calls;
        start = now();
        for (int k = 0; k < calls; k++)
            by_gsl(&p, &s);
        theirs[i] = (now() - start) / calls;
    }
    double a = median(ours), b = median(theirs), difference = largest_difference(&p, &s);
    printf("wd_uk_solve %zux%zu: %.1f times faster than gsl_linalg_SV_decomp (%.3g us, %.3g us), "
           "results differ by %.1g\n",
           m, n, b / a, 1e6 * a, 1e6 * b, difference);
    wd_uk_free(uk);
    gsl_matrix *matrices[] = {p.M, p.A, s.L, s.W, s.V};
    gsl_vector *vectors[] = {p.Q, p.b, s.S, s.work, s.a, s.r, s.z, s.y};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++)
        gsl_matrix_free(matrices[i]);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        gsl_vector_free(vectors[i]);
    free(p.qdd);
    return !(difference < 1e-9);
}

int main(void)
{
    return compare(3, 2, 2000) | compare(24, 21, 20);
}
