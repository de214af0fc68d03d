/* SPDX-License-Identifier: MIT */
/* Smooth ground of a model: a grid that clones share, or a function of the user's. Constant after
 * it is made; any number of threads may hold it. */
#ifndef CORE_SMOOTH_H
#define CORE_SMOOTH_H

#include "ground/surface.h"

#include <stdatomic.h>

struct smooth {
    atomic_size_t users;
    struct surface surface;
    double frame[SURFACE_FRAME]; /* of a grid */
    double coefficient[];        /* of a grid: surface_doubles() */
};

/* Make a grid from heights. NULL: out of memory, or what *report says. */
struct smooth *smooth_grid(const double *z, size_t nx, size_t ny, const double frame[SURFACE_FRAME],
                           struct interrupt *, struct surface_report *report);
/* Allocate a grid of surface_doubles() > 0, whose coefficients the caller sets before
 * smooth_adopt(), which returns 0 for a wrong frame. NULL: out of memory. */
struct smooth *smooth_new(size_t nx, size_t ny);
int smooth_adopt(struct smooth *, size_t nx, size_t ny, const double frame[SURFACE_FRAME]);
/* NULL: out of memory. */
struct smooth *smooth_function(surface_fn fn, void *user);

/* Return it for one more user; NULL for NULL. */
struct smooth *smooth_share(struct smooth *);
/* Free it with its last user. */
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
