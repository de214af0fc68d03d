/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "document.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/nearest.h"
#include "number.h"

int file_read(const char *path, char **bytes, size_t *size, struct problem *problem)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return problem_is(problem, TOOL_SYSTEM, "%s: %s", path, strerror(errno));
    char *text = NULL;
    size_t length = 0, room = 0, got;
    do {
        if (room - length < 4096) {
            room = 2 * room + 8192;
            text = memory_more(text, room, 1);
        }
        got = fread(text + length, 1, room - length - 1, file);
        length += got;
    } while (got);
    text[length] = 0;
    int failed = ferror(file);
    fclose(file);
    if (failed) {
        free(text);
        return problem_is(problem, TOOL_SYSTEM, "%s: cannot be read", path);
    }
    *bytes = text;
    *size = length;
    return TOOL_OK;
}

static int problem_of(const yaml_parser_t *parser, const char *path, struct problem *problem)
{
    return problem_is(problem, TOOL_SCENARIO, "%s:%zu:%zu: %s", path, parser->problem_mark.line + 1,
                      parser->problem_mark.column + 1,
                      parser->problem ? parser->problem : "no YAML");
}

/* After a document nothing more may come. */
static int expect_end(struct document *document, yaml_parser_t *parser, struct problem *problem)
{
    yaml_document_t more;
    int status = TOOL_OK;
    if (!yaml_parser_load(parser, &more))
        status = problem_of(parser, document->path, problem);
    else {
        const yaml_node_t *root = yaml_document_get_root_node(&more);
        if (root)
            status =
                problem_is(problem, TOOL_SCENARIO, "%s:%zu:%zu: a file holds one scenario",
                           document->path, root->start_mark.line + 1, root->start_mark.column + 1);
        yaml_document_delete(&more);
    }
    if (status)
        yaml_document_delete(&document->tree);
    return status;
}

static int parse(struct document *document, struct problem *problem)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return problem_is(problem, TOOL_SYSTEM, "out of memory");
    yaml_parser_set_input_string(&parser, (const unsigned char *)document->bytes, document->size);
    int status = TOOL_OK;
    if (!yaml_parser_load(&parser, &document->tree))
        status = problem_of(&parser, document->path, problem);
    else if (document_root(document))
        status = expect_end(document, &parser, problem);
    yaml_parser_delete(&parser);
    return status;
}

int document_read(struct document *document, const char *name, char *bytes, size_t size,
                  struct problem *problem)
{
    *document = (struct document){.path = name, .bytes = bytes, .size = size};
    int status = parse(document, problem);
    if (!status && !document_root(document)) {
        status = problem_is(problem, TOOL_SCENARIO, "%s:1:1: the file is empty", name);
        yaml_document_delete(&document->tree);
    }
    if (status)
        free(bytes);
    return status;
}

int document_open(struct document *document, const char *path, struct problem *problem)
{
    char *bytes;
    size_t size;
    int status = file_read(path, &bytes, &size, problem);
    return status ? status : document_read(document, path, bytes, size, problem);
}

void document_close(struct document *document)
{
    yaml_document_delete(&document->tree);
    free(document->bytes);
}

int problem_at(struct problem *problem, const struct document *document, node *where,
               const char *format, ...)
{
    int head = snprintf(problem->text, sizeof problem->text, "%s:%zu:%zu: ", document->path,
                        where->start_mark.line + 1, where->start_mark.column + 1);
    if (head < 0 || (size_t)head >= sizeof problem->text)
        return TOOL_SCENARIO;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text + head, sizeof problem->text - (size_t)head, format, arguments);
    va_end(arguments);
    return TOOL_SCENARIO;
}

/* libyaml's functions for reading take pointers to non-const, though they change nothing. */
static node *item(const struct document *document, int index)
{
    return document->tree.nodes.start + (index - 1);
}

node *document_root(const struct document *document)
{
    const yaml_node_t *first = document->tree.nodes.start;
    return first == document->tree.nodes.top ? NULL : first;
}

size_t list_length(node *list)
{
    return (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
}

node *list_item(const struct document *document, node *list, size_t i)
{
    return item(document, list->data.sequence.items.start[i]);
}

size_t map_length(node *map)
{
    return (size_t)(map->data.mapping.pairs.top - map->data.mapping.pairs.start);
}

void map_pair(const struct document *document, node *map, size_t i, node **key, node **value)
{
    yaml_node_pair_t pair = map->data.mapping.pairs.start[i];
    *key = item(document, pair.key);
    *value = item(document, pair.value);
}

node *map_value(const struct document *document, node *map, const char *wanted)
{
    for (size_t i = 0; i < map_length(map); i++) {
        node *key, *value;
        map_pair(document, map, i, &key, &value);
        if (!strcmp(node_text(key), wanted))
            return value;
    }
    return NULL;
}

const char *node_text(node *scalar)
{
    return (const char *)scalar->data.scalar.value;
}

/* Text that ends where C takes it to end. */
static int is_text(node *scalar)
{
    return scalar->type == YAML_SCALAR_NODE &&
           strlen(node_text(scalar)) == scalar->data.scalar.length;
}

static int known(const struct document *document, node *key, const char *const *keys,
                 struct problem *problem)
{
    struct nearest nearest = {node_text(key), NULL, 0};
    char list[256] = "";
    for (const char *const *k = keys; *k; k++) {
        if (!strcmp(*k, node_text(key)))
            return TOOL_OK;
        nearest_offer(&nearest, *k);
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", *k);
    }
    return problem_at(problem, document, key, "unknown key \"%s\"; the nearest is \"%s\" of %s",
                      node_text(key), nearest.name, list);
}

/* A pair before the i-th one has its name. */
static int text_before(const struct document *document, node *map, size_t i)
{
    node *key, *value, *other;
    map_pair(document, map, i, &key, &value);
    for (size_t k = 0; k < i; k++) {
        map_pair(document, map, k, &other, &value);
        if (!strcmp(node_text(other), node_text(key)))
            return 1;
    }
    return 0;
}

int expect_map(const struct document *document, node *map, const char *const *keys,
               struct problem *problem)
{
    if (map->type != YAML_MAPPING_NODE)
        return problem_at(problem, document, map, "here goes a mapping (name: value)");
    node *key, *value;
    for (size_t i = 0; i < map_length(map); i++) {
        map_pair(document, map, i, &key, &value);
        if (!is_text(key))
            return problem_at(problem, document, key, "a name must be plain text");
    }
    for (size_t i = 0; i < map_length(map); i++) {
        map_pair(document, map, i, &key, &value);
        if (text_before(document, map, i))
            return problem_at(problem, document, key, "\"%s\" is given twice", node_text(key));
        int status = keys ? known(document, key, keys, problem) : TOOL_OK;
        if (status)
            return status;
    }
    return TOOL_OK;
}

int expect_list(const struct document *document, node *list, struct problem *problem)
{
    if (list->type != YAML_SEQUENCE_NODE)
        return problem_at(problem, document, list, "here goes a list [...]");
    return TOOL_OK;
}

int expect_text(const struct document *document, node *scalar, const char **out,
                struct problem *problem)
{
    if (!is_text(scalar) || !*node_text(scalar))
        return problem_at(problem, document, scalar, "here goes a word or a number");
    *out = node_text(scalar);
    return TOOL_OK;
}

int expect_number(const struct document *document, node *scalar, double *out,
                  struct problem *problem)
{
    const char *text = "";
    int status = expect_text(document, scalar, &text, problem);
    if (!status && !number_read(text, out))
        status = problem_at(problem, document, scalar,
                            "\"%s\" is not a decimal number within the range of doubles", text);
    return status;
}
