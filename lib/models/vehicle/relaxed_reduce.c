/* SPDX-License-Identifier: MIT */
/* Along firm rows nothing accelerates. Without them there is left how normal forces and slip of the
 * relaxed wheels follow from their friction. */
#include "models/vehicle/relaxed.h"

#include <string.h>

#include "num/dense.h"

static size_t rows(const struct relaxed *r)
{
    return 3 * r->wheels + r->held;
}

static void sort(struct relaxed *r)
{
    size_t normal = 0, firm, friction, n = rows(r);
    r->count = 0;
    for (size_t i = 0; i < r->wheels; i++)
        r->count += !r->wheel[i].ideal;
    firm = r->count;
    r->firm = friction = n - 2 * r->count;
    for (size_t i = 0; i < n; i++) {
        int ideal = i / 3 >= r->wheels || r->wheel[i / 3].ideal;
        r->row[ideal ? firm++ : i % 3 == 0 ? normal++ : friction++] = i;
    }
}

/* An entry of the matrix by rows in the new order */
static double entry(const struct relaxed *r, size_t i, size_t j)
{
    return r->matrix[r->row[i] * rows(r) + r->row[j]];
}

/* The firm forces without friction, and their change by it. */
static int hold(struct relaxed *r)
{
    struct semidefinite *s = &r->semidefinite;
    size_t n = s->n = r->firm, t = 2 * r->count;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            s->a[i * n + j] = entry(r, i, j);
        s->scale[i] = entry(r, i, i);
        for (size_t j = 0; j < t; j++)
            r->answer[i * t + j] = -entry(r, i, n + j);
        r->still[i] = -r->free[r->row[i]];
    }
    if (!semidefinite_factor(s))
        return 0;
    semidefinite_solve(s, r->still, r->still, 1);
    for (size_t j = 0; j < t; j++)
        semidefinite_solve(s, r->answer + j, r->answer + j, t);
    return 1;
}

/* N follows from the friction. */
static void normal_rows(struct relaxed *r)
{
    size_t t = 2 * r->count;
    for (size_t i = 0; i < r->count; i++) {
        r->offset[3 * i] = -r->still[i];
        for (size_t j = 0; j < t; j++)
            r->slope[3 * i * t + j] = -r->answer[i * t + j];
    }
}

/* The acceleration of slip that friction row i sees: without friction, returned, and by unit
 * friction forces. */
static double slip_row(const struct relaxed *r, size_t i, double *by)
{
    size_t n = r->firm, t = 2 * r->count;
    double without = r->free[r->row[n + i]];
    for (size_t j = 0; j < t; j++)
        by[j] = entry(r, n + i, n + j);
    for (size_t j = 0; j < n; j++) {
        double e = entry(r, n + i, j);
        without += e * r->still[j];
        dense_add(by, e, r->answer + j * t, t);
    }
    return without;
}

/* g of relaxed wheel i */
static double compliance(const struct relaxed *r, size_t i, const double *heading)
{
    size_t at = r->firm + 2 * i;
    double xx = entry(r, at, at), xy = entry(r, at, at + 1), yy = entry(r, at + 1, at + 1);
    double x = heading[0], y = heading[1];
    return x == 0 && y == 0 ? (xx + yy) / 2 : xx * x * x + 2 * xy * x * y + yy * y * y;
}

/* What slides has no law of its own: L = 0, and no row that may depend on others. */
static void omit_row(struct relaxed *r, size_t i)
{
    size_t t = 2 * r->count, at = 3 * (i / 2) + 1 + i % 2;
    double *a = r->semidefinite.a;
    r->offset[at] = 0;
    memset(r->slope + at * t, 0, t * sizeof *r->slope);
    for (size_t j = 0; j < t; j++)
        a[i * t + j] = a[j * t + i] = 0;
    a[i * (t + 1)] = r->semidefinite.scale[i];
}

/* The law, divided by g. The rows of slip are left where they are to be factored. */
static void law_rows(struct relaxed *r)
{
    struct semidefinite *s = &r->semidefinite;
    size_t t = s->n = 2 * r->count;
    for (size_t i = 0; i < t; i++) {
        const struct relaxed_wheel *wheel = r->wheel + r->row[i / 2] / 3;
        size_t at = 3 * (i / 2) + 1 + i % 2;
        double *by = s->a + i * t, *slope = r->slope + at * t;
        double g = s->scale[i] = compliance(r, i / 2, wheel->heading);
        r->offset[at] = (slip_row(r, i, by) + wheel->slip[i % 2] / wheel->time) / g;
        for (size_t j = 0; j < t; j++)
            slope[j] = by[j] / g;
        slope[i] -= 1;
    }
    for (size_t i = 0; i < t; i++)
        if (r->wheel[r->row[i / 2] / 3].slides)
            omit_row(r, i);
}

int relaxed_reduce(struct relaxed *r)
{
    sort(r);
    if (!hold(r))
        return 0;
    normal_rows(r);
    law_rows(r);
    if (!semidefinite_factor(&r->semidefinite))
        return 0;
    r->redundant = r->semidefinite.rank < 2 * r->count;
    r->weight = r->redundant ? 1 + RELAXED_EPS : 1;
    return dense_finite(r->offset, 3 * r->count);
}
