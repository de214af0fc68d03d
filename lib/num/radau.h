/* SPDX-License-Identifier: MIT */
/* Steps of Radau IIA, the implicit Runge-Kutta method of three stages and order 5, for stiff
 * equations: Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.8.
 *
 * A state y of `size` numbers has three parts. The first n are solved for by Newton's iteration.
 * The next `quadratures` are integrals: their rates depend on the first n and on the time alone.
 * The others are constant within a step; the right-hand side need not write rates of them.
 *
 * What one step leaves for the next is in struct radau_past. Its owner saves and restores it: two
 * runs from the same y and the same past have the same bits. All other memory may be overwritten
 * with anything before every radau_begin(). Nothing allocates. */
#ifndef NUM_RADAU_H
#define NUM_RADAU_H

#include <stddef.h>
#include <stdint.h>

#include "num/ode.h"

enum { RADAU_STAGES = 3 };

/* The first numbers of the past; the stages and the Jacobian follow. All zeros:
 * no past. */
struct radau_past {
    double h;            /* length of the last step, whose stages are kept; 0: none */
    double end;          /* where it was left, in units of this length */
    double ratio;        /* its error ratio; 0: not known */
    double has_jacobian; /* 1: the Jacobian is good enough for the next step */
    double cost_of_age;  /* evaluations that its age has cost since it was made */
    double equations;    /* the mark of these, see radau_begin() */
    double next;         /* for the owner: proposed length of the next step; 0: none */
};

struct radau {
    /* Set by the owner. rtol and atol are those of the step control. */
    size_t n, quadratures, size;
    ode_rhs rhs;
    void *context;
    double rtol, atol;

    struct radau_past *past;
    double *past_z;   /* stages of the last step less its start, three rows of n */
    double *jacobian; /* n + quadratures rows of n */

    /* The step under way. */
    double *rate;                       /* the right-hand side at its start */
    double *tolerance;                  /* of the error estimate, for each of the first n */
    double relative;                    /* the tolerance of the largest of them, relative to it */
    double precision;                   /* of Newton's iteration, relative to the tolerance */
    double *z;                          /* stages less the start, three rows of n */
    double *w;                          /* the same, transformed */
    double *correction;                 /* the last one of the stages, three rows of n */
    double *f;                          /* right-hand sides of the stages, three rows of size */
    double *stage;                      /* the state of the last evaluation */
    double *unknown;                    /* of the linear systems, 3 n */
    double *real, *complex;             /* the factorised matrices of Newton's iteration ... */
    size_t *real_pivot, *complex_pivot; /* ... and their exchanges of rows ... */
    double factored_h;                  /* ... for steps of this length; 0: not factorised */
    double *integral;                   /* at the stages less the start, three rows */
    double failed_h;   /* a step of this length was tried before and has no solution; 0: none */
    double solved_h;   /* z holds the stages of a step of this length; 0: of none */
    size_t iterations; /* corrections of the last solution */
    int is_fresh;      /* the Jacobian is that at the start of the step */
    size_t tries;      /* of the step */
};

/* Doubles of the workspace, and of the past. */
size_t radau_doubles(size_t n, size_t quadratures, size_t size);
size_t radau_past_doubles(size_t n, size_t quadratures);

/* Set up the workspace; the past is left as it is. */
void radau_carve(struct radau *, double *memory, double *past);

/* The right-hand side at the start of a step, shared by all tries of it. equations: any mark of the
 * equations, a number, which is another one where they change other than with t and y; an old
 * Jacobian is not used then. WD_OK, the status of the right-hand side, or WD_ENOCONV if it is not
 * finite. */
int32_t radau_begin(struct radau *, double t, const double *y, double equations);

/* One step of length h from the t and y of the last radau_begin(); y_new does not overlap y. error
 * of n numbers: estimate of the error of an embedded solution of order 3; NULL: none. WD_OK, the
 * status of the right-hand side, or WD_ENOCONV (try a shorter step) if Newton's iteration does not
 * converge or a number is not finite: radau->stage, y_new or error then shows it. */
int32_t radau_step(struct radau *, double t, double h, const double *y, double *y_new,
                   double *error);

/* The largest error relative to its tolerance; the step is accepted up to ODE_ACCEPTED. */
double radau_error_ratio(const struct radau *, const double *error);

/* The length of the next step after one of length h with this ratio; INFINITY: it failed. */
double radau_next_step(const struct radau *, double h, double ratio);

/* Time after the start up to which events are searched on the polynomial of the last step. It is
 * the end of the step, or later if a longer step failed: if a law changes its form at an event, the
 * stages of a step across the event may have no solution. */
double radau_reach(const struct radau *);

/* The state at time h from the start on the polynomial of the last step, not beyond its reach. */
void radau_interpolate(const struct radau *, double h, const double *y, double *y_at);

/* Keep what the last successful step, left at time h from its start, leaves for the next one.
 * ratio: of its error; 0: not known. */
void radau_keep(struct radau *, double h, double ratio);

/* True if the past, which may come from any bytes, is safe to go on with. */
int radau_past_fits(const double *past, size_t doubles);

/* Copy a past of so many doubles. One that is forgotten in both places takes no time. */
void radau_past_copy(double *to, const double *from, size_t doubles);

/* Forget the past of so many doubles: the motion goes on from another state or by other equations.
 */
void radau_forget(double *past, size_t doubles);

#endif
