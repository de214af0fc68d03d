/* SPDX-License-Identifier: MIT */
/* What a scenario file says: a kind, its settings, and what to do with it. */
#ifndef WHEELDYN_TOOL_SCENARIO_H
#define WHEELDYN_TOOL_SCENARIO_H

#include "table.h"

/* In seconds; beyond it, differences of times overflow. */
#define LONGEST_RUN 1e300

/* What is absent is NULL. */
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
    struct table *tables; /* all that the parts above name or hold */
    size_t table_count;
};

/* Read all files and check the form; names and values are the model's to judge. */
int scenario_open(struct scenario *scenario, const char *path, struct problem *problem);
/* The same; of the name of a kind the scenario that says nothing but this. */
int scenario_of_word(struct scenario *scenario, const char *word, struct problem *problem);
bool scenario_is_kind(const char *word);
void scenario_close(struct scenario *scenario);

/* The pairs of a node of the terrain, the path or an input. */
const struct table *scenario_table(const struct scenario *scenario, node *source);

/* SHA-256 of the file's bytes in hexadecimal. */
void scenario_digest(const struct scenario *scenario, char out[65]);

/* Switch `i`: its time and the mapping of what it sets. */
size_t scenario_switches(const struct scenario *scenario);
double scenario_switch(const struct scenario *scenario, size_t i, node **set);

#endif
