/* SPDX-License-Identifier: MIT */
#include "core/furnish.h"

/* Allocate memory, spare and course: WD_OK, WD_ENOMEM, WD_EINTERRUPT, or WD_EINVAL; *fault then
 * says what is wrong at point *at of the course. */
static int32_t make_room(struct wd_model *model, const char **fault, size_t *at)
{
    *fault = NULL;
    int had_spare = model->spare != NULL;
    int32_t status = model_fit_spare(model, &model->interrupt);
    if (status != WD_OK)
        return status;
    if (model->furnished)
        return WD_OK;
    status = model_reserve(model, &model->interrupt);
    if (status != WD_OK && !had_spare)
        model_drop_spare(model);
    if (status != WD_OK)
        return status;
    *fault = model_build_course(model, at, &model->interrupt);
    if (model->interrupt.stopped)
        return WD_EINTERRUPT;
    model->furnished = !*fault;
    return *fault ? WD_EINVAL : WD_OK;
}

int32_t furnish_model(struct wd_model *model)
{
    const struct kind *kind = model->kind;
    const char *fault;
    size_t at = SIZE_MAX; /* no point is at fault */
    int32_t status = make_room(model, &fault, &at);
    if (status == WD_ENOMEM)
        return model_fail(model, status, "no memory to run");
    if (status == WD_EINTERRUPT)
        return model_stopped(model);
    if (fault)
        return model_fail_course(model, fault, at < model->course.points ? at : SIZE_MAX);
    if (kind->user_equations && !model->user.equations)
        fault = "the model has no equations; they are code, set by wd_model_set_equations()";
    if (!fault && kind->check)
        fault = kind->check(&model->view);
    return fault ? model_fail(model, WD_EINVAL, "%s", fault) : WD_OK;
}
