/* SPDX-License-Identifier: MIT */
/* Forces and demands from which Newton's method starts. */
#include "friction/inside.h"
#include "friction/saturated.h"

#include <string.h>

/* The demand of a contact without friction, at forces of 0. */
static void demand_free(const struct friction_problem *p, struct friction_element *e)
{
    const double *b = p->b + e->row;
    e->demand[0] = -b[0] / friction_own(p, e->row);
    for (size_t k = 1; k < 3; k++)
        e->demand[k] = -(b[k] + e->lag[k - 1]) / e->compliance;
}

/* The friction of steady slip with the normal force without friction. */
static void demand_steady(const struct friction_problem *p, struct friction_element *e)
{
    e->demand[0] = -p->b[e->row] / friction_own(p, e->row);
    saturated_expect(e);
}

/* Bring normal forces to those of the present friction, which changes by the same part. */
static void correct_normal_forces(struct friction_problem *p)
{
    friction_follow(p);
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set != FRICTION_SATURATED)
            continue;
        double before = e->demand[0];
        e->demand[0] -= p->u[e->row] / friction_own(p, e->row);
        double part = before > 0 && e->demand[0] > 0 ? e->demand[0] / before : 0;
        e->demand[1] *= part, e->demand[2] *= part;
        saturated_follow(p, e);
    }
}

/* Forces of 0, but of brakes that slide, whose forces are known, and of steady slip. */
void friction_begin(struct friction_problem *p, enum friction_start from)
{
    memset(p->r, 0, p->rows * sizeof *p->r);
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_BAND && e->mode == FRICTION_SLIP)
            p->r[e->row] = -e->limit * e->direction[0];
        if (e->set == FRICTION_SATURATED && from == FRICTION_FROM_STICK) {
            memset(e->demand, 0, sizeof e->demand);
            saturated_stick(p, e);
        } else if (e->set == FRICTION_SATURATED) {
            if (from == FRICTION_FROM_GUESS)
                demand_steady(p, e);
            else
                demand_free(p, e);
            saturated_follow(p, e);
        }
    }
    if (from == FRICTION_FROM_GUESS)
        correct_normal_forces(p);
}
