/* SPDX-License-Identifier: MIT */
#include "fmu_exchange.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "fmu/tune.h"
#include "problem.h"

enum { PARTS = 10, STAGES = 4 }; /* steps between communication points; stages of each step */

static int fail(struct exchange *exchange, const char *fault)
{
    exchange->fault = fault;
    return TOOL_MODEL;
}

static bool same(const double *one, const double *other, size_t n)
{
    return n == 0 || memcmp(one, other, n * sizeof *one) == 0;
}

/* Set the same time and states in the model and the unit, and compare their derivatives. `rates`
 * becomes the derivatives of the model. */
static int compare_rates(struct exchange *exchange, double t, const double *x, double *rates)
{
    size_t n = exchange->states;
    double *theirs = exchange->memory;
    int32_t ours = wd_model_derivative(exchange->model, t, x, rates);
    int status = import_pose(exchange->unit, t, x, n);
    if (status == IMPORT_OK)
        status = import_get_rates(exchange->unit, theirs, n);
    if (ours < 0 || status != IMPORT_OK)
        return fail(exchange, "the derivatives do not exist at the states of a step");
    return same(rates, theirs, n) ? TOOL_OK : fail(exchange, "bits of a derivative differ");
}

static int compare_indicators(struct exchange *exchange, double t, const double *x)
{
    double *ours = exchange->memory, *theirs = ours + exchange->indicators;
    if (wd_model_indicators(exchange->model, t, x, ours) < 0 ||
        import_get_indicators(exchange->unit, theirs, exchange->indicators) != IMPORT_OK)
        return fail(exchange, "the event indicators do not exist at the states of a step");
    return same(ours, theirs, exchange->indicators)
               ? TOOL_OK
               : fail(exchange, "bits of an event indicator differ");
}

/* Apply the switches of the scenario that are due, and update the model of the library. */
static int32_t update_model(struct exchange *exchange)
{
    const struct slot *slot = exchange->slot;
    int32_t status = WD_OK;
    for (; status >= 0 && exchange->next < slot->switch_count &&
           slot->switches[exchange->next].time <= exchange->t;
         exchange->next++) {
        const struct slot_switch *set = &slot->switches[exchange->next];
        status = tune_model(exchange->model, &set->ref, 1, &set->value, exchange->t, exchange->x);
    }
    return status < 0 ? status : wd_model_event_update(exchange->model, exchange->t, exchange->x);
}

/* Update the model and the unit in event mode; their states must be equal. */
static int update(struct exchange *exchange)
{
    double next, *theirs = exchange->memory;
    int32_t ours = update_model(exchange);
    int status = import_update(exchange->unit, &exchange->ended, &next);
    if (status == IMPORT_OK)
        status = import_get_states(exchange->unit, theirs, exchange->states);
    if (ours < 0 || status != IMPORT_OK || exchange->ended != (ours == WD_END))
        return fail(exchange, "unit or library refuses an update, or only one of them ends");
    return same(exchange->x, theirs, exchange->states)
               ? TOOL_OK
               : fail(exchange, "bits of a state differ after an update");
}

int exchange_begin(struct exchange *exchange, wd_model *model, struct import *unit,
                   const struct slot *slot)
{
    size_t n = wd_model_state_count(model), z = wd_model_indicator_count(model);
    *exchange = (struct exchange){
        .model = model, .unit = unit, .slot = slot, .states = n, .indicators = z, .t = slot->start};
    exchange->x = memory((2 + STAGES) * n, sizeof *exchange->x);
    exchange->memory = memory(n + 2 * z, sizeof *exchange->memory);
    if (wd_model_states(model, exchange->x) < 0)
        return fail(exchange, "the model has no states");
    return update(exchange);
}

/* Make one Runge-Kutta step of the model and the unit to the time `to`. */
static int step(struct exchange *exchange, double to)
{
    static const double at[STAGES] = {0, 0.5, 0.5, 1}, weight[STAGES] = {1, 2, 2, 1};
    size_t n = exchange->states;
    double *x = exchange->x, *stage = x + n, *k = stage + n, h = to - exchange->t;
    for (int s = 0; s < STAGES; s++) {
        for (size_t i = 0; i < n; i++)
            stage[i] = x[i] + (s > 0 ? at[s] * h * k[(size_t)(s - 1) * n + i] : 0);
        int status = compare_rates(exchange, exchange->t + at[s] * h, stage, k + (size_t)s * n);
        if (status)
            return status;
    }
    for (size_t i = 0; i < n; i++)
        for (int s = 0; s < STAGES; s++)
            x[i] += h / 6 * weight[s] * k[(size_t)s * n + i];
    exchange->t = to;
    if (import_pose(exchange->unit, to, x, n) != IMPORT_OK)
        return fail(exchange, "the unit refuses a time or states");
    int status = compare_indicators(exchange, to, x);
    if (!status && import_enter_events(exchange->unit) != IMPORT_OK)
        return fail(exchange, "the unit does not enter event mode");
    return status ? status : update(exchange);
}

int exchange_step(struct exchange *exchange, double to)
{
    double from = exchange->t;
    int status = TOOL_OK;
    for (int part = 1; part <= PARTS && !status && !exchange->ended; part++) {
        double end = part == PARTS ? to : from + (to - from) * part / PARTS;
        double next = wd_model_next_time(exchange->model);
        if (next > exchange->t && next < end)
            status = step(exchange, next);
        if (!status && !exchange->ended && end > exchange->t)
            status = step(exchange, end);
    }
    return status;
}

void exchange_end(struct exchange *exchange)
{
    free(exchange->x);
    free(exchange->memory);
}
