/* SPDX-License-Identifier: MIT */
/* Problems of contact and brakes at one moment, of accelerations and forces or of velocities and
 * impulses, as friction cones for the contact solver: of each element, normal first,
 *
 *     u = W r + q,   0 <= r_n _|_ u_n >= 0,   |r_t| <= mu r_n,   u_t = 0 or r_t = -mu r_n u_t/|u_t|
 *
 * A wheel that slides already has no friction of its own left: that is part of the column of its
 * normal force, with which W is not symmetric. A brake is an element whose normal force is pinned
 * to its capacity, and so is the normal impulse that a wheel gets back. */
#ifndef VEHICLE_CONE_H
#define VEHICLE_CONE_H

#include <stddef.h>
#include <stdint.h>

#include "kind/kind.h"
#include "num/interrupt.h"

/* What of an element the others feel; the rest of it is for itself. */
enum cone_type {
    CONE_WHEEL,   /* all of it */
    CONE_SLIDING, /* its normal row, the column with friction */
    CONE_BRAKE,   /* one tangential row, which is its only one; the normal force is given */
    CONE_REBOUND, /* the tangential rows; the normal impulse is given */
};

struct cone_element {
    enum cone_type type;
    size_t row; /* the first of its rows: z, x, y of a wheel */
    double mu, direction[2], given;
    double r[3], u[3]; /* the solution */
};

void *cone_new(const struct kind *);
void cone_free(void *workspace);

/* matrix, q: of `rows` rows, those of the elements among them. WD_OK, WD_ENOSOL, WD_ENOCONV or
 * WD_EINTERRUPT. */
int32_t cone_solve(void *workspace, const double *matrix, const double *q, size_t rows,
                   struct cone_element *element, size_t count, struct interrupt *interrupt);

/* The same of one step of many, in little time, or where that does not do in more: as if all
 * elements gave way a little. */
int32_t cone_step(void *workspace, const double *matrix, const double *q, size_t rows,
                  struct cone_element *element, size_t count, int patient,
                  struct interrupt *interrupt);

#endif
