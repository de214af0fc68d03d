/* SPDX-License-Identifier: MIT */
/* The value by which a motion is differentiated, and shifts of this value. */
#ifndef CORE_GRADIENT_SHIFT_H
#define CORE_GRADIENT_SHIFT_H

#include "core/model.h"

/* The first shift, as a fraction of the larger of the value's magnitude and 1 in its unit. Tuned on
 * test-gradient 100 1000 and test-gradient-kinds 12 1000: with 1/2 and 1/4 the results are as
 * accurate, but take about 30 % more time. With 1/16 one and with 1/32 three derivatives of cars
 * are off by more than 1e-8, because the noise of motions is divided by smaller shifts. */
#define FIRST_SHIFT 0.125

enum { UP, DOWN, SIDES };

/* The variable that is shifted, and its unshifted value */
struct shift {
    const struct var *var;
    uint32_t ref;  /* ref of the variable */
    size_t number; /* index in the signal of the variable, or WD_GRADIENT_VALUE */
    double value;
    int open[SIDES];    /* 0: the range of the value ends on this side */
    double last[SIDES]; /* shift of the last motion on this side; 0: none */
    int fits[SIDES];    /* 1: this motion had the events of the unshifted one */
};

/* Return how many numbers the signal of an input has; 0 if it is held or has a function. */
size_t gradient_numbers(const struct signal *);

/* Read a value of a model; `number` is that of struct shift. */
struct shift shift_of(const struct wd_model *, uint32_t ref, size_t number);
/* Return 1 if the model allows this value. */
int shift_accepts(const struct shift *, const struct wd_model *, double value);
/* Write another value into a copy of the model. */
void shift_write(const struct shift *, struct wd_model *copy, double value);

#endif
