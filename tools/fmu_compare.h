/* SPDX-License-Identifier: MIT */
/* A unit that somebody has beside the one that this program makes of the same contents. */
#ifndef WHEELDYN_TOOL_FMU_COMPARE_H
#define WHEELDYN_TOOL_FMU_COMPARE_H

#include "fmu_archive.h"

/* Every file must have the bytes that it gets here, but that the scenario's text on the page may be
 * any; binaries may be missing. TOOL_SCENARIO says which file is another. Of platforms that have no
 * binary here the first is told by its index in platforms[], as there is nothing to compare it
 * with; PLATFORMS: none. */
int compare_unit(const struct archive *there, const struct unit *made, size_t *unknown,
                 struct problem *problem);

#endif
