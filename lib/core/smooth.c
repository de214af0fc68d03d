/* SPDX-License-Identifier: MIT */
#include "core/smooth.h"

#include <stdlib.h>
#include <string.h>

struct smooth *smooth_new(size_t nx, size_t ny)
{
    struct smooth *smooth;
    smooth = malloc(sizeof *smooth + surface_doubles(nx, ny) * sizeof *smooth->coefficient);
    if (smooth)
        atomic_init(&smooth->users, 1);
    return smooth;
}

int smooth_adopt(struct smooth *smooth, size_t nx, size_t ny, const double frame[SURFACE_FRAME])
{
    memcpy(smooth->frame, frame, sizeof smooth->frame);
    return surface_adopt(&smooth->surface, smooth->coefficient, nx, ny, frame).fault ==
           SURFACE_FINE;
}

struct smooth *smooth_grid(const double *z, size_t nx, size_t ny, const double frame[SURFACE_FRAME],
                           struct interrupt *interrupt, struct surface_report *report)
{
    struct smooth *smooth = smooth_new(nx, ny);
    *report = (struct surface_report){SURFACE_FINE, 0};
    if (!smooth)
        return NULL;
    memcpy(smooth->frame, frame, sizeof smooth->frame);
    *report = surface_build(&smooth->surface, z, nx, ny, frame, smooth->coefficient, interrupt);
    if (report->fault == SURFACE_FINE)
        return smooth;
    smooth_drop(smooth);
    return NULL;
}

struct smooth *smooth_function(surface_fn fn, void *user)
{
    struct smooth *smooth = smooth_new(0, 0);
    if (smooth)
        surface_of_function(&smooth->surface, fn, user);
    return smooth;
}

struct smooth *smooth_share(struct smooth *smooth)
{
    if (smooth)
        atomic_fetch_add_explicit(&smooth->users, 1, memory_order_relaxed);
    return smooth;
}

void smooth_drop(struct smooth *smooth)
{
    /* The thread that frees the surface sees all that other threads did with it before. */
    if (smooth && atomic_fetch_sub_explicit(&smooth->users, 1, memory_order_acq_rel) == 1)
        free(smooth);
}
