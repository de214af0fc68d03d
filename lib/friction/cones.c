/* SPDX-License-Identifier: MIT */
/* Adapter to the global solver of num/contact, which knows only friction cones of three rows. Each
 * element becomes one cone. Cone rows that the element does not have are decoupled from all others.
 *
 *     SLIDING   mu = 0: the friction force is proportional to the normal force and is part of the
 *               column of the normal force, which makes W unsymmetric
 *     BAND      the normal force is `limit` and mu = 1; the row of the element is the first
 *               tangential one
 *     REBOUND   the normal force is given
 *     STOP      mu = 0; the row of the element is the normal one, taken along its side; the normal
 *               force is the push of the stop, without the given force of the brake
 *
 * A problem is padded to the next of the sizes 1, 2, 4, ... or to the largest number of elements,
 * whichever is smaller. */
#include "friction/inside.h"
#include "friction/numbers.h"

#include "num/contact.h"
#include "num/contact_full.h"
#include "num/invariant.h"

#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

struct cones {
    size_t most; /* largest number of elements */
    struct contact solver;
    double *diagonal; /* of the matrix, which is written to the solver and scaled there */
    double *q, *mu, *r, *u, *compliance, *moved; /* sized for `most` elements */
    double *memory;
    size_t answers[FRICTION_RUNGS]; /* how often each stage has found the solution */
};

void friction_count(const struct friction_problem *p)
{
    struct cones *c = p->cones;
    if (c)
        c->answers[p->rung]++;
}

const size_t *friction_answers(const void *cones)
{
    return ((const struct cones *)cones)->answers;
}

/* ---- memory ---- */

/* A solver has room for at least one element. */
static size_t at_least_one(size_t most)
{
    return most > 0 ? most : 1;
}

static int take_memory(struct cones *c, size_t most)
{
    size_t rows = 3 * most;
    c->most = most;
    c->memory = calloc(6 * rows + most, sizeof *c->memory);
    if (!c->memory)
        return 0;
    c->diagonal = c->memory;
    c->q = c->diagonal + rows;
    c->r = c->q + rows;
    c->u = c->r + rows;
    c->compliance = c->u + rows;
    c->moved = c->compliance + rows;
    c->mu = c->moved + rows;
    return contact_full_new(&c->solver, 3, most);
}

void *friction_cones_new(size_t most)
{
    struct cones *c = calloc(1, sizeof *c);
    if (c && !take_memory(c, at_least_one(most))) {
        friction_cones_free(c);
        c = NULL;
    }
    return c;
}

void friction_cones_free(void *cones)
{
    struct cones *c = cones;
    if (c) {
        contact_free(&c->solver);
        free(c->memory);
    }
    free(c);
}

size_t friction_cones_doubles(size_t most)
{
    return contact_full_factor(3, at_least_one(most));
}

/* ---- the problem ---- */

/* Set *row to the row of the friction problem that is component k of the element's cone. Returns 0
 * if the element does not have this component, which is then decoupled from all other rows. */
static int cone_row(const struct friction_element *e, size_t k, size_t *row)
{
    int one = e->set == FRICTION_SLIDING || e->set == FRICTION_STOP;
    *row = e->row + (e->set == FRICTION_BAND ? 0 : k);
    return e->set == FRICTION_CONE || (one && k == 0) || (e->set == FRICTION_BAND && k == 1) ||
           (e->set == FRICTION_REBOUND && k > 0);
}

/* Direction of the normal row of the cone relative to the row of the element, 1 or -1. */
static double cone_side(const struct friction_element *e)
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

/* Entry of the matrix of the cone problem for component i of the cone of a and component j of the
 * cone of b. */
static double cone_entry(const struct friction_problem *p, const struct friction_element *a,
                         size_t i, const struct friction_element *b, size_t j)
{
    size_t row, column;
    int has_row = cone_row(a, i, &row);
    if (!cone_row(b, j, &column) || !has_row)
        return a == b && i == j ? loose_entry(p, a) : 0;
    const double *w = p->A + row * p->rows + column;
    double by = cone_side(a) * cone_side(b);
    return by * (b->set == FRICTION_SLIDING ? sliding_entry(b, w) : w[0]);
}

static double mu_of(const struct friction_element *e)
{
    int none = e->set == FRICTION_SLIDING || e->set == FRICTION_STOP;
    return none ? 0 : e->set == FRICTION_BAND ? 1 : e->mu;
}

/* Velocity of a row if all cones exert no force, but the brakes of all STOP elements exert theirs.
 */
static double free_velocity(const struct friction_problem *p, size_t row)
{
    double sum = p->b[row];
    for (size_t i = 0; i < p->count; i++) {
        const struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_STOP && e->limit > 0)
            sum -= p->A[row * p->rows + e->row] * e->side * e->limit;
    }
    return sum;
}

/* Set c->diagonal, with rows of the identity for the padding. */
static void set_diagonal(const struct friction_problem *p, struct cones *c, size_t n)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < 3; k++)
            c->diagonal[3 * i + k] = cone_entry(p, p->element + i, k, p->element + i, k);
    for (size_t i = 3 * p->count; i < n; i++)
        c->diagonal[i] = 1;
}

/* Write the block of two cones to the solver. */
static void write_block(const struct friction_problem *p, struct contact *solver, size_t i,
                        size_t k)
{
    double *block = solver->W.value + 9 * (i * solver->count + k);
    int real = i < p->count && k < p->count;
    for (size_t r = 0; r < 3; r++)
        for (size_t s = 0; s < 3; s++)
            block[3 * r + s] = real ? cone_entry(p, p->element + i, r, p->element + k, s) : 0;
}

/* Write the matrix, with c->diagonal, to the solver, which scales it. Returns 0 if a number
 * overflows or a diagonal entry is not positive, other than that of the normal row of a SLIDING
 * element. There a larger normal force may pull the contact together instead of apart (Painleve's
 * paradox), unless others hold it. */
static int write_matrix(const struct friction_problem *p, const struct cones *c,
                        struct contact *solver)
{
    size_t tally = 0;
    for (size_t i = 0; i < solver->count; i++) {
        double *own = solver->W.value + 9 * solver->W.diagonal[i];
        for (size_t k = 0; k < solver->count; k++)
            write_block(p, solver, i, k);
        for (size_t r = 0; r < 3; r++)
            own[4 * r] = c->diagonal[3 * i + r];
        if (interrupt_tally(p->interrupt, &tally, 4 * contact_matrix_work(&solver->W, i)))
            return 0;
    }
    return contact_scale_values(solver) == solver->count;
}

/* Build the cone problem. Returns 0 if it is not finite or write_matrix() fails. */
static int build_cone_problem(const struct friction_problem *p, struct cones *c,
                              struct contact *solver)
{
    memset(c->q, 0, solver->n * sizeof *c->q);
    memset(c->mu, 0, solver->count * sizeof *c->mu);
    for (size_t i = 0; i < 3 * p->count; i++) {
        const struct friction_element *a = p->element + i / 3;
        size_t row;
        if (cone_row(a, i % 3, &row))
            c->q[i] = cone_side(a) * free_velocity(p, row);
        else if (i % 3 == 0)
            c->q[i] = -friction_diagonal(p, a->row) * a->limit;
    }
    for (size_t i = 0; i < p->count; i++)
        c->mu[i] = mu_of(&p->element[i]);
    set_diagonal(p, c, solver->n);
    return write_matrix(p, c, solver) && contact_problem(solver, c->mu, c->q);
}

/* ---- forces of the least norm ---- */

/* Set the compliance of each row and add it to the diagonal. All rows of contacts get the same
 * compliance, so that their forces converge to the least sum of squares, also the normal forces of
 * sliding contacts. */
static void set_compliance(const struct friction_problem *p, struct cones *c)
{
    double sum = 0, contacts = 0;
    for (size_t i = 0; i < p->count; i++) {
        const double *diagonal = c->diagonal + 3 * i;
        double mean = CONES_ADDED_COMPLIANCE * (diagonal[0] + diagonal[1] + diagonal[2]) / 3;
        for (size_t k = 0; k < 3; k++)
            c->compliance[3 * i + k] = mean;
        if (!friction_is_joint(&p->element[i]))
            sum += mean, contacts++;
    }
    for (size_t i = 0; i < 3 * p->count; i++)
        if (!friction_is_joint(&p->element[i / 3]))
            c->compliance[i] = sum / contacts;
    for (size_t i = 0; i < 3 * p->count; i++)
        c->diagonal[i] += c->compliance[i];
}

/* True if the solver has succeeded, or has stalled at a residual of at most `enough`, as it does
 * where nearly dependent columns amplify rounding. */
static int is_good(const struct contact *solver, enum contact_outcome outcome, double enough)
{
    return outcome == CONTACT_SOLVED || (outcome == CONTACT_UNSOLVED && solver->residual <= enough);
}

/* One proximal point step from c->r. Returns the residual of its result in the problem without
 * compliance: the largest velocity that the added compliance causes, relative to the largest
 * velocity without forces. Each velocity is first divided by the root of its diagonal entry. */
static double step_towards_least_norm(struct cones *c, struct contact *solver, size_t rows,
                                      enum contact_outcome *outcome, int warm)
{
    double most = 0, scale = 0;
    for (size_t i = 0; i < solver->n; i++)
        c->moved[i] = c->q[i] - (i < rows ? c->compliance[i] * c->r[i] : 0);
    contact_problem(solver, c->mu, c->moved);
    contact_guess(solver, c->r);
    *outcome = contact_solve(solver, warm);
    contact_result(solver, c->r, c->u);
    for (size_t i = 0; i < rows; i++) {
        double root = sqrt(fabs(c->diagonal[i]));
        most = num_fmax(most, fabs(c->q[i] - c->compliance[i] * c->r[i] - c->moved[i]) / root);
        scale = num_fmax(scale, fabs(c->q[i]) / root);
    }
    return most / scale;
}

static void reduce_compliance(const struct friction_problem *p, struct cones *c,
                              struct contact *solver)
{
    for (size_t i = 0; i < 3 * p->count; i++) {
        c->diagonal[i] -= (1 - FRICTION_STAGE) * c->compliance[i];
        c->compliance[i] *= FRICTION_STAGE;
    }
    write_matrix(p, c, solver);
}

/* Find the statically indeterminate forces of least norm by proximal point steps that start from
 * forces of 0. If rows nearly depend on each other, the forces along them are not yet a solution;
 * steps with less compliance follow until they are, or until the compliance is rounding
 * (FRICTION_GOAL). Returns 0 if no solution is found. */
static int find_least_norm(const struct friction_problem *p, struct cones *c,
                           struct contact *solver)
{
    enum contact_outcome outcome = CONTACT_SOLVED;
    size_t n = solver->n, rows = 3 * p->count;
    double error = INFINITY;
    set_compliance(p, c);
    write_matrix(p, c, solver);
    memset(c->r, 0, n * sizeof *c->r);
    for (int k = 0; k < FRICTION_CONTINUATION && is_good(solver, outcome, FRICTION_ACCEPTED); k++)
        error = step_towards_least_norm(c, solver, rows, &outcome, k > 0);
    for (double added = CONES_ADDED_COMPLIANCE;
         error > FRICTION_ACCEPTED && added > FRICTION_GOAL &&
         is_good(solver, outcome, FRICTION_ACCEPTED);
         added *= FRICTION_STAGE) {
        reduce_compliance(p, c, solver);
        error = step_towards_least_norm(c, solver, rows, &outcome, 1);
    }
    return error <= FRICTION_ACCEPTED && is_good(solver, outcome, FRICTION_ACCEPTED);
}

/* ---- the answer ---- */

/* Copy the forces and velocities of an element from the rows of its cone. */
static void copy_element(struct friction_problem *p, const struct friction_element *e,
                         const double *r, const double *u)
{
    double *force = p->r + e->row, *velocity = p->u + e->row;
    if (e->set == FRICTION_BAND) {
        force[0] = r[1], velocity[0] = u[1];
        return;
    }
    if (e->set == FRICTION_STOP) {
        force[0] = e->side * (r[0] - e->limit), velocity[0] = e->side * u[0];
        return;
    }
    force[0] = e->set == FRICTION_REBOUND ? e->limit : r[0];
    velocity[0] = u[0];
    for (size_t k = 1; k < 3; k++) {
        force[k] = e->set == FRICTION_SLIDING ? -e->mu * e->direction[k - 1] * r[0] : r[k];
        velocity[k] = u[k];
    }
}

static void copy_answer(struct friction_problem *p, const struct cones *c)
{
    for (size_t i = 0; i < p->count; i++)
        copy_element(p, &p->element[i], c->r + 3 * i, c->u + 3 * i);
}

static struct contact *solver_of(const struct friction_problem *p, struct cones *c)
{
    struct contact *solver = &c->solver;
    size_t count = 1;
    while (count < p->count)
        count *= 2;
    invariant(c->most <= at_least_one(p->most_cones));
    contact_full_use(solver, count < c->most ? count : c->most, p->matrix);
    contact_heed(solver, p->interrupt);
    solver->tolerance = CONES_TOLERANCE;
    solver->pulls = 1;
    solver->brief = 0;
    solver->max_steps = CONES_STEPS;
    return solver;
}

int32_t friction_cones(struct friction_problem *p)
{
    struct cones *c = p->cones;
    struct contact *solver = solver_of(p, c);
    p->A = p->W, p->b = p->q, p->firm = 0;
    p->problems++;
    memset(p->r, 0, p->rows * sizeof *p->r);
    memset(p->u, 0, p->rows * sizeof *p->u);
    if (!build_cone_problem(p, c, solver))
        return WD_ENOSOL;
    enum contact_outcome outcome = contact_solve(solver, 0);
    contact_result(solver, c->r, c->u);
    int good = is_good(solver, outcome, FRICTION_ACCEPTED);
    copy_answer(p, c);
    if (is_good(solver, outcome, FRICTION_ACCEPTED) && contact_hyperstatic(solver) &&
        find_least_norm(p, c, solver)) {
        copy_answer(p, c);
        good = 1;
    }
    if (interrupt_stopped(p->interrupt))
        return WD_EINTERRUPT;
    return good ? WD_OK : outcome == CONTACT_UNSOLVED ? WD_ENOCONV : WD_ENOSOL;
}
