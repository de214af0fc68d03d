/* SPDX-License-Identifier: MIT */
#include "scenario/part_file.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/named_file.h"

static struct part_file *add(struct part_files *files)
{
    if (!files->all)
        files->all = calloc(PART_FILES_MAX, sizeof *files->all);
    return files->all ? &files->all[files->count] : NULL;
}

static int32_t read_side(const struct document *document, node *side, const char **word,
                         struct fault *fault)
{
    *word = NULL;
    int32_t status = side ? expect_text(document, side, word, fault) : WD_OK;
    if (status == WD_OK && side && strcmp(*word, "left") != 0 && strcmp(*word, "right") != 0)
        status = fault_at(fault, WD_EFORMAT, document, side, "a side is left or right");
    return status;
}

int32_t part_file_read(struct part_files *files, const struct document *document, node *entry,
                       struct reader *reader, struct fault *fault)
{
    node *source = map_value(document, entry, "file"), *side = map_value(document, entry, "side");
    struct named_file named;
    const char *word;
    if (!source && !side)
        return WD_OK;
    if (files->count == PART_FILES_MAX)
        return fault_at(fault, WD_EFORMAT, document, entry, "more than %d tyres have a file",
                        PART_FILES_MAX);
    if (!source || !map_value(document, entry, "tyre"))
        return fault_at(fault, WD_EFORMAT, document, source ? source : side,
                        source ? "only a part of type tyre has a file"
                               : "side belongs to the file of a tyre; no file is given");
    int32_t status = read_side(document, side, &word, fault);
    if (status != WD_OK)
        return status;
    struct part_file *file = add(files);
    if (!file)
        return fault_memory(fault);
    status = named_file_open(&named, document, source, reader, fault);
    if (status == WD_OK)
        status = tir_read(&file->tir, named.path, named.bytes, named.size, word, NULL, fault);
    named_file_close(&named, reader);
    file->entry = entry;
    files->count += status == WD_OK;
    return status;
}

void part_files_free(struct part_files *files)
{
    free(files->all);
}

const struct tir *part_file_of(const struct part_files *files, node *entry)
{
    for (size_t i = 0; i < files->count; i++)
        if (files->all[i].entry == entry)
            return &files->all[i].tir;
    return NULL;
}

const struct tir *part_file_named(const struct part_files *files, const struct document *document,
                                  const char *name)
{
    for (size_t i = files->count; i-- > 0;)
        if (node_is(document, map_value(document, files->all[i].entry, "tyre"), name))
            return &files->all[i].tir;
    return NULL;
}

bool part_file_is_key(const struct document *document, node *key)
{
    return node_is(document, key, "file") || node_is(document, key, "side");
}
