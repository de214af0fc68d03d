/* SPDX-License-Identifier: MIT */
#include "core/loop.h"
#include "core/balance.h"
#include "core/flow.h"
#include "core/furnish.h"
#include "core/grid.h"
#include "core/motion.h"
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
    model->uses_advance =
        kind->advance && (!kind->uses_advance || kind->uses_advance(&model->view));
    model->step_work = flow_step_work(model);
    if (kind->start)
        motion_open(model);
    model->energy_known = 0;
    model->whole_known = 0;
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

int32_t loop_advance(struct wd_model *model, double target, int stop)
{
    if (!model->opened)
        loop_prepare(model);
    if (target == model->now.t) {
        int32_t outputs = flow_outputs(model);
        return model->interrupt.stopped ? model_stopped(model) : outputs;
    }
    if (model->now.ended)
        return WD_END;
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
        int32_t unless_stopped = model->interrupt.stopped ? WD_EINTERRUPT : WD_OK;
        int32_t outputs = model->quiet ? unless_stopped : flow_outputs(model);
        status = outputs < 0 ? outputs : status;
    }
    if (status < 0) {
        if (model->interrupt.stopped)
            status = model_stopped(model);
        model->opened = 0; /* the next call prepares again, which clears this error's reason */
        point_copy(model->kind, &model->now, &model->undo);
        log_rewind(&model->log);
    }
    return status;
}
