/* SPDX-License-Identifier: MIT */
/* Root isolation by Bernstein coefficients. On the interval a polynomial is between its smallest
 * and largest Bernstein coefficient. The number of its roots is the number of sign changes of the
 * coefficients, or less by an even number: no change, no root; one change, one root. With more
 * changes the interval is halved, the earlier half first. */
#include "num/first_root.h"
#include "num/series.h"

#include <float.h>
#include <math.h>

/* HALVINGS limits the depth of bisection. Near a double root the coefficients keep two sign changes
 * until the square of the width is a few epsilon, after some 26 halvings. A piece that has more
 * than one change after HALVINGS halvings owes them to rounding, and is skipped. */
enum { HALVINGS = 40, TERMS = FIRST_ROOT_DEGREE + 1, NEWTON = 100 };

/* Interval [from, from + width] of the unit interval, with its Bernstein coefficients. */
struct piece {
    double from, width, b[TERMS];
};

static double value_at(const double *c, size_t degree, double t, double *slope)
{
    double value = c[degree];
    *slope = 0;
    for (size_t k = degree; k-- > 0;) {
        *slope = *slope * t + value;
        value = value * t + c[k];
    }
    return value;
}

/* Return the number of sign changes, ignoring zeros; counted up to two. */
static int count_changes(const double *b, size_t degree)
{
    int count = 0, sign = 1; /* the polynomial starts at or above zero */
    for (size_t i = 0; i <= degree && count < 2; i++)
        if (sign > 0 ? b[i] < 0 : b[i] > 0) {
            sign = -sign;
            count++;
        }
    return count;
}

/* Split: *left becomes the first half, *right the second. */
static void halve(struct piece *left, struct piece *right, size_t degree)
{
    left->width /= 2;
    right->width = left->width;
    right->from = left->from + left->width;
    for (size_t j = 0; j < degree; j++) {
        right->b[degree - j] = left->b[degree];
        for (size_t i = degree; i > j; i--)
            left->b[i] = (left->b[i] + left->b[i - 1]) / 2;
    }
    right->b[0] = left->b[degree];
}

/* Find the only root between lo and hi by Newton's method, with bisection if it leaves the bracket.
 */
static double find_only_root(const double *c, size_t degree, double lo, double hi)
{
    double t = lo + (hi - lo) / 2, slope;
    for (int k = 0; k < NEWTON && lo < t && t < hi; k++) {
        double value = value_at(c, degree, t, &slope), next = t - value / slope;
        *(value < 0 ? &hi : &lo) = t;
        if (fabs(next - t) <= DBL_EPSILON * t)
            return next > lo && next < hi ? next : t;
        t = next > lo && next < hi ? next : lo + (hi - lo) / 2;
    }
    return hi;
}

/* Find the first sign change on [0, end] by bisection of the interval. */
static double find_first_change(const double *c, size_t degree, double end, const double *b)
{
    struct piece stack[HALVINGS + 1];
    size_t depth = 1;
    stack[0].from = 0;
    stack[0].width = 1;
    for (size_t k = 0; k <= degree; k++)
        stack[0].b[k] = b[k];
    while (depth > 0) {
        struct piece *piece = &stack[depth - 1];
        int count = count_changes(piece->b, degree);
        if (count == 1)
            return find_only_root(c, degree, end * piece->from, end * (piece->from + piece->width));
        if (count == 0 || depth > HALVINGS) {
            depth--;
            continue;
        }
        struct piece *next = &stack[depth++];
        *next = *piece;
        halve(next, piece, degree);
    }
    return INFINITY;
}

double first_root(const double *c, size_t degree, double end)
{
    double b[TERMS];
    while (degree > 0 && c[degree] == 0)
        degree--;
    while (degree > 0 && c[0] == 0) {
        c++;
        degree--;
    }
    if (c[0] < 0)
        return 0;
    if (series_least(c, degree, end) > 0)
        return INFINITY;
    series_bernstein(c, degree, end, b);
    int count = count_changes(b, degree);
    return count == 0   ? (double)INFINITY
           : count == 1 ? find_only_root(c, degree, 0, end)
                        : find_first_change(c, degree, end, b);
}
