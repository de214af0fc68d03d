/* SPDX-License-Identifier: MIT */
#include "num/poly.h"
#include "num/elementary.h"
#include "num/pair.h"

#include <math.h>

static int exponent_of(double x)
{
    int exponent = 0;
    frexp(x, &exponent);
    return exponent;
}

/* Return b^2 - 4 a c without loss by cancellation (Kahan). */
static double discriminant(double a, double b, double c)
{
    double p = b * b, q = 4 * a * c, d = p - q;
    if (3 * fabs(d) < p + fabs(q))
        d += pair_product(b, b).lo - pair_product(4 * a, c).lo;
    return d;
}

/* Store the finite ones of two numbers, ascending. */
static size_t sorted_pair(double x, double y, double roots[2])
{
    size_t n = 0;
    if (isfinite(num_fmin(x, y)))
        roots[n++] = num_fmin(x, y);
    if (isfinite(num_fmax(x, y)) && x != y)
        roots[n++] = num_fmax(x, y);
    return n;
}

/* Range in which neither a square nor its rounding error overflows or underflows. */
#define LEAST_MODERATE 1e-60
#define MOST_MODERATE 1e60

static int is_moderate(double x)
{
    return x == 0 || (fabs(x) > LEAST_MODERATE && fabs(x) < MOST_MODERATE);
}

/* Compute the roots times 2^k, for nonzero a and c. */
static size_t solve_quadratic(double a, double b, double c, int k, double roots[2])
{
    double d = discriminant(a, b, c);
    if (d < 0)
        return 0;
    double q = -(b + copysign(sqrt(d), b)) / 2;
    double x = q / a, y = d == 0 ? x : c / q;
    return k == 0 ? sorted_pair(x, y, roots) : sorted_pair(ldexp(x, k), ldexp(y, k), roots);
}

size_t poly_quadratic(const double c[3], double roots[2])
{
    if (c[2] == 0)
        return c[1] == 0 ? 0 : sorted_pair(-c[0] / c[1], -c[0] / c[1], roots);
    if (c[0] == 0)
        return sorted_pair(0.0, -c[1] / c[2], roots);
    if (is_moderate(c[0]) && is_moderate(c[1]) && is_moderate(c[2]))
        return solve_quadratic(c[2], c[1], c[0], 0, roots);
    /* Substituting x = 2^k y makes the outer coefficients similar; division makes them about 1. */
    int k = (exponent_of(c[0]) - exponent_of(c[2])) / 2, size = exponent_of(c[0]);
    /* The middle term dominates: 1 is negligible relative to the square of 2^100. */
    if (c[1] != 0 && exponent_of(c[1]) + k - size > 100)
        return sorted_pair(-c[0] / c[1], -c[1] / c[2], roots);
    return solve_quadratic(ldexp(c[2], 2 * k - size), ldexp(c[1], k - size), ldexp(c[0], -size), k,
                           roots);
}
