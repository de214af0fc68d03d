/* SPDX-License-Identifier: MIT */
/* Error texts of a model. */
#include "core/model.h"
#include "core/text.h"

static void put(char *text, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_format(text, size, format, args);
    va_end(args);
}

const char *model_when(const struct wd_model *model, double t, char when[MODEL_WHEN_SIZE])
{
    int is_current = model->running && t == model->now.t;
    put(when, MODEL_WHEN_SIZE, is_current ? "" : " at %g s", t);
    return when;
}

int32_t model_fail(struct wd_model *model, int32_t status, const char *format, ...)
{
    char fact[MODEL_ERROR_SIZE];
    va_list args;
    if (model->mute)
        return status;
    va_start(args, format);
    text_format(fact, sizeof fact, format, args);
    va_end(args);
    put(model->error, sizeof model->error, model->running ? "%s: %s (t = %g)" : "%s: %s",
        model->kind->name, fact, model->now.t);
    return status;
}

int32_t model_fail_course(struct wd_model *model, const char *fault, size_t at)
{
    if (at == SIZE_MAX)
        return model_fail(model, WD_EINVAL, "%s", fault);
    return model_fail(model, WD_EINVAL, "%s at point %z of the %s", fault, at,
                      model->kind->course == COURSE_PATH ? "path" : "terrain");
}

const char *model_say(void *core, const char *format, ...)
{
    struct wd_model *model = core;
    va_list args;
    va_start(args, format);
    text_format(model->said, sizeof model->said, format, args);
    va_end(args);
    return model->said;
}

int32_t model_stopped(struct wd_model *model)
{
    return model_fail(model, WD_EINTERRUPT, "stopped by the interrupt function");
}
