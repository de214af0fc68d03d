/* SPDX-License-Identifier: MIT */
/* wd_uk_solve() against routes a user would write with gsl_linalg_SV_decomp(): the inverse (18),
 * the forces (4) and (5), the accelerations (17) of docs/theory/inverses.rst. One route computes
 * M^-1/2 from the eigenvectors of M, as (18) is printed; the library should be 10 times (2x3) and
 * 12 times (21x24) as fast as this route. The other route uses a Cholesky factor of M instead,
 * because any factor serves; its aims are slightly below the measured ratios. All are timed in turn
 * in one run, with memory allocated outside the loop. The output has one line per size and route
 * with the ratio of the medians. */
#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <wheeldyn/constrained.h>

#include "bench.h"

struct problem {
    size_t n, m;
    gsl_matrix *M, *A, *N;
    gsl_vector *Q, *b, *C;
    double *qdd, *Qi, *Qni;
};

struct route {
    int root; /* true: M^-1/2 from eigenvectors; false: Cholesky factor */
    gsl_eigen_symmv_workspace *eigen;
    gsl_matrix *L, *W, *V, *X, *vectors, *scaled, *inverse_root, *WV;
    gsl_vector *S, *work, *a, *c, *r, *rc, *y, *Qi, *Qni, *qdd;
};

static double noise(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 2147483648.0 - 1;
}

static void fill_vector(gsl_vector *x, unsigned *seed)
{
    for (size_t i = 0; i < x->size; i++)
        x->data[i] = noise(seed);
}

static void allocate(struct problem *p, size_t n, size_t m)
{
    *p = (struct problem){.n = n,
                          .m = m,
                          .M = gsl_matrix_alloc(n, n),
                          .A = gsl_matrix_alloc(m, n),
                          .N = gsl_matrix_alloc(m, m),
                          .Q = gsl_vector_alloc(n),
                          .b = gsl_vector_alloc(m),
                          .C = gsl_vector_alloc(n),
                          .qdd = calloc(n, sizeof(double)),
                          .Qi = calloc(n, sizeof(double)),
                          .Qni = calloc(n, sizeof(double))};
    gsl_matrix_set_identity(p->M);
    gsl_matrix_set_identity(p->N);
    gsl_matrix_set(p->N, m - 1, m - 1, 0.25);
}

/* The rolling wheel: x, z, theta; rows z' = slope theta' and x' = R theta', the last relaxed. They
 * are orthogonal if the ground is level, slope = 0. */
static void fill_wheel(struct problem *p, double slope)
{
    const double mass[] = {25, 25, 1.125}, rows[] = {0, 1, -slope, 1, 0, -0.3};
    const double Q[] = {-3, -245.25, 60}, C[] = {-50, 0, 15};
    allocate(p, 3, 2);
    for (size_t i = 0; i < 3; i++)
        gsl_matrix_set(p->M, i, i, mass[i]);
    for (size_t i = 0; i < 6; i++)
        p->A->data[i] = rows[i];
    for (size_t i = 0; i < 3; i++)
        p->Q->data[i] = Q[i], p->C->data[i] = C[i];
    p->b->data[0] = 0;
    p->b->data[1] = 0.5;
}

/* A dense mass matrix, dense rows, the last relaxed. */
static void fill_dense(struct problem *p, size_t n, size_t m)
{
    unsigned seed = 7;
    allocate(p, n, m);
    gsl_matrix *root = gsl_matrix_alloc(n, n);
    for (size_t i = 0; i < n * n; i++)
        root->data[i] = noise(&seed);
    gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, root, root, 1, p->M);
    gsl_matrix_free(root);
    for (size_t i = 0; i < m * n; i++)
        p->A->data[i] = noise(&seed);
    fill_vector(p->Q, &seed);
    fill_vector(p->b, &seed);
    fill_vector(p->C, &seed);
}

/* M^-1/2 = V diag(l)^-1/2 V^T */
static void inverse_root(const struct problem *p, struct route *s)
{
    gsl_matrix_memcpy(s->scaled, p->M);
    gsl_eigen_symmv(s->scaled, s->y, s->vectors, s->eigen);
    gsl_matrix_memcpy(s->scaled, s->vectors);
    for (size_t i = 0; i < p->n; i++) {
        gsl_vector_view column = gsl_matrix_column(s->scaled, i);
        gsl_vector_scale(&column.vector, 1 / sqrt(gsl_vector_get(s->y, i)));
    }
    gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, s->scaled, s->vectors, 0, s->inverse_root);
}

/* X = F (K A F^T)^+ N^1/2 with K = N^-1/2 and F = M^-1/2 or L^-T, from the singular values of the
 * transpose of K A F^T. */
static void inverse_by_gsl(const struct problem *p, struct route *s)
{
    if (s->root) {
        inverse_root(p, s);
        gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, s->inverse_root, p->A, 0, s->W);
    } else {
        gsl_matrix_transpose_memcpy(s->W, p->A);
        gsl_blas_dtrsm(CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 1, s->L, s->W);
    }
    for (size_t i = 0; i < p->m; i++) {
        gsl_vector_view column = gsl_matrix_column(s->W, i);
        gsl_vector_scale(&column.vector, 1 / sqrt(gsl_matrix_get(p->N, i, i)));
    }
    gsl_linalg_SV_decomp(s->W, s->V, s->S, s->work);
    for (size_t i = 0; i < p->m; i++) {
        double sigma = gsl_vector_get(s->S, i);
        double limit = (double)p->n * GSL_DBL_EPSILON * gsl_vector_get(s->S, 0);
        gsl_vector_view column = gsl_matrix_column(s->W, i);
        gsl_vector_scale(&column.vector, sigma > limit ? 1 / sigma : 0);
    }
    if (s->root) {
        gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, s->W, s->V, 0, s->WV);
        gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, s->inverse_root, s->WV, 0, s->X);
    } else {
        gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, s->W, s->V, 0, s->X);
        gsl_blas_dtrsm(CblasLeft, CblasLower, CblasTrans, CblasNonUnit, 1, s->L, s->X);
    }
    for (size_t i = 0; i < p->m; i++) {
        gsl_vector_view column = gsl_matrix_column(s->X, i);
        gsl_vector_scale(&column.vector, sqrt(gsl_matrix_get(p->N, i, i)));
    }
}

static void by_gsl(const struct problem *p, struct route *s)
{
    gsl_matrix_memcpy(s->L, p->M);
    gsl_linalg_cholesky_decomp1(s->L);
    inverse_by_gsl(p, s);
    gsl_vector_memcpy(s->a, p->Q);
    gsl_linalg_cholesky_svx(s->L, s->a);
    gsl_vector_memcpy(s->r, p->b);
    gsl_blas_dgemv(CblasNoTrans, -1, p->A, s->a, 1, s->r);
    gsl_blas_dgemv(CblasNoTrans, 1, s->X, s->r, 0, s->y);
    gsl_blas_dgemv(CblasNoTrans, 1, p->M, s->y, 0, s->Qi);
    gsl_vector_memcpy(s->c, p->C);
    gsl_linalg_cholesky_svx(s->L, s->c);
    gsl_blas_dgemv(CblasNoTrans, 1, p->A, s->c, 0, s->rc);
    gsl_blas_dgemv(CblasNoTrans, -1, s->X, s->rc, 1, s->c);
    gsl_blas_dgemv(CblasNoTrans, 1, p->M, s->c, 0, s->Qni);
    gsl_vector_memcpy(s->qdd, s->a);
    gsl_vector_add(s->qdd, s->y);
    gsl_vector_add(s->qdd, s->c);
}

static double largest_difference(const struct problem *p, const struct route *s)
{
    double largest = 0;
    for (size_t i = 0; i < p->n; i++) {
        largest = GSL_MAX_DBL(largest, fabs(p->qdd[i] - s->qdd->data[i]));
        largest = GSL_MAX_DBL(largest, fabs(p->Qi[i] - s->Qi->data[i]));
        largest = GSL_MAX_DBL(largest, fabs(p->Qni[i] - s->Qni->data[i]));
    }
    return largest;
}

static struct route make_route(size_t n, size_t m, int root)
{
    return (struct route){.root = root,
                          .eigen = gsl_eigen_symmv_alloc(n),
                          .L = gsl_matrix_alloc(n, n),
                          .W = gsl_matrix_alloc(n, m),
                          .V = gsl_matrix_alloc(m, m),
                          .X = gsl_matrix_alloc(n, m),
                          .vectors = gsl_matrix_alloc(n, n),
                          .scaled = gsl_matrix_alloc(n, n),
                          .inverse_root = gsl_matrix_alloc(n, n),
                          .WV = gsl_matrix_alloc(n, m),
                          .S = gsl_vector_alloc(m),
                          .work = gsl_vector_alloc(m),
                          .a = gsl_vector_alloc(n),
                          .c = gsl_vector_alloc(n),
                          .r = gsl_vector_alloc(m),
                          .rc = gsl_vector_alloc(m),
                          .y = gsl_vector_alloc(n),
                          .Qi = gsl_vector_alloc(n),
                          .Qni = gsl_vector_alloc(n),
                          .qdd = gsl_vector_alloc(n)};
}

struct contest {
    const struct problem *p;
    struct route route;
    wd_uk *uk;
    int calls;
};

static void ours(void *context)
{
    const struct contest *c = context;
    const struct problem *p = c->p;
    for (int k = 0; k < c->calls; k++)
        wd_uk_solve(c->uk, p->M->data, p->Q->data, p->A->data, p->b->data, p->C->data, p->N->data,
                    WD_UK_SEMINORM, p->qdd, p->Qi, p->Qni);
}

static void theirs(void *context)
{
    struct contest *c = context;
    for (int k = 0; k < c->calls; k++)
        by_gsl(c->p, &c->route);
}

/* The memory of problem and route is kept until the program ends. */
static int compare(const struct problem *p, int root, double aim, const char *name, int calls)
{
    struct contest c = {p, make_route(p->n, p->m, root), NULL, calls};
    if (wd_uk_new(p->n, p->m, &c.uk) != WD_OK)
        return 0;
    bench_pair(name, ours, &c, theirs, &c, calls, aim);
    wd_uk_free(c.uk);
    double difference = largest_difference(p, &c.route);
    if (!(difference < 1e-10))
        printf("the results differ by %.1g\n", difference);
    return difference < 1e-10;
}

int main(void)
{
    struct problem wheel, coupled, dense;
    fill_wheel(&wheel, 0);
    fill_wheel(&coupled, 0.1);
    fill_dense(&dense, 24, 21);
    int agree = compare(&wheel, 1, 1 / 10.0, "uk_solve 2x3 / SV_decomp with M^-1/2", 20000);
    agree &= compare(&dense, 1, 1 / 12.0, "uk_solve 21x24 / SV_decomp with M^-1/2", 200);
    agree &= compare(&wheel, 0, 1 / 8.0, "uk_solve 2x3 / SV_decomp with Cholesky of M", 20000);
    agree &= compare(&dense, 0, 1 / 9.0, "uk_solve 21x24 / SV_decomp with Cholesky of M", 200);
    agree &=
        compare(&coupled, 1, 1 / 10.0, "uk_solve 2x3, coupled rows / SV_decomp with M^-1/2", 20000);
    agree &= compare(&coupled, 0, 1 / 8.0,
                     "uk_solve 2x3, coupled rows / SV_decomp with Cholesky of M", 20000);
    return !agree;
}
