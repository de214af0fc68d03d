/* SPDX-License-Identifier: MIT */
#include "scenario/named_file.h"

#include <stdlib.h>

int32_t named_file_open(struct named_file *file, const struct document *document, node *source,
                        struct reader *reader, struct fault *fault)
{
    const char *name;
    *file = (struct named_file){.path = NULL};
    int32_t status = expect_text(document, source, &name, fault);
    if (status != WD_OK)
        return status;
    file->path = reader_beside(document->name, name);
    if (!file->path)
        return fault_memory(fault);
    status = reader_read(reader, file->path, &file->bytes, &file->size);
    if (status == WD_ENOMEM)
        return fault_memory(fault);
    if (status != WD_OK)
        return fault_at(fault, status, document, source, "%.470s: %s", file->path, reader->reason);
    if (file->size > reader->left)
        return fault_at(fault, WD_EFORMAT, document, source,
                        "the files of the scenario have more than %d bytes", FILES_MAX);
    reader->left -= file->size;
    return WD_OK;
}

void named_file_close(struct named_file *file, struct reader *reader)
{
    reader_end(reader);
    free(file->path);
}
