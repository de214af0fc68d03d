/* SPDX-License-Identifier: MIT */
/* Anderson mixing: it accelerates a fixed-point iteration x := G(x). The present iterate and at
 * most MIXING_WINDOW previous ones have the images G(x_k) and the residuals f_k = G(x_k) - x_k. The
 * next iterate is an affine combination of these images. Its weights are those with which the
 * combination of the residuals has the least norm. Mixing needs no derivatives, and converges also
 * where plain iteration alternates with growing residuals, along fewer directions than the window
 * is long. (Walker and Ni, SIAM J. Numer. Anal. 49, 2011) */
#ifndef NUM_MIXING_H
#define NUM_MIXING_H

#include <stddef.h>

/* Maximum number of previous iterates. Usual values are 3 to 10. */
enum { MIXING_WINDOW = 5 };

struct mixing {
    size_t numbers, measured; /* length of an iterate; length of its residual */
    size_t count;             /* number of stored differences, which are newest first */
    int begun;                /* 1: there is a previous iterate */
    double square;            /* square of the norm of the previous residual */
    double *residual, *image; /* residual and image of the previous iterate */
    double *residual_change, *image_change; /* MIXING_WINDOW of each */
    double *orthogonal; /* orthonormal basis of the changes of residuals, MIXING_WINDOW vectors */
};

/* Return the number of doubles for mixing_carve(). */
size_t mixing_doubles(size_t numbers, size_t measured);
void mixing_carve(struct mixing *, size_t numbers, size_t measured, double *memory);

/* Forget all iterates. */
void mixing_begin(struct mixing *);

/* Compute the next iterate. On entry x is the image G(x) of the present iterate, on return the next
 * iterate. `residual` has the residuals of the numbers that determine the iterate, all in one unit;
 * `moved` has the changes of these numbers from the previous iterate, in the same unit. It has no
 * meaning at the first call after mixing_begin().
 *
 * Two rules hold where G is strongly nonlinear:
 * - A change along which the residual has grown is left out. There G changes more than x, so that
 *   the linear model leads back, to a solution that repels simple iteration or to none at all. A
 *   bounded G has a solution in the direction of the residual, and there the image leads.
 * - If the norm of the residual has grown, all older changes are forgotten: they belong to another
 *   linear model. */
void mixing_next(struct mixing *, const double *moved, const double *residual, double *x);

#endif
