/* SPDX-License-Identifier: MIT */
/* Steps of Newton's for the impulses of a step of Moreau, for the files that make them. */
#ifndef VEHICLE_MOREAU_UNKNOWN_H
#define VEHICLE_MOREAU_UNKNOWN_H

#include "models/vehicle/moreau.h"

/* A factor serves while each step leaves no more than this part of what was left. */
#define MOREAU_FALLS 0.1

/* Of brakes that hold; of wheels that stick, too; of what slips as well. */
enum moreau_unknowns { MOREAU_HELD, MOREAU_STUCK, MOREAU_ALL };

/* These unknowns by the present modes and directions, m->unknown; how many. */
size_t moreau_list(struct vehicle_moment *, size_t count, enum moreau_unknowns);
/* The factor of their matrix, m->newton; 0: they have none. */
int moreau_factor(struct vehicle_moment *, size_t n);
/* What is left of the equations of n unknowns, in m->change, and the largest of it. */
double moreau_left(struct vehicle_moment *, size_t n);
/* By what is in m->change: impulses and directions. */
void moreau_go(struct vehicle_moment *, size_t n);
/* Velocities by the impulses, in m->sum; by those from this row on, those before being none. */
void moreau_follow(struct vehicle_moment *);
void moreau_follow_from(struct vehicle_moment *, size_t first);

/* The own entry of a row of the matrix. */
static inline double moreau_own(const struct vehicle_moment *m, size_t row)
{
    return m->work.matrix[row * (m->work.rows + 1)];
}

/* The velocity of a wheel along the direction of its slip. */
static inline double moreau_slip(const struct vehicle_moment *m, const struct cone_element *e)
{
    const double *d = moreau_grip(m, e)->direction, *u = m->sum + e->row;
    return u[1] * d[0] + u[2] * d[1];
}

/* It does this from now on, in this direction; returns 1. */
static inline int moreau_set(struct vehicle_grip *grip, int mode, double x, double y)
{
    double size = num_hypot(x, y);
    grip->mode = mode;
    grip->direction[0] = size > 0 ? x / size : 0;
    grip->direction[1] = size > 0 ? y / size : 0;
    return 1;
}

#endif
