/* SPDX-License-Identifier: MIT */
/* The handle, and what its calls are made of. */
#ifndef SCENARIO_HANDLE_H
#define SCENARIO_HANDLE_H

#include <stdatomic.h>
#include <wheeldyn/scenario.h>

#include "scenario/content.h"
#include "scenario/formula.h"

/* A content and the number of handles that share it. */
struct shared {
    struct content *content;
    atomic_size_t handles;
};

struct wd_scenario {
    struct shared *shared;         /* NULL before something was read */
    const struct content *content; /* as in `shared` */
    struct formula **formulas;     /* of each input, NULL before the first model; or NULL */
    wd_scenario_file_fn file_fn;
    void *file_user;
    struct fault fault;
};

/* Build a model: parts, ground and inputs. The text of a failure names the place. */
int32_t add_parts(struct wd_scenario *, wd_model *);
int32_t set_ground(struct wd_scenario *, wd_model *);
int32_t set_inputs(struct wd_scenario *, wd_model *);

/* Set all pairs of a mapping. */
int32_t set_values(struct wd_scenario *, wd_model *, node *map);

/* Set a variable to a number or a named choice. On failure `why` is a sentence on the fault. */
int32_t set_value(wd_model *, const char *name, const char *value, const char **why);

/* Note a refusal of the model at a place, with the model's own text. */
int32_t model_fault(struct wd_scenario *, const wd_model *, node *where, int32_t status);

/* Message for a name that wd_model_find() does not find; with wd_model_nearest_name(). */
#define NO_VARIABLE "there is no variable \"%s\"; the nearest is \"%s\""

#endif
