/* SPDX-License-Identifier: MIT */
#include "api/check.h"
#include "core/linear.h"

/* Begin a call that finds the states of the linear model; returns 0 if they are not known, else
 * end() must follow. They may depend on the present point, and are found in the memory in which due
 * results are computed, so that one thread finds them at a time. */
static int begin(const wd_model *model, struct host *host)
{
    if (!model || (model->kind->linear_states && !check_moves(model)))
        return 0;
    host_suspend(host);
    if (model->kind->linear_states)
        loop_borrow(model);
    return 1;
}

static void end(const wd_model *model, const struct host *host)
{
    if (model->kind->linear_states)
        loop_return(model);
    host_resume(host);
}

size_t wd_model_linear_size(const wd_model *model)
{
    struct host host;
    if (!begin(model, &host))
        return 0;
    size_t size = linear_size(model);
    end(model, &host);
    return size;
}

const char *wd_model_linear_name(const wd_model *model, size_t i)
{
    struct host host;
    if (!begin(model, &host))
        return NULL;
    const char *name = linear_name(model, i);
    end(model, &host);
    return name;
}

static int32_t check_linear(wd_model *model)
{
    int32_t status = check_running(model);
    if (status == WD_OK && linear_size(model) == 0)
        return model_fail(model, WD_EROLE, "this kind has no linear model");
    return status;
}

static int32_t check_inputs(wd_model *model, const uint32_t *inputs, size_t n)
{
    int32_t status = check_refs(model, inputs, n);
    for (size_t i = 0; status == WD_OK && i < n; i++) {
        const struct var *var = table_row(model->kind, inputs[i]);
        if (var->role != WD_INPUT || var->choices)
            status = model_fail(model, WD_EROLE,
                                "%s is not an input with respect to which to linearise", var->name);
    }
    return status;
}

static int32_t linearize(struct wd_model *model, double *A, const uint32_t *inputs, size_t n_inputs,
                         double *B)
{
    int32_t status = check_linear(model);
    if (status == WD_OK)
        status = check_inputs(model, inputs, n_inputs);
    return status == WD_OK ? linear_matrices(model, A, inputs, n_inputs, B) : status;
}

int32_t wd_model_linearize(wd_model *model, double *A, const uint32_t *inputs, size_t n_inputs,
                           double *B)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, linearize(model, A, inputs, n_inputs, B)) : status;
}

static int32_t eigenvalues(struct wd_model *model, double *re, double *im)
{
    int32_t status = check_linear(model);
    if (status != WD_OK)
        return status;
    if (!re || !im)
        return model_fail(model, WD_EINVAL, "re or im is NULL");
    return linear_eigenvalues(model, re, im);
}

int32_t wd_model_eigenvalues(wd_model *model, double *re, double *im)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, eigenvalues(model, re, im)) : status;
}
