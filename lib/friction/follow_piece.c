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

/* Length s after which the unprojected force z reaches the boundary of the friction disc, from
 * inside (side 1) or from outside (-1): the smallest root of margin + 2 half s + square s^2 = 0
 * that is not negative. */
static double until_disc(const double *z, const double *v, double limit, double grows, double side)
{
    double margin = num_fmax(0, side * (limit * limit - z[0] * z[0] - z[1] * z[1]));
    double half = side * (limit * grows - z[0] * v[0] - z[1] * v[1]);
    double square = side * (grows * grows - v[0] * v[0] - v[1] * v[1]);
    double discriminant = half * half - square * margin;
    if (discriminant < 0 || (half >= 0 && square >= 0))
        return HUGE_VAL;
    return half < 0 ? margin / (sqrt(discriminant) - half) : -(half + sqrt(discriminant)) / square;
}

/* Length after which z has turned by FRICTION_MOST_TURN. */
static double until_turned(const double *z, const double *v)
{
    double across = fabs(z[0] * v[1] - z[1] * v[0]);
    double along = z[0] * v[0] + z[1] * v[1];
    double rate = across / FRICTION_MOST_TURN - along;
    return rate > 0 ? (z[0] * z[0] + z[1] * z[1]) / rate : HUGE_VAL;
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

/* End the piece where z reaches the boundary of the disc of radius `reach` N, or has turned. */
static void end_at_disc(const struct path *path, size_t i, const double *z, const double *v,
                        double reach, struct piece *piece)
{
    const struct friction_problem *p = path->p;
    const struct friction_element *e = &p->element[i];
    double limit = reach * p->r[e->row], grows = reach * path->r[e->row];
    if (e->mode == FRICTION_STICK) {
        end_earlier(piece, until_disc(z, v, limit, grows, 1), i, FRICTION_SLIP);
    } else {
        end_earlier(piece, until_disc(z, v, limit, grows, -1), i, FRICTION_STICK);
        end_earlier(piece, until_turned(z, v), p->count, FRICTION_SLIP);
    }
}

static void end_at_contact(const struct path *path, size_t i, struct piece *piece)
{
    const struct friction_problem *p = path->p;
    const struct friction_element *e = &p->element[i];
    double z[2], rate[2];
    if (e->mode == FRICTION_OPEN) {
        end_earlier(piece, until_zero(p->u[e->row], path->u[e->row]), i, FRICTION_SLIP);
        return;
    }
    end_earlier(piece, until_zero(p->r[e->row], path->r[e->row]), i, FRICTION_OPEN);
    if (friction_follow_turns(e)) {
        friction_follow_unprojected(path, e, z, rate);
        end_at_disc(path, i, z, rate, e->mu, piece);
    }
}

/* The law of a SATURATED element has no kink where the demand L reaches mu N, but a knee. The mode
 * changes where L has left the knee, lest it change to and fro along the knee: at mu N 2^(1/p), and
 * back at mu N 2^(-1/p). These are the demands with log_slope 2/3 and 1/3 (num/saturation.h). */
static void end_at_saturated(const struct path *path, size_t i, const double *change,
                             struct piece *piece)
{
    const struct friction_element *e = &path->p->element[i];
    double side = e->mode == FRICTION_STICK ? 1 : -1;
    if (e->mode == FRICTION_OPEN) {
        end_earlier(piece, until_zero(-e->demand[0], -change[0]), i, FRICTION_SLIP);
        return;
    }
    end_earlier(piece, until_zero(e->demand[0], change[0]), i, FRICTION_OPEN);
    if (e->mu > 0)
        end_at_disc(path, i, e->demand + 1, change + 1, e->mu * num_exp2(side / e->sharpness),
                    piece);
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
    for (size_t i = 0; i < p->unknowns; i++) {
        size_t element = p->unknown[i].element;
        if (p->element[element].set == FRICTION_SATURATED && p->unknown[i].sibling == i)
            end_at_saturated(path, element, p->change + i, &piece);
    }
    return piece;
}
