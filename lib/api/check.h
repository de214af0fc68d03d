/* SPDX-License-Identifier: MIT */
/* What opens and closes the public functions, and checks of their arguments. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include "core/model.h"

/* Every call that may change a model is between these two. The model is busy meanwhile, which is
 * all that tells the functions of the host which are called on the way, of whatever sort, from
 * others: inside them its motion is neither to be read nor to be changed. And what the mathematics
 * shares with the host is put aside, see num/host.h.
 *
 * check_enter: WD_OK, or WD_EINVAL for NULL, WD_ESTATE inside such a function; then nothing is to
 * be left. check_leave: `status`; or WD_ESTATE, if such a function has freed the model, which is
 * gone from now on. */
int32_t check_refuse(struct wd_model *);
int32_t check_bury(struct wd_model *);

static inline int32_t check_enter(struct wd_model *model)
{
    if (!model || model->busy)
        return check_refuse(model);
    model->busy = 1;
    model->interrupt.stopped = 0;
    host_suspend(&model->host);
    return WD_OK;
}

static inline int32_t check_leave(struct wd_model *model, int32_t status)
{
    if (model->freed)
        return check_bury(model);
    model->busy = 0;
    host_resume(&model->host);
    return status;
}

/* Is there a motion that calls on a const model may read now? */
static inline int check_moves(const struct wd_model *model)
{
    return model && model->running && !model->busy;
}

/* It is running: most often it is. */
int32_t check_why_not_running(struct wd_model *);
static inline int32_t check_running(struct wd_model *model)
{
    return model->running ? WD_OK : check_why_not_running(model);
}

/* It is set up; `what` is refused otherwise. */
int32_t check_set_up(struct wd_model *, const char *what);
/* `refs` are n refs of the model: WD_OK, WD_EINVAL, WD_ERANGE. */
int32_t check_refs(struct wd_model *, const uint32_t *refs, size_t n);

#endif
