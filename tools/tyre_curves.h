/* SPDX-License-Identifier: MIT */
/* Forces of a tyre in steady state over slip. */
#ifndef WHEELDYN_TOOL_TYRE_CURVES_H
#define WHEELDYN_TOOL_TYRE_CURVES_H

#include <stdio.h>

#include "problem.h"
#include "scenario/tir.h"

/* Check that the formula has friction and stiffness at loads around the nominal load.
 * TOOL_SCENARIO, with the name of the coefficient, if not. */
int tyre_curves_check(const struct tir *tir, const char *name, struct problem *problem);

/* Loads, points on each side of 0, and values of a row of the table. */
enum { TYRE_CURVE_LOADS = 3, TYRE_CURVE_STEPS = 100, TYRE_CURVE_WIDTH = 6 };

/* Load `k` [N]. */
double tyre_curves_load(const struct tir *tir, int k);

/* Row of the table for load `k` and point `i` from -TYRE_CURVE_STEPS to TYRE_CURVE_STEPS: load,
 * slip ratio, F_x, slip angle, F_y, M_z. */
void tyre_curves_row(const struct tir *tir, int k, int i, double row[TYRE_CURVE_WIDTH]);

/* Print the table as CSV: F_x over the slip ratio, and F_y and M_z over the slip angle, each alone,
 * without camber, for three loads. */
void tyre_curves_print(FILE *file, const struct tir *tir, const char *name);

#endif
