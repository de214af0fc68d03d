/* SPDX-License-Identifier: MIT */
#include "core/gradient_shift.h"
#include "core/setting.h"

#include <math.h>
#include <wheeldyn/gradient.h>

size_t gradient_numbers(const struct signal *signal)
{
    if (signal_is_table(signal->form))
        return 2 * signal->points;
    return signal->form == WD_SIGNAL_TANH ? sizeof signal->tanh / sizeof *signal->tanh : 0;
}

static double *number_of(struct signal *signal, size_t i)
{
    return signal->form == WD_SIGNAL_TANH ? &signal->tanh[i] : &signal->table[i];
}

struct shift shift_of(const struct wd_model *model, uint32_t ref, size_t number)
{
    const struct var *var = table_row(model->kind, ref);
    struct shift shift = {.var = var, .ref = ref, .number = number};
    shift.value = number == WD_GRADIENT_VALUE ? *model_setting(model, var)
                                              : *number_of(&model->signals[var->slot], number);
    return shift;
}

int shift_accepts(const struct shift *shift, const struct wd_model *model, double value)
{
    const struct signal *signal = &model->signals[shift->var->slot];
    size_t i = shift->number;
    if (!isfinite(value))
        return 0;
    if (i == WD_GRADIENT_VALUE)
        return table_accepts(shift->var, value);
    if (signal->form == WD_SIGNAL_TANH)
        return 1;
    if (i % 2 == 1)
        return table_accepts(shift->var, value);
    return (i == 0 || value > signal->table[i - 2]) &&
           (i + 2 >= 2 * signal->points || value < signal->table[i + 2]);
}

void shift_write(const struct shift *shift, struct wd_model *copy, double value)
{
    const struct var *var = table_row(copy->kind, shift->ref); /* row of the copy's shape */
    if (shift->number == WD_GRADIENT_VALUE)
        setting_write(copy, var, value);
    else
        *number_of(&copy->signals[var->slot], shift->number) = value;
}
