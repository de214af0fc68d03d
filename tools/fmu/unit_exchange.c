/* SPDX-License-Identifier: MIT */
/* Model exchange: the importer integrates. The unit stores the importer's time and states; the
 * model is moved to them at the end of each step and in event mode. */
#include <string.h>

#include "unit_inside.h"

/* ---- time and states ---- */

/* True if the motion has ended and stays at its end. */
static int rests(const struct unit *unit)
{
    return unit->ended && unit->hold;
}

static int check_count(struct unit *unit, const double *array, size_t n, size_t wanted)
{
    if (!unit->host.exchange)
        return unit_refuse(unit, "this unit has no model exchange");
    if (n != wanted)
        return unit_report(unit, UNIT_ERROR, "an array has %zu numbers, but needs %zu", n, wanted);
    return array || n == 0 ? UNIT_OK : unit_refuse(unit, "an array is NULL");
}

static int check_begun(struct unit *unit, const char *what)
{
    if (unit->host.exchange && (unit->phase == PHASE_EVENTS || unit->phase == PHASE_STEPS))
        return UNIT_OK;
    return unit_report(unit, UNIT_ERROR, "%s is out of order", what);
}

int unit_count_states(struct unit *unit, size_t *n)
{
    if (!unit->host.exchange || !n)
        return unit_refuse(unit, "this unit has no model exchange, or the place is NULL");
    *n = unit->states;
    return UNIT_OK;
}

int unit_count_indicators(struct unit *unit, size_t *n)
{
    if (!unit->host.exchange || !n)
        return unit_refuse(unit, "this unit has no model exchange, or the place is NULL");
    *n = unit->indicators;
    return UNIT_OK;
}

int unit_set_time(struct unit *unit, double time)
{
    char text[UNIT_NUMBER];
    if (!unit->host.exchange)
        return unit_refuse(unit, "this unit has no model exchange");
    int status = check_begun(unit, "setting the time");
    if (status != UNIT_OK)
        return status;
    if (!isfinite(time))
        return unit_report(unit, UNIT_ERROR, "%s is not a time", unit_number(text, time));
    unit->time = time;
    unit->stale = 1;
    return UNIT_OK;
}

int unit_set_states(struct unit *unit, const double *x, size_t n)
{
    int status = check_count(unit, x, n, unit->states);
    if (status == UNIT_OK)
        status = check_begun(unit, "setting the states");
    for (size_t i = 0; status == UNIT_OK && i < n; i++)
        if (!isfinite(x[i]))
            return unit_report(unit, UNIT_DISCARD, "%s must be finite",
                               wd_model_state_name(unit->model, i));
    if (status != UNIT_OK)
        return status;
    memcpy(unit->x, x, n * sizeof *x);
    unit->stale = 1;
    return UNIT_OK;
}

int unit_get_states(struct unit *unit, double *x, size_t n)
{
    int status = check_count(unit, x, n, unit->states);
    if (status == UNIT_OK && !unit_has_x(unit)) {
        status = unit_run(unit);
        if (status == UNIT_OK)
            status = unit_begin_exchange(unit);
    }
    if (status == UNIT_OK)
        memcpy(x, unit->x, n * sizeof *x);
    return status;
}

int unit_get_nominals(struct unit *unit, double *nominals, size_t n)
{
    int status = check_count(unit, nominals, n, unit->states);
    for (size_t i = 0; status == UNIT_OK && i < n; i++)
        nominals[i] = wd_model_state_nominal(unit->model, i);
    return status;
}

/* ---- equations ---- */

/* Report a failure at the present time and states: a shorter step may help. */
static int no_equations(struct unit *unit, int32_t failure)
{
    int discards = failure == WD_ENOCONV || failure == WD_ESINGULAR || failure == WD_ENOSOL;
    return discards ? unit_report(unit, UNIT_DISCARD, "%s", wd_model_error(unit->model))
                    : unit_failed(unit, failure);
}

/* Prepare the evaluation; during initialisation it starts the model. */
static int prepare(struct unit *unit)
{
    int status = unit_has_x(unit) ? UNIT_OK : unit_run(unit);
    return status == UNIT_OK && !unit_has_x(unit) ? unit_begin_exchange(unit) : status;
}

int unit_get_rates(struct unit *unit, double *rates, size_t n)
{
    int status = check_count(unit, rates, n, unit->states);
    if (status == UNIT_OK)
        status = prepare(unit);
    if (status != UNIT_OK)
        return status;
    if (rests(unit)) {
        memset(rates, 0, n * sizeof *rates);
        return UNIT_OK;
    }
    int32_t failure = wd_model_derivative(unit->model, unit->time, unit->x, rates);
    return failure < 0 ? no_equations(unit, failure) : UNIT_OK;
}

int unit_get_indicators(struct unit *unit, double *indicators, size_t n)
{
    int status = check_count(unit, indicators, n, unit->indicators);
    if (status == UNIT_OK)
        status = prepare(unit);
    for (size_t i = 0; status == UNIT_OK && rests(unit) && i < n; i++)
        indicators[i] = 1;
    if (status != UNIT_OK || rests(unit))
        return status;
    int32_t failure = wd_model_indicators(unit->model, unit->time, unit->x, indicators);
    return failure < 0 ? no_equations(unit, failure) : UNIT_OK;
}

/* ---- steps and events ---- */

/* Time of the next knot of a signal or of the next switch. */
static double next_time(const struct unit *unit)
{
    double next = wd_model_next_time(unit->model);
    if (unit->next < unit->slot->switch_count && !(unit->slot->switches[unit->next].time > next))
        next = unit->slot->switches[unit->next].time;
    return next;
}

/* Update the model. *moved becomes 1 if the states have changed by more than the tolerance. */
static int32_t follow(struct unit *unit, double *states, int *moved)
{
    size_t before = wd_model_event_count(unit->model);
    double rtol = 0, atol = 0;
    int32_t status = wd_model_event_update(unit->model, unit->time, states);
    if (status < 0)
        return status;
    wd_model_get(unit->model, &unit->rtol, 1, &rtol);
    wd_model_get(unit->model, &unit->atol, 1, &atol);
    for (size_t i = 0; i < unit->states; i++) {
        double nominal = wd_model_state_nominal(unit->model, i);
        *moved |= fabs(states[i] - unit->x[i]) > atol * nominal + rtol * fabs(states[i]);
    }
    for (size_t i = before; i < wd_model_event_count(unit->model); i++)
        unit_report_event(unit, i);
    unit->ended |= status == WD_END;
    return status;
}

int unit_complete_step(struct unit *unit, int *events, int *ended)
{
    *events = *ended = 0;
    if (!unit->host.exchange || unit->phase != PHASE_STEPS)
        return unit_refuse(unit, "completing a step is out of order");
    if (rests(unit))
        return UNIT_OK;
    int status = unit_get_indicators(unit, unit->z, unit->indicators);
    if (status != UNIT_OK)
        return status;
    *events = unit->time >= next_time(unit);
    for (size_t i = 0; i < unit->indicators; i++)
        *events |= !(unit->z[i] > 0);
    if (*events)
        return UNIT_OK; /* the update is made in event mode */
    memcpy(unit->rates, unit->x, unit->states * sizeof *unit->x);
    int32_t done = follow(unit, unit->rates, events);
    if (done < 0)
        return unit_failed(unit, done);
    *events |= done != WD_OK;
    *ended = unit->ended && !unit->hold;
    if (*events) {
        memcpy(unit->x, unit->rates, unit->states * sizeof *unit->x);
        unit->changed = 1;
    }
    unit->stale = 1;
    return UNIT_OK;
}

int unit_update(struct unit *unit, struct unit_changes *changes)
{
    *changes = (struct unit_changes){0, 0, 0, 0};
    if (!unit->host.exchange || unit->phase != PHASE_EVENTS)
        return unit_refuse(unit, "updating discrete states is out of order");
    int moved = 0;
    int32_t done = rests(unit) ? WD_OK : unit_apply_switches(unit, unit->time);
    memcpy(unit->rates, unit->x, unit->states * sizeof *unit->x);
    if (done >= 0 && !rests(unit))
        done = follow(unit, unit->rates, &moved);
    if (done < 0)
        return unit_failed(unit, done);
    /* Values are reported as changed also if only the equations have changed, as at a knot, because
     * some importers restart their integrator only if values have changed. */
    changes->values = unit->changed || done == WD_EVENT ||
                      memcmp(unit->x, unit->rates, unit->states * sizeof *unit->x) != 0;
    memcpy(unit->x, unit->rates, unit->states * sizeof *unit->x);
    unit->changed = 0;
    unit->stale = 1;
    changes->ended = unit->ended && !unit->hold;
    double next = next_time(unit);
    changes->has_next = !unit->ended && isfinite(next);
    changes->next = changes->has_next ? next : 0;
    return UNIT_OK;
}
