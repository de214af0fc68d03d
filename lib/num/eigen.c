/* SPDX-License-Identifier: MIT */
#include "num/eigen.h"
#include "num/dense.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>
#include "num/orthogonal.h"

/* The workspace holds the matrix, its scaling, its reflections, and the eigenvalues as pairs (re,
 * im). */
size_t eigen_doubles(size_t n)
{
    return n * n + n + n + 2 * n;
}

enum { TRIES = 90 };

/* Return the first row of the unreduced block that ends at `last`. A subdiagonal entry is neglected
 * relative to its diagonal neighbours; if these are tiny it may never become negligible, so after
 * some tries it is compared with the norm of the matrix. */
static size_t block_start(size_t n, const double *h, size_t last, double norm, int tries)
{
    size_t i = last;
    for (; i > 0; i--) {
        double near = fabs(h[i * n + i]) + fabs(h[(i - 1) * n + i - 1]);
        double measure = tries < 10 && near > 0 ? near : norm;
        if (fabs(h[i * n + i - 1]) <= DBL_EPSILON * measure)
            break;
    }
    return i;
}

/* Householder reflection of (p, q, r) onto the first axis: I - beta (1, v, w) (1, v, w)^T. */
struct reflection {
    double alpha, beta, v, w;
};

static struct reflection reflect(double p, double q, double r)
{
    double scale = fabs(p) + fabs(q) + fabs(r);
    if (scale == 0)
        return (struct reflection){0};
    p /= scale;
    q /= scale;
    r /= scale;
    double alpha = -copysign(sqrt(p * p + q * q + r * r), p);
    return (struct reflection){alpha * scale, (alpha - p) / alpha, q / (p - alpha),
                               r / (p - alpha)};
}

/* Exceptional shifts, used when the usual shifts do not converge: the eigenvalues of a 2 x 2 block.
 * Let d be the last diagonal entry of the Hessenberg matrix, and s the sum of the magnitudes of its
 * last two subdiagonal entries. Both diagonal entries of the block are d + EXCEPTIONAL_SHIFT s, and
 * the product of its off-diagonal entries is EXCEPTIONAL_PRODUCT s^2. The numbers are those of
 * EISPACK's hqr. */
#define EXCEPTIONAL_SHIFT 0.75
#define EXCEPTIONAL_PRODUCT (-0.4375)

/* Make a Francis double step on the rows and columns first ... last, at least three. Other entries
 * do not affect the eigenvalues and are not updated. */
static void francis_step(size_t n, double *h, size_t first, size_t last, int exceptional)
{
    const double *end = h + last * n + last, *start = h + first * n + first;
    double x = end[0], y = *(end - n - 1), z = start[0], product = end[-1] * *(end - n);
    if (exceptional) {
        double size = fabs(end[-1]) + fabs(*(end - n - 2));
        x = y = x + EXCEPTIONAL_SHIFT * size;
        product = EXCEPTIONAL_PRODUCT * size * size;
    }
    double p = ((x - z) * (y - z) - product) / start[n] + start[1];
    double q = start[n + 1] + z - x - y, r = start[2 * n + 1];
    for (size_t k = first; k < last; k++) {
        double *a = h + k * n, *b = a + n, *c = k + 1 < last ? b + n : b;
        if (k > first) {
            p = a[k - 1];
            q = b[k - 1];
            r = c == b ? 0 : c[k - 1];
        }
        struct reflection f = reflect(p, q, r);
        if (k > first) {
            a[k - 1] = f.alpha;
            b[k - 1] = c[k - 1] = 0;
        }
        for (size_t j = k; j <= last; j++) {
            double sum = f.beta * (a[j] + f.v * b[j] + f.w * c[j]);
            a[j] -= sum;
            b[j] -= f.v * sum;
            c[j] -= f.w * sum;
        }
        for (size_t i = first; i <= last && i <= k + 3; i++) {
            double *row = h + i * n + k, *third = c == b ? row + 1 : row + 2;
            double sum = f.beta * (row[0] + f.v * row[1] + f.w * *third);
            row[0] -= sum;
            row[1] -= f.v * sum;
            *third -= f.w * sum;
        }
    }
}

/* Compute both eigenvalues of the 2 x 2 block that begins at a. */
static void solve_pair(size_t n, const double *a, double *value)
{
    double half = (a[0] - a[n + 1]) / 2, product = a[1] * a[n], square = half * half + product;
    double root = sqrt(fabs(square));
    value[1] = value[3] = 0;
    if (square < 0) {
        value[0] = value[2] = a[n + 1] + half;
        value[1] = root;
        value[3] = -root;
    } else {
        double z = half + copysign(root, half);
        value[0] = a[n + 1] + z;
        value[2] = z == 0 ? value[0] : a[n + 1] - product / z;
    }
}

/* Compute the eigenvalues of a Hessenberg matrix, from its last rows to its first; the eigenvalue
 * of row i is value[2 i] + i value[2 i + 1]. GSL's own iteration calls the error handler if it does
 * not converge, as for 16 of the 20,000 random skew matrices of unit/gsl: their diagonal becomes so
 * small that no subdiagonal entry is negligible relative to it. */
static int32_t iterate(size_t n, double *h, double *value)
{
    double norm = dense_norm(h, n * n);
    size_t left = n;
    for (int tries = 0; left > 0; tries++) {
        size_t last = left - 1, first = block_start(n, h, last, norm, tries);
        if (tries == TRIES)
            return WD_ENOCONV;
        if (last - first > 1) {
            francis_step(n, h, first, last, tries % 10 == 9);
            continue;
        }
        if (first == last) {
            value[2 * last] = h[last * n + last];
            value[2 * last + 1] = 0;
        } else {
            solve_pair(n, h + first * n + first, value + 2 * first);
        }
        left = first;
        tries = -1;
    }
    return WD_OK;
}

/* Keep one eigenvalue of each complex pair and sort; returns the number kept. */
static size_t sort_values(double *value, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        double re = value[2 * i], im = value[2 * i + 1];
        if (im < 0)
            continue;
        size_t j = kept++;
        while (j > 0 &&
               (value[2 * j - 2] < re || (value[2 * j - 2] == re && value[2 * j - 1] < im))) {
            value[2 * j] = value[2 * j - 2];
            value[2 * j + 1] = value[2 * j - 1];
            j--;
        }
        value[2 * j] = re;
        value[2 * j + 1] = im;
    }
    return kept;
}

int32_t eigen_values(size_t n, const double *A, double *re, double *im, double *memory)
{
    if (n == 0 || !dense_finite(A, n * n))
        return WD_EINVAL;
    /* Scale the entries to at most 1 and clear small ones, so that balancing cannot overflow. */
    int exponent = 0;
    frexp(dense_largest(A, n * n), &exponent);
    for (size_t i = 0; i < n * n; i++) {
        double entry = ldexp(A[i], -exponent);
        memory[i] = fabs(entry) < DENSE_NEGLIGIBLE ? 0 : entry;
    }
    double *scaling = memory + n * n, *reflections = scaling + n, *value = reflections + n;
    orthogonal_hessenberg(memory, n, scaling, reflections);
    for (size_t i = 2; i < n; i++)
        for (size_t j = 0; j + 1 < i; j++)
            memory[i * n + j] = 0;
    int32_t status = iterate(n, memory, value);
    if (status != WD_OK)
        return status;
    size_t kept = sort_values(value, n), filled = 0;
    for (size_t i = 0; i < kept && filled < n; i++) {
        re[filled] = ldexp(value[2 * i], exponent);
        im[filled++] = ldexp(value[2 * i + 1], exponent);
        if (value[2 * i + 1] > 0 && filled < n) {
            re[filled] = re[filled - 1];
            im[filled] = -im[filled - 1];
            filled++;
        }
    }
    return filled == n && dense_finite(re, n) && dense_finite(im, n) ? WD_OK : WD_ENOCONV;
}
