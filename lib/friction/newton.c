/* SPDX-License-Identifier: MIT */
/* A semismooth Newton method. A projection of the forces onto their admissible sets gives each
 * element its mode: open, stick or slip. The next step solves the linearised equations of these
 * modes:
 *
 *     stick    u = 0, for all rows
 *     slip     r_t = -mu r_n d,   u_n = 0,   d'.u = 0     (d' is the direction d turned by 90 deg)
 *     SLIDING  u_n = 0, with r_t as above for the given d
 *     brake    u = 0, or r = -limit d
 *     stop     u = 0, or r = -limit side
 *     SATURATED   its law, for the unknowns N (normal force) and L (demanded friction)
 *
 * A step is shortened if the merit after it is not below the largest of the merits before the last
 * three steps. */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "friction/saturated.h"
#include "num/dense.h"
#include "num/lu.h"

#include <string.h>

/* ---- the unknowns ---- */

static struct friction_unknown *add_unknown(struct friction_problem *p, size_t element, size_t row)
{
    struct friction_unknown *x = &p->unknown[p->unknowns++];
    x->element = element, x->row = row, x->first = row, x->count = 1, x->turns = 0;
    x->sibling = p->unknowns - 1;
    x->own[0] = x->own[1] = x->own[2] = 0;
    return x;
}

static void add_stick(struct friction_problem *p, size_t element)
{
    const struct friction_element *e = &p->element[element];
    for (size_t k = 0; k < friction_rows(e); k++)
        add_unknown(p, element, e->row + k);
}

/* Magnitude of the friction force that a turn of the slip direction turns: mu times the present
 * normal force or, while this is not positive, as before a first step from 0, times the expected
 * normal force. */
static double turning_limit(const struct friction_problem *p, const struct friction_element *e)
{
    double normal = p->r[e->row];
    return e->mu * (normal > 0 ? normal : e->expected);
}

/* Add two unknowns for a sliding contact: the normal force, which changes the friction force with
 * it, and the turn of the slip direction. */
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
    x->own[0] = num_fmax(0, friction_slip_speed(p, e)) / limit;
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

/* True if the contact pushes only, and its normal force limits its friction. */
static int has_cone(const struct friction_element *e)
{
    return e->set == FRICTION_CONE || e->set == FRICTION_SLIDING;
}

static void list_unknowns(struct friction_problem *p)
{
    p->unknowns = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_SATURATED)
            add_saturated(p, i);
        else if (e->set != FRICTION_FIRM && e->mode == FRICTION_STICK)
            add_stick(p, i);
        else if (e->mode == FRICTION_SLIP && has_cone(e))
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

/* Return the largest diagonal entry of W in a normal row. All normal rows get the same compliance,
 * so that statically indeterminate normal forces converge to the least sum of squares. */
static double largest_normal(const struct friction_problem *p)
{
    double most = 0;
    for (size_t i = 0; i < p->count; i++)
        if (has_cone(&p->element[i]))
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
    int is_normal = !x->turns && has_cone(e) && x->row == e->row;
    return p->added_compliance *
           (is_normal ? normal : friction_diagonal(p, x->row + (x->turns ? 1 : 0)));
}

static int factor(struct friction_problem *p)
{
    size_t n = p->unknowns;
    double normal = largest_normal(p);
    if (interrupted(p->interrupt, n * n * n / 4))
        return 0;
    for (size_t i = 0; i < n; i++) {
        const struct friction_unknown *x = &p->unknown[i], *y = p->unknown;
        const double *w = equation_row(p, x);
        double *to = p->matrix + i * n;
        for (size_t j = 0; j < n; j++, y++)
            to[j] = y->count == 1 ? w[y->first]
                                  : w[y->first] * y->by[0] + w[y->first + 1] * y->by[1] +
                                        w[y->first + 2] * y->by[2];
        to[i] += compliance_to_add(p, x, normal);
        if (x->turns)
            to[i] += x->own[0];
        else if (p->element[x->element].set == FRICTION_SATURATED)
            for (size_t l = 0; l < 3; l++)
                to[x->sibling + l] += x->own[l];
    }
    return lu_factor(p->matrix, n, p->pivot);
}

static double equation(const struct friction_problem *p, const struct friction_unknown *x)
{
    const struct friction_element *e = &p->element[x->element];
    const double *u = p->u + x->row;
    if (x->turns)
        return x->by[1] * u[1] + x->by[2] * u[2];
    if (e->set == FRICTION_SATURATED)
        return friction_saturated_equation(p, e, x->row - e->row);
    return u[0];
}

static void find_change(struct friction_problem *p)
{
    for (size_t i = 0; i < p->unknowns; i++)
        p->change[i] = -equation(p, &p->unknown[i]);
    lu_solve(p->matrix, p->unknowns, p->pivot, p->change);
}

static void turn_direction(double *d, double tangent)
{
    tangent = num_fmax(-FRICTION_MOST_TURN, num_fmin(FRICTION_MOST_TURN, tangent));
    double x = d[0] - tangent * d[1], y = d[1] + tangent * d[0], size = sqrt(x * x + y * y);
    d[0] = x / size;
    d[1] = y / size;
}

/* Apply this fraction of the step to forces, directions and demands. */
static void apply_step(struct friction_problem *p, double fraction)
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
        } else if (has_cone(e) && e->mode == FRICTION_SLIP) {
            p->r[e->row] += p->combined[i];
            friction_set_sliding_force(p, e);
        }
    }
}

/* ---- all steps ---- */

static void save_iterate(struct friction_problem *p)
{
    memcpy(p->kept_r, p->r, p->rows * sizeof *p->r);
    memcpy(p->kept, p->element, p->count * sizeof *p->element);
}

static void restore_iterate(struct friction_problem *p)
{
    memcpy(p->r, p->kept_r, p->rows * sizeof *p->r);
    memcpy(p->element, p->kept, p->count * sizeof *p->element);
}

/* Apply this fraction of the step, project and judge the result. Returns how many modes
 * change. */
static size_t try_fraction(struct friction_problem *p, double fraction)
{
    apply_step(p, fraction);
    friction_update_velocities(p);
    size_t changes = friction_project(p);
    if (changes > 0)
        friction_update_velocities(p);
    friction_judge(p);
    return changes;
}

/* Line search: apply the largest fraction 1, 1/2, 1/4, ... of the step with which the merit is
 * sufficiently below `before`, else the smallest fraction. Returns how many modes change. */
static size_t search_line(struct friction_problem *p, double before)
{
    for (double fraction = 1;; fraction /= 2) {
        size_t changes = try_fraction(p, fraction);
        if (p->merit <= (1 - FRICTION_DECREASE * fraction) * before ||
            fraction <= FRICTION_SHORTEST)
            return changes;
        restore_iterate(p);
    }
}

/* Take one more full step, which leaves a residual of rounding. The step is undone if the residual
 * does not decrease. Returns 0 if the step changes modes and the search must continue. A small
 * residual alone is not enough: where only creep makes the forces unique, the residual, a velocity,
 * does not bound the error of the forces. */
static int polish(struct friction_problem *p, size_t *changes)
{
    double before = p->residual;
    list_unknowns(p);
    if (*changes > 0 && !factor(p))
        return 1;
    save_iterate(p);
    find_change(p);
    *changes = try_fraction(p, 1);
    if (*changes > 0 && p->residual > FRICTION_GOAL)
        return 0;
    if (!(p->residual < before)) {
        *changes = 0;
        restore_iterate(p);
        friction_update_velocities(p);
        friction_judge(p);
    }
    return 1;
}

/* State of the nonmonotone line search. */
struct progress {
    double merit[3]; /* before the last three steps: a step must improve on the largest */
    double best;     /* smallest residual so far */
    double last;     /* residual before the last step */
    size_t stalled;  /* steps in a row without progress (FRICTION_PROGRESS) */
};

/* Take a full step with the factorisation of the last step. Returns 0 if the merit does not
 * decrease; the step is then undone. */
static int take_step_again(struct friction_problem *p, size_t *changes)
{
    double merit = p->merit, residual = p->residual;
    find_change(p);
    *changes = try_fraction(p, 1);
    if (p->merit < merit)
        return 1;
    restore_iterate(p);
    friction_update_velocities(p);
    p->merit = merit, p->residual = residual;
    *changes = 0;
    return 0;
}

/* Take one step. The last factorisation is used again if no mode has changed and the last step has
 * reduced the residual by the factor FRICTION_REFACTOR, or if this is the first step after
 * FRICTION_FROM_LAST. Returns 0 if there is no factorisation. */
static int take_step(struct friction_problem *p, size_t step, struct progress *to, size_t *changes)
{
    size_t unknowns = p->unknowns;
    list_unknowns(p);
    int serves =
        *changes == 0 && p->unknowns == unknowns && p->residual <= FRICTION_REFACTOR * to->last;
    to->last = p->residual;
    to->merit[step % 3] = p->merit;
    save_iterate(p);
    if (!serves || !take_step_again(p, changes)) {
        if (!factor(p))
            return 0;
        find_change(p);
        *changes = search_line(p, num_fmax(to->merit[0], num_fmax(to->merit[1], to->merit[2])));
    }
    to->stalled = p->residual > FRICTION_PROGRESS * to->best ? to->stalled + 1 : 0;
    to->best = num_fmin(to->best, p->residual);
    return 1;
}

/* True if the residual is below FRICTION_GOAL, or if the steps stall at an acceptable residual. */
static int is_near(const struct friction_problem *p, const struct progress *to)
{
    return p->residual <= FRICTION_GOAL ||
           (to->stalled >= FRICTION_STALLED && p->residual <= FRICTION_ACCEPTED);
}

int friction_newton(struct friction_problem *p, enum friction_start from)
{
    /* Firm rows overwrite the last factorisation (reduce.c). */
    int again = from == FRICTION_FROM_LAST && p->firm == 0;
    struct progress to = {.best = INFINITY, .last = again ? INFINITY : 0};
    size_t changes = again ? 0 : p->count;
    if (from != FRICTION_FROM_HERE)
        friction_begin(p, from);
    friction_update_velocities(p);
    /* The merit is infinite before a first step from stick, so that the step may increase it. */
    p->merit = p->residual = INFINITY;
    if (from != FRICTION_FROM_STICK)
        friction_judge(p);
    for (size_t step = 0; step < FRICTION_STEPS && to.stalled < FRICTION_LOST; step++) {
        if (is_near(p, &to) &&
            (p->firm == 0 || p->residual <= FRICTION_ROUNDING || polish(p, &changes)))
            break;
        if (!take_step(p, step, &to, &changes))
            return 0;
        if (step == 0 && from == FRICTION_FROM_STICK)
            to.merit[0] = 0;
    }
    int solved = p->residual <= FRICTION_ACCEPTED;
    if (solved && changes > 0)
        friction_project(p); /* set the modes that belong to the solution */
    return solved;
}
