/* SPDX-License-Identifier: MIT */
/* Least forces in the factor of the rows. With n rows of rank r, U^T U = C M^-1 C^T and U r x n,
 * all forces x of the same U x cause the same accelerations. If many rows depend on few, as those
 * of many contacts on one body do, these functions take less work than an orthogonal basis of the
 * n - r dependences: r^2 n instead of (n - r)^2 n. */
#ifndef MECH_LINKAGE_LEAST_H
#define MECH_LINKAGE_LEAST_H

#include <stddef.h>

#include "num/semidefinite.h"

struct linkage_least {
    size_t n, rank;
    const double *upper; /* rank x n: U, with the reciprocals of its diagonal */
    double *demand;      /* rank: U x of the present forces */
    double *weighted;    /* rank x n */
    double *null;        /* rank x rank */
    double *part;        /* rank */
    struct semidefinite gram;
};

/* True if these functions take less work (2 rank <= n) and fit into the memory of
 * linkage_least_begin(). */
int linkage_least_suits(size_t n, size_t rank);

/* Begin with the forces x, in memory of n^2 + rank n numbers. */
struct linkage_least linkage_least_begin(size_t n, size_t rank, const double *upper,
                                         const double *x, double *memory);

/* Set the forces with a compliance above 0 to those of the least sum of compliance x^2 for which
 * there are other forces that complete them. 0: a number is not finite. */
int linkage_least_first(struct linkage_least *, const double *compliance, double *x);

/* After linkage_least_first(): the same for the remaining forces, all of which have a compliance;
 * together they have the accelerations of the forces at the beginning. */
int linkage_least_rest(struct linkage_least *, const double *compliance, double *x);

#endif
