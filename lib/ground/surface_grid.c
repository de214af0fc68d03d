/* SPDX-License-Identifier: MIT */
/* Bicubic splines in B-spline form. In cell f = 0 ... 1 between nodes i and i + 1, a spline along
 * one axis is the sum of four coefficients c_(i - 1) ... c_(i + 2) times weights. The spline passes
 * through the heights if c_(i - 1) + 4 c_i + c_(i + 1) = 6 z_i. A natural end has c_(-1) = 2 c_0 -
 * c_1, so c_0 = z_0; continued in this way, the spline is straight beyond the end. */
#include "ground/surface.h"

#include <math.h>

#include "num/elementary.h"

#define MOST_NODES ((size_t)1 << 26)
/* m: largest coordinate, as in terrain_build.c; products of three coordinates do not overflow */
#define FARTHEST 1e100

/* Number of different reciprocal pivots of the tridiagonal equations. The distance of these numbers
 * from their limit 2 - sqrt(3) falls by a factor of 14 from each to the next, so all later ones
 * equal the last to rounding. */
enum { PIVOTS = 20 };

struct pivots {
    double per[PIVOTS];
};

static struct pivots pivots(void)
{
    struct pivots p;
    p.per[0] = 0.25;
    for (int i = 1; i < PIVOTS; i++)
        p.per[i] = 1 / (4 - p.per[i - 1]);
    return p;
}

/* Reciprocal pivot of node i >= 1. */
static double per_pivot(const struct pivots *p, size_t i)
{
    return p->per[i < PIVOTS ? i - 1 : PIVOTS - 1];
}

static void solve_row(const struct pivots *p, double *c, size_t n)
{
    for (size_t i = 1; i + 1 < n; i++)
        c[i] = (6 * c[i] - c[i - 1]) * per_pivot(p, i);
    for (size_t i = n - 1; i-- > 1;)
        c[i] -= c[i + 1] * per_pivot(p, i);
}

/* solve_row() along y for all columns, row by row. */
static int solve_columns(const struct pivots *p, double *c, size_t nx, size_t ny,
                         struct interrupt *interrupt)
{
    size_t tally = 0;
    for (size_t j = 1; j + 1 < ny; j++) {
        double per = per_pivot(p, j), *row = c + j * nx, *before = row - nx;
        for (size_t i = 0; i < nx; i++)
            row[i] = (6 * row[i] - before[i]) * per;
        if (interrupt_tally(interrupt, &tally, 2 * nx))
            return 0;
    }
    for (size_t j = ny - 1; j-- > 1;) {
        double per = per_pivot(p, j), *row = c + j * nx, *after = row + nx;
        for (size_t i = 0; i < nx; i++)
            row[i] -= after[i] * per;
        if (interrupt_tally(interrupt, &tally, nx))
            return 0;
    }
    return 1;
}

size_t surface_doubles(size_t nx, size_t ny)
{
    return nx < 4 || ny < 4 || nx > MOST_NODES / ny ? 0 : nx * ny;
}

static struct surface_report check_frame(size_t nx, size_t ny, const double *frame)
{
    struct surface_report report = {SURFACE_FINE, 0};
    if (nx < 4 || ny < 4)
        report.fault = SURFACE_SMALL;
    else if (surface_doubles(nx, ny) == 0)
        report.fault = SURFACE_LARGE;
    for (size_t k = 0; k < SURFACE_FRAME && report.fault == SURFACE_FINE; k++) {
        report.at = k;
        if (!(fabs(frame[k]) < FARTHEST))
            report.fault = SURFACE_PLACE;
        else if ((k == 2 || k == 3) && !(frame[k] > 1 / FARTHEST))
            report.fault = SURFACE_SPACING;
    }
    return report;
}

struct surface_report surface_adopt(struct surface *surface, const double *coefficient, size_t nx,
                                    size_t ny, const double frame[SURFACE_FRAME])
{
    struct surface_report report = check_frame(nx, ny, frame);
    if (report.fault != SURFACE_FINE)
        return report;
    struct sine_cosine turn = num_sincos(frame[4]);
    *surface = (struct surface){.nx = nx,
                                .ny = ny,
                                .coefficient = coefficient,
                                .x0 = frame[0],
                                .y0 = frame[1],
                                .per_dx = 1 / frame[2],
                                .per_dy = 1 / frame[3],
                                .cos = turn.cos,
                                .sin = turn.sin};
    return report;
}

struct surface_report surface_build(struct surface *surface, const double *z, size_t nx, size_t ny,
                                    const double frame[SURFACE_FRAME], double *memory,
                                    struct interrupt *interrupt)
{
    struct surface_report report = surface_adopt(surface, memory, nx, ny, frame);
    struct pivots p = pivots();
    size_t tally = 0;
    if (report.fault != SURFACE_FINE)
        return report;
    for (size_t k = 0; k < nx * ny; k++) {
        if (!(fabs(z[k]) < FARTHEST))
            return (struct surface_report){SURFACE_HEIGHT, k};
        memory[k] = z[k];
    }
    for (size_t j = 0; j < ny; j++) {
        solve_row(&p, memory + j * nx, nx);
        if (interrupt_tally(interrupt, &tally, 10 * nx))
            return (struct surface_report){SURFACE_STOPPED, 0};
    }
    if (!solve_columns(&p, memory, nx, ny, interrupt))
        return (struct surface_report){SURFACE_STOPPED, 0};
    return report;
}

/* ---- values ---- */

/* Weights of four neighbouring coefficients, from `first` on, for the value and both derivatives.
 */
struct weights {
    size_t first;
    double w[4], d[4], dd[4]; /* for the value, its first and its second derivative */
};

static void set_straight(struct weights *to, size_t first, double before, double after)
{
    const int k = first == 0 ? 0 : 2;
    to->first = first;
    for (int i = 0; i < 4; i++)
        to->w[i] = to->d[i] = to->dd[i] = 0;
    to->w[k] = before;
    to->w[k + 1] = after;
    to->d[k] = -1;
    to->d[k + 1] = 1;
}

/* Replace a coefficient beyond an end by the last two coefficients before the end. */
static void fold(double w[4], int at_end)
{
    double out = w[at_end ? 3 : 0];
    if (at_end) {
        w[3] = w[2] + 2 * out;
        w[2] = w[1] - out;
        w[1] = w[0];
        w[0] = 0;
    } else {
        w[0] = w[1] + 2 * out;
        w[1] = w[2] - out;
        w[2] = w[3];
        w[3] = 0;
    }
}

static void weigh(double u, size_t n, struct weights *to)
{
    double last = (double)(n - 1);
    if (!(u >= 0 && u <= last)) {
        if (u > last)
            set_straight(to, n - 4, last - u, 1 - (last - u));
        else
            set_straight(to, 0, 1 - u, u);
        return;
    }
    size_t i = (size_t)u;
    i = i < n - 2 ? i : n - 2;
    double f = u - (double)i, g = 1 - f, ff = f * f, gg = g * g;
    const double w[4] = {gg * g / 6, (4 - 3 * ff * (1 + g)) / 6, (4 - 3 * gg * (1 + f)) / 6,
                         ff * f / 6};
    const double d[4] = {-gg / 2, f * (3 * f - 4) / 2, g * (4 - 3 * g) / 2, ff / 2};
    const double dd[4] = {g, 1 - 3 * g, 1 - 3 * f, f};
    for (int k = 0; k < 4; k++) {
        to->w[k] = w[k];
        to->d[k] = d[k];
        to->dd[k] = dd[k];
    }
    to->first = i > 0 ? i - 1 : 0;
    if (i == 0 || i == n - 2) {
        int at_end = i > 0;
        to->first = at_end ? n - 4 : 0;
        fold(to->w, at_end);
        fold(to->d, at_end);
        fold(to->dd, at_end);
    }
}

static double product(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

void surface_grid_at(const struct surface *s, double x, double y, double value[SURFACE_VALUES])
{
    struct weights u, v;
    double row[4], row_x[4], row_xx[4], c = s->cos, n = s->sin;
    weigh((x * c + y * n - s->x0) * s->per_dx, s->nx, &u);
    weigh((y * c - x * n - s->y0) * s->per_dy, s->ny, &v);
    for (size_t k = 0; k < 4; k++) {
        const double *at = s->coefficient + (v.first + k) * s->nx + u.first;
        row[k] = product(u.w, at);
        row_x[k] = product(u.d, at);
        row_xx[k] = product(u.dd, at);
    }
    double X = product(v.w, row_x) * s->per_dx, Y = product(v.d, row) * s->per_dy;
    double XX = product(v.w, row_xx) * s->per_dx * s->per_dx;
    double XY = product(v.d, row_x) * s->per_dx * s->per_dy;
    double YY = product(v.dd, row) * s->per_dy * s->per_dy;
    value[SURFACE_H] = product(v.w, row);
    value[SURFACE_X] = X * c - Y * n;
    value[SURFACE_Y] = X * n + Y * c;
    value[SURFACE_XX] = XX * c * c - 2 * XY * c * n + YY * n * n;
    value[SURFACE_XY] = (XX - YY) * c * n + XY * (c * c - n * n);
    value[SURFACE_YY] = XX * n * n + 2 * XY * c * n + YY * c * c;
    value[SURFACE_FACTOR] = 1;
}

double surface_node(const struct surface *s, size_t i, size_t j)
{
    struct weights u, v;
    double row[4];
    weigh((double)i, s->nx, &u);
    weigh((double)j, s->ny, &v);
    for (size_t k = 0; k < 4; k++)
        row[k] = product(u.w, s->coefficient + (v.first + k) * s->nx + u.first);
    return product(v.w, row);
}
