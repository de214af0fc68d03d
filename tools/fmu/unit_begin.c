/* SPDX-License-Identifier: MIT */
/* Model exchange: memory of an instance, and its states at the end of the initialisation. */
#include <stdlib.h>

#include "unit_inside.h"

int unit_is_exchange(const struct unit *unit)
{
    return unit->host.exchange;
}

int unit_furnish_exchange(struct unit *unit)
{
    if (!unit->host.exchange)
        return UNIT_OK;
    size_t n = wd_model_state_count(unit->model), z = wd_model_indicator_count(unit->model);
    unit->states = n;
    unit->indicators = z;
    unit->state_at = calloc(unit->count, sizeof *unit->state_at);
    unit->x = calloc(2 * n + z + 1, sizeof *unit->x);
    if (!unit->state_at || !unit->x)
        return UNIT_ERROR;
    unit->rates = unit->x + n;
    unit->z = unit->rates + n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t ref;
        if (wd_model_find(unit->model, wd_model_state_name(unit->model, i), &ref) == WD_OK)
            unit->state_at[ref] = i + 1;
    }
    return UNIT_OK;
}

int unit_begin_exchange(struct unit *unit)
{
    if (!unit->host.exchange)
        return UNIT_OK;
    if (wd_model_state_count(unit->model) != unit->states ||
        wd_model_indicator_count(unit->model) != unit->indicators)
        return unit_refuse(unit, "with these settings the model has other states");
    int32_t status = wd_model_states(unit->model, unit->x);
    return status < 0 ? unit_refuse(unit, wd_status_text(status)) : UNIT_OK;
}
