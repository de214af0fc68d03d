/* SPDX-License-Identifier: MIT */
/* Equations (10.2) of mech/mech.h as one dense system, written out for comparison. */
#ifndef MECH_DENSE_H
#define MECH_DENSE_H

#include <gsl/gsl_linalg.h>
#include <string.h>

#include "mech/mech.h"

enum { DENSE_SPEEDS = 36, DENSE_ROWS = 31, DENSE = DENSE_SPEEDS + DENSE_ROWS };

static inline void put_vec(double *to, struct vec v)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

/* Dense matrix D of the rows, rows x speeds. */
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

/* Solve the equations of motion by LU with pivoting; n = 6 bodies + rows, at most DENSE. */
static inline void dense_solve(const struct mech_system *system, const struct mech_state *state,
                               const struct mech_drive *drive, struct mech_work *work,
                               struct mech_rate *rate, double *lambda)
{
    static double A[DENSE * DENSE], b[DENSE], x[DENSE], D[DENSE_ROWS * DENSE_SPEEDS];
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
