/* SPDX-License-Identifier: MIT */
/* Reading of an untrusted archive. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fmu_pack.h"

enum {
    LOCAL_MARK = 0x04034b50,
    CENTRAL_MARK = 0x02014b50,
    END_MARK = 0x06054b50,
    LOCAL_SIZE = 30,
    CENTRAL_SIZE = 46,
    END_SIZE = 22,
    LONGEST_COMMENT = 65535,
    STORED = 0,
    DEFLATED = 8,
    MOST_DEFLATED = 1032, /* largest expansion of a byte by deflate */
    /* limits far above our own archives */
    MOST_MEMBERS = 4096,
    MOST_BYTES = 256 << 20
};

struct bytes {
    const unsigned char *at;
    size_t size;
};

static uint32_t number(const unsigned char *at, int bytes)
{
    uint32_t number = 0;
    for (int i = bytes; i-- > 0;)
        number = number << 8 | at[i];
    return number;
}

/* Find the end record, which only a comment may follow. */
static const unsigned char *find_end(struct bytes all)
{
    for (size_t back = END_SIZE; back <= all.size && back <= END_SIZE + LONGEST_COMMENT; back++)
        if (number(all.at + all.size - back, 4) == END_MARK)
            return all.at + all.size - back;
    return NULL;
}

/* Decompress `size` bytes into `out`, which has space for one more, so that longer data are
 * detected. */
static bool inflate_all(struct bytes packed, char *out, size_t size)
{
    z_stream stream = {.next_in = (z_const Bytef *)packed.at,
                       .avail_in = (uInt)packed.size,
                       .next_out = (Bytef *)out,
                       .avail_out = (uInt)size + 1};
    if (inflateInit2(&stream, -MAX_WBITS))
        return false;
    bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == size;
    inflateEnd(&stream);
    return whole;
}

/* Find the compressed data of the member at `entry`. Its local header must have the same name as
 * its entry in the directory. Returns bytes NULL if the names differ or data are missing. */
static struct bytes find_packed(struct bytes all, const unsigned char *entry)
{
    uint32_t packed = number(entry + 20, 4), name = number(entry + 28, 2);
    uint32_t offset = number(entry + 42, 4);
    if (offset > all.size || all.size - offset < LOCAL_SIZE)
        return (struct bytes){0};
    const unsigned char *local = all.at + offset;
    size_t head = LOCAL_SIZE + (size_t)number(local + 26, 2) + number(local + 28, 2);
    if (number(local, 4) != LOCAL_MARK || number(local + 26, 2) != name ||
        all.size - offset < head || all.size - offset - head < packed ||
        memcmp(local + LOCAL_SIZE, entry + CENTRAL_SIZE, name) != 0)
        return (struct bytes){0};
    return (struct bytes){local + head, packed};
}

static bool unpack(struct bytes all, const unsigned char *entry, struct archive *archive)
{
    uint32_t method = number(entry + 10, 2), size = number(entry + 24, 4);
    struct bytes packed = find_packed(all, entry);
    if (!packed.at || size / MOST_DEFLATED > packed.size ||
        (method != DEFLATED && (method != STORED || packed.size != size)))
        return false;
    char *out = memory((size_t)size + 2, 1); /* a zero ends it */
    archive_add(archive, out, size, "%.*s", (int)number(entry + 28, 2),
                (const char *)entry + CENTRAL_SIZE);
    if (method == STORED)
        memcpy(out, packed.at, size);
    else if (!inflate_all(packed, out, size))
        return false;
    return crc32(0, (const Bytef *)out, size) == number(entry + 16, 4);
}

/* True if the name of the last member is unique. */
static bool is_new(const struct archive *archive)
{
    return archive_find(archive, archive->members[archive->count - 1].name) ==
           &archive->members[archive->count - 1];
}

/* Read all members. Returns NULL, or a sentence on the fault. */
static const char *read_all(struct archive *archive, struct bytes all)
{
    const unsigned char *end = find_end(all);
    if (!end)
        return "this is no archive";
    uint32_t count = number(end + 10, 2), at = number(end + 16, 4), total = 0;
    if (count > MOST_MEMBERS)
        return "this archive has too many files";
    for (uint32_t i = 0; i < count; i++) {
        if (at > all.size || all.size - at < CENTRAL_SIZE || number(all.at + at, 4) != CENTRAL_MARK)
            return "this archive is damaged";
        const unsigned char *entry = all.at + at;
        size_t length = CENTRAL_SIZE + (size_t)number(entry + 28, 2);
        if (all.size - at < length)
            return "this archive is damaged";
        if (number(entry + 24, 4) > MOST_BYTES - total)
            return "this archive has too many bytes";
        total += number(entry + 24, 4);
        if (!unpack(all, entry, archive) || !is_new(archive))
            return "this archive is damaged";
        at += (uint32_t)length + number(entry + 30, 2) + number(entry + 32, 2);
    }
    if (at != (size_t)(end - all.at))
        return "this archive is damaged";
    return NULL;
}

int archive_read(struct archive *archive, const unsigned char *bytes, size_t size, const char *name,
                 struct problem *problem)
{
    *archive = (struct archive){0};
    const char *wrong = read_all(archive, (struct bytes){bytes, size});
    if (!wrong)
        return TOOL_OK;
    archive_free(archive);
    return problem_is(problem, TOOL_SCENARIO, "%s: %s", name, wrong);
}

const struct member *archive_find(const struct archive *archive, const char *name)
{
    for (size_t i = 0; i < archive->count; i++)
        if (!strcmp(archive->members[i].name, name))
            return &archive->members[i];
    return NULL;
}
