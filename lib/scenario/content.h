/* SPDX-License-Identifier: MIT */
/* A scenario as it was read: its entries and tables. A content never changes, and a handle and its
 * clones share it. */
#ifndef SCENARIO_CONTENT_H
#define SCENARIO_CONTENT_H

#include "scenario/part_file.h"
#include "scenario/table.h"

/* s: limit of the times of a run; differences of larger times could overflow. */
#define RUN_MAX 1e300

/* Content of a scenario. Entries that the text does not have are NULL. */
struct content {
    struct document document;
    const char *kind;
    node *preset;
    node *parts;                  /* [{TYPE: NAME, ...}] from which the model is assembled */
    node *set;                    /* variable: value */
    node *inputs;                 /* input: number or {linear|step|tanh|expression: ...} */
    node *terrain;                /* points of the terrain: pairs, or the name of a file */
    node *bulge;                  /* bulges of the terrain: a list */
    node *friction, *restitution; /* factors of the terrain: lists */
    node *surface;                /* {heights: rows or file: name, dx: .., ...} */
    node *heights;                /* heights of the surface: rows, or the name of the file */
    node *path;                   /* {points: pairs or file, closed: true or false, times: list} */
    node *switches;               /* [{at: time, set: {...}}], by rising time */
    node *record;                 /* names */
    node *widths;                 /* wheel: its width in drawings [m] */
    double start, end, step;
    struct table *tables; /* of the terrain, the surface, the path and signals of inputs */
    size_t table_count;
    struct part_files files; /* the .tir files of tyres */
};

/* Read the text and all files that it names, and check their form. The model checks names and
 * values. On failure nothing needs to be freed. */
int32_t content_read(struct content **out, const char *name, const char *text, size_t size,
                     struct reader *, struct fault *);
void content_free(struct content *);

/* Return the table that was read for a node of the terrain, the surface, the path or an input. */
const struct table *content_table(const struct content *, node *source);

/* Return the time of switch `i` [s], and the mapping of its settings in *set. */
double content_switch(const struct content *, size_t i, node **set);

#endif
