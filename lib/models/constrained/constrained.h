/* SPDX-License-Identifier: MIT */
/* Coordinates and constraints of the user's own, whose equations are a function of his. */
#ifndef CONSTRAINED_H
#define CONSTRAINED_H

#include "kind/kind.h"
#include "num/uk.h"

enum { CONSTRAINED_COORDINATE, CONSTRAINED_CONSTRAINT };
enum { CONSTRAINED_EVENT_VALUES = 2 };

struct coordinate_param {
    double scale;
};

struct coordinate_state {
    double q, v;
};

struct coordinate_output {
    double acceleration, Qi, Qni;
};

struct constraint_param {
    double holonomic, relax, restoring_rate, one_sided;
};

struct constraint_output {
    double violation, violation_rate, multiplier;
};

struct constrained_output {
    struct common_output common;
    double rank, residual;
};

struct constrained_solver {
    struct common_solver common;
    double form;
};

/* The system at one instant, in the scratch of a view. */
struct constrained {
    const struct view *view;
    struct equations e;
    double *q, *v, *scale;       /* n */
    double *holonomic, *restore; /* m: is it, and the rate at which relaxed rows come back */
    double *one_sided;           /* m: is it */
    double *N;                   /* m x m, diagonal: the parts to which the rows are kept */
    double *qdd, *Qi, *Qni;      /* n */
    double *right, *multiplier;  /* m */
    double *X;                   /* n x m */
    struct uk uk;
};

size_t constrained_scratch(const struct kind *);
int32_t constrained_flow(const struct view *, const double *y, double *dy);
int32_t constrained_output(const struct view *, const double *y, void *out);
int32_t constrained_start(struct motion *);
int32_t constrained_project(const struct view *, double *y);
int32_t constrained_guard(const struct view *, const double *y, double *value, double *rate);
int32_t constrained_jump(const struct view *, const uint64_t *fallen, double *y, int64_t *mode,
                         struct events *);

/* The system of a view, laid out in its scratch, with the state y. */
void constrained_open(const struct view *, const double *y, struct constrained *);
/* The numbers that the user gives for q and v: WD_OK or WD_EINPUT. */
int32_t constrained_fill(struct constrained *);
/* What follows from them: accelerations and the forces of the constraints, and then of all
 * multipliers with A^T multiplier = force those of least norm. */
int32_t constrained_solve(struct constrained *);
int32_t constrained_multipliers(struct constrained *);
/* A v of one row. */
double constrained_rate(const struct constrained *, size_t row);

#endif
