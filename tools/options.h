/* SPDX-License-Identifier: MIT */
/* Reading a command line: options with values, and the words that remain. */
#ifndef WHEELDYN_TOOL_OPTIONS_H
#define WHEELDYN_TOOL_OPTIONS_H

#include "instance.h"

/* Options of all commands. Each command lists the options that it accepts. */
struct options {
    const char *word; /* the one argument that is no option: a scenario or a kind */
    const char *output, *events, *plot, *html;
    double end;
    int has_end;
    long jobs;
    int resume;
    const char *side, *curves;
    const char *fmi, *type, *name, *snapshot;
    int sources, check;
    const char **freed; /* --free */
    size_t freed_count;
    struct setting *settings; /* --set, --wheel */
    size_t setting_count;
    struct setting *ranges; /* --sweep, --over: name and lo:hi:count */
    size_t range_count;
};

/* Read the options. `letters` are the letters of the options in options.c that the command accepts,
 * `usage` is its help line. TOOL_HELPED if help was requested. In arguments NAME=VALUE the "=" is
 * replaced by a zero. */
int options_read(struct options *options, int argc, char **argv, const char *letters,
                 const char *usage, struct problem *problem);
void options_free(struct options *options);

/* Get the end of a run: --t-end if it is given, otherwise the end of the scenario. */
int options_end(const struct options *options, const struct scenario *scenario, double *end,
                struct problem *problem);

/* Values from lo to hi, both ends included. */
struct range {
    const char *name;
    char unit[32]; /* unit of the variable; range_find() sets it */
    double lo, hi;
    size_t count;
};
int range_read(const struct setting *text, struct range *range, struct problem *problem);
/* Find the variable of a range, and set the unit. */
int range_find(struct range *range, const wd_model *model, struct problem *problem);
double range_value(const struct range *range, size_t i);

#endif
