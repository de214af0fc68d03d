/* SPDX-License-Identifier: MIT */
/* Comparison of a given unit with the unit that this program makes from the same contents. */
#ifndef WHEELDYN_TOOL_FMU_COMPARE_H
#define WHEELDYN_TOOL_FMU_COMPARE_H

#include "fmu_archive.h"

/* Every file must have the same bytes as here, except the scenario's text on the page; binaries may
 * be missing. The text of TOOL_SCENARIO names the file that differs. *unknown becomes the index in
 * platforms[] of the first binary for which none is available here, PLATFORMS if there is none. */
int compare_unit(const struct archive *there, const struct unit *made, size_t *unknown,
                 struct problem *problem);

#endif
