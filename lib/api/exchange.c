/* SPDX-License-Identifier: MIT */
/* The equations of a model for an integrator of the user. */
#include "api/check.h"
#include "core/exchange.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/exchange.h>

static int has_states(const wd_model *model)
{
    return model && exchange_flows(model);
}

size_t wd_model_state_count(const wd_model *model)
{
    return has_states(model) ? exchange_states(model) : 0;
}

const char *wd_model_state_name(const wd_model *model, size_t i)
{
    return i < wd_model_state_count(model) ? exchange_row(model, i)->name : NULL;
}

double wd_model_state_nominal(const wd_model *model, size_t i)
{
    return i < wd_model_state_count(model) ? exchange_nominal(model, i) : (double)NAN;
}

size_t wd_model_indicator_count(const wd_model *model)
{
    return has_states(model) ? model->kind->guards : 0;
}

int32_t wd_model_states(const wd_model *model, double *states)
{
    if (!model || !states)
        return WD_EINVAL;
    if (!exchange_flows(model))
        return WD_EROLE;
    if (!check_moves(model))
        return WD_ESTATE;
    loop_resolve(model, DUE_STATES);
    memcpy(states, model->now.y, exchange_states(model) * sizeof *states);
    return WD_OK;
}

double wd_model_next_time(const wd_model *model)
{
    if (!has_states(model) || !check_moves(model))
        return NAN;
    return exchange_knot(model);
}

/* ---- calls that compute ---- */

static int32_t check_model(struct wd_model *model)
{
    if (exchange_flows(model))
        return check_running(model);
    if (model_has_terrain(model) && model->kind->flow)
        return model_fail(model, WD_EROLE, "a model on a terrain has no derivatives yet");
    return model_fail(model, WD_EROLE,
                      "the kind integrates the motion itself, so the model has no derivatives%s",
                      model->kind->uses_advance ? "; set solver.scheme = event" : "");
}

static int32_t check_point(struct wd_model *model, double t, const double *states,
                           const double *results, const char *name)
{
    int32_t status = check_model(model);
    if (status != WD_OK)
        return status;
    if (!states || !results)
        return model_fail(model, WD_EINVAL, "%s is NULL", states ? name : "states");
    if (!isfinite(t))
        return model_fail(model, WD_EINVAL, "t must be finite, got %g", t);
    for (size_t i = 0; i < exchange_states(model); i++)
        if (!isfinite(states[i]))
            return model_fail(model, WD_ERANGE, "%s must be finite, states has %g",
                              exchange_row(model, i)->name, states[i]);
    return WD_OK;
}

static int32_t derivative(struct wd_model *model, double t, const double *states, double *rates)
{
    int32_t status = check_point(model, t, states, rates, "rates");
    return status == WD_OK ? exchange_derivative(model, t, states, rates) : status;
}

int32_t wd_model_derivative(wd_model *model, double t, const double *states, double *rates)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, derivative(model, t, states, rates)) : status;
}

static int32_t indicators(struct wd_model *model, double t, const double *states, double *values)
{
    int needed = model->kind->guards > 0;
    int32_t status = check_point(model, t, states, needed ? values : states, "values");
    return status == WD_OK ? exchange_indicators(model, t, states, values) : status;
}

int32_t wd_model_indicators(wd_model *model, double t, const double *states, double *values)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, indicators(model, t, states, values)) : status;
}

static int32_t eval_at(struct wd_model *model, double t, const double *states)
{
    int32_t status = check_point(model, t, states, states, "states");
    return status == WD_OK ? exchange_outputs(model, t, states) : status;
}

int32_t wd_model_eval_at(wd_model *model, double t, const double *states)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, eval_at(model, t, states)) : status;
}

static int32_t event_update(struct wd_model *model, double t, double *states)
{
    int32_t status = check_point(model, t, states, states, "states");
    if (status != WD_OK)
        return status;
    if (t < model->now.t)
        return model_fail(model, WD_EINVAL, "t = %g is before the present time", t);
    return exchange_update(model, t, states);
}

int32_t wd_model_event_update(wd_model *model, double t, double *states)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, event_update(model, t, states)) : status;
}
