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

/* Note a refusal of the model at a place, with the model's own text. */
int32_t model_fault(struct wd_scenario *, const wd_model *, node *where, int32_t status);

#endif
