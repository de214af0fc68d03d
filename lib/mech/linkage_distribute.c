/* SPDX-License-Identifier: MIT */
/* Distribution of statically indeterminate constraint forces, as by slightly compliant ground: x is
 * orthogonal to the dependences l of the rows (l^T C = 0) in the metric of the compliances D,
 * l^T D x = 0. If no wheel slips with friction these are the minimum-norm forces. Forces of many
 * sticking contacts are found without the dependences (linkage_least.h). */
#include "mech/linkage_least.h"
#include "mech/linkage_solver.h"

#include <math.h>

#include "num/elementary.h"
#include "num/dense.h"
#include "num/lu.h"

/* Normal forces are distributed first, with equal compliances. The remaining null space distributes
 * forces along the ground with compliances inversely proportional to the normal loads, so that the
 * wheels that hold a machine on a slope reach their friction limits together. LEAST_LOAD: fraction
 * of the mean load; a lighter wheel counts as having this load. */
enum sharing { NORMAL, ALONG_THE_GROUND };
#define LEAST_LOAD 1e-3

/* Relative to the largest compliance and to the lengths of l and r: a smaller l^T D r counts as
 * zero, because the dependences found by linkage_rank() are not more accurate. */
#define LEAST_COMPLIANCE 1e-12
/* Fraction of the largest force of a dependence; a smaller force is rounding (LEAST_COMPLIANCE). */
#define LEAST_FORCE 1e-6

/* Write the right-hand side for which back substitution with `upper` gives the left null space
 * vector of dependent row k. */
static void set_up_dependence(const struct linkage_solver *s, size_t k, double *left)
{
    for (size_t i = 0; i < s->n; i++)
        left[i] = i < s->rank ? -s->work->upper[i * s->n + s->rank + k] : i == s->rank + k;
}

/* Compute for each dependent row a left null space vector l, l^T C = 0, and a right one r, C M^-1 P
 * r = 0. */
static void find_dependences(struct linkage_solver *s)
{
    size_t n = s->n, rank = s->rank, more = s->more;
    const double *upper = s->work->upper;
    linkage_complete_factor(s->linkage, s->work);
    for (size_t k = 0; k < more; k++)
        set_up_dependence(s, k, s->left + k * n);
    for (size_t k = 0; k < more; k += 2) { /* two at a time; the last of an odd number twice */
        double *left = s->left + k * n;
        dense_backward_two(upper, rank, n, left, k + 1 < more ? left + n : left);
    }
    for (size_t k = 0; s->rubs && k < more; k++) {
        double *right = s->right + k * n;
        for (size_t i = 0; i < n; i++)
            right[i] = i < rank ? -linkage_entry(s, i, rank + k) : i == rank + k;
        lu_solve(s->lu, rank, s->pivot, right);
    }
}

/* Store the normal loads of the wheels; returns their mean. */
static double store_normal_loads(struct linkage_solver *s)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t row = s->work->order[i], number = s->work->number[row];
        if (linkage_is_joint_row(s->linkage, number) || number % 3 != 0)
            continue;
        s->load[row] = num_fmax(s->x[i] * s->work->scale[i], 0);
        sum += s->load[row], count++;
    }
    return count > 0 ? sum / count : 0;
}

/* Set the compliances of the scaled forces; `mean` is the mean normal load, 0 if there are no
 * loads. */
static void set_compliances(struct linkage_solver *s, enum sharing sharing, double mean)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t row = s->work->order[i], k = s->work->number[row] % 3;
        double c = linkage_grip_of(s, row) && (k == 0) == (sharing == NORMAL) ? 1 : 0;
        if (c > 0 && k > 0 && mean > 0)
            c = mean / num_fmax(LEAST_LOAD * mean, s->load[row - k]);
        s->compliance[i] = c * s->work->scale[i] * s->work->scale[i];
    }
}

/* product := D y */
static void apply_compliances(struct linkage_solver *s, const double *y)
{
    double *compliance = s->compliance, *product = s->product;
    for (size_t i = 0, n = s->n; i < n; i++)
        product[i] = compliance[i] * y[i];
}

/* Exchange the left and the right null space vectors of two dependences. */
static void exchange_dependences(struct linkage_solver *s, size_t k, size_t other)
{
    for (size_t i = 0, n = s->n; i < n && other != k; i++) {
        double x = s->left[k * n + i], y = s->right[k * n + i];
        s->left[k * n + i] = s->left[other * n + i], s->right[k * n + i] = s->right[other * n + i];
        s->left[other * n + i] = x, s->right[other * n + i] = y;
    }
}

/* Find the largest |l^T D r| of the dependences from number k on, and move its dependence to place
 * k. Dependences with |l^T D r| up to `least` |l| |r| are left out. Returns l^T D r, or 0 if none
 * remains. */
static double select_dependence(struct linkage_solver *s, size_t k, double least)
{
    size_t n = s->n, best = k;
    double most = 0;
    for (size_t i = k; i < s->more; i++) {
        const double *left = s->left + i * n, *right = s->right + i * n;
        apply_compliances(s, right);
        double ldr = dense_dot(left, s->product, n);
        double length = sqrt(dense_dot(left, left, n) * dense_dot(right, right, n));
        if (fabs(ldr) > fabs(most) && fabs(ldr) > least * length)
            best = i, most = ldr;
    }
    exchange_dependences(s, k, best);
    return most;
}

/* Make x orthogonal, in the metric D, to the dependences from number k on, and these to each other.
 * Dependences with zero compliance, l^T D r = 0, are moved to the end and left out; returns the
 * first of them. */
static size_t orthogonalise(struct linkage_solver *s, size_t k)
{
    size_t n = s->n, more = s->more;
    double least = LEAST_COMPLIANCE * dense_largest(s->compliance, n);
    for (; k < more; k++) {
        double ldr = select_dependence(s, k, least);
        if (ldr == 0)
            break;
        double *left = s->left + k * n, *right = s->right + k * n;
        apply_compliances(s, left);
        dense_add(s->x, -dense_dot(s->product, s->x, n) / ldr, right, n);
        for (size_t i = k + 1; i < more; i++)
            dense_add(s->right + i * n, -dense_dot(s->product, s->right + i * n, n) / ldr, right,
                      n);
        apply_compliances(s, right);
        for (size_t i = k + 1; s->rubs && i < more; i++)
            dense_add(s->left + i * n, -dense_dot(s->product, s->left + i * n, n) / ldr, left, n);
    }
    return k;
}

/* True if every active row is that of a sticking contact, and linkage_least.h has less work because
 * the rows depend on few speeds. It is then begun. */
static int depend_on_few(const struct linkage_solver *s, struct linkage_least *least)
{
    int all = !s->slips;
    for (size_t i = 0; all && i < s->n; i++)
        all = linkage_grip_of(s, s->work->order[i]) != NULL;
    return all && linkage_least_begin(least, s->linkage, s->work, s->lu);
}

/* Distribute the forces of contacts that stick, without the dependences: first normal forces, then
 * forces along the ground. */
static void distribute_in_speeds(struct linkage_solver *s, struct linkage_least *least)
{
    set_compliances(s, NORMAL, 0);
    if (!linkage_least_first(least, s->compliance, s->x))
        return;
    set_compliances(s, ALONG_THE_GROUND, store_normal_loads(s));
    linkage_least_rest(least, s->compliance, s->x);
}

/* Return the dependence, from number k on, that has the largest part of its forces along row i;
 * s->more if none has any. */
static size_t strongest_along(const struct linkage_solver *s, size_t i, size_t k)
{
    size_t n = s->n, best = s->more;
    double most = LEAST_FORCE;
    for (size_t d = k; d < s->more; d++) {
        double force = fabs(s->right[d * n + i]), largest = dense_largest(s->right + d * n, n);
        if (force > most * largest)
            best = d, most = force / largest;
    }
    return best;
}

/* Arrange the dependences so that those from the returned number on have no forces of slipping
 * wheels, whose normal forces change friction and so the motion. */
static size_t separate_slipping(struct linkage_solver *s)
{
    size_t n = s->n, more = s->more, k = 0;
    for (size_t i = 0; s->slips && i < n; i++) {
        const struct linkage_grip *grip = linkage_grip_of(s, s->work->order[i]);
        size_t best = grip && grip->mode == LINKAGE_SLIP ? strongest_along(s, i, k) : more;
        if (best == more)
            continue;
        exchange_dependences(s, k, best);
        const double *right = s->right + k++ * n;
        for (size_t d = k; d < more; d++)
            dense_add(s->right + d * n, -s->right[d * n + i] / right[i], right, n);
    }
    return k;
}

size_t linkage_distribute(struct linkage_solver *s)
{
    size_t more = s->more;
    struct linkage_least least;
    s->is_least = depend_on_few(s, &least);
    if (s->is_least) {
        distribute_in_speeds(s, &least);
        interrupted(s->work->interrupt, s->n * s->rank * (4 + s->rank / 4));
        return 0;
    }
    find_dependences(s);
    interrupted(s->work->interrupt, more * (s->rank * (4 + s->rank / 8) + s->n * (4 + more)));
    set_compliances(s, NORMAL, 0);
    size_t first = orthogonalise(s, 0);
    if (first < more) {
        set_compliances(s, ALONG_THE_GROUND, store_normal_loads(s));
        orthogonalise(s, first);
    }
    return separate_slipping(s);
}

double *linkage_null_vector(struct linkage_solver *s, size_t k)
{
    double *x = s->right + k * s->n;
    struct linkage_least least;
    if (depend_on_few(s, &least)) {
        linkage_complete_factor(s->linkage, s->work);
        set_up_dependence(s, k, x);
        dense_backward_two(s->work->upper, s->rank, s->n, x, x);
    }
    return x;
}
