/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wheeldyn bench: how fast every preset runs on this machine. */
#include <stdio.h>
#include <time.h>

#include <wheeldyn/wheeldyn.h>

#include "command.h"
#include "options.h"

static double processor_time(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Runs of 10 s from the start, for a fifth of a second of processor time. */
static int bench(wd_model *model, const char *kind, const char *preset, struct problem *problem)
{
    double begun = processor_time(), used = 0, steps, all = 0, simulated = 0;
    while (used < 0.2) {
        if (wd_model_init(model, 0) < 0 || wd_model_step_to(model, 10) < 0 ||
            wd_model_value(model, "stat.steps", &steps) < 0)
            return problem_is(problem, TOOL_MODEL, "%s %s: %s", kind, preset,
                              wd_model_error(model));
        all += steps;
        simulated += wd_model_time(model);
        wd_model_reset(model);
        used = processor_time() - begun;
    }
    printf("%-14s %-18s %10.3g s/s %10.3g us/step %8.4g steps/s\n", kind, preset, simulated / used,
           1e6 * used / all, all / simulated);
    return TOOL_OK;
}

int command_bench(int argc, char **argv, struct problem *problem)
{
    struct options options;
    int status = options_read(&options, argc, argv, "", "bench", problem);
    if (status)
        return status;
    options_free(&options);
    printf("kind           preset             simulated s per s of processor; time of a step; "
           "steps per simulated s\n");
    for (size_t i = 0; i < wd_kind_count() && !status; i++)
        for (size_t p = 0; p < wd_preset_count(wd_kind_name(i)) && !status; p++) {
            const char *kind = wd_kind_name(i), *preset = wd_preset_name(kind, p);
            wd_model *model;
            if (wd_model_new(kind, &model) < 0)
                return problem_is(problem, TOOL_SYSTEM, "out of memory");
            wd_model_load_preset(model, preset);
            status = bench(model, kind, preset, problem);
            wd_model_free(model);
        }
    return status;
}
