/* SPDX-License-Identifier: MIT */
/* The .tir files of parts: {tyre: NAME, file: NAME.tir, side: left or right}. */
#ifndef SCENARIO_PART_FILE_H
#define SCENARIO_PART_FILE_H

#include "scenario/document.h"
#include "scenario/reader.h"
#include "scenario/tir.h"

/* Largest number of tyres with a file in a scenario. A model has at most 64 parts. */
enum { PART_FILES_MAX = 64 };

struct part_file {
    node *entry; /* of the part */
    struct tir tir;
};

struct part_files {
    struct part_file *all; /* NULL, or PART_FILES_MAX */
    size_t count;
};

/* Read the file of an entry of the list of parts, if it has the key "file". Only a part "tyre" has
 * one. Its path is relative to the scenario. */
int32_t part_file_read(struct part_files *, const struct document *, node *entry, struct reader *,
                       struct fault *);
void part_files_free(struct part_files *);

/* The file of an entry, and of the tyre of a name; NULL if there is none. */
const struct tir *part_file_of(const struct part_files *, node *entry);
const struct tir *part_file_named(const struct part_files *, const struct document *,
                                  const char *name);

/* True for the keys of an entry that are no quantities because of a file: "file" and "side". */
bool part_file_is_key(const struct document *, node *key);

#endif
