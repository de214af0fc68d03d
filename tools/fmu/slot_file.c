/* SPDX-License-Identifier: MIT */
/* Reading a scenario that is too large for the slot, from a file among the unit's resources. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "little.h"
#include "slot.h"

#ifdef _WIN32

/* Convert a valid text in UTF-8 to UTF-16, which needs at most as many words as the text has
 * bytes. */
static void widen(const char *text, wchar_t *wide)
{
    while (*text) {
        unsigned char lead = (unsigned char)*text++;
        unsigned long code = lead < 0x80 ? lead : lead & (lead < 0xe0 ? 31 : lead < 0xf0 ? 15 : 7);
        for (; (*text & 0xc0) == 0x80; text++)
            code = code << 6 | (unsigned long)(*text & 0x3f);
        if (code > 0xffff)
            *wide++ = (wchar_t)(0xd7c0 + (code >> 10)); /* the first half of a pair */
        *wide++ = (wchar_t)(code > 0xffff ? 0xdc00 | (code & 0x3ff) : code);
    }
    *wide = 0;
}

/* Open a file to read; its path is in UTF-8. */
static FILE *open_file(const char *path)
{
    wchar_t *wide = malloc((strlen(path) + 1) * sizeof *wide);
    if (!wide)
        return NULL;
    widen(path, wide);
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
