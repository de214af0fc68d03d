/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of friction. */
#ifndef FRICTION_INSIDE_H
#define FRICTION_INSIDE_H

#include <math.h>

#include "friction/problem.h"
#include "num/dense.h"
#include "num/elementary.h"

/* Diagonal entry of a row in W, the matrix of all rows. The reduced matrix may have 0 there. */
static inline double friction_diagonal(const struct friction_problem *p, size_t row)
{
    return p->W[row * (p->rows + 1)];
}

/* Mean diagonal entry of the two tangential rows of a CONE or SATURATED element. */
static inline double friction_tangential_diagonal(const struct friction_problem *p,
                                                  const struct friction_element *e)
{
    return (friction_diagonal(p, e->row + 1) + friction_diagonal(p, e->row + 2)) / 2;
}

/* Length without underflow and overflow, to rounding; num_hypot() takes three times as long. */
static inline double friction_length(double x, double y)
{
    double square = x * x + y * y;
    return dense_square_fits(square) ? sqrt(square) : num_hypot(x, y);
}

/* Set the friction force of a sliding contact from its normal force and slip direction. */
static inline void friction_set_sliding_force(struct friction_problem *p,
                                              const struct friction_element *e)
{
    double *r = p->r + e->row;
    r[1] = -e->mu * r[0] * e->direction[0];
    r[2] = -e->mu * r[0] * e->direction[1];
}

/* True if the contact pushes only, and its normal force limits its friction. */
static inline int friction_has_cone(const struct friction_element *e)
{
    return e->set == FRICTION_CONE || e->set == FRICTION_SLIDING;
}

/* Number of rows of an element: 1 or 3. */
static inline size_t friction_rows(const struct friction_element *e)
{
    if (e->set == FRICTION_FIRM)
        return (size_t)e->firm_rows;
    return friction_is_joint(e) ? 1 : 3;
}

/* Force with which a STOP element pushes, without the force of the brake on the same joint. */
static inline double friction_push(const struct friction_problem *p,
                                   const struct friction_element *e)
{
    return e->side * p->r[e->row] + e->limit;
}

/* friction_push() after one step of projection, before the projection limits it to 0 or more. */
static inline double friction_push_ahead(const struct friction_problem *p,
                                         const struct friction_element *e)
{
    return friction_push(p, e) - e->side * p->u[e->row] / friction_diagonal(p, e->row);
}

/* Set the slip direction of the element to that of (x, y), or to 0 if this is 0. */
static inline void friction_set_direction(struct friction_element *e, double x, double y)
{
    double size = friction_length(x, y);
    e->direction[0] = size > 0 ? x / size : 0;
    e->direction[1] = size > 0 ? y / size : 0;
}

/* Component of v, entries of all rows, along the slip direction of the element. */
static inline double friction_along(const struct friction_element *e, const double *v)
{
    v += e->row;
    return e->set == FRICTION_BAND ? v[0] * e->direction[0]
                                   : v[1] * e->direction[0] + v[2] * e->direction[1];
}

/* Component of v (entries of all rows) in the direction of the equation of x: across the slip
 * direction if x turns this direction, otherwise along the row of x. The equation of x sets this
 * component of p->u to 0, unless it is the law of a SATURATED element. */
static inline double friction_entry(const struct friction_unknown *x, const double *v)
{
    v += x->row;
    return x->turns ? x->by[1] * v[1] + x->by[2] * v[2] : v[0];
}

/* Eliminate the firm rows: set p->A and p->b. Returns 0 if a number is not finite, else 1. */
int friction_reduce(struct friction_problem *);
/* After the search: compute the forces along firm rows and all velocities. */
void friction_restore(struct friction_problem *);

/* Compute p->u = A r + b from p->r. */
void friction_update_velocities(struct friction_problem *);

/* Set p->scale and the units of the residuals of rows. */
void friction_set_units(struct friction_problem *);

/* Set the modes of CONE, SLIDING, BAND and STOP elements by one projection of their forces. An
 * element whose mode or slip direction changes gets the forces that follow from the new mode.
 * Returns the number of these elements. */
size_t friction_project(struct friction_problem *);

/* Set p->merit and p->residual from p->r and p->u; return p->residual. The residual of a row is the
 * change of its force by one step of projection onto its set, converted to a velocity. */
double friction_judge(struct friction_problem *);

/* Compute by the law the element's forces in p->r and their derivatives in e->rate from its
 * demands. */
void saturated_evaluate(const struct friction_problem *, struct friction_element *);
/* Set the demand L to that at which the law gives u_t = e->steady, for the normal force in
 * demand[0]. */
void saturated_guess_demand(struct friction_element *);

/* Residual of equation k of a SATURATED element at p->u, as a velocity. k = 0: the normal row
 * (reduce.c); k = 1, 2: the tangential components of the law (saturated.c). */
static inline double friction_saturated_equation(const struct friction_problem *p,
                                                 const struct friction_element *e, size_t k)
{
    double u = p->u[e->row + k];
    if (k == 0)
        return u;
    return u + e->lag[k - 1] + e->compliance * ((1 + p->creep) * e->demand[k] - p->r[e->row + k]);
}

/* Starts of Newton's method, all with the present modes of the elements. */
enum friction_start {
    /* From p->r and the demands of the elements. */
    FRICTION_FROM_HERE,
    /* From p->r, with the forces of sliding elements at their limits. If there are no firm rows,
     * the last factorisation is used first. */
    FRICTION_FROM_LAST,
    /* From forces of 0, with demands of SATURATED elements as the caller has guessed them, or else
     * those of a slip that does not change. */
    FRICTION_FROM_GUESS
};

/* Set forces and demands for a start other than FRICTION_FROM_HERE. */
void friction_begin(struct friction_problem *, enum friction_start);

/* The unknowns of a Newton step. friction_list_unknowns() lists those of the present modes.
 * friction_factor() factorises their matrix, and returns 0 if it is singular.
 * friction_find_change() solves for the step p->change that reduces all equations to 0;
 * friction_solve_change() solves with p->change as right-hand side; friction_equation() is the
 * residual of one equation, as a velocity. friction_apply() applies this fraction of p->change to
 * forces, directions and demands. */
void friction_list_unknowns(struct friction_problem *);
int friction_factor(struct friction_problem *);
void friction_find_change(struct friction_problem *);
void friction_solve_change(struct friction_problem *);
double friction_equation(const struct friction_problem *, const struct friction_unknown *);
void friction_apply(struct friction_problem *, double fraction);

/* Residual that a full step p->change leaves in the linearised equations, because their matrix has
 * the added compliance. A large one shows that the equations of the modes have no solution. */
double friction_unsolved(const struct friction_problem *);
/* Remove from p->change its part along statically indeterminate forces: the part that a second
 * solution with the added compliance finds. */
void friction_keep_indeterminate(struct friction_problem *);

/* The largest diagonal entry of W in a normal row. All normal rows get the same compliance, so that
 * statically indeterminate normal forces converge to the least sum of squares. */
double friction_largest_normal(const struct friction_problem *);

/* Save forces and states of the elements, and return to those saved. */
void friction_save_iterate(const struct friction_problem *, struct friction_iterate *);
void friction_restore_iterate(struct friction_problem *, const struct friction_iterate *);

/* Starts of a path (follow.c): the last iterate of Newton's method, or open contacts. With these
 * the added velocity increases with the number of the element or, REVERSED, decreases. */
enum friction_path {
    FRICTION_PATH_FROM_ITERATE,
    FRICTION_PATH_FROM_OPEN,
    FRICTION_PATH_FROM_OPEN_REVERSED
};

/* Follow a path to the modes and forces of a solution, or as far as it leads. Returns 0 if the path
 * runs in a circle, or if the host stops the search. */
int friction_follow(struct friction_problem *, enum friction_path from);

/* Follow the solution while the coefficients of friction of SATURATED elements grow from 0 or, if
 * it `shrinks`, decrease from infinity (grow.c). Returns 1 if this leads to a solution. */
int friction_grow(struct friction_problem *, int shrinks);

/* Search for a solution by Newton's method. Returns 1 if p->r, p->u and the elements are now a
 * solution, to FRICTION_ACCEPTED. */
int friction_newton(struct friction_problem *, enum friction_start);

/* Number of doubles in p->matrix for the factors of p->cones with so many elements. */
size_t friction_cones_doubles(size_t most);
/* Increase the count of solutions found by the stage p->rung. */
void friction_count(const struct friction_problem *);

#endif
