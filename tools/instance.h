/* SPDX-License-Identifier: MIT */
/* A model built from a scenario. Several instances may share one scenario, each in its own
 * thread. */
#ifndef WHEELDYN_TOOL_INSTANCE_H
#define WHEELDYN_TOOL_INSTANCE_H

#include "scenario.h"

/* "name=value" of the command line; it overrides the scenario. */
struct setting {
    const char *name, *value;
};

struct instance {
    const struct scenario *scenario;
    wd_scenario *handle; /* a clone of the handle of the scenario */
    wd_model *model;     /* set up, not yet running */
};

int instance_new(const struct scenario *scenario, const struct setting *settings, size_t count,
                 struct instance *out, struct problem *problem);
void instance_free(struct instance *instance);

/* Message for a name that is not a kind. Its arguments are the name and the result of
 * wd_kind_nearest_name(). */
#define NO_KIND "there is no kind \"%s\"; the nearest is \"%s\""

/* Exit status for a failure of the library: TOOL_SYSTEM for memory, otherwise TOOL_MODEL. */
int model_status(int32_t failure);

/* Find the variables to record: those that the scenario names, or all states and outputs without
 * the key record. The caller must free *refs. */
int instance_columns(const struct instance *instance, uint32_t **refs, size_t *count,
                     struct problem *problem);

#endif
