/* SPDX-License-Identifier: MIT */
/* Warnings of a run that leaves the ranges in which the .tir files of its tyres are valid. */
#ifndef SCENARIO_RANGES_H
#define SCENARIO_RANGES_H

#include <wheeldyn/scenario.h>

/* The ranges of the wheels of a model, and the warnings of its run. */
struct ranges;

/* Forget the warnings, and find the wheels of the model whose tyres have a file. WD_OK or
 * WD_ENOMEM. */
int32_t ranges_begin(struct wd_scenario *, const wd_model *);

/* Compare the outputs of a running model with the ranges. Each wheel and quantity gives at most one
 * warning. */
void ranges_check(struct wd_scenario *, const wd_model *);

void ranges_free(struct ranges *);

#endif
