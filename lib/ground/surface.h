/* SPDX-License-Identifier: MIT */
/* Smooth ground z = h(x, y) with continuous second derivatives: a grid of heights, or a function of
 * the user. A grid is a bicubic spline with natural ends, kept as its B-spline coefficients, 8
 * bytes a node; beyond its border it continues straight, which keeps second derivatives continuous.
 * A surface is constant after it is made, and several surfaces may share the coefficients. */
#ifndef GROUND_SURFACE_H
#define GROUND_SURFACE_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"

/* Values at a place, in this order. */
enum {
    SURFACE_H,
    SURFACE_X, /* first derivatives */
    SURFACE_Y,
    SURFACE_XX, /* second derivatives */
    SURFACE_XY,
    SURFACE_YY,
    SURFACE_FACTOR, /* factor on the coefficient of friction, >= 0 */
    SURFACE_VALUES
};

/* Function of a surface, which sets the values at (x, y). On entry the factor is 1 and the other
 * values are NaN. The function returns 0; any other result is a failure. */
typedef int32_t (*surface_fn)(double x, double y, double value[SURFACE_VALUES], void *user);

struct surface {
    surface_fn fn; /* NULL: a grid */
    void *user;
    size_t nx, ny;
    const double *coefficient; /* [j nx + i] */
    double x0, y0, per_dx, per_dy, cos, sin;
};

/* Place and size of a grid: its node i, j is at (x0 + i dx, y0 + j dy), turned about the origin by
 * the heading, positive to the left. */
enum { SURFACE_FRAME = 5 }; /* x0, y0, dx, dy, heading */

enum surface_fault {
    SURFACE_FINE,
    SURFACE_SMALL,   /* fewer than 4 nodes along an axis */
    SURFACE_LARGE,   /* more than 2^26 nodes */
    SURFACE_SPACING, /* dx or dy is not above 0, so the grid is folded; `at`: index in the frame */
    SURFACE_PLACE,   /* number `at` of the frame is not finite, or too large for differences */
    SURFACE_HEIGHT,  /* height `at` is not finite, or too large for differences */
    SURFACE_STOPPED, /* the interrupt has stopped the building */
};

struct surface_report {
    enum surface_fault fault;
    size_t at; /* index in the frame or among the heights, see enum surface_fault */
};

/* Name what is wrong with the grid at number report.at of the frame or the heights; NULL if
 * it has no fault or the building was stopped. */
const char *surface_fault_text(struct surface_report);

/* Number of doubles that a grid needs as memory, 0 for a size that is refused. */
size_t surface_doubles(size_t nx, size_t ny);

/* Make a grid from heights z[j nx + i], unless they have a fault. The surface keeps a pointer to
 * the memory of surface_doubles() doubles, where its coefficients are; it does not keep z. */
struct surface_report surface_build(struct surface *, const double *z, size_t nx, size_t ny,
                                    const double frame[SURFACE_FRAME], double *memory,
                                    struct interrupt *);

/* Make a grid from the coefficients of another one of the same size. */
struct surface_report surface_adopt(struct surface *, const double *coefficient, size_t nx,
                                    size_t ny, const double frame[SURFACE_FRAME]);

/* Make a surface from a function of the user. `user` is passed to the function. */
void surface_of_function(struct surface *, surface_fn fn, void *user);

/* Compute the values at a place: WD_OK, or WD_EINPUT if the function fails or a value is not finite
 * or the factor is negative. */
int32_t surface_at(const struct surface *, double x, double y, double value[SURFACE_VALUES]);

/* Compute the values at a place of a surface that is a grid. They may overflow. */
void surface_grid_at(const struct surface *, double x, double y, double value[SURFACE_VALUES]);

/* m; height of node i, j of a grid. */
double surface_node(const struct surface *, size_t i, size_t j);

/* Name of a value, such as "h_xy". */
const char *surface_value_name(int value);

/* A derivative that disagrees with differences. */
struct surface_doubt {
    int value; /* which: SURFACE_X ... SURFACE_YY */
    double x, y;
    double given, difference;
};

/* Compare the derivatives of a function with central differences at nine places in a square of
 * +-size m about (x, y). With S1 and S2, the largest first and second derivatives there, the
 * tolerance is 1e-5 (S1 + size S2) for first and 1e-5 (S2 + S1/size) for second derivatives, plus
 * rounding. WD_OK; WD_EINVAL and the worst doubt; WD_EINPUT as surface_at(). */
int32_t surface_check(const struct surface *, double x, double y, double size,
                      struct surface_doubt *doubt);

#endif
