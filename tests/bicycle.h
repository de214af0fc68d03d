/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The benchmark bicycle for tests that look inside: parameters, and (10.2) as one dense system. */
#ifndef TEST_BICYCLE_H
#define TEST_BICYCLE_H

#include <gsl/gsl_linalg.h>
#include <string.h>

#include "models/bicycle/assemble.h"

enum { SPEEDS = 6 * BICYCLE_BODIES, DENSE = SPEEDS + BICYCLE_ROWS, BICYCLE_MEMORY = 4096 };

/* Meijaard et al. 2007, table 1 */
static const struct bicycle_parameters benchmark_bicycle = {
    .w = 1.02,
    .c = 0.08,
    .lam = 0.31415926535897932385,
    .gravity = 9.81,
    .rR = 0.3,
    .mR = 2,
    .IRxx = 0.0603,
    .IRyy = 0.12,
    .xB = 0.3,
    .zB = -0.9,
    .mB = 85,
    .IBxx = 9.2,
    .IBxz = 2.4,
    .IByy = 11,
    .IBzz = 2.8,
    .xH = 0.9,
    .zH = -0.7,
    .mH = 4,
    .IHxx = 0.05892,
    .IHxz = -0.00756,
    .IHyy = 0.06,
    .IHzz = 0.00708,
    .rF = 0.35,
    .mF = 3,
    .IFxx = 0.1405,
    .IFyy = 0.28,
};

/* Number of the row that the reference tables call i + 1. */
static const size_t table_row_of[BICYCLE_ROWS] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                                  11, 12, 13, 14, 15, 18, 16, 17, 19, 20};

static inline void put_vec(double *to, struct vec v)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

/* D of the filled rows, rows x speeds. */
static inline void dense_rows(const struct mech_system *system, const struct mech_work *work,
                              double *D)
{
    size_t n = 6 * system->bodies;
    memset(D, 0, mech_rows(system) * n * sizeof *D);
    for (size_t k = 0; k < system->hinges + system->wheels; k++) {
        const struct mech_group *g = &system->group[k];
        for (size_t i = g->first; i < g->first + g->rows; i++)
            for (size_t s = 0; s < (g->body[0] == g->body[1] ? 1u : 2u); s++) {
                put_vec(D + i * n + 6 * g->body[s], work->row[i].linear[s]);
                put_vec(D + i * n + 6 * g->body[s] + 3, work->row[i].angular[s]);
            }
    }
}

/* (10.2) by LU with pivoting, as one would write it; n = 6 bodies + rows at most DENSE. */
static inline void dense_solve(const struct mech_system *system, const struct mech_state *state,
                               const struct mech_drive *drive, struct mech_work *work,
                               struct mech_rate *rate, double *lambda)
{
    static double A[DENSE * DENSE], b[DENSE], x[DENSE], D[BICYCLE_ROWS * SPEEDS];
    size_t speeds = 6 * system->bodies, rows = mech_rows(system), n = speeds + rows;
    mech_constrain(system, state, MECH_BODY_AXES, work);
    mech_forces(system, state, drive, work->pose, (struct mech_rate *)b);
    dense_rows(system, work, D);
    memset(A, 0, n * n * sizeof *A);
    for (size_t i = 0; i < system->bodies; i++) {
        const struct mech_body *body = &system->body[i];
        double *at = A + 6 * i * n + 6 * i;
        at[0] = at[n + 1] = at[2 * n + 2] = body->mass;
        at += 3 * n + 3;
        put_vec(at, (struct vec){body->inertia.xx, body->inertia.xy, body->inertia.xz});
        put_vec(at + n, (struct vec){body->inertia.xy, body->inertia.yy, body->inertia.yz});
        put_vec(at + 2 * n, (struct vec){body->inertia.xz, body->inertia.yz, body->inertia.zz});
    }
    for (size_t i = 0; i < rows; i++) {
        b[speeds + i] = -work->row[i].g;
        for (size_t j = 0; j < speeds; j++)
            A[(speeds + i) * n + j] = A[j * n + speeds + i] = D[i * speeds + j];
    }
    size_t permutation[DENSE];
    int sign;
    gsl_matrix_view matrix = gsl_matrix_view_array(A, n, n);
    gsl_vector_view right = gsl_vector_view_array(b, n), solution = gsl_vector_view_array(x, n);
    gsl_permutation p = {n, permutation};
    gsl_linalg_LU_decomp(&matrix.matrix, &p, &sign);
    gsl_linalg_LU_solve(&matrix.matrix, &p, &right.vector, &solution.vector);
    memcpy(rate, x, speeds * sizeof *x);
    memcpy(lambda, x + speeds, rows * sizeof *x);
}

#endif
