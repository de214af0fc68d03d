/* SPDX-License-Identifier: MIT */
/* Loading of presets. */
#include "core/part.h"
#include "core/setting.h"

#include <stdlib.h>
#include <string.h>

/* Set the values and signals of a preset. All memory is reserved before anything changes. */
static int32_t take_values(struct wd_model *model, const struct preset *preset)
{
    for (size_t i = 0; i < preset->count; i++) {
        const struct preset_value *value = &preset->values[i];
        size_t points = signal_points(value->form, value->n);
        if (points > 0 &&
            signal_reserve(&model->signals[setting_of(model, value)->slot], points) != WD_OK)
            return WD_ENOMEM;
    }
    setting_defaults(model);
    for (size_t i = 0; i < preset->count; i++)
        setting_apply(model, &preset->values[i]);
    return WD_OK;
}

static int32_t take_part(struct wd_model *model, const struct preset_part *part)
{
    const struct part *on[PART_PLACES];
    size_t n = 0;
    for (; part->on[n]; n++)
        on[n] = part_find(model->kind, part->on[n], strlen(part->on[n]));
    return model_add_part(model, part_type(model->kind, part->type), part->name, on, n);
}

/* Set the ground of a preset as a grid of heights. */
static int32_t take_grid(struct wd_model *model, const struct preset_ground *ground)
{
    size_t count = ground->nx * ground->ny;
    double *z = malloc(count * sizeof *z);
    for (size_t k = 0; z && k < count; k++)
        z[k] = ground->height(ground->frame[0] + (double)(k % ground->nx) * ground->frame[2],
                              ground->frame[1] + (double)(k / ground->nx) * ground->frame[3]);
    struct surface_report report;
    struct smooth *grid =
        z ? smooth_grid(z, ground->nx, ground->ny, ground->frame, NULL, &report) : NULL;
    free(z);
    if (!grid)
        return WD_ENOMEM;
    model_take_smooth(model, grid);
    return WD_OK;
}

static int32_t take_ground(struct wd_model *model, const struct preset_ground *ground)
{
    if (!ground->xy)
        return take_grid(model, ground);
    const struct polyline line = {.xy = ground->xy, .points = ground->points};
    return model_keep_course(model, &line);
}

/* Build the preset's model with its parts in a second model, then exchange the two. */
static int32_t take_parts(struct wd_model *model, const struct preset *preset)
{
    struct wd_model *other = model_new(model->shape->base);
    int32_t status = other ? WD_OK : WD_ENOMEM;
    for (size_t i = 0; status == WD_OK && i < preset->part_count; i++)
        status = take_part(other, &preset->parts[i]);
    if (status == WD_OK)
        status = take_values(other, preset);
    if (status == WD_OK && preset->ground)
        status = take_ground(other, preset->ground);
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
