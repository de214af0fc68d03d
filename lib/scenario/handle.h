/* SPDX-License-Identifier: MIT */
/* The handle of a scenario, and the functions that build a model from it. */
#ifndef SCENARIO_HANDLE_H
#define SCENARIO_HANDLE_H

#include <stdatomic.h>
#include <wheeldyn/scenario.h>

#include "scenario/content.h"
#include "scenario/formula.h"
#include "scenario/ranges.h"

/* A content and the number of handles that share it. */
struct shared {
    struct content *content;
    atomic_size_t handles;
};

struct wd_scenario {
    struct shared *shared;         /* NULL before something was read */
    const struct content *content; /* equals shared->content */
    struct formula **formulas;     /* for each input its formula or NULL; NULL before a model */
    wd_scenario_file_fn file_fn;
    void *file_user;
    struct ranges *ranges; /* of the last model; NULL: no tyre of it has a file */
    struct fault fault;
};

/* Build a model: add its parts, set its ground and inputs. The text of a failure names the place.
 */
int32_t add_parts(struct wd_scenario *, wd_model *);
int32_t set_ground(struct wd_scenario *, wd_model *);
int32_t set_inputs(struct wd_scenario *, wd_model *);

/* Set the variables of a model to the values of a mapping. */
int32_t set_values(struct wd_scenario *, wd_model *, node *map);

/* Record a call that the model has refused: the fault gets the place `where` and the model's error
 * text. Returns the status. */
int32_t model_fault(struct wd_scenario *, const wd_model *, node *where, int32_t status);

#endif
