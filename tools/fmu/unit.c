/* SPDX-License-Identifier: MIT */
/* Life cycle of an instance. */
#include <stdlib.h>
#include <string.h>

#include "unit_inside.h"

wd_model *unit_model(struct unit *unit)
{
    const struct slot *slot = unit->slot;
    wd_model *model = NULL;
    uint32_t stop;
    if (wd_model_new(slot->kind, &model) == WD_OK &&
        wd_model_load(model, slot->snapshot, slot->snapshot_size) == WD_OK &&
        wd_model_reset(model) == WD_OK &&
        wd_model_find(model, "solver.stop_at_events", &stop) == WD_OK &&
        wd_model_set(model, &stop, 1, &(double){0}) == WD_OK &&
        wd_model_set_interrupt_fn(model, unit_is_stopped, unit) == WD_OK)
        return model;
    wd_model_free(model);
    return NULL;
}

static void note_uses(struct unit *unit)
{
    const struct slot *slot = unit->slot;
    for (uint32_t ref = 0; ref < unit->count; ref++)
        unit->use[ref] = wd_model_choice_count(unit->model, ref) > 0 ? UNIT_CHOICE : UNIT_REAL;
    for (size_t i = 0; i < slot->driven_count; i++)
        if (slot->driven[i] < unit->count)
            unit->use[slot->driven[i]] |= UNIT_DRIVEN;
    for (size_t i = 0; i < slot->switch_count; i++)
        if (slot->switches[i].ref < unit->count)
            unit->use[slot->switches[i].ref] |= UNIT_SWITCHED;
    unit->use[unit->stop_at_events] = 0; /* hidden: steps set it, if early return is allowed */
}

/* Reset the members of the instance that change in a run. The model and what the importer has given
 * are not touched. */
static void begin(struct unit *unit)
{
    unit->phase = PHASE_INSTANTIATED;
    unit->stale = unit->ended = unit->hold = unit->tolerance = unit->stops = unit->changed = 0;
    unit->next = 0;
    unit->start = unit->time = unit->slot->start;
    unit->stop = HUGE_VAL;
}

/* Allocate an instance's data. Returns NULL, or the reason for a failure. */
static const char *furnish(struct unit *unit, const char *token, const char *resources)
{
    const char *name = unit->host.name, *fault;
    if (name[strspn(name, " \t\n\v\f\r")] == '\0')
        return "the name of the instance is empty";
    unit->slot = slot_own(resources, &fault);
    if (!unit->slot)
        return fault;
    if (!token || strcmp(token, unit->slot->token) != 0)
        return "the token is not the one of this unit";
    if (unit->host.exchange != unit->slot->exchange)
        return unit->host.exchange ? "this unit has no model exchange"
                                   : "this unit has model exchange only";
    unit->model = unit_model(unit);
    if (!unit->model)
        return "the scenario in this unit cannot be loaded, or there is no memory for it";
    wd_model_find(unit->model, "solver.rtol", &unit->rtol);
    wd_model_find(unit->model, "solver.atol", &unit->atol);
    wd_model_find(unit->model, "solver.stop_at_events", &unit->stop_at_events);
    unit->count = wd_model_var_count(unit->model);
    unit->use = calloc(unit->count, 1);
    unit->room = calloc(unit->count, sizeof *unit->room);
    if (!unit->use || !unit->room || unit_furnish_exchange(unit) != UNIT_OK)
        return "no memory for this instance";
    note_uses(unit);
    begin(unit);
    return NULL;
}

struct unit *unit_new(const struct unit_host *host, const char *token, const char *resources)
{
    size_t length = host->name ? strlen(host->name) : 0;
    struct unit *unit = calloc(1, sizeof *unit + length + 1);
    if (!unit)
        return NULL;
    unit->host = *host;
    unit->host.name = memcpy(unit + 1, length > 0 ? host->name : "", length + 1);
    const char *fault = furnish(unit, token, resources);
    if (!fault)
        return unit;
    unit_report(unit, UNIT_ERROR, "%s", fault);
    unit_free(unit);
    return NULL;
}

void unit_free(struct unit *unit)
{
    if (!unit)
        return;
    wd_model_free(unit->model);
    wd_model_free(unit->copy);
    free(unit->copied);
    free(unit->undo);
    free(unit->room);
    free(unit->state_at);
    free(unit->x);
    free(unit->use);
    slot_free(unit->slot);
    free(unit);
}

static int out_of_order(struct unit *unit, const char *call)
{
    static const char *const phases[] = {"instantiated", "in initialization mode", "in event mode",
                                         "in step mode", "terminated"};
    return unit_report(unit, UNIT_ERROR, "%s is out of order: the instance is %s", call,
                       phases[unit->phase]);
}

/* Set solver.rtol to the importer's tolerance, unless the importer has set solver.rtol itself. */
static int take_tolerance(struct unit *unit, double tolerance)
{
    double most;
    if (!(tolerance > 0) || unit->tolerance)
        return UNIT_OK;
    wd_model_var_bounds(unit->model, unit->rtol, NULL, &most);
    if (tolerance > most)
        tolerance = most;
    int32_t status = wd_model_set(unit->model, &unit->rtol, 1, &tolerance);
    return status < 0 ? unit_failed(unit, status) : UNIT_OK;
}

int unit_setup(struct unit *unit, const struct unit_experiment *experiment)
{
    if (unit->phase != PHASE_INSTANTIATED)
        return out_of_order(unit, "setting up the experiment");
    if (!isfinite(experiment->start) || !(experiment->stop >= experiment->start))
        return unit_report(unit, UNIT_ERROR,
                           "the start time must be finite, and the stop time not before it");
    int status = take_tolerance(unit, experiment->tolerance);
    if (status != UNIT_OK)
        return status;
    unit->start = unit->time = experiment->start;
    unit->stop = experiment->stop;
    return UNIT_OK;
}

int unit_enter_initialization(struct unit *unit)
{
    if (unit->phase != PHASE_INSTANTIATED)
        return out_of_order(unit, "entering initialization mode");
    unit->phase = PHASE_INITIALIZATION;
    return UNIT_OK;
}

int unit_run(struct unit *unit)
{
    if (unit_is_running(unit))
        return UNIT_OK;
    if (unit->phase == PHASE_INSTANTIATED)
        return unit_report(unit, UNIT_ERROR,
                           "values are computed only from initialization mode on");
    int32_t status = wd_model_init(unit->model, unit->start);
    return status < 0 ? unit_report(unit, UNIT_ERROR, "%s", wd_model_error(unit->model)) : UNIT_OK;
}

int unit_exit_initialization(struct unit *unit)
{
    if (unit->phase != PHASE_INITIALIZATION)
        return out_of_order(unit, "leaving initialization mode");
    int status = unit_run(unit);
    if (status == UNIT_OK)
        status = unit_reserve_undo(unit, wd_model_save_size(unit->model));
    if (status == UNIT_OK)
        status = unit_apply_first_switches(unit);
    if (status == UNIT_OK)
        status = unit_begin_exchange(unit);
    if (status == UNIT_OK)
        unit->phase = unit->host.events ? PHASE_EVENTS : PHASE_STEPS;
    return status;
}

int unit_enter_events(struct unit *unit)
{
    if (unit->phase != PHASE_STEPS || !unit->host.events)
        return out_of_order(unit, "entering event mode");
    unit->phase = PHASE_EVENTS;
    return UNIT_OK;
}

int unit_enter_steps(struct unit *unit)
{
    if (unit->phase != PHASE_EVENTS)
        return out_of_order(unit, "entering step mode");
    unit->phase = PHASE_STEPS;
    return UNIT_OK;
}

int unit_update_events(struct unit *unit)
{
    return unit->phase == PHASE_EVENTS ? UNIT_OK : out_of_order(unit, "updating discrete states");
}

int unit_terminate(struct unit *unit)
{
    if (unit_stop_step(unit, STEP_TERMINATED))
        return UNIT_OK;
    if (unit->phase != PHASE_STEPS && unit->phase != PHASE_EVENTS)
        return out_of_order(unit, "terminating");
    unit->phase = PHASE_TERMINATED;
    return UNIT_OK;
}

int unit_reset(struct unit *unit)
{
    wd_model *model = unit_model(unit);
    if (!model)
        return unit_report(unit, UNIT_ERROR, "no memory to reset this instance");
    wd_model_free(unit->model);
    unit->model = model;
    begin(unit);
    return UNIT_OK;
}
