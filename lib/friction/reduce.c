/* SPDX-License-Identifier: MIT */
/* Eliminate the firm rows: the rows of FIRM elements and the normal rows of SATURATED elements.
 * Their velocity is 0 in every solution. Their forces r_f follow from the forces r of the other
 * rows, and the velocities of the other rows are those of a problem with A and b in place of W and
 * q:
 *
 *     r_f = r_0 + Y r,   u = A r + b
 *
 * If r_f is statically indeterminate, it is the one of least norm. A SATURATED element still needs
 * its normal force N as an unknown of the law. Its normal row therefore becomes the equation
 * w (N - r_0 - Y r) = 0. The factor w, the diagonal entry of the row in W, makes this residual a
 * velocity. */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "num/dense.h"

#include <string.h>

/* Number of rows of an element that are eliminated, from its first row on. */
static size_t firm_rows(const struct friction_element *e)
{
    if (e->set == FRICTION_SATURATED)
        return 1;
    return e->set == FRICTION_FIRM ? friction_rows(e) : 0;
}

static void list_firm(struct friction_problem *p)
{
    p->firm = p->saturated = 0;
    memset(p->is_firm, 0, p->rows * sizeof *p->is_firm);
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        p->saturated += e->set == FRICTION_SATURATED;
        for (size_t k = 0; k < firm_rows(e); k++) {
            p->is_firm[e->row + k] = 1;
            p->firm_row[p->firm++] = e->row + k;
        }
    }
}

/* Compute r_0, the firm forces if all other forces are 0, and Y, their derivatives by the other
 * forces. Returns 0 if a number is not finite. */
static int solve_firm(struct friction_problem *p)
{
    struct semidefinite *s = &p->semidefinite;
    size_t n = s->n = p->firm, rows = p->rows, others = rows - n;
    double *Y = p->Y;
    for (size_t i = 0; i < n; i++) {
        const double *w = p->W + p->firm_row[i] * rows;
        for (size_t j = 0; j < n; j++)
            s->a[i * n + j] = w[p->firm_row[j]];
        s->scale[i] = w[p->firm_row[i]];
        for (size_t j = 0; j < rows; j++)
            if (!p->is_firm[j])
                *Y++ = -w[j];
        p->r_0[i] = -p->q[p->firm_row[i]];
    }
    if (!semidefinite_factor(s))
        return 0;
    semidefinite_solve(s, p->r_0, p->r_0, 1);
    for (size_t j = 0; j < others; j++)
        semidefinite_solve(s, p->Y + j, p->Y + j, others);
    return 1;
}

/* Write row k of Y with entries for all rows, 0 for firm ones. */
static void write_firm_force(const struct friction_problem *p, size_t k, double *to)
{
    const double *Y = p->Y + k * (p->rows - p->firm);
    for (size_t j = 0; j < p->rows; j++)
        to[j] = p->is_firm[j] ? 0 : *Y++;
}

/* Compute C = U^-T W_fo into p->matrix, with the factor U of the firm rows, W_ff = U^T U. The firm
 * forces subtract C^T C from W_oo of the other rows. The number of rows of C is the rank of W_ff.
 */
static void factor_coupling(struct friction_problem *p)
{
    const struct semidefinite *s = &p->semidefinite;
    size_t rows = p->rows;
    for (size_t i = 0; i < s->rank; i++)
        memcpy(p->matrix + i * rows, p->W + p->firm_row[s->order[i]] * rows,
               rows * sizeof *p->matrix);
    dense_forward_columns(s->a, s->rank, s->n, p->matrix, rows);
}

/* Set A and b of the other rows: W and q with the effect of the firm forces. The firm rows of A and
 * b are 0. */
static void set_other_rows(struct friction_problem *p)
{
    size_t rows = p->rows;
    factor_coupling(p); /* reads the factor of the firm rows in p->reduced */
    memset(p->reduced, 0, rows * rows * sizeof *p->reduced);
    memset(p->reduced_q, 0, rows * sizeof *p->reduced_q);
    for (size_t i = 0; i < rows; i++) {
        const double *w = p->W + i * rows;
        double *to = p->reduced + i * rows;
        if (p->is_firm[i])
            continue;
        memcpy(to, w, rows * sizeof *to);
        dense_subtract_rows(to, p->matrix + i, rows, p->matrix, rows, p->semidefinite.rank, rows);
        p->reduced_q[i] = p->q[i];
        for (size_t k = 0; k < p->firm; k++)
            p->reduced_q[i] += w[p->firm_row[k]] * p->r_0[k];
    }
}

static void set_normal_equation(struct friction_problem *p, size_t k)
{
    size_t rows = p->rows, row = p->firm_row[k];
    double diagonal = p->W[row * (rows + 1)], *to = p->reduced + row * rows;
    write_firm_force(p, k, to);
    for (size_t j = 0; j < rows; j++) {
        to[j] *= -diagonal;
        p->reduced[j * rows + row] = 0;
    }
    to[row] = diagonal;
    p->reduced_q[row] = -diagonal * p->r_0[k];
}

/* Find the rank of these rows of the reduced matrix, in the place of the Newton matrix. Returns 0
 * if a number is not finite. */
static int find_rank(const struct friction_problem *p, const size_t *row, size_t n, size_t *rank)
{
    struct semidefinite s = p->semidefinite;
    s.n = n, s.a = p->matrix;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            s.a[i * n + j] = p->reduced[row[i] * p->rows + row[j]];
        s.scale[i] = p->W[row[i] * (p->rows + 1)];
    }
    int finite = semidefinite_rank(&s);
    *rank = s.rank;
    return finite;
}

/* Set p->creep to SATURATED_CREEP if the friction forces of SATURATED elements are statically
 * indeterminate while all brakes hold. The creep then determines their distribution. If rows of
 * brakes depend on each other, FRICTION_ADDED_COMPLIANCE is kept; this compliance distributes the
 * forces of brakes as in problems without SATURATED elements. 0: a number is not finite. */
static int set_creep(struct friction_problem *p)
{
    size_t brakes = 0, n, *row = p->pivot, brake_rank = 0, total_rank;
    for (size_t i = 0; i < p->count; i++)
        if (friction_is_joint(&p->element[i]))
            row[brakes++] = p->element[i].row;
    n = brakes;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 1; p->element[i].set == FRICTION_SATURATED && k < 3; k++)
            row[n++] = p->element[i].row + k;
    if ((brakes > 0 && !find_rank(p, row, brakes, &brake_rank)) ||
        !find_rank(p, row, n, &total_rank))
        return 0;
    p->creep = total_rank - brake_rank < n - brakes ? SATURATED_CREEP : 0;
    if (p->saturated > 0 && brake_rank == brakes)
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
    if (!solve_firm(p))
        return 0;
    set_other_rows(p);
    size_t k = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (p->element[i].set == FRICTION_SATURATED)
            set_normal_equation(p, k);
        k += firm_rows(&p->element[i]);
    }
    p->A = p->reduced, p->b = p->reduced_q;
    return set_creep(p);
}

/* Compute the forces of FIRM elements and all velocities. A SATURATED element keeps the normal
 * force N that limits its friction. */
void friction_restore(struct friction_problem *p)
{
    size_t k = 0;
    if (p->firm == 0)
        return;
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_SATURATED)
            p->change[k++] = p->r[e->row];
        for (size_t j = 0; e->set == FRICTION_FIRM && j < friction_rows(e); j++, k++) {
            write_firm_force(p, k, p->combined);
            p->change[k] = p->r_0[k] + dense_dot(p->combined, p->r, p->rows);
        }
    }
    for (k = 0; k < p->firm; k++)
        p->r[p->firm_row[k]] = p->change[k];
    dense_product(p->u, p->W, p->rows, p->rows, p->r, p->rows);
    dense_add(p->u, 1, p->q, p->rows);
}
