/* SPDX-License-Identifier: MIT */
/* Forces and demands from which Newton's method starts. */
#include "friction/inside.h"

#include <string.h>

/* Correct the normal force for the effect of the present friction, and scale the friction by the
 * same ratio. This scaling leaves the derivatives e->rate unchanged. Unless the normal force is
 * positive before and after the correction, set the demanded friction to 0 instead. */
static void correct_normal_force(struct friction_problem *p, struct friction_element *e)
{
    double now = e->demand[0] - p->u[e->row] / friction_diagonal(p, e->row);
    if (!(e->demand[0] > 0) || !(now > 0)) {
        e->demand[0] = now, e->demand[1] = e->demand[2] = 0;
        saturated_evaluate(p, e);
        return;
    }
    double ratio = now / e->demand[0];
    for (size_t k = 0; k < 3; k++) {
        e->demand[k] *= ratio;
        p->r[e->row + k] *= ratio;
    }
}

/* Guess the demands of SATURATED elements: those of the caller, or if there are none, those of
 * steady slip (e->steady) at the normal force that acts without friction. */
static void guess_demands(struct friction_problem *p)
{
    int guessed = 1;
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set != FRICTION_SATURATED)
            continue;
        guessed &= e->demand[0] > 0;
        if (!(e->demand[0] > 0)) {
            e->demand[0] = -p->b[e->row] / friction_diagonal(p, e->row);
            saturated_guess_demand(e);
        }
        saturated_evaluate(p, e);
    }
    if (guessed)
        return;
    friction_update_velocities(p);
    for (size_t i = 0; i < p->count; i++)
        if (p->element[i].set == FRICTION_SATURATED)
            correct_normal_force(p, &p->element[i]);
}

/* Set the forces to 0, or with FRICTION_FROM_LAST keep those of the last solution. Some forces are
 * set otherwise. Brakes that slide, and brakes of open stops, get the force of their capacity. With
 * FRICTION_FROM_LAST a sliding contact gets the friction force at its limit. With
 * FRICTION_FROM_GUESS SATURATED elements get the forces of their guessed demands. */
void friction_begin(struct friction_problem *p, enum friction_start from)
{
    if (from != FRICTION_FROM_LAST)
        memset(p->r, 0, p->rows * sizeof *p->r);
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_BAND && e->mode == FRICTION_SLIP)
            p->r[e->row] = -e->limit * e->direction[0];
        if (e->set == FRICTION_STOP && e->mode == FRICTION_OPEN)
            p->r[e->row] = -e->limit * e->side;
        if (from == FRICTION_FROM_LAST && e->set == FRICTION_CONE && e->mode == FRICTION_SLIP)
            friction_set_sliding_force(p, e);
    }
    if (from == FRICTION_FROM_GUESS)
        guess_demands(p);
}
