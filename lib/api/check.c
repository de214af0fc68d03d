/* SPDX-License-Identifier: MIT */
#include "api/check.h"

int32_t check_refuse(struct wd_model *model)
{
    if (!model)
        return WD_EINVAL;
    struct host host;
    host_suspend(&host);
    model_fail(model, WD_ESTATE, "called inside a function that the model itself calls");
    host_resume(&host);
    return WD_ESTATE;
}

int32_t check_bury(struct wd_model *model)
{
    struct host host = model->host;
    model_free(model);
    host_resume(&host);
    return WD_ESTATE;
}

int32_t check_why_not_running(struct wd_model *model)
{
    return model_fail(model, WD_ESTATE, "the model is set up; wd_model_init() starts it");
}

int32_t check_set_up(struct wd_model *model, const char *what)
{
    if (model->running)
        return model_fail(
            model, WD_ESTATE,
            "%s is for a model that is set up; this one is running: call wd_model_reset() first",
            what);
    return WD_OK;
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
