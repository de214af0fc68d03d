/* SPDX-License-Identifier: MIT */
#include "simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "progress.h"

size_t plan_rows(const struct plan *plan)
{
    double steps = (plan->end - plan->start) / plan->step, whole = round(steps);
    /* The same count as in wd_model_run(). */
    double rows = fabs(steps - whole) <= 1e-9 * fmax(1, steps) ? whole + 1 : floor(steps) + 2;
    return rows < 1e15 ? (size_t)rows : (size_t)1e15;
}

/* A wd_interrupt_fn that ends a call after a signal has requested a stop. */
static int32_t ask(void *unused)
{
    (void)unused;
    return stop_wanted();
}

static int interrupted(const wd_model *model, struct problem *problem)
{
    char text[NUMBER_SIZE];
    if (isnan(wd_model_time(model)))
        return problem_is(problem, TOOL_INTERRUPTED, "interrupted before the start");
    return problem_is(problem, TOOL_INTERRUPTED, "interrupted at t = %s s",
                      number_text(text, wd_model_time(model)));
}

static int failed(const wd_model *model, int32_t status, struct problem *problem)
{
    if (status == WD_EINTERRUPT)
        return interrupted(model, problem);
    return problem_is(problem, model_status(status), "%s", wd_model_error(model));
}

static int take(const struct instance *instance, const struct plan *plan, double *row,
                struct problem *problem)
{
    row[0] = wd_model_time(instance->model);
    int32_t got = wd_model_get(instance->model, plan->refs, plan->count, row + 1);
    if (got < 0)
        return failed(instance->model, got, problem);
    return plan->take(plan->context, row, problem);
}

static int walk(const struct instance *instance, const struct plan *plan, double *row,
                struct problem *problem)
{
    size_t rows = plan_rows(plan), done = 0;
    int status = TOOL_OK;
    for (size_t k = 0; k < rows && !status; k++) {
        double t = k + 1 < rows ? plan->start + (double)k * plan->step : plan->end;
        int32_t gone = wd_scenario_step_to(instance->handle, instance->model, t, &done);
        if (gone < 0)
            status = gone == WD_EINTERRUPT ? interrupted(instance->model, problem)
                                           : scenario_problem(instance->handle, gone, problem);
        else if (stop_wanted())
            status = interrupted(instance->model, problem);
        else if (gone == WD_OK || k == 0 || wd_model_time(instance->model) > row[0])
            status = take(instance, plan, row, problem);
        if (gone == WD_END)
            break;
    }
    return status;
}

int simulate(const struct instance *instance, const struct plan *plan, struct problem *problem)
{
    wd_model_set_interrupt_fn(instance->model, ask, NULL);
    int32_t begun = wd_model_init(instance->model, plan->start);
    if (begun < 0)
        return failed(instance->model, begun, problem);
    double *row = memory(1 + plan->count, sizeof *row);
    int status = walk(instance, plan, row, problem);
    free(row);
    return status;
}
