/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "number.h"
#include "sweep.h"
#include "system.h"

double sweep_value(const struct sweep *sweep, size_t i, size_t range)
{
    for (size_t r = sweep->options->range_count; --r > range;)
        i /= sweep->ranges[r].count;
    return range_value(&sweep->ranges[range], i % sweep->ranges[range].count);
}

static void write_values(FILE *file, const struct sweep *sweep, size_t i)
{
    for (size_t r = 0; r < sweep->options->range_count; r++) {
        number_print(file, sweep_value(sweep, i, r));
        fputc(',', file);
    }
}

void sweep_write(FILE *file, const struct sweep *sweep, size_t i, const struct outcome *outcome)
{
    write_values(file, sweep, i);
    fprintf(file, "%d,", outcome->status);
    for (size_t k = 0; k < sweep->width; k++) {
        number_print(file, outcome->row[k]);
        fputc(',', file);
    }
    fputc('"', file);
    for (const char *c = outcome->problem.text; *c; c++)
        fputs(*c == '"' ? "\"\"" : (const char[]){*c == '\n' ? ' ' : *c, 0}, file);
    fputs("\"\n", file);
}

struct head {
    const struct sweep *sweep;
    const wd_model *model;
};

static void write_head(FILE *file, void *context)
{
    const struct sweep *sweep = ((const struct head *)context)->sweep;
    const wd_model *model = ((const struct head *)context)->model;
    const struct options *options = sweep->options;
    csv_origin(file, sweep->scenario, options);
    for (size_t r = 0; r < options->range_count; r++)
        fprintf(file, "# over %s=%s\n", options->ranges[r].name, options->ranges[r].value);
    fputs("# end ", file);
    number_print(file, sweep->plan.end);
    fputs("\n# units ", file);
    for (size_t r = 0; r < options->range_count; r++)
        fprintf(file, "%s,", sweep->ranges[r].unit);
    fputs(",s", file);
    for (size_t i = 0; i < sweep->plan.count; i++)
        fprintf(file, ",%s", wd_model_var_unit(model, sweep->plan.refs[i]));
    fputs(",\n", file);
    for (size_t r = 0; r < options->range_count; r++)
        fprintf(file, "%s,", sweep->ranges[r].name);
    fputs("status,time", file);
    for (size_t i = 0; i < sweep->plan.count; i++)
        fprintf(file, ",%s", wd_model_var_name(model, sweep->plan.refs[i]));
    fputs(",text\n", file);
}

/* ---- resuming ---- */

static int strange(const struct sweep *sweep, size_t line, struct problem *problem)
{
    return problem_is(problem, TOOL_USAGE,
                      "%s.part:%zu: this is not of the same sweep; remove the file to begin again",
                      sweep->options->output, line);
}

/* Text after the values of combination `i` in its line; NULL if the line has other values. */
static const char *after_values(const struct sweep *sweep, size_t i, const char *line)
{
    for (size_t r = 0; r < sweep->options->range_count; r++) {
        char text[NUMBER_SIZE];
        size_t length = strlen(number_text(text, sweep_value(sweep, i, r)));
        if (strncmp(line, text, length) || line[length] != ',')
            return NULL;
        line += length + 1;
    }
    return line;
}

/* True if the line is the row of combination `i` in the form of sweep_write(); *status becomes the
 * status in the row. */
static int is_row(const struct sweep *sweep, size_t i, const char *line, int *status)
{
    const char *rest = after_values(sweep, i, line);
    if (!rest)
        return 0;
    char *at;
    *status = (int)strtol(rest, &at, 10);
    for (size_t k = 0; k < sweep->width && *at == ','; k++)
        at += 1 + strcspn(at + 1, ",");
    if (at[0] != ',' || at[1] != '"')
        return 0;
    const char *end = strrchr(at, '"');
    return end > at + 1 && !strcmp(end, "\"\n");
}

/* Read a line including its line feed. Returns 0 for a line without one. */
static size_t read_line(FILE *file, char **line, size_t *room)
{
    size_t length = 0;
    for (int c; (c = fgetc(file)) != EOF;) {
        if (length + 2 > *room)
            *line = memory_more(*line, *room = 2 * *room + 200, 1);
        (*line)[length++] = (char)c;
        (*line)[length] = 0;
        if (c == '\n')
            return length;
    }
    return 0;
}

static int read_rows(struct sweep *sweep, uint64_t *good, size_t line_number,
                     struct problem *problem)
{
    char *line = NULL;
    size_t room = 0, length;
    int status = TOOL_OK, outcome;
    while (!status && (length = read_line(sweep->file, &line, &room)) > 0) {
        if (sweep->written == sweep->combinations ||
            !is_row(sweep, sweep->written, line, &outcome)) {
            status = strange(sweep, line_number, problem);
            break;
        }
        sweep->failed += outcome != TOOL_OK;
        sweep->written++;
        line_number++;
        *good += length;
    }
    free(line);
    return status;
}

/* Accept the existing rows; a truncated last row is computed again. */
static int resume(struct sweep *sweep, const char *head, size_t size, struct problem *problem)
{
    size_t line = 1;
    uint64_t good = size;
    for (size_t i = 0; i < size; i++) {
        int c = fgetc(sweep->file);
        if (c == EOF) { /* the head is truncated: begin again */
            good = 0;
            break;
        }
        if (c != (unsigned char)head[i])
            return strange(sweep, line, problem);
        line += c == '\n';
    }
    int status = good ? read_rows(sweep, &good, line, problem) : TOOL_OK;
    if (status)
        return status;
    if (!system_resize(sweep->file, good))
        return problem_is(problem, TOOL_SYSTEM, "%s.part: cannot be written",
                          sweep->options->output);
    if (!good)
        fwrite(head, 1, size, sweep->file);
    return TOOL_OK;
}

int sweep_begin(struct sweep *sweep, const wd_model *model, size_t kept, struct problem *problem)
{
    size_t size;
    char *head = system_text(write_head, &(struct head){sweep, model}, &size);
    if (!head)
        return problem_is(problem, TOOL_SYSTEM, "out of memory");
    int status = TOOL_OK;
    if (kept)
        status = resume(sweep, head, size, problem);
    else
        fwrite(head, 1, size, sweep->file);
    free(head);
    return status;
}
