/* SPDX-License-Identifier: MIT */
/* Appearance of a unit in a diagram: an icon for its kind, and terminals that group ports. */
#ifndef WHEELDYN_TOOL_FMU_TERMINALS_H
#define WHEELDYN_TOOL_FMU_TERMINALS_H

#include "fmu_pack.h"
#include "fmu_unit.h"

/* Add the icons: model.png for FMI 2, the folder terminalsAndIcons for FMI 3. */
void add_icons(struct archive *archive, const struct unit *unit);

/* Print terminalsAndIcons.xml; `context` is a struct unit. */
void describe_terminals(FILE *file, void *context);

#endif
