/* SPDX-License-Identifier: MIT */
/* Creating, cloning and freeing models, their kinds and error texts, loading presets. */
#include "api/check.h"
#include "core/nearest.h"
#include "core/registry.h"

#include <string.h>

int32_t wd_model_new(const char *kind, wd_model **out)
{
    if (!out)
        return WD_EINVAL;
    *out = NULL;
    if (!kind)
        return WD_EINVAL;
    const struct kind *found = registry_find(kind);
    if (!found)
        return WD_EKIND;
    struct host host;
    host_suspend(&host);
    *out = model_new(found);
    host_resume(&host);
    return *out ? WD_OK : WD_ENOMEM;
}

int32_t wd_model_clone(const wd_model *model, wd_model **out)
{
    if (!out)
        return WD_EINVAL;
    *out = NULL;
    if (!model)
        return WD_EINVAL;
    if (model->busy)
        return WD_ESTATE;
    struct host host;
    host_suspend(&host);
    loop_resolve(model, DUE_ALL);
    *out = model_copy(model);
    host_resume(&host);
    return *out ? WD_OK : WD_ENOMEM;
}

/* Inside a user function the model is freed when the call under way ends, see check_leave(). */
void wd_model_free(wd_model *model)
{
    if (model && model->busy)
        model->freed = model->interrupt.stopped = 1;
    else
        model_free(model);
}

const char *wd_model_kind(const wd_model *model)
{
    return model ? model->kind->name : NULL;
}

const char *wd_model_error(const wd_model *model)
{
    return model ? model->error : "";
}

static int32_t load_preset(struct wd_model *model, const char *name)
{
    int32_t status = check_set_up(model, "a preset");
    if (status != WD_OK)
        return status;
    if (!name)
        return model_fail(model, WD_EINVAL, "the name of the preset is NULL");
    for (size_t i = 0; i < model->kind->preset_count; i++) {
        const struct preset *preset = &model->kind->presets[i];
        if (strcmp(preset->name, name) != 0)
            continue;
        int kept = errno;
        status = model_load_preset(model, preset);
        errno = kept;
        return status == WD_OK ? WD_OK : model_fail(model, status, "no memory for the preset");
    }
    const char *nearest = nearest_preset(model->kind, name);
    if (!nearest)
        return model_fail(model, WD_ENAME, "no preset is named '%s'; this kind has no presets",
                          name);
    return model_fail(model, WD_ENAME, "no preset is named '%s'; the nearest is '%s'", name,
                      nearest);
}

int32_t wd_model_load_preset(wd_model *model, const char *name)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, load_preset(model, name)) : status;
}
