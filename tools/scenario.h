/* SPDX-License-Identifier: MIT */
/* A scenario of the command line, read by libwheeldyn-scenario. */
#ifndef WHEELDYN_TOOL_SCENARIO_H
#define WHEELDYN_TOOL_SCENARIO_H

#include <wheeldyn/scenario.h>

#include "file.h"

/* s; for longer runs differences of times would overflow. */
#define LONGEST_RUN 1e300

/* A file of pairs that the scenario names. */
struct pairs_file {
    char *path;
    char digest[65]; /* as scenario_digest() */
};

struct scenario {
    wd_scenario *handle;
    const char *path, *kind;
    double start, end, step;
    struct pairs_file *files; /* in the order in which they were read */
    size_t file_count;
    struct file last; /* the one read last, while others are read */
    char reason[128];
};

/* Read all files and check their form. The model checks names and values. The path "-" is the
 * standard input, named <stdin>. */
int scenario_open(struct scenario *scenario, const char *path, struct problem *problem);
/* Open a scenario; if the word is the name of a kind, a scenario of this kind with defaults. */
int scenario_of_word(struct scenario *scenario, const char *word, struct problem *problem);
bool scenario_is_kind(const char *word);
void scenario_close(struct scenario *scenario);

/* Compute the SHA-256 digest of the scenario's bytes, in hexadecimal. */
void scenario_digest(const struct scenario *scenario, char out[65]);

/* Convert a failure of a handle into a problem: TOOL_SYSTEM for files and memory, TOOL_SCENARIO for
 * a place in a text, otherwise TOOL_MODEL. */
int scenario_problem(const wd_scenario *handle, int32_t failure, struct problem *problem);

#endif
