/* SPDX-License-Identifier: MIT */
#include "api/variable.h"
#include "api/check.h"
#include "core/nearest.h"
#include "core/setting.h"

#include <string.h>

static const struct var *row(const wd_model *model, uint32_t ref)
{
    return model ? table_row(model->kind, ref) : NULL;
}

int32_t wd_model_find(const wd_model *model, const char *name, uint32_t *ref)
{
    if (ref)
        *ref = WD_NO_REF;
    if (!model || !name || !ref)
        return WD_EINVAL;
    *ref = table_find(model->kind, name);
    return *ref == WD_NO_REF ? WD_ENAME : WD_OK;
}

const char *wd_model_nearest_name(const wd_model *model, const char *name)
{
    return model && name ? nearest_variable(model->kind, name) : NULL;
}

size_t wd_model_var_count(const wd_model *model)
{
    return model ? table_count(model->kind) : 0;
}

const char *wd_model_var_name(const wd_model *model, uint32_t ref)
{
    const struct var *var = row(model, ref);
    return var ? var->name : NULL;
}

const char *wd_model_var_unit(const wd_model *model, uint32_t ref)
{
    const struct var *var = row(model, ref);
    return var ? var->unit : NULL;
}

const char *wd_model_var_text(const wd_model *model, uint32_t ref)
{
    const struct var *var = row(model, ref);
    return var ? var->text : NULL;
}

int32_t wd_model_var_role(const wd_model *model, uint32_t ref)
{
    const struct var *var = row(model, ref);
    return !model ? WD_EINVAL : var ? var->role : WD_ERANGE;
}

int32_t wd_model_var_bounds(const wd_model *model, uint32_t ref, double *lo, double *hi)
{
    const struct var *var = row(model, ref);
    if (!var)
        return model ? WD_ERANGE : WD_EINVAL;
    if (lo)
        *lo = var->lo;
    if (hi)
        *hi = var->hi;
    return WD_OK;
}

size_t wd_model_choice_count(const wd_model *model, uint32_t ref)
{
    const struct var *var = row(model, ref);
    return var ? table_choices(var) : 0;
}

const char *wd_model_choice_name(const wd_model *model, uint32_t ref, size_t i)
{
    const struct var *var = row(model, ref);
    return var && i < table_choices(var) ? var->choices[i] : NULL;
}

/* ---- reading ---- */

int variable_results(const struct wd_model *model, const struct var *var)
{
    int is_output = var->role == WD_OUTPUT || (var->role == WD_INPUT && model->driven);
    return is_output ? DUE_ALL : var->role == WD_STATE ? DUE_STATES : 0;
}

int32_t wd_model_get(const wd_model *model, const uint32_t *refs, size_t n, double *out)
{
    if (!model || (n > 0 && (!refs || !out)))
        return WD_EINVAL;
    if (model->busy)
        return WD_ESTATE;
    int needed = 0, reads_outputs = 0;
    for (size_t i = 0; i < n; i++) {
        const struct var *var = row(model, refs[i]);
        if (!var)
            return WD_ERANGE;
        reads_outputs |= var->role == WD_OUTPUT;
        int computed = var->role != WD_STAT && !model_is_setting(model, var);
        if (computed && !model->running)
            return WD_ESTATE;
        needed |= variable_results(model, var);
    }
    loop_resolve(model, needed);
    if (reads_outputs && model->output_status < 0)
        return model->output_status;
    for (size_t i = 0; i < n; i++)
        out[i] = *model_value(model, row(model, refs[i]));
    return WD_OK;
}

int32_t wd_model_value(const wd_model *model, const char *name, double *out)
{
    uint32_t ref;
    if (!model || !name || !out)
        return WD_EINVAL;
    int32_t status = wd_model_find(model, name, &ref);
    return status == WD_OK ? wd_model_get(model, &ref, 1, out) : status;
}

/* ---- writing ---- */

/* Find the start value with the last word of a state's name, "roll" of "state.rear_frame.roll";
 * NULL: there is none. */
static const struct var *start_value(const struct kind *kind, const struct var *state)
{
    const char *word = strrchr(state->name, '.');
    for (size_t slot = 0; slot < kind->inits; slot++) {
        const struct var *start = table_at(kind, WD_INIT, slot);
        if (strcmp(strrchr(start->name, '.'), word) == 0)
            return start;
    }
    return NULL;
}

static int32_t fail_state(struct wd_model *model, const struct var *state)
{
    const struct kind *kind = model->kind;
    const struct var *start = start_value(kind, state);
    if (start)
        return model_fail(model, WD_EROLE, "%s follows from the start values: set %s", state->name,
                          start->name);
    return model_fail(model, WD_EROLE, "%s follows from the start values: set those, %s to %s",
                      state->name, table_at(kind, WD_INIT, 0)->name,
                      table_at(kind, WD_INIT, kind->inits - 1)->name);
}

static int32_t check_role(struct wd_model *model, const struct var *var)
{
    if (!model_is_setting(model, var) && var->role == WD_STATE)
        return fail_state(model, var);
    if (!model_is_setting(model, var))
        return model_fail(model, WD_EROLE, "%s cannot be set", var->name);
    int live = var->role == WD_TUNABLE || var->role == WD_INPUT || (var->flags & VAR_LIVE);
    if (model->running && !live)
        return model_fail(model, WD_EROLE, "%s cannot be set while the model is running",
                          var->name);
    return WD_OK;
}

static int32_t check_value(struct wd_model *model, const struct var *var, double in)
{
    if (table_accepts(var, in))
        return WD_OK;
    char range[TABLE_RANGE];
    return model_fail(model, WD_ERANGE, "%s must be %s, got %g", var->name, table_range(var, range),
                      in);
}

int32_t variable_check_roles(struct wd_model *model, const uint32_t *refs, size_t n)
{
    int32_t status = check_refs(model, refs, n);
    for (size_t i = 0; status == WD_OK && i < n; i++)
        status = check_role(model, row(model, refs[i]));
    return status;
}

int32_t variable_check_values(struct wd_model *model, const uint32_t *refs, size_t n,
                              const double *in)
{
    int32_t status = WD_OK;
    for (size_t i = 0; status == WD_OK && i < n; i++)
        status = check_value(model, row(model, refs[i]), in[i]);
    return status;
}

void variable_write(struct wd_model *model, const uint32_t *refs, size_t n, const double *in)
{
    for (size_t i = 0; i < n; i++)
        setting_write(model, row(model, refs[i]), in[i]);
}

static int32_t set(struct wd_model *model, const uint32_t *refs, size_t n, const double *in)
{
    int32_t status = check_refs(model, refs, n);
    if (status == WD_OK && !in && n > 0)
        status = model_fail(model, WD_EINVAL, "the array of values is NULL");
    for (size_t i = 0; status == WD_OK && i < n; i++) {
        status = check_role(model, row(model, refs[i]));
        if (status == WD_OK)
            status = check_value(model, row(model, refs[i]), in[i]);
    }
    if (status == WD_OK)
        variable_write(model, refs, n, in);
    return status;
}

int32_t wd_model_set(wd_model *model, const uint32_t *refs, size_t n, const double *in)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set(model, refs, n, in)) : status;
}

/* Find the ref of a name; writes the error text. */
static int32_t find(struct wd_model *model, const char *name, uint32_t *ref)
{
    if (!name)
        return model_fail(model, WD_EINVAL, "the name of the variable is NULL");
    *ref = table_find(model->kind, name);
    if (*ref == WD_NO_REF)
        return model_fail(model, WD_ENAME, "no variable is named '%s'; the nearest is '%s'", name,
                          nearest_variable(model->kind, name));
    return WD_OK;
}

static int32_t set_value(struct wd_model *model, const char *name, double in)
{
    uint32_t ref;
    int32_t status = find(model, name, &ref);
    return status == WD_OK ? set(model, &ref, 1, &in) : status;
}

int32_t wd_model_set_value(wd_model *model, const char *name, double in)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_value(model, name, in)) : status;
}

static int32_t set_choice(struct wd_model *model, const char *name, const char *choice)
{
    uint32_t ref;
    int32_t status = find(model, name, &ref);
    if (status != WD_OK)
        return status;
    const struct var *var = row(model, ref);
    if (!choice)
        return model_fail(model, WD_EINVAL, "the choice for %s is NULL", name);
    if (!var->choices)
        return model_fail(model, WD_EINVAL, "%s is a number, not a choice", name);
    for (size_t i = 0; var->choices[i]; i++) {
        double in = (double)i;
        if (strcmp(var->choices[i], choice) == 0)
            return set(model, &ref, 1, &in);
    }
    return model_fail(model, WD_ENAME, "%s has no choice named '%s'; the nearest is '%s'", name,
                      choice, nearest_choice(var, choice));
}

int32_t wd_model_set_choice(wd_model *model, const char *name, const char *choice)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_choice(model, name, choice)) : status;
}
