/* SPDX-License-Identifier: MIT */
#include "fmu_pack.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    LOCAL_MARK = 0x04034b50,
    CENTRAL_MARK = 0x02014b50,
    END_MARK = 0x06054b50,
    LOCAL_SIZE = 30,
    CENTRAL_SIZE = 46,
    END_SIZE = 22,
    DEFLATED = 8,
    VERSION = 20, /* version of the zip format that has deflate and folders */
    UNIX = 3 << 8,
    FIRST_DAY = 1 << 5 | 1, /* 1980-01-01 */
    LONGEST_NAME = 512
};
static const uint32_t FILE_MODE = (uint32_t)0100644 << 16;

void archive_add(struct archive *archive, char *bytes, size_t size, const char *format, ...)
{
    char name[LONGEST_NAME];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    archive->members = memory_more(archive->members, archive->count + 1, sizeof *archive->members);
    struct member *member = &archive->members[archive->count++];
    *member = (struct member){memory(strlen(name) + 1, 1), bytes, size};
    strcpy(member->name, name);
}

void archive_free(struct archive *archive)
{
    for (size_t i = 0; i < archive->count; i++) {
        free(archive->members[i].name);
        free(archive->members[i].bytes);
    }
    free(archive->members);
    *archive = (struct archive){0};
}

/* ---- writing ---- */

static unsigned char *put(unsigned char *to, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (unsigned char)(number >> 8 * i);
    return to;
}

/* Write the fields that both headers of a member share, beginning with the version needed. */
static unsigned char *put_common(unsigned char *to, const struct member *member, size_t packed)
{
    uLong sum = crc32(0, (const Bytef *)member->bytes, (uInt)member->size);
    to = put(to, VERSION, 2);
    to = put(to, 0, 2); /* flags */
    to = put(to, DEFLATED, 2);
    to = put(to, 0, 2); /* midnight */
    to = put(to, FIRST_DAY, 2);
    to = put(to, (uint32_t)sum, 4);
    to = put(to, (uint32_t)packed, 4);
    to = put(to, (uint32_t)member->size, 4);
    to = put(to, (uint32_t)strlen(member->name), 2);
    return put(to, 0, 2); /* extra fields */
}

static size_t pack(const struct member *member, unsigned char **packed)
{
    z_stream stream = {0};
    /* Raw deflate data, because the archive has its own checksums. The best compression would take
       twice as long and make the file of a unit 0.4 % smaller. */
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY))
        memory_more(NULL, SIZE_MAX, 2); /* out of memory: this ends the program */
    uLong room = deflateBound(&stream, (uLong)member->size);
    *packed = memory(room, 1);
    stream.next_in = (z_const Bytef *)member->bytes;
    stream.avail_in = (uInt)member->size;
    stream.next_out = *packed;
    stream.avail_out = (uInt)room;
    deflate(&stream, Z_FINISH);
    size_t size = stream.total_out;
    deflateEnd(&stream);
    return size;
}

static size_t write_member(const struct member *member, FILE *file, size_t *packed_size)
{
    unsigned char head[LOCAL_SIZE], *packed;
    *packed_size = pack(member, &packed);
    put_common(put(head, LOCAL_MARK, 4), member, *packed_size);
    fwrite(head, 1, sizeof head, file);
    fputs(member->name, file);
    fwrite(packed, 1, *packed_size, file);
    free(packed);
    return sizeof head + strlen(member->name) + *packed_size;
}

static size_t write_entry(const struct member *member, FILE *file, size_t packed, size_t offset)
{
    unsigned char head[CENTRAL_SIZE];
    unsigned char *to = put(head, CENTRAL_MARK, 4);
    to = put(to, UNIX | VERSION, 2);
    to = put_common(to, member, packed);
    to = put(to, 0, 2); /* comment */
    to = put(to, 0, 2); /* disk */
    to = put(to, 0, 2); /* attributes: bytes, not text */
    to = put(to, FILE_MODE, 4);
    put(to, (uint32_t)offset, 4);
    fwrite(head, 1, sizeof head, file);
    fputs(member->name, file);
    return sizeof head + strlen(member->name);
}

static int by_name(const void *one, const void *other)
{
    return strcmp(((const struct member *)one)->name, ((const struct member *)other)->name);
}

void archive_write(struct archive *archive, FILE *file)
{
    size_t count = archive->count, at = 0, size = 0;
    size_t *offsets = memory(count, sizeof *offsets), *packed = memory(count, sizeof *packed);
    if (count > 1)
        qsort(archive->members + 1, count - 1, sizeof *archive->members, by_name);
    for (size_t i = 0; i < count; i++) {
        offsets[i] = at;
        at += write_member(&archive->members[i], file, &packed[i]);
    }
    for (size_t i = 0; i < count; i++)
        size += write_entry(&archive->members[i], file, packed[i], offsets[i]);
    unsigned char end[END_SIZE] = {0};
    put(end, END_MARK, 4);
    put(put(end + 8, (uint32_t)count, 2), (uint32_t)count, 2);
    put(put(end + 12, (uint32_t)size, 4), (uint32_t)at, 4);
    fwrite(end, 1, sizeof end, file);
    free(offsets);
    free(packed);
}
