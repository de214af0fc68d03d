/* SPDX-License-Identifier: MIT */
/* Explicit Runge-Kutta steps with error estimate and step-size rule.
 *
 * The methods, their error estimates and the step-size rule are those of GSL's odeiv2 steppers and
 * its standard control, to rounding; GSL's own objects cannot be used, since their allocators call
 * the process-wide error handler when memory is short. Nothing here allocates or keeps memory
 * between two steps: the workspace may be overwritten with anything before every ode_begin(). */
#ifndef NUM_ODE_H
#define NUM_ODE_H

#include <stddef.h>
#include <stdint.h>

/* dy = f(t, y); WD_OK or another status, which ends the step and is handed on. Never called with
 * a y that is not finite. */
typedef int32_t (*ode_rhs)(double t, const double *y, double *dy, void *context);

enum { ODE_STAGES = 13 };

/* The combination oldest k[0] + newest k[last] + sum of run[j] k[first + j], where last is the
 * stage before that of the row. The tables leave out the zeros between stage 0 and the run; the
 * length of the run is even, with a zero in front where needed. */
struct ode_row {
    double c; /* time of the stage, in units of the step */
    double oldest, newest;
    size_t first, length;
    double run[ODE_STAGES - 1];
};

/* A Butcher tableau. */
struct ode_method {
    const char *name;
    size_t stages;
    int order;                   /* of the propagated solution, and the one of the step-size rule */
    const struct ode_row *rows;  /* of the stages 1 ... stages - 1; stage 0 is f(t, y) */
    const struct ode_row *y_new; /* weights of the propagated solution */
    const struct ode_row *error; /* of its difference to the embedded one; NULL: step doubling */
};

struct ode {
    const struct ode_method *method;
    size_t n, stride; /* of the rows: at least one block */
    ode_rhs rhs;
    void *context;
    double *k; /* a row of stride doubles per stage */
    double *stage, *zero;
};

/* 0 rk8pd, 1 rk4 (classical, four evaluations), 2 rkf45, 3 rkck; NULL beyond. */
const struct ode_method *ode_method(size_t i);

/* Size of the workspace for n variables, enough for any method. */
size_t ode_doubles(size_t n);
void ode_carve(struct ode *ode, const struct ode_method *method, size_t n, ode_rhs rhs,
               void *context, double *memory);

/* First stage f(t, y), shared by all tries of one step. WD_OK, the status of the right-hand side,
 * or WD_ENOCONV when it is not finite. */
int32_t ode_begin(struct ode *ode, double t, const double *y);

/* One step of size h from the t and y of the last ode_begin(); y_new does not overlap y. WD_OK, the
 * status of the right-hand side, or WD_ENOCONV when any stage or the result is not finite (try a
 * smaller h): ode->stage, or else what was to be y_new or error, shows it. After a failure they
 * hold nothing else of use. */
int32_t ode_step(struct ode *ode, double t, double h, const double *y, double *y_new);

/* The same with the error estimate. rk4 has none of its own: y_new comes from two half steps (11
 * evaluations besides ode_begin's), error is 4/15 of its difference to the whole step: 1/15 is
 * Richardson's estimate, 4 a margin, as GSL has it. */
int32_t ode_step_error(struct ode *ode, double t, double h, const double *y, double *y_new,
                       double *error);

/* max |error[i]| / (atol + rtol |y_new[i]|); a ratio above ODE_ACCEPTED means that the step is
 * rejected. INFINITY when an error or a y_new is not a number; no error is within any tolerance,
 * even 0. */
#define ODE_ACCEPTED 1.1
double ode_error_ratio(const double *y_new, const double *error, size_t n, double rtol,
                       double atol);

/* The step size after one of size h with this ratio: smaller above ODE_ACCEPTED, larger below 0.5,
 * at most by a factor of 5, else h. */
double ode_next_step(const struct ode_method *method, double h, double ratio);

#endif
