/* SPDX-License-Identifier: MIT */
/* The linear equations of given modes: unknowns, factorisation and step. They are used by Newton's
 * method and by paths. */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "num/lu.h"

/* ---- the unknowns ---- */

static struct friction_unknown *add_unknown(struct friction_problem *p, size_t element, size_t row)
{
    struct friction_unknown *x = &p->unknown[p->unknowns++];
    x->element = element, x->row = row, x->first = row, x->count = 1, x->run = 1, x->turns = 0;
    x->sibling = p->unknowns - 1;
    x->by[0] = 1;
    x->own[0] = x->own[1] = x->own[2] = 0;
    return x;
}

static void add_stick(struct friction_problem *p, size_t element)
{
    const struct friction_element *e = &p->element[element];
    size_t rows = friction_rows(e);
    for (size_t k = 0; k < rows; k++)
        add_unknown(p, element, e->row + k)->run = rows - k;
}

/* Magnitude of the friction force that a turn of the slip direction turns: mu times the present
 * normal force or, while this is not positive, as before a first step from 0, times the expected
 * normal force. */
static double turning_limit(const struct friction_problem *p, const struct friction_element *e)
{
    double normal = p->r[e->row];
    return e->mu * (normal > 0 ? normal : e->expected);
}

/* Add the unknowns of a sliding contact: the normal force, with which the friction force changes,
 * and the turn of the slip direction, unless this direction is given or the contact has none. */
static void add_slip(struct friction_problem *p, size_t element)
{
    const struct friction_element *e = &p->element[element];
    const double *d = e->direction;
    double limit = turning_limit(p, e);
    struct friction_unknown *x = add_unknown(p, element, e->row);
    x->count = 3;
    x->by[0] = 1, x->by[1] = -e->mu * d[0], x->by[2] = -e->mu * d[1];
    if (e->set == FRICTION_SLIDING || !(limit > 0) || (d[0] == 0 && d[1] == 0))
        return;
    x = add_unknown(p, element, e->row);
    x->turns = 1, x->count = 3;
    x->by[0] = 0, x->by[1] = -d[1], x->by[2] = d[0];
    x->own[0] = num_fmax(0, friction_along(e, p->u)) / limit;
}

static void add_saturated(struct friction_problem *p, size_t element)
{
    const struct friction_element *e = &p->element[element];
    size_t sibling = p->unknowns;
    for (size_t k = 0; k < 3; k++) {
        struct friction_unknown *x = add_unknown(p, element, e->row + k);
        x->sibling = sibling, x->first = e->row, x->count = 3;
        x->by[0] = k == 0, x->by[1] = e->rate[k], x->by[2] = e->rate[3 + k];
        for (size_t l = 0; k > 0 && l < 3; l++)
            x->own[l] = e->compliance * ((1 + p->creep) * (k == l) - e->rate[3 * (k - 1) + l]);
    }
}

void friction_list_unknowns(struct friction_problem *p)
{
    p->unknowns = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_SATURATED)
            add_saturated(p, i);
        else if (e->set != FRICTION_FIRM && e->mode == FRICTION_STICK)
            add_stick(p, i);
        else if (e->mode == FRICTION_SLIP && friction_has_cone(e))
            add_slip(p, i);
    }
}

/* ---- one step ---- */

/* Return the derivatives of the equation of x with respect to all forces, without x->own. */
static const double *equation_row(struct friction_problem *p, const struct friction_unknown *x)
{
    const double *w = p->A + x->row * p->rows;
    if (!x->turns)
        return w;
    for (size_t k = 0; k < p->rows; k++)
        p->combined[k] = x->by[1] * w[p->rows + k] + x->by[2] * w[2 * p->rows + k];
    return p->combined;
}

double friction_largest_normal(const struct friction_problem *p)
{
    double most = 0;
    for (size_t i = 0; i < p->count; i++)
        if (friction_has_cone(&p->element[i]))
            most = num_fmax(most, friction_diagonal(p, p->element[i].row));
    return most;
}

/* Return the compliance to add to the diagonal entry of x. SATURATED elements need none: their
 * normal forces are unique, and p->creep makes their friction forces unique. */
static double compliance_to_add(const struct friction_problem *p, const struct friction_unknown *x,
                                double normal)
{
    const struct friction_element *e = &p->element[x->element];
    if (e->set == FRICTION_SATURATED)
        return 0;
    int is_normal = !x->turns && friction_has_cone(e) && x->row == e->row;
    return p->added_compliance *
           (is_normal ? normal : friction_diagonal(p, x->row + (x->turns ? 1 : 0)));
}

/* Set a row of the matrix from the row w of A. */
static void fill_row(const struct friction_problem *p, const double *w, double *to)
{
    const struct friction_unknown *x = p->unknown, *end = x + p->unknowns;
    while (x < end) {
        const double *from = w + x->first;
        if (x->count > 1) {
            *to++ = from[0] * x->by[0] + from[1] * x->by[1] + from[2] * x->by[2];
            x++;
            continue;
        }
        to[0] = from[0];
        if (x->run >= 3) {
            to[1] = from[1], to[2] = from[2];
            to += 2, x += 2;
        }
        to++, x++;
    }
}

int friction_factor(struct friction_problem *p)
{
    size_t n = p->unknowns;
    double normal = p->added_compliance > 0 ? friction_largest_normal(p) : 0;
    p->factorisations++;
    if (interrupted(p->interrupt, n * n * n / 4))
        return 0;
    for (size_t i = 0; i < n; i++) {
        const struct friction_unknown *x = &p->unknown[i];
        double *to = p->matrix + i * n;
        fill_row(p, equation_row(p, x), to);
        if (p->added_compliance > 0)
            to[i] += compliance_to_add(p, x, normal);
        if (x->turns)
            to[i] += x->own[0];
        else if (p->element[x->element].set == FRICTION_SATURATED)
            for (size_t l = 0; l < 3; l++)
                to[x->sibling + l] += x->own[l];
    }
    return n == 0 || lu_factor(p->matrix, n, p->pivot);
}

double friction_equation(const struct friction_problem *p, const struct friction_unknown *x)
{
    const struct friction_element *e = &p->element[x->element];
    return e->set == FRICTION_SATURATED ? friction_saturated_equation(p, e, x->row - e->row)
                                        : friction_entry(x, p->u);
}

void friction_solve_change(struct friction_problem *p)
{
    lu_solve(p->matrix, p->unknowns, p->pivot, p->change);
}

void friction_find_change(struct friction_problem *p)
{
    for (size_t i = 0; i < p->unknowns; i++)
        p->change[i] = -friction_equation(p, &p->unknown[i]);
    friction_solve_change(p);
}

double friction_unsolved(const struct friction_problem *p)
{
    double normal = friction_largest_normal(p), most = 0;
    for (size_t i = 0; i < p->unknowns; i++) {
        const struct friction_unknown *x = &p->unknown[i];
        const struct friction_element *e = &p->element[x->element];
        int tangential = !friction_is_joint(e) && (x->turns || x->row > e->row);
        double unit = p->unit[e->row + (tangential ? 1 : 0)];
        most = num_fmax(most, fabs(compliance_to_add(p, x, normal) * p->change[i]) / unit);
    }
    return most;
}

void friction_keep_indeterminate(struct friction_problem *p)
{
    double normal = friction_largest_normal(p);
    for (size_t i = 0; i < p->unknowns; i++) {
        p->combined[i] = p->change[i];
        p->change[i] *= compliance_to_add(p, &p->unknown[i], normal);
    }
    friction_solve_change(p);
    for (size_t i = 0; i < p->unknowns; i++)
        p->change[i] = p->combined[i] - p->change[i];
}

static void turn_direction(double *d, double tangent)
{
    tangent = num_fmax(-FRICTION_MOST_TURN, num_fmin(FRICTION_MOST_TURN, tangent));
    double x = d[0] - tangent * d[1], y = d[1] + tangent * d[0], size = sqrt(x * x + y * y);
    d[0] = x / size;
    d[1] = y / size;
}

void friction_apply(struct friction_problem *p, double fraction)
{
    for (size_t i = 0; i < p->unknowns; i++) {
        const struct friction_unknown *x = &p->unknown[i];
        struct friction_element *e = &p->element[x->element];
        double change = fraction * p->change[i];
        if (e->set == FRICTION_SATURATED)
            e->demand[x->row - e->row] += change;
        else if (e->mode == FRICTION_STICK)
            p->r[x->row] += change;
        else if (x->turns)
            turn_direction(e->direction, -change / turning_limit(p, e));
        else
            p->combined[x->element] = change;
    }
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_SATURATED) {
            saturated_evaluate(p, e);
        } else if (friction_has_cone(e) && e->mode == FRICTION_SLIP) {
            p->r[e->row] += p->combined[i];
            friction_set_sliding_force(p, e);
        }
    }
}
