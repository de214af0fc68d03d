/* SPDX-License-Identifier: MIT */
/* A YAML file as a tree whose nodes know their line and column. */
#ifndef WHEELDYN_TOOL_DOCUMENT_H
#define WHEELDYN_TOOL_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

#include "file.h"

typedef const yaml_node_t node;

struct document {
    const char *path;
    yaml_document_t tree;
    struct file file;
};

/* Open a document. The path "-" is the standard input, named <stdin>. document_read() takes
 * ownership of the file; `name` is printed in messages. */
int document_open(struct document *document, const char *path, struct problem *problem);
int document_read(struct document *document, const char *name, struct file file,
                  struct problem *problem);
void document_close(struct document *document);

/* "file:line:column: text"; TOOL_SCENARIO. */
__attribute__((format(printf, 4, 5))) int problem_at(struct problem *problem,
                                                     const struct document *document, node *where,
                                                     const char *format, ...);

/* Read-only walks of a tree; documents may be shared by threads. */
node *document_root(const struct document *document);
size_t list_length(node *list);
node *list_item(const struct document *document, node *list, size_t i);
size_t map_length(node *map);
void map_pair(const struct document *document, node *map, size_t i, node **key, node **value);
node *map_value(const struct document *document, node *map, const char *key); /* or NULL */
const char *node_text(node *scalar);
bool node_is(node *any, const char *text);

/* Checks: TOOL_OK, or TOOL_SCENARIO with a text that names the position. */
int expect_map(const struct document *document, node *map, const char *const *keys,
               struct problem *problem); /* keys NULL: any; always: scalars, none twice */
int expect_list(const struct document *document, node *list, struct problem *problem);
int expect_text(const struct document *document, node *scalar, const char **out,
                struct problem *problem);
int expect_number(const struct document *document, node *scalar, double *out,
                  struct problem *problem);

#endif
