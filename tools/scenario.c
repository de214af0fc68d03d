/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wheeldyn/wheeldyn.h>

#include "number.h"

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

static int read_time(struct scenario *scenario, node *time, struct problem *problem)
{
    const struct document *document = &scenario->document;
    int status = expect_map(document, time, KEYS("start", "end", "step"), problem);
    struct {
        const char *key;
        double *value;
    } parts[] = {{"start", &scenario->start}, {"end", &scenario->end}, {"step", &scenario->step}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !status; i++) {
        node *value = map_value(document, time, parts[i].key);
        if (value)
            status = expect_number(document, value, parts[i].value, problem);
    }
    if (status)
        return status;
    char text[2][NUMBER_SIZE];
    if (!(scenario->end >= scenario->start) || !(scenario->end - scenario->start <= LONGEST_RUN))
        return problem_at(problem, document, time, "time runs from start %s to end %s",
                          number_text(text[0], scenario->start),
                          number_text(text[1], scenario->end));
    if (!(scenario->step > 0))
        return problem_at(problem, document, time, "step is %s, it must be above 0",
                          number_text(text[0], scenario->step));
    return TOOL_OK;
}

static int check_switches(const struct scenario *scenario, struct problem *problem)
{
    const struct document *document = &scenario->document;
    double last = scenario->start;
    int status = expect_list(document, scenario->switches, problem);
    for (size_t i = 0; !status && i < list_length(scenario->switches); i++) {
        node *entry = list_item(document, scenario->switches, i);
        double at = 0;
        if ((status = expect_map(document, entry, KEYS("at", "set"), problem)))
            return status;
        node *time = map_value(document, entry, "at"), *set = map_value(document, entry, "set");
        if (!time || !set)
            return problem_at(problem, document, entry, "a switch has the keys at and set");
        if ((status = expect_number(document, time, &at, problem)) ||
            (status = expect_map(document, set, NULL, problem)))
            return status;
        char text[2][NUMBER_SIZE];
        if (!(at >= last) || at > scenario->end)
            return problem_at(problem, document, time, "switches go by rising time within %s to %s",
                              number_text(text[0], scenario->start),
                              number_text(text[1], scenario->end));
        last = at;
    }
    return status;
}

/* Split a terrain given as a mapping of points, bulge and friction. */
static int split_terrain(struct scenario *scenario, struct problem *problem)
{
    const struct document *document = &scenario->document;
    node *terrain = scenario->terrain;
    int status = expect_map(document, terrain, KEYS("points", "bulge", "friction"), problem);
    if (status)
        return status;
    scenario->bulge = map_value(document, terrain, "bulge");
    scenario->friction = map_value(document, terrain, "friction");
    scenario->terrain = map_value(document, terrain, "points");
    if (!scenario->terrain)
        return problem_at(problem, document, terrain, "a terrain has the key points");
    if (scenario->bulge)
        status = expect_list(document, scenario->bulge, problem);
    if (!status && scenario->friction)
        status = expect_list(document, scenario->friction, problem);
    return status;
}

/* Check the form of optional mappings and lists. */
static int check_forms(struct scenario *scenario, struct problem *problem)
{
    const struct document *document = &scenario->document;
    int status = TOOL_OK;
    if (scenario->parts)
        status = expect_list(document, scenario->parts, problem);
    if (!status && scenario->set)
        status = expect_map(document, scenario->set, NULL, problem);
    if (!status && scenario->inputs)
        status = expect_map(document, scenario->inputs, NULL, problem);
    if (!status && scenario->terrain && scenario->terrain->type == YAML_MAPPING_NODE)
        status = split_terrain(scenario, problem);
    if (!status && scenario->path)
        status = expect_map(document, scenario->path, KEYS("points", "closed"), problem);
    if (!status && scenario->record)
        status = expect_list(document, scenario->record, problem);
    if (!status && scenario->switches)
        status = check_switches(scenario, problem);
    return status;
}

static int add_table(struct scenario *scenario, node *source, struct problem *problem)
{
    size_t count = scenario->table_count;
    scenario->tables = memory_more(scenario->tables, count + 1, sizeof *scenario->tables);
    int status = table_read(&scenario->document, source, &scenario->tables[count], problem);
    scenario->table_count += status == TOOL_OK;
    return status;
}

/* Read all tables once, because the models of a sweep share them and outputs are compared with
 * files that were read. Wrong forms are reported by the instance. */
static int read_tables(struct scenario *scenario, struct problem *problem)
{
    const struct document *document = &scenario->document;
    node *points = scenario->path ? map_value(document, scenario->path, "points") : NULL;
    int status = TOOL_OK;
    if (scenario->terrain)
        status = add_table(scenario, scenario->terrain, problem);
    if (!status && points)
        status = add_table(scenario, points, problem);
    for (size_t i = 0; scenario->inputs && i < map_length(scenario->inputs) && !status; i++) {
        node *key, *form, *pairs;
        map_pair(document, scenario->inputs, i, &key, &form);
        if (form->type != YAML_MAPPING_NODE || map_length(form) != 1)
            continue;
        map_pair(document, form, 0, &key, &pairs);
        if (node_is(key, "linear") || node_is(key, "step"))
            status = add_table(scenario, pairs, problem);
    }
    return status;
}

static int read_all(struct scenario *scenario, struct problem *problem)
{
    const struct document *document = &scenario->document;
    node *root = document_root(document);
    int status = expect_map(document, root,
                            KEYS("kind", "preset", "parts", "set", "input", "terrain", "path",
                                 "switch", "time", "record"),
                            problem);
    if (status)
        return status;
    node *kind = map_value(document, root, "kind");
    if (!kind)
        return problem_at(problem, document, root, "the key \"kind\" is missing");
    if ((status = expect_text(document, kind, &scenario->kind, problem)))
        return status;
    scenario->preset_node = map_value(document, root, "preset");
    if (scenario->preset_node &&
        (status = expect_text(document, scenario->preset_node, &scenario->preset, problem)))
        return status;
    node *time = map_value(document, root, "time");
    if (time && (status = read_time(scenario, time, problem)))
        return status;
    scenario->parts = map_value(document, root, "parts");
    scenario->set = map_value(document, root, "set");
    scenario->inputs = map_value(document, root, "input");
    scenario->terrain = map_value(document, root, "terrain");
    scenario->path = map_value(document, root, "path");
    scenario->switches = map_value(document, root, "switch");
    scenario->record = map_value(document, root, "record");
    status = check_forms(scenario, problem);
    return status ? status : read_tables(scenario, problem);
}

static int read_or_close(struct scenario *scenario, struct problem *problem)
{
    int status = read_all(scenario, problem);
    if (status)
        scenario_close(scenario);
    return status;
}

static const struct scenario defaults = {.end = 10, .step = 0.01};

int scenario_open(struct scenario *scenario, const char *path, struct problem *problem)
{
    *scenario = defaults;
    int status = document_open(&scenario->document, path, problem);
    return status ? status : read_or_close(scenario, problem);
}

static int open_kind(struct scenario *scenario, const char *kind, struct problem *problem)
{
    *scenario = defaults;
    struct file file = {.size = strlen(kind) + 7};
    file.bytes = memory(file.size + 1, 1);
    snprintf(file.bytes, file.size + 1, "kind: %s\n", kind);
    int status = document_read(&scenario->document, kind, file, problem);
    return status ? status : read_or_close(scenario, problem);
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
    if (scenario_is_kind(word))
        return open_kind(scenario, word, problem);
    if (strcmp(word, "-") && access(word, F_OK))
        return problem_is(problem, TOOL_SYSTEM,
                          "there is neither a file nor a kind \"%s\"; the nearest kind is \"%s\"",
                          word, wd_kind_nearest_name(word));
    return scenario_open(scenario, word, problem);
}

void scenario_close(struct scenario *scenario)
{
    for (size_t i = 0; i < scenario->table_count; i++)
        table_free(&scenario->tables[i]);
    free(scenario->tables);
    document_close(&scenario->document);
}

const struct table *scenario_table(const struct scenario *scenario, node *source)
{
    const struct table *table = scenario->tables;
    while (table->source != source)
        table++;
    return table;
}

void scenario_digest(const struct scenario *scenario, char out[65])
{
    SHA256Data((const uint8_t *)scenario->document.file.bytes, scenario->document.file.size, out);
}

size_t scenario_switches(const struct scenario *scenario)
{
    return scenario->switches ? list_length(scenario->switches) : 0;
}

double scenario_switch(const struct scenario *scenario, size_t i, node **set)
{
    node *entry = list_item(&scenario->document, scenario->switches, i);
    double at = 0;
    number_read(node_text(map_value(&scenario->document, entry, "at")), &at); /* checked before */
    *set = map_value(&scenario->document, entry, "set");
    return at;
}
