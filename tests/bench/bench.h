/* SPDX-License-Identifier: MIT */
/* Compare two functions that do the same work: they are timed in turn in one run and compared by
 * the median of the ratios. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BENCH_ROUNDS = 21 };

typedef void (*bench_fn)(void *context);

/* Processor time of a call; elapsed time would include other processes. */
static inline double bench_seconds(bench_fn fn, void *context)
{
    clock_t start = clock();
    fn(context);
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double bench_median(double *x, size_t n)
{
    qsort(x, n, sizeof *x, bench_compare);
    return x[n / 2];
}

/* Text for an aim that was met or missed. A missed aim is only printed and is no failure, because a
 * busy machine may cause it. */
static inline const char *bench_verdict(int met)
{
    return met ? "met" : "missed";
}

/* Print "name: ours against theirs, ratio, aim: verdict" and return the ratio. The aim is the
 * largest ratio allowed; an aim below a half is printed as the factor by which ours must be faster.
 * `work` is the number of operations in one call of theirs, our_work in one call of ours. The two
 * calls of a round follow each other, and each is first in every other round, so that both have the
 * same load of the machine. */
static inline double bench_pair_of(const char *name, bench_fn ours, void *our_context,
                                   double our_work, bench_fn theirs, void *their_context,
                                   double work, double aim)
{
    double a[BENCH_ROUNDS], b[BENCH_ROUNDS], r[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        if (i % 2 == 0)
            a[i] = bench_seconds(ours, our_context) / our_work;
        b[i] = bench_seconds(theirs, their_context) / work;
        if (i % 2 == 1)
            a[i] = bench_seconds(ours, our_context) / our_work;
        r[i] = a[i] / b[i];
    }
    double x = bench_median(a, BENCH_ROUNDS), y = bench_median(b, BENCH_ROUNDS);
    double ratio = bench_median(r, BENCH_ROUNDS);
    printf("%s: %.3g ns against %.3g ns, ", name, 1e9 * x, 1e9 * y);
    if (aim < 0.5)
        printf("%.1f times as fast, aim at least %.2g: ", 1 / ratio, 1 / aim);
    else
        printf("ratio %.3g, aim at most %.3g: ", ratio, aim);
    printf("%s\n", bench_verdict(ratio <= aim));
    return ratio;
}

static inline double bench_pair(const char *name, bench_fn ours, void *our_context, bench_fn theirs,
                                void *their_context, double work, double aim)
{
    return bench_pair_of(name, ours, our_context, work, theirs, their_context, work, aim);
}

/* With a number as argument, bench-torus and bench-wheel make only the comparison with bare C, and
 * fail if the ratio is above the number. script/test passes a limit that holds on a busy machine,
 * too. */
static inline int bench_within(double ratio, const char *limit)
{
    return ratio <= strtod(limit, NULL);
}

#endif
