/* SPDX-License-Identifier: MIT */
#include "mech/linkage_least.h"

#include <math.h>
#include <string.h>

#include "num/carver.h"
#include "num/dense.h"
#include "num/elementary.h"

int linkage_least_suits(size_t n, size_t rank)
{
    return 2 * rank <= n && 3 * rank * rank + 5 * rank <= n * n;
}

struct linkage_least linkage_least_begin(size_t n, size_t rank, const double *upper,
                                         const double *x, double *memory)
{
    struct carver carver = {memory, 0};
    struct linkage_least l = {.n = n, .rank = rank, .upper = upper};
    l.weighted = carve(&carver, rank * n);
    l.null = carve(&carver, rank * rank);
    l.demand = carve(&carver, rank);
    l.part = carve(&carver, rank);
    semidefinite_carve(&l.gram, rank, carve(&carver, semidefinite_doubles(rank)));
    for (size_t i = 0; i < rank; i++) {
        const double *row = upper + i * n;
        l.demand[i] = x[i] / row[i] + dense_dot(row + i + 1, x + i + 1, n - i - 1);
    }
    return l;
}

/* Return the entry (i, j) of U; `upper` holds the reciprocals of its diagonal. */
static double entry(const struct linkage_least *l, size_t i, size_t j)
{
    double u = l->upper[i * l->n + j];
    return j < i ? 0 : j == i ? 1 / u : u;
}

/* Factorise the Gram matrix U D U^T. D is diagonal and holds a weight for each column of U. With
 * `free` the weight is 1 for columns without compliance and 0 for the others. Without `free` it is
 * the reciprocal of a positive compliance, and 0 for columns without compliance. The upper triangle
 * of `weighted` becomes that of U D^(1/2). The scale of a row, with which dependent rows are found,
 * is the squared norm that it would have if all columns had the largest weight. */
static int factor_gram(struct linkage_least *l, const double *compliance, int free)
{
    size_t n = l->n, rank = l->rank;
    double most = 0, *root = l->weighted; /* the first row, which is weighted last */
    for (size_t j = 0; j < n; j++) {
        double weight = free ? compliance[j] == 0 : compliance[j] > 0 ? 1 / compliance[j] : 0;
        most = num_fmax(most, weight);
        root[j] = sqrt(weight);
    }
    l->gram.n = rank;
    for (size_t i = rank; i-- > 0;) {
        const double *row = l->upper + i * n;
        double *weighted = l->weighted + i * n, first = entry(l, i, i);
        l->gram.scale[i] = most * (first * first + dense_dot(row + i + 1, row + i + 1, n - i - 1));
        weighted[i] = root[i] * first;
        for (size_t j = i + 1; j < n; j++)
            weighted[j] = root[j] * row[j];
        for (size_t k = i; k < rank; k++)
            l->gram.a[i * rank + k] = l->gram.a[k * rank + i] =
                dense_dot(weighted + k, l->weighted + k * n + k, n - k);
    }
    return semidefinite_factor(&l->gram);
}

/* Compute the null vectors of the Gram matrix, which become the rows of `null`; return their
 * number. */
static size_t find_null_vectors(struct linkage_least *l)
{
    const struct semidefinite *gram = &l->gram;
    size_t n = l->rank, rank = gram->rank;
    for (size_t k = 0; k < n - rank; k++) {
        double *null = l->null + k * n;
        for (size_t i = 0; i < n; i++)
            l->part[i] = i < rank ? -gram->a[i * n + rank + k] : i == rank + k;
        dense_backward(gram->a, rank, n, l->part);
        for (size_t i = 0; i < n; i++)
            null[gram->order[i]] = l->part[i];
    }
    return n - rank;
}

/* The first forces, those with a compliance, are determined only by the part of U x that the
 * columns of U for the other forces cannot produce. */
int linkage_least_first(struct linkage_least *l, const double *compliance, double *x)
{
    size_t n = l->n, rank = l->rank;
    if (!factor_gram(l, compliance, 1))
        return 0;
    size_t count = find_null_vectors(l);
    double *outside = l->weighted; /* count x n */
    memset(outside, 0, count * n * sizeof *outside);
    for (size_t k = 0; k < count; k++) {
        l->part[k] = dense_dot(l->null + k * rank, l->demand, rank);
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; compliance[j] > 0 && i < rank; i++)
                outside[k * n + j] += l->null[k * rank + i] * entry(l, i, j);
    }
    l->gram.n = count;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            double sum = 0;
            for (size_t j = 0; j < n; j++)
                if (compliance[j] > 0)
                    sum += outside[i * n + j] * outside[k * n + j] / compliance[j];
            l->gram.a[i * count + k] = sum;
            l->gram.scale[i] = i == k ? sum : l->gram.scale[i];
        }
    if (!semidefinite_factor(&l->gram))
        return 0;
    semidefinite_solve(&l->gram, l->part, l->part, 1);
    for (size_t j = 0; j < n; j++) {
        x[j] = 0;
        for (size_t k = 0; compliance[j] > 0 && k < count; k++)
            x[j] += outside[k * n + j] * l->part[k] / compliance[j];
    }
    return 1;
}

/* Set `left` to the part of the demand that the forces x do not meet. */
static void find_left(const struct linkage_least *l, const double *x, double *left)
{
    for (size_t i = 0; i < l->rank; i++) {
        const double *row = l->upper + i * l->n;
        left[i] = l->demand[i] - x[i] / row[i] - dense_dot(row + i + 1, x + i + 1, l->n - i - 1);
    }
}

/* The remaining forces are x = D U^T y, where y are the multipliers of the demand. The second pass
 * removes the rounding error of the first one. Small loads amplify this error, because their
 * compliances are large. */
int linkage_least_rest(struct linkage_least *l, const double *compliance, double *x)
{
    double *left = l->null, *multiplier = l->part;
    if (!factor_gram(l, compliance, 0))
        return 0;
    memset(multiplier, 0, l->rank * sizeof *multiplier);
    for (int pass = 0; pass < 2; pass++) {
        find_left(l, x, left);
        semidefinite_solve(&l->gram, left, left, 1);
        dense_add(multiplier, 1, left, l->rank);
        for (size_t j = 0; j < l->n; j++) {
            double sum = 0;
            for (size_t i = 0; compliance[j] > 0 && i < l->rank; i++)
                sum += entry(l, i, j) * multiplier[i];
            x[j] = compliance[j] > 0 ? sum / compliance[j] : x[j];
        }
    }
    return 1;
}
