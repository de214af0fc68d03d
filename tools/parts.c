/* SPDX-License-Identifier: MIT */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "instance.h"

static int is_type(const wd_model *model, const char *word)
{
    const char *kind = wd_model_kind(model);
    for (size_t i = 0; i < wd_part_type_count(kind); i++)
        if (!strcmp(wd_part_type_name(kind, i), word))
            return 1;
    return 0;
}

/* Find the pair TYPE: NAME at any position. If there is none, the first pair is taken, and the
 * model reports that its key is not a type. */
static size_t find_type(const struct document *document, const wd_model *model, node *entry)
{
    for (size_t i = 0; i < map_length(entry); i++) {
        node *key, *value;
        map_pair(document, entry, i, &key, &value);
        if (is_type(model, node_text(key)))
            return i;
    }
    return 0;
}

/* Set a quantity: the parameter of that name, otherwise the input. */
static int set_quantity(const struct scenario *scenario, wd_model *model, const char *part,
                        node *quantity, node *value, struct problem *problem)
{
    const struct document *document = &scenario->document;
    size_t size = strlen(part) + strlen(node_text(quantity)) + sizeof "param..";
    char *name = memory(size, 1);
    const char *text;
    uint32_t ref;
    int status = expect_text(document, value, &text, problem);
    snprintf(name, size, "input.%s.%s", part, node_text(quantity));
    int input = wd_model_find(model, name, &ref) == WD_OK;
    snprintf(name, size, "param.%s.%s", part, node_text(quantity));
    int param = wd_model_find(model, name, &ref) == WD_OK;
    if (input && !param)
        memcpy(name, "input", 5);
    const char *refused = status ? NULL : set_text(model, name, text);
    if (refused)
        status = problem_at(problem, document, param || input ? value : quantity, "%s: %s: %s",
                            node_text(quantity), text, refused);
    free(name);
    return status;
}

/* Read the names of a list, yours to free. */
static int read_names(const struct document *document, node *list, const char ***names,
                      struct problem *problem)
{
    *names = NULL;
    int status = expect_list(document, list, problem);
    if (status)
        return status;
    *names = memory(list_length(list), sizeof **names);
    for (size_t i = 0; i < list_length(list) && !status; i++)
        status = expect_text(document, list_item(document, list, i), &(*names)[i], problem);
    return status;
}

static int add(const struct scenario *scenario, wd_model *model, node *type, node *name,
               node *joins, struct problem *problem)
{
    const struct document *document = &scenario->document;
    const char *text, **on = NULL;
    int status = expect_text(document, name, &text, problem);
    if (!status && joins)
        status = read_names(document, joins, &on, problem);
    int32_t added = status ? WD_OK
                           : wd_model_add_part(model, node_text(type), text, on,
                                               joins ? list_length(joins) : 0);
    free(on);
    if (added == WD_OK)
        return status;
    node *place = !is_type(model, node_text(type)) ? type : added == WD_ENAME ? joins : name;
    problem_at(problem, document, place, "%s", wd_model_error(model));
    return added == WD_ENOMEM ? TOOL_SYSTEM : TOOL_SCENARIO;
}

static int add_entry(const struct scenario *scenario, wd_model *model, node *entry,
                     struct problem *problem)
{
    const struct document *document = &scenario->document;
    node *type, *name;
    int status = expect_map(document, entry, NULL, problem);
    if (status)
        return status;
    if (map_length(entry) == 0)
        return problem_at(problem, document, entry, "a part has a type and a name, {TYPE: NAME}");
    size_t at = find_type(document, model, entry);
    map_pair(document, entry, at, &type, &name);
    node *joins = map_value(document, entry, "joins");
    status = add(scenario, model, type, name, joins, problem);
    for (size_t i = 0; i < map_length(entry) && !status; i++) {
        node *key, *value;
        map_pair(document, entry, i, &key, &value);
        if (i != at && !node_is(key, "joins"))
            status = set_quantity(scenario, model, node_text(name), key, value, problem);
    }
    return status;
}

int parts_add(const struct scenario *scenario, wd_model *model, struct problem *problem)
{
    int status = TOOL_OK;
    for (size_t i = 0; i < list_length(scenario->parts) && !status; i++)
        status =
            add_entry(scenario, model, list_item(&scenario->document, scenario->parts, i), problem);
    return status;
}
