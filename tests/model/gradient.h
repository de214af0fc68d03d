/* SPDX-License-Identifier: MIT */
/* Derivatives by wd_model_gradient(), compared with exact ones. */
#ifndef TEST_GRADIENT_H
#define TEST_GRADIENT_H

#include "tap.h"

#include <math.h>
#include <wheeldyn/gradient.h>

/* Derivatives of one sort in random cases. */
struct tally {
    int cases;  /* all derivatives */
    int wrong;  /* off by more than 1e-8, relatively if the derivative exceeds 1 */
    int missed; /* off by more than the error estimate */
};

/* Check a derivative, or count it if there is a tally. */
static inline void check_derivative(const char *what, double value, double error, double exact,
                                    struct tally *to)
{
    double off = fabs(value - exact) / fmax(1, fabs(exact));
    int outside = !(fabs(value - exact) <= error);
    if (!to) {
        near_abs(off, 0, 1e-9, what);
        check(!outside, "%s: the error is at most its estimate, %.1e", what, error);
        return;
    }
    to->cases++;
    to->missed += outside;
    to->wrong += !(off <= 1e-8);
    if (!(off <= 1e-8) || outside)
        printf("# %s: %.12g for %.12g, estimate %.1e\n", what, value, exact, error);
}

static inline void judge_tally(const struct tally *tally, const char *what)
{
    check(tally->wrong == 0, "%s: %d of %d random derivatives are off by more than 1e-8", what,
          tally->wrong, tally->cases);
    check(tally->missed <= tally->cases / 20,
          "%s: %d random derivatives are off by more than their estimates", what, tally->missed);
}

#endif
