/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "importer.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- loading ---- */

int unit_open(struct unit *unit, const char *path, int version)
{
    *unit = (struct unit){.version = version, .library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!unit->library)
        printf("# %s\n", dlerror());
    return unit->library == NULL;
}

void unit_close(struct unit *unit)
{
    if (unit->library)
        dlclose(unit->library);
}

/* Find a function by its name without the prefix "fmi2" or "fmi3". */
void *unit_function(const struct unit *unit, const char *name)
{
    char whole[64];
    snprintf(whole, sizeof whole, "fmi%d%s", unit->version, name);
    void *function = dlsym(unit->library, whole);
    if (!function) {
        printf("Bail out! there is no %s\n", whole);
        exit(1);
    }
    return function;
}

/* Declare `fn` as a function of the unit with its type; each type is used once. */
#define FUNCTION(instance, name, type, ...)               \
    type (*fn)(__VA_ARGS__);                              \
    void *symbol = unit_function((instance)->unit, name); \
    memcpy(&fn, &symbol, sizeof fn)

#define IS_2(instance) ((instance)->unit->version == 2)

/* ---- messages of the unit ---- */

static void hear_message(struct instance *instance, int status, const char *category,
                         const char *text)
{
    instance->said++;
    instance->status = status;
    snprintf(instance->category, sizeof instance->category, "%s", category);
    snprintf(instance->text, sizeof instance->text, "%s", text);
}

static void hear_2(void *environment, const char *name, int status, const char *category,
                   const char *format, ...)
{
    char text[1024];
    va_list arguments;
    (void)name;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    hear_message(environment, status, category, text);
}

static void hear_3(void *environment, int status, const char *category, const char *text)
{
    hear_message(environment, status, category, text);
}

/* ---- life cycle ---- */

static void *instantiate_2(struct instance *instance, const char *name, const char *token,
                           int flags)
{
    void (*logger)(void *, const char *, int, const char *, const char *, ...) = hear_2;
    FUNCTION(instance, "Instantiate", void *, const char *, int, const char *, const char *, void *,
             int, int);
    memcpy(&instance->callbacks[0], &logger, sizeof logger);
    instance->callbacks[4] = instance;
    return fn(name, flags & EXCHANGE ? 0 : 1, token, instance->unit->resources, instance->callbacks,
              0, (flags & LOGGING) != 0);
}

static void *instantiate_3(struct instance *instance, const char *name, const char *token,
                           int flags)
{
    FUNCTION(instance, "InstantiateCoSimulation", void *, const char *, const char *, const char *,
             bool, bool, bool, bool, const uint32_t *, size_t, void *,
             void (*)(void *, int, const char *, const char *), void (*)(void));
    return fn(name, token, instance->unit->resources, false, (flags & LOGGING) != 0,
              (flags & EVENTS) != 0, (flags & EARLY) != 0, NULL, 0, instance, hear_3, NULL);
}

static void *instantiate_exchange_3(struct instance *instance, const char *name, const char *token,
                                    int flags)
{
    FUNCTION(instance, "InstantiateModelExchange", void *, const char *, const char *, const char *,
             bool, bool, void *, void (*)(void *, int, const char *, const char *));
    return fn(name, token, instance->unit->resources, false, (flags & LOGGING) != 0, instance,
              hear_3);
}

int instantiate(struct instance *instance, const struct unit *unit, const char *token, int flags)
{
    return instantiate_as(instance, unit, "unit", token, flags);
}

int instantiate_as(struct instance *instance, const struct unit *unit, const char *name,
                   const char *token, int flags)
{
    *instance = (struct instance){.unit = unit};
    void *(*how)(struct instance *, const char *, const char *, int) =
        unit->version == 2 ? instantiate_2
        : flags & EXCHANGE ? instantiate_exchange_3
                           : instantiate_3;
    instance->component = how(instance, name, token, flags);
    return instance->component ? OK : ERROR;
}

static int call(struct instance *instance, const char *name)
{
    FUNCTION(instance, name, int, void *);
    return fn(instance->component);
}

void release(struct instance *instance)
{
    FUNCTION(instance, "FreeInstance", void, void *);
    fn(instance->component);
    instance->component = NULL;
}

int set_logging(struct instance *instance, int on, const char *category)
{
    if (IS_2(instance)) {
        FUNCTION(instance, "SetDebugLogging", int, void *, int, size_t, const char *const *);
        return fn(instance->component, on, 1, &category);
    }
    FUNCTION(instance, "SetDebugLogging", int, void *, bool, size_t, const char *const *);
    return fn(instance->component, on, 1, &category);
}

int enter(struct instance *instance)
{
    return call(instance, "EnterInitializationMode");
}

static int set_up_2(struct instance *instance, double tolerance, double start, double stop)
{
    FUNCTION(instance, "SetupExperiment", int, void *, int, double, double, int, double);
    int status = fn(instance->component, tolerance > 0, tolerance, start, stop < 1e300, stop);
    return status == OK ? enter(instance) : status;
}

static int set_up_3(struct instance *instance, double tolerance, double start, double stop)
{
    FUNCTION(instance, "EnterInitializationMode", int, void *, bool, double, double, bool, double);
    return fn(instance->component, tolerance > 0, tolerance, start, stop < 1e300, stop);
}

int set_up(struct instance *instance, double tolerance, double start, double stop)
{
    return IS_2(instance) ? set_up_2(instance, tolerance, start, stop)
                          : set_up_3(instance, tolerance, start, stop);
}

/* End the initialisation. In FMI 3 with EVENTS the unit is then in event mode: enter_steps() must
 * follow before a step. */
int leave(struct instance *instance)
{
    return call(instance, "ExitInitializationMode");
}

int enter_steps(struct instance *instance)
{
    return call(instance, "EnterStepMode");
}

int events_and_back(struct instance *instance)
{
    bool answer[5];
    double next;
    FUNCTION(instance, "UpdateDiscreteStates", int, void *, bool *, bool *, bool *, bool *, bool *,
             double *);
    int status = call(instance, "EnterEventMode");
    if (status == OK)
        status = fn(instance->component, &answer[0], &answer[1], &answer[2], &answer[3], &answer[4],
                    &next);
    for (int i = 0; status == OK && i < 5; i++)
        status = answer[i] ? ERROR : OK;
    return status == OK ? enter_steps(instance) : status;
}

int terminate(struct instance *instance)
{
    return call(instance, "Terminate");
}

int cancel_step(struct instance *instance)
{
    return call(instance, "CancelStep");
}

int reset(struct instance *instance)
{
    return call(instance, "Reset");
}

/* ---- steps ---- */

static double last_time(struct instance *instance)
{
    double last = 0;
    FUNCTION(instance, "GetRealStatus", int, void *, int, double *);
    fn(instance->component, 2, &last);
    return last;
}

static int has_ended(struct instance *instance)
{
    int ended = 0;
    FUNCTION(instance, "GetBooleanStatus", int, void *, int, int *);
    fn(instance->component, 3, &ended);
    return ended;
}

static int step_2(struct instance *instance, double from, double h, struct step_result *result)
{
    FUNCTION(instance, "DoStep", int, void *, double, double, int);
    int status = fn(instance->component, from, h, 1);
    result->last = last_time(instance);
    result->ended = has_ended(instance);
    return status;
}

static int step_3(struct instance *instance, double from, double h, struct step_result *result)
{
    bool event = false, ended = false, early = false;
    FUNCTION(instance, "DoStep", int, void *, double, double, bool, bool *, bool *, bool *,
             double *);
    int status = fn(instance->component, from, h, true, &event, &ended, &early, &result->last);
    result->event = event;
    result->ended = ended;
    result->early = early;
    return status;
}

int step(struct instance *instance, double from, double h, struct step_result *result)
{
    struct step_result unheard;
    result = result ? result : &unheard;
    *result = (struct step_result){0};
    return IS_2(instance) ? step_2(instance, from, h, result) : step_3(instance, from, h, result);
}

/* ---- variables ---- */

static int values(struct instance *instance, const char *verb, const uint32_t *refs, size_t n,
                  const void *array)
{
    char name[32];
    snprintf(name, sizeof name, "%s%s", verb, IS_2(instance) ? "Real" : "Float64");
    /* FMI 2 has no argument for the number of values; an extra argument has no effect */
    FUNCTION(instance, name, int, void *, const uint32_t *, size_t, const void *, size_t);
    return fn(instance->component, refs, n, array, n);
}

int get(struct instance *instance, const uint32_t *refs, size_t n, double *out)
{
    return values(instance, "Get", refs, n, out);
}

int set(struct instance *instance, const uint32_t *refs, size_t n, const double *in)
{
    return values(instance, "Set", refs, n, in);
}

/* Get or set one value of another type; FMI 3 also takes the number of values. */
static int one(struct instance *instance, const char *name, uint32_t ref, void *value)
{
    FUNCTION(instance, name, int, void *, const uint32_t *, size_t, void *, size_t);
    return fn(instance->component, &ref, 1, value, 1);
}

int get_whole(struct instance *instance, uint32_t ref, int64_t *out)
{
    int small = 0;
    if (!IS_2(instance))
        return one(instance, ref == SLOT_REF_EVENT_COUNT ? "GetUInt64" : "GetInt64", ref, out);
    int status = one(instance, "GetInteger", ref, &small);
    *out = small;
    return status;
}

int set_whole(struct instance *instance, uint32_t ref, int64_t in)
{
    int small = (int)in;
    return IS_2(instance) ? one(instance, "SetInteger", ref, &small)
                          : one(instance, "SetInt64", ref, &in);
}

int set_flag(struct instance *instance, uint32_t ref, int in)
{
    bool small = in != 0;
    return IS_2(instance) ? one(instance, "SetBoolean", ref, &in)
                          : one(instance, "SetBoolean", ref, &small);
}

static int direction_2(struct instance *instance, const uint32_t *unknowns, size_t n,
                       const uint32_t *knowns, size_t m, const double *seed, double *out)
{
    FUNCTION(instance, "GetDirectionalDerivative", int, void *, const uint32_t *, size_t,
             const uint32_t *, size_t, const double *, double *);
    return fn(instance->component, unknowns, n, knowns, m, seed, out);
}

int direction(struct instance *instance, const uint32_t *unknowns, size_t n, const uint32_t *knowns,
              size_t m, const double *seed, double *out)
{
    if (IS_2(instance))
        return direction_2(instance, unknowns, n, knowns, m, seed, out);
    FUNCTION(instance, "GetDirectionalDerivative", int, void *, const uint32_t *, size_t,
             const uint32_t *, size_t, const double *, size_t, double *, size_t);
    return fn(instance->component, unknowns, n, knowns, m, seed, m, out, n);
}

/* ---- states ---- */

static const char *state_name(const struct instance *instance, const char *verb)
{
    static _Thread_local char name[64];
    snprintf(name, sizeof name, "%s%s", verb, IS_2(instance) ? "FMUstate" : "FMUState");
    return name;
}

int get_state(struct instance *instance, void **state)
{
    FUNCTION(instance, state_name(instance, "Get"), int, void *, void **);
    return fn(instance->component, state);
}

int set_state(struct instance *instance, void *state)
{
    FUNCTION(instance, state_name(instance, "Set"), int, void *, void *);
    return fn(instance->component, state);
}

int free_state(struct instance *instance, void **state)
{
    FUNCTION(instance, state_name(instance, "Free"), int, void *, void **);
    return fn(instance->component, state);
}

size_t state_size(struct instance *instance, void *state)
{
    size_t size = 0;
    FUNCTION(instance, IS_2(instance) ? "SerializedFMUstateSize" : "SerializedFMUStateSize", int,
             void *, void *, size_t *);
    return fn(instance->component, state, &size) == OK ? size : 0;
}

int write_state(struct instance *instance, void *state, void *bytes, size_t size)
{
    FUNCTION(instance, state_name(instance, "Serialize"), int, void *, void *, void *, size_t);
    return fn(instance->component, state, bytes, size);
}

int read_state(struct instance *instance, const void *bytes, size_t size, void **state)
{
    FUNCTION(instance, IS_2(instance) ? "DeSerializeFMUstate" : "DeserializeFMUState", int, void *,
             const void *, size_t, void **);
    return fn(instance->component, bytes, size, state);
}
