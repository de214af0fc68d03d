/* SPDX-License-Identifier: MIT */
/* Forces and demands from which Newton's method starts. */
#include "friction/inside.h"
#include "friction/saturated.h"

#include <string.h>

/* The friction of steady slip with the normal force without friction. */
static void demand_steady(const struct friction_problem *p, struct friction_element *e)
{
    e->demand[0] = -p->b[e->row] / friction_diagonal(p, e->row);
    saturated_guess_demand(e);
}

/* Bring the normal force to that of the present friction, which changes by the same part: its rates
 * stay. */
static void correct_normal_force(struct friction_problem *p, struct friction_element *e)
{
    double now = e->demand[0] - p->u[e->row] / friction_diagonal(p, e->row);
    if (!(e->demand[0] > 0) || !(now > 0)) {
        e->demand[0] = now, e->demand[1] = e->demand[2] = 0;
        saturated_evaluate(p, e);
        return;
    }
    double part = now / e->demand[0];
    for (size_t k = 0; k < 3; k++) {
        e->demand[k] *= part;
        p->r[e->row + k] *= part;
    }
}

/* Demands that the caller does not guess are those of steady slip. */
static void guess(struct friction_problem *p)
{
    int guessed = 1;
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set != FRICTION_SATURATED)
            continue;
        guessed &= e->demand[0] > 0;
        if (!(e->demand[0] > 0))
            demand_steady(p, e);
        saturated_evaluate(p, e);
    }
    if (guessed)
        return;
    friction_update_velocities(p);
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set == FRICTION_SATURATED)
            correct_normal_force(p, &p->element[i]);
}

/* Forces of 0, but of brakes that slide, whose forces are known, and of a guess. */
void friction_begin(struct friction_problem *p, enum friction_start from)
{
    memset(p->r, 0, p->rows * sizeof *p->r);
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_BAND && e->mode == FRICTION_SLIP)
            p->r[e->row] = -e->limit * e->direction[0];
        if (e->set == FRICTION_SATURATED && from == FRICTION_FROM_STICK) {
            memset(e->demand, 0, sizeof e->demand);
            saturated_evaluate_sticking(p, e);
        }
    }
    if (from == FRICTION_FROM_GUESS)
        guess(p);
}
