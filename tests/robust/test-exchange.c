/* SPDX-License-Identifier: MIT */
/* Snapshots of motions of all kinds and presets, which another machine may have written. Continued
 * to the end, they give the other machine's final snapshots, byte by byte.
 * usage: test-exchange MINE [OTHER]: write the file MINE, then read OTHER or, without it, MINE */
#include "support.h"

enum { MIDDLE = 24, END = 60 }; /* steps of walk(): at the snapshot, and in all */

static void write_snapshot(const wd_model *model, FILE *file)
{
    static unsigned char bytes[MOST_BYTES];
    size_t size = wd_model_save_size(model);
    int32_t status = wd_model_save(model, bytes, sizeof bytes);
    fprintf(file, "%zu\n", status == WD_OK ? size : 0);
    fwrite(bytes, 1, size, file);
}

/* Read a snapshot; returns its size, 0 if there is none. */
static size_t read_snapshot(FILE *file, unsigned char bytes[MOST_BYTES])
{
    char line[32] = "";
    size_t size = fgets(line, sizeof line, file) ? strtoul(line, NULL, 10) : 0;
    return size <= MOST_BYTES && fread(bytes, 1, size, file) == size ? size : 0;
}

static void write_all(const struct setup *list, size_t count, FILE *file)
{
    for (size_t i = 0; i < count; i++) {
        wd_model *model = make(&list[i]);
        wd_model_init(model, 0);
        walk(model, 0, MIDDLE);
        write_snapshot(model, file);
        walk(model, MIDDLE, END);
        write_snapshot(model, file);
        wd_model_free(model);
    }
}

static void continue_from(const struct setup *setup, FILE *file)
{
    static unsigned char middle[MOST_BYTES], end[MOST_BYTES], here[MOST_BYTES];
    size_t middle_size = read_snapshot(file, middle), end_size = read_snapshot(file, end);
    wd_model *model = make_kind(setup->kind);
    int32_t status = wd_model_load(model, middle, middle_size);
    check(status == WD_OK, "%s: a snapshot of %zu bytes is loaded: %s", setup_name(setup),
          middle_size, wd_status_name(status));
    walk(model, MIDDLE, END);
    status = wd_model_save(model, here, sizeof here);
    check(status == WD_OK && wd_model_save_size(model) == end_size &&
              memcmp(here, end, end_size) == 0 && memcmp(here, middle, end_size) != 0,
          "%s: the continued motion ends with the same bytes", setup_name(setup));
    wd_model_free(model);
}

int main(int argc, char **argv)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    FILE *mine = argc > 1 ? fopen(argv[1], "wb") : NULL;
    if (!mine) {
        printf("Bail out! cannot write\n");
        return 1;
    }
    write_all(list, count, mine);
    fclose(mine);
    FILE *other = fopen(argv[argc - 1], "rb");
    if (!other) {
        printf("Bail out! cannot read %s\n", argv[argc - 1]);
        return 1;
    }
    for (size_t i = 0; i < count; i++)
        continue_from(&list[i], other);
    fclose(other);
    return done();
}
