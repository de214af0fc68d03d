/* SPDX-License-Identifier: MIT */
/* Regularity of sliding. After elimination of all sticking rows the normal accelerations of the
 * sliding wheels are A N + b with their normal forces N. On ground that is slightly and equally
 * compliant under all wheels, N would follow a linear system of differential equations with the
 * matrix -A. The forces are unstable if a coefficient of det(s + A) is not positive; these are the
 * sums of the principal minors of each size. For one wheel that is Painleve's paradox. If all
 * minors are positive, there is exactly one N for any b. */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Squared sine of the angle between a normal row and the span of the others. If it is smaller, the
 * row's load is statically indeterminate; sets with such a row are ignored. */
#define DEPENDENT 1e-8

enum { MOST = LINKAGE_MOST_MINORS };

/* Normal rows of sliding wheels, scaled to ones on the diagonal without friction. */
struct sliding {
    size_t n, row[MOST];
    double even[MOST][MOST], with[MOST][MOST]; /* A without friction; A with friction */
};

/* Split the rows into those to be eliminated, in work->order, and the normal rows of sliding
 * wheels. Returns 0 if there are too many of the latter. */
static int split_rows(const struct linkage *linkage, const struct linkage_hold *hold,
                      struct linkage_work *work, struct sliding *s)
{
    linkage_pose_lose_order(work);
    s->n = work->active = 0;
    for (size_t i = 0; i < work->rows; i++) {
        size_t number = work->number[i];
        int wheel = !linkage_is_joint_row(linkage, number);
        int slips = wheel && hold->contact[number / 3].mode == LINKAGE_SLIP;
        if (!slips)
            work->order[work->active++] = i;
        else if (number % 3 == 0 && s->n == MOST)
            return 0;
        else if (number % 3 == 0)
            s->row[s->n++] = i;
    }
    return 1;
}

/* Acceleration along row i by a unit normal force of row j with its friction. */
static double unit_acceleration(const struct linkage_work *work, size_t i, size_t j,
                                const double *friction)
{
    const double *w = work->matrix + i * work->rows + j;
    return w[0] - (friction[0] * w[1] + friction[1] * w[2]);
}

/* Compute a column of A, with the eliminated rows kept from accelerating. */
static void fill(struct linkage_work *work, const struct sliding *s, size_t j,
                 const double *friction, double column[MOST])
{
    double *x = work->solver;
    for (size_t k = 0; k < work->rank; k++)
        x[k] = -unit_acceleration(work, work->order[k], s->row[j], friction) * work->scale[k];
    linkage_solve_rows(work, x);
    for (size_t i = 0; i < s->n; i++) {
        const double *row = work->matrix + s->row[i] * work->rows;
        column[i] = unit_acceleration(work, s->row[i], s->row[j], friction);
        for (size_t k = 0; k < work->rank; k++)
            column[i] += row[work->order[k]] * work->scale[k] * x[k];
        column[i] /= sqrt(row[s->row[i]] * work->matrix[s->row[j] * (work->rows + 1)]);
    }
}

static void fill_all(const struct linkage_hold *hold, struct linkage_work *work, struct sliding *s)
{
    const double none[2] = {0, 0};
    double column[MOST];
    for (size_t j = 0; j < s->n; j++) {
        const struct linkage_grip *grip = &hold->contact[work->number[s->row[j]] / 3];
        const double friction[2] = {grip->mu * grip->direction[0], grip->mu * grip->direction[1]};
        fill(work, s, j, none, column);
        for (size_t i = 0; i < s->n; i++)
            s->even[i][j] = column[i];
        fill(work, s, j, friction, column);
        for (size_t i = 0; i < s->n; i++)
            s->with[i][j] = column[i];
    }
}

static void take_set(double from[MOST][MOST], size_t set, size_t n, double a[MOST][MOST])
{
    for (size_t i = 0, k = 0; i < n; i++) {
        if (!(set >> i & 1))
            continue;
        for (size_t j = 0, l = 0; j < n; j++)
            if (set >> j & 1)
                a[k][l++] = from[i][j];
        k++;
    }
}

/* Eliminate row and column k from the following rows. */
static void eliminate(double a[MOST][MOST], size_t n, size_t k)
{
    for (size_t i = k + 1; i < n; i++)
        for (size_t j = k + 1; j < n; j++)
            a[i][j] -= a[i][k] / a[k][k] * a[k][j];
}

/* Determinant of a positive definite matrix; 0 if a row depends on others. */
static double definite_minor(double a[MOST][MOST], size_t n)
{
    double minor = 1;
    for (size_t k = 0; k < n; k++) {
        if (!(a[k][k] > DEPENDENT))
            return 0;
        minor *= a[k][k];
        eliminate(a, n, k);
    }
    return minor;
}

static double minor_of(double a[MOST][MOST], size_t n)
{
    double minor = 1;
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
        for (size_t j = 0; j < n && best != k; j++) {
            double x = a[k][j];
            a[k][j] = a[best][j], a[best][j] = x;
        }
        minor *= best == k ? a[k][k] : -a[k][k];
        if (minor == 0)
            return 0;
        eliminate(a, n, k);
    }
    return minor;
}

/* Sum the principal minors of each size, without and with friction. */
static void add_minors(struct sliding *s, double even[MOST + 1], double with[MOST + 1])
{
    double a[MOST][MOST];
    for (size_t n = 0; n <= s->n; n++)
        even[n] = with[n] = 0;
    for (size_t set = 1; set < (size_t)1 << s->n; set++) {
        size_t n = 0;
        for (size_t i = 0; i < s->n; i++)
            n += set >> i & 1;
        take_set(s->even, set, s->n, a);
        double minor = definite_minor(a, n);
        if (minor == 0)
            continue;
        even[n] += minor;
        take_set(s->with, set, s->n, a);
        with[n] += minor_of(a, n);
    }
}

double linkage_regularity(const struct linkage *linkage, const struct linkage_hold *hold,
                          struct linkage_work *work)
{
    struct sliding s;
    double least = 1, even[MOST + 1], with[MOST + 1];
    if (!split_rows(linkage, hold, work, &s) || linkage_rank_active(linkage, work) != WD_OK)
        return 1;
    fill_all(hold, work, &s);
    add_minors(&s, even, with);
    for (size_t n = 1; n <= s.n && even[n] > 0; n++)
        least = with[n] < least * even[n] ? with[n] / even[n] : least;
    return least;
}
