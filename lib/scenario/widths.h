/* SPDX-License-Identifier: MIT */
/* Widths of wheels in drawings, the key "widths" of a scenario: {WHEEL: width [m]}. */
#ifndef SCENARIO_WIDTHS_H
#define SCENARIO_WIDTHS_H

#include <wheeldyn/scenario.h>

#include "scenario/document.h"

/* Check that the entry is a mapping to lengths. */
int32_t widths_read(const struct document *, node *widths, struct fault *);

/* Check that the model has each wheel that the scenario gives a width. */
int32_t widths_check(struct wd_scenario *, const wd_model *);

#endif
