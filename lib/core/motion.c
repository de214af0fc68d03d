/* SPDX-License-Identifier: MIT */
#include "core/motion.h"
#include "core/flow.h"
#include "core/grid.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <math.h>

static int32_t inputs(void *core, double t)
{
    return flow_view(core, t);
}

static double *log_event(void *core, double t, int32_t type)
{
    struct wd_model *model = core;
    model->stat[STAT_EVENTS]++;
    return log_push(&model->log, t, type);
}

/* True if inputs may change within a stretch (grid.h). A step signal does not: it is constant
 * between its knots, and no stretch extends beyond a knot. */
static int may_inputs_change(const struct wd_model *model)
{
    for (size_t i = 0; model->driven && i < model->kind->inputs; i++) {
        int32_t form = model->signals[i].form;
        if (form != WD_SIGNAL_HOLD && form != WD_SIGNAL_STEP)
            return 1;
    }
    return 0;
}

void motion_open(struct wd_model *model)
{
    model->motion = (struct motion){.view = &model->view,
                                    .t = model->now.t,
                                    .y = model->now.y,
                                    .stat = model->stat + STAT_COUNT,
                                    .steps_left = &model->steps_left,
                                    .varying = may_inputs_change(model),
                                    .knot = INFINITY,
                                    .core = model,
                                    .inputs = inputs,
                                    .event = log_event,
                                    .why = "the motion cannot be continued"};
    if (model->kind->open)
        model->kind->open(&model->motion);
}

/* Write the error text of a failure; for WD_EINPUT, the evaluation of the inputs has already
 * written it. Returns the status. */
static int32_t motion_failed(struct wd_model *model, int32_t status)
{
    return status < 0 && status != WD_EINPUT ? model_fail(model, status, "%s", model->motion.why)
                                             : status;
}

int32_t motion_start(struct wd_model *model)
{
    flow_seek(model);
    model->motion.knot = flow_knot(model);
    int32_t status = flow_view(model, model->now.t);
    return status == WD_OK ? motion_failed(model, model->kind->start(&model->motion)) : status;
}

/* Plan the next stretch. It ends at the target or at the next knot, and with solver.fixed_step at
 * the latest at the next grid time. Without solver.fixed_step h is infinite, and the kind chooses
 * its own steps. */
static struct stretch plan_stretch(const struct wd_model *model, double target, double knot)
{
    if (model_solver(model)->fixed_step > 0)
        return grid_fixed(model, target, knot);
    return (struct stretch){.from = model->now.t, .to = num_fmin(knot, target), .h = INFINITY};
}

/* Find the contact modes after a change of inputs or tunables. Returns WD_EVENT if this logs
 * events. */
static int32_t settle_contacts(struct wd_model *model)
{
    struct motion *motion = &model->motion;
    uint64_t before = model->log.count;
    model->now.changed = 0;
    if (!model->kind->settle)
        return WD_OK;
    flow_seek(model);
    motion->t = grid_present(model);
    motion->knot = flow_knot(model);
    int32_t status = flow_view(model, motion->t);
    if (status == WD_OK)
        status = motion_failed(model, model->kind->settle(motion));
    return status == WD_OK && model->log.count > before ? WD_EVENT : status;
}

/* Move to the end of the stretch or to an event. */
static int32_t move_along(struct wd_model *model, struct stretch stretch, double knot, int stop)
{
    struct motion *motion = &model->motion;
    motion->t = stretch.from;
    motion->knot = knot;
    int32_t status = stretch.h > 0 ? flow_view(model, stretch.from) : WD_OK;
    if (status == WD_OK && stretch.h > 0)
        status = model->kind->advance(
            motion, isinf(stretch.h) ? stretch.to : stretch.from + stretch.h, stop);
    if (status < 0) {
        model->now.t = num_fmax(model->now.t, motion->t); /* the time that the error text reports */
        return motion_failed(model, status);
    }
    invariant(motion->t >= stretch.from && (motion->t <= stretch.to || !isinf(stretch.h)));
    if (status != WD_OK)
        grid_cut(model, &stretch, motion->t);
    model->now.t = stretch.to;
    model->now.k = stretch.k;
    model->now.ended = status == WD_END;
    if (stretch.h > 0)
        model->now.changed = model->driven && stretch.to + grid_slack(model) >= knot;
    model->stat[STAT_STEPS]++;
    return status;
}

int32_t motion_step(struct wd_model *model, double target, int stop)
{
    flow_seek(model);
    double knot = flow_knot(model);
    struct stretch stretch = plan_stretch(model, target, knot);
    int32_t status = model->now.changed && stretch.h > 0 ? settle_contacts(model) : WD_OK;
    if (status < 0 || (status == WD_EVENT && stop))
        return status;
    status = move_along(model, stretch, knot, stop);
    int settles = status >= 0 && !model->now.ended && model->now.changed;
    int32_t settled = settles ? settle_contacts(model) : WD_OK;
    return settled == WD_OK ? status : settled;
}
