/* SPDX-License-Identifier: MIT */
/* Archives are unpacked as they were packed; cut or changed archives are refused or give the same
 * contents. */
#include "tools/fmu_pack.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

enum { ROOM = 4096 };

static struct problem problem;

/* Texts and names in the order of the archive. */
static const char *const texts[] = {"first, and again first, and again first, and again", "x", ""};
static const char *const names[] = {"first", "a", "b/empty"};

static char *copy(const char *text)
{
    char *bytes = memory(strlen(text) + 1, 1);
    return strcpy(bytes, text);
}

static size_t pack(unsigned char out[ROOM])
{
    struct archive archive = {0};
    archive_add(&archive, copy(texts[0]), strlen(texts[0]), "%s", names[0]);
    archive_add(&archive, copy(texts[2]), strlen(texts[2]), "%s", names[2]);
    archive_add(&archive, copy(texts[1]), strlen(texts[1]), "%s", names[1]);
    FILE *file = tmpfile();
    archive_write(&archive, file);
    archive_free(&archive);
    rewind(file);
    size_t size = fread(out, 1, ROOM, file);
    fclose(file);
    return size;
}

static int is_whole(const struct archive *archive)
{
    int whole = archive->count == 3;
    for (size_t i = 0; i < 3 && whole; i++)
        whole = !strcmp(archive->members[i].name, names[i]) &&
                archive->members[i].size == strlen(texts[i]) &&
                !strcmp(archive->members[i].bytes, texts[i]);
    return whole;
}

/* Read an archive; returns true if it is refused. *whole is set if its contents are complete. */
static int read_it(const unsigned char *bytes, size_t size, int *whole)
{
    struct archive archive;
    /* Unpack a copy of exactly this size, so that a sanitizer detects reads beyond it. */
    unsigned char *block = memory(size, 1);
    memcpy(block, bytes, size);
    int status = archive_read(&archive, block, size, "x.fmu", &problem);
    free(block);
    *whole = status == TOOL_OK && is_whole(&archive);
    if (status == TOOL_OK)
        archive_free(&archive);
    return status == TOOL_SCENARIO;
}

static void found(const unsigned char *bytes, size_t size)
{
    struct archive archive;
    check(archive_read(&archive, bytes, size, "x.fmu", &problem) == TOOL_OK && is_whole(&archive),
          "the archive is unpacked as it was packed");
    check(archive_find(&archive, "b/empty") == &archive.members[2] && !archive_find(&archive, "b"),
          "members of the archive are found by their names, folders are not");
    archive_free(&archive);
}

/* Change every byte to every value, and cut at every length. Bytes that are not read may have any
 * value. */
static void changed(unsigned char *bytes, size_t size)
{
    int refused = 0, same = 0, cut = 0, whole;
    for (size_t i = 0; i < size; i++) {
        unsigned char old = bytes[i];
        for (int more = 1; more < 256; more++) {
            bytes[i] = (unsigned char)(old + more);
            refused += read_it(bytes, size, &whole);
            same += whole;
        }
        bytes[i] = old;
        cut += read_it(bytes, i, &whole);
    }
    check(refused + same == 255 * (int)size && refused > same,
          "%d archives with one changed byte are refused, %d give the same contents", refused,
          same);
    check(cut == (int)size, "archives cut at any length are refused");
}

/* Two entries of the directory must not name the same file. */
static void twice(const unsigned char *bytes, size_t size)
{
    unsigned char more[2 * ROOM];
    size_t at = bytes[size - 6] | (size_t)bytes[size - 5] << 8, end = size - 22;
    memcpy(more, bytes, end);
    memcpy(more + end, bytes + at, end - at);
    memcpy(more + end + end - at, bytes + end, 22);
    more[end + end - at + 8] = more[end + end - at + 10] = 6;
    int whole;
    check(read_it(more, end + end - at + 22, &whole),
          "an archive in which two entries have the same name is refused");
}

int main(void)
{
    static unsigned char bytes[ROOM];
    size_t size = pack(bytes);
    found(bytes, size);
    changed(bytes, size);
    twice(bytes, size);
    return done();
}
