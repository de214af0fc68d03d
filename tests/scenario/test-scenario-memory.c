/* SPDX-License-Identifier: MIT */
/* Reading takes at most 64 times the size of the text plus 1 MiB for any text; this is the limit
 * stated in scenario.h. The largest texts of each form within the limits are tested, and texts just
 * beyond. */
#include "tap.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/scenario.h>

enum { MIB = 1 << 20, CEILING = 64 };

/* ---- the malloc family, which counts bytes ---- */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static size_t used, peak;

static void *count(void *block)
{
    used += malloc_usable_size(block);
    if (used > peak)
        peak = used;
    return block;
}

void *malloc(size_t size)
{
    return count(__libc_malloc(size));
}

void *calloc(size_t n, size_t size)
{
    return count(__libc_calloc(n, size));
}

/* Count both blocks: the old one exists until the new one is filled. */
void *realloc(void *block, size_t size)
{
    size_t before = malloc_usable_size(block);
    if (used + size > peak)
        peak = used + size;
    void *made = __libc_realloc(block, size);
    if (made)
        used -= before;
    return made ? count(made) : NULL;
}

void free(void *block)
{
    used -= malloc_usable_size(block);
    __libc_free(block);
}

/* ---- texts ---- */

static char text[2 * MIB];

/* Write a text of "kind: bicycle", `head`, `times` repetitions of `piece` and `tail`. `piece` is a
 * format that may print the number of the repetition. Return the size of the text [bytes]. */
static size_t repeat(const char *head, const char *piece, size_t times, const char *tail)
{
    size_t size = (size_t)sprintf(text, "kind: bicycle\n%s", head);
    for (size_t i = 0; i < times && size + 64 < sizeof text; i++)
        size += (size_t)sprintf(text + size, piece, i);
    return size + (size_t)sprintf(text + size, "%s", tail);
}

static void measure(size_t size, int32_t want, const char *what)
{
    wd_scenario *scenario = NULL;
    size_t before = used;
    peak = used;
    wd_scenario_new(&scenario);
    int32_t status = wd_scenario_read_text(scenario, text, size, "a");
    size_t taken = peak - before;
    check(status == want && taken <= CEILING * size + MIB,
          "%s: reading a text of %zu bytes takes %.1f times as much memory, %s", what, size,
          (double)taken / (double)size, status < 0 ? wd_scenario_error(scenario) : "ok");
    wd_scenario_free(scenario);
    check(used == before, "%s: wd_scenario_free() frees all memory that reading has taken", what);
}

static int32_t give_pairs(const char *path, const char **bytes, size_t *size, const char **reason,
                          void *user)
{
    (void)path, (void)reason, (void)user;
    *bytes = text;
    *size = MIB;
    return WD_OK;
}

static void measure_file(void)
{
    static const char named[] = "kind: impact_wheel\nterrain: a.csv\n";
    wd_scenario *scenario = NULL;
    memset(text, '\n', MIB);
    for (size_t i = 0; i + 4 <= MIB; i += 4)
        memcpy(text + i, "1 2\n", 4);
    size_t before = used;
    peak = used;
    wd_scenario_new(&scenario);
    wd_scenario_set_file_fn(scenario, give_pairs, NULL);
    int32_t status = wd_scenario_read_text(scenario, named, strlen(named), "a");
    size_t taken = peak - before;
    check(status == WD_OK && taken <= (size_t)CEILING * MIB + MIB,
          "reading a file of 262144 pairs takes %.1f times as much memory as the file has",
          (double)taken / MIB);
    wd_scenario_free(scenario);
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0); /* otherwise the buffer of stdout would be counted */
    measure(repeat("record: [", "a,", 99990, "]\n"), WD_OK, "short scalars");
    measure(repeat("record: [", "a,", 200000, "]\n"), WD_EFORMAT, "too many short scalars");
    measure(repeat("record: [", "[],", 99990, "]\n"), WD_OK, "empty lists");
    measure(repeat("record: [", "{},", 99990, "]\n"), WD_OK, "empty maps");
    measure(repeat("record:\n", "-\n", 99990, ""), WD_OK, "many empty entries");
    measure(repeat("set: {", "k%zu: 1,", 49990, "}\n"), WD_OK, "names");
    measure(repeat("set: {", "? k%zu,", 49990, "}\n"), WD_OK, "names without values");
    measure(repeat("terrain: [", "[1,2],", 33320, "]\n"), WD_OK, "pairs");
    measure(repeat("record: [", "!!str a,", 99990, "]\n"), WD_OK, "tags");
    measure(repeat("record: [&a a,", "*a,", 99980, "]\n"), WD_OK, "aliases");
    measure(repeat("# ", "%zu ", 150000, "\n"), WD_OK, "a comment");
    measure(repeat("set: {a: ", "%zu ", 150000, "}\n"), WD_OK, "a long scalar");
    measure(repeat("set: {a: \"", "\\x41", 250000, "\"}\n"), WD_OK, "escapes");
    measure(repeat("", "\n", 1000000, ""), WD_OK, "empty lines");
    measure(repeat("record: ", "[", 100000, ""), WD_EFORMAT, "brackets");
    measure(repeat("record: [", "&a%zu a,", 90000, "]\n"), WD_EFORMAT, "anchors");
    measure(repeat("", "k%zu: 1\n", 90000, ""), WD_EFORMAT, "keys of the scenario");
    measure_file();
    return done();
}
