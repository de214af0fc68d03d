/* SPDX-License-Identifier: MIT */
/* Which of what is made of the settings is void when one of them changes. */
#include "core/setting.h"

/* What is set again to what it is does not count as a change. */
void setting_write(struct wd_model *model, const struct var *var, double value)
{
    double *setting = model_setting(model, var);
    int32_t *form = var->role == WD_INPUT ? &model->signals[var->slot].form : NULL;
    int drives = var->role == WD_TUNABLE || form;
    if (drives && (*setting != value || (form && *form != WD_SIGNAL_HOLD)))
        model->now.changed = 1;
    *setting = value;
    model->opened = 0;
    if (var->role == WD_PARAM || var->role == WD_TUNABLE || var->role == WD_SOLVER)
        model->furnished = 0;
    if (!form)
        return;
    *form = WD_SIGNAL_HOLD;
    if (model->running)
        model->input_now[var->slot] = value;
}

void setting_hold(struct wd_model *model, struct signal *signal)
{
    size_t i = signal->var->slot;
    if (model->running)
        model->input[i] = model->input_now[i];
    if (signal->form != WD_SIGNAL_HOLD)
        model->now.changed = 1;
    signal->form = WD_SIGNAL_HOLD;
    model->opened = 0;
}

void setting_drive(struct wd_model *model, struct signal *signal, wd_input_fn fn, void *user)
{
    signal->form = SIGNAL_FUNCTION;
    signal->fn = fn;
    signal->user = user;
    model->opened = 0;
    model->now.changed = 1;
}
