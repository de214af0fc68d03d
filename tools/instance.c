/* SPDX-License-Identifier: MIT */
#include "instance.h"

#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "parts.h"

int model_status(int32_t failure)
{
    return failure == WD_ENOMEM ? TOOL_SYSTEM : TOOL_MODEL;
}

const char *set_text(wd_model *model, const char *name, const char *value)
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

int set_map(const struct scenario *scenario, wd_model *model, node *map, struct problem *problem)
{
    const struct document *document = &scenario->document;
    for (size_t i = 0; i < map_length(map); i++) {
        node *key, *value;
        const char *text;
        map_pair(document, map, i, &key, &value);
        int status = expect_text(document, value, &text, problem);
        if (status)
            return status;
        const char *refused = set_text(model, node_text(key), text);
        if (refused)
            return problem_at(problem, document, value, "%s: %s: %s", node_text(key), text,
                              refused);
    }
    return TOOL_OK;
}

/* Convert a status of the model about a part of the scenario into a problem. */
static int judged(const struct scenario *scenario, const wd_model *model, node *part,
                  int32_t judgement, struct problem *problem)
{
    if (judgement >= 0)
        return TOOL_OK;
    problem_at(problem, &scenario->document, part, "%s", wd_model_error(model));
    return judgement == WD_ENOMEM ? TOOL_SYSTEM : TOOL_SCENARIO;
}

static int set_table(const struct scenario *scenario, wd_model *model, uint32_t ref, int32_t form,
                     node *source, struct problem *problem)
{
    const struct table *table = scenario_table(scenario, source);
    return judged(scenario, model, source,
                  wd_model_set_input_signal(model, ref, form, table->pairs, 2 * table->count),
                  problem);
}

static int set_tanh(const struct scenario *scenario, wd_model *model, uint32_t ref, node *source,
                    struct problem *problem)
{
    const struct document *document = &scenario->document;
    double data[5];
    int status = expect_list(document, source, problem);
    if (!status && list_length(source) != 5)
        status = problem_at(problem, document, source,
                            "tanh has five numbers: [c0, c1, rate, t0, power]");
    for (size_t i = 0; i < 5 && !status; i++)
        status = expect_number(document, list_item(document, source, i), &data[i], problem);
    if (!status && wd_model_set_input_signal(model, ref, WD_SIGNAL_TANH, data, 5) < 0)
        status = problem_at(problem, document, source, "%s", wd_model_error(model));
    return status;
}

static int set_expression(struct instance *instance, uint32_t ref, node *source,
                          struct problem *problem)
{
    const struct document *document = &instance->scenario->document;
    const char *text;
    struct expression *expression;
    struct problem reason;
    int status = expect_text(document, source, &text, problem);
    if (status)
        return status;
    if ((status = expression_new(text, &expression, &reason))) {
        problem_at(problem, document, source, "%.600s", reason.text);
        return status;
    }
    instance->expressions[instance->expression_count++] = expression;
    if (wd_model_set_input_fn(instance->model, ref, expression_input, expression) < 0)
        status = problem_at(problem, document, source, "%s", wd_model_error(instance->model));
    return status;
}

static int set_input(struct instance *instance, node *name, node *form, struct problem *problem)
{
    const struct scenario *scenario = instance->scenario;
    const struct document *document = &scenario->document;
    wd_model *model = instance->model;
    uint32_t ref;
    if (form->type == YAML_SCALAR_NODE) {
        const char *text, *refused;
        int status = expect_text(document, form, &text, problem);
        if (status)
            return status;
        refused = set_text(model, node_text(name), text);
        return refused ? problem_at(problem, document, form, "%s: %s: %s", node_text(name),
                                    node_text(form), refused)
                       : TOOL_OK;
    }
    static const char *const forms[] = {"linear", "step", "tanh", "expression", NULL};
    int status = expect_map(document, form, forms, problem);
    if (status)
        return status;
    if (map_length(form) != 1)
        return problem_at(problem, document, form,
                          "an input has one form: a number, linear, step, tanh or expression");
    if (wd_model_find(model, node_text(name), &ref) < 0)
        return problem_at(problem, document, name, NO_VARIABLE, node_text(name),
                          wd_model_nearest_name(model, node_text(name)));
    node *key, *source;
    map_pair(document, form, 0, &key, &source);
    switch (*node_text(key)) {
    case 'l':
        return set_table(scenario, model, ref, WD_SIGNAL_LINEAR, source, problem);
    case 's':
        return set_table(scenario, model, ref, WD_SIGNAL_STEP, source, problem);
    case 't':
        return set_tanh(scenario, model, ref, source, problem);
    default:
        return set_expression(instance, ref, source, problem);
    }
}

static int set_inputs(struct instance *instance, struct problem *problem)
{
    node *inputs = instance->scenario->inputs;
    instance->expressions = memory(map_length(inputs), sizeof *instance->expressions);
    int status = TOOL_OK;
    for (size_t i = 0; i < map_length(inputs) && !status; i++) {
        node *name, *form;
        map_pair(&instance->scenario->document, inputs, i, &name, &form);
        status = set_input(instance, name, form, problem);
    }
    return status;
}

/* Read one number for each segment of the terrain; NULL if there is no list. */
static int read_segments(const struct scenario *scenario, node *list, const char *what,
                         double **numbers, struct problem *problem)
{
    size_t points = scenario_table(scenario, scenario->terrain)->count;
    *numbers = NULL;
    if (!list)
        return TOOL_OK;
    if (list_length(list) + 1 != points)
        return problem_at(problem, &scenario->document, list,
                          "a terrain has one %s fewer than points, here %zu", what, points - 1);
    return numbers_read(&scenario->document, list, numbers, problem);
}

static int set_terrain(const struct scenario *scenario, wd_model *model, struct problem *problem)
{
    const struct table *table = scenario_table(scenario, scenario->terrain);
    double *bulge, *friction;
    int status = read_segments(scenario, scenario->bulge, "bulge", &bulge, problem);
    if (!status)
        status = judged(scenario, model, scenario->terrain,
                        wd_model_set_profile(model, table->pairs, bulge, table->count), problem);
    free(bulge);
    if (status || !scenario->friction)
        return status;
    status = read_segments(scenario, scenario->friction, "friction", &friction, problem);
    if (!status)
        status = judged(scenario, model, scenario->friction,
                        wd_model_set_terrain_friction(model, friction, table->count - 1), problem);
    free(friction);
    return status;
}

static int set_path(const struct scenario *scenario, wd_model *model, struct problem *problem)
{
    const struct document *document = &scenario->document;
    node *points = map_value(document, scenario->path, "points");
    node *closed = map_value(document, scenario->path, "closed");
    const char *word = "false";
    if (!points)
        return problem_at(problem, document, scenario->path, "a path has the key points");
    int status = closed ? expect_text(document, closed, &word, problem) : TOOL_OK;
    if (!status && strcmp(word, "true") && strcmp(word, "false"))
        status = problem_at(problem, document, closed, "closed is true or false");
    if (status)
        return status;
    const struct table *table = scenario_table(scenario, points);
    return judged(scenario, model, points,
                  wd_model_set_path(model, table->pairs, table->count, !strcmp(word, "true")),
                  problem);
}

static int fill(struct instance *instance, const struct setting *settings, size_t count,
                struct problem *problem)
{
    const struct scenario *scenario = instance->scenario;
    wd_model *model = instance->model;
    int status = TOOL_OK;
    if (scenario->preset && wd_model_load_preset(model, scenario->preset) < 0)
        return problem_at(problem, &scenario->document, scenario->preset_node, "%s",
                          wd_model_error(model));
    if (scenario->parts)
        status = parts_add(scenario, model, problem);
    if (!status && scenario->set)
        status = set_map(scenario, model, scenario->set, problem);
    if (!status && scenario->terrain)
        status = set_terrain(scenario, model, problem);
    if (!status && scenario->path)
        status = set_path(scenario, model, problem);
    if (!status && scenario->inputs)
        status = set_inputs(instance, problem);
    for (size_t i = 0; i < count && !status; i++) {
        const char *refused = set_text(model, settings[i].name, settings[i].value);
        if (refused)
            status = problem_is(problem, TOOL_USAGE, "--set %s=%s: %s", settings[i].name,
                                settings[i].value, refused);
    }
    return status;
}

int instance_new(const struct scenario *scenario, const struct setting *settings, size_t count,
                 struct instance *out, struct problem *problem)
{
    const struct document *document = &scenario->document;
    *out = (struct instance){.scenario = scenario};
    int32_t made = wd_model_new(scenario->kind, &out->model);
    if (made == WD_EKIND)
        return problem_at(problem, document, map_value(document, document_root(document), "kind"),
                          NO_KIND, scenario->kind, wd_kind_nearest_name(scenario->kind));
    if (made < 0)
        return problem_is(problem, TOOL_SYSTEM, "%s", wd_status_text(made));
    int status = fill(out, settings, count, problem);
    if (status)
        instance_free(out);
    return status;
}

void instance_free(struct instance *instance)
{
    wd_model_free(instance->model);
    for (size_t i = 0; i < instance->expression_count; i++)
        expression_free(instance->expressions[i]);
    free(instance->expressions);
}

static size_t default_columns(const wd_model *model, uint32_t *refs)
{
    size_t count = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        int32_t role = wd_model_var_role(model, ref);
        if (role == WD_STATE || role == WD_OUTPUT)
            refs[count++] = ref;
    }
    return count;
}

int instance_columns(const struct instance *instance, uint32_t **refs, size_t *count,
                     struct problem *problem)
{
    const struct document *document = &instance->scenario->document;
    node *record = instance->scenario->record;
    size_t room = wd_model_var_count(instance->model);
    if (record && list_length(record) > room)
        room = list_length(record);
    *refs = memory(room, sizeof **refs);
    *count = 0;
    if (!record)
        *count = default_columns(instance->model, *refs);
    for (size_t i = 0; record && i < list_length(record); i++) {
        const char *name;
        node *item = list_item(document, record, i);
        int status = expect_text(document, item, &name, problem);
        if (!status && wd_model_find(instance->model, name, *refs + i) < 0)
            status = problem_at(problem, document, item, NO_VARIABLE, name,
                                wd_model_nearest_name(instance->model, name));
        if (status) {
            free(*refs);
            return status;
        }
        ++*count;
    }
    return TOOL_OK;
}
