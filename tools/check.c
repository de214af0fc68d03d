/* SPDX-License-Identifier: MIT */
/* wheeldyn check: validate a scenario without running it. */
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "number.h"
#include "options.h"
#include "simulate.h"

/* Start the model and apply every switch at the start time, which reveals wrong names, roles and
 * values out of bounds. */
static int start(const struct instance *instance, struct problem *problem)
{
    const struct scenario *scenario = instance->scenario;
    int32_t status = wd_model_init(instance->model, scenario->start);
    if (status < 0)
        return problem_is(problem, model_status(status), "%s: %s", scenario->path,
                          wd_model_error(instance->model));
    for (size_t i = 0; i < wd_scenario_switch_count(instance->handle); i++)
        if ((status = wd_scenario_set_switch(instance->handle, instance->model, i)) < 0)
            return scenario_problem(instance->handle, status, problem);
    return TOOL_OK;
}

static int check(const struct scenario *scenario, const struct options *options,
                 struct problem *problem)
{
    struct instance instance;
    uint32_t *refs;
    size_t count;
    int status =
        instance_new(scenario, options->settings, options->setting_count, &instance, problem);
    if (status)
        return status;
    status = instance_columns(&instance, &refs, &count, problem);
    if (!status) {
        free(refs);
        status = start(&instance, problem);
    }
    if (!status) {
        char from[NUMBER_SIZE], to[NUMBER_SIZE];
        struct plan plan = {scenario->start, scenario->end, scenario->step, NULL, 0, NULL, NULL};
        printf("%s: right: %s, %zu rows of %zu variables from %s s to %s s\n", scenario->path,
               scenario->kind, plan_rows(&plan), count, number_text(from, scenario->start),
               number_text(to, scenario->end));
    }
    instance_free(&instance);
    return status;
}

int command_check(int argc, char **argv, struct problem *problem)
{
    static const char usage[] = "check SCENARIO [--set NAME=VALUE]...";
    struct options options;
    struct scenario scenario;
    int status = options_read(&options, argc, argv, "s", usage, problem);
    if (status)
        return status;
    if (!options.word)
        status = problem_is(problem, TOOL_USAGE, "usage: wheeldyn %s", usage);
    else if (!(status = scenario_open(&scenario, options.word, problem))) {
        status = check(&scenario, &options, problem);
        scenario_close(&scenario);
    }
    options_free(&options);
    return status;
}
