/* SPDX-License-Identifier: MIT */
/* Write units of a model and switches, as `wheeldyn fmu` writes them. */
#define _POSIX_C_SOURCE 200809L
#include "importer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    bytes = malloc((size_t)length);
    *size = bytes ? fread(bytes, 1, (size_t)length, file) : 0;
    fclose(file);
    return bytes;
}

static int write_file(const char *path, const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    int failed = !file || fwrite(bytes, 1, size, file) != size;
    if (file)
        failed |= fclose(file) != 0;
    return failed;
}

/* List the inputs that signals of the model drive. */
static size_t list_driven(const wd_model *model, uint32_t *refs)
{
    size_t count = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_input_form(model, ref) > WD_SIGNAL_HOLD)
            refs[count++] = ref;
    return count;
}

/* Write the slot as the C source that a unit contains. */
static int put_data(const char *path, struct slot *slot)
{
    size_t size = slot_size(slot);
    unsigned char *bytes = malloc(size);
    FILE *file = fopen(path, "w");
    int failed = !bytes || !file;
    if (!failed)
        slot_write(slot, bytes);
    for (size_t i = 0; i < size && !failed; i++)
        failed = fprintf(file, "%u,%s", bytes[i], i % 20 == 19 ? "\n" : "") < 0;
    if (file)
        failed |= fclose(file) != 0;
    free(bytes);
    return failed;
}

/* Write the file of a large scenario to the folder of the path. */
static int put_resource(const char *path, const unsigned char *scenario, size_t size)
{
    char file[256];
    const char *end = strrchr(path, '/');
    snprintf(file, sizeof file, "%.*s/" SLOT_FILE, end ? (int)(end - path) : 1, end ? path : ".");
    return write_file(file, scenario, size);
}

/* Write the binary of WHEELDYN_TEST_UNIT with this slot in place of the empty one. */
static int put(const char *path, struct slot *slot)
{
    size_t size = 0, whole = slot_size(slot);
    const char *binary = getenv("WHEELDYN_TEST_UNIT");
    unsigned char *bytes = binary ? read_file(binary, &size) : NULL, *scenario = malloc(whole);
    size_t at = bytes ? slot_find(bytes, size) : SIZE_MAX;
    int failed = at == SIZE_MAX || !scenario;
    if (!failed) {
        slot_write(slot, scenario);
        memcpy(bytes + at, scenario, slot_inside(whole));
        failed = write_file(path, bytes, size) ||
                 (slot_inside(whole) < whole && put_resource(path, scenario, whole));
    }
    free(bytes);
    free(scenario);
    return failed;
}

static int write_by(int (*how)(const char *path, struct slot *slot), const char *path,
                    const wd_model *model, double start, const struct slot_switch *switches,
                    size_t switch_count, int exchange)
{
    uint32_t driven[1024];
    wd_model *running = NULL;
    struct slot slot = {.token = TOKEN,
                        .exchange = exchange,
                        .start = start,
                        .driven = driven,
                        .driven_count = list_driven(model, driven),
                        .switches = switches,
                        .switch_count = switch_count};
    strncpy(slot.kind, wd_model_kind(model), sizeof slot.kind - 1);
    int failed = wd_model_clone(model, &running) != WD_OK || wd_model_init(running, start) != WD_OK;
    slot.snapshot_size = failed ? 0 : wd_model_save_size(running);
    void *snapshot = malloc(slot.snapshot_size + 1);
    slot.snapshot = snapshot;
    if (!failed && snapshot)
        failed = wd_model_save(running, snapshot, slot.snapshot_size) != WD_OK || how(path, &slot);
    if (failed)
        printf("# %s cannot be made: %s\n", path, wd_model_error(running));
    free(snapshot);
    wd_model_free(running);
    return failed;
}

int unit_write(const char *path, const wd_model *model, double start,
               const struct slot_switch *switches, size_t switch_count)
{
    return write_by(put, path, model, start, switches, switch_count, 0);
}

int unit_write_exchange(const char *path, const wd_model *model, double start,
                        const struct slot_switch *switches, size_t switch_count)
{
    return write_by(put, path, model, start, switches, switch_count, 1);
}

int unit_write_data(const char *path, const wd_model *model, double start)
{
    return write_by(put_data, path, model, start, NULL, 0, 0);
}
