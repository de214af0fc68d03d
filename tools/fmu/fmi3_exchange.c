/* SPDX-License-Identifier: MIT */
/* Functions of FMI 3.0 for model exchange and event mode: they translate types and call unit.h. */
#include "fmi3.h"
#include "unit.h"

/* Evaluate a call on an instance; if the instance is NULL, the status is an error. */
#define CALL(c, call) ((c) ? (fmi3Status)(call) : fmi3Error)

#define NO_MODEL_EXCHANGE "this unit has no model exchange"
#define EXCHANGE(c, call) CALL(c, unit_is_exchange(c) ? (call) : unit_refuse(c, NO_MODEL_EXCHANGE))
/* Evaluate a call with n numbers. With n = 0 it succeeds in co-simulation, too. */
#define EXCHANGE_SOME(c, n, call) \
    ((c) && (n) == 0 && !unit_is_exchange(c) ? fmi3OK : EXCHANGE(c, call))

static void answer(fmi3Boolean *place, int value)
{
    if (place)
        *place = value != 0;
}

/* Update in event mode. In co-simulation there is nothing to do, because the library has already
 * handled the event. */
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *need_update,
                                    fmi3Boolean *terminate, fmi3Boolean *nominals_changed,
                                    fmi3Boolean *values_changed, fmi3Boolean *has_next_event,
                                    fmi3Float64 *next_event)
{
    struct unit_changes changes = {0, 0, 0, 0};
    fmi3Status status =
        CALL(c, unit_is_exchange(c) ? unit_update(c, &changes) : unit_update_events(c));
    if (status != fmi3OK)
        return status;
    answer(need_update, 0);
    answer(terminate, changes.ended);
    answer(nominals_changed, 0);
    answer(values_changed, changes.values);
    answer(has_next_event, changes.has_next);
    if (next_event)
        *next_event = changes.next;
    return status;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c)
{
    return CALL(c, unit_update_events(c));
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
    return EXCHANGE(c, unit_enter_steps(c));
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_set_state,
                                       fmi3Boolean *event_mode, fmi3Boolean *terminate)
{
    int events = 0, ended = 0;
    (void)no_set_state;
    fmi3Status status = EXCHANGE(c, unit_complete_step(c, &events, &ended));
    if (status == fmi3OK) {
        answer(event_mode, events);
        answer(terminate, ended);
    }
    return status;
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 time)
{
    return EXCHANGE(c, unit_set_time(c, time));
}

fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_set_states(c, x, n));
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 derivatives[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_get_rates(c, derivatives, n));
}

fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 indicators[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_get_indicators(c, indicators, n));
}

fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_get_states(c, x, n));
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 nominals[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_get_nominals(c, nominals, n));
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n)
{
    return EXCHANGE(c, unit_count_indicators(c, n));
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n)
{
    return EXCHANGE(c, unit_count_states(c, n));
}
