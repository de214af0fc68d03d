/* SPDX-License-Identifier: MIT */
/* wheeldyn fmu --check: compare a unit with the library. */
#ifndef WHEELDYN_TOOL_FMU_CHECK_H
#define WHEELDYN_TOOL_FMU_CHECK_H

#include "problem.h"

/* Run the unit in this file over its default experiment together with a model of the same scenario,
 * and compare the bits of all values. The unit must be made by this version of the library.
 * TOOL_MODEL if a value differs or the model fails. TOOL_SCENARIO if the file is not such a unit: a
 * binary that differs from ours by a byte is not run. */
int fmu_check(const char *path, struct problem *problem);

#endif
