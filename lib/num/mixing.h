/* SPDX-License-Identifier: MIT */
/* Anderson mixing: it accelerates a fixed-point iteration x := G(x). With the residuals
 * f_k = G(x_k) - x_k of the present iterate and of at most MIXING_WINDOW before it, the next one is
 * the affine combination of their images G(x_k) whose residual would be the least if G were affine.
 * It needs no derivatives, and converges also where plain iteration alternates or diverges along
 * fewer directions than the window is long. (Walker and Ni, SIAM J. Numer. Anal. 49, 2011) */
#ifndef NUM_MIXING_H
#define NUM_MIXING_H

#include <stddef.h>

/* Iterates before the present one. Usual values are 3 to 10. */
enum { MIXING_WINDOW = 5 };

struct mixing {
    size_t numbers, measured;               /* lengths of an iterate, and of its residual */
    size_t count;                           /* differences that are stored, newest first */
    int begun;                              /* there is an iterate before */
    double *residual, *image;               /* of the iterate before */
    double *residual_change, *image_change; /* MIXING_WINDOW of each */
    double *orthogonal;                     /* of the changes of residuals, as many */
};

size_t mixing_doubles(size_t numbers, size_t measured);
void mixing_carve(struct mixing *, size_t numbers, size_t measured, double *memory);

/* Forget all iterates. */
void mixing_begin(struct mixing *);

/* Set the next iterate. x: the image of the present one, then the next one. residual: of numbers
 * that determine the iterate, all in one unit. */
void mixing_next(struct mixing *, const double *residual, double *x);

#endif
