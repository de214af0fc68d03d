/* SPDX-License-Identifier: MIT */
#include "api/check.h"
#include "core/snapshot.h"

size_t wd_model_save_size(const wd_model *model)
{
    return check_moves(model) ? snapshot_size(model) : 0;
}

int32_t wd_model_save(const wd_model *model, void *buffer, size_t size)
{
    if (!model || !buffer)
        return WD_EINVAL;
    if (!check_moves(model))
        return WD_ESTATE;
    if (size < snapshot_size(model))
        return WD_EINVAL;
    loop_resolve(model, DUE_ALL);
    snapshot_write(model, buffer);
    return WD_OK;
}

int32_t wd_model_load(wd_model *model, const void *buffer, size_t size)
{
    int32_t status = check_enter(model);
    if (status != WD_OK)
        return status;
    status = buffer ? snapshot_read(model, buffer, size)
                    : model_fail(model, WD_EINVAL, "the buffer of the snapshot is NULL");
    return check_leave(model, status);
}
