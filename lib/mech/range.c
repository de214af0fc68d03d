/* SPDX-License-Identifier: MIT */
/* Range-space method: (10.2) with the accelerations eliminated, D M^-1 D^T lambda = D M^-1 f +
 * g. */
#include "mech/mech.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "num/dense.h"
#include "num/svd.h"

/* u' := M^-1 f, lambda := D u' + g */
static void free_motion(const struct mech_system *system, const struct mech_state *state,
                        const struct mech_drive *drive, struct mech_work *work,
                        struct mech_rate *rate, double *lambda)
{
    mech_constrain(system, state, MECH_BODY_AXES, work);
    mech_forces(system, state, drive, work->pose, rate);
    for (size_t i = 0; i < system->bodies; i++) {
        rate[i].v = vec_scale(system->body[i].per_mass, rate[i].v);
        rate[i].w = sym_times(&system->body[i].inverse, rate[i].w);
    }
    for (size_t k = 0; k < system->hinges + system->wheels; k++) {
        const struct mech_group *g = &system->group[k];
        for (size_t i = g->first; i < g->first + g->rows; i++)
            lambda[i] = mech_row_product(g, &work->row[i], rate) + work->row[i].g;
    }
}

int32_t mech_range_space(const struct mech_system *system, const struct mech_state *state,
                         const struct mech_drive *drive, struct mech_work *work,
                         struct mech_rate *rate, double *lambda)
{
    struct mech_normal normal = {system, work, 0, 1};
    free_motion(system, state, drive, work, rate, lambda);
    if (!mech_normal_factor(&normal))
        return WD_ESINGULAR;
    mech_normal_solve(&normal, lambda);
    mech_push(&normal, lambda, rate);
    return WD_OK;
}

/* ---- by singular values ---- */

static size_t tall(const struct mech_system *system)
{
    size_t rows = mech_rows(system), speeds = 6 * system->bodies;
    return speeds > rows ? speeds : rows;
}

size_t mech_pseudo_doubles(const struct mech_system *system)
{
    size_t n = mech_rows(system);
    return tall(system) * n + n * n + 2 * n;
}

/* Write the column of L^-1 D^T that belongs to this row, where M = L L^T. */
static void put_column(const struct mech_system *system, const struct mech_group *group,
                       const struct mech_row *row, double *a, size_t n)
{
    for (size_t s = 0; s < (group->body[0] == group->body[1] ? 1u : 2u); s++) {
        const struct mech_body *body = &system->body[group->body[s]];
        const struct sym *half = &body->half;
        double root = sqrt(body->per_mass), *to = a + 6 * group->body[s] * n;
        struct vec linear = row->linear[s], angular = row->angular[s];
        to[0] = root * linear.x;
        to[n] = root * linear.y;
        to[2 * n] = root * linear.z;
        to[3 * n] = half->xx * angular.x;
        to[4 * n] = half->xy * angular.x + half->yy * angular.y;
        to[5 * n] = half->xz * angular.x + half->yz * angular.y + half->zz * angular.z;
    }
}

/* Relative to the largest singular value, in units of rows * eps; a smaller singular value counts
 * as zero. */
#define RANK_NOISE 10

/* lambda := (V s^2 V^T)^+ lambda */
static void apply(const double *v, const double *s, size_t n, size_t rows, double *lambda,
                  double *x)
{
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += v[i * n + j] * lambda[i];
        x[j] = s[j] > RANK_NOISE * (double)rows * DBL_EPSILON * s[0] ? sum / (s[j] * s[j]) : 0;
    }
    for (size_t i = 0; i < n; i++) {
        lambda[i] = 0;
        for (size_t j = 0; j < n; j++)
            lambda[i] += v[i * n + j] * x[j];
    }
}

int32_t mech_pseudo(const struct mech_system *system, const struct mech_state *state,
                    const struct mech_drive *drive, struct mech_work *work, struct mech_rate *rate,
                    double *lambda)
{
    size_t n = mech_rows(system), rows = tall(system);
    double *a = work->pseudo, *v = a + rows * n, *s = v + n * n, *x = s + n;
    free_motion(system, state, drive, work, rate, lambda);
    for (size_t i = 0; i < rows * n; i++)
        a[i] = 0;
    for (size_t k = 0; k < system->hinges + system->wheels; k++) {
        const struct mech_group *g = &system->group[k];
        for (size_t i = g->first; i < g->first + g->rows; i++)
            put_column(system, g, &work->row[i], a + i, n);
    }
    if (n > 0 && !(dense_finite(a, rows * n) && svd_factor(a, rows, n, v, s, NULL)))
        return WD_ESINGULAR;
    apply(v, s, n, rows, lambda, x);
    mech_push(&(struct mech_normal){system, work, 0, 1}, lambda, rate);
    return WD_OK;
}
