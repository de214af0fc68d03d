/* SPDX-License-Identifier: MIT */
/* Calls of model exchange. */
#include "importer.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define IS_2(instance) ((instance)->unit->version == 2)
#define FUNCTION(instance, name, type, ...)               \
    type (*fn)(__VA_ARGS__);                              \
    void *symbol = unit_function((instance)->unit, name); \
    memcpy(&fn, &symbol, sizeof fn)

int set_time(struct instance *instance, double t)
{
    FUNCTION(instance, "SetTime", int, void *, double);
    return fn(instance->component, t);
}

static int array(struct instance *instance, const char *name, const double *x, size_t n)
{
    FUNCTION(instance, name, int, void *, const double *, size_t);
    return fn(instance->component, x, n);
}

int set_states(struct instance *instance, const double *x, size_t n)
{
    return array(instance, "SetContinuousStates", x, n);
}

int get_states(struct instance *instance, double *x, size_t n)
{
    return array(instance, "GetContinuousStates", x, n);
}

int get_rates(struct instance *instance, double *rates, size_t n)
{
    return array(instance, IS_2(instance) ? "GetDerivatives" : "GetContinuousStateDerivatives",
                 rates, n);
}

int get_indicators(struct instance *instance, double *indicators, size_t n)
{
    return array(instance, "GetEventIndicators", indicators, n);
}

int get_nominals(struct instance *instance, double *nominals, size_t n)
{
    return array(instance, "GetNominalsOfContinuousStates", nominals, n);
}

static int complete_3(struct instance *instance, int *events, int *ended)
{
    bool event = false, end = false;
    FUNCTION(instance, "CompletedIntegratorStep", int, void *, bool, bool *, bool *);
    int status = fn(instance->component, true, &event, &end);
    *events = event;
    *ended = end;
    return status;
}

int complete_step(struct instance *instance, int *events, int *ended)
{
    *events = *ended = 0;
    if (!IS_2(instance))
        return complete_3(instance, events, ended);
    FUNCTION(instance, "CompletedIntegratorStep", int, void *, int, int *, int *);
    return fn(instance->component, 1, events, ended);
}

static int enter_mode(struct instance *instance, const char *name)
{
    FUNCTION(instance, name, int, void *);
    return fn(instance->component);
}

int enter_events(struct instance *instance)
{
    return enter_mode(instance, "EnterEventMode");
}

int enter_continuous(struct instance *instance)
{
    return enter_mode(instance, "EnterContinuousTimeMode");
}

static int update_2(struct instance *instance, struct changes *changes)
{
    struct {
        int more, ended, nominals, values, has_next;
        double next;
    } info = {0, 0, 0, 0, 0, 0};
    FUNCTION(instance, "NewDiscreteStates", int, void *, void *);
    int status = fn(instance->component, &info);
    *changes = (struct changes){info.more,   info.ended,    info.nominals,
                                info.values, info.has_next, info.next};
    return status;
}

int update_states(struct instance *instance, struct changes *changes)
{
    bool answer[5] = {false};
    double next = NAN;
    if (IS_2(instance))
        return update_2(instance, changes);
    FUNCTION(instance, "UpdateDiscreteStates", int, void *, bool *, bool *, bool *, bool *, bool *,
             double *);
    int status =
        fn(instance->component, &answer[0], &answer[1], &answer[2], &answer[3], &answer[4], &next);
    *changes = (struct changes){answer[0], answer[1], answer[2], answer[3], answer[4], next};
    return status;
}
