/* SPDX-License-Identifier: MIT */
/* Parts of a model in a scenario. */
#ifndef WHEELDYN_TOOL_PARTS_H
#define WHEELDYN_TOOL_PARTS_H

#include <wheeldyn/wheeldyn.h>

#include "scenario.h"

/* Add all of [{TYPE: NAME, joins: [NAME, ...], QUANTITY: VALUE, ...}, ...] to a model in the setup
 * phase. The text of a failure names the position. */
int parts_add(const struct scenario *scenario, wd_model *model, struct problem *problem);

#endif
