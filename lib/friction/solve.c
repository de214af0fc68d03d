/* SPDX-License-Identifier: MIT */
/* Search for a solution. Newton's method starts from the caller's guess. If it fails, a path of
 * solutions with an added velocity is followed from its last iterate, and Newton's method starts
 * with the modes at the end of this path. Next are two paths from open contacts, with opposite
 * orders of the elements. If there are SATURATED elements, their coefficients of friction are then
 * changed from 0 or from infinity to their values. Next, Newton's method starts from contacts that
 * all stick, and a path from its last iterate. At last the paths from open contacts are followed
 * with a q that is consistent with W. friction_judge() accepts the solution.
 *
 * Where rows nearly depend on each other, as those of the wheels of a car that stands on its
 * brakes, directions of slips turn far with changes of the residual of about 1e-9. Each start fails
 * in some of these problems, and different starts fail in different ones. */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "num/carver.h"
#include "num/dense.h"
#include "num/invariant.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- memory ---- */

/* p->Y has at most a quarter of the entries of the matrix of all rows. The search and the global
 * solver never run at the same time. */
size_t friction_carve_scratch(struct friction_problem *p, struct friction_sizes most,
                              double *scratch)
{
    struct carver carver = {scratch, 0};
    struct semidefinite *s = &p->semidefinite;
    size_t rows = most.rows, newton = friction_cones_doubles(most.cones);
    CARVE(&carver, rows * rows, &p->matrix, &p->reduced);
    s->a = p->reduced, s->gram = p->matrix;
    p->Y = carve(&carver, rows * rows / 4);
    CARVE(&carver, rows, &p->r_0, &p->reduced_q, &s->scale, &s->x);
    s->order = carve_array(&carver, rows, sizeof *s->order);
    return carver.used > newton ? carver.used : newton;
}

static void lay_out_iterate(struct friction_iterate *to, struct friction_sizes most,
                            struct carver *carver)
{
    to->r = carve(carver, most.rows);
    to->element = carve_array(carver, most.elements, sizeof *to->element);
}

size_t friction_carve(struct friction_problem *p, struct friction_sizes most, double *memory)
{
    struct carver carver = {memory, 0};
    size_t rows = most.rows;
    CARVE(&carver, rows, &p->r, &p->u, &p->change, &p->combined, &p->added, &p->kept_diagonal,
          &p->tangent_r, &p->tangent_u, &p->path_u, &p->unit);
    p->full_mu = carve(&carver, most.elements);
    p->unknown = carve_array(&carver, rows, sizeof *p->unknown);
    p->pivot = carve_array(&carver, rows, sizeof *p->pivot);
    p->firm_row = carve_array(&carver, rows, sizeof *p->firm_row);
    p->is_firm = carve_array(&carver, rows, sizeof *p->is_firm);
    p->element = carve_array(&carver, most.elements, sizeof *p->element);
    lay_out_iterate(&p->kept, most, &carver);
    lay_out_iterate(&p->start, most, &carver);
    p->most_cones = most.cones;
    p->problems = 0;
    p->is_regular = 0;
    return carver.used;
}

/* ---- the search ---- */

/* Project q onto the range of W. Forces change velocities within this range only. A component of q
 * outside it is an error of the caller's discretisation, which no forces can remove. Returns 1 if
 * p->b is now the nearest vector to q in the range; 0 if W has full rank or is not finite, if the
 * host stops the search, or if there are firm rows, whose forces of least norm make q consistent
 * along them. */
static int make_consistent(struct friction_problem *p)
{
    struct semidefinite s = p->semidefinite;
    size_t n = s.n = p->rows;
    if (p->firm > 0 || interrupted(p->interrupt, n * n * n / 6))
        return 0;
    memcpy(s.a, p->W, n * n * sizeof *s.a);
    for (size_t i = 0; i < n; i++)
        s.scale[i] = friction_diagonal(p, i);
    if (!semidefinite_factor(&s) || s.rank == n)
        return 0;
    semidefinite_solve(&s, p->b, p->r_0, 1);
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

/* Follow a path, and run Newton's method with the modes at its end. The first run starts from
 * forces of 0, so that statically indeterminate forces are those of least norm. Its sliding
 * contacts expect the normal forces at the end of the path, without which slip directions could not
 * turn in the first step. If this run fails, or if there are SATURATED elements, a run starts from
 * the forces at the end of the path. A path that runs in a circle has no end. */
static int try_path(struct friction_problem *p, enum friction_rung rung, enum friction_path from)
{
    if (!friction_follow(p, from))
        return 0;
    friction_save_iterate(p, &p->start);
    for (size_t i = 0; i < p->count; i++)
        if (friction_has_cone(&p->element[i]) && p->element[i].mode == FRICTION_SLIP)
            p->element[i].expected = p->r[p->element[i].row];
    if (p->saturated == 0 && try_newton(p, rung, FRICTION_FROM_GUESS))
        return 1;
    friction_restore_iterate(p, &p->start);
    return try_newton(p, rung, FRICTION_FROM_HERE);
}

/* Follow the path from open contacts, in both orders of the elements. */
static int try_open(struct friction_problem *p, enum friction_rung rung)
{
    return try_path(p, rung, FRICTION_PATH_FROM_OPEN) ||
           try_path(p, rung, FRICTION_PATH_FROM_OPEN_REVERSED);
}

static int grow(struct friction_problem *p)
{
    p->rung = FRICTION_RUNG_GROWTH;
    return p->saturated > 0 && (friction_grow(p, 0) || friction_grow(p, 1));
}

/* True if the last iterate is nearer to a solution than forces of 0, whose residual is about 1. */
static int is_nearer_than_zero(const struct friction_problem *p)
{
    return p->residual < 1;
}

static int try_path_from_iterate(struct friction_problem *p, enum friction_rung rung)
{
    return is_nearer_than_zero(p) && try_path(p, rung, FRICTION_PATH_FROM_ITERATE);
}

/* Start Newton's method with sticking contacts, holding brakes and pressing stops; SLIDING elements
 * slide. Then start a path from its last iterate. */
static int try_sticking(struct friction_problem *p)
{
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        e->expected = e->demand[0] = 0;
        if (e->set == FRICTION_SLIDING)
            e->mode = FRICTION_SLIP;
        else if (e->set != FRICTION_FIRM) {
            e->mode = FRICTION_STICK;
            e->direction[0] = e->direction[1] = 0;
        }
    }
    return try_newton(p, FRICTION_RUNG_STICK, FRICTION_FROM_GUESS) ||
           try_path_from_iterate(p, FRICTION_RUNG_STICK);
}

/* If W is regular, first try Newton's method without added compliance. */
static int try_exact_steps(struct friction_problem *p)
{
    double added_compliance = p->added_compliance;
    if (!p->is_regular)
        return 0;
    p->added_compliance = 0;
    int solved = try_newton(p, FRICTION_RUNG_GUESS, FRICTION_FROM_GUESS);
    p->added_compliance = added_compliance;
    return solved;
}

static int search(struct friction_problem *p, int again)
{
    if (try_exact_steps(p))
        return 1;
    if (again && p->saturated == 0 && try_newton(p, FRICTION_RUNG_GUESS, FRICTION_FROM_LAST))
        return 1;
    return try_newton(p, FRICTION_RUNG_GUESS, FRICTION_FROM_GUESS) ||
           try_path_from_iterate(p, FRICTION_RUNG_PATH) || try_open(p, FRICTION_RUNG_OPEN) ||
           grow(p) || try_sticking(p) ||
           (make_consistent(p) && try_open(p, FRICTION_RUNG_CONSISTENT));
}

/* Largest number of factorisations of a search: a step of Newton's method makes at most two.
 * search() calls try_newton() three times, with a regular W four times, and try_path() six times.
 * After a path there are at most two tries, with SATURATED elements one. */
static size_t most_factorisations(const struct friction_problem *p)
{
    size_t tries = p->is_regular ? 4 : 3, paths = 6;
    tries += p->saturated > 0 ? paths + 2 * (1 + FRICTION_CONTINUATION) : 2 * paths;
    return 2 * tries * FRICTION_STEPS + paths * FRICTION_CONTINUATION * (1 + p->count);
}

static int32_t solve(struct friction_problem *p, int again)
{
    p->factorisations = 0;
    p->problems++;
    if (!friction_reduce(p) || !dense_finite(p->b, p->rows))
        return WD_ENOCONV;
    friction_set_units(p);
    int solved = search(p, again);
    if (!solved)
        p->rung = FRICTION_RUNG_NONE;
    invariant(p->factorisations <= most_factorisations(p));
    friction_count(p);
    friction_restore(p);
    return interrupt_stopped(p->interrupt) ? WD_EINTERRUPT : solved ? WD_OK : WD_ENOCONV;
}

int32_t friction_solve(struct friction_problem *p)
{
    return solve(p, 0);
}

int32_t friction_solve_again(struct friction_problem *p)
{
    return solve(p, 1);
}

int32_t friction_cones_or_search(struct friction_problem *p)
{
    int32_t status = friction_cones(p);
    if (status == WD_OK || status == WD_EINTERRUPT)
        return status;
    int32_t searched = friction_solve(p);
    return searched == WD_ENOCONV ? status : searched;
}
