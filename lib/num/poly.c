/* SPDX-License-Identifier: MIT */
#include "num/poly.h"
#include "num/elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include "num/pair.h"
#include "num/roots.h"
#include "num/series.h"

struct poly {
    size_t degree;
    double c[POLY_DEGREE + 1];
};

static int exponent_of(double x)
{
    int exponent = 0;
    frexp(x, &exponent);
    return exponent;
}

/* b^2 - 4 a c without loss by cancellation (Kahan). */
static double discriminant(double a, double b, double c)
{
    double p = b * b, q = 4 * a * c, d = p - q;
    if (3 * fabs(d) < p + fabs(q))
        d += pair_product(b, b).lo - pair_product(4 * a, c).lo;
    return d;
}

/* The finite ones of two numbers, ascending. */
static size_t sorted_pair(double x, double y, double roots[2])
{
    size_t n = 0;
    if (isfinite(num_fmin(x, y)))
        roots[n++] = num_fmin(x, y);
    if (isfinite(num_fmax(x, y)) && x != y)
        roots[n++] = num_fmax(x, y);
    return n;
}

/* Between these neither a square nor the error of one leaves the range. */
#define LEAST_MODERATE 1e-60
#define MOST_MODERATE 1e60

static int is_moderate(double x)
{
    return x == 0 || (fabs(x) > LEAST_MODERATE && fabs(x) < MOST_MODERATE);
}

/* With a and c not zero, times 2^k. */
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
    /* x = 2^k y makes the outer coefficients of one size, dividing makes it 1. */
    int k = (exponent_of(c[0]) - exponent_of(c[2])) / 2, size = exponent_of(c[0]);
    /* The middle term is everything: 1 is lost against the square of 2^100. */
    if (c[1] != 0 && exponent_of(c[1]) + k - size > 100)
        return sorted_pair(-c[0] / c[1], -c[1] / c[2], roots);
    return solve_quadratic(ldexp(c[2], 2 * k - size), ldexp(c[1], k - size), ldexp(c[0], -size), k,
                           roots);
}

static double value_at(double x, void *context)
{
    const struct poly *p = context;
    return series_value(p->c, p->degree, x);
}

/* The value at x, 0 where rounding may have made its sign. */
static double clear_value(const struct poly *p, double x)
{
    double sum = 0;
    for (size_t i = p->degree + 1; i-- > 0;)
        sum = sum * fabs(x) + fabs(p->c[i]);
    double value = series_value(p->c, p->degree, x);
    return fabs(value) <= (double)p->degree * DBL_EPSILON * sum ? 0 : value;
}

/* The roots within [lo, hi]; p is monotonic between the n points given, which lie there too. Zero
 * is looked at by itself: a bracket around it could be halved a thousand times. */
static size_t split_roots(struct poly *p, double lo, double hi, const double *points, size_t n,
                          double *roots)
{
    size_t count = 0;
    double left = lo, f_left = clear_value(p, lo);
    if (f_left == 0)
        roots[count++] = lo;
    for (size_t i = 0; i <= n && count < p->degree;) {
        double right = i < n ? points[i] : hi;
        if (left < 0 && right > 0)
            right = 0;
        else
            i++;
        double f_right = clear_value(p, right);
        if ((f_left < 0 && f_right > 0) || (f_left > 0 && f_right < 0)) {
            struct roots_bracket b = {left, right, f_left, f_right};
            roots_narrow(&b, 0, value_at, p);
            roots[count++] = b.hi;
        }
        /* Nothing but rounding from one point to the next is one root. */
        if (f_right == 0 && f_left != 0)
            roots[count++] = right;
        left = right;
        f_left = f_right;
    }
    return count;
}

/* log2 of the factor 2 of the bound, and of more than the rounding of logarithms. */
#define FUJIWARA 1.001

/* No root is larger (Fujiwara); by logarithms, since the quotients may overflow. */
static double root_bound(const double *c, size_t degree)
{
    double most = -INFINITY;
    for (size_t i = 0; i < degree; i++)
        if (c[i] != 0)
            most = num_fmax(most, (num_log2(fabs(c[i])) - num_log2(fabs(c[degree]))) /
                                      (double)(degree - i));
    return num_fmin(num_exp2(most + FUJIWARA), DBL_MAX);
}

/* p(2^shift y), divided by a power of 2 so that its largest coefficient is about 1. */
static struct poly scaled(const double *c, size_t degree, int shift)
{
    struct poly p = {.degree = degree};
    int largest = INT32_MIN;
    for (size_t i = 0; i <= degree; i++)
        if (c[i] != 0 && exponent_of(c[i]) + (int)i * shift > largest)
            largest = exponent_of(c[i]) + (int)i * shift;
    for (size_t i = 0; i <= degree; i++)
        p.c[i] = ldexp(c[i], (int)i * shift - largest);
    return p;
}

/* The roots of each derivative split the interval for the next lower one. */
static size_t scaled_roots(const struct poly *p, double lo, double hi, double *roots)
{
    struct poly chain[POLY_DEGREE] = {*p};
    for (size_t j = 1; j < p->degree; j++) {
        chain[j].degree = p->degree - j;
        for (size_t i = 0; i <= chain[j].degree; i++)
            chain[j].c[i] = (double)(i + 1) * chain[j - 1].c[i + 1];
    }
    double points[POLY_DEGREE];
    size_t n = 0, from = p->degree;
    if (p->degree > 2) { /* the quadratic among them has a closed form */
        from = p->degree - 2;
        size_t count = poly_quadratic(chain[from].c, points);
        for (size_t i = 0; i < count; i++)
            if (points[i] >= lo && points[i] <= hi)
                roots[n++] = points[i];
    }
    for (size_t j = from; j-- > 0;) {
        memcpy(points, roots, n * sizeof *points);
        n = split_roots(&chain[j], lo, hi, points, n, roots);
    }
    return n;
}

int32_t poly_roots(const double *c, size_t degree, double lo, double hi, double *roots,
                   size_t *count)
{
    *count = 0;
    if (degree > POLY_DEGREE || !(lo <= hi))
        return WD_EINVAL;
    for (size_t i = 0; i <= degree; i++)
        if (!isfinite(c[i]))
            return WD_EINVAL;
    while (degree > 0 && c[degree] == 0)
        degree--;
    if (c[degree] == 0)
        return WD_EINVAL;
    double bound = root_bound(c, degree);
    lo = num_fmax(lo, -bound);
    hi = num_fmin(hi, bound);
    if (degree == 0 || lo > hi)
        return WD_OK;

    /* Within |y| <= 1 nothing overflows. */
    int shift = exponent_of(num_fmax(fabs(lo), fabs(hi)));
    struct poly p = scaled(c, degree, shift);
    double found[POLY_DEGREE];
    size_t n = scaled_roots(&p, ldexp(lo, -shift), ldexp(hi, -shift), found);
    for (size_t i = 0; i < n; i++)
        roots[i] = num_fmin(num_fmax(ldexp(found[i], shift), lo), hi);
    *count = n;
    return WD_OK;
}
