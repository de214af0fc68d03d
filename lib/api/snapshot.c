/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/check.h"
#include "core/snapshot.h"

#include <errno.h>

size_t wd_model_save_size(const wd_model *model)
{
    return model && model->running ? snapshot_size(model) : 0;
}

int32_t wd_model_save(const wd_model *model, void *buffer, size_t size)
{
    if (!model || !buffer)
        return WD_EINVAL;
    if (!model->running)
        return WD_ESTATE;
    if (size < snapshot_size(model))
        return WD_EINVAL;
    snapshot_write(model, buffer);
    return WD_OK;
}

int32_t wd_model_load(wd_model *model, const void *buffer, size_t size)
{
    int32_t status = check_free(model);
    if (status != WD_OK)
        return status;
    if (!buffer)
        return model_fail(model, WD_EINVAL, "the buffer of the snapshot is NULL");
    int kept = errno; /* not by check_leave(): a loaded model is another struct */
    status = snapshot_read(model, buffer, size);
    errno = kept;
    return status;
}
