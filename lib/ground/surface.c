/* SPDX-License-Identifier: MIT */
/* Values of a surface, and the check of a function's derivatives. */
#include "ground/surface.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "num/elementary.h"

void surface_of_function(struct surface *surface, surface_fn fn, void *user)
{
    *surface = (struct surface){.fn = fn, .user = user};
}

int32_t surface_at(const struct surface *surface, double x, double y, double value[SURFACE_VALUES])
{
    if (surface->fn) {
        for (int k = 0; k < SURFACE_FACTOR; k++)
            value[k] = NAN;
        value[SURFACE_FACTOR] = 1;
        if (surface->fn(x, y, value, surface->user) != 0)
            return WD_EINPUT;
    } else {
        surface_grid_at(surface, x, y, value);
    }
    for (int k = 0; k < SURFACE_VALUES; k++)
        if (!isfinite(value[k]))
            return WD_EINPUT;
    return value[SURFACE_FACTOR] >= 0 ? WD_OK : WD_EINPUT;
}

const char *surface_fault_text(struct surface_report report)
{
    switch (report.fault) {
    case SURFACE_SMALL:
        return "fewer than four heights along an axis";
    case SURFACE_LARGE:
        return "more than 2^26 heights";
    case SURFACE_SPACING:
        return "a spacing that is not above 0, or too small";
    case SURFACE_PLACE:
        return "a place, spacing or heading that is not finite or too large";
    case SURFACE_HEIGHT:
        return "a height that is not finite or too large";
    default:
        return NULL;
    }
}

const char *surface_value_name(int value)
{
    static const char *const names[SURFACE_VALUES] = {"h",    "h_x",  "h_y",   "h_xx",
                                                      "h_xy", "h_yy", "factor"};
    return names[value];
}

/* ---- check of derivatives ---- */

/* Step of the differences relative to the size of the square. Where a third derivative jumps, the
 * truncation error relative to the second derivatives is about this number. The rounding error of a
 * first derivative divided by the step is far below the tolerance. */
#define DIFFERENCE 1e-6

#define TOLERANCE 1e-5 /* relative to the scales of the derivatives, see surface_check() */

/* Rounding error of a value, relative to this value; the error of a difference is this divided by
 * the step. */
#define ROUNDED (64 * DBL_EPSILON)

enum { PLACES = 9 };

struct checked {
    double x, y, value[SURFACE_VALUES];
    double difference[SURFACE_YY + 1]; /* differences for each derivative; h_xy from h_x along y */
    double twin;                       /* second difference for h_xy: from h_y along x */
};

static int32_t difference(const struct surface *surface, double step, struct checked *at)
{
    double before[SURFACE_VALUES], after[SURFACE_VALUES];
    int32_t status = surface_at(surface, at->x, at->y, at->value);
    for (int axis = 0; axis < 2 && status == WD_OK; axis++) {
        double dx = axis == 0 ? step : 0, dy = axis == 0 ? 0 : step;
        double span = axis == 0 ? at->x + dx - (at->x - dx) : at->y + dy - (at->y - dy);
        status = surface_at(surface, at->x - dx, at->y - dy, before);
        if (status == WD_OK)
            status = surface_at(surface, at->x + dx, at->y + dy, after);
        if (status != WD_OK)
            break;
        at->difference[SURFACE_X + axis] = (after[SURFACE_H] - before[SURFACE_H]) / span;
        double along_x = (after[SURFACE_X] - before[SURFACE_X]) / span;
        double along_y = (after[SURFACE_Y] - before[SURFACE_Y]) / span;
        at->difference[axis == 0 ? SURFACE_XX : SURFACE_XY] = along_x;
        *(axis == 0 ? &at->twin : &at->difference[SURFACE_YY]) = along_y;
    }
    return status;
}

/* Largest absolute values of h and of derivatives of each order. */
static void take_scale(const struct checked *at, double scale[3])
{
    scale[0] = num_fmax(fabs(at->value[SURFACE_H]), scale[0]);
    for (int k = SURFACE_X; k <= SURFACE_YY; k++) {
        double *to = &scale[k <= SURFACE_Y ? 1 : 2];
        *to = num_fmax(num_fmax(fabs(at->difference[k]), fabs(at->value[k])), *to);
    }
}

/* Keep a difference as the doubt if its error divided by `allowed` is above *worst. */
static void judge(const struct checked *at, int k, double difference, double allowed, double *worst,
                  struct surface_doubt *doubt)
{
    double excess = fabs(at->value[k] - difference) / allowed;
    if (excess <= *worst)
        return;
    *worst = excess;
    *doubt = (struct surface_doubt){k, at->x, at->y, at->value[k], difference};
}

int32_t surface_check(const struct surface *surface, double x, double y, double size,
                      struct surface_doubt *doubt)
{
    struct checked at[PLACES];
    double scale[3] = {0, 0, 0}, worst = 1, worst_second = 1;
    double step = num_fmax(1e9 * DBL_EPSILON * (fabs(x) + fabs(y)), DIFFERENCE * size);
    for (int k = 0; k < PLACES; k++) {
        at[k].x = x + (k % 3 - 1) * size;
        at[k].y = y + (k / 3 - 1) * size;
        int32_t status = difference(surface, step, &at[k]);
        if (status != WD_OK)
            return status;
        take_scale(&at[k], scale);
    }
    double first = TOLERANCE * (scale[1] + size * scale[2]) + ROUNDED * scale[0] / step + DBL_MIN;
    double second = TOLERANCE * (scale[2] + scale[1] / size) + ROUNDED * scale[1] / step + DBL_MIN;
    for (int k = 0; k < PLACES; k++)
        for (int i = SURFACE_X; i <= SURFACE_Y; i++)
            judge(&at[k], i, at[k].difference[i], first, &worst, doubt);
    /* second derivatives only if the first are right, because their differences use the first */
    for (int k = 0; k < PLACES && worst <= 1; k++) {
        for (int i = SURFACE_XX; i <= SURFACE_YY; i++)
            judge(&at[k], i, at[k].difference[i], second, &worst_second, doubt);
        judge(&at[k], SURFACE_XY, at[k].twin, second, &worst_second, doubt);
    }
    return worst > 1 || worst_second > 1 ? WD_EINVAL : WD_OK;
}
