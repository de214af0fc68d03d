/* SPDX-License-Identifier: MIT */
/* Explicit Runge-Kutta steps with error estimate and step-size control. Methods, error estimates
 * and control are those of GSL's odeiv2 steppers and its standard control, to rounding. GSL's own
 * objects cannot be used, because their allocators call the process-wide error handler when out of
 * memory. No allocation; the workspace may be overwritten before every ode_begin(). */
#ifndef NUM_ODE_H
#define NUM_ODE_H

#include <stddef.h>
#include <stdint.h>

/* Right-hand side: compute dy = f(t, y). WD_OK, or another status, which aborts the step and is
 * returned. y is always finite. */
typedef int32_t (*ode_rhs)(double t, const double *y, double *dy, void *context);

enum {
    ODE_STAGES = 13,
    ODE_DENSE_STAGES = 17, /* including those of the dense output */
    ODE_DEGREE = 8         /* degree of the polynomials of the dense output */
};

/* Linear combination: oldest k[0] + newest k[last] + sum of run[j] k[first + j], where last is the
 * stage before that of the row. The tables omit the zeros between stage 0 and the run; the length
 * of the run is even, padded with a leading zero where needed. */
struct ode_row {
    double c; /* time of the stage, in units of the step */
    double oldest, newest;
    size_t first, length;
    double run[ODE_STAGES - 1];
};

/* Dense output: y(t + s h) = y + h times the sum over the stages of weight times stage, for 0 <= s
 * <= 1. The weight of a stage at s is s (c0 + (1 - s) (c1 + s (c2 + (1 - s) (c3 + ...)))). */
struct ode_dense {
    size_t stages;                       /* number of stages, including those of the method */
    size_t unused;                       /* the stages 1 to `unused` have no weight */
    const struct ode_row *rows;          /* rows of the stages that follow those of the method */
    const double (*weights)[ODE_DEGREE]; /* c0, c1, ... of each stage */
};

/* A Butcher tableau. */
struct ode_method {
    const char *name;
    size_t stages;
    int order; /* order of the propagated solution; used by the step-size control */
    const struct ode_row *rows;    /* rows of the stages 1 ... stages - 1; stage 0 is f(t, y) */
    const struct ode_row *y_new;   /* weights of the propagated solution */
    const struct ode_row *error;   /* weights of the error estimate; NULL: step doubling */
    const struct ode_dense *dense; /* NULL: none */
};

struct ode {
    const struct ode_method *method;
    size_t n, stride; /* length of a row of k: n, padded to whole blocks of BLOCK in ode.c */
    ode_rhs rhs;
    void *context;
    double *k;     /* a row of stride doubles per stage */
    double *stage; /* state at which a stage is evaluated */
    double *zero;  /* zeros, as the base of the error estimate */
};

extern const struct ode_dense ode_dense_rk8pd;

/* Return a method: 0 rk8pd, 1 rk4 (classical, four evaluations), 2 rkf45, 3 rkck; NULL beyond. */
const struct ode_method *ode_method(size_t i);

/* Return the number of doubles of the workspace for n variables, sufficient for any method. */
size_t ode_doubles(size_t n);
/* Lay out the workspace. Stages that are in it are kept. */
void ode_carve(struct ode *ode, const struct ode_method *method, size_t n, ode_rhs rhs,
               void *context, double *memory);

/* Evaluate the first stage f(t, y), shared by all tries of one step, with `first`, which may
 * compute more than ode->rhs. WD_OK or the status of the right-hand side. A stage that is not
 * finite makes the steps that use it fail. */
int32_t ode_begin(struct ode *ode, ode_rhs first, double t, const double *y);

/* Make one step of size h from the t and y of the last ode_begin(); y_new must not overlap y.
 * WD_OK, the status of the right-hand side, or WD_ENOCONV if a stage or the result is not finite
 * (try a smaller h). The non-finite number is then in ode->stage, y_new or error; the other numbers
 * there have no meaning. */
int32_t ode_step(struct ode *ode, double t, double h, const double *y, double *y_new);

/* Make one step with an error estimate. rk4 has no embedded method: y_new comes from two half steps
 * (10 evaluations besides that of ode_begin()), and error is 4/15 of the difference between
 * y_new and the result of one full step: 1/15 is Richardson's estimate, 4 a safety factor as in
 * GSL. */
int32_t ode_step_error(struct ode *ode, double t, double h, const double *y, double *y_new,
                       double *error);

/* Evaluate the additional stages of the dense output, after a step of this size from this y. The
 * method must have a dense output. WD_OK, or a failure with the same meaning as that of
 * ode_step(). */
int32_t ode_extend(struct ode *ode, double t, double h, const double *y);

/* Return the weight of a stage at s, 0 <= s <= 1. */
double ode_dense_weight(const struct ode_dense *dense, size_t stage, double s);

/* Number of doubles of the stages that the dense output of n variables needs. */
size_t ode_dense_doubles(const struct ode_dense *dense, size_t n);
/* Copy these stages of the first n variables after ode_extend(). The copy does not depend on the
 * workspace. */
void ode_keep_dense(const struct ode *ode, size_t n, double *kept);

/* Write the state at t + part h of a step whose stages are kept, 0 <= part <= 1; y is the state at
 * the start of the step, and out must not overlap it. WD_OK, or WD_ENOCONV if a number is not
 * finite. */
int32_t ode_interpolate(const struct ode_dense *dense, const double *kept, size_t n, double h,
                        double part, const double *y, double *out);

/* Return max |error[i]| / (atol + rtol |y_new[i]|); a ratio above ODE_ACCEPTED rejects the step.
 * INFINITY if an error or a y_new is NaN. An error of zero is within any tolerance, even 0. */
#define ODE_ACCEPTED 1.1
double ode_error_ratio(const double *y_new, const double *error, size_t n, double rtol,
                       double atol);

/* Return the size of the step after one of size h with this ratio: smaller above ODE_ACCEPTED,
 * larger below 0.5, by at most a factor of 5, else h. */
double ode_next_step(const struct ode_method *method, double h, double ratio);

#endif
