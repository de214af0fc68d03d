/* SPDX-License-Identifier: MIT */
#include "api/check.h"
#include "api/variable.h"
#include "core/loop.h"
#include "core/rows.h"

#include <math.h>

static int32_t init(struct wd_model *model, double t0)
{
    int32_t status = check_set_up(model, "init");
    if (status != WD_OK)
        return status;
    if (!isfinite(t0))
        return model_fail(model, WD_EINVAL, "t0 must be finite, got %g", t0);
    return loop_init(model, t0);
}

int32_t wd_model_init(wd_model *model, double t0)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, init(model, t0)) : status;
}

int32_t wd_model_reset(wd_model *model)
{
    int32_t status = check_begin(model);
    if (status != WD_OK)
        return status;
    model->running = 0;
    model->due = 0;
    return check_leave(model, WD_OK);
}

double wd_model_time(const wd_model *model)
{
    return check_moves(model) ? model->now.t : (double)NAN;
}

static int32_t refuse_target(struct wd_model *model, const char *name, double t)
{
    int32_t status = check_running(model);
    if (status != WD_OK)
        return status;
    if (!isfinite(t))
        return model_fail(model, WD_EINVAL, "%s must be finite, got %g", name, t);
    return model_fail(model, WD_EINVAL, "%s = %g is before the present time", name, t);
}

/* Check that the model is running and that t is not before the model's present time. */
static inline int32_t check_target(struct wd_model *model, const char *name, double t)
{
    int fine = check_running(model) == WD_OK && isfinite(t) && t >= model->now.t;
    return fine ? WD_OK : refuse_target(model, name, t);
}

/* quiet: 1 if the outputs remain those of an earlier call, which are computed before if they are
 * due. */
static int32_t step_to(struct wd_model *model, double t, int quiet)
{
    int32_t status = check_target(model, "t", t);
    if (status != WD_OK)
        return status;
    if (quiet && (model->due & DUE_OUTPUTS))
        loop_resolve(model, DUE_ALL);
    model->steps_left = model_solver(model)->max_steps;
    model->quiet = quiet;
    model->defers = 1;
    status = loop_advance(model, t, model_solver(model)->stop_at_events > 0);
    model->quiet = model->defers = 0;
    return status;
}

int32_t wd_model_step_to(wd_model *model, double t)
{
    int32_t status = check_begin(model);
    return status == WD_OK ? check_leave(model, step_to(model, t, 0)) : status;
}

int32_t wd_model_advance_to(wd_model *model, double t)
{
    int32_t status = check_begin(model);
    return status == WD_OK ? check_leave(model, step_to(model, t, 1)) : status;
}

static int32_t eval(struct wd_model *model)
{
    int32_t status = check_running(model);
    return status == WD_OK ? loop_advance(model, model->now.t, 0) : status;
}

int32_t wd_model_eval(wd_model *model)
{
    int32_t status = check_begin(model);
    return status == WD_OK ? check_leave(model, eval(model)) : status;
}

/* ---- run ---- */

/* Results that must be computed before these variables are read. */
static int results_of(const struct wd_model *model, const uint32_t *refs, size_t n)
{
    int needed = 0;
    for (size_t i = 0; i < n; i++)
        needed |= variable_results(model, table_row(model->kind, refs[i]));
    return needed;
}

static int32_t check_run(struct wd_model *model, double t_end, double dt, const uint32_t *refs,
                         size_t n, const double *rows, size_t max_rows, struct rows *plan)
{
    int32_t status = check_target(model, "t_end", t_end);
    if (status == WD_OK)
        status = check_refs(model, refs, n);
    if (status != WD_OK)
        return status;
    if (!(dt > 0))
        return model_fail(model, WD_EINVAL, "dt must be positive, got %g", dt);
    if (!rows)
        return model_fail(model, WD_EINVAL, "rows is NULL");
    *plan = rows_plan(model->now.t, t_end, dt);
    if (plan->count == SIZE_MAX)
        return model_fail(model, WD_EINVAL, "dt = %g gives more rows than can be counted", dt);
    if (plan->count > max_rows)
        return model_fail(model, WD_EINVAL, "%z rows are needed, there is room for %z", plan->count,
                          max_rows);
    return WD_OK;
}

static void record(const struct wd_model *model, const uint32_t *refs, size_t n, double *row)
{
    row[0] = model->now.t;
    for (size_t i = 0; i < n; i++)
        row[1 + i] = *model_value(model, table_row(model->kind, refs[i]));
}

static int32_t run(struct wd_model *model, double t_end, double dt, const uint32_t *refs, size_t n,
                   double *rows, size_t max_rows, size_t *written)
{
    enum { READ_WORK = 4 };
    struct rows plan;
    int32_t status = check_run(model, t_end, dt, refs, n, rows, max_rows, &plan);
    int over = status == WD_OK && model->now.ended && plan.count > 1;
    int needed = status == WD_OK ? results_of(model, refs, n) : 0;
    if (status == WD_OK)
        model->steps_left = model_solver(model)->max_steps;
    model->defers = !(needed & DUE_OUTPUTS);
    for (size_t i = 0; status == WD_OK && i < plan.count; i++) {
        if (interrupted(&model->interrupt, model->step_work + READ_WORK * n))
            return model_stopped(model);
        status = loop_advance(model, rows_time(&plan, i), 0);
        loop_resolve(model, needed);
        if (status >= 0)
            record(model, refs, n, rows + (*written)++ * (n + 1));
        if (over && status == WD_OK)
            status = WD_END;
    }
    return status;
}

int32_t wd_model_run(wd_model *model, double t_end, double dt, const uint32_t *refs, size_t n,
                     double *rows, size_t max_rows, size_t *written)
{
    size_t done = 0;
    int32_t status = check_enter(model);
    if (status == WD_OK) {
        status = run(model, t_end, dt, refs, n, rows, max_rows, &done);
        model->defers = 0;
        status = check_leave(model, status);
    }
    if (written)
        *written = done;
    return status;
}
