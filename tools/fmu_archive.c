/* SPDX-License-Identifier: MIT */
#include "fmu_archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "copying.h"
#include "file.h"
#include "fmu_describe.h"
#include "fmu_terminals.h"
#include "licence.h"
#include "system.h"

const struct platform platforms[PLATFORMS] = {
    {"x86_64-linux.so", "linux64", "x86_64-linux", ".so"},
    {"aarch64-linux.so", NULL, "aarch64-linux", ".so"},
    {"x86_64-windows.dll", "win64", "x86_64-windows", ".dll"},
};

/* ---- the folder of units ---- */

static const char *unit_folder(void)
{
    const char *folder = getenv("WHEELDYN_FMU");
    return folder && *folder ? folder : UNIT_FOLDER;
}

static char *unit_path(const char *name)
{
    const char *folder = unit_folder();
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = memory(size, 1);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static int unit_file_read(struct file *file, const char *name, struct problem *problem)
{
    char *path = unit_path(name);
    int status = file_read(file, path, problem);
    free(path);
    return status;
}

static bool unit_file_exists(const char *name)
{
    struct entry entry;
    char *path = unit_path(name);
    bool there = system_entry(path, &entry);
    free(path);
    return there;
}

/* ---- sources ---- */

/* Cut a text at its line ends. NULL ends *lines, which the caller must free. */
static void split_lines(char *text, char ***lines)
{
    size_t count = 0;
    *lines = memory(1, sizeof **lines);
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        *lines = memory_more(*lines, count + 2, sizeof **lines);
        (*lines)[count++] = line;
        (*lines)[count] = NULL;
    }
}

static bool is_compiled(const char *path)
{
    size_t length = strlen(path);
    return !strchr(path, '/') && length > 2 && !strcmp(path + length - 2, ".c");
}

static char *text_of(const char *text, size_t *size)
{
    *size = strlen(text);
    return memcpy(memory(*size + 1, 1), text, *size);
}

static void print_model(FILE *file, void *context)
{
    const struct unit *unit = context;
    fprintf(file, "#define WD_UNIT_MODEL %s\n", unit->plan.name);
}

static void print_slot(FILE *file, void *context)
{
    size_t size;
    unsigned char *slot = unit_slot(context, &size);
    size = slot_inside(size);
    for (size_t i = 0; i < size; i++)
        fprintf(file, "%d,%c", slot[i], i % 20 == 19 || i + 1 == size ? '\n' : ' ');
    free(slot);
}

/* Add a file with the text that `print` prints to the archive. */
static void add_printed(struct archive *archive, const char *name, void (*print)(FILE *, void *),
                        void *context)
{
    size_t size;
    char *text = system_text(print, context, &size);
    if (!text)
        memory_more(NULL, SIZE_MAX, 2); /* out of memory: this ends the program */
    archive_add(archive, text, size, "%s", name);
}

static int add_sources(struct archive *archive, const struct unit *unit, char **paths,
                       struct problem *problem)
{
    int status = TOOL_OK;
    for (; *paths && !status; paths++) {
        struct file file;
        char *name = memory(strlen(*paths) + sizeof "sources/", 1);
        strcat(strcpy(name, "sources/"), *paths);
        status = unit_file_read(&file, name, problem);
        if (!status)
            archive_add(archive, file.bytes, file.size, "%s", name);
        free(name);
    }
    add_printed(archive, "sources/model.h", print_model, (void *)unit);
    add_printed(archive, "sources/slot_data.h", print_slot, (void *)unit);
    return status;
}

/* ---- binaries ---- */

static int put_slot(struct file *binary, const char *name, const struct unit *unit,
                    struct problem *problem)
{
    size_t at = slot_find((const unsigned char *)binary->bytes, binary->size), size;
    if (at == SIZE_MAX)
        return problem_is(problem, TOOL_SYSTEM, "%s: this is no binary of a unit", name);
    unsigned char *room = (unsigned char *)binary->bytes + at;
    if (slot_version(room) != WD_VERSION_NUMBER)
        return problem_is(problem, TOOL_SYSTEM, "%s: this binary is of another version", name);
    unsigned char *slot = unit_slot(unit, &size);
    memcpy(room, slot, slot_inside(size));
    free(slot);
    return TOOL_OK;
}

bool binary_path(char path[UNIT_PATH], const struct unit *unit, const struct platform *platform)
{
    const char *folder = unit->plan.version == 2 ? platform->in_fmi2 : platform->in_fmi3;
    if (folder)
        snprintf(path, UNIT_PATH, "binaries/%s/%s%s", folder, unit->plan.name, platform->suffix);
    return folder != NULL;
}

int binary_read(struct file *binary, const struct unit *unit, const struct platform *platform,
                struct problem *problem)
{
    int status = unit_file_read(binary, platform->file, problem);
    if (status)
        return status;
    status = put_slot(binary, platform->file, unit, problem);
    if (status) {
        free(binary->bytes);
        binary->bytes = NULL;
    }
    return status;
}

static int add_binary(struct archive *archive, const struct unit *unit,
                      const struct platform *platform, struct problem *problem)
{
    char path[UNIT_PATH];
    struct file file;
    if (!binary_path(path, unit, platform) || !unit_file_exists(platform->file))
        return TOOL_OK;
    int status = binary_read(&file, unit, platform, problem);
    if (!status)
        archive_add(archive, file.bytes, file.size, "%s", path);
    return status;
}

/* ---- resources ---- */

/* Add the file of a scenario that is larger than the slot. */
static void add_resources(struct archive *archive, const struct unit *unit)
{
    size_t size;
    unsigned char *slot = unit_slot(unit, &size);
    if (slot_inside(size) < size)
        archive_add(archive, (char *)slot, size, "resources/" SLOT_FILE);
    else
        free(slot);
}

/* ---- the whole ---- */

static void add_descriptions(struct archive *archive, struct description *description)
{
    size_t size;
    char *text;
    add_printed(archive, "modelDescription.xml", describe_model, description);
    add_printed(archive, "documentation/index.html", describe_page, description);
    text = text_of(licence_text, &size);
    archive_add(archive, text, size, "documentation/licenses/license.txt");
    text = text_of(copying_text, &size);
    archive_add(archive, text, size, "documentation/licenses/COPYING");
    add_icons(archive, description->unit);
    if (description->unit->plan.version == 2)
        return;
    add_printed(archive, "sources/buildDescription.xml", describe_build, description);
    add_printed(archive, "terminalsAndIcons/terminalsAndIcons.xml", describe_terminals,
                (void *)description->unit);
}

int archive_unit(struct archive *archive, const struct unit *unit, bool sources_only,
                 struct problem *problem)
{
    struct file list;
    char **paths;
    *archive = (struct archive){0};
    int status = TOOL_OK;
    if (!unit_file_exists("sources.txt"))
        status = problem_is(problem, TOOL_SYSTEM,
                            "there are no units of FMI in %s that serve as templates: set "
                            "WHEELDYN_FMU to the folder where they were installed",
                            unit_folder());
    if (!status)
        status = unit_file_read(&list, "sources.txt", problem);
    if (status)
        return status;
    split_lines(list.bytes, &paths);
    size_t count = 0;
    for (size_t i = 0; paths[i]; i++)
        count += is_compiled(paths[i]);
    const char **compiled = memory(count + 1, sizeof *compiled);
    for (size_t i = 0, k = 0; paths[i]; i++)
        if (is_compiled(paths[i]))
            compiled[k++] = paths[i];
    struct description description = {unit, compiled};
    add_descriptions(archive, &description);
    add_resources(archive, unit);
    status = add_sources(archive, unit, paths, problem);
    for (size_t i = 0; i < PLATFORMS && !status && !sources_only; i++)
        status = add_binary(archive, unit, &platforms[i], problem);
    free(compiled);
    free(paths);
    free(list.bytes);
    if (status)
        archive_free(archive);
    return status;
}
