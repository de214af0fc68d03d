/* SPDX-License-Identifier: MIT */
/* Functions of FMI 2.0 for model exchange: they translate types and call unit.h. */
#include "fmi2.h"

#include <string.h>

#include "unit.h"

/* Evaluate a call on an instance; if the instance is NULL, the status is an error. */
#define CALL(c, call) ((c) ? (fmi2Status)(call) : fmi2Error)

#define NO_MODEL_EXCHANGE "this unit has no model exchange"
#define EXCHANGE(c, call) CALL(c, unit_is_exchange(c) ? (call) : unit_refuse(c, NO_MODEL_EXCHANGE))
/* Evaluate a call with n numbers. With n = 0 it succeeds in co-simulation, too. */
#define EXCHANGE_SOME(c, n, call) \
    ((c) && (n) == 0 && !unit_is_exchange(c) ? fmi2OK : EXCHANGE(c, call))

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    return EXCHANGE(c, unit_enter_events(c));
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    struct unit_changes changes;
    fmi2Status status =
        EXCHANGE(c, info ? unit_update(c, &changes)
                         : unit_refuse(c, "the pointer to the event information is NULL"));
    if (status != fmi2OK)
        return status;
    *info = (fmi2EventInfo){.terminateSimulation = changes.ended,
                            .valuesOfContinuousStatesChanged = changes.values,
                            .nextEventTimeDefined = changes.has_next,
                            .nextEventTime = changes.next};
    return status;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    return EXCHANGE(c, unit_enter_steps(c));
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_state,
                                       fmi2Boolean *event_mode, fmi2Boolean *terminate)
{
    (void)no_set_state;
    return EXCHANGE(c, event_mode && terminate ? unit_complete_step(c, event_mode, terminate)
                                               : unit_refuse(c, "a pointer to a result is NULL"));
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    return EXCHANGE(c, unit_set_time(c, time));
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_set_states(c, x, n));
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_get_rates(c, derivatives, n));
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_get_indicators(c, indicators, n));
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_get_states(c, x, n));
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t n)
{
    return EXCHANGE_SOME(c, n, unit_get_nominals(c, nominals, n));
}
