/* SPDX-License-Identifier: MIT */
/* The values that a kind begins with, and those of its presets. */
#include "core/model.h"

static const struct var *row_of(const struct wd_model *model, const struct preset_value *value)
{
    return table_row(model->kind, table_find(model->kind, value->variable));
}

/* Needs no memory: that of tables is there, see model_load_preset(). */
static void apply(struct wd_model *model, const struct preset_value *value)
{
    const struct var *var = row_of(model, value);
    if (value->form == WD_SIGNAL_HOLD)
        *model_setting(model, var) = value->data[0];
    else
        signal_set(&model->signals[var->slot], value->form, value->data, value->n);
    if (value->form == WD_SIGNAL_STEP)
        *model_setting(model, var) = value->data[1]; /* for who asks before init */
}

void model_defaults(struct wd_model *model)
{
    size_t count = table_count(model->kind);
    for (size_t ref = 0; ref < count; ref++) {
        const struct var *var = table_row(model->kind, ref);
        if (model_is_setting(model, var))
            *model_setting(model, var) = var->initial;
    }
    for (size_t i = 0; i < model->kind->inputs; i++) {
        model->signals[i].form = WD_SIGNAL_HOLD;
        model->signals[i].fn = NULL;
        model->signals[i].user = NULL;
    }
    model->course = (struct polyline){0};
    model->furnished = 0;
    for (size_t i = 0; i < model->kind->default_count; i++)
        apply(model, &model->kind->defaults[i]);
}

static int32_t take_values(struct wd_model *model, const struct preset *preset)
{
    for (size_t i = 0; i < preset->count; i++) {
        const struct preset_value *value = &preset->values[i];
        if (value->form == WD_SIGNAL_STEP &&
            signal_reserve(&model->signals[row_of(model, value)->slot], value->n / 2) != WD_OK)
            return WD_ENOMEM;
    }
    model_defaults(model);
    for (size_t i = 0; i < preset->count; i++)
        apply(model, &preset->values[i]);
    return WD_OK;
}

static int32_t take_part(struct wd_model *model, const struct preset_part *part)
{
    const struct part *on[PART_PLACES];
    size_t n = 0;
    for (; part->on[n]; n++)
        on[n] = shape_find(model->kind, part->on[n], strlen(part->on[n]));
    return model_add_part(model, shape_type(model->kind, part->type), part->name, on, n);
}

/* In another model, which takes the place of this one. */
static int32_t take_parts(struct wd_model *model, const struct preset *preset)
{
    struct wd_model *other = model_new(model->shape->base);
    int32_t status = other ? WD_OK : WD_ENOMEM;
    for (size_t i = 0; status == WD_OK && i < preset->part_count; i++)
        status = take_part(other, &preset->parts[i]);
    if (status == WD_OK)
        status = take_values(other, preset);
    if (status == WD_OK) {
        model_drop_spare(model);
        model_swap(model, other);
    }
    model_free(other);
    return status;
}

int32_t model_load_preset(struct wd_model *model, const struct preset *preset)
{
    return (model->kind->part_types ? take_parts : take_values)(model, preset);
}
