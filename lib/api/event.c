/* SPDX-License-Identifier: MIT */
#include "api/check.h"

#include <string.h>

size_t wd_model_event_count(const wd_model *model)
{
    return check_moves(model) ? (size_t)model->log.count : 0;
}

size_t wd_model_event_width(const wd_model *model)
{
    return model ? model->kind->event_width : 0;
}

const char *wd_model_event_value_name(const wd_model *model, size_t i)
{
    return i < wd_model_event_width(model) ? model->kind->event_values[i] : NULL;
}

int32_t wd_model_event(const wd_model *model, size_t i, double *t, int32_t *type, double *values,
                       size_t n)
{
    if (!model || (n > 0 && !values) || n > model->kind->event_width)
        return WD_EINVAL;
    if (model->busy)
        return WD_ESTATE;
    const double *row = model->running ? log_row(&model->log, i) : NULL;
    if (!row)
        return WD_ERANGE;
    if (t)
        *t = row[0];
    if (type)
        *type = (int32_t)row[1];
    if (n > 0)
        memcpy(values, row + LOG_HEAD, n * sizeof *values);
    return WD_OK;
}
