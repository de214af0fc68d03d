/* SPDX-License-Identifier: MIT */
/* The search: Newton's method from the guess, and from stick; else the global solver, and Newton's
 * method from its answer; else, for SATURATED elements, a continuation. One judge accepts an
 * answer. */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "friction/saturated.h"
#include "num/carver.h"
#include "num/dense.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- memory ---- */

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
    p->found_r = carve(&carver, rows);
    p->found = carve_array(&carver, elements, sizeof *p->found);
    p->unit = carve(&carver, rows);
    p->firm_row = carve_array(&carver, rows, sizeof *p->firm_row);
    p->is_firm = carve_array(&carver, rows, sizeof *p->is_firm);
    p->answer = carve(&carver, rows * rows);
    p->still = carve(&carver, rows);
    p->reduced = carve(&carver, rows * rows);
    p->reduced_q = carve(&carver, rows);
    double *semidefinite = carve(&carver, semidefinite_doubles(rows));
    if (semidefinite)
        semidefinite_carve(&p->semidefinite, rows, semidefinite);
    p->element = carve_array(&carver, elements, sizeof *p->element);
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

/* Where friction forces depend on each other and the law hardly tells them apart, Newton's steps go
 * astray. With much creep they do not, and it is made less in stages. */
static int reduce_creep(struct friction_problem *p)
{
    double creep = p->creep;
    int good = 1;
    for (double more = 1; good && more > HOMOTOPY_LAST; more *= HOMOTOPY_STAGE) {
        p->creep = creep + more;
        good = friction_newton(p, more == 1 ? FRICTION_FROM_STICK : FRICTION_FROM_HERE);
    }
    p->creep = creep;
    return good && friction_newton(p, FRICTION_FROM_HERE);
}

/* ---- the search ---- */

/* Velocities of rows that depend on each other do so, too: what forces do is in the range of W. A
 * caller's q may be off by an error of its discretisation, which no forces can take away. 1: q has
 * been replaced by the nearest vector of that range. */
static int make_consistent(struct friction_problem *p)
{
    struct semidefinite *s = &p->semidefinite;
    size_t n = s->n = p->rows;
    memcpy(s->a, p->W, n * n * sizeof *s->a);
    for (size_t i = 0; i < n; i++)
        s->scale[i] = friction_diagonal(p, i);
    if (!semidefinite_factor(s) || s->rank == n)
        return 0;
    semidefinite_solve(s, p->b, p->still, 1);
    dense_product(p->reduced_q, p->W, n, n, p->still, n);
    p->b = p->reduced_q;
    return 1;
}

/* Keep the present forces and modes as those of the global solver, and put them back. */
static void keep_found(struct friction_problem *p)
{
    memcpy(p->found_r, p->r, p->rows * sizeof *p->r);
    memcpy(p->found, p->element, p->count * sizeof *p->element);
}

static void put_found(struct friction_problem *p)
{
    memcpy(p->r, p->found_r, p->rows * sizeof *p->r);
    memcpy(p->element, p->found, p->count * sizeof *p->element);
    friction_update_velocities(p);
}

/* Newton's method; remember this stage as the one that may answer. */
static int try(struct friction_problem *p, enum friction_rung rung, enum friction_start from)
{
    p->rung = rung;
    return friction_newton(p, from);
}

/* Is what the global solver found a solution? */
static int try_found(struct friction_problem *p, enum friction_rung rung)
{
    p->rung = rung;
    put_found(p);
    return friction_judge(p) <= FRICTION_ACCEPTED;
}

/* Newton's method from the answer of the global solver, or from where it came to; if that fails,
 * the answer itself, also for velocities that are consistent. */
static int32_t search_globally(struct friction_problem *p)
{
    int32_t status = friction_global(p);
    if (status != WD_OK && status != WD_ENOCONV)
        return status;
    keep_found(p);
    if (try(p, FRICTION_RUNG_GLOBAL, FRICTION_FROM_HERE) || try_found(p, FRICTION_RUNG_ANSWER))
        return WD_OK;
    if (make_consistent(p) && (try_found(p, FRICTION_RUNG_CONSISTENT) ||
                               try(p, FRICTION_RUNG_CONSISTENT, FRICTION_FROM_STICK)))
        return WD_OK;
    return WD_ENOCONV;
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

static int continue_creep(struct friction_problem *p)
{
    p->rung = FRICTION_RUNG_CREEP;
    return reduce_creep(p);
}

static int32_t search_saturated(struct friction_problem *p)
{
    int good = try(p, FRICTION_RUNG_GUESS, FRICTION_FROM_GUESS) ||
               try(p, FRICTION_RUNG_STICK, FRICTION_FROM_STICK) || continue_creep(p);
    return good ? (int32_t)WD_OK : (int32_t)WD_ENOCONV;
}

static int32_t search(struct friction_problem *p)
{
    if (p->saturated > 0)
        return search_saturated(p);
    if (try(p, FRICTION_RUNG_GUESS, FRICTION_FROM_STICK))
        return WD_OK;
    guess_stick(p);
    if (try(p, FRICTION_RUNG_STICK, FRICTION_FROM_STICK))
        return WD_OK;
    return p->cones ? search_globally(p) : (int32_t)WD_ENOCONV;
}

int32_t friction_solve(struct friction_problem *p)
{
    if (!friction_reduce(p) || !dense_finite(p->b, p->rows))
        return WD_ENOCONV;
    friction_measure(p);
    int32_t status = search(p);
    if (status != WD_OK)
        p->rung = FRICTION_RUNG_NONE;
    friction_count(p);
    friction_restore(p);
    return interrupt_stopped(p->interrupt) ? (int32_t)WD_EINTERRUPT : status;
}
