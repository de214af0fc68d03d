/* SPDX-License-Identifier: MIT */
/* Systems with user-defined coordinates and constraints; user functions give the equations. */
#ifndef CONSTRAINED_H
#define CONSTRAINED_H

#include "friction/problem.h"
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
    double holonomic, relax, restoring_rate, one_sided, opens;
};

struct constraint_output {
    double violation, violation_rate, multiplier;
};

/* Number of nonzero rows, and their rank, at the last point on the constraints where both were
 * determined; 0 before that. At points off the constraints, as in the stages of a step, redundant
 * rows look independent, so the rank determined on the constraints is used there. */
struct constrained_extra {
    double rows, rank;
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
    struct constrained_extra known;
    double *q, *v, *scale;       /* n */
    double *holonomic, *restore; /* m: true if holonomic; restoring rate of a relaxed row */
    double *one_sided, *opens;   /* m: true if one-sided; true if the constraint may open */
    double *is_open;             /* m: true if the constraint is open: its row is 0 in A, b, N */
    /* m each; an open constraint has the values that it would have when closed. rate: A v - c;
     * reach_rate: sum of the absolute values of the terms of the rate; reach: sum of |A_j| times
     * the scale of coordinate j */
    double *rate, *reach_rate, *reach;
    double *relax;              /* m: weights of the rows if the user's function sets none */
    double *N;                  /* m x m, diagonal: weights of the rows */
    double *qdd, *Qi, *Qni;     /* n */
    double *eq, *ev, *nq, *nv;  /* n: errors of q and v; their parts normal to the constraints */
    double *right, *multiplier; /* m */
    double *bound;              /* m x 3: error bounds of right, see num/geninv.h */
    double *X;                  /* n x m */
    int order;                  /* which quantity `right` determines: CONSTRAINED_POSITIONS ... */
    struct uk uk;
    /* for constraints that open, see constrained_contact.c */
    double *upper, *metric_rows; /* n x n: factor of M; m x n: A U^-1 */
    double *released;            /* m: true if the event is that the multiplier has become 0 */
    double *slow;                /* m: opening speed that counts as zero */
    double *before, *impulse;    /* m: multipliers before a jump; its impulses */
    /* m each: contact problem: rows in use, their velocities or accelerations without forces, and
     * their added compliance relative to the diagonal of W; solution: forces; velocities or
     * accelerations */
    double *is_used, *w, *give, *force, *outcome;
    double *W, *q_rows; /* matrix and vector of 3 m rows */
    struct friction_problem friction;
};

size_t constrained_scratch(const struct kind *);
int32_t constrained_enter(const struct view *, double *y, int64_t *mode);
int32_t constrained_flow(const struct view *, const double *y, double *dy);
int32_t constrained_output(const struct view *, const double *y, void *out);
int32_t constrained_start(struct motion *);
int32_t constrained_project(const struct view *, double *y);
int32_t constrained_project_error(const struct view *, const double *y, double *error);
int32_t constrained_guard(const struct view *, const double *y, double *value, double *rate);
int32_t constrained_jump(const struct view *, const uint64_t *triggered, double *y, int64_t *mode,
                         struct events *);

/* Lay out the system in the scratch memory of a view, with the state y. */
void constrained_open(const struct view *, const double *y, struct constrained *);
/* Call the user's functions for q and v. WD_OK or WD_EINPUT. */
int32_t constrained_fill(struct constrained *);
/* Set which quantity c->right determines. The next solution leaves out the components that are only
 * amplified rounding errors (constrained_rounding.c). With CONSTRAINED_UNBOUNDED it leaves out
 * nothing. */
enum {
    CONSTRAINED_POSITIONS,
    CONSTRAINED_VELOCITIES,
    CONSTRAINED_ACCELERATIONS,
    CONSTRAINED_UNBOUNDED
};
void constrained_bound_rounding(struct constrained *, int order);
/* Compute the accelerations and the constraint forces. */
int32_t constrained_solve(struct constrained *);
/* Compute the multipliers of least norm with A^T multiplier = force. */
int32_t constrained_multipliers(struct constrained *);
/* Limit the rank of the rows to the known rank before they are factorised. by_form: 1 if only the
 * rows that solver.form keeps are factorised. */
void constrained_limit_rank(struct constrained *, int by_form);
/* Return the right-hand side of a row, with its restoring term. */
double constrained_right(const struct constrained *, size_t row);
/* True if the row has a nonzero entry: otherwise it carries no force. */
int constrained_row_acts(const struct constrained *, size_t row);

/* ---- projection ---- */

/* True if the row is projected: an open row is not, and a row that is relaxed, by its parameter or
 * by the user's function, may be violated. */
int constrained_is_kept(const struct constrained *, size_t row);
void constrained_drop_row(struct constrained *, size_t row);
/* Compute, in qdd, the least change of coordinates or velocities (`order` says which) with A change
 * = right. Rows that constrained_drop_row() has set to 0 are ignored. */
int32_t constrained_least_change(struct constrained *, int order);
/* Project q onto the holonomic constraints, v onto all constraints. */
int32_t constrained_project_positions(struct constrained *);
int32_t constrained_project_velocities(struct constrained *);
/* Write q and v into the states y. */
void constrained_put(const struct constrained *, double *y);

/* ---- constraints that open ---- */

/* Limits below which the size of a multiplier, or of a gap, is zero to rounding. The guard of a
 * closed constraint triggers when the multiplier has fallen to minus its limit, the guard of an
 * open constraint when the gap has. */
double constrained_least_multiplier(const struct constrained *, size_t row);
double constrained_least_gap(const struct constrained *, size_t row);
/* Find the velocities, and the constraints that are open or closed, after an event at q and v.
 * `released` must be set. The work of the constraints is added to energy[0], the energy lost to
 * energy[1]. */
int32_t constrained_settle(struct constrained *, double *energy);

#endif
