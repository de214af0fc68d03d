/* SPDX-License-Identifier: MIT */
/* A model made as a scenario says. Many instances may share one scenario, each in its thread. */
#ifndef WHEELDYN_TOOL_INSTANCE_H
#define WHEELDYN_TOOL_INSTANCE_H

#include <wheeldyn/wheeldyn.h>

#include "expression.h"
#include "scenario.h"

/* "name=value" of the command line: it goes over what the scenario sets. */
struct setting {
    const char *name, *value;
};

struct instance {
    const struct scenario *scenario;
    wd_model *model; /* set up, not yet running */
    struct expression **expressions;
    size_t expression_count;
};

int instance_new(const struct scenario *scenario, const struct setting *settings, size_t count,
                 struct instance *out, struct problem *problem);
void instance_free(struct instance *instance);

/* For a name that wd_model_find() does not know, and wd_model_nearest_name(). */
#define NO_VARIABLE "there is no variable \"%s\"; the nearest is \"%s\""
/* For a name that is no kind, and wd_kind_nearest_name(). */
#define NO_KIND "there is no kind \"%s\"; the nearest is \"%s\""

/* The exit status for a failure of the library: memory, or else the model. */
int model_status(int32_t failure);

/* Set by number or by the name of a choice: NULL, or a sentence on why not. */
const char *set_text(wd_model *model, const char *name, const char *value);

/* Set all pairs of a mapping, say where it fails. */
int set_map(const struct scenario *scenario, wd_model *model, node *map, struct problem *problem);

/* The variables to record, yours to free: those the scenario names, else states and outputs. */
int instance_columns(const struct instance *instance, uint32_t **refs, size_t *count,
                     struct problem *problem);

#endif
