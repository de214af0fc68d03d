/* SPDX-License-Identifier: MIT */
#include "core/snapshot_functions.h"

enum { MARK_EQUATIONS = 1, MARK_ENERGY = 2, MARK_CONSTRAINTS = 4 };

uint64_t snapshot_marks(const struct user_functions *user)
{
    return (user->equations ? MARK_EQUATIONS : 0) | (user->energy ? MARK_ENERGY : 0) |
           (user->constraints ? MARK_CONSTRAINTS : 0);
}

const char *snapshot_take_functions(struct wd_model *model, const struct wd_model *old)
{
    for (size_t i = 0; i < model->kind->inputs; i++) {
        struct signal *signal = &model->signals[i];
        if (signal->form != SIGNAL_FUNCTION)
            continue;
        const struct var *var = table_row(old->kind, table_find(old->kind, signal->var->name));
        const struct signal *source = var ? &old->signals[var->slot] : NULL;
        if (!source || source->form != SIGNAL_FUNCTION)
            return signal->var->name;
        signal->fn = source->fn;
        signal->user = source->user;
    }
    model->user = old->user;
    uint64_t missing = model->marked & ~snapshot_marks(&old->user);
    return missing & MARK_EQUATIONS     ? "the equations"
           : missing & MARK_CONSTRAINTS ? "the constraints"
           : missing                    ? "the energies"
                                        : NULL;
}
