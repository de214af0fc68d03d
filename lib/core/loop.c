/* SPDX-License-Identifier: MIT */
#include "core/loop.h"
#include "core/balance.h"
#include "core/flow.h"
#include "core/furnish.h"
#include "core/grid.h"
#include "core/motion.h"
#include "core/rest.h"
#include "core/snapshot.h"
#include "core/step.h"
#include "core/stepper.h"
#include "core/whole.h"
#include "num/bits.h"

#include <math.h>
#include <string.h>

void loop_prepare(struct wd_model *model)
{
    const struct kind *kind = model->kind;
    flow_open(model);
    model->uses_advance = flow_uses_advance(model);
    model->step_work = flow_step_work(model);
    if (kind->start)
        motion_open(model);
    model->energy_known = 0;
    model->opened = 1;
}

int32_t loop_init(struct wd_model *model, double t0)
{
    const struct kind *kind = model->kind;
    struct point *now = &model->now;
    /* Drop space of earlier signals: equal settings then give snapshots of equal size. */
    for (size_t i = 0; i < kind->inputs; i++)
        signal_trim(&model->signals[i]);
    int32_t status = furnish_model(model);
    if (status != WD_OK)
        return status;
    model->due = 0;
    memset(now->y, 0, model_reals(kind) * sizeof *now->y);
    memset(now->mode, 0, kind->modes * sizeof *now->mode);
    if (kind->inits == 0)
        memcpy(now->y, model->start, kind->states * sizeof *now->y);
    now->t = model->t0 = t0;
    now->h = GRID_FIRST_STEP;
    now->k = 0;
    now->ended = 0;
    now->changed = 0;
    now->whole.began = t0;
    now->whole.span = INFINITY;
    now->whole.low = INFINITY;
    whole_drop(model);
    model->entered = 0;
    radau_forget(now->past, now->past_doubles);
    memset(now->armed, 0, model_guard_words(kind) * sizeof *now->armed);
    for (size_t i = 0; i < kind->guards; i++)
        bit_put(now->armed, i, 1);
    memset(model->stat, 0, model_stats(kind) * sizeof *model->stat);
    model->log.count = model->log.first = 0;
    log_mark(&model->log);
    loop_prepare(model);
    status = kind->start ? motion_start(model) : WD_OK;
    if (status == WD_OK)
        status = flow_outputs(model);
    if (status == WD_OK && !snapshot_can_continue(model))
        status = model_fail(model, WD_EDOMAIN, "the motion from this start is not finite");
    model->running = status == WD_OK;
    return model->interrupt.stopped ? model_stopped(model) : status;
}

/* Move to the target, with the kind's advance() or with the core's integrator. */
static int32_t move_to(struct wd_model *model, double target, int stop)
{
    for (int again = 0; model->now.t < target; again = 1) {
        if (model->steps_left-- <= 0)
            return model_fail(model, WD_ENOCONV, "%g steps (solver.max_steps) did not reach %g s",
                              model_solver(model)->max_steps, target);
        if (again && interrupted(&model->interrupt, model->step_work))
            return WD_EINTERRUPT;
        int32_t status =
            model->uses_advance ? motion_step(model, target, stop) : step_once(model, target);
        if (status < 0 || status == WD_END || (status == WD_EVENT && stop))
            return status;
    }
    return WD_OK;
}

/* ---- results that are computed when they are read ---- */

/* True if the call may leave results due: a call that reads them must call no function of the user.
 */
static int may_defer(const struct wd_model *model)
{
    const struct surface *surface = model->course.surface;
    for (size_t i = 0; model->driven && i < model->kind->inputs; i++)
        if (model->signals[i].form == SIGNAL_FUNCTION)
            return 0;
    return !model->interrupt.fn && !model->kind->user_equations && !(surface && surface->fn);
}

/* Project the states of the present point. If that fails, the states remain those of the dense
 * output, which satisfy the constraints to the tolerance. */
static void project_point(struct wd_model *model)
{
    struct point *now = &model->now;
    size_t bytes = model_reals(model->kind) * sizeof *now->y;
    memcpy(model->next, now->y, bytes);
    if (flow_project(model, now->t, model->next) == WD_OK)
        memcpy(now->y, model->next, bytes);
    else
        model_close(model);
}

static void compute_outputs(struct wd_model *model)
{
    int32_t status = flow_outputs_at(model, model->now.t, model->now.y);
    if (status == WD_OK)
        return;
    for (size_t i = 0; i < model->kind->outputs; i++)
        model->output[i] = NAN;
    for (size_t i = 0; model->driven && i < model->kind->inputs; i++)
        model->input_now[i] = model->input_at[i];
    model->output_status = status;
    model_close(model);
}

/* Compute the states, and the outputs if they are needed; returns the results that are still due.
 */
static int compute_due(struct wd_model *model, int due, int needed)
{
    model->mute = 1;
    if (!model->opened)
        loop_prepare(model);
    if (due & DUE_STATES)
        project_point(model);
    if (due & needed & DUE_OUTPUTS)
        compute_outputs(model);
    model->mute = 0;
    return due & ~(needed | DUE_STATES);
}

/* Wait until no other thread computes, and keep others from computing; returns the results that are
 * due. */
static int take(struct wd_model *model)
{
    int due = atomic_load_explicit(&model->due, memory_order_relaxed);
    for (;;) {
        if (due & DUE_TAKEN) {
            rest_briefly();
            due = atomic_load_explicit(&model->due, memory_order_relaxed);
        } else if (atomic_compare_exchange_weak_explicit(&model->due, &due, due | DUE_TAKEN,
                                                         memory_order_acquire,
                                                         memory_order_relaxed)) {
            return due;
        }
    }
}

static void give_back(struct wd_model *model, int due)
{
    atomic_store_explicit(&model->due, due, memory_order_release);
}

void loop_compute(struct wd_model *model, int needed)
{
    struct host host;
    host_suspend(&host);
    int due = take(model);
    give_back(model, due & needed ? compute_due(model, due, needed) : due);
    host_resume(&host);
}

void loop_borrow(const struct wd_model *model)
{
    struct wd_model *owner = (struct wd_model *)model; /* as in loop_resolve() */
    int due = take(owner);
    if (due)
        compute_due(owner, due, DUE_ALL);
}

void loop_return(const struct wd_model *model)
{
    give_back((struct wd_model *)model, 0);
}

/* ---- one call ---- */

/* After a failure: make the model ready to compute the results that an earlier call has left due,
 * because calls that read may prepare nothing that other threads read. */
static void prepare_to_read(struct wd_model *model)
{
    loop_prepare(model);
    flow_seek(model);
}

static int32_t evaluate(struct wd_model *model)
{
    int32_t status = flow_outputs(model);
    if (status == WD_OK)
        model->due = 0;
    return model->interrupt.stopped ? model_stopped(model) : status;
}

/* Compute the outputs at the end of a call, unless they are not wanted or may be left due. */
static int32_t end_call(struct wd_model *model)
{
    if (model->quiet)
        return model->interrupt.stopped ? WD_EINTERRUPT : WD_OK;
    if (!model->defers)
        return flow_outputs(model);
    model->left |= DUE_OUTPUTS;
    flow_seek(model);
    return flow_view(model, model->now.t); /* fails if an input has no value */
}

int32_t loop_advance(struct wd_model *model, double target, int stop)
{
    if (!model->opened)
        loop_prepare(model);
    if (target == model->now.t) {
        loop_resolve(model, DUE_STATES);
        return evaluate(model);
    }
    if (model->now.ended)
        return WD_END;
    model->left = 0;
    model->defers = model->defers && may_defer(model);
    model->entered = 0;
    log_mark(&model->log);
    point_copy(model->kind, &model->undo, &model->now);
    model->instant = -INFINITY;
    model->settled = 0;
    model->balance.open = 0;
    if (!model->uses_advance)
        stepper_open(model);
    int32_t status = move_to(model, target, stop);
    if (status >= 0 && model->now.t == target)
        whole_reach(model);
    int32_t balance = balance_close(model);
    if (balance < 0)
        status = balance;
    if (status >= 0) {
        int32_t end = end_call(model);
        status = end < 0 ? end : status;
    }
    if (status >= 0) {
        model->due = model->left;
        if (model->left & DUE_OUTPUTS)
            model->output_status = WD_OK;
    } else {
        if (model->interrupt.stopped)
            status = model_stopped(model);
        model_close(model); /* the next call prepares again, which clears this error's reason */
        point_copy(model->kind, &model->now, &model->undo);
        log_rewind(&model->log);
        if (model->due)
            prepare_to_read(model);
    }
    return status;
}
