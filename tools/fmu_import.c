/* SPDX-License-Identifier: MIT */
#include "fmu_import.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fmu/slot.h"

typedef void (*function)(void);

static function find(const struct import *import, const char *name)
{
    void *symbol = system_symbol(&import->library, name);
    function found;
    memcpy(&found, &symbol, sizeof found);
    return found;
}

/* Call a function of the unit with the type that our header declares. */
#define CALL(import, name, ...) ((__typeof__(name) *)find(import, #name))(__VA_ARGS__)

/* ---- messages ---- */

/* Our units of FMI 2 pass complete texts, in which % is doubled. */
__attribute__((format(printf, 5, 6))) static void hear_2(void *environment, const char *instance,
                                                         fmi2Status status, const char *category,
                                                         const char *text, ...)
{
    struct import *import = environment;
    va_list arguments;
    (void)instance, (void)status, (void)category;
    va_start(arguments, text);
    vsnprintf(import->said, sizeof import->said, text, arguments);
    va_end(arguments);
}

static void hear_3(void *environment, fmi3Status status, const char *category, const char *text)
{
    struct import *import = environment;
    (void)status, (void)category;
    snprintf(import->said, sizeof import->said, "%s", text);
}

/* ---- resources ---- */

static void put_path(const struct import *import, char *path, size_t size)
{
    snprintf(path, size, "%s/" SLOT_FILE, import->resources);
}

/* Write the file of a large scenario into a folder of its own, which remove_resources() removes. */
static bool write_resources(struct import *import, const struct member *scenario)
{
    char path[sizeof import->resources + sizeof "/" SLOT_FILE];
    if (!scenario)
        return true;
    if (!system_make_folder(import->resources, sizeof import->resources)) {
        import->resources[0] = 0;
        return false;
    }
    put_path(import, path, sizeof path);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(scenario->bytes, 1, scenario->size, file) == scenario->size;
    return file && fclose(file) == 0 && written;
}

static void remove_resources(const struct import *import)
{
    char path[sizeof import->resources + sizeof "/" SLOT_FILE];
    if (!import->resources[0])
        return;
    put_path(import, path, sizeof path);
    remove(path);
    system_remove_folder(import->resources);
}

/* Write the URI of the folder of resources. */
static void put_uri(const struct import *import, char *uri)
{
    const char *from = import->resources;
    strcpy(uri, from[0] == '/' ? "file://" : "file:///");
    for (uri += strlen(uri); *from; from++, uri += strlen(uri)) {
        const char plain[] = {*from, 0};
        strcpy(uri, *from == '%' ? "%25" : *from == '\\' ? "/" : plain);
    }
}

/* ---- life ---- */

static bool start_2(struct import *import, bool exchange, const char *token, double start)
{
    char uri[sizeof "file:///" + 3 * sizeof import->resources];
    put_uri(import, uri);
    import->callbacks.logger = hear_2;
    import->callbacks.componentEnvironment = import;
    void *instance =
        CALL(import, fmi2Instantiate, "check", exchange ? fmi2ModelExchange : fmi2CoSimulation,
             token, uri, &import->callbacks, 0, 0);
    import->instance = instance;
    return instance && CALL(import, fmi2SetupExperiment, instance, 0, 0, start, 0, 0) == fmi2OK &&
           CALL(import, fmi2EnterInitializationMode, instance) == fmi2OK &&
           CALL(import, fmi2ExitInitializationMode, instance) == fmi2OK;
}

static void *instantiate_3(struct import *import, bool exchange, const char *token)
{
    if (exchange)
        return CALL(import, fmi3InstantiateModelExchange, "check", token, import->resources, false,
                    false, import, hear_3);
    return CALL(import, fmi3InstantiateCoSimulation, "check", token, import->resources, false,
                false, false, false, NULL, 0, import, hear_3, NULL);
}

static bool start_3(struct import *import, bool exchange, const char *token, double start)
{
    void *instance = instantiate_3(import, exchange, token);
    import->instance = instance;
    return instance &&
           CALL(import, fmi3EnterInitializationMode, instance, false, 0, start, false, 0) ==
               fmi3OK &&
           CALL(import, fmi3ExitInitializationMode, instance) == fmi3OK;
}

bool import_open(struct import *import, int version, bool exchange, const void *binary, size_t size,
                 const struct member *scenario, const char *token, double start)
{
    *import = (struct import){.version = version};
    if (!write_resources(import, scenario) || !system_load(&import->library, binary, size)) {
        snprintf(import->said, sizeof import->said, "cannot be loaded: %s", strerror(errno));
        remove_resources(import);
        return false;
    }
    if (version == 2 ? start_2(import, exchange, token, start)
                     : start_3(import, exchange, token, start))
        return true;
    import_close(import);
    return false;
}

void import_close(struct import *import)
{
    if (import->instance && import->version == 2)
        CALL(import, fmi2FreeInstance, import->instance);
    else if (import->instance)
        CALL(import, fmi3FreeInstance, import->instance);
    system_unload(&import->library);
    remove_resources(import);
}

/* ---- steps and values ---- */

static int step_2(struct import *import, double from, double h, bool *ended)
{
    int yes = 0;
    int status = (int)CALL(import, fmi2DoStep, import->instance, from, h, 1);
    if (status == fmi2Discard)
        CALL(import, fmi2GetBooleanStatus, import->instance, fmi2Terminated, &yes);
    *ended = yes != 0;
    return *ended ? IMPORT_OK : status;
}

static int step_3(struct import *import, double from, double h, bool *ended)
{
    bool event, early;
    double last;
    *ended = false;
    return (int)CALL(import, fmi3DoStep, import->instance, from, h, true, &event, ended, &early,
                     &last);
}

int import_step(struct import *import, double from, double h, bool *ended)
{
    return import->version == 2 ? step_2(import, from, h, ended) : step_3(import, from, h, ended);
}

int import_get(struct import *import, const uint32_t *refs, size_t n, double *out)
{
    return import->version == 2
               ? (int)CALL(import, fmi2GetReal, import->instance, refs, n, out)
               : (int)CALL(import, fmi3GetFloat64, import->instance, refs, n, out, n);
}

int import_get_choice(struct import *import, uint32_t ref, double *out)
{
    int value = 0;
    int64_t wide = 0;
    int status = import->version == 2
                     ? (int)CALL(import, fmi2GetInteger, import->instance, &ref, 1, &value)
                     : (int)CALL(import, fmi3GetInt64, import->instance, &ref, 1, &wide, 1);
    *out = import->version == 2 ? value : (double)wide;
    return status;
}

/* ---- model exchange ---- */

/* Call a function with n numbers that both versions of FMI have, under the name in each version. */
#define CALL_EITHER(import, name2, name3, ...)                                          \
    ((import)->version == 2 ? (int)CALL(import, name2, (import)->instance, __VA_ARGS__) \
                            : (int)CALL(import, name3, (import)->instance, __VA_ARGS__))

int import_pose(struct import *import, double t, const double *x, size_t n)
{
    int status = CALL_EITHER(import, fmi2SetTime, fmi3SetTime, t);
    return status == IMPORT_OK
               ? CALL_EITHER(import, fmi2SetContinuousStates, fmi3SetContinuousStates, x, n)
               : status;
}

int import_get_rates(struct import *import, double *rates, size_t n)
{
    return CALL_EITHER(import, fmi2GetDerivatives, fmi3GetContinuousStateDerivatives, rates, n);
}

int import_get_indicators(struct import *import, double *indicators, size_t n)
{
    return CALL_EITHER(import, fmi2GetEventIndicators, fmi3GetEventIndicators, indicators, n);
}

int import_get_states(struct import *import, double *x, size_t n)
{
    return CALL_EITHER(import, fmi2GetContinuousStates, fmi3GetContinuousStates, x, n);
}

static int update_2(struct import *import, bool *ended, double *next)
{
    fmi2EventInfo info = {0};
    int status = (int)CALL(import, fmi2NewDiscreteStates, import->instance, &info);
    *ended = info.terminateSimulation != 0;
    *next = info.nextEventTimeDefined ? info.nextEventTime : HUGE_VAL;
    return status == IMPORT_OK ? (int)CALL(import, fmi2EnterContinuousTimeMode, import->instance)
                               : status;
}

static int update_3(struct import *import, bool *ended, double *next)
{
    bool more, nominals, values, has_next = false;
    double time = 0;
    int status = (int)CALL(import, fmi3UpdateDiscreteStates, import->instance, &more, ended,
                           &nominals, &values, &has_next, &time);
    *next = has_next ? time : HUGE_VAL;
    return status == IMPORT_OK ? (int)CALL(import, fmi3EnterContinuousTimeMode, import->instance)
                               : status;
}

int import_update(struct import *import, bool *ended, double *next)
{
    *ended = false;
    return import->version == 2 ? update_2(import, ended, next) : update_3(import, ended, next);
}

int import_enter_events(struct import *import)
{
    return import->version == 2 ? (int)CALL(import, fmi2EnterEventMode, import->instance)
                                : (int)CALL(import, fmi3EnterEventMode, import->instance);
}
