/* SPDX-License-Identifier: MIT */
#include "core/gradient.h"
#include "core/loop.h"
#include "core/sequence.h"
#include "core/setting.h"
#include "core/whole.h"
#include "num/elementary.h"
#include "num/richardson.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/gradient.h>

/* Tolerances of the copies, relative to those of the model, and the smallest tolerances that double
 * arithmetic can meet. The tolerances of the copies are tight because the difference of two motions
 * loses digits. */
#define RTOL_FACTOR 1e-4
#define LEAST_RTOL 1e-13
#define ATOL_FACTOR 1e-2
#define LEAST_ATOL 1e-14 /* in the unit of the state */
/* The first shift, as a fraction of the larger of the value's magnitude and 1 in its unit */
#define FIRST_SHIFT 0.125
/* Events are located with an error of about 1e-13 of the scales of their contacts. All motions
 * share this error, so that differences between motions do not show it. The estimated error of a
 * derivative is therefore increased by this fraction of the derivative and of the output divided by
 * the scale of the shifted value, which is the larger of its magnitude and 1. Tuned: bounces in
 * test-gradient, where the shared error is up to 1.4e-11 in this measure. */
#define SHARED_ERROR 3e-11
/* Number of shifts that are tried, each half of the one before, to find one that keeps the sequence
 * of events. The last is 1e-6 times the first; differences have then lost half of their digits. */
#define MOST_SHIFTS 21

enum { UP, DOWN, SIDES };

/* Data of one call: outputs of the motions, and the tableaus of one variable */
struct job {
    struct wd_model *model;
    const struct gradient_task *task;
    struct sequence sequence;      /* sequence of the unshifted motion */
    double *base, *shifted[SIDES]; /* outputs of the unshifted motion and of the shifted ones */
    struct richardson *tableau;    /* one for each output */
    double *gradient, *errors;     /* n_variables by n_outputs, until all are known */
    int32_t *sides;                /* for each variable WD_GRADIENT_TWO_SIDED ... */
};

/* The variable that is shifted, and its unshifted value */
struct shift {
    const struct var *var;
    size_t number; /* index in the signal of the variable, or WD_GRADIENT_VALUE */
    double value;
    int open[SIDES]; /* 0: the range of the value ends on this side */
    int fits[SIDES]; /* 1: the last motion on this side had the events of the unshifted one */
};

/* ---- one motion ---- */

size_t gradient_numbers(const struct signal *signal)
{
    switch (signal->form) {
    case WD_SIGNAL_LINEAR:
    case WD_SIGNAL_STEP:
        return 2 * signal->points;
    case WD_SIGNAL_TANH:
        return sizeof signal->tanh / sizeof *signal->tanh;
    default:
        return 0;
    }
}

static double *number_of(struct signal *signal, size_t i)
{
    return signal->form == WD_SIGNAL_TANH ? &signal->tanh[i] : &signal->table[i];
}

static double read_value(struct wd_model *model, const struct shift *shift)
{
    const struct var *var = shift->var;
    if (shift->number == WD_GRADIENT_VALUE)
        return *model_setting(model, var);
    return *number_of(&model->signals[var->slot], shift->number);
}

static int accepts(struct wd_model *model, const struct shift *shift, double value)
{
    const struct signal *signal = &model->signals[shift->var->slot];
    size_t i = shift->number;
    if (!isfinite(value))
        return 0;
    if (i == WD_GRADIENT_VALUE)
        return table_accepts(shift->var, value);
    if (signal->form == WD_SIGNAL_TANH)
        return 1;
    if (i % 2 == 1)
        return table_accepts(shift->var, value);
    return (i == 0 || value > signal->table[i - 2]) &&
           (i + 2 >= 2 * signal->points || value < signal->table[i + 2]);
}

static void tighten_tolerances(struct wd_model *copy)
{
    struct common_solver *solver = (struct common_solver *)copy->solver;
    solver->rtol = num_fmin(solver->rtol, num_fmax(solver->rtol * RTOL_FACTOR, LEAST_RTOL));
    solver->atol = num_fmin(solver->atol, num_fmax(solver->atol * ATOL_FACTOR, LEAST_ATOL));
    copy->opened = 0;
    whole_drop(copy);
}

static void write_value(struct wd_model *copy, uint32_t ref, const struct shift *shift,
                        double value)
{
    const struct var *var = table_row(copy->kind, ref); /* row of the copy's shape */
    if (shift->number == WD_GRADIENT_VALUE)
        setting_write(copy, var, value);
    else
        *number_of(&copy->signals[var->slot], shift->number) = value;
}

/* Run to the end of the motion, and hash its events. */
static int32_t run_to_end(struct wd_model *copy, const struct gradient_task *task,
                          struct sequence *sequence)
{
    int32_t status = copy->running ? WD_OK : loop_init(copy, task->t0);
    if (status < 0)
        return status;
    sequence_open(sequence, copy);
    copy->steps_left = model_solver(copy)->max_steps;
    do {
        status = loop_advance(copy, task->t_end, 1);
        sequence_add(sequence, copy, status != WD_EVENT);
    } while (status == WD_EVENT && copy->now.t < task->t_end);
    return status;
}

/* Run the motion of a copy of the model. If `shift` is not NULL, variable j has the value `value`
 * in the copy. Writes the outputs at the end, or returns a failure with its text. */
static int32_t run(struct job *job, size_t j, const struct shift *shift, double value,
                   double *outputs, struct sequence *sequence)
{
    const struct gradient_task *task = job->task;
    struct wd_model *model = job->model, *copy = model_copy(model);
    if (!copy)
        return model_fail(model, WD_ENOMEM, "no memory for a copy of the model");
    tighten_tolerances(copy);
    copy->interrupt = model->interrupt; /* including the work counted since the last poll */
    copy->host = model->host;           /* environment in which functions of the host are called */
    if (shift)
        write_value(copy, task->variables[j], shift, value);
    int32_t status = run_to_end(copy, task, sequence);
    model->interrupt.left = copy->interrupt.left;
    model->interrupt.stopped |= copy->interrupt.stopped;
    if (status < 0)
        memcpy(model->error, copy->error, sizeof model->error);
    for (size_t i = 0; status >= 0 && i < task->n_outputs; i++)
        outputs[i] = *model_value(copy, table_row(copy->kind, task->outputs[i]));
    model_free(copy);
    return interrupted(&model->interrupt, model->step_work) ? model_stopped(model) : status;
}

/* ---- derivatives by one variable ---- */

/* Run the motion of a copy whose value is shifted by h to this side, and set shift->fits. WD_OK,
 * WD_ENOMEM or WD_EINTERRUPT. */
static int32_t try_side(struct job *job, size_t j, struct shift *shift, int side, double h)
{
    struct sequence sequence;
    double value = shift->value + (side == UP ? h : -h);
    shift->fits[side] = 0;
    if (!shift->open[side] || !accepts(job->model, shift, value))
        return WD_OK;
    int32_t status = run(job, j, shift, value, job->shifted[side], &sequence);
    if (status == WD_ENOMEM || status == WD_EINTERRUPT)
        return status;
    shift->fits[side] = status >= 0 && sequence.hash == job->sequence.hash &&
                        sequence.events == job->sequence.events;
    return WD_OK;
}

/* Add a row of difference quotients for a shift h. Returns 1 if no further row is needed. */
static int add_row(struct job *job, const struct shift *shift, double h)
{
    double up = shift->value + h, down = shift->value - h;
    const double *above = job->shifted[UP], *below = job->shifted[DOWN];
    int done = 1;
    if (!shift->fits[UP]) {
        up = shift->value;
        above = job->base;
    }
    if (!shift->fits[DOWN]) {
        down = shift->value;
        below = job->base;
    }
    for (size_t i = 0; i < job->task->n_outputs; i++) {
        double rounding = DBL_EPSILON * (fabs(above[i]) + fabs(below[i])) / (up - down);
        richardson_add(&job->tableau[i], (above[i] - below[i]) / (up - down), rounding);
        done = done && job->tableau[i].done;
    }
    return done;
}

/* Halve the shift *h until all open sides fit (struct shift). If that fails, only one side is used.
 * For each side, this looks for the largest shift such that the side fits at this shift and at all
 * smaller ones. The side with the larger such shift is used, and *h becomes this shift, or 0 if no
 * side fits. */
static int32_t find_shift(struct job *job, size_t j, struct shift *shift, double *h)
{
    double first[SIDES] = {0, 0};
    for (int i = 0; i < MOST_SHIFTS; i++, *h /= 2) {
        for (int side = 0; side < SIDES; side++) {
            int32_t status = try_side(job, j, shift, side, *h);
            if (status != WD_OK)
                return status;
            first[side] = !shift->fits[side] ? 0 : first[side] > 0 ? first[side] : *h;
        }
        int all =
            (shift->fits[UP] || !shift->open[UP]) && (shift->fits[DOWN] || !shift->open[DOWN]);
        if (all)
            return WD_OK;
    }
    int side = first[UP] >= first[DOWN] ? UP : DOWN;
    shift->open[1 - side] = shift->fits[1 - side] = 0;
    *h = first[side];
    return *h > 0 ? try_side(job, j, shift, side, *h) : WD_OK;
}

static void open_shift(struct job *job, size_t j, struct shift *shift, double *h)
{
    const struct gradient_task *task = job->task;
    int exponent;
    shift->var = table_row(job->model->kind, task->variables[j]);
    shift->number = task->numbers ? task->numbers[j] : WD_GRADIENT_VALUE;
    shift->value = read_value(job->model, shift);
    frexp(FIRST_SHIFT * num_fmax(fabs(shift->value), 1), &exponent);
    *h = ldexp(1, exponent - 1);
    double least = ldexp(*h, -MOST_SHIFTS);
    shift->open[UP] = accepts(job->model, shift, shift->value + least);
    shift->open[DOWN] = accepts(job->model, shift, shift->value - least);
}

static void keep_results(struct job *job, size_t j, const struct shift *shift)
{
    size_t n = job->task->n_outputs;
    double scale = num_fmax(fabs(shift->value), 1);
    for (size_t i = 0; i < n; i++) {
        const struct richardson *from = &job->tableau[i];
        double shared = SHARED_ERROR * (fabs(from->best) + fabs(job->base[i]) / scale);
        job->gradient[j * n + i] = from->best;
        job->errors[j * n + i] = isfinite(from->error) ? from->error + shared : from->error;
    }
}

/* Compute the derivatives with respect to variable j. */
static int32_t differentiate(struct job *job, size_t j)
{
    struct shift shift = {.fits = {0, 0}};
    size_t n = job->task->n_outputs;
    double h;
    open_shift(job, j, &shift, &h);
    int32_t status = find_shift(job, j, &shift, &h);
    if (status != WD_OK)
        return status;
    int two = shift.fits[UP] && shift.fits[DOWN];
    job->sides[j] = two                ? WD_GRADIENT_TWO_SIDED
                    : shift.fits[UP]   ? WD_GRADIENT_FROM_ABOVE
                    : shift.fits[DOWN] ? WD_GRADIENT_FROM_BELOW
                                       : WD_GRADIENT_NONE;
    for (size_t i = 0; i < n; i++)
        richardson_open(&job->tableau[i], two ? 2 : 1);
    int fits[SIDES] = {shift.fits[UP], shift.fits[DOWN]}, done = !fits[UP] && !fits[DOWN];
    while (!done) {
        done = add_row(job, &shift, h);
        h /= 2;
        for (int side = 0; !done && side < SIDES; side++) {
            status = fits[side] ? try_side(job, j, &shift, side, h) : WD_OK;
            if (status != WD_OK)
                return status;
            done = shift.fits[side] != fits[side];
        }
    }
    keep_results(job, j, &shift);
    return WD_OK;
}

/* ---- all derivatives ---- */

static void write_results(const struct job *job)
{
    const struct gradient_task *task = job->task;
    size_t n = task->n_outputs, variables = task->n_variables;
    for (size_t j = 0; j < variables; j++) {
        task->sides[j] = job->sides[j];
        for (size_t i = 0; i < n; i++) {
            task->gradient[i * variables + j] = job->gradient[j * n + i];
            if (task->errors)
                task->errors[i * variables + j] = job->errors[j * n + i];
        }
    }
}

static int32_t compute(struct job *job)
{
    int32_t status = run(job, 0, NULL, 0, job->base, &job->sequence);
    for (size_t j = 0; status >= 0 && j < job->task->n_variables; j++)
        status = differentiate(job, j);
    if (status < 0)
        return status;
    write_results(job);
    return WD_OK;
}

int32_t gradient_compute(struct wd_model *model, const struct gradient_task *task)
{
    size_t n = task->n_outputs, variables = task->n_variables;
    struct job job = {.model = model, .task = task};
    double *memory = calloc(3 * n + 2 * n * variables + 1, sizeof *memory);
    job.tableau = calloc(n + 1, sizeof *job.tableau);
    job.sides = calloc(variables + 1, sizeof *job.sides);
    int32_t status;
    if (memory && job.tableau && job.sides) {
        job.base = memory;
        job.shifted[UP] = memory + n;
        job.shifted[DOWN] = memory + 2 * n;
        job.gradient = memory + 3 * n;
        job.errors = job.gradient + n * variables;
        status = compute(&job);
    } else {
        status = model_fail(model, WD_ENOMEM, "no memory for %z derivatives", n * variables);
    }
    free(memory);
    free(job.tableau);
    free(job.sides);
    return status;
}
