/* SPDX-License-Identifier: MIT */
#include "api/check.h"

int32_t wd_model_set_interrupt_fn(wd_model *model, wd_interrupt_fn fn, void *user)
{
    int32_t status = check_enter(model);
    if (status != WD_OK)
        return status;
    model->interrupt.fn = fn;
    model->interrupt.user = user;
    return check_leave(model, WD_OK);
}
