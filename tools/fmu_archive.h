/* SPDX-License-Identifier: MIT */
/* The files of a unit: binaries and sources that the build made, and what describes the unit. */
#ifndef WHEELDYN_TOOL_FMU_ARCHIVE_H
#define WHEELDYN_TOOL_FMU_ARCHIVE_H

#include "file.h"
#include "fmu_pack.h"
#include "fmu_unit.h"

/* One binary of a unit: its file in the folder of units and in archives of both versions. */
struct platform {
    const char *file, *in_fmi2, *in_fmi3, *suffix; /* in_fmi2 NULL: FMI 2 has no name for it */
};
extern const struct platform platforms[];
enum { PLATFORMS = 3 };

/* A file of the folder of units, "linux.so" or "sources/unit.c". TOOL_SYSTEM if it is not there. */
int unit_file_read(struct file *file, const char *name, struct problem *problem);
bool unit_file_exists(const char *name);

/* All files of the unit. TOOL_SCENARIO if a binary has no room for the scenario. */
int archive_unit(struct archive *archive, const struct unit *unit, bool sources_only,
                 struct problem *problem);

#endif
