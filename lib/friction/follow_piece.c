/* SPDX-License-Identifier: MIT */
/* The end of a piece of a path (follow.c): the first change of a mode along the tangent. */
#include "friction/follow.h"
#include "friction/numbers.h"

/* End the piece at this length with this change, unless it ends earlier. */
static void end_earlier(struct piece *piece, double length, size_t element, enum friction_mode mode)
{
    if (length < piece->length)
        *piece = (struct piece){length, element, mode};
}

/* Length after which x falls to 0; a negative x is 0 to rounding. */
static double until_zero(double x, double rate)
{
    return rate < 0 ? num_fmax(0, x) / -rate : HUGE_VAL;
}

/* Length s after which the force of a sticking contact reaches the boundary of its friction cone:
 * the smallest root of margin + 2 half s + square s^2 = 0 that is not negative. */
static double until_cone(const struct path *path, const struct friction_element *e)
{
    const double *r = path->p->r + e->row, *v = path->r + e->row;
    double mu = e->mu * e->mu;
    double margin = num_fmax(0, mu * r[0] * r[0] - r[1] * r[1] - r[2] * r[2]);
    double half = mu * r[0] * v[0] - r[1] * v[1] - r[2] * v[2];
    double square = mu * v[0] * v[0] - v[1] * v[1] - v[2] * v[2];
    double discriminant = half * half - square * margin;
    if (discriminant < 0 || (half >= 0 && square >= 0))
        return INFINITY;
    return half < 0 ? margin / (sqrt(discriminant) - half) : -(half + sqrt(discriminant)) / square;
}

static void end_at_joint(const struct path *path, size_t i, struct piece *piece)
{
    const struct friction_problem *p = path->p;
    const struct friction_element *e = &p->element[i];
    double r = p->r[e->row], u = p->u[e->row], rate = path->r[e->row], v = path->u[e->row];
    if (e->set == FRICTION_STOP && e->mode == FRICTION_OPEN)
        end_earlier(piece, until_zero(e->side * u, e->side * v), i, FRICTION_STICK);
    else if (e->set == FRICTION_STOP)
        end_earlier(piece, until_zero(friction_push(p, e), e->side * rate), i, FRICTION_OPEN);
    else if (e->mode == FRICTION_SLIP)
        end_earlier(piece, until_zero(friction_along(e, p->u), friction_along(e, path->u)), i,
                    FRICTION_STICK);
    else
        end_earlier(piece, until_zero(e->limit - copysign(1, rate) * r, -fabs(rate)), i,
                    FRICTION_SLIP);
}

static void end_at_contact(const struct path *path, size_t i, struct piece *piece)
{
    const struct friction_problem *p = path->p;
    const struct friction_element *e = &p->element[i];
    const double *r = p->r + e->row, *u = p->u + e->row;
    if (e->mode == FRICTION_OPEN) {
        end_earlier(piece, until_zero(u[0], path->u[e->row]), i, FRICTION_SLIP);
        return;
    }
    end_earlier(piece, until_zero(r[0], path->r[e->row]), i, FRICTION_OPEN);
    if (e->mode == FRICTION_STICK)
        end_earlier(piece, until_cone(path, e), i, FRICTION_SLIP);
    else if (friction_follow_turns(e))
        end_earlier(piece, until_zero(friction_along(e, p->u), friction_along(e, path->u)), i,
                    FRICTION_STICK);
}

/* End the piece where the slip direction that this unknown turns has turned by FRICTION_MOST_TURN.
 * If the contact would stick at the end of the piece, but its direction turns by more than
 * FRICTION_PATH_RADIAL on the way, or it is path->passes, its slip velocity passes by 0 without
 * reaching it: the piece then ends earlier, without a change of mode. */
static void end_by_turn(struct path *path, size_t unknown, struct piece *piece)
{
    const struct friction_problem *p = path->p;
    const struct friction_unknown *x = &p->unknown[unknown];
    double rate = fabs(p->change[unknown]) / friction_turning_limit(p, &p->element[x->element]);
    end_earlier(piece, FRICTION_MOST_TURN / rate, p->count, FRICTION_SLIP);
    if (piece->element != x->element || piece->mode != FRICTION_STICK)
        return;
    double turn = path->turn = piece->length * rate;
    if (turn > FRICTION_PATH_RADIAL || path->passes == x->element)
        *piece = (struct piece){
            piece->length * num_fmax(FRICTION_PATH_SHORTEST, 1 - turn / FRICTION_PATH_RADIAL),
            p->count, FRICTION_SLIP};
}

struct piece friction_follow_piece(struct path *path)
{
    const struct friction_problem *p = path->p;
    struct piece piece = {path->side > 0 ? 1 : HUGE_VAL, p->count, FRICTION_OPEN};
    for (size_t i = 0; i < p->count; i++)
        if (friction_is_joint(&p->element[i]))
            end_at_joint(path, i, &piece);
        else if (friction_has_cone(&p->element[i]))
            end_at_contact(path, i, &piece);
    for (size_t i = 0; i < p->unknowns; i++)
        if (p->unknown[i].turns)
            end_by_turn(path, i, &piece);
    return piece;
}
