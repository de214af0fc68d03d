/* SPDX-License-Identifier: MIT */
/* Rows that never move, those of FIRM elements and the normal ones of SATURATED elements, are taken
 * out of a problem. Their forces follow from the others, of which those of the least norm are
 * taken:
 *
 *     r_f = r_0 + Y r,   u = A r + b
 *
 * A SATURATED element still needs its normal force N for the law, so its normal row becomes the
 * equation w (N - r_0 - Y r) = 0, with the diagonal entry w of the row as its unit. */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "num/dense.h"

#include <string.h>

static void list_firm(struct friction_problem *p)
{
    p->firm = p->saturated = 0;
    memset(p->is_firm, 0, p->rows * sizeof *p->is_firm);
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        if (e->set != FRICTION_FIRM && e->set != FRICTION_SATURATED)
            continue;
        p->saturated += e->set == FRICTION_SATURATED;
        p->is_firm[e->row] = 1;
        p->firm_row[p->firm++] = e->row;
    }
}

/* The firm forces without others, and what unit forces along the other rows add to them. */
static int answer_firm(struct friction_problem *p)
{
    struct semidefinite *s = &p->semidefinite;
    size_t n = s->n = p->firm, rows = p->rows;
    for (size_t i = 0; i < n; i++) {
        const double *w = p->W + p->firm_row[i] * rows;
        for (size_t j = 0; j < n; j++)
            s->a[i * n + j] = w[p->firm_row[j]];
        s->scale[i] = w[p->firm_row[i]];
        for (size_t j = 0; j < rows; j++)
            p->answer[i * rows + j] = p->is_firm[j] ? 0 : -w[j];
        p->still[i] = -p->q[p->firm_row[i]];
    }
    if (!semidefinite_factor(s))
        return 0;
    semidefinite_solve(s, p->still, p->still, 1);
    for (size_t j = 0; j < rows; j++)
        if (!p->is_firm[j])
            semidefinite_solve(s, p->answer + j, p->answer + j, rows);
    return 1;
}

/* With the factor U of the firm rows and C = U^-T W_fo, in p->matrix, the firm forces take C^T C
 * from W_oo of the other rows. C has as many rows as firm rows are independent. */
static void factor_coupling(struct friction_problem *p)
{
    const struct semidefinite *s = &p->semidefinite;
    size_t rows = p->rows;
    for (size_t i = 0; i < s->rank; i++)
        memcpy(p->matrix + i * rows, p->W + p->firm_row[s->order[i]] * rows,
               rows * sizeof *p->matrix);
    dense_forward_columns(s->a, s->rank, s->n, p->matrix, rows);
}

/* Add to the other rows what the firm forces do. Firm rows of A and b stay 0. */
static void add_firm(struct friction_problem *p)
{
    size_t rows = p->rows;
    memset(p->reduced, 0, rows * rows * sizeof *p->reduced);
    memset(p->reduced_q, 0, rows * sizeof *p->reduced_q);
    factor_coupling(p);
    for (size_t i = 0; i < rows; i++) {
        const double *w = p->W + i * rows;
        double *to = p->reduced + i * rows;
        if (p->is_firm[i])
            continue;
        memcpy(to, w, rows * sizeof *to);
        dense_subtract_rows(to, p->matrix + i, rows, p->matrix, rows, p->semidefinite.rank, rows);
        p->reduced_q[i] = p->q[i];
        for (size_t k = 0; k < p->firm; k++)
            p->reduced_q[i] += w[p->firm_row[k]] * p->still[k];
    }
}

static void set_normal_equation(struct friction_problem *p, size_t k)
{
    size_t rows = p->rows, row = p->firm_row[k];
    double diagonal = p->W[row * (rows + 1)], *to = p->reduced + row * rows;
    for (size_t j = 0; j < rows; j++) {
        to[j] = -diagonal * p->answer[k * rows + j];
        p->reduced[j * rows + row] = 0;
    }
    to[row] = diagonal;
    p->reduced_q[row] = -diagonal * p->still[k];
}

/* The rank of these rows of the reduced matrix; 0: a number is not finite. */
static int find_rank(struct friction_problem *p, const size_t *row, size_t n, size_t *rank)
{
    struct semidefinite *s = &p->semidefinite;
    s->n = n;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            s->a[i * n + j] = p->reduced[row[i] * p->rows + row[j]];
        s->scale[i] = p->W[row[i] * (p->rows + 1)];
    }
    int finite = semidefinite_rank(s);
    *rank = s->rank;
    return finite;
}

/* Do friction forces of SATURATED elements depend on each other, while all brakes hold? Then
 * SATURATED_CREEP decides how they are distributed. Brakes that depend on each other alone give way
 * as with other sets. */
static int find_creep(struct friction_problem *p)
{
    size_t brakes = 0, n, *row = p->pivot, held = 0, all;
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set == FRICTION_BAND)
            row[brakes++] = p->element[i].row;
    n = brakes;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 1; p->element[i].set == FRICTION_SATURATED && k < 3; k++)
            row[n++] = p->element[i].row + k;
    if ((brakes > 0 && !find_rank(p, row, brakes, &held)) || !find_rank(p, row, n, &all))
        return 0;
    p->creep = all - held < n - brakes ? SATURATED_CREEP : 0;
    if (p->saturated > 0 && held == brakes)
        p->added_compliance = FRICTION_REFACTOR * p->creep;
    return 1;
}

int friction_reduce(struct friction_problem *p)
{
    p->creep = 0, p->added_compliance = FRICTION_ADDED_COMPLIANCE;
    p->A = p->W, p->b = p->q;
    list_firm(p);
    if (p->firm == 0)
        return 1;
    if (!answer_firm(p))
        return 0;
    add_firm(p);
    size_t k = 0;
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set == FRICTION_SATURATED)
            set_normal_equation(p, k++);
        else if (p->element[i].set == FRICTION_FIRM)
            k++;
    p->A = p->reduced, p->b = p->reduced_q;
    return find_creep(p);
}

/* Normal forces of SATURATED elements stay those by which their friction is limited. */
void friction_restore(struct friction_problem *p)
{
    size_t k = 0;
    if (p->firm == 0)
        return;
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set == FRICTION_FIRM)
            p->change[k] = p->still[k] + dense_dot(p->answer + k * p->rows, p->r, p->rows), k++;
        else if (p->element[i].set == FRICTION_SATURATED)
            p->change[k] = p->r[p->element[i].row], k++;
    for (k = 0; k < p->firm; k++)
        p->r[p->firm_row[k]] = p->change[k];
    dense_product(p->u, p->W, p->rows, p->rows, p->r, p->rows);
    dense_add(p->u, 1, p->q, p->rows);
}
