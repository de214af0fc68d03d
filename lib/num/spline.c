/* SPDX-License-Identifier: MIT */
#include "num/spline.h"

/* The moments M_i are the second derivatives at the knots, h_i the spacings. Moments and spacings
 * satisfy h_(i-1) M_(i-1) + 2 (h_(i-1) + h_i) M_i + h_i M_(i+1) = 6 times the change of slope at
 * knot i. The unknowns of the tridiagonal part are the moments at the knots 1 ... knots - 2 of a
 * natural spline, or 0 ... knots - 2 of a periodic one. The last knot of a periodic spline adds a
 * border of one row and one column. */
static size_t first_unknown(const struct spline *s)
{
    return s->periodic ? 0 : 1;
}

static size_t before(const struct spline *s, size_t i)
{
    return i > 0 ? i - 1 : s->knots - 1;
}

static double diagonal(const struct spline *s, size_t i)
{
    return 2 * (s->spacing[before(s, i)] + s->spacing[i]);
}

/* Solve the tridiagonal part for the right-hand side x[first_unknown() ... knots - 2], in place. */
static void solve_tridiagonal(const struct spline *s, double *x)
{
    size_t from = first_unknown(s), end = s->knots - 1, tally = 0;
    for (size_t i = from + 1; i < end && !interrupt_tally(s->interrupt, &tally, 5); i++)
        x[i] -= s->multiplier[i - 1] * x[i - 1];
    for (size_t i = end; i-- > from && !interrupt_tally(s->interrupt, &tally, 10);)
        x[i] = x[i] / s->pivot[i] - (i + 1 < end ? s->multiplier[i] * x[i + 1] : 0);
}

/* The matrix is diagonally dominant: no pivot is below 3/2 of the sum of the adjacent spacings. */
void spline_prepare(struct spline *s, size_t knots, int periodic, const double *spacing,
                    double *memory, struct interrupt *interrupt)
{
    *s = (struct spline){knots,          periodic,           spacing,  memory,
                         memory + knots, memory + 2 * knots, interrupt};
    size_t from = first_unknown(s), last = knots - 1, tally = 0;
    for (size_t i = from; i < last && !interrupt_tally(interrupt, &tally, 20); i++) {
        s->pivot[i] = diagonal(s, i);
        if (i > from)
            s->pivot[i] -= s->multiplier[i - 1] * spacing[i - 1];
        s->multiplier[i] = spacing[i] / s->pivot[i];
        s->border[i] = 0;
    }
    if (!periodic)
        return;
    s->border[0] += spacing[last];
    s->border[last - 1] += spacing[last - 1];
    solve_tridiagonal(s, s->border);
    s->pivot[last] =
        diagonal(s, last) - spacing[last] * s->border[0] - spacing[last - 1] * s->border[last - 1];
}

void spline_moments(const struct spline *s, const double *y, size_t stride, double *moment)
{
    const double *h = s->spacing;
    size_t from = first_unknown(s), last = s->knots - 1, end = last + (s->periodic ? 1 : 0),
           tally = 0;
    moment[0] = moment[last] = 0;
    for (size_t i = from; i < end && !interrupt_tally(s->interrupt, &tally, 20); i++) {
        size_t a = before(s, i), b = i < last ? i + 1 : 0;
        moment[i] =
            6 * ((y[b * stride] - y[i * stride]) / h[i] - (y[i * stride] - y[a * stride]) / h[a]);
    }
    double corner = moment[last];
    solve_tridiagonal(s, moment);
    if (!s->periodic)
        return;
    corner -= h[last] * moment[0] + h[last - 1] * moment[last - 1];
    moment[last] = corner / s->pivot[last];
    for (size_t i = 0; i < last; i++)
        moment[i] -= s->border[i] * moment[last];
}
