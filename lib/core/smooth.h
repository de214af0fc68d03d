/* SPDX-License-Identifier: MIT */
/* Smooth ground of a model: a grid that clones share, or a user's function. A ground is constant
 * after it is made; any number of threads may hold it. */
#ifndef CORE_SMOOTH_H
#define CORE_SMOOTH_H

#include "ground/surface.h"

#include <stdatomic.h>

struct smooth {
    atomic_size_t users;
    struct surface surface;
    double frame[SURFACE_FRAME]; /* for a grid only */
    double coefficient[];        /* for a grid only: surface_doubles() numbers */
};

/* Make a grid from heights. NULL: out of memory, or the fault that *report names. */
struct smooth *smooth_grid(const double *z, size_t nx, size_t ny, const double frame[SURFACE_FRAME],
                           struct interrupt *, struct surface_report *report);
/* smooth_new(): allocate a grid of nx times ny heights, or with 0 and 0 a ground without
 * coefficients. NULL: out of memory. For a grid surface_doubles() must be positive, and the caller
 * then sets the coefficients and calls smooth_adopt(), which returns 0 for a wrong frame. */
struct smooth *smooth_new(size_t nx, size_t ny);
int smooth_adopt(struct smooth *, size_t nx, size_t ny, const double frame[SURFACE_FRAME]);
/* Make a ground from a user's function; NULL: out of memory. */
struct smooth *smooth_function(surface_fn fn, void *user);

/* Add one user and return the ground; NULL for NULL. */
struct smooth *smooth_share(struct smooth *);
/* Remove one user and free the ground after the last; NULL is allowed. */
void smooth_drop(struct smooth *);

static inline const struct surface *smooth_surface(const struct smooth *smooth)
{
    return smooth ? &smooth->surface : NULL;
}

/* Number of heights; 0 for a function and for NULL. */
static inline size_t smooth_heights(const struct smooth *smooth)
{
    return smooth ? smooth->surface.nx * smooth->surface.ny : 0;
}

#endif
