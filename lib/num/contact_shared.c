/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "num/contact_cone.h"
#include "num/contact_shared.h"
#include "num/dense.h"
#include "num/elementary.h"

double contact_residual(const struct contact *s, const double *r, double *u)
{
    double sum = 0;
    contact_matrix_product(&s->W, r, s->q, u);
    for (size_t i = 0; i < s->count; i++)
        sum += cone_residual(s->d, s->mu[i], r + s->d * i, u + s->d * i);
    return sqrt(sum);
}

int contact_is_accepted(struct contact *s, double residual, double goal)
{
    if (!(residual <= num_fmax(goal, CONTACT_MOST_ROUNDING)))
        return 0;
    double *magnitude = s->step; /* |W| |r| + |q|, in memory that the methods do not use now */
    contact_matrix_absolute(&s->W, s->r, s->q, magnitude);
    double rounding =
        CONTACT_SUM_ROUNDING * dense_norm(magnitude, s->n); /* rounding error of the residual */
    return rounding <= CONTACT_MOST_ROUNDING && residual <= num_fmax(goal, rounding);
}

void contact_keep_best(struct contact *s, double residual)
{
    if (residual < s->residual && dense_norm(s->r, s->n) <= CONTACT_HUGE) {
        s->residual = residual;
        memcpy(s->best, s->r, s->n * sizeof *s->r);
    }
}

void contact_linear_factor(struct contact *s, double tiny)
{
    struct front_matrix A = contact_newton_matrix(s);
    front_lu_factor(&s->lu, &A, tiny);
    s->steps++;
}

void contact_linear_solve(struct contact *s, const double *right)
{
    struct front_matrix A = contact_newton_matrix(s);
    size_t n = s->n, d = s->d, tally = 0;
    double *rest = s->trial; /* right - A step */
    double right_norm = dense_norm(right, n);
    memcpy(s->step, right, n * sizeof *right);
    front_lu_solve(&s->lu, s->step);
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < s->count; i++) {
            double sum[3] = {0}, block[9];
            for (size_t b = s->W.start[i]; b < s->W.start[i + 1]; b++) {
                front_matrix_block(&A, d, b, i, b == s->W.diagonal[i], block, d);
                contact_block_add(d, block, s->step + d * s->W.column[b], sum);
            }
            for (size_t j = 0; j < d; j++)
                rest[d * i + j] = right[d * i + j] - sum[j];
            if (interrupt_tally(s->interrupt, &tally, d * contact_matrix_work(&s->W, i)))
                return;
        }
        double rest_norm = dense_norm(rest, n);
        if (rest_norm <= CONTACT_REFINED * right_norm || !isfinite(rest_norm))
            break;
        front_lu_solve(&s->lu, rest);
        dense_add(s->step, 1, rest, n);
    }
}
