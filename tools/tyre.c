/* SPDX-License-Identifier: MIT */
/* wheeldyn tyre: convert a .tir file to a part of a scenario. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "csv.h"
#include "number.h"
#include "options.h"
#include "output.h"
#include "scenario/tir.h"
#include "tyre_curves.h"
#include "tyre_page.h"

/* Print the lines of the notes as comments. */
static void print_notes(FILE *file, const char *notes)
{
    for (const char *end; (end = strchr(notes, '\n')); notes = end + 1)
        fprintf(file, "# %.*s\n", (int)(end - notes), notes);
}

/* Print the part: the numbers that differ from the defaults of the library. */
static void print_part(FILE *file, const struct tir *tir)
{
    size_t count;
    const struct tir_field *fields = tir_fields(&count);
    fputs("# radius of the wheels on it: ", file);
    number_print(file, tir->radius);
    fprintf(file, " m\n- tyre: tyre\n  form: magic\n  formula: %s\n", tir_formula(&tir->numbers));
    for (size_t i = 0; i < count; i++) {
        double value = tir_value(&tir->numbers, &fields[i]);
        if (value == fields[i].initial)
            continue;
        fprintf(file, "  %s: ", fields[i].name);
        number_print(file, value);
        putc('\n', file);
    }
}

static int read_tyre(const struct options *options, struct tir *tir, char **notes,
                     struct problem *problem)
{
    struct file file;
    struct fault fault;
    int piped = !strcmp(options->word, "-");
    int status = piped ? file_read_input(&file, problem) : file_read(&file, options->word, problem);
    if (status)
        return status;
    int32_t failed = tir_read(tir, piped ? "<stdin>" : options->word, file.bytes, file.size,
                              options->side, notes, &fault);
    free(file.bytes);
    if (failed == WD_ENOMEM)
        end_without_memory();
    return failed == WD_OK ? TOOL_OK : problem_is(problem, TOOL_SCENARIO, "%s", fault.text);
}

/* Write the curves, if they are requested. */
static int write_curves(const struct options *options, const struct tir *tir,
                        struct problem *problem)
{
    FILE *file;
    if (!options->curves)
        return TOOL_OK;
    int status = tyre_curves_check(tir, options->word, problem);
    if (status || (status = output_open(options->curves, &file, problem)))
        return status;
    const char *ending = strrchr(options->curves, '.');
    if (ending && !strcmp(ending, ".html"))
        tyre_page_write(file, tir, path_name(options->word));
    else
        tyre_curves_print(file, tir, path_name(options->word));
    return output_close(file, options->curves, problem);
}

static void print_tyre(const struct options *options, const struct tir *tir, const char *notes)
{
    fputs("# Part of a scenario, from the file ", stdout);
    csv_text(stdout, path_name(options->word));
    putchar('\n');
    if (notes)
        print_notes(stdout, notes);
    print_part(stdout, tir);
}

/* Print the part, or only the curves if they are written to the standard output. */
static int convert(const struct options *options, struct problem *problem)
{
    struct tir tir;
    char *notes = NULL;
    int status = read_tyre(options, &tir, &notes, problem);
    if (status)
        return status;
    status = write_curves(options, &tir, problem);
    if (!status && !(options->curves && !strcmp(options->curves, "-")))
        print_tyre(options, &tir, notes);
    free(notes);
    return status;
}

int command_tyre(int argc, char **argv, struct problem *problem)
{
    static const char usage[] = "tyre FILE.tir [--side left|right] [--curves FILE]";
    struct options options;
    int status = options_read(&options, argc, argv, "du", usage, problem);
    if (status)
        return status;
    if (!options.word)
        status = problem_is(problem, TOOL_USAGE, "usage: wheeldyn %s", usage);
    else if (options.side && strcmp(options.side, "left") != 0 &&
             strcmp(options.side, "right") != 0)
        status = problem_is(problem, TOOL_USAGE, "--side: \"%s\" is neither left nor right",
                            options.side);
    else
        status = convert(&options, problem);
    options_free(&options);
    return status;
}
