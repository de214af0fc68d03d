/* SPDX-License-Identifier: MIT */
/* Derivatives at the present time: of states by time, and of outputs and derivatives by inputs,
 * tunables and states. Derivatives of derivatives come from the matrices of the linear model, if
 * there is one. Derivatives of outputs are the gradient over a motion that takes no time, and
 * derivatives by time are differences of fourth order, both on a copy of the model. In model
 * exchange the library gives the derivatives by time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wheeldyn/gradient.h>

#include "linear_variable.h"
#include "unit_inside.h"

/* Step of the derivatives of states by time, in s: short compared with the fastest motion that
 * fixed steps of 1 ms can follow. A power of two, so that adding it to a time rarely rounds. */
#define TIME_STEP 0x1p-17

/* Copy the present model, to vary it; NULL, with a message, on failure. */
static wd_model *present(struct unit *unit)
{
    size_t size = wd_model_save_size(unit->model);
    if (!unit->copy || wd_model_save_size(unit->copy) != size) {
        wd_model_free(unit->copy);
        free(unit->copied);
        unit->copied = malloc(size);
        unit->copy = NULL;
        if (!unit->copied || wd_model_clone(unit->model, &unit->copy) != WD_OK) {
            unit_refuse(unit, "no memory for the copy on which derivatives are computed");
            return NULL;
        }
    }
    wd_model_save(unit->model, unit->copied, size);
    if (wd_model_load(unit->copy, unit->copied, size) == WD_OK &&
        wd_model_set(unit->copy, &unit->stop_at_events, 1, &(double){0}) == WD_OK)
        return unit->copy;
    unit_report(unit, UNIT_ERROR, "%s", wd_model_error(unit->copy));
    return NULL;
}

/* Index of a variable among the states of the present linear model; SIZE_MAX if it is not one. */
static size_t state_of(const struct unit *unit, uint32_t ref)
{
    size_t count = wd_model_linear_size(unit->model);
    for (size_t i = 0; i < count; i++)
        if (linear_variable(unit->model, i) == ref)
            return i;
    return SIZE_MAX;
}

static int no_derivative(struct unit *unit, uint32_t ref)
{
    return unit_report(unit, UNIT_ERROR, "%s is no state of the linear model now",
                       wd_model_var_name(unit->model, ref));
}

/* Derivative of a variable that is a state, in model exchange. */
static int derivative_of_state(struct unit *unit, uint32_t ref, double *out)
{
    if (unit->state_at[ref] == 0)
        return unit_report(unit, UNIT_ERROR, "%s is no state", wd_model_var_name(unit->model, ref));
    int status = unit_get_rates(unit, unit->rates, unit->states);
    if (status == UNIT_OK)
        *out = unit->rates[unit->state_at[ref] - 1];
    return status;
}

/* Time derivative by forward steps; fails if the motion ends within them. */
static int derivative_by_steps(struct unit *unit, uint32_t ref, double *out)
{
    static const double weight[] = {-25, 48, -36, 16, -3};
    double sum = 0, first = 0, value, t = unit->time;
    int status = unit_run(unit);
    if (status != UNIT_OK)
        return status;
    if (state_of(unit, ref) == SIZE_MAX)
        return no_derivative(unit, ref);
    wd_model *model = present(unit);
    if (!model)
        return UNIT_ERROR;
    for (int k = 0; k < 5; k++) {
        int32_t gone = wd_model_step_to(model, t + k * TIME_STEP);
        if (gone != WD_OK)
            return unit_report(unit, UNIT_ERROR, "no derivative: %s",
                               gone < 0 ? wd_model_error(model) : wd_status_text(gone));
        wd_model_get(model, &ref, 1, &value);
        if (k == 0)
            first = value;
        sum += weight[k] * (value - first);
    }
    *out = sum / (12 * TIME_STEP);
    return UNIT_OK;
}

int unit_derivative(struct unit *unit, uint32_t ref, double *out)
{
    return unit->host.exchange ? derivative_of_state(unit, ref, out)
                               : derivative_by_steps(unit, ref, out);
}

/* ---- directions ---- */

/* Data of one call: the requested variables, and the matrices of the linear model if derivatives
 * are requested. */
struct direction {
    struct unit *unit;
    const uint32_t *unknowns;
    size_t count;
    uint32_t *outputs; /* the unknowns whose derivatives are elements of the gradient */
    double *column;    /* `count` derivatives by one known */
    double *rows;      /* derivatives of these outputs; the `count` sums follow */
    double *A, *B;     /* matrices of the linear model; B has the column of one input */
    size_t states;
};

static int is_derivative(uint32_t ref)
{
    return ref >= SLOT_REF_DERIVATIVE;
}

/* True if the derivative of an unknown is an element of the gradient. The derivative of a state
 * with respect to itself is 1, and with respect to any other known 0. Derivatives of derivatives
 * come from the matrices. */
static int is_of_gradient(const struct direction *direction, size_t i)
{
    uint32_t ref = direction->unknowns[i];
    return !is_derivative(ref) && state_of(direction->unit, ref) == SIZE_MAX;
}

/* Set the start values of the copy to the present states, so that it can be started from them. */
static int32_t start_from_states(wd_model *model)
{
    size_t count = wd_model_var_count(model);
    double *values = malloc(count * sizeof *values);
    int32_t status = values ? WD_OK : WD_ENOMEM;
    for (uint32_t ref = 0; status == WD_OK && ref < count; ref++)
        if (wd_model_var_role(model, ref) == WD_STATE)
            status = wd_model_get(model, &ref, 1, &values[ref]);
    if (status == WD_OK)
        status = wd_model_reset(model);
    for (uint32_t ref = 0; status == WD_OK && ref < count; ref++)
        if (wd_model_var_role(model, ref) == WD_STATE)
            status = wd_model_set(model, &ref, 1, &values[ref]);
    free(values);
    return status;
}

/* Compute the derivatives of outputs by a known. A state is a start value of the copy, which then
 * starts at the present time. */
static int by_gradient(struct direction *direction, uint32_t known)
{
    struct unit *unit = direction->unit;
    size_t count = 0;
    int32_t status = WD_OK, side = WD_GRADIENT_NONE;
    wd_model *model = present(unit);
    if (!model)
        return UNIT_ERROR;
    for (size_t i = 0; i < direction->count; i++)
        if (is_of_gradient(direction, i))
            direction->outputs[count++] = direction->unknowns[i];
    double t = wd_model_time(model);
    if (wd_model_var_role(model, known) == WD_STATE)
        status = start_from_states(model);
    if (status == WD_OK)
        status = wd_model_gradient(model, t, t, direction->outputs, count, &known, NULL, 1, 1,
                                   direction->rows, NULL, &side);
    if (status != WD_OK || side == WD_GRADIENT_NONE)
        return unit_report(unit, UNIT_ERROR, "no derivative by %s: %s",
                           wd_model_var_name(model, known),
                           status != WD_OK ? wd_model_error(model)
                                           : "any change of it changes the modes of contacts");
    for (size_t i = 0, k = 0; i < direction->count; i++) {
        if (!is_of_gradient(direction, i))
            continue;
        direction->column[i] = direction->rows[k++];
        if (!isfinite(direction->column[i]))
            return unit_report(unit, UNIT_ERROR, "%s has no derivative by %s",
                               wd_model_var_name(model, direction->unknowns[i]),
                               wd_model_var_name(model, known));
    }
    return UNIT_OK;
}

/* Compute the derivatives by a known from the matrices of the linear model. */
static int matrix_column(struct direction *direction, uint32_t known)
{
    struct unit *unit = direction->unit;
    int is_input = wd_model_var_role(unit->model, known) == WD_INPUT;
    if (wd_model_var_role(unit->model, known) == WD_TUNABLE)
        return unit_report(unit, UNIT_ERROR, "the linear model has no derivatives by %s",
                           wd_model_var_name(unit->model, known));
    size_t j = is_input ? 0 : state_of(unit, known), width = is_input ? 1 : direction->states;
    const double *matrix = is_input ? direction->B : direction->A;
    int32_t status = is_input ? wd_model_linearize(unit->model, NULL, &known, 1, direction->B)
                              : wd_model_linearize(unit->model, direction->A, NULL, 0, NULL);
    if (status < 0)
        return unit_report(unit, UNIT_ERROR, "%s", wd_model_error(unit->model));
    for (size_t i = 0; i < direction->count; i++) {
        uint32_t ref = direction->unknowns[i];
        if (!is_derivative(ref))
            continue;
        size_t row = state_of(unit, ref - SLOT_REF_DERIVATIVE);
        if (row == SIZE_MAX)
            return no_derivative(unit, ref - SLOT_REF_DERIVATIVE);
        direction->column[i] = matrix[row * width + j];
    }
    return UNIT_OK;
}

/* Check a known, which must be an input or tunable that the importer may set, or a state of the
 * linear model. */
static int check_known(struct unit *unit, uint32_t known)
{
    int free = known < unit->count && unit->use[known] == UNIT_REAL;
    int32_t role = free ? wd_model_var_role(unit->model, known) : WD_PARAM;
    if (role == WD_INPUT || role == WD_TUNABLE)
        return UNIT_OK;
    if (known < unit->count && state_of(unit, known) != SIZE_MAX)
        return UNIT_OK;
    return unit_report(unit, UNIT_ERROR, "there is no derivative by the variable with reference %u",
                       (unsigned)known);
}

static int check_unknown(struct unit *unit, uint32_t unknown)
{
    int real = unknown < unit->count && unit->use[unknown] & UNIT_REAL;
    if (real || (is_derivative(unknown) && unknown - SLOT_REF_DERIVATIVE < unit->count))
        return UNIT_OK;
    return unit_report(unit, UNIT_ERROR, "there is no derivative of the variable with reference %u",
                       (unsigned)unknown);
}

static int by_known(struct direction *direction, uint32_t known)
{
    size_t derivatives = 0, others = 0;
    for (size_t i = 0; i < direction->count; i++) {
        direction->column[i] = 0;
        derivatives += (size_t)is_derivative(direction->unknowns[i]);
        others += (size_t)is_of_gradient(direction, i);
    }
    int status = check_known(direction->unit, known);
    if (status == UNIT_OK && others > 0)
        status = by_gradient(direction, known);
    for (size_t i = 0; i < direction->count; i++)
        if (direction->unknowns[i] == known && !is_of_gradient(direction, i))
            direction->column[i] = 1;
    if (status == UNIT_OK && derivatives > 0)
        status = matrix_column(direction, known);
    return status;
}

static int sum_up(struct direction *direction, const uint32_t *knowns, size_t known_count,
                  const double *seed, double *out)
{
    int status = UNIT_OK;
    for (size_t i = 0; status == UNIT_OK && i < direction->count; i++)
        status = check_unknown(direction->unit, direction->unknowns[i]);
    double *sum = direction->rows + direction->count;
    for (size_t j = 0; status == UNIT_OK && j < known_count; j++) {
        status = by_known(direction, knowns[j]);
        for (size_t i = 0; status == UNIT_OK && i < direction->count; i++)
            sum[i] += direction->column[i] * seed[j];
    }
    if (status == UNIT_OK)
        memcpy(out, sum, direction->count * sizeof *out);
    return status;
}

int unit_direction(struct unit *unit, const uint32_t *unknowns, size_t unknown_count,
                   const uint32_t *knowns, size_t known_count, const double *seed, double *out)
{
    if (unknown_count == 0)
        return UNIT_OK;
    if (unit->host.exchange)
        return unit_refuse(unit, "there are no directional derivatives in model exchange");
    if (!unknowns || !out || (known_count > 0 && (!knowns || !seed)))
        return unit_refuse(unit, "an array of references, seeds or sensitivities is NULL");
    int status = unit_run(unit);
    if (status != UNIT_OK)
        return status;
    size_t states = wd_model_linear_size(unit->model), n = unknown_count;
    double *memory = calloc(3 * n + states * states + states, sizeof *memory);
    uint32_t *outputs = calloc(n, sizeof *outputs);
    struct direction direction = {
        .unit = unit, .unknowns = unknowns, .count = n, .outputs = outputs, .states = states};
    if (memory && outputs) {
        direction.column = memory;
        direction.rows = memory + n;
        direction.A = memory + 3 * n;
        direction.B = direction.A + states * states;
        status = sum_up(&direction, knowns, known_count, seed, out);
    } else {
        status = unit_refuse(unit, "no memory for derivatives");
    }
    free(outputs);
    free(memory);
    return status;
}
