/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/linear.h"
#include "core/flow.h"

#include <math.h>
#include <string.h>

#include "num/eigen.h"

/* Differences of fourth order. The step is a power of two, so that x + k step has no rounding
 * error, near 1e-4: then both truncation, step^4/30, and rounding, epsilon/step, stay below 1e-9
 * for right- hand sides that vary on a scale of 0.01 or more. */
static double step_for(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1, exponent > 26 ? exponent - 39 : -13);
}

/* Weights in twelfths, so that they are whole and differences of straight lines exact. */
struct stencil {
    size_t points;
    double at[5], weight[5];
};

static const struct stencil central = {4, {-2, -1, 1, 2}, {1, -8, 8, -1}};
/* For an input at an end of its range; the step points inwards. */
static const struct stencil one_sided = {5, {0, 1, 2, 3, 4}, {-25, 48, -36, 16, -3}};

/* Memory of model->linear: a matrix, a state, a rate, the eigenvalue solver's. */
static double *state_of(const struct wd_model *model)
{
    return model->linear + model->kind->states * model->kind->states;
}

static double *rate_of(const struct wd_model *model)
{
    return state_of(model) + model_reals(model->kind);
}

/* Column j of a matrix with `width` columns: the derivative of the flow by *x, a number in
 * state_of() or in input_at. */
static int32_t column(struct wd_model *model, double *x, double step, const struct stencil *stencil,
                      double *matrix, size_t j, size_t width)
{
    const struct kind *kind = model->kind;
    double *rate = rate_of(model), middle = *x;
    for (size_t i = 0; i < kind->states; i++)
        matrix[i * width + j] = 0;
    for (size_t k = 0; k < stencil->points; k++) {
        *x = middle + stencil->at[k] * step;
        int32_t status = flow_fail(model, kind->flow(&model->view, state_of(model), rate));
        *x = middle;
        if (status != WD_OK)
            return status;
        for (size_t i = 0; i < kind->states; i++)
            matrix[i * width + j] += stencil->weight[k] * rate[i];
    }
    for (size_t i = 0; i < kind->states; i++)
        matrix[i * width + j] /= 12 * step;
    return WD_OK;
}

static int32_t input_column(struct wd_model *model, const struct var *var, double *matrix, size_t j,
                            size_t width)
{
    double *u = &model->input_at[var->slot], step = step_for(*u);
    int low = *u - 2 * step<var->lo, high = *u + 2 * step> var->hi;
    return column(model, u, high ? -step : step, low || high ? &one_sided : &central, matrix, j,
                  width);
}

/* A matrix by the states, or by the inputs `refs`. */
static int32_t check_finite(struct wd_model *model, const double *matrix, const uint32_t *refs,
                            size_t width)
{
    const struct kind *kind = model->kind;
    for (size_t i = 0; matrix && i < kind->states * width; i++) {
        if (isfinite(matrix[i]))
            continue;
        const struct var *by =
            refs ? table_row(kind, refs[i % width]) : table_at(kind, WD_STATE, i % width);
        return model_fail(model, WD_ENOCONV, "the derivative of the rate of %s by %s is %g",
                          table_at(kind, WD_STATE, i / width)->name, by->name, matrix[i]);
    }
    return WD_OK;
}

int32_t linear_matrices(struct wd_model *model, double *A, const uint32_t *refs, size_t count,
                        double *B)
{
    size_t n = model->kind->states;
    flow_open(model);
    flow_seek(model);
    int32_t status = flow_view(model, model->now.t);
    memcpy(state_of(model), model->now.y, model_reals(model->kind) * sizeof *A);
    for (size_t j = 0; A && status == WD_OK && j < n; j++) {
        double *x = &state_of(model)[j];
        status = column(model, x, step_for(*x), &central, A, j, n);
    }
    for (size_t j = 0; B && status == WD_OK && j < count; j++)
        status = input_column(model, table_row(model->kind, refs[j]), B, j, count);
    if (status == WD_OK)
        status = check_finite(model, A, NULL, n);
    return status == WD_OK ? check_finite(model, B, refs, count) : status;
}

int32_t linear_eigenvalues(struct wd_model *model, double *re, double *im)
{
    double *A = model->linear;
    int32_t status = linear_matrices(model, A, NULL, 0, NULL);
    if (status != WD_OK)
        return status;
    status =
        eigen_values(model->kind->states, A, re, im, rate_of(model) + model_reals(model->kind));
    return status == WD_OK ? WD_OK : model_fail(model, status, "no eigenvalues found");
}

size_t linear_size(const struct kind *kind)
{
    return kind->flow ? kind->states : 0;
}

/* The linear model is that of all states: their names without "state.". */
const char *linear_name(const struct kind *kind, size_t i)
{
    const struct var *var = kind->flow ? table_at(kind, WD_STATE, i) : NULL;
    return var ? var->name + strlen("state.") : NULL;
}
