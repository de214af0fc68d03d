/* SPDX-License-Identifier: MIT */
/* wheeldyn fmu --check: a unit beside the library. */
#ifndef WHEELDYN_TOOL_FMU_CHECK_H
#define WHEELDYN_TOOL_FMU_CHECK_H

#include "problem.h"

/* Run the unit in this file, of this version of the library, as its default experiment says, and a
 * model of the same scenario with it; print that all values have the same bits. TOOL_MODEL if one
 * has not or the model cannot go on, TOOL_SCENARIO if the file is no such unit: what is not byte
 * for byte our own binary is not run. */
int fmu_check(const char *path, struct problem *problem);

#endif
