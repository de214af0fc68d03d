/* SPDX-License-Identifier: MIT */
/* The Test Anything Protocol: check(), near_rel(), near_abs(), few_or_all(), done(). */
#ifndef TAP_H
#define TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int tap_count, tap_failed;

/* One test point; the rest of the line is its description, printf style. */
__attribute__((format(printf, 2, 3))) static inline int check(int ok, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%sok %d - ", ok ? "" : "not ", ++tap_count);
    vprintf(format, args);
    printf("\n");
    va_end(args);
    tap_failed += !ok;
    return ok;
}

/* Check |got - want| <= tol * max(|want|, scale); tests/docs/checks.py reads these messages. */
static inline int near_rel(double got, double want, double tol, double scale, const char *what)
{
    double error = fabs(got - want) / fmax(fabs(want), scale);
    int ok = fabs(got - want) <= tol * fmax(fabs(want), scale);
    check(ok, "%s: error %.2g, at most %.2g", what, error, tol);
    if (!ok)
        printf("# got %.17g, want %.17g\n", got, want);
    return ok;
}

/* |got - want| <= tol */
static inline int near_abs(double got, double want, double tol, const char *what)
{
    int ok = fabs(got - want) <= tol;
    check(ok, "%s: error %.2g, at most %.2g", what, fabs(got - want), tol);
    if (!ok)
        printf("# got %.17g, want %.17g\n", got, want);
    return ok;
}

/* Return `few`, or `all` in script/test --all, which sets WHEELDYN_TEST_ALL: numbers of cases or
 * seconds, or strides through a list of cases (1: all of them). */
static inline int few_or_all(int few, int all)
{
    return getenv("WHEELDYN_TEST_ALL") ? all : few;
}

/* Print the plan, after all checks; returns the value for main(). */
static inline int done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

#endif
