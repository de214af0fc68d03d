/* SPDX-License-Identifier: MIT */
/* Reading a scenario that is too large for the slot, from a file among the unit's resources. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "little.h"
#include "slot.h"

#ifdef _WIN32
#include <windows.h>

/* Open a file to read; its path is in UTF-8. */
static FILE *open_file(const char *path)
{
    int size = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (!wide)
        return NULL;
    MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, size);
    FILE *file = _wfopen(wide, L"rb");
    free(wide);
    return file;
}

#else

static FILE *open_file(const char *path)
{
    return fopen(path, "rb");
}

#endif

/* Value of a hexadecimal digit, -1 for any other character. */
static int digit(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) % 16 : -1;
}

/* Skip what precedes the path in a URI of scheme file: the scheme, an authority, and the slash
 * before the letter of a drive. */
static const char *skip_to_path(const char *uri)
{
    uri += strlen("file:");
    if (strncmp(uri, "//", 2) == 0)
        uri += 2 + strcspn(uri + 2, "/");
    return uri[0] == '/' && uri[1] && uri[2] == ':' ? uri + 1 : uri;
}

/* Return the path of the file in a folder, which FMI 3 gives as a path and FMI 2 as a URI. The
 * caller must free it; NULL without memory. */
static char *path_of(const char *folder)
{
    int is_uri = strncmp(folder, "file:", strlen("file:")) == 0;
    char *path = malloc(strlen(folder) + sizeof "/" SLOT_FILE), *to = path;
    if (!path)
        return NULL;
    for (folder = is_uri ? skip_to_path(folder) : folder; *folder; folder++) {
        *to = *folder;
        if (is_uri && *folder == '%' && digit(folder[1]) >= 0 && digit(folder[2]) >= 0) {
            *to = (char)(16 * digit(folder[1]) + digit(folder[2]));
            folder += 2;
        }
        to++;
    }
    strcpy(to, "/" SLOT_FILE);
    return path;
}

/* Read a file of exactly `size` bytes. */
static int read_whole(const char *path, unsigned char *bytes, size_t size)
{
    FILE *file = path ? open_file(path) : NULL;
    int whole = file && fread(bytes, 1, size, file) == size && getc(file) == EOF;
    if (file)
        fclose(file);
    return whole;
}

int slot_is_in_file(const unsigned char *head)
{
    return little_take_word(head + SLOT_AT_USED) > SLOT_BYTES;
}

struct slot *slot_read_file(const unsigned char *head, const char *resources, const char **fault)
{
    size_t size = little_take_word(head + SLOT_AT_USED);
    struct slot *slot = NULL;
    unsigned char *bytes = malloc(size);
    char *path = resources ? path_of(resources) : NULL;
    if (!bytes || (resources && !path))
        *fault = "there is no memory for the scenario of this unit";
    else if (!read_whole(path, bytes, size) || memcmp(bytes, head, SLOT_HEAD) != 0)
        *fault = "resources/" SLOT_FILE " is missing or is of another unit; the importer must pass "
                 "the folder of the unit's resources";
    else
        slot = slot_read(bytes, size);
    free(path);
    if (slot)
        slot->file = bytes;
    else
        free(bytes);
    return slot;
}

void slot_free(struct slot *slot)
{
    if (slot)
        free(slot->file);
    free(slot);
}
