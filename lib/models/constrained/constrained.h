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

/* Rows that act, and their rank, at the last point on the constraints where they were counted; 0:
 * not yet. Beside the constraints, as in the stages of a step, redundant rows are independent by
 * what this point is off, so that their rank must be known. */
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
    double *holonomic, *restore; /* m: true if holonomic; return rate of relaxed rows */
    double *one_sided, *opens;   /* m: true if one-sided; if it may open */
    double *is_open;             /* m: true if it is open: its row is 0 in A, b and N */
    /* m, with the row that an open constraint would have: A v - c; sum of the absolute values of
     * its terms, and of A times the scales */
    double *rate, *reach_rate, *reach;
    double *relax;              /* m: weights of the rows, where the user's function sets none */
    double *N;                  /* m x m, diagonal: weights of the rows */
    double *qdd, *Qi, *Qni;     /* n */
    double *eq, *ev, *nq, *nv;  /* n: errors of q and v; their parts normal to the constraints */
    double *right, *multiplier; /* m */
    double *bound;              /* m x 3: error bounds of right, see num/geninv.h */
    double *X;                  /* n x m */
    int order;                  /* what right determines, see constrained_bound_rounding() */
    struct uk uk;
    /* for constraints that open, see constrained_contact.c */
    double *upper, *metric_rows;                  /* n x n: factor of M; m x n: A U^-1 */
    double *released;                             /* m: true if its multiplier has become 0 */
    double *slow;                                 /* m: speed zero to rounding of its gap */
    double *before, *impulse;                     /* m: multipliers before a jump; impulses */
    double *is_used, *w, *give, *force, *outcome; /* m: contact problem and its answer */
    double *W, *q_rows;                           /* of 3 m rows */
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
/* Set what c->right determines; the next solution leaves out what is amplified rounding in it.
 * CONSTRAINED_UNBOUNDED leaves out nothing. */
enum {
    CONSTRAINED_POSITIONS,
    CONSTRAINED_VELOCITIES,
    CONSTRAINED_ACCELERATIONS,
    CONSTRAINED_UNBOUNDED
};
void constrained_bound_rounding(struct constrained *, int order);
/* Compute accelerations and constraint forces; constrained_multipliers(): the multipliers of least
 * norm with A^T multiplier = force. */
int32_t constrained_solve(struct constrained *);
int32_t constrained_multipliers(struct constrained *);
/* Limit the rank of rows to what is known of them, before they are factorised; by_form: only those
 * that solver.form keeps are. */
void constrained_limit_rank(struct constrained *, int by_form);
/* Right-hand side of a row, with its restoring term. */
double constrained_right(const struct constrained *, size_t row);
/* True if the row has a nonzero entry: otherwise it carries no force. */
int constrained_row_acts(const struct constrained *, size_t row);

/* ---- projection ---- */

/* True if the row is projected: an open row is not, and a row that is relaxed, by its parameter or
 * by the user's function, may be violated. */
int constrained_is_kept(const struct constrained *, size_t row);
void constrained_drop_row(struct constrained *, size_t row);
/* Compute, in qdd, the least change of coordinates or velocities (`order`) with A change = right;
 * rows that are zeroed are ignored. */
int32_t constrained_least_change(struct constrained *, int order);
/* Project q onto the holonomic constraints; v onto all. */
int32_t constrained_project_positions(struct constrained *);
int32_t constrained_project_velocities(struct constrained *);
/* Write q and v into the states y. */
void constrained_put(const struct constrained *, double *y);

/* ---- constraints that open ---- */

/* Multiplier and gap at or below which a constraint opens and closes: zero to rounding. */
double constrained_least_multiplier(const struct constrained *, size_t row);
double constrained_least_gap(const struct constrained *, size_t row);
/* Find velocities and the constraints that stay open or closed after an event at q and v, where
 * `released` is set. energy: work of the constraints and energy lost, which are added to. */
int32_t constrained_settle(struct constrained *, double *energy);

#endif
