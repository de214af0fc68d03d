/* SPDX-License-Identifier: MIT */
/* A scenario file: a kind, its settings, and the run. */
#ifndef WHEELDYN_TOOL_SCENARIO_H
#define WHEELDYN_TOOL_SCENARIO_H

#include "table.h"

/* s; for longer runs differences of times would overflow. */
#define LONGEST_RUN 1e300

/* Absent entries are NULL. */
struct scenario {
    struct document document;
    const char *kind;
    const char *preset;
    node *preset_node;
    node *parts;    /* [{TYPE: NAME, ...}] that the model is put together from */
    node *set;      /* variable: value */
    node *inputs;   /* input: number or {linear|step|tanh|expression: ...} */
    node *terrain;  /* pairs or file */
    node *bulge;    /* of the terrain: a list */
    node *friction; /* of the terrain: a list */
    node *path;     /* {points: pairs or file, closed: true or false} */
    node *switches; /* [{at: time, set: {...}}], by rising time */
    node *record;   /* names */
    double start, end, step;
    struct table *tables; /* tables of all nodes above */
    size_t table_count;
};

/* Read all files and check their form. The model checks names and values. */
int scenario_open(struct scenario *scenario, const char *path, struct problem *problem);
/* Open a scenario; if the word is the name of a kind, a scenario of this kind with defaults. */
int scenario_of_word(struct scenario *scenario, const char *word, struct problem *problem);
bool scenario_is_kind(const char *word);
void scenario_close(struct scenario *scenario);

/* Table of pairs of a node of the terrain, the path or an input. */
const struct table *scenario_table(const struct scenario *scenario, node *source);

/* Compute the SHA-256 digest of the file's bytes, in hexadecimal. */
void scenario_digest(const struct scenario *scenario, char out[65]);

/* Number of switches; scenario_switch(): time of switch `i` and the mapping of its settings. */
size_t scenario_switches(const struct scenario *scenario);
double scenario_switch(const struct scenario *scenario, size_t i, node **set);

#endif
