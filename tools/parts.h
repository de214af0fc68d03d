/* SPDX-License-Identifier: MIT */
/* The parts that a scenario puts its model together from. */
#ifndef WHEELDYN_TOOL_PARTS_H
#define WHEELDYN_TOOL_PARTS_H

#include <wheeldyn/wheeldyn.h>

#include "scenario.h"

/* Add all of [{TYPE: NAME, joins: [NAME, ...], QUANTITY: VALUE, ...}, ...] to a model that is set
 * up, and say where it fails. */
int parts_add(const struct scenario *scenario, wd_model *model, struct problem *problem);

#endif
