/* SPDX-License-Identifier: MIT */
#include "instance.h"

#include <stdlib.h>

#include "number.h"

int model_status(int32_t failure)
{
    return failure == WD_ENOMEM ? TOOL_SYSTEM : TOOL_MODEL;
}

/* Set a variable to a number or a named choice. Returns NULL, or a sentence on the fault. */
static const char *set_text(wd_model *model, const char *name, const char *value)
{
    uint32_t ref;
    double number = 0;
    int32_t status;
    int known = wd_model_find(model, name, &ref) == WD_OK;
    if (known && wd_model_choice_count(model, ref) > 0)
        status = wd_model_set_choice(model, name, value);
    else if (!known || number_read(value, &number))
        status = wd_model_set_value(model, name, number);
    else
        return "this is not a decimal number within the range of doubles";
    return status < 0 ? wd_model_error(model) : NULL;
}

static int build(struct instance *instance, const struct setting *settings, size_t count,
                 struct problem *problem)
{
    int32_t made = wd_scenario_model(instance->handle, &instance->model);
    if (made < 0) {
        int status = scenario_problem(instance->handle, made, problem);
        return status == TOOL_MODEL ? TOOL_SYSTEM : status;
    }
    for (size_t i = 0; i < count; i++) {
        const char *refused = set_text(instance->model, settings[i].name, settings[i].value);
        if (refused)
            return problem_is(problem, TOOL_USAGE, "--set %s=%s: %s", settings[i].name,
                              settings[i].value, refused);
    }
    return TOOL_OK;
}

int instance_new(const struct scenario *scenario, const struct setting *settings, size_t count,
                 struct instance *out, struct problem *problem)
{
    *out = (struct instance){.scenario = scenario};
    if (wd_scenario_clone(scenario->handle, &out->handle) < 0)
        return problem_is(problem, TOOL_SYSTEM, "out of memory");
    int status = build(out, settings, count, problem);
    if (status)
        instance_free(out);
    return status;
}

void instance_free(struct instance *instance)
{
    wd_model_free(instance->model);
    wd_scenario_free(instance->handle);
}

int instance_columns(const struct instance *instance, uint32_t **refs, size_t *count,
                     struct problem *problem)
{
    int32_t status = wd_scenario_columns(instance->handle, instance->model, NULL, 0, count);
    if (status < 0)
        return scenario_problem(instance->handle, status, problem);
    size_t room = wd_model_var_count(instance->model);
    *refs = memory(*count > room ? *count : room, sizeof **refs);
    wd_scenario_columns(instance->handle, instance->model, *refs, *count, count);
    return TOOL_OK;
}
