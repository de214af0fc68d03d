/* SPDX-License-Identifier: MIT */
/* Comparison of a given unit with the unit that this program makes from the same contents. */
#ifndef WHEELDYN_TOOL_FMU_COMPARE_H
#define WHEELDYN_TOOL_FMU_COMPARE_H

#include "fmu_archive.h"

/* Check that every file of the unit `there` has the bytes that this program writes for the unit
 * `made`. The text of the scenario on the page may differ, and binaries may be missing. If a file
 * differs, the result is TOOL_SCENARIO with a text that names the file. *unknown becomes the index
 * in platforms[] of the first binary of `there` that this program cannot make, PLATFORMS if there
 * is none. */
int compare_unit(const struct archive *there, const struct unit *made, size_t *unknown,
                 struct problem *problem);

#endif
