/* SPDX-License-Identifier: MIT */
/* Add parts to a model: [{TYPE: NAME, joins: [NAME, ...], QUANTITY: VALUE, ...}, ...]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "scenario/handle.h"
#include "scenario/number.h"
#include "scenario/set_value.h"

static bool is_type(const wd_model *model, const char *word)
{
    const char *kind = wd_model_kind(model);
    for (size_t i = 0; i < wd_part_type_count(kind); i++)
        if (!strcmp(wd_part_type_name(kind, i), word))
            return true;
    return false;
}

/* Find the pair TYPE: NAME at any position. If there is none, return the first pair; the model then
 * reports that its key is not a type. */
static size_t find_type(const struct document *document, const wd_model *model, node *entry)
{
    for (size_t i = 0; i < entry->count; i++) {
        node *key, *value;
        map_pair(document, entry, i, &key, &value);
        if (is_type(model, node_text(document, key)))
            return i;
    }
    return 0;
}

/* Set a quantity: the parameter of that name if there is one, otherwise the input. */
static int32_t set_quantity(struct wd_scenario *scenario, wd_model *model, const char *part,
                            node *quantity, node *value)
{
    const struct document *document = &scenario->content->document;
    const char *word = node_text(document, quantity), *text, *why;
    int32_t status = expect_text(document, value, &text, &scenario->fault);
    if (status != WD_OK)
        return status;
    size_t size = strlen(part) + quantity->count + sizeof "param..";
    char *name = malloc(size);
    uint32_t ref;
    if (!name)
        return fault_memory(&scenario->fault);
    snprintf(name, size, "input.%s.%s", part, word);
    bool input = wd_model_find(model, name, &ref) == WD_OK;
    snprintf(name, size, "param.%s.%s", part, word);
    bool param = wd_model_find(model, name, &ref) == WD_OK;
    if (input && !param)
        memcpy(name, "input", 5);
    status = set_value(model, name, text, &why);
    if (status < 0)
        fault_at(&scenario->fault, status, document, param || input ? value : quantity,
                 "%s: %s: %s", word, text, why);
    free(name);
    return status < 0 ? status : WD_OK;
}

/* Read the names of a list into an array that the caller must free. */
static int32_t read_names(const struct document *document, node *list, const char ***names,
                          struct fault *fault)
{
    *names = NULL;
    int32_t status = expect_list(document, list, fault);
    if (status != WD_OK)
        return status;
    *names = malloc((list->count + 1) * sizeof **names);
    if (!*names)
        return fault_memory(fault);
    for (size_t i = 0; i < list->count && status == WD_OK; i++)
        status = expect_text(document, list_item(document, list, i), &(*names)[i], fault);
    return status;
}

static int32_t add(struct wd_scenario *scenario, wd_model *model, node *type, node *name,
                   node *joins)
{
    const struct document *document = &scenario->content->document;
    const char *text, **on = NULL, *word = node_text(document, type);
    int32_t status = expect_text(document, name, &text, &scenario->fault);
    if (status == WD_OK && joins)
        status = read_names(document, joins, &on, &scenario->fault);
    int32_t added = status == WD_OK
                        ? wd_model_add_part(model, word, text, on, joins ? joins->count : 0)
                        : WD_OK;
    free(on);
    if (added == WD_OK)
        return status;
    node *place = !is_type(model, word) ? type : added == WD_ENAME && joins ? joins : name;
    return model_fault(scenario, model, place, added);
}

/* Set the variable ROLE.PART.WORD to a number or a choice. */
static int32_t set_variable(struct wd_scenario *scenario, wd_model *model, node *place,
                            const char *role, const char *part, const char *word, const char *text)
{
    const char *why;
    size_t size = strlen(role) + strlen(part) + strlen(word) + sizeof "..";
    char *name = malloc(size);
    if (!name)
        return fault_memory(&scenario->fault);
    snprintf(name, size, "%s.%s.%s", role, part, word);
    int32_t status = set_value(model, name, text, &why);
    free(name);
    return status < 0 ? model_fault(scenario, model, place, status) : WD_OK;
}

/* Set the numbers of a tyre to those of its file. */
static int32_t set_tyre(struct wd_scenario *scenario, wd_model *model, node *place,
                        const char *part, const struct tir *tir)
{
    size_t count;
    char text[NUMBER_SIZE];
    const struct tir_field *fields = tir_fields(&count);
    int32_t status = set_variable(scenario, model, place, "param", part, "form", "magic");
    if (status == WD_OK)
        status = set_variable(scenario, model, place, "param", part, "formula",
                              tir_formula(&tir->numbers));
    for (size_t i = 0; i < count && status == WD_OK; i++)
        status = set_variable(scenario, model, place, "param", part, fields[i].name,
                              number_text(text, tir_value(&tir->numbers, &fields[i])));
    return status;
}

/* Set the values of a wheel or rim on a tyre that has a file: law tyre, mu 1 and the radius of the
 * file. */
static int32_t set_wheel(struct wd_scenario *scenario, wd_model *model, node *place,
                         const char *part, const struct tir *tir)
{
    char text[NUMBER_SIZE];
    int32_t status = set_variable(scenario, model, place, "param", part, "law", "tyre");
    if (status == WD_OK)
        status = set_variable(scenario, model, place, "input", part, "mu", "1");
    if (status == WD_OK)
        status = set_variable(scenario, model, place, "param", part, "radius",
                              number_text(text, tir->radius));
    return status;
}

/* True if a part is a tyre of form magic. */
static bool is_magic(const wd_model *model, const char *part)
{
    char name[64]; /* names of parts have at most 31 bytes */
    uint32_t ref;
    double form;
    snprintf(name, sizeof name, "param.%s.form", part);
    if (wd_model_find(model, name, &ref) < 0 || wd_model_get(model, &ref, 1, &form) < 0)
        return false;
    const char *choice = wd_model_choice_name(model, ref, (size_t)form);
    return choice && !strcmp(choice, "magic");
}

/* Set the values of a new wheel or rim if it joins a tyre that has a file, or mu 1 if it joins
 * another tyre of form magic. */
static int32_t set_on_tyre(struct wd_scenario *scenario, wd_model *model, const char *part,
                           node *joins)
{
    const struct content *content = scenario->content;
    const struct document *document = &content->document;
    for (size_t i = 0; joins && i < joins->count; i++) {
        node *on = list_item(document, joins, i);
        const char *name = node_text(document, on);
        const struct tir *tir = part_file_named(&content->files, document, name);
        if (tir)
            return set_wheel(scenario, model, on, part, tir);
        if (is_magic(model, name))
            return set_variable(scenario, model, on, "input", part, "mu", "1");
    }
    return WD_OK;
}

/* True if a part TYPE: NAME is one of the first `count` parts of the model. */
static bool has_part(const struct document *document, const wd_model *model, size_t count,
                     node *type, node *name)
{
    for (size_t i = 0; i < count; i++)
        if (node_is(document, name, wd_model_part_name(model, i)))
            return node_is(document, type, wd_model_part_type(model, i));
    return false;
}

/* Set the values of all wheels and rims of the preset that stand on a tyre. */
static int32_t set_wheels(struct wd_scenario *scenario, wd_model *model, node *place,
                          const char *tyre, const struct tir *tir)
{
    int32_t status = WD_OK;
    for (size_t i = 0; i < wd_model_part_count(model) && status == WD_OK; i++) {
        const char *on = wd_model_part_on(model, i, 1);
        if (on && !strcmp(on, tyre))
            status = set_wheel(scenario, model, place, wd_model_part_name(model, i), tir);
    }
    return status;
}

/* Set the quantities of an entry except the pair at `type`, the parts that it joins and its file.
 */
static int32_t set_quantities(struct wd_scenario *scenario, wd_model *model, node *entry,
                              size_t type, const char *part)
{
    const struct document *document = &scenario->content->document;
    int32_t status = WD_OK;
    for (size_t i = 0; i < entry->count && status == WD_OK; i++) {
        node *key, *value;
        map_pair(document, entry, i, &key, &value);
        if (i != type && !node_is(document, key, "joins") && !part_file_is_key(document, key))
            status = set_quantity(scenario, model, part, key, value);
    }
    return status;
}

/* Add the part of an entry and set its values. If the entry has a file and the name of a tyre of
 * the preset, whose parts are the first `preset` ones, set the values of this tyre instead. */
static int32_t add_entry(struct wd_scenario *scenario, wd_model *model, size_t preset, node *entry)
{
    const struct document *document = &scenario->content->document;
    node *type, *name;
    int32_t status = expect_map(document, entry, NULL, &scenario->fault);
    if (status != WD_OK)
        return status;
    if (entry->count == 0)
        return fault_at(&scenario->fault, WD_EFORMAT, document, entry,
                        "a part has a type and a name, {TYPE: NAME}");
    size_t at = find_type(document, model, entry);
    map_pair(document, entry, at, &type, &name);
    node *joins = map_value(document, entry, "joins"), *file = map_value(document, entry, "file");
    const struct tir *tir = part_file_of(&scenario->content->files, entry);
    const char *part = node_text(document, name);
    bool replaced = tir && !joins && has_part(document, model, preset, type, name);
    if (!replaced)
        status = add(scenario, model, type, name, joins);
    if (status == WD_OK && tir)
        status = set_tyre(scenario, model, file, part, tir);
    if (status == WD_OK && replaced)
        status = set_wheels(scenario, model, file, part, tir);
    if (status == WD_OK)
        status = set_on_tyre(scenario, model, part, joins);
    return status == WD_OK ? set_quantities(scenario, model, entry, at, part) : status;
}

int32_t add_parts(struct wd_scenario *scenario, wd_model *model)
{
    const struct content *content = scenario->content;
    size_t preset = wd_model_part_count(model);
    int32_t status = WD_OK;
    for (size_t i = 0; i < content->parts->count && status == WD_OK; i++)
        status =
            add_entry(scenario, model, preset, list_item(&content->document, content->parts, i));
    return status;
}
