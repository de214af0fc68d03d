/* SPDX-License-Identifier: MIT */
/* Richardson extrapolation of difference quotients whose increments are halved from one to the
 * next, with an estimate of the error (Ridders' tableau). No allocation. */
#ifndef NUM_RICHARDSON_H
#define NUM_RICHARDSON_H

enum { RICHARDSON_ROWS = 18 };

struct richardson {
    int order; /* of the powers of the increment in the error: 2 for central, 1 for one-sided ones
                */
    int rows;
    double row[RICHARDSON_ROWS]; /* the last one: column k is free of k powers */
    double best, error;          /* the best number so far, and the estimate of its error */
    int worse;                   /* how many rows in succession have made it no better */
    int done;                    /* 1: further increments make it no better */
};

/* Begin with no quotient. */
void richardson_open(struct richardson *, int order);
/* Add the quotient of the next increment. `rounding`: its error due to rounding, at least 0. After
 * RICHARDSON_ROWS quotients, or if one is not finite, it is done. */
void richardson_add(struct richardson *, double quotient, double rounding);

#endif
