/* SPDX-License-Identifier: MIT */
/* Equations, energies and moving constraints that the user supplies. */
#include "api/check.h"

static int32_t check_user(struct wd_model *model)
{
    if (model->kind->user_equations)
        return WD_OK;
    return model_fail(model, WD_EROLE, "this kind has built-in equations");
}

static int32_t set_equations(struct wd_model *model, wd_equations_fn fn, void *user)
{
    int32_t status = check_user(model);
    if (status != WD_OK)
        return status;
    if (!fn && model->running)
        return model_fail(model, WD_ESTATE, "the equations of a running model cannot be removed");
    model->user.equations = fn;
    model->user.equations_user = user;
    return WD_OK;
}

static int32_t set_energies(struct wd_model *model, wd_energy_fn fn, void *user)
{
    int32_t status = check_user(model);
    if (status != WD_OK)
        return status;
    model->user.energy = fn;
    model->user.energy_user = user;
    return WD_OK;
}

static int32_t set_constraints(struct wd_model *model, wd_constraints_fn fn, void *user)
{
    int32_t status = check_user(model);
    if (status != WD_OK)
        return status;
    model->user.constraints = fn;
    model->user.constraints_user = user;
    return WD_OK;
}

int32_t wd_model_set_equations(wd_model *model, wd_equations_fn fn, void *user)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_equations(model, fn, user)) : status;
}

int32_t wd_model_set_energies(wd_model *model, wd_energy_fn fn, void *user)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_energies(model, fn, user)) : status;
}

int32_t wd_model_set_constraints(wd_model *model, wd_constraints_fn fn, void *user)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_constraints(model, fn, user)) : status;
}
