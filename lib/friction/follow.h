/* SPDX-License-Identifier: MIT */
/* A path of solutions and its pieces, for follow.c and follow_piece.c. */
#ifndef FRICTION_FOLLOW_H
#define FRICTION_FOLLOW_H

#include "friction/inside.h"

struct path {
    struct friction_problem *p;
    double side;       /* 1 if the added velocity decreases along the tangent, -1 if it grows */
    double *added;     /* rows: the added velocity */
    double *r, *u;     /* rows: derivatives of p->r and p->u along the tangent */
    double compliance; /* relative to diagonal entries of W */
    int is_known;      /* 1: p->path_u belongs to the present forces and compliance */
};

/* The end of a piece of the path, the part between two changes of modes or of the tangent. */
struct piece {
    double length;  /* along the tangent; with side 1 the added velocity is 0 at length 1.
                       Infinite: the piece has no end */
    size_t element; /* it changes its mode; number of elements: none does */
    enum friction_mode mode;
};

/* True if the slip direction of the element depends on its velocity. */
static inline int friction_follow_turns(const struct friction_element *e)
{
    return e->set == FRICTION_CONE && e->mu > 0;
}

/* The unprojected friction force z of a contact, and its derivative along the tangent: the force
 * whose projection onto the friction disc is the friction. */
static inline void friction_follow_unprojected(const struct path *path,
                                               const struct friction_element *e, double *z,
                                               double *rate)
{
    const struct friction_problem *p = path->p;
    double diagonal = friction_tangential_diagonal(p, e);
    for (size_t k = 0; k < 2; k++) {
        size_t row = e->row + 1 + k;
        z[k] = p->r[row] - p->u[row] / diagonal;
        rate[k] = path->r[row] - path->u[row] / diagonal;
    }
}

/* Return the next piece along the tangent. */
struct piece friction_follow_piece(struct path *);

#endif
