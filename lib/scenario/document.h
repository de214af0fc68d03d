/* SPDX-License-Identifier: MIT */
/* A text in YAML as a tree whose nodes hold their line and column. An alias is stored as the node
 * that it names, not as a copy, so the memory of a tree is proportional to the size of its text. */
#ifndef SCENARIO_DOCUMENT_H
#define SCENARIO_DOCUMENT_H

#include <stdbool.h>

#include "scenario/fault.h"

/* Limits of a text: levels of nested lists and maps; nodes, where each use of an alias counts the
 * nodes that it stands for; anchors; percent signs, with which directives begin; and bytes. */
enum { LEVELS_MAX = 32, NODES_MAX = 100000, ANCHORS_MAX = 100, DIRECTIVES_MAX = 4000 };
enum { TEXT_MAX = 1 << 20 };

enum { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
    uint32_t line, column; /* from 1 */
    uint32_t start;        /* first word of a scalar, first item of a list or map */
    uint32_t count;        /* bytes of a scalar, entries of a list, pairs of a map */
    uint32_t size;         /* number of nodes of the subtree, including those of aliases */
    uint8_t type, levels;  /* levels of lists and maps, 0 for a scalar */
};
typedef const struct node node;

struct document {
    char *name, *text; /* a zero follows the text */
    size_t size;
    struct node *nodes;
    uint32_t *items; /* nodes in lists; keys and values of maps in turn */
    char *words;     /* texts of the scalars, each followed by a zero */
    uint32_t root;
};

/* Read a text, which is copied. On failure nothing needs to be freed. */
int32_t document_read(struct document *, const char *name, const char *text, size_t size,
                      struct fault *);
void document_free(struct document *);

/* Set the text "name:line:column: ..." and return the status. */
__attribute__((format(printf, 5, 6))) int32_t fault_at(struct fault *, int32_t status,
                                                       const struct document *, node *where,
                                                       const char *format, ...);

/* Line and column of a byte, both from 1. */
void text_place(const char *text, size_t at, size_t *line, size_t *column);

/* Access to the nodes of the tree. */
node *document_root(const struct document *);
node *list_item(const struct document *, node *list, size_t i);
void map_pair(const struct document *, node *map, size_t i, node **key, node **value);
node *map_value(const struct document *, node *map, const char *key); /* or NULL */
const char *node_text(const struct document *, node *scalar);
bool node_is(const struct document *, node *any, const char *text);

/* Checks of nodes: WD_OK, or WD_EFORMAT with a text that names the place, or WD_ENOMEM. */
int32_t expect_map(const struct document *, node *map, const char *const *keys,
                   struct fault *); /* keys NULL: any key; keys are scalars, and none is repeated */
int32_t expect_list(const struct document *, node *list, struct fault *);
int32_t expect_text(const struct document *, node *scalar, const char **out, struct fault *);
int32_t expect_number(const struct document *, node *scalar, double *out, struct fault *);

#endif
