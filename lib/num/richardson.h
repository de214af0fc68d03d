/* SPDX-License-Identifier: MIT */
/* Richardson extrapolation of difference quotients whose increments are halved from one to the
 * next, with an estimate of the error (Ridders' tableau). No allocation. */
#ifndef NUM_RICHARDSON_H
#define NUM_RICHARDSON_H

enum { RICHARDSON_ROWS = 18 };

struct richardson {
    int first, step; /* exponents of the increment in the error: first, first + step, ... */
    int rows;
    double row[RICHARDSON_ROWS]; /* last row; the first k terms of the error are removed from column
                                    k */
    double best, error;          /* best number so far, and its estimated error */
    double change;               /* last quotient less the one before */
    int growing;                 /* number of successive rows in which the change grew */
    int grown;                   /* last row that ends many of these; 0: none */
    int worse;                   /* number of successive worse rows, see WORSE in richardson.c */
    int done;                    /* 1: further increments would not improve the result */
};

/* Begin with no quotient. The exponents of the increment in the error of a quotient are `first`,
 * `first` + `step`, ...: 1, 1 for one-sided quotients, 2, 2 for central ones. */
void richardson_open(struct richardson *, int first, int step);
/* Add the quotient of the next increment. `rounding`: error of the quotient due to rounding, at
 * least 0. `noise`: change of the quotient that errors of the function may cause, at least 0;
 * 1e-6 of the function's values counts as such in any case. Sets `done` at the latest after
 * RICHARDSON_ROWS quotients, or if a quotient is not finite. */
void richardson_add(struct richardson *, double quotient, double rounding, double noise);
/* Return 0 if the quotients grow without a limit that is found; then `best` and `error` mean
 * nothing. */
int richardson_converges(const struct richardson *);

#endif
