/* SPDX-License-Identifier: MIT */
/* The search: Newton's method from the caller's guess; else the global solver, and Newton's method
 * from its answer; else, for SATURATED elements, a homotopy. One judge accepts an answer. */
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
    p->offset = carve(&carver, rows);
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

/* ---- continuations of SATURATED elements ---- */

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

/* Normal forces with which every element sticks. */
static int begin_loaded(struct friction_problem *p)
{
    friction_newton(p, FRICTION_FROM_STICK); /* for its demands */
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set != FRICTION_SATURATED)
            continue;
        if (e->mu > 0)
            e->demand[0] = num_fmax(e->demand[0], HOMOTOPY_AMPLE / e->mu *
                                                      friction_length(e->demand[1], e->demand[2]));
        saturated_follow(p, e);
    }
    friction_follow(p);
    memset(p->offset, 0, p->rows * sizeof *p->offset);
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; p->element[i].set == FRICTION_SATURATED && k < 3; k++)
            p->offset[p->element[i].row + k] = friction_saturated_equation(p, &p->element[i], k);
    return dense_finite(p->offset, p->rows);
}

/* Where sliding would lift a contact by way of the machine (Painleve), Newton's steps may lead to a
 * normal force of 0, where there is no solution. This continuation begins with so much normal force
 * that every element sticks, and takes the residual of that start away in stages. */
static int reduce_load(struct friction_problem *p)
{
    int good = begin_loaded(p);
    for (p->shift = 1; good && p->shift > HOMOTOPY_LAST; p->shift *= HOMOTOPY_STAGE)
        good = friction_newton(p, FRICTION_FROM_HERE);
    p->shift = 0;
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
        s->scale[i] = friction_own(p, i);
    if (!semidefinite_factor(s) || s->rank == n)
        return 0;
    semidefinite_solve(s, p->b, p->still, 1);
    dense_product(p->reduced_q, p->W, n, n, p->still, n);
    p->b = p->reduced_q;
    return 1;
}

/* Newton's method from the answer of the global solver, or from where it came to; if that fails,
 * the answer itself. */
static int32_t search_globally(struct friction_problem *p)
{
    int32_t status = friction_global(p);
    if ((status == WD_OK || status == WD_ENOCONV) && friction_newton(p, FRICTION_FROM_HERE))
        return WD_OK;
    if (status != WD_OK)
        return status;
    friction_global(p);
    return friction_judge(p) <= FRICTION_ACCEPTED ? WD_OK : WD_ENOCONV;
}

static void guess_stick(struct friction_problem *p)
{
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        int frictionless = e->set == FRICTION_CONE && e->mu == 0;
        e->mode = frictionless ? FRICTION_SLIP : FRICTION_STICK;
        e->direction[0] = e->direction[1] = 0;
    }
}

static int32_t search(struct friction_problem *p)
{
    if (p->saturated > 0 && friction_newton(p, FRICTION_FROM_GUESS))
        return WD_OK;
    if (friction_newton(p, FRICTION_FROM_STICK))
        return WD_OK;
    if (p->saturated > 0) {
        int good = friction_newton(p, FRICTION_FROM_SLIP) || reduce_creep(p) || reduce_load(p);
        return good ? (int32_t)WD_OK : (int32_t)WD_ENOCONV;
    }
    guess_stick(p);
    if (friction_newton(p, FRICTION_FROM_STICK))
        return WD_OK;
    int32_t status = p->cones ? search_globally(p) : (int32_t)WD_ENOCONV;
    int consistent = status == WD_ENOCONV && make_consistent(p);
    return consistent && friction_newton(p, FRICTION_FROM_STICK) ? (int32_t)WD_OK : status;
}

int32_t friction_solve(struct friction_problem *p)
{
    p->shift = 0;
    memset(p->offset, 0, p->rows * sizeof *p->offset);
    if (!friction_reduce(p) || !dense_finite(p->b, p->rows))
        return WD_ENOCONV;
    friction_measure(p);
    int32_t status = search(p);
    friction_restore(p);
    return interrupt_stopped(p->interrupt) ? (int32_t)WD_EINTERRUPT : status;
}
