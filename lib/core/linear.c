/* SPDX-License-Identifier: MIT */
#include "core/linear.h"
#include "core/flow.h"

#include <math.h>
#include <string.h>

#include "num/eigen.h"

/* Step of the fourth-order differences: 2^-13, which is near 1e-4; from |x| = 2^26 on it grows with
 * |x|. A power of two makes x + k step exact. With a step of 2^-13 the truncation error, step^4/30
 * times the fifth derivative, is below 1e-9 of the first derivative if the right-hand side varies
 * on a scale of 0.01 or more. The rounding error is about epsilon/step = 2e-12 of the right-hand
 * side. */
static double step_for(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1, exponent > 26 ? exponent - 39 : -13);
}

/* Difference formula. The weights are in twelfths, so that they are integers. */
struct stencil {
    size_t points;
    double at[5], weight[5];
};

static const struct stencil central = {4, {-2, -1, 1, 2}, {1, -8, 8, -1}};
/* Formula for an input within two steps of an end of its range; the step points inwards. */
static const struct stencil one_sided = {5, {0, 1, 2, 3, 4}, {-25, 48, -36, 16, -3}};

/* Compute column j of a matrix with `width` columns: the derivative of the flow with respect to *x,
 * an element of model->linear.state or of input_at. The weights sum to zero, so the present rate
 * may be subtracted first: a rate that does not depend on x then gives exactly 0. */
static int32_t column(struct wd_model *model, double *x, double step, const struct stencil *stencil,
                      double *matrix, size_t j, size_t width)
{
    const struct kind *kind = model->kind;
    const double *state = model->linear.state, *present = model->linear.present_rate;
    double *rate = model->linear.rate, middle = *x;
    for (size_t i = 0; i < kind->states; i++)
        matrix[i * width + j] = 0;
    for (size_t k = 0; k < stencil->points; k++) {
        *x = middle + stencil->at[k] * step;
        int32_t status = flow_fail(model, kind->flow(&model->view, state, rate));
        *x = middle;
        if (interrupted(&model->interrupt, kind->states * kind->states))
            return WD_EINTERRUPT;
        if (status != WD_OK)
            return status;
        for (size_t i = 0; i < kind->states; i++)
            matrix[i * width + j] += stencil->weight[k] * (rate[i] - present[i]);
    }
    for (size_t i = 0; i < kind->states; i++)
        matrix[i * width + j] /= 12 * step;
    return WD_OK;
}

static int32_t input_column(struct wd_model *model, const struct var *var, double *matrix, size_t j,
                            size_t width)
{
    double *u = &model->input_at[var->slot], step = step_for(*u);
    int low = var->lo > *u - 2 * step, high = var->hi < *u + 2 * step;
    return column(model, u, high ? -step : step, low || high ? &one_sided : &central, matrix, j,
                  width);
}

size_t linear_size(const struct wd_model *model)
{
    const struct kind *kind = model->kind;
    return kind->linear_states ? kind->linear_states(&model->view, model->now.y, model->linear.slot)
                               : linear_most(kind);
}

/* Name of linear state i; call linear_size() before. The linear states are all states, unless the
 * kind names them. */
static const char *state_name(const struct wd_model *model, size_t i)
{
    const struct kind *kind = model->kind;
    if (kind->linear_states)
        return table_at(kind, WD_INIT, model->linear.slot[i])->name;
    return kind->linear ? kind->linear_names[i] : table_at(kind, WD_STATE, i)->name;
}

/* Check that a matrix is finite; write the error text if it is not. The columns belong to the
 * states, or to the inputs `refs` if these are given. */
static int32_t check_finite(struct wd_model *model, const double *matrix, const uint32_t *refs,
                            size_t width)
{
    const struct kind *kind = model->kind;
    size_t n = linear_size(model);
    for (size_t i = 0; matrix && i < n * width; i++) {
        if (isfinite(matrix[i]))
            continue;
        const char *by =
            refs ? table_row(kind, refs[i % width])->name : state_name(model, i % width);
        return model_fail(model, WD_ENOCONV,
                          "the derivative of the rate of %s with respect to %s is %g",
                          state_name(model, i / width), by, matrix[i]);
    }
    return WD_OK;
}

/* Linearise by finite differences about the present point. */
static int32_t differences(struct wd_model *model, double *A, const uint32_t *refs, size_t count,
                           double *B)
{
    size_t n = model->kind->states;
    double *state = model->linear.state, *rate = model->linear.present_rate;
    memcpy(state, model->now.y, model_reals(model->kind) * sizeof *state);
    int32_t status = flow_fail(model, model->kind->flow(&model->view, state, rate));
    for (size_t j = 0; A && status == WD_OK && j < n; j++)
        status = column(model, &state[j], step_for(state[j]), &central, A, j, n);
    for (size_t j = 0; B && status == WD_OK && j < count; j++)
        status = input_column(model, table_row(model->kind, refs[j]), B, j, count);
    return status;
}

/* Linearise by the kind's formulas. */
static int32_t formulas(struct wd_model *model, double *A, const uint32_t *refs, size_t count,
                        double *B)
{
    const struct kind *kind = model->kind;
    const double *y = model->now.y;
    int32_t status = A ? kind->linear(&model->view, y, A) : WD_OK;
    for (size_t j = 0; B && status == WD_OK && j < count; j++)
        status = kind->linear_input(&model->view, y, table_row(kind, refs[j]), B + j, count);
    return flow_fail(model, status);
}

int32_t linear_matrices(struct wd_model *model, double *A, const uint32_t *refs, size_t count,
                        double *B)
{
    size_t n = linear_size(model);
    flow_open(model);
    flow_seek(model);
    int32_t status = flow_view(model, model->now.t);
    if (status == WD_OK)
        status = (model->kind->linear ? formulas : differences)(model, A, refs, count, B);
    model_close(model); /* the linear model has overwritten the arrays of the last step */
    if (model->interrupt.stopped)
        return model_stopped(model);
    if (status == WD_OK)
        status = check_finite(model, A, NULL, n);
    return status == WD_OK ? check_finite(model, B, refs, count) : status;
}

int32_t linear_eigenvalues(struct wd_model *model, double *re, double *im)
{
    size_t n = linear_size(model);
    double *A = model->linear.A;
    int32_t status = linear_matrices(model, A, NULL, 0, NULL);
    if (status != WD_OK)
        return status;
    status = eigen_values(n, A, re, im, model->linear.eigen);
    return status == WD_OK ? WD_OK : model_fail(model, status, "no eigenvalues found");
}

/* The name is returned without "state." or "init.". */
const char *linear_name(const struct wd_model *model, size_t i)
{
    if (i >= linear_size(model))
        return NULL;
    const char *name = state_name(model, i);
    const char *dot = model->kind->linear_states || !model->kind->linear ? strchr(name, '.') : NULL;
    return dot ? dot + 1 : name;
}
