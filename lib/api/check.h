/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that open the public functions. */
#ifndef API_CHECK_H
#define API_CHECK_H

#include "core/model.h"

#include <errno.h>

/* The model can be changed now: WD_OK, WD_EINVAL for NULL, WD_ESTATE inside an input function. */
int32_t check_free(struct wd_model *);
/* The same, and it is running: most often it is. */
int32_t check_why_not_running(struct wd_model *);
static inline int32_t check_running(struct wd_model *model)
{
    return model && !model->busy && model->running ? WD_OK : check_why_not_running(model);
}

/* The same, and it is set up; `what` is refused otherwise. */
int32_t check_set_up(struct wd_model *, const char *what);
/* `refs` are n refs of the model: WD_OK, WD_EINVAL, WD_ERANGE. */
int32_t check_refs(struct wd_model *, const uint32_t *refs, size_t n);

/* Around all that computes: input functions find the model busy, and the host finds errno as it
 * was, which the mathematics may have set. check_leave() returns `status`. */
static inline void check_enter(struct wd_model *model)
{
    model->busy = 1;
    model->host_errno = errno;
}

static inline int32_t check_leave(struct wd_model *model, int32_t status)
{
    model->busy = 0;
    errno = model->host_errno;
    return status;
}

#endif
