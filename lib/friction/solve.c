/* SPDX-License-Identifier: MIT */
/* Search for a solution in stages. Newton's method starts from the caller's guess. If it fails, two
 * paths are followed from open contacts, and Newton's method starts from their ends, then with all
 * elements sticking. If all fail, the global solver runs, and Newton's method starts from its
 * result, then with q made consistent with W. Problems with SATURATED elements use a continuation
 * in place of the paths and the global solver. All stages accept a solution by friction_judge().
 */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "friction/saturated.h"
#include "num/carver.h"
#include "num/dense.h"
#include "num/invariant.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- memory ---- */

/* Lay out the arrays whose content is lost between solutions. */
static void lay_out_scratch(struct friction_problem *p, size_t rows, struct carver *carver)
{
    p->Y = carve(carver, rows * rows);
    p->r_0 = carve(carver, rows);
    p->reduced = carve(carver, rows * rows);
    p->reduced_q = carve(carver, rows);
    double *semidefinite = carve(carver, semidefinite_doubles(rows));
    if (semidefinite)
        semidefinite_carve(&p->semidefinite, rows, semidefinite);
}

static size_t lay_out(struct friction_problem *p, size_t rows, size_t elements, double *memory)
{
    struct carver carver = {memory, 0};
    p->r = carve(&carver, rows);
    p->u = carve(&carver, rows);
    p->unknown = carve_array(&carver, rows, sizeof *p->unknown);
    p->matrix = carve(&carver, rows * rows);
    p->change = carve(&carver, rows);
    p->combined = carve(&carver, rows);
    p->pivot = carve_array(&carver, rows, sizeof *p->pivot);
    p->kept_r = carve(&carver, rows);
    p->kept = carve_array(&carver, elements, sizeof *p->kept);
    p->added = carve(&carver, rows);
    p->kept_added = carve(&carver, rows);
    p->kept_diagonal = carve(&carver, rows);
    p->tangent_r = carve(&carver, rows);
    p->tangent_u = carve(&carver, rows);
    p->path_u = carve(&carver, rows);
    p->kept_expected = carve(&carver, elements);
    p->unit = carve(&carver, rows);
    p->firm_row = carve_array(&carver, rows, sizeof *p->firm_row);
    p->is_firm = carve_array(&carver, rows, sizeof *p->is_firm);
    p->element = carve_array(&carver, elements, sizeof *p->element);
    lay_out_scratch(p, rows, &carver);
    return carver.used;
}

size_t friction_scratch_doubles(size_t rows)
{
    struct friction_problem p;
    struct carver carver = {NULL, 0};
    lay_out_scratch(&p, rows, &carver);
    return carver.used;
}

size_t friction_doubles(size_t rows, size_t elements)
{
    struct friction_problem p;
    return lay_out(&p, rows, elements, NULL);
}

void friction_carve(struct friction_problem *p, size_t rows, size_t elements, double *memory)
{
    lay_out(p, rows, elements, memory);
}

/* ---- continuation of SATURATED elements ---- */

/* Continuation in the creep. If friction forces are statically indeterminate and only a small creep
 * makes them unique, Newton's iteration may diverge. The iteration converges with a large creep,
 * which is then reduced in stages. */
static int reduce_creep(struct friction_problem *p)
{
    double creep = p->creep;
    int solved = 1;
    for (double added = 1; solved && added > HOMOTOPY_LAST; added *= HOMOTOPY_STAGE) {
        p->creep = creep + added;
        solved = friction_newton(p, added == 1 ? FRICTION_FROM_STICK : FRICTION_FROM_HERE);
    }
    p->creep = creep;
    return solved && friction_newton(p, FRICTION_FROM_HERE);
}

/* ---- the search ---- */

/* Project q onto the range of W. Forces change velocities within this range only. A component of q
 * outside it is an error of the caller's discretisation, which no forces can remove. Returns 1 if
 * p->b is now the nearest vector to q in the range; 0 if W has full rank or is not finite. */
static int make_consistent(struct friction_problem *p)
{
    struct semidefinite *s = &p->semidefinite;
    size_t n = s->n = p->rows;
    memcpy(s->a, p->W, n * n * sizeof *s->a);
    for (size_t i = 0; i < n; i++)
        s->scale[i] = friction_diagonal(p, i);
    if (!semidefinite_factor(s) || s->rank == n)
        return 0;
    semidefinite_solve(s, p->b, p->r_0, 1);
    dense_product(p->reduced_q, p->W, n, n, p->r_0, n);
    p->b = p->reduced_q;
    return 1;
}

/* Run Newton's method as the given stage. The last stage that is tried is the one that solves the
 * problem, so p->rung names it. */
static int try_newton(struct friction_problem *p, enum friction_rung rung, enum friction_start from)
{
    p->rung = rung;
    return friction_newton(p, from);
}

/* Follow the paths from open contacts, and run Newton's method from their ends. */
static int follow_paths(struct friction_problem *p)
{
    for (int reversed = 0; reversed < 2; reversed++)
        if (friction_follow(p, reversed) && try_newton(p, FRICTION_RUNG_PATH, FRICTION_FROM_HERE))
            return 1;
    return 0;
}

/* Run the global solver. Start Newton's method from its result, or from the point it reached
 * without converging. If this fails, start with the modes that it leaves and with q made
 * consistent. */
static int32_t search_globally(struct friction_problem *p)
{
    int32_t status = friction_global(p);
    if (status != WD_OK && status != WD_ENOCONV)
        return status;
    if (try_newton(p, FRICTION_RUNG_GLOBAL, FRICTION_FROM_HERE))
        return WD_OK;
    return make_consistent(p) && try_newton(p, FRICTION_RUNG_CONSISTENT, FRICTION_FROM_STICK)
               ? (int32_t)WD_OK
               : (int32_t)WD_ENOCONV;
}

static int continue_creep(struct friction_problem *p)
{
    p->rung = FRICTION_RUNG_CREEP;
    return reduce_creep(p);
}

static int32_t search_saturated(struct friction_problem *p)
{
    int solved = try_newton(p, FRICTION_RUNG_GUESS, FRICTION_FROM_GUESS) ||
                 try_newton(p, FRICTION_RUNG_STICK, FRICTION_FROM_STICK) || continue_creep(p);
    return solved ? (int32_t)WD_OK : (int32_t)WD_ENOCONV;
}

static void guess_stick(struct friction_problem *p)
{
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        int slides = e->set == FRICTION_SLIDING || (e->set == FRICTION_CONE && e->mu == 0);
        e->mode = slides ? FRICTION_SLIP : FRICTION_STICK;
        if (e->set != FRICTION_SLIDING)
            e->direction[0] = e->direction[1] = 0;
    }
}

static int32_t search(struct friction_problem *p)
{
    if (p->saturated > 0)
        return search_saturated(p);
    if (try_newton(p, FRICTION_RUNG_GUESS, FRICTION_FROM_STICK) || follow_paths(p))
        return WD_OK;
    guess_stick(p);
    if (try_newton(p, FRICTION_RUNG_STICK, FRICTION_FROM_STICK))
        return WD_OK;
    return p->cones ? search_globally(p) : (int32_t)WD_ENOCONV;
}

/* Largest number of factorisations of a search: a step of Newton's method makes at most two. */
static size_t most_factorisations(const struct friction_problem *p)
{
    return 2 * FRICTION_TRIES * FRICTION_STEPS + 2 * FRICTION_PIECES * (1 + p->count);
}

static int32_t solve(struct friction_problem *p, int again)
{
    p->factorisations = 0;
    if (!friction_reduce(p) || !dense_finite(p->b, p->rows))
        return WD_ENOCONV;
    friction_set_units(p);
    int32_t status =
        again && p->saturated == 0 && try_newton(p, FRICTION_RUNG_GUESS, FRICTION_FROM_LAST)
            ? (int32_t)WD_OK
            : search(p);
    if (status != WD_OK)
        p->rung = FRICTION_RUNG_NONE;
    invariant(p->factorisations <= most_factorisations(p));
    friction_count(p);
    friction_restore(p);
    return interrupt_stopped(p->interrupt) ? (int32_t)WD_EINTERRUPT : status;
}

int32_t friction_solve(struct friction_problem *p)
{
    return solve(p, 0);
}

int32_t friction_solve_again(struct friction_problem *p)
{
    return solve(p, 1);
}
