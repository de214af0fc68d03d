/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "scenario/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef _WIN32
#include <windows.h>

#define SEPARATORS "/\\"

static bool is_absolute(const char *path)
{
    return strchr(SEPARATORS, *path) || (*path && path[1] == ':');
}

/* Open a regular file by its name in UTF-8. */
static FILE *open_regular(const char *path)
{
    wchar_t wide[4096];
    if (!MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, sizeof wide / sizeof *wide)) {
        errno = ENOENT;
        return NULL;
    }
    DWORD attributes = GetFileAttributesW(wide);
    if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY) {
        errno = 0;
        return NULL;
    }
    return _wfopen(wide, L"rb");
}
#else
#define SEPARATORS "/"

static bool is_absolute(const char *path)
{
    return *path == '/';
}

/* Open a regular file. Its type is checked before opening, because opening a device may have side
 * effects, and again after it, because the file may have been replaced. If the file is not regular,
 * errno is 0. */
static FILE *open_regular(const char *path)
{
    struct stat entry;
    if (stat(path, &entry))
        return NULL;
    errno = 0;
    int descriptor = S_ISREG(entry.st_mode) ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (descriptor < 0)
        return NULL;
    if (!fstat(descriptor, &entry) && S_ISREG(entry.st_mode)) {
        FILE *stream = fdopen(descriptor, "rb");
        if (stream)
            return stream;
    }
    close(descriptor);
    return NULL;
}
#endif

static bool room_for(char **bytes, size_t *room, size_t need)
{
    if (need <= *room)
        return true;
    size_t more = *room ? 2 * *room : 4096;
    char *made = realloc(*bytes, more);
    if (!made)
        return false;
    *bytes = made;
    *room = more;
    return true;
}

/* Read up to `limit` + 1 bytes, so that a file that is too long is noticed. */
static int32_t read_stream(FILE *stream, size_t limit, char **bytes, size_t *size)
{
    size_t room = 0, got = 1;
    *size = 0;
    while (got > 0 && *size <= limit) {
        if (!room_for(bytes, &room, *size + 2))
            return WD_ENOMEM;
        size_t most = room - *size - 1, wanted = limit + 1 - *size;
        got = fread(*bytes + *size, 1, most < wanted ? most : wanted, stream);
        *size += got;
    }
    (*bytes)[*size] = 0;
    return ferror(stream) ? WD_EFILE : WD_OK;
}

static int32_t own_read(struct reader *reader, const char *path, const char **bytes, size_t *size)
{
    reader_end(reader);
    FILE *stream = open_regular(path);
    if (!stream) {
        snprintf(reader->reason, sizeof reader->reason, "%s",
                 errno ? strerror(errno) : "not a regular file");
        return errno == ENOMEM ? WD_ENOMEM : WD_EFILE;
    }
    int32_t status = read_stream(stream, reader->left, &reader->own, size);
    fclose(stream);
    *bytes = reader->own;
    if (status == WD_EFILE)
        snprintf(reader->reason, sizeof reader->reason, "cannot be read");
    return status;
}

int32_t reader_read(struct reader *reader, const char *path, const char **bytes, size_t *size)
{
    const char *reason = NULL;
    *bytes = NULL;
    *size = 0;
    if (!reader->fn)
        return own_read(reader, path, bytes, size);
    int32_t status = reader->fn(path, bytes, size, &reason, reader->user);
    if (status < 0)
        snprintf(reader->reason, sizeof reader->reason, "%s", reason ? reason : "cannot be read");
    return status < 0 ? status : WD_OK;
}

void reader_end(struct reader *reader)
{
    free(reader->own);
    reader->own = NULL;
}

static const char *last_part(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (strchr(SEPARATORS, *path))
            name = path + 1;
    return name;
}

char *reader_beside(const char *file, const char *path)
{
    size_t folder = is_absolute(path) ? 0 : (size_t)(last_part(file) - file);
    char *whole = malloc(folder + strlen(path) + 1);
    if (!whole)
        return NULL;
    memcpy(whole, file, folder);
    strcpy(whole + folder, path);
    return whole;
}
