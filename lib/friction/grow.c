/* SPDX-License-Identifier: MIT */
/* Follow the solution of SATURATED elements while their coefficients of friction change to the
 * given ones: from 0, where there is no friction, or from infinity, where slip ends within its
 * relaxation time. At both starts the demands follow from linear equations. The coefficients change
 * in steps, and Newton's method starts from the solution of the last step.
 *
 * For given normal forces the smooth law has one solution. But friction that adds to its own normal
 * force may bend the solution back to earlier coefficients. Where it does on the way from 0, the
 * contact jumps from sliding to sticking; the way from infinity then starts from the stick. */
#include "friction/inside.h"
#include "friction/numbers.h"

/* Set the coefficients of friction of this part of the way, 0 to 1. */
static void set_part(struct friction_problem *p, double part, int shrinks)
{
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set != FRICTION_SATURATED)
            continue;
        e->mu = part * p->full_mu[i];
        if (shrinks && p->full_mu[i] > 0)
            e->mu = part > 0 ? p->full_mu[i] / part : HUGE_VAL;
        saturated_evaluate(p, e);
    }
}

int friction_grow(struct friction_problem *p, int shrinks)
{
    double part = 0, step = 1;
    for (size_t i = 0; i < p->count; i++) {
        p->full_mu[i] = p->element[i].mu;
        p->element[i].demand[0] = 0;
    }
    set_part(p, 0, shrinks);
    int goes = friction_newton(p, FRICTION_FROM_GUESS);
    for (int k = 0; goes && part < 1 && k < FRICTION_CONTINUATION; k++) {
        double next = num_fmin(1, part + step);
        friction_save_iterate(p, &p->start);
        set_part(p, next, shrinks);
        if (friction_newton(p, FRICTION_FROM_HERE)) {
            part = next, step *= 2;
        } else {
            friction_restore_iterate(p, &p->start);
            step *= FRICTION_STAGE;
        }
    }
    if (part < 1)
        set_part(p, 1, shrinks);
    return part == 1;
}
