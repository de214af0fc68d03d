/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct entry *known;
static size_t known_count;

static void remember(const struct entry *entry)
{
    if (entry->kind != ENTRY_FILE || file_was_read(entry))
        return;
    known = memory_more(known, known_count + 1, sizeof *known);
    known[known_count++] = *entry;
}

bool file_was_read(const struct entry *entry)
{
    for (size_t i = 0; i < known_count; i++)
        if (known[i].device == entry->device && known[i].number == entry->number)
            return true;
    return false;
}

static void read_all(struct file *file, FILE *stream, size_t expected)
{
    size_t room = expected + 2, got;
    file->bytes = memory(room, 1);
    while ((got = fread(file->bytes + file->size, 1, room - file->size - 1, stream)) > 0) {
        file->size += got;
        if (file->size + 1 == room)
            file->bytes = memory_more(file->bytes, room *= 2, 1);
    }
    file->bytes[file->size] = 0;
}

/* Open a regular file. Its type is checked before opening, because opening a device may have side
 * effects, and again after it, because the file may have been replaced. */
static FILE *open_regular(const char *path, struct entry *entry)
{
    if (!system_entry(path, entry))
        return NULL;
    int descriptor = entry->kind == ENTRY_FILE ? system_open(path) : -1;
    if (descriptor < 0 || !system_entry_of(descriptor, entry))
        return NULL;
    return entry->kind == ENTRY_FILE ? fdopen(descriptor, "rb") : NULL;
}

/* Read the file at `path`, which is open as `stream`; `entry` describes it. */
static int read_open(struct file *file, const char *path, FILE *stream, const struct entry *entry,
                     struct problem *problem)
{
    *file = (struct file){0};
    remember(entry);
    read_all(file, stream, entry->kind == ENTRY_FILE ? (size_t)entry->size : 0);
    if (!ferror(stream))
        return TOOL_OK;
    free(file->bytes);
    return problem_is(problem, TOOL_SYSTEM, "%s: cannot be read", path);
}

int file_read(struct file *file, const char *path, struct problem *problem)
{
    struct entry entry;
    FILE *stream = open_regular(path, &entry);
    if (!stream)
        return problem_is(problem, TOOL_SYSTEM, "%s: %s", path,
                          entry.kind == ENTRY_NONE || entry.kind == ENTRY_FILE
                              ? strerror(errno)
                              : "not a regular file");
    int result = read_open(file, path, stream, &entry, problem);
    fclose(stream);
    return result;
}

int file_read_input(struct file *file, struct problem *problem)
{
    struct entry entry;
    if (!system_entry_of(STDIN_FILENO, &entry))
        return problem_is(problem, TOOL_SYSTEM, "the standard input: %s", strerror(errno));
    return read_open(file, "the standard input", stdin, &entry, problem);
}

const char *path_name(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (strchr(SYSTEM_SEPARATORS, *path))
            name = path + 1;
    return name;
}

char *path_beside(const char *file, const char *path)
{
    size_t folder = system_is_absolute(path) ? 0 : (size_t)(path_name(file) - file);
    char *whole = memory(folder + strlen(path) + 1, 1);
    memcpy(whole, file, folder);
    strcpy(whole + folder, path);
    return whole;
}

void file_place(const struct file *file, size_t at, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at && i < file->size; i++) {
        ++*column;
        if (file->bytes[i] == '\n') {
            ++*line;
            *column = 1;
        }
    }
}
