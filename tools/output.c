/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"

enum { MOST_OUTPUTS = 8, MOST_LINKS = 40, LONGEST_LINK = 4096, MOST_PARTS = 1000 };

/* How an output is written: by one process, or by long work that another process can continue,
 * which this process begins or resumes. */
enum work { ONCE, BEGUN, RESUMED };

/* Open outputs. Signal handlers use `part` and `kept` only. */
static struct output {
    FILE *file; /* NULL: this element is free */
    char *target;
    char *volatile part; /* name of the incomplete file; NULL: the target is written directly */
    volatile sig_atomic_t kept; /* true: the incomplete file is never removed */
    enum work work;
    struct entry entry; /* the incomplete file, or the target that is written directly */
    struct entry older; /* the file to be replaced, if there is one */
} outputs[MOST_OUTPUTS];

static struct output *output_of(const FILE *file)
{
    for (struct output *output = outputs; output < outputs + MOST_OUTPUTS; output++)
        if (output->file == file)
            return output;
    return NULL;
}

static bool same(const struct entry *one, const struct entry *other)
{
    return one->kind && other->kind && one->device == other->device && one->number == other->number;
}

static bool is_output(const struct entry *entry)
{
    for (const struct output *output = outputs; output < outputs + MOST_OUTPUTS; output++)
        if (output->file && (same(&output->entry, entry) || same(&output->older, entry)))
            return true;
    return false;
}

static int refuse(const char *path, const char *what, struct problem *problem)
{
    return problem_is(problem, TOOL_USAGE, "%s: this is %s", path, what);
}

static int failed(const char *path, struct problem *problem)
{
    return problem_is(problem, TOOL_SYSTEM, "%s: %s", path, strerror(errno));
}

/* Resolve a link in the last component of a path; its target need not exist. */
static char *follow(const char *path)
{
    char *at = path_beside("", path);
    for (int i = 0; i < MOST_LINKS; i++) {
        char to[LONGEST_LINK];
        if (!system_link(at, to, sizeof to))
            break;
        char *next = path_beside(at, to);
        free(at);
        at = next;
    }
    return at;
}

static void forget(struct output *output)
{
    char *part = output->part;
    output->part = NULL;
    free(part);
    free(output->target);
    *output = (struct output){0};
}

static int open_stream(struct output *output, int descriptor, const char *how, const char *path,
                       struct problem *problem)
{
    output->file = fdopen(descriptor, how);
    if (output->file)
        return TOOL_OK;
    int status = failed(path, problem);
    if (!output->kept)
        unlink(output->part);
    close(descriptor);
    return status;
}

/* Create a new file beside the target. An existing name belongs to another output or was left by a
 * killed run. */
static int open_part(struct output *output, const char *path, struct problem *problem)
{
    size_t size = strlen(output->target) + 48;
    char *part = memory(size, 1);
    int descriptor = -1;
    for (int i = 0; i < MOST_PARTS && descriptor < 0; i++) {
        snprintf(part, size, "%s.%ld.part", output->target, (long)getpid() + 10000000L * i);
        descriptor = system_create(part);
        if (descriptor >= 0)
            output->part = part;
        else if (errno != EEXIST || !system_entry(part, &output->entry))
            break;
        else if (is_output(&output->entry)) {
            free(part);
            return refuse(path, "already an output", problem);
        }
    }
    if (descriptor < 0) {
        int status = failed(path, problem);
        free(part);
        return status;
    }
    if (output->older.kind)
        system_set_mode(descriptor, output->older.mode);
    system_entry_of(descriptor, &output->entry);
    return open_stream(output, descriptor, "w", path, problem);
}

static int refuse_part(const char *part, int descriptor, const char *why, struct problem *problem)
{
    if (descriptor >= 0)
        close(descriptor);
    return problem_is(problem, TOOL_USAGE, "%s: %s", part, why);
}

/* Open the file of unfinished work; it is locked while it is open. */
static int open_unfinished(struct output *output, const char *path, struct problem *problem)
{
    size_t size = strlen(output->target) + 6;
    char *part = memory(size, 1);
    snprintf(part, size, "%s.part", output->target);
    output->kept = true; /* never remove the file, because another process may own it */
    output->part = part;
    int descriptor = system_open_part(part, output->work == BEGUN);
    struct entry now;
    if (descriptor < 0 && errno == EEXIST)
        return refuse_part(part, descriptor,
                           "this is unfinished; continue it with --resume, or remove it", problem);
    if (descriptor < 0 || !system_entry_of(descriptor, &output->entry))
        return failed(path, problem);
    if (output->entry.kind != ENTRY_FILE || file_was_read(&output->entry))
        return refuse_part(part, descriptor, "this is an input or no regular file", problem);
    if (!system_lock(descriptor) || !system_entry(part, &now) || !same(&now, &output->entry))
        return refuse_part(part, descriptor, "another process has locked it", problem);
    if (now.size == 0 && output->older.kind)
        system_set_mode(descriptor, output->older.mode);
    output->entry = now;
    output->kept = now.size > 0;
    return open_stream(output, descriptor, "r+", path, problem);
}

/* Open a pipe, a device, or the target of the standard output. Several outputs may share a
 * device. */
static int open_as_it_is(struct output *output, FILE *file, const char *path,
                         struct problem *problem)
{
    if (!file)
        return failed(path, problem);
    if (output->work == RESUMED && file != stdout)
        fclose(file);
    if (output->work == RESUMED)
        return problem_is(problem, TOOL_USAGE, "--resume needs an output file: -o FILE");
    system_entry_of(fileno(file), &output->entry);
    if (output_of(file) || (is_output(&output->entry) && output->entry.kind != ENTRY_CHARACTERS)) {
        if (file != stdout)
            fclose(file);
        return refuse(path, "already an output", problem);
    }
    output->file = file;
    return TOOL_OK;
}

static int open_file(struct output *output, const char *path, struct problem *problem)
{
    struct entry *older = &output->older, standard, named;
    if (!system_entry(path, older)) {
        if (errno != ENOENT || !*path)
            return failed(path, problem);
    } else if (older->kind == ENTRY_FOLDER) {
        errno = EISDIR;
        return failed(path, problem);
    } else if (file_was_read(older))
        return refuse(path, "an input", problem);
    else if (older->kind != ENTRY_CHARACTERS && system_entry_of(STDOUT_FILENO, &standard) &&
             same(older, &standard))
        return open_as_it_is(output, stdout, path, problem);
    else if (older->kind != ENTRY_FILE)
        return open_as_it_is(output, fopen(path, "w"), path, problem);
    else if (is_output(older))
        return refuse(path, "already an output", problem);
    else if (access(path, W_OK) < 0)
        return failed(path, problem);
    output->target = follow(path);
    /* A file without a name, such as a removed one behind /proc/self/fd, cannot be replaced. */
    if (older->kind && !(system_entry(output->target, &named) && same(&named, older)))
        return open_as_it_is(output, fopen(path, "w"), path, problem);
    /* A signal between the creation of a part and its entry in outputs[] would leave the file
     * behind. */
    system_hold_signals(true);
    int status = output->work == ONCE ? open_part(output, path, problem)
                                      : open_unfinished(output, path, problem);
    system_hold_signals(false);
    return status;
}

static int open_output(const char *path, enum work work, FILE **file, struct problem *problem)
{
    static int once;
    if (!once)
        once = !atexit(output_drop_all);
    struct output *output = output_of(NULL);
    output->work = work;
    int status = strcmp(path, "-") ? open_file(output, path, problem)
                                   : open_as_it_is(output, stdout, path, problem);
    if (status)
        forget(output);
    *file = output->file;
    return status;
}

int output_open(const char *path, FILE **file, struct problem *problem)
{
    return open_output(path, ONCE, file, problem);
}

int output_resume(const char *path, bool resume, FILE **file, size_t *kept, struct problem *problem)
{
    int status = open_output(path, resume ? RESUMED : BEGUN, file, problem);
    const struct output *output = status ? NULL : output_of(*file);
    *kept = output && output->part ? (size_t)output->entry.size : 0;
    return status;
}

void output_keep(FILE *file)
{
    output_of(file)->kept = true;
}

int output_close(FILE *file, const char *path, struct problem *problem)
{
    struct output *output = output_of(file);
    int lost = fflush(file) || ferror(file);
    if (output && output->part)
        lost |= !system_flush(fileno(file));
    if (file != stdout)
        lost |= fclose(file) != 0;
    if (output && output->part) {
        lost = lost || !system_replace(output->part, output->target);
        if (lost && !output->kept)
            unlink(output->part);
    }
    if (output)
        forget(output);
    return lost ? problem_is(problem, TOOL_SYSTEM, "%s: cannot be written", path) : TOOL_OK;
}

void output_drop(FILE *file)
{
    struct output *output = output_of(file);
    if (output->part && !output->kept)
        unlink(output->part);
    if (file != stdout)
        fclose(file);
    forget(output);
}

int outputs_open(const char *const *paths, FILE **files, size_t count, struct problem *problem)
{
    int status = TOOL_OK;
    for (size_t i = 0; i < count; i++)
        files[i] = NULL;
    for (size_t i = 0; i < count && !status; i++)
        if (paths[i])
            status = output_open(paths[i], &files[i], problem);
    if (status)
        outputs_drop(files, count);
    return status;
}

int outputs_close(const char *const *paths, FILE **files, size_t count, struct problem *problem)
{
    int status = TOOL_OK;
    for (size_t i = 0; i < count; i++) {
        struct problem lost;
        int closed = files[i] ? output_close(files[i], paths[i], &lost) : TOOL_OK;
        if (closed && !status) {
            status = closed;
            *problem = lost;
        }
    }
    return status;
}

void outputs_drop(FILE **files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (files[i])
            output_drop(files[i]);
}

void output_drop_all(void)
{
    for (struct output *output = outputs; output < outputs + MOST_OUTPUTS; output++) {
        const char *part = output->part;
        if (part && !output->kept)
            unlink(part);
    }
}
