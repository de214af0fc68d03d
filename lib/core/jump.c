/* SPDX-License-Identifier: MIT */
#include "core/jump.h"
#include "core/flow.h"
#include "core/grid.h"
#include "num/bits.h"
#include "num/invariant.h"

#include <math.h>

/* Maximum number of jumps within KIND_INSTANT. More jumps count as an endless cycle. */
enum { MOST_JUMPS = 100 };

int32_t jump_guards(struct wd_model *model, const double *y, struct guards *guards)
{
    for (size_t i = 0; i < model->kind->guards; i++)
        guards->rate[i] = NAN;
    return flow_fail(model, model->kind->guard(&model->view, y, guards->value, guards->rate));
}

int32_t jump_restore_guards(struct wd_model *model, double from)
{
    int32_t status = flow_view(model, from);
    return status == WD_OK && model->kind->guards > 0
               ? jump_guards(model, model->now.y, &model->guard)
               : status;
}

int32_t jump_due(struct wd_model *model, double t, int *due)
{
    const struct kind *kind = model->kind;
    struct point *now = &model->now;
    *due = 0;
    if (!kind->enter && kind->guards == 0)
        return WD_OK;
    int32_t status = flow_view(model, t);
    if (status == WD_OK && kind->enter)
        status = flow_fail(model, kind->enter(&model->view, now->y, now->mode));
    if (status == WD_OK && kind->guards > 0)
        status = jump_guards(model, now->y, &model->guard);
    for (size_t i = 0; status == WD_OK && i < kind->guards; i++) {
        int armed = bit_is_set(now->armed, i), down = model->guard.value[i] <= 0;
        bit_put(model->triggered, i, armed && down);
        bit_put(now->armed, i, armed || model->guard.value[i] > 0);
        *due |= armed && down;
    }
    return status;
}

static double *add_event(void *core, int32_t type)
{
    struct wd_model *model = core;
    double *value = log_push(&model->log, model->now.t, type);
    for (size_t i = 0; i < model->kind->event_width; i++)
        value[i] = NAN;
    model->stat[STAT_EVENTS]++;
    return value;
}

/* Arm the guards that are above zero at the present point and disarm the others. The view must be
 * set to this point. */
static int32_t rearm(struct wd_model *model)
{
    int32_t status = jump_guards(model, model->now.y, &model->guard);
    for (size_t i = 0; status == WD_OK && i < model->kind->guards; i++)
        bit_put(model->now.armed, i, model->guard.value[i] > 0);
    return status;
}

static int32_t jump(struct wd_model *model)
{
    struct point *now = &model->now;
    struct events events = {.core = model, .add = add_event};
    flow_seek(model);
    int32_t status = flow_view(model, now->t);
    if (status != WD_OK)
        return status;
    status = flow_fail(
        model, model->kind->jump(&model->view, model->triggered, now->y, now->mode, &events));
    now->ended = status == WD_END;
    now->h = GRID_FIRST_STEP; /* the step size learnt before the jump does not apply */
    model->energy_known = 0;
    radau_forget(now->past, now->past_doubles);
    int32_t armed = status < 0 ? status : rearm(model);
    return armed < 0 ? armed : status;
}

/* Count a jump; WD_ELIMIT if there are more than MOST_JUMPS in this instant. */
static int32_t count_jump(struct wd_model *model)
{
    if (!(model->now.t - model->instant <= KIND_INSTANT)) {
        model->instant = model->now.t;
        model->jumps = 0;
    }
    if (model->jumps++ < MOST_JUMPS)
        return WD_OK;
    return model_fail(model, WD_ELIMIT, "more than %z jumps within %g s", (size_t)MOST_JUMPS,
                      KIND_INSTANT);
}

/* Return WD_ELIMIT if the call under way has logged more than solver.max_events events. Passages of
 * a contact from one feature of a terrain to the next do not count, because the terrain determines
 * their number. */
static int32_t count_events(struct wd_model *model)
{
    const struct kind *kind = model->kind;
    uint64_t events = model->log.count - model->log.marked_count - model->log.passages;
    if (!kind->most_events || (double)events <= kind->most_events(&model->view))
        return WD_OK;
    return model_fail(model, WD_ELIMIT, "more than solver.max_events (%g) events in one call",
                      kind->most_events(&model->view));
}

int32_t jump_all(struct wd_model *model)
{
    uint64_t before = model->log.count;
    int32_t status = WD_OK;
    for (int due = 1; due && status == WD_OK;) {
        status = count_jump(model);
        if (status == WD_OK)
            status = jump(model);
        if (status == WD_OK)
            status = count_events(model);
        if (status == WD_OK)
            status = jump_due(model, model->now.t, &due);
    }
    invariant(status != WD_END || model->log.count > before);
    return status == WD_OK && model->log.count > before ? WD_EVENT : status;
}
