/* SPDX-License-Identifier: MIT */
#include "scenario/set_value.h"
#include "scenario/number.h"

int32_t set_value(wd_model *model, const char *name, const char *value, const char **why)
{
    uint32_t ref;
    double number = 0;
    int32_t status;
    int known = wd_model_find(model, name, &ref) == WD_OK;
    if (known && wd_model_choice_count(model, ref) > 0)
        status = wd_model_set_choice(model, name, value);
    else if (!known || number_read(value, &number))
        status = wd_model_set_value(model, name, number);
    else {
        *why = "this is not a decimal number within the range of doubles";
        return WD_EFORMAT;
    }
    *why = wd_model_error(model);
    return status;
}
