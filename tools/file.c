/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    dev_t device;
    ino_t inode;
} * known;
static size_t known_count;

static void remember(const struct stat *status)
{
    if (!S_ISREG(status->st_mode) || file_was_read(status->st_dev, status->st_ino))
        return;
    known = memory_more(known, known_count + 1, sizeof *known);
    known[known_count].device = status->st_dev;
    known[known_count++].inode = status->st_ino;
}

bool file_was_read(dev_t device, ino_t inode)
{
    for (size_t i = 0; i < known_count; i++)
        if (known[i].device == device && known[i].inode == inode)
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

/* Asked before it is opened, as opening a device can do things, and after, as it may be another by
 * then. Opening waits for nobody. */
static FILE *open_regular(const char *path, struct stat *status)
{
    if (stat(path, status) < 0)
        return NULL;
    int descriptor = S_ISREG(status->st_mode) ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    if (descriptor < 0 || fstat(descriptor, status) < 0)
        return NULL;
    return S_ISREG(status->st_mode) ? fdopen(descriptor, "rb") : NULL;
}

/* What `path` names, open as `stream`; `status` is its own. */
static int read_open(struct file *file, const char *path, FILE *stream, const struct stat *status,
                     struct problem *problem)
{
    *file = (struct file){0};
    remember(status);
    read_all(file, stream, S_ISREG(status->st_mode) ? (size_t)status->st_size : 0);
    if (!ferror(stream))
        return TOOL_OK;
    free(file->bytes);
    return problem_is(problem, TOOL_SYSTEM, "%s: cannot be read", path);
}

int file_read(struct file *file, const char *path, struct problem *problem)
{
    struct stat status = {.st_mode = S_IFREG};
    FILE *stream = open_regular(path, &status);
    if (!stream)
        return problem_is(problem, TOOL_SYSTEM, "%s: %s", path,
                          S_ISREG(status.st_mode) ? strerror(errno) : "not a regular file");
    int result = read_open(file, path, stream, &status, problem);
    fclose(stream);
    return result;
}

int file_read_input(struct file *file, struct problem *problem)
{
    struct stat status;
    if (fstat(STDIN_FILENO, &status) < 0)
        return problem_is(problem, TOOL_SYSTEM, "the standard input: %s", strerror(errno));
    return read_open(file, "the standard input", stdin, &status, problem);
}

char *path_beside(const char *file, const char *path)
{
    const char *slash = strrchr(file, '/');
    size_t folder = *path == '/' || !slash ? 0 : (size_t)(slash - file) + 1;
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
