/* SPDX-License-Identifier: MIT */
#include "document.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/nearest.h"
#include "number.h"

static int problem_of(const yaml_parser_t *parser, const struct document *document,
                      struct problem *problem)
{
    if (parser->error == YAML_MEMORY_ERROR || !parser->problem)
        return problem_is(problem, TOOL_SYSTEM, "out of memory");
    size_t line = parser->problem_mark.line + 1, column = parser->problem_mark.column + 1;
    if (parser->error == YAML_READER_ERROR) /* has no mark */
        file_place(&document->file, parser->problem_offset, &line, &column);
    return problem_is(problem, TOOL_SCENARIO, "%s:%zu:%zu: %s", document->path, line, column,
                      parser->problem);
}

static int begin(yaml_parser_t *parser, const struct document *document, struct problem *problem)
{
    if (!yaml_parser_initialize(parser))
        return problem_is(problem, TOOL_SYSTEM, "out of memory");
    yaml_parser_set_input_string(parser, (const unsigned char *)document->file.bytes,
                                 document->file.size);
    return TOOL_OK;
}

/* Limits, because the time that libyaml takes grows with the square of each. */
enum { MOST_LEVELS = 100, MOST_ANCHORS = 1000, MOST_DIRECTIVES = 4000 };

/* libyaml reads all directives before the first event, at any line end and in several encodings:
 * count every %. */
static int check_directives(const struct document *document, struct problem *problem)
{
    size_t count = 0, line, column;
    for (size_t i = 0; i < document->file.size; i++) {
        count += document->file.bytes[i] == '%';
        if (count <= MOST_DIRECTIVES)
            continue;
        file_place(&document->file, i, &line, &column);
        return problem_is(problem, TOOL_SCENARIO, "%s:%zu:%zu: more than %d signs %%",
                          document->path, line, column, MOST_DIRECTIVES);
    }
    return TOOL_OK;
}

struct shape {
    size_t documents, nodes, levels, anchors;
};

static const char *wrong_shape(struct shape *shape, const yaml_event_t *event)
{
    const unsigned char *anchor = NULL;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        shape->documents++;
        return NULL;
    case YAML_SCALAR_EVENT:
        anchor = event->data.scalar.anchor;
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = event->data.sequence_start.anchor;
        shape->levels++;
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = event->data.mapping_start.anchor;
        shape->levels++;
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        shape->levels--;
        return NULL;
    default:
        return NULL;
    }
    shape->anchors += anchor != NULL;
    return shape->documents > 1            ? "a file holds one scenario"
           : shape->levels > MOST_LEVELS   ? "nested too deeply"
           : shape->anchors > MOST_ANCHORS ? "too many anchors"
                                           : NULL;
}

/* Check, event by event and without a tree, that the file is one document of bounded depth. */
static int check_shape(const struct document *document, struct problem *problem)
{
    yaml_parser_t parser;
    yaml_event_t event;
    struct shape shape = {0};
    bool ended = false;
    int status = begin(&parser, document, problem);
    if (status)
        return status;
    while (!status && !ended) {
        if (!yaml_parser_parse(&parser, &event)) {
            status = problem_of(&parser, document, problem);
            break;
        }
        ended = event.type == YAML_STREAM_END_EVENT;
        const char *wrong = wrong_shape(&shape, &event);
        if (wrong)
            status = problem_is(problem, TOOL_SCENARIO, "%s:%zu:%zu: %s", document->path,
                                event.start_mark.line + 1, event.start_mark.column + 1, wrong);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return status;
}

static int parse(struct document *document, struct problem *problem)
{
    yaml_parser_t parser;
    int status = begin(&parser, document, problem);
    if (status)
        return status;
    if (!yaml_parser_load(&parser, &document->tree))
        status = problem_of(&parser, document, problem);
    else if (!document_root(document)) {
        status = problem_is(problem, TOOL_SCENARIO, "%s:1:1: the file is empty", document->path);
        yaml_document_delete(&document->tree);
    }
    yaml_parser_delete(&parser);
    return status;
}

int document_read(struct document *document, const char *name, struct file file,
                  struct problem *problem)
{
    *document = (struct document){.path = name, .file = file};
    int status = check_directives(document, problem);
    if (!status)
        status = check_shape(document, problem);
    if (!status)
        status = parse(document, problem);
    if (status)
        free(file.bytes);
    return status;
}

int document_open(struct document *document, const char *path, struct problem *problem)
{
    struct file file;
    int piped = !strcmp(path, "-");
    int status = piped ? file_read_input(&file, problem) : file_read(&file, path, problem);
    return status ? status : document_read(document, piped ? "<stdin>" : path, file, problem);
}

void document_close(struct document *document)
{
    yaml_document_delete(&document->tree);
    free(document->file.bytes);
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

bool node_is(node *any, const char *text)
{
    return any->type == YAML_SCALAR_NODE && !strcmp(node_text(any), text);
}

/* True if the text contains no NUL character. */
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

struct name {
    const char *text;
    size_t at;
};

static int by_text(const void *one, const void *other)
{
    const struct name *a = one, *b = other;
    int order = strcmp(a->text, b->text);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

/* The first pair that has the name of one before it, or the number of pairs. */
static size_t first_twice(const struct document *document, node *map)
{
    size_t count = map_length(map), found = count;
    struct name *names = memory(count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        node *key, *value;
        map_pair(document, map, i, &key, &value);
        names[i] = (struct name){node_text(key), i};
    }
    qsort(names, count, sizeof *names, by_text);
    for (size_t i = 1; i < count; i++)
        if (names[i].at < found && !strcmp(names[i].text, names[i - 1].text))
            found = names[i].at;
    free(names);
    return found;
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
    size_t twice = first_twice(document, map);
    for (size_t i = 0; i < map_length(map); i++) {
        map_pair(document, map, i, &key, &value);
        if (i == twice)
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
