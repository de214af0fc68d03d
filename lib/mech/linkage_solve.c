/* SPDX-License-Identifier: MIT */
/* Forces by which rows C do not accelerate: (C M^-1 P) x = -(C M^-1 f + g), where P = C^T but for
 * slipping wheels, whose friction is part of the column of their normal force.
 *
 * Wheels that touch more often than needed share forces as if the ground gave way a little under
 * each: along a dependence l of the rows (l^T C = 0) the compliances D see nothing, l^T D x = 0.
 * Where nothing slips this is the least norm of all forces that do. Rows are scaled as those of
 * linkage_rank(). */
#include "mech/linkage_parts.h"

#include <wheeldyn/wheeldyn.h>

#include "num/bound.h"
#include "num/dense.h"
#include "num/lu.h"

/* Compliances: 1 for normal forces; so small for those along the ground and for brakes that normal
 * forces are shared as if there were only these. Along the ground they go by the load, so that
 * wheels that hold a vehicle on a slope come to their limits together; one without load counts as
 * one that has this part of the mean. */
#define ALONG_THE_GROUND 1e-6
#define OF_BRAKES 1e-12
#define LEAST_LOAD 1e-3

struct solver {
    const struct linkage *linkage;
    const struct linkage_hold *hold;
    const struct linkage_work *work;
    size_t n, rank;
    int slips;
    double *x, *compliance;      /* n */
    double *seen;                /* n: compliance times a dependence */
    double *load;                /* rows: of the wheel whose normal row it is */
    double *lu;                  /* rank x rank: of C M^-1 P */
    double *left, *right;        /* (n - rank) x n: dependences of rows and of columns */
    double *share, *part;        /* (n - rank) x (n - rank); n - rank */
    size_t *pivot, *share_pivot; /* n */
};

size_t linkage_solver_doubles(size_t rows)
{
    return 4 * rows * rows + 7 * rows;
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
    s.part = s.load + rows;
    s.pivot = (size_t *)(void *)(s.part + rows);
    s.share_pivot = (size_t *)(void *)(s.part + 2 * rows);
    s.lu = s.part + 3 * rows;
    s.left = s.lu + n * n;
    s.right = s.left + n * n;
    s.share = s.right + n * n;
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
    size_t n = s->n, rank = s->rank;
    if (!s->slips)
        s->right = s->left;
    for (size_t k = rank; k < n; k++) {
        double *left = s->left + (k - rank) * n, *right = s->right + (k - rank) * n;
        for (size_t i = 0; i < n; i++)
            left[i] = i < rank ? -s->work->upper[i * n + k] : i == k;
        dense_backward(s->work->upper, rank, n, left);
        if (!s->slips)
            continue;
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

/* Compliances of scaled forces; a mean of 0: the loads are not known. */
static void comply(struct solver *s, double mean)
{
    double largest = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t row = s->work->order[i], k = s->work->number[row] % 3;
        double c = k == 0 ? 1 : ALONG_THE_GROUND, scale = s->work->scale[i];
        if (k > 0 && mean > 0)
            c *= mean / larger(s->load[row - k], LEAST_LOAD * mean);
        s->compliance[i] = grip_of(s, row) ? c * scale * scale : 0;
        largest = larger(s->compliance[i], largest);
    }
    for (size_t i = 0; i < s->n; i++)
        if (s->compliance[i] == 0)
            s->compliance[i] = largest > 0 ? OF_BRAKES * largest : 1;
}

/* Take from x what the compliances see along the dependences: l^T D x. */
static int share(struct solver *s)
{
    size_t n = s->n, more = n - s->rank;
    for (size_t k = 0; k < more; k++) {
        const double *left = s->left + k * n;
        for (size_t i = 0; i < n; i++)
            s->seen[i] = left[i] * s->compliance[i];
        s->part[k] = dense_dot(s->seen, s->x, n);
        for (size_t j = 0; j < more; j++)
            s->share[k * more + j] = dense_dot(s->seen, s->right + j * n, n);
    }
    if (!lu_factor(s->share, more, s->share_pivot))
        return 0;
    lu_solve(s->share, more, s->share_pivot, s->part);
    for (size_t k = 0; k < more; k++)
        dense_add(s->x, -s->part[k], s->right + k * n, n);
    return 1;
}

static int share_by_load(struct solver *s)
{
    find_dependences(s);
    comply(s, 0);
    if (!share(s))
        return 0;
    comply(s, weigh(s));
    return share(s);
}

/* ---- all of it ---- */

static void tell(const struct solver *s, double *force)
{
    const struct linkage_work *work = s->work;
    for (size_t i = 0; i < work->rows; i++)
        force[i] = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t row = work->order[i];
        const struct linkage_grip *grip = grip_of(s, row);
        force[row] = s->x[i] * work->scale[i];
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
    if (s.slips && s.n > s.rank && !share_by_load(&s))
        return WD_ESINGULAR;
    tell(&s, force);
    return WD_OK;
}

int32_t linkage_solve(const struct linkage *linkage, const struct linkage_hold *hold,
                      struct linkage_work *work, double *force)
{
    int32_t status = linkage_balance(linkage, hold, work, force);
    struct solver s = carve(linkage, hold, work);
    if (status != WD_OK || s.n == s.rank || s.slips)
        return status;
    if (!share_by_load(&s))
        return WD_ESINGULAR;
    tell(&s, force);
    return WD_OK;
}
