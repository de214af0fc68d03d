/* SPDX-License-Identifier: MIT */
/* An input over time: held, a table, tanh, or the user's function. */
#ifndef CORE_SIGNAL_H
#define CORE_SIGNAL_H

#include "kind/kind.h"

#define SIGNAL_FUNCTION 4 /* beside the public WD_SIGNAL_* forms; also in snapshots */

#define SIGNAL_MOST_POWER 1000 /* of WD_SIGNAL_TANH */

struct signal {
    const struct var *var; /* the input */
    int32_t form;
    wd_input_fn fn;
    void *user;
    double tanh[5]; /* c0 c1 rate t0 power */
    double *table;  /* `points` pairs t, u; room for `room` of them */
    size_t points, room;
    size_t passed; /* knots at or before the time of the last seek */
};

/* Why `data` is no signal of this form for this input; WD_OK if it is one. `*bad` is the index of
 * the number that is to blame, n if it is the count. */
int32_t signal_check(const struct var *, int32_t form, const double *data, size_t n, size_t *bad);
/* Take over checked data. WD_OK or WD_ENOMEM, which it is not if there is room for
 * signal_points(). */
int32_t signal_set(struct signal *, int32_t form, const double *data, size_t n);
/* Pairs of a table in a signal of this form with n numbers. */
size_t signal_points(int32_t form, size_t n);
/* Room for `points` pairs; what is there stays. WD_OK or WD_ENOMEM. */
int32_t signal_reserve(struct signal *, size_t points);
/* No more room than what it is made of takes, whatever it was before. */
void signal_trim(struct signal *);

/* From now on value() is that of the piece between knots in which t lies. A step that ends on a
 * knot thus sees the same smooth function from its start to its end. */
void signal_seek(struct signal *, double t);
/* First knot after the last seek's time; infinity if there is none. */
double signal_knot(const struct signal *);
/* Value at t. Not for held inputs, nor for those driven by a function. */
double signal_value(const struct signal *, double t);

#endif
