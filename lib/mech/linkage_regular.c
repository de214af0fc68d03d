/* SPDX-License-Identifier: MIT */
/* Is sliding regular? With what sticks eliminated the normal accelerations of the wheels that slide
 * are A N + b with their normal forces N. If the ground gave way a little, and so alike under all
 * of them, N would change as by -A: the forces could not last where a coefficient of det(s + A),
 * which are the sums of its principal minors of each size, is not positive. With one wheel that is
 * Painleve's paradox, and if all minors are positive there is one N for any b. */
#include "mech/linkage_parts.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* The square of the sine between a normal row and all others that makes it one whose share of the
 * load is free: sets with such a row say nothing. */
#define DEPENDENT 1e-8

enum { MOST = LINKAGE_MOST_MINORS };

/* Of the normal rows of sliding wheels, scaled to ones on the diagonal without friction. */
struct sliding {
    size_t n, row[MOST];
    double even[MOST][MOST], with[MOST][MOST]; /* without friction, and with it */
};

/* Rows that are to be eliminated into work->order, the others into the list; 0: too many. */
static int part_rows(const struct linkage *linkage, const struct linkage_hold *hold,
                     struct linkage_work *work, struct sliding *s)
{
    s->n = work->active = 0;
    for (size_t i = 0; i < work->rows; i++) {
        size_t number = work->number[i];
        int wheel = number < 3 * linkage->wheels;
        int slips = wheel && hold->wheel[number / 3].mode == LINKAGE_SLIP;
        if (!slips)
            work->order[work->active++] = i;
        else if (number % 3 == 0 && s->n == MOST)
            return 0;
        else if (number % 3 == 0)
            s->row[s->n++] = i;
    }
    return 1;
}

/* What a unit normal force does to the row i, with the friction against that direction. */
static double felt(const struct linkage_work *work, size_t i, size_t j, const double *friction)
{
    const double *w = work->matrix + i * work->rows + j;
    return w[0] - (friction[0] * w[1] + friction[1] * w[2]);
}

/* A column of what is left when the other rows do not accelerate. */
static void fill(struct linkage_work *work, const struct sliding *s, size_t j,
                 const double *friction, double column[MOST])
{
    double *x = work->solver;
    for (size_t k = 0; k < work->rank; k++)
        x[k] = -felt(work, work->order[k], s->row[j], friction) * work->scale[k];
    linkage_solve_rows(work, x);
    for (size_t i = 0; i < s->n; i++) {
        const double *row = work->matrix + s->row[i] * work->rows;
        column[i] = felt(work, s->row[i], s->row[j], friction);
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
        const struct linkage_grip *grip = &hold->wheel[work->number[s->row[j]] / 3];
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

/* Takes row and column k out of the others. */
static void eliminate(double a[MOST][MOST], size_t n, size_t k)
{
    for (size_t i = k + 1; i < n; i++)
        for (size_t j = k + 1; j < n; j++)
            a[i][j] -= a[i][k] / a[k][k] * a[k][j];
}

/* Of a positive definite matrix; 0 if a row depends on others. */
static double even_minor(double a[MOST][MOST], size_t n)
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

/* Sums of the principal minors of each size, without friction and with it. */
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
        double minor = even_minor(a, n);
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
    if (!part_rows(linkage, hold, work, &s) || linkage_rank_active(work) != WD_OK)
        return 1;
    fill_all(hold, work, &s);
    add_minors(&s, even, with);
    for (size_t n = 1; n <= s.n && even[n] > 0; n++)
        least = with[n] < least * even[n] ? with[n] / even[n] : least;
    return least;
}
