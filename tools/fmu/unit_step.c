/* SPDX-License-Identifier: MIT */
/* Steps of the importer. A switch of the scenario sets a variable at a given time, so the model
 * advances from switch to switch within a step. On failure the whole step is undone. */
#include <stdlib.h>

#include "unit_inside.h"

/* ---- cancellation by another thread ---- */

#ifndef __STDC_NO_ATOMICS__

static void begin_step(struct unit *unit)
{
    atomic_store(&unit->step, STEP_RUNS);
}

/* End the step. Returns the request of another thread during the step: STEP_CANCELLED or
 * STEP_TERMINATED; STEP_RUNS if there was none. */
static int end_step(struct unit *unit)
{
    return atomic_exchange(&unit->step, STEP_NONE);
}

int unit_stop_step(struct unit *unit, int wanted)
{
    int step = atomic_load(&unit->step);
    while (step != STEP_NONE && step < wanted &&
           !atomic_compare_exchange_weak(&unit->step, &step, wanted)) {
    }
    return step != STEP_NONE;
}

int32_t unit_is_stopped(void *user)
{
    struct unit *unit = user;
    return atomic_load_explicit(&unit->step, memory_order_relaxed) > STEP_RUNS;
}

#else /* no cancellation without atomics */

static void begin_step(struct unit *unit)
{
    (void)unit;
}

static int end_step(struct unit *unit)
{
    (void)unit;
    return STEP_RUNS;
}

int unit_stop_step(struct unit *unit, int wanted)
{
    (void)unit, (void)wanted;
    return 0;
}

int32_t unit_is_stopped(void *unit)
{
    (void)unit;
    return 0;
}

#endif

int unit_cancel(struct unit *unit)
{
    return unit_stop_step(unit, STEP_CANCELLED) ? UNIT_OK
                                                : unit_refuse(unit, "no step is under way");
}

/* ---- parts of a step ---- */

/* True if the next switch is at or before that time. */
static int is_due(const struct unit *unit, double time)
{
    return unit->next < unit->slot->switch_count && unit->slot->switches[unit->next].time <= time;
}

int unit_reserve_undo(struct unit *unit, size_t size)
{
    if (unit->slot->switch_count == 0 || size <= unit->undo_size)
        return UNIT_OK;
    unsigned char *undo = realloc(unit->undo, size);
    if (!undo)
        return unit_report(unit, UNIT_ERROR, "no memory for undoing steps");
    unit->undo = undo;
    unit->undo_size = size;
    return UNIT_OK;
}

int32_t unit_apply_switches(struct unit *unit, double time)
{
    int32_t status = WD_OK;
    for (; status >= 0 && is_due(unit, time); unit->next++) {
        const struct slot_switch *set = &unit->slot->switches[unit->next];
        status = unit_write(unit, &set->ref, 1, &set->value);
        unit->stale = 1;
    }
    return status;
}

static int32_t step_model(struct unit *unit, double to)
{
    int32_t status = wd_model_step_to(unit->model, to);
    if (status >= 0)
        unit->stale = 0;
    return status;
}

static int32_t advance_by_switches(struct unit *unit, double to)
{
    while (is_due(unit, to)) {
        double at = unit->slot->switches[unit->next].time;
        int32_t status = at > unit->time ? step_model(unit, at) : WD_OK, applied = WD_OK;
        if (status == WD_OK || (status == WD_EVENT && wd_model_time(unit->model) == at))
            applied = unit_apply_switches(unit, at);
        if (status != WD_OK || applied < 0)
            return applied < 0 ? applied : status;
    }
    return step_model(unit, to);
}

static int32_t advance(struct unit *unit, double to)
{
    begin_step(unit);
    int32_t status = advance_by_switches(unit, to);
    if (end_step(unit) == STEP_TERMINATED)
        unit->phase = PHASE_TERMINATED;
    return status;
}

/* Advance to a time, or leave the model as it was. A call of the library that fails changes
 * nothing; a step with switches has several calls, so a snapshot taken before the step restores the
 * model. */
static int32_t advance_or_undo(struct unit *unit, double to)
{
    size_t next = unit->next;
    int stale = unit->stale;
    if (!is_due(unit, to))
        return advance(unit, to);
    wd_model_save(unit->model, unit->undo, unit->undo_size);
    int32_t status = advance(unit, to);
    if (status < 0) {
        wd_model_load(unit->model, unit->undo, wd_model_save_size(unit->model));
        unit->next = next;
        unit->stale = stale;
    }
    return status;
}

int unit_apply_first_switches(struct unit *unit)
{
    if (!is_due(unit, unit->start))
        return UNIT_OK;
    wd_model_save(unit->model, unit->undo, unit->undo_size);
    if (unit_apply_switches(unit, unit->start) >= 0)
        return UNIT_OK;
    unit_report(unit, UNIT_ERROR, "%s", wd_model_error(unit->model));
    wd_model_load(unit->model, unit->undo, wd_model_save_size(unit->model));
    unit->next = 0;
    unit->stale = 0;
    return UNIT_ERROR;
}

static int check_times(struct unit *unit, double from, double h)
{
    char a[UNIT_NUMBER], b[UNIT_NUMBER];
    if (unit->phase != PHASE_STEPS)
        return unit_report(unit, UNIT_ERROR, "a step is out of order: the instance is not %s",
                           "in step mode");
    if (!isfinite(from) || !isfinite(h) || h < 0 || !isfinite(from + h))
        return unit_report(unit, UNIT_ERROR,
                           "a step from %s by %s is impossible; start and size must be finite, and "
                           "the size 0 or more",
                           unit_number(a, from), unit_number(b, h));
    if (unit->ended && !unit->hold)
        return UNIT_OK; /* the step only reports again that the motion has ended */
    if (fabs(from - unit->time) > 1e-6 * h + 1e-12 * fabs(from))
        return unit_report(unit, UNIT_ERROR, "the step begins at %s, but the time reached is %s",
                           unit_number(a, from), unit_number(b, unit->time));
    if (from + h - unit->stop > 1e-6 * h)
        return unit_report(unit, UNIT_ERROR, "the step ends at %s, beyond the stop time %s",
                           unit_number(a, from + h), unit_number(b, unit->stop));
    return UNIT_OK;
}

/* Set whether the model stops after events. */
static int set_stops(struct unit *unit, int stops)
{
    double value = stops;
    if (unit->stops == stops)
        return UNIT_OK;
    int32_t status = wd_model_set(unit->model, &unit->stop_at_events, 1, &value);
    if (status < 0)
        return unit_failed(unit, status);
    unit->stops = stops;
    return UNIT_OK;
}

/* Record the outcome of a step to the time `to`; `before`: number of events before the step. */
static void record_outcome(struct unit *unit, double to, size_t before,
                           struct unit_outcome *outcome)
{
    size_t count = wd_model_event_count(unit->model);
    double time = wd_model_time(unit->model), last;
    for (size_t i = before; i < count; i++)
        unit_report_event(unit, i);
    outcome->event = unit->host.events && count > before &&
                     wd_model_event(unit->model, count - 1, &last, NULL, NULL, 0) == WD_OK &&
                     last == time;
    unit->time = unit->ended && unit->hold ? to : time;
    outcome->ended = unit->ended && !unit->hold;
    outcome->early = unit->host.returns && unit->time < to;
}

int unit_step(struct unit *unit, double from, double h, struct unit_outcome *outcome)
{
    int status = check_times(unit, from, h);
    if (status != UNIT_OK)
        return status;
    double to = from + h > unit->time ? from + h : unit->time;
    size_t before = wd_model_event_count(unit->model);
    if (!unit->ended) {
        status = set_stops(unit, unit->host.returns);
        if (status != UNIT_OK)
            return status;
        int32_t result = advance_or_undo(unit, to);
        if (result < 0)
            return unit_failed(unit, result);
        unit->ended = result == WD_END;
    }
    record_outcome(unit, to, before, outcome);
    return UNIT_OK;
}

int unit_eval(struct unit *unit, double at)
{
    int status = check_times(unit, at, 0);
    if (status != UNIT_OK)
        return status;
    int32_t done = wd_model_eval(unit->model);
    if (done < 0)
        return unit_failed(unit, done);
    unit->stale = 0;
    return UNIT_OK;
}

int unit_report_end(struct unit *unit)
{
    char text[UNIT_NUMBER];
    return unit_report(unit, UNIT_DISCARD, "the motion has ended at t = %s",
                       unit_number(text, unit->time));
}

double unit_time(const struct unit *unit)
{
    return unit->time;
}

int unit_has_ended(const struct unit *unit)
{
    return unit->ended && !unit->hold;
}
