/* SPDX-License-Identifier: MIT */
/* Steps of Radau IIA, the implicit Runge-Kutta method of three stages and order 5, for stiff
 * equations: Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.8.
 *
 * A state y of `size` numbers has three parts. The first n are solved for by Newton's iteration.
 * Numbers among these on which no rate depends are called cyclic; their columns of the Jacobian are
 * zero. The next `quadratures` are integrals: their rates depend on the first n and on the time
 * alone. The others are constant within a step; the right-hand side need not write rates of them.
 *
 * struct radau_past holds the data that one step keeps for the next one. Its owner saves and
 * restores it: two runs from the same y and the same past have the same bits. All other memory may
 * be overwritten before every radau_begin(). No function allocates memory. */
#ifndef NUM_RADAU_H
#define NUM_RADAU_H

#include <stddef.h>
#include <stdint.h>

#include "num/ode.h"

enum { RADAU_STAGES = 3 };

/* First numbers of the past; the stages and the Jacobian follow. If all are zeros, there is no
 * past. */
struct radau_past {
    double h;            /* length of the last step, whose stages are kept; 0: none */
    double end;          /* end of the part of the step that was used, in units of h */
    double ratio;        /* error ratio of the last step; 0: not known */
    double has_jacobian; /* 1: the Jacobian is good enough for the next step */
    double cost_of_age;  /* evaluations that the age of the Jacobian has cost so far */
    double equations;    /* mark of the equations, see radau_begin() */
};

struct radau {
    /* Set by the owner. rtol and atol are those of the step control. */
    size_t n, quadratures, size;
    ode_rhs rhs;
    /* Set is_cyclic[i] = 1, which is 0 on entry, for numbers among the first n that are cyclic in
     * the equations of the last evaluation; integrals count as rates. NULL: none is known. */
    void (*mark_cyclic)(int *is_cyclic, void *context);
    void *context;
    double rtol, atol;

    struct radau_past *past;
    double *past_z;   /* stages of the last step minus its start, three rows of n */
    double *jacobian; /* n + quadratures rows of n */

    /* The step under way. */
    int *is_cyclic;     /* the first n numbers */
    size_t columns;     /* how many of the first n numbers are not cyclic */
    size_t *column;     /* indices of the numbers that are not cyclic, then of the cyclic ones */
    double *rate;       /* right-hand side at the start of the step */
    double *tolerance;  /* tolerance of the error estimate, for each of the first n numbers */
    double relative;    /* tolerance of the largest of these numbers, relative to the number */
    double precision;   /* precision of Newton's iteration, relative to the tolerance */
    double *z;          /* stages minus the start of the step, three rows of n */
    double *w;          /* the stages in the transformed unknowns, three rows of n */
    double *correction; /* last correction of the stages, three rows of n */
    double *f;          /* right-hand sides of the stages, three rows of size */
    double *stage;      /* state of the last evaluation */
    double *unknown;    /* unknowns of the linear systems, 3 n */
    double *solution;   /* solution of a linear system, without cyclic numbers: 2 n */
    double *real, *complex; /* factorised matrices of Newton's iteration, without cyclic numbers */
    size_t *real_pivot, *complex_pivot; /* row exchanges of these matrices */
    double factored_h;                  /* step length of these matrices; 0: not factorised */
    double *integral;  /* integrals at the stages minus those at the start, three rows */
    double failed_h;   /* a step of this length was tried before and has no solution; 0: none */
    double solved_h;   /* z holds the stages of a step of this length; 0: of no step */
    size_t iterations; /* corrections of the last solution */
    int is_fresh;      /* 1: the Jacobian is that at the start of the step */
    size_t tries;      /* number of tries of the step */
};

/* Return the numbers of doubles of the workspace, and of the past. */
size_t radau_doubles(size_t n, size_t quadratures, size_t size);
size_t radau_past_doubles(size_t n, size_t quadratures);

/* Set up the workspace; the past is not changed. */
void radau_carve(struct radau *, double *memory, double *past);

/* Evaluate the right-hand side at the start of a step; all tries of the step share it. `equations`
 * is a number that marks the equations: it must change if the equations change other than by t and
 * y, and then an old Jacobian is not used. WD_OK, the status of the right-hand side, or WD_ENOCONV
 * if it is not finite. */
int32_t radau_begin(struct radau *, double t, const double *y, double equations);

/* Make one step of length h from the t and y of the last radau_begin(); y_new must not overlap y.
 * error: n numbers for the error estimate of an embedded solution of order 3; NULL: no estimate.
 * WD_OK, the status of the right-hand side, or WD_ENOCONV (try a shorter step) if Newton's
 * iteration does not converge or a number is not finite; this number is then in radau->stage, y_new
 * or error. */
int32_t radau_step(struct radau *, double t, double h, const double *y, double *y_new,
                   double *error);

/* Return the largest error relative to its tolerance; the step is accepted up to ODE_ACCEPTED. */
double radau_error_ratio(const struct radau *, const double *error);

/* Return the length of the next step after one of length h with this error ratio; ratio = INFINITY
 * if that step failed. */
double radau_next_step(const struct radau *, double h, double ratio);

/* Return the time after the start of the step up to which events are searched on the polynomial of
 * the last step. This is the end of the step, or later if a longer step failed: if a law changes
 * its form at an event, the stages of a step across the event may have no solution. */
double radau_reach(const struct radau *);

/* Evaluate the polynomial of the last step at time h after its start, at most radau_reach(). */
void radau_interpolate(const struct radau *, double h, const double *y, double *y_at);

/* Keep the data of the last successful step for the next one; the motion continues from time h
 * after the start of the step. ratio: error ratio of the step; 0: not known. */
void radau_keep(struct radau *, double h, double ratio);

/* True if the past, which may have been read from arbitrary bytes, can be used by the next step. */
int radau_past_fits(const double *past, size_t doubles);

/* Copy a past of this number of doubles. If both pasts are forgotten, only the numbers of struct
 * radau_past are copied. */
void radau_past_copy(double *to, const double *from, size_t doubles);

/* Forget a past of this number of doubles, because the motion continues from another state or with
 * other equations. */
void radau_forget(double *past, size_t doubles);

#endif
