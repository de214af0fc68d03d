/* SPDX-License-Identifier: MIT */
/* Begin and end of public functions, and checks of their arguments. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include "core/loop.h"

/* Every call that may change a model runs between check_enter() and check_leave(). Meanwhile
 * model->busy is set, so that the library refuses calls by user functions that would read or change
 * the motion of this model. Both functions also save and restore the state shared with the host,
 * see num/host.h.
 *
 * check_enter(): WD_OK; or WD_EINVAL for NULL, WD_ESTATE inside a user function, and then
 * check_leave() must not be called. It computes the results that an earlier call has left due
 * (core/loop.h), because the call under way may change what they depend on. check_begin() does the
 * same without computing due results. check_leave(): `status`; or WD_ESTATE if a user function has
 * freed the model, which no longer exists then. */
int32_t check_refuse(struct wd_model *);
int32_t check_bury(struct wd_model *);

static inline int32_t check_begin(struct wd_model *model)
{
    if (!model || model->busy)
        return check_refuse(model);
    model->busy = 1;
    model->interrupt.stopped = 0;
    host_suspend(&model->host);
    return WD_OK;
}

static inline int32_t check_enter(struct wd_model *model)
{
    int32_t status = check_begin(model);
    if (status == WD_OK)
        loop_resolve(model, DUE_ALL);
    return status;
}

static inline int32_t check_leave(struct wd_model *model, int32_t status)
{
    if (model->freed)
        return check_bury(model);
    model->busy = 0;
    host_resume(&model->host);
    return status;
}

/* True if calls on a const model may read its motion now. */
static inline int check_moves(const struct wd_model *model)
{
    return model && model->running && !model->busy;
}

/* Check that the model is running; inline, because it usually is. */
int32_t check_why_not_running(struct wd_model *);
static inline int32_t check_running(struct wd_model *model)
{
    return model->running ? WD_OK : check_why_not_running(model);
}

/* Check that the model is set up; the error text says that `what` is only for such a model. */
int32_t check_set_up(struct wd_model *, const char *what);
/* Check that `refs` are n refs of the model: WD_OK, WD_EINVAL, WD_ERANGE. */
int32_t check_refs(struct wd_model *, const uint32_t *refs, size_t n);

#endif
