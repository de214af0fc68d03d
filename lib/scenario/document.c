/* SPDX-License-Identifier: MIT */
#include "scenario/document.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int32_t fault_at(struct fault *fault, int32_t status, const struct document *document, node *where,
                 const char *format, ...)
{
    va_list arguments;
    char *rest = fault_place(fault, document->name, where->line, where->column);
    va_start(arguments, format);
    vsnprintf(rest, sizeof fault->text - (size_t)(rest - fault->text), format, arguments);
    va_end(arguments);
    return status;
}

void text_place(const char *text, size_t at, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at; i++) {
        ++*column;
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        }
    }
}

node *document_root(const struct document *document)
{
    return document->nodes + document->root;
}

static node *item(const struct document *document, size_t i)
{
    return document->nodes + document->items[i];
}

node *list_item(const struct document *document, node *list, size_t i)
{
    return item(document, list->start + i);
}

void map_pair(const struct document *document, node *map, size_t i, node **key, node **value)
{
    *key = item(document, map->start + 2 * i);
    *value = item(document, map->start + 2 * i + 1);
}

node *map_value(const struct document *document, node *map, const char *wanted)
{
    for (size_t i = 0; i < map->count; i++) {
        node *key, *value;
        map_pair(document, map, i, &key, &value);
        if (node_is(document, key, wanted))
            return value;
    }
    return NULL;
}

const char *node_text(const struct document *document, node *scalar)
{
    return document->words + scalar->start;
}

bool node_is(const struct document *document, node *any, const char *text)
{
    return any->type == NODE_SCALAR && !strcmp(node_text(document, any), text);
}
