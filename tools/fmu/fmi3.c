/* SPDX-License-Identifier: MIT */
/* Functions of FMI 3.0: they translate types and call unit.h. The functions of model exchange are
 * in fmi3_exchange.c, the functions that units do not support in fmi3_refused.c. */
#include "fmi3.h"

#include <math.h>
#include <string.h>

#include "unit.h"

/* Evaluate a call on an instance; if the instance is NULL, the status is an error. */
#define CALL(c, call) ((c) ? (fmi3Status)(call) : fmi3Error)
#define REFUSE(c, what) CALL(c, unit_refuse(c, what))

#define NOT_ONE_EACH "the numbers of values and references must be equal"

const char *fmi3GetVersion(void)
{
    return fmi3Version;
}

static void log_message(const struct unit_host *host, int status, const char *category,
                        const char *text)
{
    ((fmi3LogMessageCallback)host->logger)(host->environment, (fmi3Status)status, category, text);
}

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n,
                               const fmi3String categories[])
{
    return CALL(c, unit_set_logging(c, on, n, categories));
}

/* ---- life ---- */

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean events, fmi3Boolean early_return,
                                         const fmi3ValueReference intermediate[],
                                         size_t intermediate_count,
                                         fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback logger,
                                         fmi3IntermediateUpdateCallback update)
{
    (void)visible, (void)intermediate, (void)intermediate_count, (void)update;
    const struct unit_host host = {.log_message = log_message,
                                   .logger = (void (*)(void))logger,
                                   .environment = environment,
                                   .name = name,
                                   .events = events,
                                   .returns = early_return,
                                   .discards = 1};
    struct unit *unit = unit_new(&host, token, resources);
    if (unit)
        unit_set_logging(unit, logging, 0, NULL);
    return unit;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback logger)
{
    (void)visible;
    const struct unit_host host = {.log_message = log_message,
                                   .logger = (void (*)(void))logger,
                                   .environment = environment,
                                   .name = name,
                                   .events = 1,
                                   .exchange = 1,
                                   .discards = 1};
    struct unit *unit = unit_new(&host, token, resources);
    if (unit)
        unit_set_logging(unit, logging, 0, NULL);
    return unit;
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger,
    fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
    fmi3UnlockPreemptionCallback unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging;
    (void)update, (void)lock, (void)unlock;
    if (logger)
        logger(environment, fmi3Error, "logStatusError", "this unit has no scheduled execution");
    return NULL;
}

void fmi3FreeInstance(fmi3Instance c)
{
    unit_free(c);
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean has_stop, fmi3Float64 stop)
{
    const struct unit_experiment experiment = {has_tolerance ? tolerance : 0, start,
                                               has_stop ? stop : HUGE_VAL};
    int status = c ? unit_setup(c, &experiment) : UNIT_ERROR;
    return (fmi3Status)(status == UNIT_OK ? unit_enter_initialization(c) : status);
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    return CALL(c, unit_exit_initialization(c));
}

fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
    return CALL(c, unit_enter_events(c));
}

fmi3Status fmi3EnterStepMode(fmi3Instance c)
{
    return CALL(c, unit_enter_steps(c));
}

fmi3Status fmi3Terminate(fmi3Instance c)
{
    return CALL(c, unit_terminate(c));
}

fmi3Status fmi3Reset(fmi3Instance c)
{
    return CALL(c, unit_reset(c));
}

/* ---- variables ---- */

fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                          fmi3Float64 values[], size_t value_count)
{
    if (n != value_count)
        return REFUSE(c, NOT_ONE_EACH);
    return CALL(c, unit_get(c, UNIT_REAL, refs, n, values));
}

fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                          const fmi3Float64 values[], size_t value_count)
{
    if (n != value_count)
        return REFUSE(c, NOT_ONE_EACH);
    return CALL(c, unit_set(c, UNIT_REAL, refs, n, values));
}

/* Read other types one by one, because the type of the arrays differs. */
#define GET_EACH(type, types)                                         \
    double value = 0;                                                 \
    if (n != value_count)                                             \
        return REFUSE(c, NOT_ONE_EACH);                               \
    if (n > 0 && (!refs || !values))                                  \
        return CALL(c, unit_get(c, types, NULL, n, NULL));            \
    fmi3Status status = CALL(c, UNIT_OK);                             \
    for (size_t i = 0; i < n && status == fmi3OK; i++) {              \
        status = (fmi3Status)unit_get(c, types, &refs[i], 1, &value); \
        values[i] = (type)value;                                      \
    }                                                                 \
    return status

fmi3Status fmi3GetInt64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        fmi3Int64 values[], size_t value_count)
{
    GET_EACH(fmi3Int64, UNIT_CHOICE);
}

fmi3Status fmi3GetUInt64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         fmi3UInt64 values[], size_t value_count)
{
    GET_EACH(fmi3UInt64, UNIT_COUNT);
}

fmi3Status fmi3GetBoolean(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                          fmi3Boolean values[], size_t value_count)
{
    GET_EACH(fmi3Boolean, UNIT_BOOLEAN);
}

#define SET_ALL(types)                                               \
    if (n != value_count)                                            \
        return REFUSE(c, NOT_ONE_EACH);                              \
    if (!c)                                                          \
        return fmi3Error;                                            \
    double *room = n > 0 && refs && values ? unit_room(c, n) : NULL; \
    if (n > 0 && refs && values && !room)                            \
        return fmi3Error;                                            \
    for (size_t i = 0; room && i < n; i++)                           \
        room[i] = (double)values[i];                                 \
    return (fmi3Status)unit_set(c, types, refs, n, room)

fmi3Status fmi3SetInt64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                        const fmi3Int64 values[], size_t value_count)
{
    SET_ALL(UNIT_CHOICE);
}

fmi3Status fmi3SetUInt64(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                         const fmi3UInt64 values[], size_t value_count)
{
    SET_ALL(UNIT_COUNT);
}

fmi3Status fmi3SetBoolean(fmi3Instance c, const fmi3ValueReference refs[], size_t n,
                          const fmi3Boolean values[], size_t value_count)
{
    SET_ALL(UNIT_BOOLEAN);
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                        size_t unknown_count, const fmi3ValueReference knowns[],
                                        size_t known_count, const fmi3Float64 seed[],
                                        size_t seed_count, fmi3Float64 sensitivity[],
                                        size_t sensitivity_count)
{
    if (seed_count != known_count || sensitivity_count != unknown_count)
        return REFUSE(c, NOT_ONE_EACH);
    return CALL(c,
                unit_direction(c, unknowns, unknown_count, knowns, known_count, seed, sensitivity));
}

/* ---- states ---- */

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
    return CALL(c, unit_state_get(c, state));
}

fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
    return CALL(c, unit_state_set(c, state));
}

fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state)
{
    return CALL(c, unit_state_free(state));
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    return CALL(c, unit_state_size(c, state, size));
}

fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    return CALL(c, unit_state_write(c, state, bytes, size));
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state)
{
    return CALL(c, unit_state_read(c, bytes, size, state));
}

/* ---- steps ---- */

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 from, fmi3Float64 h, fmi3Boolean no_set_state,
                      fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early,
                      fmi3Float64 *last)
{
    struct unit_outcome outcome = {0};
    (void)no_set_state;
    if (!c)
        return fmi3Error;
    if (unit_is_exchange(c))
        return REFUSE(c, "in model exchange the importer makes the steps");
    if (h == 0)
        return REFUSE(c, "a step must be longer than 0");
    int status = unit_step(c, from, h, &outcome);
    if (event)
        *event = outcome.event;
    if (terminate)
        *terminate = outcome.ended;
    if (early)
        *early = outcome.early;
    if (last)
        *last = unit_time(c);
    return (fmi3Status)status;
}
