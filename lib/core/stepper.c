/* SPDX-License-Identifier: MIT */
#include "core/stepper.h"
#include "core/flow.h"

static int is_fixed(const struct wd_model *model)
{
    return model_solver(model)->fixed_step > 0;
}

static void mark_cyclic(int *is_cyclic, void *context)
{
    struct wd_model *model = context;
    model->kind->mark_cyclic(&model->view, is_cyclic);
}

void stepper_open(struct wd_model *model)
{
    const struct kind *kind = model->kind;
    const struct common_solver *solver = model_solver(model);
    size_t reals = model_reals(kind);
    model->implicit = implicit_chosen(solver);
    if (!model->implicit)
        ode_carve(&model->ode, ode_method((size_t)solver->method), reals, flow_rhs, model,
                  model->stages);
    *model->radau = (struct radau){.n = kind->states,
                                   .quadratures = KIND_ENERGIES,
                                   .size = reals,
                                   .rhs = flow_rhs,
                                   .mark_cyclic = kind->mark_cyclic ? mark_cyclic : NULL,
                                   .context = model,
                                   .rtol = solver->rtol,
                                   .atol = solver->atol};
    if (model->now.past_doubles > 0)
        radau_carve(model->radau, model->implicit_memory, model->now.past);
}

/* Return a hash of the modes. The implicit method must not reuse data of earlier steps in other
 * modes, because the equations are then different. */
static double mark_equations(const struct wd_model *model)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < model->kind->modes; i++)
        hash = (hash ^ (uint64_t)model->now.mode[i]) * 0x100000001b3u;
    return (double)(hash >> 12);
}

static int32_t begin_explicit(struct wd_model *model, double t)
{
    int balanced = is_fixed(model) && model->kind->flow_with_energy;
    return ode_begin(&model->ode, balanced ? flow_rhs_with_energy : flow_rhs, t, model->now.y);
}

int32_t stepper_begin(struct wd_model *model, double t)
{
    if (model->implicit && model->now.changed)
        model->radau->past->has_jacobian = 0;
    int32_t status = model->implicit
                         ? radau_begin(model->radau, t, model->now.y, mark_equations(model))
                         : begin_explicit(model, t);
    return status == WD_ENOCONV ? stepper_fail(model, 0) : status;
}

int32_t stepper_try(struct wd_model *model, double t, double h)
{
    double *y = model->now.y, *next = model->next, *error = model->error_estimate;
    int fixed = is_fixed(model);
    model->tried = h;
    if (model->implicit)
        return radau_step(model->radau, t, h, y, next, fixed ? NULL : error);
    return fixed ? ode_step(&model->ode, t, h, y, next)
                 : ode_step_error(&model->ode, t, h, y, next, error);
}

double stepper_reach(const struct wd_model *model, double h)
{
    return model->implicit ? radau_reach(model->radau) : h;
}

int32_t stepper_reach_to(struct wd_model *model, double t, double h)
{
    if (!model->implicit)
        return stepper_try(model, t, h);
    radau_interpolate(model->radau, h, model->now.y, model->next);
    return WD_OK;
}

int32_t stepper_fail(struct wd_model *model, double h)
{
    return flow_not_finite(model, h);
}

double stepper_error_ratio(const struct wd_model *model)
{
    const struct common_solver *solver = model_solver(model);
    /* The energies, last in y, are not part of the error control, because energy accounting must
     * not change the motion. There are two exceptions, with model->beyond set: steps that go beyond
     * a call, because they replace the shorter steps of a series of calls; and steps of low order,
     * which replace such long steps after a change of an input or tunable. */
    size_t n = model->kind->states + (model->beyond ? KIND_ENERGIES : 0);
    return model->implicit
               ? radau_error_ratio(model->radau, model->error_estimate)
               : ode_error_ratio(model->next, model->error_estimate, n, solver->rtol, solver->atol);
}

double stepper_next(const struct wd_model *model, double h, double ratio)
{
    return model->implicit ? radau_next_step(model->radau, h, ratio)
                           : ode_next_step(model->ode.method, h, ratio);
}

void stepper_keep(struct wd_model *model, double h)
{
    if (model->implicit)
        radau_keep(model->radau, h, is_fixed(model) ? 0 : stepper_error_ratio(model));
}
