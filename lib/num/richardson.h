/* SPDX-License-Identifier: MIT */
/* Richardson extrapolation of difference quotients whose increments are halved from one to the
 * next, with an estimate of the error (Ridders' tableau). No allocation. */
#ifndef NUM_RICHARDSON_H
#define NUM_RICHARDSON_H

enum { RICHARDSON_ROWS = 18 };

struct richardson {
    int order; /* order of the error in the increment: 2 for central quotients, else 1 */
    int rows;
    double row[RICHARDSON_ROWS]; /* last row; the first k terms of the error are removed from column
                                    k */
    double best, error;          /* best number so far, and its estimated error */
    int worse;                   /* number of successive worse rows, see WORSE in richardson.c */
    int done;                    /* 1: further increments would not improve the result */
};

/* Begin with no quotient. */
void richardson_open(struct richardson *, int order);
/* Add the quotient of the next increment. `rounding`: error of the quotient due to rounding, at
 * least 0. Sets `done` at the latest after RICHARDSON_ROWS quotients, or if a quotient is not
 * finite. */
void richardson_add(struct richardson *, double quotient, double rounding);

#endif
