/* SPDX-License-Identifier: MIT */
/* The .tir files of parts: {tyre: NAME, file: NAME.tir, side: left or right}. */
#ifndef SCENARIO_PART_FILE_H
#define SCENARIO_PART_FILE_H

#include "scenario/document.h"
#include "scenario/reader.h"
#include "scenario/tir.h"

/* Largest number of tyres with a file in a scenario. A model has at most so many tyres. */
enum { PART_FILES_MAX = 192 };

struct part_file {
    node *entry; /* entry of the part in the list of parts */
    struct tir tir;
};

struct part_files {
    struct part_file *all; /* NULL, or an array for PART_FILES_MAX files */
    size_t count;
};

/* Read the file of an entry of the list of parts, if the entry has the key "file". Only a part of
 * type tyre may have it. The path of the file is relative to the scenario. */
int32_t part_file_read(struct part_files *, const struct document *, node *entry, struct reader *,
                       struct fault *);
void part_files_free(struct part_files *);

/* Return the file of an entry, or the last file of the tyre with this name; NULL if it has no file.
 */
const struct tir *part_file_of(const struct part_files *, node *entry);
const struct tir *part_file_named(const struct part_files *, const struct document *,
                                  const char *name);

/* True for the keys "file" and "side" of an entry, which describe its file and are no quantities.
 */
bool part_file_is_key(const struct document *, node *key);

#endif
