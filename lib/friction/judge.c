/* SPDX-License-Identifier: MIT */
/* Residuals of the laws of all elements. All stages of the search use them to accept a solution. */
#include "friction/inside.h"
#include "num/dense.h"

#include <string.h>

/* Sum of the squared residuals, and the largest residual. Each is relative to the unit of its row.
 */
struct residuals {
    double squares, largest;
};

static void add_residual(const struct friction_problem *p, struct residuals *sum, double velocity,
                         size_t row)
{
    double residual = fabs(velocity) / p->unit[row];
    sum->squares += residual * residual;
    sum->largest = num_fmax(sum->largest, residual);
}

/* Add the residual of the friction disc |r_t| <= radius, as a velocity: the distance of r_t from
 * the projection of r_t - u_t/diagonal onto the disc. */
static void add_disc(const struct friction_problem *p, const struct friction_element *e,
                     double radius, struct residuals *sum)
{
    double diagonal = friction_tangential_diagonal(p, e);
    const double *r = p->r + e->row, *u = p->u + e->row;
    double x = r[1] - u[1] / diagonal, y = r[2] - u[2] / diagonal, size = friction_length(x, y);
    double part = size > radius ? radius / size : 1;
    add_residual(p, sum, friction_length(r[1] - part * x, r[2] - part * y) * diagonal, e->row + 1);
}

static void add_element(const struct friction_problem *p, const struct friction_element *e,
                        struct residuals *sum)
{
    const double *r = p->r + e->row, *u = p->u + e->row;
    double diagonal = friction_diagonal(p, e->row), x = r[0] - u[0] / diagonal;
    if (e->set == FRICTION_FIRM)
        return;
    if (e->set == FRICTION_BAND) {
        add_residual(p, sum, (r[0] - num_fmax(-e->limit, num_fmin(e->limit, x))) * diagonal,
                     e->row);
        return;
    }
    if (e->set == FRICTION_STOP) {
        double push = friction_push(p, e), ahead = friction_push_ahead(p, e);
        add_residual(p, sum, (push - num_fmax(0, ahead)) * diagonal, e->row);
        return;
    }
    if (e->set == FRICTION_SATURATED) {
        for (size_t k = 0; k < 3; k++)
            add_residual(p, sum, friction_saturated_equation(p, e, k), e->row + k);
        return;
    }
    if (e->set != FRICTION_REBOUND)
        add_residual(p, sum, (r[0] - num_fmax(0, x)) * diagonal, e->row);
    if (e->set != FRICTION_SLIDING)
        add_disc(p, e, e->set == FRICTION_REBOUND ? e->limit : e->mu * num_fmax(0, r[0]), sum);
}

/* Set the scale to the largest velocity at zero forces, each divided by the root of its diagonal
 * entry. If all these velocities are 0, set it to the largest lag of a SATURATED element
 * (problem.h), divided in the same way. */
static void set_scale(struct friction_problem *p)
{
    double most = 0, lag = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        for (size_t k = 0; e->set != FRICTION_FIRM && k < friction_rows(e); k++)
            most = num_fmax(most, fabs(p->b[e->row + k]) / sqrt(friction_diagonal(p, e->row + k)));
        if (e->set == FRICTION_SATURATED)
            lag = num_fmax(lag, friction_length(e->lag[0], e->lag[1]) /
                                    sqrt(friction_tangential_diagonal(p, e)));
    }
    p->scale = most > 0 ? most : lag > 0 ? lag : 1;
}

/* Set the units of a SATURATED element. The lag is added to the units of its tangential rows: if
 * the lag is far above the scale, residuals are relative to the lag. This is enough, because a
 * relative error of the demand turns the friction force by an angle of at most this error. */
static void set_saturated_units(struct friction_problem *p, const struct friction_element *e)
{
    double lag = friction_length(e->lag[0], e->lag[1]);
    for (size_t k = 0; k < 3; k++)
        p->unit[e->row + k] = sqrt(friction_diagonal(p, e->row + k)) * p->scale + (k > 0 ? lag : 0);
}

void friction_set_units(struct friction_problem *p)
{
    set_scale(p);
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_SATURATED) {
            set_saturated_units(p, e);
            continue;
        }
        p->unit[e->row] = sqrt(friction_diagonal(p, e->row)) * p->scale;
        if (friction_rows(e) == 3)
            p->unit[e->row + 1] = sqrt(friction_tangential_diagonal(p, e)) * p->scale;
    }
}

double friction_judge(struct friction_problem *p)
{
    struct residuals sum = {0, 0};
    for (size_t i = 0; i < p->count; i++)
        add_element(p, &p->element[i], &sum);
    p->merit = sqrt(sum.squares);
    p->residual = sum.largest;
    return p->residual;
}

void friction_update_velocities(struct friction_problem *p)
{
    size_t first = 0;
    while (first < p->rows && p->r[first] == 0)
        first++;
    if (first == p->rows) { /* forces of 0, with which every search begins */
        memcpy(p->u, p->b, p->rows * sizeof *p->u);
        return;
    }
    first -= first % 4; /* so that dense_dot() groups the terms as in whole rows: same bits */
    dense_product(p->u, p->A + first, p->rows, p->rows, p->r + first, p->rows - first);
    dense_add(p->u, 1, p->b, p->rows);
}
