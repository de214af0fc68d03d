/* SPDX-License-Identifier: MIT */
/* Systems with user-defined coordinates and constraints; a user function gives the equations. */
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
    double *holonomic, *restore; /* m: true if holonomic; return rate of relaxed rows */
    double *one_sided;           /* m: true if one-sided */
    double *relax;               /* m: weights of the rows, where the user's function sets none */
    double *N;                   /* m x m, diagonal: weights of the rows */
    double *qdd, *Qi, *Qni;      /* n */
    double *eq, *ev, *nq, *nv;   /* n: errors of q and v; their parts normal to the constraints */
    double *right, *multiplier;  /* m */
    double *X;                   /* n x m */
    struct uk uk;
};

size_t constrained_scratch(const struct kind *);
int32_t constrained_flow(const struct view *, const double *y, double *dy);
int32_t constrained_output(const struct view *, const double *y, void *out);
int32_t constrained_start(struct motion *);
int32_t constrained_project(const struct view *, double *y);
int32_t constrained_project_error(const struct view *, const double *y, double *error);
int32_t constrained_guard(const struct view *, const double *y, double *value, double *rate);
int32_t constrained_jump(const struct view *, const uint64_t *fallen, double *y, int64_t *mode,
                         struct events *);

/* Lay out the system in the scratch memory of a view, with the state y. */
void constrained_open(const struct view *, const double *y, struct constrained *);
/* Call the user's functions for q and v. WD_OK or WD_EINPUT. */
int32_t constrained_fill(struct constrained *);
/* Compute accelerations and constraint forces; constrained_multipliers(): the multipliers of least
 * norm with A^T multiplier = force. */
int32_t constrained_solve(struct constrained *);
int32_t constrained_multipliers(struct constrained *);
/* Rate A v - c at which one constraint is violated. */
double constrained_rate(const struct constrained *, size_t row);

#endif
