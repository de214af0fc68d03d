/* SPDX-License-Identifier: MIT */
/* Derivatives of states and outputs at the end of a motion with respect to settings: checks of the
 * arguments. */
#include "api/check.h"
#include "core/gradient.h"
#include "core/gradient_shift.h"
#include "core/workers.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/gradient.h>

const char *wd_gradient_name(int32_t side)
{
    static const char *const names[] = {"two_sided", "from_above", "from_below", "none"};
    return side >= 0 && side <= WD_GRADIENT_NONE ? names[side] : "unknown";
}

static int32_t check_outputs(struct wd_model *model, const struct gradient_task *task)
{
    int32_t status = check_refs(model, task->outputs, task->n_outputs);
    for (size_t i = 0; status == WD_OK && i < task->n_outputs; i++) {
        const struct var *var = table_row(model->kind, task->outputs[i]);
        if ((var->role != WD_STATE && var->role != WD_OUTPUT) || var->choices ||
            (var->flags & VAR_WHOLE))
            status = model_fail(model, WD_EROLE, "%s is no state or output with a derivative",
                                var->name);
    }
    return status;
}

static int32_t check_number(struct wd_model *model, const struct var *var, size_t number)
{
    const struct signal *signal = var->role == WD_INPUT ? &model->signals[var->slot] : NULL;
    size_t numbers = signal ? gradient_numbers(signal) : 0;
    if (number == WD_GRADIENT_VALUE) {
        if (!signal || signal->form == WD_SIGNAL_HOLD)
            return WD_OK;
        return model_fail(model, WD_EROLE, "%s is not held: choose a number of its signal",
                          var->name);
    }
    if (model->running)
        return model_fail(model, WD_ESTATE, "the signal of %s cannot change while running",
                          var->name);
    if (numbers == 0)
        return model_fail(model, WD_EROLE, "%s has no signal with numbers", var->name);
    if (number >= numbers)
        return model_fail(model, WD_ERANGE, "the signal of %s has %z numbers, not number %z",
                          var->name, numbers, number);
    int power = signal->form == WD_SIGNAL_TANH && number == 4;
    return power ? model_fail(model, WD_EROLE, "the power in the signal of %s is a whole number",
                              var->name)
                 : WD_OK;
}

static int32_t check_variables(struct wd_model *model, const struct gradient_task *task)
{
    int32_t status = check_refs(model, task->variables, task->n_variables);
    for (size_t j = 0; status == WD_OK && j < task->n_variables; j++) {
        const struct var *var = table_row(model->kind, task->variables[j]);
        int live = var->role == WD_TUNABLE || var->role == WD_INPUT;
        if (!model_is_setting(model, var) || var->role == WD_SOLVER || var->choices ||
            (var->flags & VAR_WHOLE))
            status = model_fail(model, WD_EROLE,
                                "outputs cannot be differentiated with respect to %s", var->name);
        else if (model->running && !live)
            status = model_fail(model, WD_ESTATE, "%s cannot change while the model is running",
                                var->name);
        else
            status = check_number(model, var, task->numbers ? task->numbers[j] : WD_GRADIENT_VALUE);
    }
    return status;
}

/* Refuse solver.scheme = moreau for motions that take time: its impacts occur at the ends of time
 * steps, whose times do not depend on the values. */
static int32_t check_scheme(struct wd_model *model, const struct gradient_task *task)
{
    uint32_t ref = table_find(model->kind, "solver.scheme");
    if (ref == WD_NO_REF || task->t_end == task->t0)
        return WD_OK;
    const struct var *var = table_row(model->kind, ref);
    if (strcmp(var->choices[(size_t)*model_value(model, var)], "moreau") != 0)
        return WD_OK;
    return model_fail(model, WD_EROLE,
                      "with solver.scheme = moreau the times of impacts do not depend on the "
                      "values; set solver.scheme = event");
}

static int32_t check_times(struct wd_model *model, double t0, double t_end)
{
    if (!isfinite(t0) || !isfinite(t_end) || t_end < t0)
        return model_fail(model, WD_EINVAL,
                          "t0 and t_end must be finite and in this order, got %g and %g", t0,
                          t_end);
    if (model->running && t0 != model->now.t)
        return model_fail(model, WD_EINVAL, "t0 = %g is not the present time", t0);
    return WD_OK;
}

static int32_t gradient(struct wd_model *model, const struct gradient_task *task)
{
    int32_t status = check_times(model, task->t0, task->t_end);
    if (status == WD_OK)
        status = check_outputs(model, task);
    if (status == WD_OK)
        status = check_variables(model, task);
    if (status == WD_OK)
        status = check_scheme(model, task);
    if (status != WD_OK)
        return status;
    if (task->threads < 1 || task->threads > WORKERS_MOST)
        return model_fail(model, WD_EINVAL, "threads must be 1 to %z, got %z", (size_t)WORKERS_MOST,
                          task->threads);
    if ((task->n_variables > 0 && !task->sides) ||
        (task->n_variables > 0 && task->n_outputs > 0 && !task->gradient))
        return model_fail(model, WD_EINVAL, "%s is NULL", task->sides ? "gradient" : "sides");
    return gradient_compute(model, task);
}

int32_t wd_model_gradient(wd_model *model, double t0, double t_end, const uint32_t *outputs,
                          size_t n_outputs, const uint32_t *variables, const size_t *numbers,
                          size_t n_variables, size_t threads, double *derivatives, double *errors,
                          int32_t *sides)
{
    struct gradient_task task = {t0,          t_end,   outputs,     n_outputs, variables, numbers,
                                 n_variables, threads, derivatives, errors,    sides};
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, gradient(model, &task)) : status;
}
