/* SPDX-License-Identifier: MIT */
/* Functions of FMI 2.0: they translate types and call unit.h. The functions of model exchange are
 * in fmi2_exchange.c. */
#include "fmi2.h"

#include <math.h>
#include <string.h>

#include "unit.h"

/* Evaluate a call on an instance; if the instance is NULL, the status is an error. */
#define CALL(c, call) ((c) ? (fmi2Status)(call) : fmi2Error)
#define REFUSE(c, what) CALL(c, unit_refuse(c, what))
/* Refuse a call with n variables; a call with none succeeds. */
#define REFUSE_SOME(c, n, what) CALL(c, (n) == 0 ? UNIT_OK : unit_refuse(c, what))

const char *fmi2GetTypesPlatform(void)
{
    return fmi2TypesPlatform;
}

const char *fmi2GetVersion(void)
{
    return fmi2Version;
}

/* The logger reads a text as a format of printf(), and "#" in it as the start of a reference to a
 * variable. So "%" and "#" are doubled. No arguments are passed, because not every importer can
 * read them. */
static void log_message(const struct unit_host *host, int status, const char *category,
                        const char *text)
{
    char doubled[1024];
    size_t used = 0;
    for (; *text && used < sizeof doubled - 2; text++) {
        if (*text == '%' || *text == '#')
            doubled[used++] = *text;
        doubled[used++] = *text;
    }
    doubled[used] = '\0';
    ((fmi2CallbackLogger)host->logger)(host->environment, host->name, (fmi2Status)status, category,
                                       doubled);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                               const fmi2String categories[])
{
    return CALL(c, unit_set_logging(c, on, n, categories));
}

/* ---- life ---- */

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible,
                              fmi2Boolean logging)
{
    (void)visible;
    int exchange = type == fmi2ModelExchange;
    struct unit_host host = {
        .log_message = log_message, .name = name, .events = exchange, .exchange = exchange};
    if (functions) {
        host.logger = (void (*)(void))functions->logger;
        host.environment = functions->componentEnvironment;
    }
    struct unit *unit = unit_new(&host, guid, resources);
    if (unit)
        unit_set_logging(unit, logging, 0, NULL);
    return unit;
}

void fmi2FreeInstance(fmi2Component c)
{
    unit_free(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
    const struct unit_experiment experiment = {has_tolerance ? tolerance : 0, start,
                                               has_stop ? stop : HUGE_VAL};
    return CALL(c, unit_setup(c, &experiment));
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    return CALL(c, unit_enter_initialization(c));
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    return CALL(c, unit_exit_initialization(c));
}

fmi2Status fmi2Terminate(fmi2Component c)
{
    return CALL(c, unit_terminate(c));
}

fmi2Status fmi2Reset(fmi2Component c)
{
    return CALL(c, unit_reset(c));
}

/* ---- variables ---- */

/* Read values one by one, because unit_get() writes doubles and the caller's array holds integers.
 */
static int get_integers(struct unit *unit, int types, const fmi2ValueReference refs[], size_t n,
                        int values[])
{
    double value = 0;
    int status = n > 0 && (!refs || !values) ? unit_get(unit, types, NULL, n, NULL) : UNIT_OK;
    for (size_t i = 0; i < n && status == UNIT_OK; i++) {
        status = unit_get(unit, types, &refs[i], 1, &value);
        values[i] = (int)value;
    }
    return status;
}

static int set_integers(struct unit *unit, int types, const fmi2ValueReference refs[], size_t n,
                        const int values[])
{
    double *numbers = n > 0 && refs && values ? unit_room(unit, n) : NULL;
    if (n > 0 && refs && values && !numbers)
        return UNIT_ERROR;
    for (size_t i = 0; numbers && i < n; i++)
        numbers[i] = values[i];
    return unit_set(unit, types, refs, n, numbers);
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                       fmi2Real values[])
{
    return CALL(c, unit_get(c, UNIT_REAL, refs, n, values));
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                          fmi2Integer values[])
{
    return CALL(c, get_integers(c, UNIT_CHOICE | UNIT_COUNT, refs, n, values));
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                          fmi2Boolean values[])
{
    return CALL(c, get_integers(c, UNIT_BOOLEAN, refs, n, values));
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                         fmi2String values[])
{
    (void)refs, (void)values;
    return REFUSE_SOME(c, n, "this unit has no strings");
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                       const fmi2Real values[])
{
    return CALL(c, unit_set(c, UNIT_REAL, refs, n, values));
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                          const fmi2Integer values[])
{
    return CALL(c, set_integers(c, UNIT_CHOICE | UNIT_COUNT, refs, n, values));
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                          const fmi2Boolean values[])
{
    return CALL(c, set_integers(c, UNIT_BOOLEAN, refs, n, values));
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                         const fmi2String values[])
{
    (void)refs, (void)values;
    return REFUSE_SOME(c, n, "this unit has no strings");
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[],
                                        size_t unknown_count, const fmi2ValueReference knowns[],
                                        size_t known_count, const fmi2Real seed[],
                                        fmi2Real sensitivity[])
{
    return CALL(c,
                unit_direction(c, unknowns, unknown_count, knowns, known_count, seed, sensitivity));
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                       const fmi2Integer orders[], const fmi2Real values[])
{
    (void)refs, (void)orders, (void)values;
    return REFUSE_SOME(c, n, "inputs of this unit are held over a step");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                        const fmi2Integer orders[], fmi2Real values[])
{
    (void)refs, (void)orders, (void)values;
    return REFUSE_SOME(c, n, "this unit has no time derivatives of outputs");
}

/* ---- states ---- */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    return CALL(c, unit_state_get(c, state));
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    return CALL(c, unit_state_set(c, state));
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    return CALL(c, unit_state_free(state));
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    return CALL(c, unit_state_size(c, state, size));
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    return CALL(c, unit_state_write(c, state, bytes, size));
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state)
{
    return CALL(c, unit_state_read(c, bytes, size, state));
}

/* ---- steps ---- */

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real h, fmi2Boolean no_set_state)
{
    struct unit_outcome outcome = {0};
    (void)no_set_state;
    if (!c)
        return fmi2Error;
    if (unit_is_exchange(c))
        return REFUSE(c, "in model exchange the importer makes the steps");
    int status = h == 0 ? unit_eval(c, from) : unit_step(c, from, h, &outcome);
    if (status == UNIT_OK && outcome.ended)
        return (fmi2Status)unit_report_end(c);
    return (fmi2Status)status;
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
    return CALL(c, unit_cancel(c));
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
    (void)kind, (void)value;
    return REFUSE(c, "steps of this unit are never pending");
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
    if (!c || !value || kind != fmi2LastSuccessfulTime)
        return REFUSE(
            c,
            "value is NULL, or kind is not fmi2LastSuccessfulTime, the only status of type Real");
    *value = unit_time(c);
    return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)kind, (void)value;
    return REFUSE(c, "there is no status of type Integer");
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
    if (!c || !value || kind != fmi2Terminated)
        return REFUSE(
            c, "value is NULL, or kind is not fmi2Terminated, the only status of type Boolean");
    *value = unit_has_ended(c);
    return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
    (void)kind, (void)value;
    return REFUSE(c, "steps of this unit are never pending");
}
