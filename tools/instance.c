/* SPDX-License-Identifier: MIT */
#include "instance.h"

#include <stdlib.h>

#include "scenario/set_value.h"

int model_status(int32_t failure)
{
    return failure == WD_ENOMEM ? TOOL_SYSTEM : TOOL_MODEL;
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
        const char *why;
        if (set_value(instance->model, settings[i].name, settings[i].value, &why) < 0)
            return problem_is(problem, TOOL_USAGE, "--set %s=%s: %s", settings[i].name,
                              settings[i].value, why);
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
