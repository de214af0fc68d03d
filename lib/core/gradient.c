/* SPDX-License-Identifier: MIT */
#include "core/gradient.h"
#include "core/gradient_shift.h"
#include "core/loop.h"
#include "core/sequence.h"
#include "core/slopes.h"
#include "core/whole.h"
#include "core/workers.h"
#include "num/elementary.h"

#include <math.h>
#include <stdatomic.h>
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
/* Number of shifts that are tried, each half of the one before, to find one that keeps the sequence
 * of events. The last is 1e-6 times the first; differences have then lost half of their digits. */
#define MOST_SHIFTS 21

/* Data of one call. All threads read what is above the lists of results. */
struct call {
    struct wd_model *model;
    const struct gradient_task *task;
    struct workers *workers;
    struct sequence sequence; /* sequence of the unshifted motion */
    double *base;             /* outputs of the unshifted motion */
    atomic_int stopped;       /* 1: no derivative is wanted any more */
    struct seat *seat;        /* one for each thread */
    /* results, one for each variable or n_outputs for each variable, until all are known */
    double *gradient, *errors;
    int32_t *sides;  /* WD_GRADIENT_TWO_SIDED ... */
    int32_t *status; /* WD_OK, WD_ENOMEM or WD_EINTERRUPT */
};

/* Data of one thread */
struct seat {
    struct call *call;
    size_t number; /* 0: the calling thread */
    struct interrupt interrupt;
    struct host host;       /* environment in which functions of the user are called */
    double *shifted[SIDES]; /* outputs of the shifted motions */
    struct slopes *slopes;  /* one for each output */
};

/* ---- polling ---- */

/* Ask the user's interrupt function, in the calling thread. */
static void ask_user(void *context)
{
    struct call *call = context;
    if (interrupt_poll(&call->model->interrupt))
        atomic_store(&call->stopped, 1);
}

/* The interrupt function of all copies; the context is the seat. */
static int32_t poll(void *context)
{
    struct seat *seat = context;
    if (seat->number == 0)
        ask_user(seat->call);
    else if (seat->call->model->interrupt.fn)
        workers_ask(seat->call->workers);
    return atomic_load(&seat->call->stopped);
}

/* ---- one motion ---- */

static void tighten_tolerances(struct wd_model *copy)
{
    struct common_solver *solver = (struct common_solver *)copy->solver;
    solver->rtol = num_fmin(solver->rtol, num_fmax(solver->rtol * RTOL_FACTOR, LEAST_RTOL));
    solver->atol = num_fmin(solver->atol, num_fmax(solver->atol * ATOL_FACTOR, LEAST_ATOL));
    model_close(copy);
    whole_drop(copy);
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
    for (int ends = 0; !ends;) {
        status = loop_advance(copy, task->t_end, 1);
        ends = status != WD_EVENT || copy->now.t >= task->t_end;
        sequence_add(sequence, copy, ends);
    }
    return status;
}

/* Run the motion of a copy of the model. If `shift` is not NULL, the shifted variable has the value
 * `value` in the copy. Writes the outputs at the end, or returns a failure. The error text is set
 * only if the unshifted motion fails. */
static int32_t run(struct seat *seat, const struct shift *shift, double value, double *outputs,
                   struct sequence *sequence)
{
    struct wd_model *model = seat->call->model, *copy = model_copy(model);
    const struct gradient_task *task = seat->call->task;
    if (!copy)
        return WD_ENOMEM;
    tighten_tolerances(copy);
    copy->interrupt = seat->interrupt; /* including the work counted since the last poll */
    copy->host = seat->host;
    if (shift)
        shift_write(shift, copy, value);
    int32_t status = run_to_end(copy, task, sequence);
    seat->interrupt.left = copy->interrupt.left;
    seat->interrupt.stopped |= copy->interrupt.stopped;
    if (status < 0 && !shift)
        memcpy(model->error, copy->error, sizeof model->error);
    for (size_t i = 0; status >= 0 && i < task->n_outputs; i++)
        outputs[i] = *model_value(copy, table_row(copy->kind, task->outputs[i]));
    model_free(copy);
    return interrupted(&seat->interrupt, model->step_work) ? WD_EINTERRUPT : status;
}

/* ---- derivatives by one variable ---- */

/* Run the motion of a copy whose value is shifted by h to this side, unless it was the last one on
 * this side, and set shift->fits. WD_OK, WD_ENOMEM or WD_EINTERRUPT. */
static int32_t try_side(struct seat *seat, struct shift *shift, int side, double h)
{
    struct sequence sequence;
    double value = shift->value + (side == UP ? h : -h);
    if (shift->last[side] == h)
        return WD_OK;
    shift->last[side] = h;
    shift->fits[side] = 0;
    const struct call *call = seat->call;
    if (!shift->open[side] || !shift_accepts(shift, call->model, value))
        return WD_OK;
    int32_t status = run(seat, shift, value, seat->shifted[side], &sequence);
    if (status == WD_ENOMEM || status == WD_EINTERRUPT)
        return status;
    shift->fits[side] = status >= 0 && sequence.hash == call->sequence.hash &&
                        sequence.events == call->sequence.events;
    return WD_OK;
}

/* Sides that are shifted for derivatives from `from`: one side, or both if it is SIDES. */
static int is_shifted(int from, int side)
{
    return from == side || from == SIDES;
}

/* Add the outputs of the shifts by h to the slopes. */
static void add_row(struct seat *seat, const struct shift *shift, int from, double h)
{
    double value = shift->value, width[SIDES] = {value + h - value, value - (value - h)};
    for (int side = 0; side < SIDES; side++)
        if (!is_shifted(from, side))
            width[side] = 0;
    for (size_t i = 0; i < seat->call->task->n_outputs; i++) {
        double shifted[SIDES] = {seat->shifted[UP][i], seat->shifted[DOWN][i]};
        slopes_add(&seat->slopes[i], shifted, width);
    }
}

/* Halve the shift *h until all open sides fit (struct shift). If that fails, only one side is used.
 * For each side, this looks for the largest shift such that the side fits at this shift and at all
 * smaller ones. The side with the larger such shift is used, and *h becomes this shift, or 0 if no
 * side fits. */
static int32_t find_shift(struct seat *seat, struct shift *shift, double *h)
{
    double first[SIDES] = {0, 0};
    for (int i = 0; i < MOST_SHIFTS; i++, *h /= 2) {
        for (int side = 0; side < SIDES; side++) {
            int32_t status = try_side(seat, shift, side, *h);
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
    return *h > 0 ? try_side(seat, shift, side, *h) : WD_OK;
}

/* Open the sides on which the value can be shifted, and return the first shift. */
static double open_sides(struct shift *shift, const struct wd_model *model)
{
    int exponent;
    frexp(FIRST_SHIFT * num_fmax(fabs(shift->value), 1), &exponent);
    double h = ldexp(1, exponent - 1), least = ldexp(h, -MOST_SHIFTS);
    shift->open[UP] = shift_accepts(shift, model, shift->value + least);
    shift->open[DOWN] = shift_accepts(shift, model, shift->value - least);
    return h;
}

static int all_done(const struct seat *seat, int from)
{
    int done = 1;
    for (size_t i = 0; i < seat->call->task->n_outputs; i++)
        done = done && slopes_done(&seat->slopes[i], from);
    return done;
}

/* Add rows for the shifts h, h / 2, ... until all derivatives from `from` are done, or a shift does
 * not fit. Returns WD_OK, WD_ENOMEM or WD_EINTERRUPT, and in *h the shift that is next. */
static int32_t extrapolate(struct seat *seat, struct shift *shift, int from, double *h)
{
    for (; !all_done(seat, from); *h /= 2) {
        for (int side = 0; side < SIDES; side++) {
            int32_t status = is_shifted(from, side) ? try_side(seat, shift, side, *h) : WD_OK;
            if (status != WD_OK)
                return status;
            if (is_shifted(from, side) && !shift->fits[side])
                return WD_OK;
        }
        add_row(seat, shift, from, *h);
    }
    return WD_OK;
}

/* Number of outputs that have a derivative from `from` */
static size_t count_results(const struct seat *seat, int from)
{
    size_t count = 0;
    for (size_t i = 0; i < seat->call->task->n_outputs; i++)
        count += isfinite(slopes_result(&seat->slopes[i], from).error) != 0;
    return count;
}

/* Set *from to where most outputs have derivatives. It is SIDES before, the next shift is h. */
static int32_t select_side(struct seat *seat, struct shift *shift, double h, int *from)
{
    size_t best = count_results(seat, SIDES);
    for (int side = 0; side < SIDES && best < seat->call->task->n_outputs; side++) {
        double next = h;
        int32_t status = extrapolate(seat, shift, side, &next);
        if (status != WD_OK)
            return status;
        size_t count = count_results(seat, side);
        *from = count > best ? side : *from;
        best = count > best ? count : best;
    }
    return WD_OK;
}

static void keep_results(const struct seat *seat, size_t j, int from)
{
    static const int32_t name[] = {WD_GRADIENT_FROM_ABOVE, WD_GRADIENT_FROM_BELOW,
                                   WD_GRADIENT_TWO_SIDED};
    const struct call *call = seat->call;
    size_t n = call->task->n_outputs;
    call->sides[j] = n > 0 && count_results(seat, from) == 0 ? WD_GRADIENT_NONE : name[from];
    for (size_t i = 0; i < n; i++) {
        struct slope slope = slopes_result(&seat->slopes[i], from);
        call->gradient[j * n + i] = slope.value;
        call->errors[j * n + i] = slope.error;
    }
}

/* Compute the derivatives with respect to variable j. */
static int32_t differentiate(struct seat *seat, size_t j)
{
    const struct gradient_task *task = seat->call->task;
    size_t number = task->numbers ? task->numbers[j] : WD_GRADIENT_VALUE;
    struct shift shift = shift_of(seat->call->model, task->variables[j], number);
    double h = open_sides(&shift, seat->call->model);
    int32_t status = find_shift(seat, &shift, &h);
    double scale = num_fmax(fabs(shift.value), 1), atol = model_solver(seat->call->model)->atol;
    for (size_t i = 0; i < task->n_outputs; i++)
        slopes_open(&seat->slopes[i], seat->call->base[i], scale, atol);
    int from = shift.fits[UP] && shift.fits[DOWN] ? SIDES : shift.fits[UP] ? UP : DOWN;
    if (status == WD_OK && shift.fits[from % SIDES])
        status = extrapolate(seat, &shift, from, &h);
    if (status == WD_OK && from == SIDES)
        status = select_side(seat, &shift, h, &from);
    if (status == WD_OK)
        keep_results(seat, j, from);
    return status;
}

/* ---- all derivatives ---- */

static void work(void *context, size_t number, size_t j)
{
    struct call *call = context;
    struct seat *seat = &call->seat[number];
    call->status[j] = WD_EINTERRUPT;
    if (atomic_load(&call->stopped))
        return;
    struct host own;
    host_suspend(&own);
    if (number > 0) { /* functions of the user have the errno of this thread, and the caller's
                         floating-point environment */
        seat->host = own;
        seat->host.floating = call->model->host.floating;
    }
    call->status[j] = differentiate(seat, j);
    host_resume(&own);
    if (call->status[j] < 0)
        atomic_store(&call->stopped, 1);
}

static void write_results(const struct call *call)
{
    const struct gradient_task *task = call->task;
    size_t n = task->n_outputs, variables = task->n_variables;
    for (size_t j = 0; j < variables; j++) {
        task->sides[j] = call->sides[j];
        for (size_t i = 0; i < n; i++) {
            task->gradient[i * variables + j] = call->gradient[j * n + i];
            if (task->errors)
                task->errors[i * variables + j] = call->errors[j * n + i];
        }
    }
}

static int32_t no_memory(struct wd_model *model, size_t derivatives)
{
    return model_fail(model, WD_ENOMEM, "no memory for %z derivatives", derivatives);
}

static int32_t compute(struct call *call)
{
    size_t variables = call->task->n_variables;
    struct wd_model *model = call->model;
    int32_t status = run(&call->seat[0], NULL, 0, call->base, &call->sequence);
    struct job job = {
        .count = variables, .chunk = 1, .work = work, .poll = ask_user, .context = call};
    if (status >= 0 && variables > 0)
        workers_run(call->workers, &job);
    int short_of_memory = status == WD_ENOMEM;
    for (size_t j = 0; status >= 0 && j < variables; j++)
        short_of_memory |= call->status[j] == WD_ENOMEM;
    model->interrupt.left = call->seat[0].interrupt.left;
    if (status == WD_EINTERRUPT || model->interrupt.stopped)
        return model_stopped(model);
    if (short_of_memory)
        return no_memory(model, call->task->n_outputs * variables);
    if (status >= 0)
        write_results(call);
    return status < 0 ? status : WD_OK;
}

/* Give each thread its share of the memory. */
static void seat_threads(struct call *call, double *shifted, struct slopes *slopes)
{
    size_t n = call->task->n_outputs;
    for (size_t i = 0; i < workers_threads(call->workers); i++) {
        struct seat *seat = &call->seat[i];
        *seat = (struct seat){.call = call, .number = i, .host = call->model->host};
        seat->shifted[UP] = shifted + 2 * n * i;
        seat->shifted[DOWN] = shifted + 2 * n * i + n;
        seat->slopes = slopes + n * i;
        seat->interrupt.fn = poll;
        seat->interrupt.user = seat;
        seat->interrupt.left = call->model->interrupt.left;
    }
}

int32_t gradient_compute(struct wd_model *model, const struct gradient_task *task)
{
    size_t n = task->n_outputs, variables = task->n_variables;
    size_t threads = task->threads < variables ? task->threads : variables + !variables;
    struct call call = {.model = model, .task = task, .workers = workers_new(threads)};
    double *memory = calloc(n + 2 * n * variables + 2 * n * threads + 1, sizeof *memory);
    struct slopes *slopes = calloc(n * threads + 1, sizeof *slopes);
    call.seat = calloc(threads, sizeof *call.seat);
    call.sides = calloc(2 * variables + 1, sizeof *call.sides);
    int32_t status;
    atomic_init(&call.stopped, 0);
    if (call.workers && memory && slopes && call.seat && call.sides) {
        call.base = memory;
        call.gradient = memory + n;
        call.errors = call.gradient + n * variables;
        call.status = call.sides + variables;
        seat_threads(&call, call.errors + n * variables, slopes);
        status = compute(&call);
    } else {
        status = no_memory(model, n * variables);
    }
    workers_free(call.workers);
    free(memory);
    free(slopes);
    free(call.seat);
    free(call.sides);
    return status;
}
