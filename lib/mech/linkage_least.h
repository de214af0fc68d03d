/* SPDX-License-Identifier: MIT */
/* Least forces in the coordinates of the mass matrix. With M = L L^T and Y = C L^-T, all forces x
 * of the same Y^T x cause the same accelerations. A row of Y has entries for the six speeds of the
 * root and for the joints between the root and the body of the row, so that Gram matrices Y^T D Y
 * are factorised like M, from the leaves to the root. The work is proportional to the number of
 * rows, where an orthogonal basis of the n - r dependences of n rows takes (n - r)^2 n. */
#ifndef MECH_LINKAGE_LEAST_H
#define MECH_LINKAGE_LEAST_H

#include <stddef.h>

#include "mech/linkage_state.h"
#include "num/semidefinite.h"

/* Comments begin with the sizes of the arrays. */
struct linkage_least {
    const struct linkage *linkage;
    const struct linkage_work *work;
    size_t n, columns;        /* active rows; columns of Y, those of the root first */
    double *gram;             /* columns x columns: factor of the Gram matrix, below the diagonal */
    double *square;           /* columns: squared norms of the columns */
    double *demand;           /* columns: Y^T x of the present forces */
    double *part;             /* columns */
    double *vector;           /* columns */
    double *rest;             /* remaining memory */
    struct semidefinite root; /* last block of the factor */
    double root_memory[2 * LINKAGE_ROOT * LINKAGE_ROOT + 3 * LINKAGE_ROOT];
};

/* Begin with the active rows of linkage_rank(), in memory of 2 n^2 numbers. Sets work->column, the
 * column of each joint, 0 for a joint that moves no row. 0: Y has more than n/2 columns; the
 * functions below must then not be called, and the memory is unchanged. */
int linkage_least_begin(struct linkage_least *, const struct linkage *, const struct linkage_work *,
                        double *memory);

/* Set the forces with a compliance above 0 to those of the least sum of compliance x^2 for which
 * there are other forces that complete the accelerations of the given forces x. 0: a number is not
 * finite. */
int linkage_least_first(struct linkage_least *, const double *compliance, double *x);

/* After linkage_least_first(): the same for the remaining forces, all of which have a compliance;
 * together they have the accelerations of the given forces. */
int linkage_least_rest(struct linkage_least *, const double *compliance, double *x);

#endif
