/* SPDX-License-Identifier: MIT */
/* Projection of the forces of each element onto its admissible set, which gives the element its
 * mode. */
#include "friction/inside.h"

static void set_mode(struct friction_element *e, enum friction_mode mode, double x, double y)
{
    e->mode = mode;
    friction_set_direction(e, x, y);
}

static int project_band(struct friction_problem *p, struct friction_element *e)
{
    double *r = p->r + e->row, x = r[0] - p->u[e->row] / friction_diagonal(p, e->row);
    enum friction_mode mode = fabs(x) > e->limit ? FRICTION_SLIP : FRICTION_STICK;
    int changes = mode != e->mode || (mode == FRICTION_SLIP && x * e->direction[0] > 0);
    if (!changes)
        return 0;
    set_mode(e, mode, mode == FRICTION_SLIP ? -x : 0, 0);
    if (mode == FRICTION_SLIP)
        r[0] = -e->limit * e->direction[0];
    return 1;
}

static int project_stop(struct friction_problem *p, struct friction_element *e)
{
    enum friction_mode mode = friction_push_ahead(p, e) > 0 ? FRICTION_STICK : FRICTION_OPEN;
    if (mode == e->mode)
        return 0;
    set_mode(e, mode, 0, 0);
    if (mode == FRICTION_OPEN)
        p->r[e->row] = -e->side * e->limit;
    return 1;
}

/* Open a contact. The slip direction of SLIDING is given and does not change. */
static int open_contact(struct friction_problem *p, struct friction_element *e)
{
    p->r[e->row] = p->r[e->row + 1] = p->r[e->row + 2] = 0;
    e->mode = FRICTION_OPEN;
    if (e->set != FRICTION_SLIDING)
        set_mode(e, FRICTION_OPEN, 0, 0);
    return 1;
}

static int project_sliding(struct friction_problem *p, struct friction_element *e)
{
    double *r = p->r + e->row, normal = r[0] - p->u[e->row] / friction_diagonal(p, e->row);
    if (!(r[0] >= 0) || !(normal > 0))
        return e->mode != FRICTION_OPEN && open_contact(p, e);
    int changes = e->mode != FRICTION_SLIP;
    e->mode = FRICTION_SLIP;
    return changes;
}

/* A sliding contact whose slip velocity has no component against its slip direction keeps this
 * direction, which Newton's steps have found. */
static int project_cone(struct friction_problem *p, struct friction_element *e)
{
    double *r = p->r + e->row, *u = p->u + e->row;
    double diagonal = friction_tangential_diagonal(p, e),
           normal = r[0] - u[0] / friction_diagonal(p, e->row);
    if (!(r[0] >= 0) || !(normal > 0))
        return e->mode != FRICTION_OPEN && open_contact(p, e);
    double limit = e->mu * (r[0] > 0 ? r[0] : normal);
    double x = r[1] - u[1] / diagonal, y = r[2] - u[2] / diagonal;
    enum friction_mode mode =
        e->mu == 0 || friction_length(x, y) > limit ? FRICTION_SLIP : FRICTION_STICK;
    if (mode == e->mode && (mode == FRICTION_STICK || friction_along(e, p->u) >= 0))
        return 0;
    int slips = mode == FRICTION_SLIP && e->mu > 0;
    set_mode(e, mode, slips ? -x : 0, slips ? -y : 0);
    if (mode == FRICTION_SLIP)
        friction_set_sliding_force(p, e);
    return 1;
}

size_t friction_project(struct friction_problem *p)
{
    size_t changes = 0;
    for (size_t i = 0; i < p->count; i++) {
        struct friction_element *e = &p->element[i];
        if (e->set == FRICTION_BAND)
            changes += (size_t)project_band(p, e);
        else if (e->set == FRICTION_STOP)
            changes += (size_t)project_stop(p, e);
        else if (e->set == FRICTION_SLIDING)
            changes += (size_t)project_sliding(p, e);
        else if (e->set == FRICTION_CONE)
            changes += (size_t)project_cone(p, e);
    }
    return changes;
}
