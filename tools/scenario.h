/* SPDX-License-Identifier: MIT */
/* A scenario of the command line, read by libwheeldyn-scenario. */
#ifndef WHEELDYN_TOOL_SCENARIO_H
#define WHEELDYN_TOOL_SCENARIO_H

#include <wheeldyn/scenario.h>

#include "file.h"

/* s: limit of the times of a run; differences of larger times could overflow. */
#define LONGEST_RUN 1e300

/* A file that the scenario names: a table of numbers, such as pairs, or a .tir file. */
struct pairs_file {
    char *path;
    char digest[65]; /* SHA-256 of its bytes, in the form of scenario_digest() */
};

struct scenario {
    wd_scenario *handle;
    const char *path, *kind;
    double start, end, step;
    struct pairs_file *files; /* in the order in which they were read */
    size_t file_count;
    struct file last; /* the last file read; it is kept until the next file is read */
    char reason[128];
};

/* Read the scenario with all its files, and check their form. The model checks names and values
 * later. The path "-" is the standard input, which is named <stdin> in messages. */
int scenario_open(struct scenario *scenario, const char *path, struct problem *problem);
/* Open the scenario of this path, or, if the word is the name of a kind, a scenario of this kind
 * with its defaults. */
int scenario_of_word(struct scenario *scenario, const char *word, struct problem *problem);
bool scenario_is_kind(const char *word);
void scenario_close(struct scenario *scenario);

/* Compute the SHA-256 digest of the scenario's bytes, in hexadecimal. */
void scenario_digest(const struct scenario *scenario, char out[65]);

/* Convert a failure of a handle into a problem: TOOL_SYSTEM for files and memory, TOOL_SCENARIO for
 * a place in a text, otherwise TOOL_MODEL. */
int scenario_problem(const wd_scenario *handle, int32_t failure, struct problem *problem);

#endif
