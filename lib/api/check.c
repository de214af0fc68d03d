/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/check.h"

int32_t check_free(struct wd_model *model)
{
    if (!model)
        return WD_EINVAL;
    if (model->busy)
        return model_fail(model, WD_ESTATE, "an input function called back into its own model");
    return WD_OK;
}

int32_t check_why_not_running(struct wd_model *model)
{
    int32_t status = check_free(model);
    return status == WD_OK
               ? model_fail(model, WD_ESTATE, "the model is set up; wd_model_init() starts it")
               : status;
}

int32_t check_set_up(struct wd_model *model, const char *what)
{
    int32_t status = check_free(model);
    if (status == WD_OK && model->running)
        return model_fail(model, WD_ESTATE, "%s is for a model that is set up; this one is running",
                          what);
    return status;
}

int32_t check_refs(struct wd_model *model, const uint32_t *refs, size_t n)
{
    if (!refs && n > 0)
        return model_fail(model, WD_EINVAL, "refs is NULL with n = %z", n);
    size_t count = table_count(model->kind);
    for (size_t i = 0; i < n; i++)
        if (refs[i] >= count)
            return model_fail(model, WD_ERANGE, "ref %z must be below %z", (size_t)refs[i], count);
    return WD_OK;
}
