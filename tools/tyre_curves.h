/* SPDX-License-Identifier: MIT */
/* Forces of a tyre in steady state over slip, as CSV. */
#ifndef WHEELDYN_TOOL_TYRE_CURVES_H
#define WHEELDYN_TOOL_TYRE_CURVES_H

#include <stdio.h>

#include "problem.h"
#include "scenario/tir.h"

/* Check that the formula has friction and stiffness at loads around the nominal load.
 * TOOL_SCENARIO, with the name of the coefficient, if not. */
int tyre_curves_check(const struct tir *tir, const char *name, struct problem *problem);

/* Print F_x over the slip ratio, and F_y and M_z over the slip angle, each alone, without camber,
 * for three loads. */
void tyre_curves_print(FILE *file, const struct tir *tir, const char *name);

#endif
