/* SPDX-License-Identifier: MIT */
/* Forces by which rows C do not accelerate: (C M^-1 P) x = -(C M^-1 f + g), where P = C^T but for
 * slipping wheels, whose friction is part of the column of their normal force.
 *
 * Wheels that touch more often than needed share forces as if the ground gave way a little under
 * each: along a dependence l of the rows (l^T C = 0) the compliances D see nothing, l^T D x = 0.
 * Where nothing slips this is the least norm of all forces that do. Rows are scaled as those of
 * linkage_rank(). */
#include "mech/linkage_parts.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "num/bound.h"
#include "num/dense.h"
#include "num/lu.h"

/* Normal forces are shared first, as if they all had the compliance 1, then what is left to share
 * of those along the ground: by the load, so that wheels that hold a machine on a slope come to
 * their limits together; one without load counts as one that has this part of the mean. */
enum sharing { NORMAL, ALONG_THE_GROUND };
#define LEAST_LOAD 1e-3

/* The square, by the largest, of what compliances see of a dependence they do not see: rows that
 * linkage_rank() takes for dependent tell a dependence no better than this. */
#define UNSEEN 1e-12

struct solver {
    const struct linkage *linkage;
    const struct linkage_hold *hold;
    const struct linkage_work *work;
    size_t n, rank;
    int slips;
    double *x, *compliance; /* n */
    double *seen;           /* n: compliance times a vector */
    double *load;           /* rows: of the wheel whose normal row it is */
    double *lu;             /* rank x rank: of C M^-1 P */
    double *left, *right;   /* (n - rank) x n: dependences of rows and of columns */
    size_t *pivot;          /* n */
};

size_t linkage_solver_doubles(size_t rows)
{
    return 3 * rows * rows + 5 * rows;
}

static struct solver carve(const struct linkage *linkage, const struct linkage_hold *hold,
                           const struct linkage_work *work)
{
    struct solver s = {.linkage = linkage, .hold = hold, .work = work};
    size_t n = s.n = work->active, rows = work->rows;
    s.rank = work->rank;
    s.x = work->solver;
    s.compliance = s.x + rows;
    s.seen = s.compliance + rows;
    s.load = s.seen + rows;
    s.pivot = (size_t *)(void *)(s.load + rows);
    s.lu = s.load + 2 * rows;
    s.left = s.lu + n * n;
    s.right = s.left + n * n;
    for (size_t w = 0; w < linkage->wheels; w++)
        s.slips |= hold->wheel[w].mode == LINKAGE_SLIP;
    return s;
}

/* The grip of the wheel whose row this is, or NULL. */
static const struct linkage_grip *grip_of(const struct solver *s, size_t row)
{
    size_t number = s->work->number[row];
    return number < 3 * s->linkage->wheels ? &s->hold->wheel[number / 3] : NULL;
}

/* ---- one of the solutions ---- */

/* C M^-1 P; the rows of a wheel follow each other. */
static double entry(const struct solver *s, size_t i, size_t j)
{
    const struct linkage_work *work = s->work;
    const double *w = work->matrix + work->order[i] * work->rows + work->order[j];
    const struct linkage_grip *grip = grip_of(s, work->order[j]);
    double sum = w[0];
    if (grip && grip->mode == LINKAGE_SLIP)
        sum -= grip->mu * (grip->direction[0] * w[1] + grip->direction[1] * w[2]);
    return sum * (work->scale[i] * work->scale[j]);
}

static int factor_slip(struct solver *s)
{
    for (size_t i = 0; i < s->rank; i++)
        for (size_t j = 0; j < s->rank; j++)
            s->lu[i * s->rank + j] = entry(s, i, j);
    return lu_factor(s->lu, s->rank, s->pivot);
}

/* x := (C M^-1 P)^-1 x of the independent rows and columns */
static void solve(const struct solver *s, double *x)
{
    if (s->slips)
        lu_solve(s->lu, s->rank, s->pivot, x);
    else
        linkage_solve_rows(s->work, x);
}

/* ---- which of many ---- */

/* For each dependent row a vector l with l^T C = 0 and a vector r with C M^-1 P r = 0. */
static void find_dependences(struct solver *s)
{
    size_t n = s->n, rank = s->rank, more = n - rank;
    const double *upper = s->work->upper;
    if (!s->slips)
        s->right = s->left;
    for (size_t k = 0; k < more; k++)
        for (size_t i = 0; i < n; i++)
            s->left[k * n + i] = i < rank ? -upper[i * n + rank + k] : i == rank + k;
    for (size_t k = 0; k < more; k += 2) { /* two at a time, or one twice */
        double *left = s->left + k * n;
        dense_backward_two(upper, rank, n, left, k + 1 < more ? left + n : left);
    }
    for (size_t k = rank; s->slips && k < n; k++) {
        double *right = s->right + (k - rank) * n;
        for (size_t i = 0; i < n; i++)
            right[i] = i < rank ? -entry(s, i, k) : i == k;
        lu_solve(s->lu, rank, s->pivot, right);
    }
}

/* Normal forces, and their mean. */
static double weigh(struct solver *s)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t row = s->work->order[i], number = s->work->number[row];
        if (number >= 3 * s->linkage->wheels || number % 3 != 0)
            continue;
        s->load[row] = larger(0, s->x[i] * s->work->scale[i]);
        sum += s->load[row], count++;
    }
    return count > 0 ? sum / count : 0;
}

/* Compliances of scaled forces; a mean of 0: there are no loads. */
static void comply(struct solver *s, enum sharing sharing, double mean)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t row = s->work->order[i], k = s->work->number[row] % 3;
        double c = grip_of(s, row) && (k == 0) == (sharing == NORMAL) ? 1 : 0;
        if (c > 0 && k > 0 && mean > 0)
            c = mean / larger(s->load[row - k], LEAST_LOAD * mean);
        s->compliance[i] = c * s->work->scale[i] * s->work->scale[i];
    }
}

/* seen := D y */
static void see(struct solver *s, const double *y)
{
    const double *compliance = s->compliance;
    double *seen = s->seen;
    for (size_t i = 0, n = s->n; i < n; i++)
        seen[i] = compliance[i] * y[i];
}

/* Of the dependences from k on the one of which most is seen is put there: how much, l^T D r. */
static double most_seen(struct solver *s, size_t k)
{
    size_t n = s->n, best = k;
    double most = 0;
    for (size_t i = k; i < n - s->rank; i++) {
        see(s, s->right + i * n);
        double seen = dense_dot(s->left + i * n, s->seen, n);
        if (fabs(seen) > fabs(most))
            best = i, most = seen;
    }
    for (size_t i = 0; i < n && best != k; i++) {
        double x = s->left[k * n + i], y = s->right[k * n + i];
        s->left[k * n + i] = s->left[best * n + i], s->right[k * n + i] = s->right[best * n + i];
        s->left[best * n + i] = x, s->right[best * n + i] = y;
    }
    return most;
}

/* Take from x what compliances see along the dependences from k on, and from those after them: the
 * first of which nothing is seen. */
static size_t share(struct solver *s, size_t k)
{
    size_t n = s->n, more = n - s->rank;
    double largest = dense_largest(s->compliance, n);
    for (; k < more; k++) {
        double seen = most_seen(s, k), *left = s->left + k * n, *right = s->right + k * n;
        if (!(fabs(seen) > UNSEEN * largest))
            break;
        see(s, left);
        dense_add(s->x, -dense_dot(s->seen, s->x, n) / seen, right, n);
        for (size_t i = k + 1; i < more; i++)
            dense_add(s->right + i * n, -dense_dot(s->seen, s->right + i * n, n) / seen, right, n);
        see(s, right);
        for (size_t i = k + 1; s->slips && i < more; i++)
            dense_add(s->left + i * n, -dense_dot(s->seen, s->left + i * n, n) / seen, left, n);
    }
    return k;
}

/* Returns how many of the dependences have a part in the motion: of normal forces that feed slip.
 */
static size_t share_by_load(struct solver *s)
{
    find_dependences(s);
    comply(s, NORMAL, 0);
    size_t left = share(s, 0);
    if (left < s->n - s->rank) {
        comply(s, ALONG_THE_GROUND, weigh(s));
        share(s, left);
    }
    return s->slips ? left : 0;
}

/* ---- all of it ---- */

static void tell(const struct solver *s, const double *x, double *force)
{
    const struct linkage_work *work = s->work;
    for (size_t i = 0; i < work->rows; i++)
        force[i] = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t row = work->order[i];
        const struct linkage_grip *grip = grip_of(s, row);
        force[row] = x[i] * work->scale[i];
        if (!grip || grip->mode != LINKAGE_SLIP)
            continue;
        force[row + 1] = -grip->mu * grip->direction[0] * force[row];
        force[row + 2] = -grip->mu * grip->direction[1] * force[row];
    }
}

int32_t linkage_balance(const struct linkage *linkage, const struct linkage_hold *hold,
                        struct linkage_work *work, double *force)
{
    int32_t status = linkage_rank(linkage, hold, work);
    if (status != WD_OK)
        return status;
    struct solver s = carve(linkage, hold, work);
    if (s.slips && !factor_slip(&s))
        return WD_ESINGULAR;
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = i < s.rank ? -work->free[work->order[i]] * work->scale[i] : 0;
    solve(&s, s.x);
    work->settled = s.n - s.rank;
    if (s.slips && s.n > s.rank)
        work->settled = share_by_load(&s);
    tell(&s, s.x, force);
    return WD_OK;
}

void linkage_answer(const struct linkage *linkage, const struct linkage_hold *hold,
                    const struct linkage_work *work, const double *given, double *force)
{
    struct solver s = carve(linkage, hold, work);
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = i < s.rank
                     ? -dense_dot(work->matrix + work->order[i] * work->rows, given, work->rows) *
                           work->scale[i]
                     : 0;
    solve(&s, s.x);
    if (s.n > s.rank)
        share_by_load(&s);
    tell(&s, s.x, force);
    dense_add(force, 1, given, work->rows);
}

void linkage_share(const struct linkage *linkage, const struct linkage_hold *hold,
                   struct linkage_work *work, double *force)
{
    struct solver s = carve(linkage, hold, work);
    if (s.n == s.rank || s.slips)
        return;
    work->settled = share_by_load(&s);
    tell(&s, s.x, force);
}

int linkage_spread(const struct linkage *linkage, const struct linkage_hold *hold,
                   struct linkage_work *work, double *force)
{
    struct solver s = carve(linkage, hold, work);
    if (s.n == s.rank || (s.slips && !factor_slip(&s)))
        return 0;
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = force[work->order[i]] / work->scale[i];
    work->settled = share_by_load(&s);
    tell(&s, s.x, force);
    return 1;
}

void linkage_sharing(const struct linkage *linkage, const struct linkage_hold *hold,
                     const struct linkage_work *work, size_t k, double *force)
{
    struct solver s = carve(linkage, hold, work);
    tell(&s, (s.slips ? s.right : s.left) + k * s.n, force);
}

int32_t linkage_solve(const struct linkage *linkage, const struct linkage_hold *hold,
                      struct linkage_work *work, double *force)
{
    int32_t status = linkage_balance(linkage, hold, work, force);
    if (status == WD_OK)
        linkage_share(linkage, hold, work, force);
    return status;
}
