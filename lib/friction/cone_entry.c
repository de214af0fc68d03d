/* SPDX-License-Identifier: MIT */
/* Matrix of the cone problem of cones.c. */
#include "friction/inside.h"

int friction_cone_row(const struct friction_element *e, size_t k, size_t *row)
{
    int one = e->set == FRICTION_SLIDING || e->set == FRICTION_STOP;
    *row = e->row + (e->set == FRICTION_BAND ? 0 : k);
    return e->set == FRICTION_CONE || (one && k == 0) || (e->set == FRICTION_BAND && k == 1) ||
           (e->set == FRICTION_REBOUND && k > 0);
}

double friction_cone_side(const struct friction_element *e)
{
    return e->set == FRICTION_STOP ? e->side : 1;
}

/* Velocity along the row of w by a unit normal force with its given friction. */
static double sliding_entry(const struct friction_element *e, const double *w)
{
    return w[0] - e->mu * (e->direction[0] * w[1] + e->direction[1] * w[2]);
}

/* Diagonal entry of cone rows that the element does not have. It keeps the mean of the cone's
 * diagonal entries positive where the entry of the normal row of a SLIDING element is not
 * positive. */
static double loose_entry(const struct friction_problem *p, const struct friction_element *e)
{
    double own = friction_diagonal(p, e->row);
    if (e->set != FRICTION_SLIDING)
        return own;
    return num_fmax(own, -sliding_entry(e, p->A + e->row * (p->rows + 1)));
}

double friction_cone_entry(const struct friction_problem *p, const struct friction_element *a,
                           size_t i, const struct friction_element *b, size_t j)
{
    size_t row, column;
    int has_row = friction_cone_row(a, i, &row);
    if (!friction_cone_row(b, j, &column) || !has_row)
        return a == b && i == j ? loose_entry(p, a) : 0;
    const double *w = p->A + row * p->rows + column;
    double by = friction_cone_side(a) * friction_cone_side(b);
    return by * (b->set == FRICTION_SLIDING ? sliding_entry(b, w) : w[0]);
}
