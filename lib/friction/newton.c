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
 * A step is shortened if it does not decrease the merit. The shortest fraction is applied even so,
 * because a change of modes may increase the merit: the forces of the changed element jump, and the
 * forces of the others follow in the next step. If this happens again before the merit is below its
 * smallest value so far, the steps run in a circle, and the try ends. */
#include "friction/inside.h"
#include "friction/numbers.h"

#include <string.h>

/* ---- all steps ---- */

void friction_save_iterate(const struct friction_problem *p, struct friction_iterate *to)
{
    memcpy(to->r, p->r, p->rows * sizeof *p->r);
    memcpy(to->element, p->element, p->count * sizeof *p->element);
}

void friction_restore_iterate(struct friction_problem *p, const struct friction_iterate *from)
{
    memcpy(p->r, from->r, p->rows * sizeof *p->r);
    memcpy(p->element, from->element, p->count * sizeof *p->element);
}

/* Apply this fraction of the step, project and judge the result. Returns how many modes
 * change. */
static size_t try_fraction(struct friction_problem *p, double fraction)
{
    friction_apply(p, fraction);
    friction_update_velocities(p);
    size_t changes = friction_project(p);
    if (changes > 0)
        friction_update_velocities(p);
    friction_judge(p);
    return changes;
}

/* Line search from the saved iterate p->kept: apply the largest fraction 1, 1/2, 1/4, ... of the
 * step with which the merit is below `before`, else the smallest fraction. A sufficient decrease
 * (Armijo's rule) is not required: steps without progress are counted instead (is_lost()). Returns
 * how many modes change. */
static size_t search_line(struct friction_problem *p, double before)
{
    for (double fraction = 1;; fraction /= 2) {
        size_t changes = try_fraction(p, fraction);
        if (p->merit < before || fraction <= FRICTION_SHORTEST)
            return changes;
        friction_restore_iterate(p, &p->kept);
    }
}

/* Return to the saved iterate p->kept and its residual. */
static void undo_step(struct friction_problem *p)
{
    friction_restore_iterate(p, &p->kept);
    friction_update_velocities(p);
    friction_judge(p);
}

/* Take one more full step from an iterate with a small residual, which leaves a residual of
 * rounding. A small residual alone is not enough: where only creep makes the forces unique, the
 * residual, a velocity, does not bound the error of the forces. The matrix is that of the last
 * step, unless modes have changed. *changes: number of modes changed by the last step, then by this
 * one.
 *
 * The step is undone if it does not make progress (FRICTION_PROGRESS). Its direction is then that
 * of nearly indeterminate forces, so that it changes forces but not the residual; a caller that
 * solves the problem again and again would receive other forces each time. Returns 0 if the step
 * changes modes and the residual is then too large, so that the search must continue. */
static int polish(struct friction_problem *p, size_t *changes)
{
    double before = p->residual;
    friction_list_unknowns(p);
    if (*changes > 0 && !friction_factor(p))
        return 1;
    friction_save_iterate(p, &p->kept);
    friction_find_change(p);
    *changes = try_fraction(p, 1);
    if (*changes > 0 && p->residual > FRICTION_GOAL)
        return 0;
    if (!(p->residual <= FRICTION_PROGRESS * before)) {
        *changes = 0;
        undo_step(p);
    }
    return 1;
}

struct progress {
    double least;   /* smallest merit so far */
    size_t failed;  /* steps since then that no fraction made decrease the merit */
    double best;    /* smallest residual so far */
    double last;    /* residual before the last step */
    size_t stalled; /* steps in a row without progress (FRICTION_PROGRESS) */
    int fresh;      /* the last step has had a factorisation of its own */
    int keeps;      /* steps keep indeterminate forces until a mode changes */
};

/* Find the step p->change with the last factorisation. */
static void find_step(struct friction_problem *p, const struct progress *to)
{
    friction_find_change(p);
    if (to->keeps)
        friction_keep_indeterminate(p);
}

/* Take a full step with the factorisation of the last step. Returns 0 if the merit does not
 * decrease; the step is then undone. */
static int take_step_without_factoring(struct friction_problem *p, const struct progress *to,
                                       size_t *changes)
{
    double merit = p->merit, residual = p->residual;
    find_step(p, to);
    *changes = try_fraction(p, 1);
    if (p->merit < merit)
        return 1;
    friction_restore_iterate(p, &p->kept);
    friction_update_velocities(p);
    p->merit = merit, p->residual = residual;
    *changes = 0;
    return 0;
}

/* Take one step and record its progress. The last factorisation is tried first if no mode has
 * changed and the last step has reduced the residual by the factor FRICTION_REFACTOR, or if this is
 * the first step after FRICTION_FROM_LAST. Returns 0 if the matrix cannot be factorised. */
static int take_step(struct friction_problem *p, struct progress *to, size_t *changes)
{
    size_t unknowns = p->unknowns;
    friction_list_unknowns(p);
    int serves =
        *changes == 0 && p->unknowns == unknowns && p->residual <= FRICTION_REFACTOR * to->last;
    double before = p->merit;
    to->last = p->residual;
    friction_save_iterate(p, &p->kept);
    to->fresh = !serves || !take_step_without_factoring(p, to, changes);
    if (to->fresh) {
        if (!friction_factor(p))
            return 0;
        find_step(p, to);
        *changes = search_line(p, before);
    }
    to->failed = p->merit < to->least ? 0 : to->failed + !(p->merit < before);
    to->least = num_fmin(to->least, p->merit);
    to->stalled = p->residual > FRICTION_PROGRESS * to->best ? to->stalled + 1 : 0;
    to->best = num_fmin(to->best, p->residual);
    to->keeps &= *changes == 0;
    return 1;
}

/* True if the residual is below FRICTION_GOAL, or if the steps stall at an acceptable residual. */
static int is_near(const struct friction_problem *p, const struct progress *to)
{
    return p->residual <= FRICTION_GOAL ||
           (to->stalled >= FRICTION_STALLED && p->residual <= FRICTION_ACCEPTED);
}

/* True if this try has failed: too many steps without progress, or that do not decrease the merit.
 */
static int is_lost(const struct progress *to)
{
    return to->stalled >= FRICTION_LOST || to->failed >= FRICTION_STALLED;
}

/* True if the last step has changed no mode and has left a residual that is too large and above
 * the fraction FRICTION_LINEAR of the residual before it. A step with the factorisation of an
 * earlier point does not show that steps have stopped. With SATURATED elements steps never count as
 * stopped. */
static int has_stopped(const struct friction_problem *p, const struct progress *to, size_t changes)
{
    return to->fresh && changes == 0 && p->saturated == 0 && p->residual > FRICTION_ACCEPTED &&
           p->residual > FRICTION_LINEAR * to->last;
}

/* After steps have stopped: let the next steps keep indeterminate forces, if they do not yet and
 * the equations of the modes have a solution. Steps then stop because they move along these forces
 * without end, and each leaves a residual of second order. Returns 0 if there is no such remedy, so
 * that the search must end. */
static int start_keeping(const struct friction_problem *p, struct progress *to)
{
    int keeps = !to->keeps && friction_unsolved(p) <= FRICTION_ACCEPTED;
    to->keeps |= keeps;
    return keeps;
}

int friction_newton(struct friction_problem *p, enum friction_start from)
{
    /* Firm rows overwrite the last factorisation (reduce.c). */
    int again = from == FRICTION_FROM_LAST && p->firm == 0;
    struct progress to = {.least = INFINITY, .best = INFINITY, .last = again ? INFINITY : 0};
    size_t changes = again ? 0 : p->count;
    if (from != FRICTION_FROM_HERE)
        friction_begin(p, from);
    friction_update_velocities(p);
    /* The merit is infinite before a first step from forces of 0, so that the step may increase it.
     */
    p->merit = p->residual = INFINITY;
    if (from != FRICTION_FROM_GUESS || p->saturated > 0)
        friction_judge(p);
    for (size_t step = 0; step < FRICTION_STEPS && !is_lost(&to); step++) {
        int needs_no_polish = p->residual <= FRICTION_ROUNDING || (p->firm == 0 && !p->polishes);
        if (is_near(p, &to) && (needs_no_polish || polish(p, &changes)))
            break;
        if (has_stopped(p, &to, changes) && !start_keeping(p, &to))
            break;
        if (!take_step(p, &to, &changes))
            return 0;
    }
    int solved = p->residual <= FRICTION_ACCEPTED;
    if (solved && changes > 0)
        friction_project(p); /* set the modes that belong to the solution */
    return solved;
}
