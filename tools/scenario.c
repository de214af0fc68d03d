/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_file(struct scenario *scenario, const char *path)
{
    scenario->files =
        memory_more(scenario->files, scenario->file_count + 1, sizeof *scenario->files);
    struct pairs_file *added = &scenario->files[scenario->file_count++];
    added->path = path_beside("", path);
    SHA256Data((const uint8_t *)scenario->last.bytes, scenario->last.size, added->digest);
}

/* Read a file that the scenario names: a wd_scenario_file_fn. */
static int32_t read_pairs(const char *path, const char **bytes, size_t *size, const char **reason,
                          void *user)
{
    struct scenario *scenario = user;
    struct problem problem;
    free(scenario->last.bytes);
    scenario->last = (struct file){0};
    if (file_read(&scenario->last, path, &problem)) {
        size_t head = strlen(path) + 2; /* the text begins with "path: " */
        snprintf(scenario->reason, sizeof scenario->reason, "%s",
                 strlen(problem.text) > head ? problem.text + head : "cannot be read");
        *reason = scenario->reason;
        return WD_EFILE;
    }
    add_file(scenario, path);
    *bytes = scenario->last.bytes;
    *size = scenario->last.size;
    return WD_OK;
}

int scenario_problem(const wd_scenario *handle, int32_t failure, struct problem *problem)
{
    size_t line;
    wd_scenario_error_place(handle, &line, NULL);
    return problem_is(problem,
                      failure == WD_ENOMEM || failure == WD_EFILE ? TOOL_SYSTEM
                      : line > 0                                  ? TOOL_SCENARIO
                                                                  : TOOL_MODEL,
                      "%s", wd_scenario_error(handle));
}

static int read_text(struct scenario *scenario, const char *name, const char *text, size_t size,
                     struct problem *problem)
{
    *scenario = (struct scenario){0};
    if (wd_scenario_new(&scenario->handle) < 0)
        end_without_memory();
    wd_scenario_set_file_fn(scenario->handle, read_pairs, scenario);
    int32_t status = wd_scenario_read_text(scenario->handle, text, size, name);
    free(scenario->last.bytes);
    scenario->last = (struct file){0};
    if (status < 0) {
        int failed = scenario_problem(scenario->handle, status, problem);
        scenario_close(scenario);
        return failed;
    }
    scenario->path = wd_scenario_name(scenario->handle);
    scenario->kind = wd_scenario_kind(scenario->handle);
    wd_scenario_times(scenario->handle, &scenario->start, &scenario->end, &scenario->step);
    return TOOL_OK;
}

int scenario_open(struct scenario *scenario, const char *path, struct problem *problem)
{
    struct file file;
    int piped = !strcmp(path, "-");
    int status = piped ? file_read_input(&file, problem) : file_read(&file, path, problem);
    if (status)
        return status;
    status = read_text(scenario, piped ? "<stdin>" : path, file.bytes, file.size, problem);
    free(file.bytes);
    return status;
}

bool scenario_is_kind(const char *word)
{
    for (size_t i = 0; i < wd_kind_count(); i++)
        if (!strcmp(wd_kind_name(i), word))
            return true;
    return false;
}

int scenario_of_word(struct scenario *scenario, const char *word, struct problem *problem)
{
    char text[128];
    if (scenario_is_kind(word)) {
        int size = snprintf(text, sizeof text, "kind: %s\n", word);
        return read_text(scenario, word, text, (size_t)size, problem);
    }
    if (strcmp(word, "-") && access(word, F_OK))
        return problem_is(problem, TOOL_SYSTEM,
                          "there is neither a file nor a kind \"%s\"; the nearest kind is \"%s\"",
                          word, wd_kind_nearest_name(word));
    return scenario_open(scenario, word, problem);
}

void scenario_close(struct scenario *scenario)
{
    for (size_t i = 0; i < scenario->file_count; i++)
        free(scenario->files[i].path);
    free(scenario->files);
    wd_scenario_free(scenario->handle);
}

void scenario_digest(const struct scenario *scenario, char out[65])
{
    size_t size;
    const char *text = wd_scenario_text(scenario->handle, &size);
    SHA256Data((const uint8_t *)text, size, out);
}
