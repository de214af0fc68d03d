/* SPDX-License-Identifier: MIT */
/* Two ways to do the same thing, timed in turn in one run: the ratio of the medians. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BENCH_ROUNDS = 41 };

typedef void (*bench_fn)(void *context);

/* Processor time: in elapsed time the longer of two rounds would meet more of other processes. */
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

/* Prints "name: ours / theirs = ratio (target)" and whether the ratio is at most `target`, which a
 * busy machine may spoil, so that it is a line to read and no failure; 0: there is no target.
 * `work` is the number of things that one call does, our_work of one of ours. */
static inline void bench_pair_of(const char *name, bench_fn ours, void *our_context,
                                 double our_work, bench_fn theirs, void *their_context, double work,
                                 double target)
{
    double a[BENCH_ROUNDS], b[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        a[i] = bench_seconds(ours, our_context);
        b[i] = bench_seconds(theirs, their_context);
    }
    qsort(a, BENCH_ROUNDS, sizeof *a, bench_compare);
    qsort(b, BENCH_ROUNDS, sizeof *b, bench_compare);
    double x = a[BENCH_ROUNDS / 2] / our_work, y = b[BENCH_ROUNDS / 2] / work;
    printf("%s: %.3g ns against %.3g ns, ratio %.3g", name, 1e9 * x, 1e9 * y, x / y);
    if (target > 0)
        printf(" (target at most %.3g): %s", target, x / y <= target ? "holds" : "MISSED");
    printf("\n");
}

static inline void bench_pair(const char *name, bench_fn ours, void *our_context, bench_fn theirs,
                              void *their_context, double work, double target)
{
    bench_pair_of(name, ours, our_context, work, theirs, their_context, work, target);
}

#endif
