/* SPDX-License-Identifier: MIT */
/* Input as a function of time: held, a table, tanh, or a user function. */
#ifndef CORE_SIGNAL_H
#define CORE_SIGNAL_H

#include "kind/kind.h"

#define SIGNAL_FUNCTION 4 /* extends the public WD_SIGNAL_* forms; stored in snapshots */

#define SIGNAL_MOST_POWER 1000 /* largest power in WD_SIGNAL_TANH */

struct signal {
    const struct var *var; /* the input */
    int32_t form;
    int32_t driven_slot; /* says nothing of this input: element k of the signals of a model has here
                          * the slot of the k-th input with a signal, for k below wd_model.driven;
                          * set by flow_open(). Here it takes no memory: it fills a gap. */
    wd_input_fn fn;
    void *user;
    double tanh[5]; /* c0 c1 rate t0 power */
    double *table;  /* `points` pairs (t, u); allocated for `room` pairs */
    size_t points, room;
    size_t passed; /* number of knots at or before the time of the last seek */
};

/* Check that `data` is a signal of this form for this input: WD_OK, or a failure with the index of
 * the wrong number in *bad, n if the count is wrong. */
int32_t signal_check(const struct var *, int32_t form, const double *data, size_t n, size_t *bad);
/* Store checked data. WD_OK or WD_ENOMEM; cannot fail after signal_reserve() of signal_points(). */
int32_t signal_set(struct signal *, int32_t form, const double *data, size_t n);
/* True if a signal of this form has a table, whose times are knots: linear or step. */
int signal_is_table(int32_t form);
/* Number of pairs of the table in a signal of this form with n numbers. */
size_t signal_points(int32_t form, size_t n);
/* Allocate room for at least `points` pairs; the table is kept. WD_OK or WD_ENOMEM. */
int32_t signal_reserve(struct signal *, size_t points);
/* Set the room to the number of points, so that the size of a snapshot does not depend on earlier
 * signals. */
void signal_trim(struct signal *);

/* Select the piece between knots that contains t for signal_value(), until the next seek. So a step
 * that ends on a knot sees the same smooth function from its start to its end. */
void signal_seek(struct signal *, double t);
/* First knot after the time of the last seek; infinity if there is none. */
double signal_knot(const struct signal *);
/* Value at t in the selected piece. Not for held inputs, nor for those driven by a function. */
double signal_value(const struct signal *, double t);

#endif
