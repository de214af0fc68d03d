/* SPDX-License-Identifier: MIT */
/* The files of a unit: binaries and sources that the build made, and descriptions of the unit. */
#ifndef WHEELDYN_TOOL_FMU_ARCHIVE_H
#define WHEELDYN_TOOL_FMU_ARCHIVE_H

#include "file.h"
#include "fmu_pack.h"
#include "fmu_unit.h"

/* A platform: the name of its binary in the folder of units, and its names in units of both
 * versions of FMI. */
struct platform {
    const char *file, *in_fmi2, *in_fmi3, *suffix; /* in_fmi2 NULL: FMI 2 has no name for it */
};
extern const struct platform platforms[];
enum { PLATFORMS = 3 };

/* Path of the unit's binary for a platform; false if FMI has no name for the platform. */
enum { UNIT_PATH = 128 };
bool binary_path(char path[UNIT_PATH], const struct unit *unit, const struct platform *platform);
/* Read the binary for a platform from the folder of units, and write the unit's scenario into its
 * slot. TOOL_SYSTEM if the binary is missing or of another version. */
int binary_read(struct file *binary, const struct unit *unit, const struct platform *platform,
                struct problem *problem);

/* Add all files of the unit. TOOL_SYSTEM as for binary_read(). */
int archive_unit(struct archive *archive, const struct unit *unit, bool sources_only,
                 struct problem *problem);

#endif
