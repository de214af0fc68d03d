/* SPDX-License-Identifier: MIT */
#include "core/locate.h"
#include "core/flow.h"
#include "num/elementary.h"
#include "num/invariant.h"
#include "num/roots.h"

#include <math.h>
#include <string.h>

/* Fixed steps have bounded work: an event is located to this part of the step, far below the error
 * that the step has anyway, and all guards together are tried so many times before it. Down to
 * neighbouring numbers it would take dozens of steps, most of them in the noise of the guard. */
#define RESOLUTION 0x1p-40
enum { MOST_TRIES = 12 };

/* A guard along one step, as a function of the length of the step. */
struct search {
    struct wd_model *model;
    const struct stretch *stretch;
    size_t guard;
    int tries; /* left for fixed steps, all guards together */
    int32_t status;
};

static int is_fixed(const struct wd_model *model)
{
    return model_solver(model)->fixed_step > 0;
}

/* The guards at the end of a step of length h, which stays in model->next. The step is made anew
 * rather than interpolated, so that the state at the event is as exact as at any step's end. */
static int32_t guards_after(struct wd_model *model, const struct stretch *stretch, double h)
{
    if (interrupted(&model->interrupt, model->step_work))
        return WD_EINTERRUPT;
    int32_t status = is_fixed(model)
                         ? ode_step(&model->ode, stretch->from, h, model->now.y, model->next)
                         : ode_step_error(&model->ode, stretch->from, h, model->now.y, model->next,
                                          model->error_estimate);
    if (status == WD_OK)
        status = flow_project(model, stretch->from + h, model->next);
    if (status == WD_OK)
        status = flow_view(model, stretch->from + h);
    return status == WD_OK
               ? flow_fail(model, model->kind->guard(&model->view, model->next, model->guard_next))
               : status;
}

static double guard_at(double h, void *context)
{
    struct search *search = context;
    if (is_fixed(search->model) && search->tries-- <= 0)
        return NAN; /* the bracket stays as it is */
    search->status = guards_after(search->model, search->stretch, h);
    return search->status == WD_OK ? search->model->guard_next[search->guard] : (double)NAN;
}

static int fell(const struct wd_model *model, size_t i)
{
    return model->guard[i] > 0 && !(model->guard_next[i] > 0);
}

/* Shorten the stretch to where the guard falls; the guards there are in guard_next. */
static int32_t shorten(struct search *search, struct stretch *stretch)
{
    struct wd_model *model = search->model;
    size_t i = search->guard;
    double tolerance = is_fixed(model) ? RESOLUTION * stretch->h : 0;
    struct roots_bracket bracket = {0, stretch->h, model->guard[i], model->guard_next[i]};
    int32_t status = roots_narrow(&bracket, tolerance, guard_at, search);
    if (search->status != WD_OK)
        return search->status;
    if (status != WD_OK && search->tries >= 0)
        return model_fail(model, WD_ENOCONV, "the time of an event cannot be located");
    status = guards_after(model, stretch, bracket.hi);
    /* Events of two steps have two times, even if less than a rounding lies between them. */
    if (bracket.hi < stretch->h)
        grid_cut(model, stretch,
                 num_fmax(stretch->from + bracket.hi, nextafter(model->now.t, INFINITY)));
    return status;
}

static void arm(struct wd_model *model, const double *guard)
{
    for (size_t i = 0; i < model->kind->guards; i++)
        if (guard[i] > 0)
            model->now.armed |= (uint64_t)1 << i;
}

int32_t locate_at_start(struct wd_model *model, const struct stretch *stretch, uint64_t *fired)
{
    const struct kind *kind = model->kind;
    int32_t status = flow_view(model, stretch->from);
    if (status == WD_OK)
        status = flow_fail(model, kind->guard(&model->view, model->now.y, model->guard));
    if (status != WD_OK)
        return status;
    *fired = 0;
    for (size_t i = 0; i < kind->guards; i++)
        if (model->guard[i] <= 0)
            *fired |= model->now.armed & (uint64_t)1 << i;
    arm(model, model->guard);
    return WD_OK;
}

int32_t locate_within(struct wd_model *model, struct stretch *stretch, uint64_t *fired)
{
    const struct kind *kind = model->kind;
    int32_t status = flow_view(model, stretch->from + stretch->h);
    if (status == WD_OK)
        status = flow_fail(model, kind->guard(&model->view, model->next, model->guard_next));
    struct search search = {.model = model, .stretch = stretch, .tries = MOST_TRIES};
    for (; status == WD_OK && search.guard < kind->guards; search.guard++)
        if (fell(model, search.guard))
            status = shorten(&search, stretch);
    if (status != WD_OK)
        return status;
    *fired = 0;
    for (size_t i = 0; i < kind->guards; i++)
        *fired |= (uint64_t)fell(model, i) << i;
    arm(model, model->guard_next);
    return WD_OK;
}

static int32_t jump(struct wd_model *model, size_t i)
{
    struct event event = {.value = model->event_value};
    for (size_t j = 0; j < model->kind->event_width; j++)
        event.value[j] = NAN;
    int32_t status = model->kind->jump(&model->view, i, model->now.y, model->now.mode, &event);
    if (status < 0)
        return flow_fail(model, status);
    memcpy(log_push(&model->log, model->now.t, event.type), event.value,
           model->kind->event_width * sizeof *event.value);
    model->stat[STAT_EVENTS]++;
    return status;
}

int32_t locate_jump(struct wd_model *model, uint64_t fired)
{
    invariant(fired != 0 && (fired & ~locate_all(model->kind)) == 0);
    flow_seek(model);
    int32_t status = flow_view(model, model->now.t);
    for (size_t i = 0; status >= 0 && !model->now.ended && i < model->kind->guards; i++) {
        if (!(fired >> i & 1))
            continue;
        model->now.armed &= ~((uint64_t)1 << i);
        status = jump(model, i);
        model->now.ended = status == WD_END;
    }
    model->now.h = GRID_FIRST_STEP; /* what was learnt of the flow is void */
    return status == WD_OK ? WD_EVENT : status;
}
