/* SPDX-License-Identifier: MIT */
/* Solvers of so many elements as a power of two, in which problems are padded: nothing allocates
 * while a motion is under way. */
#include "models/vehicle/cone.h"

#include <stdlib.h>
#include <string.h>

#include <wheeldyn/wheeldyn.h>

#include "models/vehicle/vehicle.h"
#include "num/contact.h"
#include "num/dense.h"

/* Beyond what rounding allows: the solver goes as far as it can. What may be left where columns
 * nearly depend on each other: for a start of what gives way a little, and of a result, far less
 * than the accelerations by which modes are told apart. */
#define TOLERANCE 1e-15
#define BEGUN 1e-8
#define ENOUGH 1e-11

/* Of its own entries of W, and how often it is taken back. */
#define GIVE 1e-4
enum { ROUNDS = 12 };

/* Of a step: how much gives way, what may be left, and how much is left where no more is done. */
#define STEP_GIVE 1e-6
#define STEP_TOLERANCE 1e-7
#define STEP_ENOUGH 1e-6

enum {
    STEPS = 1000,
    STEP_STEPS_FEW = 20,
    STEP_STEPS_MANY = 200,
    SIZES = 8
}; /* the largest for 64 wheels, 64 rims and 128 other joints */

struct workspace {
    size_t sizes; /* 1, 2, 4, ... elements */
    struct contact solver[SIZES + 1];
    double *matrix, *q, *mu, *r, *u, *give, *moved; /* of the largest */
    double *memory;
};

/* ---- memory ---- */

static int open_solver(struct contact *solver, size_t count)
{
    size_t rows = 3 * count, *row_start = malloc((rows + 1) * sizeof *row_start);
    uint32_t *column = malloc(rows * rows * sizeof *column);
    for (size_t k = 0; column && k < rows * rows; k++)
        column[k] = (uint32_t)(k % rows);
    for (size_t k = 0; row_start && k <= rows; k++)
        row_start[k] = k * rows;
    int opened = contact_new(solver, 3, count) && row_start && column &&
                 contact_pattern(solver, row_start, column);
    free(row_start);
    free(column);
    return opened;
}

static size_t most_elements(const struct kind *kind)
{
    size_t count = 0;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        count += vehicle_is(part, VEHICLE_WHEEL) ? 2 : 0;
        count += vehicle_is(part, VEHICLE_RIM) || vehicle_is(part, VEHICLE_HINGE) ||
                         vehicle_is(part, VEHICLE_SLIDE)
                     ? 1
                     : 0;
    }
    return count;
}

static int open_sizes(struct workspace *w, size_t most)
{
    size_t count = 1;
    while (count < most)
        count *= 2;
    size_t rows = 3 * count;
    w->memory = calloc(rows * rows + 5 * rows + count, sizeof *w->memory);
    if (!w->memory)
        return 0;
    w->matrix = w->memory;
    w->q = w->matrix + rows * rows;
    w->r = w->q + rows;
    w->u = w->r + rows;
    w->give = w->u + rows;
    w->moved = w->give + rows;
    w->mu = w->moved + rows;
    for (size_t size = 1; size <= count; size *= 2)
        if (!open_solver(&w->solver[w->sizes++], size))
            return 0;
    return 1;
}

void *cone_new(const struct kind *kind)
{
    struct workspace *w = calloc(1, sizeof *w);
    if (w && !open_sizes(w, most_elements(kind))) {
        cone_free(w);
        w = NULL;
    }
    return w;
}

void cone_free(void *workspace)
{
    struct workspace *w = workspace;
    for (size_t k = 0; w && k < w->sizes; k++)
        contact_free(&w->solver[k]);
    if (w)
        free(w->memory);
    free(w);
}

/* ---- the problem ---- */

/* The row of all that is component k of the element; 0: others do not feel it. */
static int feels(const struct cone_element *e, size_t k, size_t *row)
{
    *row = e->row + (e->type == CONE_BRAKE ? 0 : k);
    return e->type == CONE_WHEEL || (e->type == CONE_SLIDING && k == 0) ||
           (e->type == CONE_BRAKE && k == 1) || (e->type == CONE_REBOUND && k > 0);
}

static double entry(const double *matrix, size_t rows, const struct cone_element *a, size_t i,
                    const struct cone_element *b, size_t j)
{
    size_t row, column;
    int felt = feels(a, i, &row);
    if (!feels(b, j, &column) || !felt)
        return a == b && i == j ? matrix[a->row * (rows + 1)] : 0;
    const double *w = matrix + row * rows + column;
    if (b->type == CONE_SLIDING)
        return w[0] - b->mu * (b->direction[0] * w[1] + b->direction[1] * w[2]);
    return w[0];
}

/* 0: it is too large, or a force pulls where it should push. */
static int pose(struct workspace *w, struct contact *solver, const double *matrix, const double *q,
                size_t rows, const struct cone_element *element, size_t count)
{
    size_t n = solver->n;
    memset(w->matrix, 0, n * n * sizeof *w->matrix);
    memset(w->q, 0, n * sizeof *w->q);
    memset(w->mu, 0, solver->count * sizeof *w->mu);
    for (size_t i = 0; i < n; i++) {
        const struct cone_element *a = element + i / 3;
        size_t row;
        for (size_t j = 0; i < 3 * count && j < 3 * count; j++)
            w->matrix[i * n + j] = entry(matrix, rows, a, i % 3, element + j / 3, j % 3);
        if (i >= 3 * count)
            w->matrix[i * (n + 1)] = 1;
        else if (feels(a, i % 3, &row))
            w->q[i] = q[row];
        else if (i % 3 == 0)
            w->q[i] = -matrix[a->row * (rows + 1)] * a->given;
    }
    for (size_t i = 0; i < count; i++)
        w->mu[i] = element[i].type == CONE_SLIDING ? 0 : element[i].mu;
    return contact_values(solver, w->matrix) == solver->count &&
           contact_problem(solver, w->mu, w->q);
}

/* ---- which of many ---- */

/* Mean of the entries of W that are an element's own. */
static double own_of(const struct workspace *w, size_t n, size_t element)
{
    const double *own = w->matrix + 3 * element * (n + 1);
    return (own[0] + own[n + 1] + own[2 * (n + 1)]) / 3;
}

static void give_way(struct workspace *w, struct contact *solver, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        w->matrix[i * (solver->n + 1)] += w->give[i];
    contact_values(solver, w->matrix);
}

static void give_by_own(struct workspace *w, size_t n, size_t rows, double part)
{
    for (size_t i = 0; i < rows; i++)
        w->give[i] = part * own_of(w, n, i / 3);
}

/* All wheels alike, as linkage_solve() has it: loads that feed slip are to be those of both. */
static void give_alike(struct workspace *w, size_t n, const struct cone_element *element,
                       size_t count, double part)
{
    double sum = 0, wheels = 0;
    give_by_own(w, n, 3 * count, part);
    for (size_t i = 0; i < count; i++)
        if (element[i].type != CONE_BRAKE)
            sum += w->give[3 * i], wheels++;
    for (size_t i = 0; i < 3 * count; i++)
        if (element[i / 3].type != CONE_BRAKE)
            w->give[i] = sum / wheels;
}

/* Solved, or as far as rounding allows where columns nearly depend on each other. */
static int is_good(const struct contact *solver, enum contact_outcome outcome, double enough)
{
    return outcome == CONTACT_SOLVED || (outcome == CONTACT_UNSOLVED && solver->residual <= enough);
}

/* Where forces are not unique, those as if all elements gave way a little, and so alike: proximal
 * point steps from none, which come to the least of them. */
static enum contact_outcome share(struct workspace *w, struct contact *solver,
                                  const struct cone_element *element, size_t count)
{
    enum contact_outcome outcome = CONTACT_SOLVED;
    size_t n = solver->n, rows = 3 * count;
    give_alike(w, n, element, count, GIVE);
    give_way(w, solver, rows);
    memset(w->r, 0, n * sizeof *w->r);
    for (int k = 0; k < ROUNDS && is_good(solver, outcome, BEGUN); k++) {
        for (size_t i = 0; i < n; i++)
            w->moved[i] = w->q[i] - (i < rows ? w->give[i] * w->r[i] : 0);
        contact_problem(solver, w->mu, w->moved);
        contact_guess(solver, w->r);
        outcome = contact_solve(solver, k > 0);
        contact_result(solver, w->r, w->u);
    }
    return outcome;
}

static struct contact *solver_of(struct workspace *w, size_t count, struct interrupt *interrupt)
{
    struct contact *solver = w->solver;
    while (solver->count < count)
        solver++;
    contact_heed(solver, interrupt);
    return solver;
}

static void tell(const struct workspace *w, struct cone_element *element, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(element[i].r, w->r + 3 * i, sizeof element[i].r);
        memcpy(element[i].u, w->u + 3 * i, sizeof element[i].u);
    }
}

int32_t cone_solve(void *workspace, const double *matrix, const double *q, size_t rows,
                   struct cone_element *element, size_t count, struct interrupt *interrupt)
{
    struct workspace *w = workspace;
    struct contact *solver = solver_of(w, count, interrupt);
    solver->tolerance = TOLERANCE;
    solver->brief = 0;
    solver->max_steps = STEPS;
    if (!pose(w, solver, matrix, q, rows, element, count))
        return WD_ENOSOL;
    enum contact_outcome outcome = contact_solve(solver, 0);
    contact_result(solver, w->r, w->u);
    if (is_good(solver, outcome, BEGUN) && contact_hyperstatic(solver))
        outcome = share(w, solver, element, count);
    tell(w, element, count);
    if (interrupt_stopped(interrupt))
        return WD_EINTERRUPT;
    return is_good(solver, outcome, ENOUGH) ? WD_OK
           : outcome == CONTACT_UNSOLVED    ? WD_ENOCONV
                                            : WD_ENOSOL;
}

int32_t cone_step(void *workspace, const double *matrix, const double *q, size_t rows,
                  struct cone_element *element, size_t count, int patient,
                  struct interrupt *interrupt)
{
    struct workspace *w = workspace;
    struct contact *solver = solver_of(w, count, interrupt);
    solver->tolerance = STEP_TOLERANCE;
    solver->brief = 1;
    solver->max_steps = patient ? STEP_STEPS_MANY : STEP_STEPS_FEW;
    if (!pose(w, solver, matrix, q, rows, element, count))
        return WD_ENOSOL;
    give_by_own(w, solver->n, 3 * count, STEP_GIVE);
    give_way(w, solver, 3 * count);
    contact_problem(solver, w->mu, w->q);
    enum contact_outcome outcome = contact_solve(solver, 0);
    contact_result(solver, w->r, w->u);
    tell(w, element, count);
    if (interrupt_stopped(interrupt))
        return WD_EINTERRUPT;
    if (outcome == CONTACT_SOLVED || solver->residual <= STEP_ENOUGH)
        return WD_OK;
    return outcome == CONTACT_UNSOLVED ? WD_ENOCONV : WD_ENOSOL;
}
