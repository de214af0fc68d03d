/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static void add(struct table *table, const double pair[2])
{
    if (!(table->count & (table->count + 1))) /* 0, 1, 3, 7 ...: full */
        table->pairs = memory_more(table->pairs, 2 * (table->count + 1), 2 * sizeof *pair);
    memcpy(table->pairs + 2 * table->count++, pair, 2 * sizeof *pair);
}

static int from_list(const struct document *document, node *list, struct table *table,
                     struct problem *problem)
{
    for (size_t i = 0; i < list_length(list); i++) {
        node *entry = list_item(document, list, i);
        if (entry->type != YAML_SEQUENCE_NODE || list_length(entry) != 2)
            return problem_at(problem, document, entry, "here goes a pair [a, b]");
        double pair[2];
        for (size_t k = 0; k < 2; k++) {
            int status = expect_number(document, list_item(document, entry, k), &pair[k], problem);
            if (status)
                return status;
        }
        add(table, pair);
    }
    return TOOL_OK;
}

/* Read one line; it is split into words in place. */
static int from_line(char *line, const char *path, size_t number, struct table *table,
                     struct problem *problem)
{
    static const char blanks[] = " \t\r,";
    line[strcspn(line, "#")] = 0;
    double pair[2];
    size_t count = 0;
    for (char *rest = NULL, *word = strtok_r(line, blanks, &rest); word;
         word = strtok_r(NULL, blanks, &rest), count++) {
        long column = (long)(word - line) + 1;
        if (count == 2)
            return problem_is(problem, TOOL_SCENARIO, "%s:%zu:%ld: more than two numbers", path,
                              number, column);
        if (!number_read(word, &pair[count]))
            return problem_is(problem, TOOL_SCENARIO,
                              "%s:%zu:%ld: \"%.60s\" is not a decimal number within the range of "
                              "doubles",
                              path, number, column, word);
    }
    if (count == 1)
        return problem_is(problem, TOOL_SCENARIO, "%s:%zu:1: one number, two are wanted", path,
                          number);
    if (count)
        add(table, pair);
    return TOOL_OK;
}

/* Refuse a NUL character, at which C would end the text. */
static int expect_no_nul(const struct file *file, const char *path, struct problem *problem)
{
    const char *nul = memchr(file->bytes, 0, file->size);
    if (!nul)
        return TOOL_OK;
    size_t line, column;
    file_place(file, (size_t)(nul - file->bytes), &line, &column);
    return problem_is(problem, TOOL_SCENARIO, "%s:%zu:%zu: a NUL byte", path, line, column);
}

static int from_file(const struct document *document, node *source, struct table *table,
                     struct problem *problem)
{
    const char *name;
    int status = expect_text(document, source, &name, problem);
    if (status)
        return status;
    char *path = path_beside(document->path, name);
    struct file file;
    size_t number = 1;
    status = file_read(&file, path, problem);
    if (status) {
        char reason[sizeof problem->text];
        memcpy(reason, problem->text, sizeof reason);
        problem_at(problem, document, source, "%.600s", reason);
        free(path);
        return status;
    }
    SHA256Data((const uint8_t *)file.bytes, file.size, table->digest);
    status = expect_no_nul(&file, path, problem);
    for (char *line = file.bytes; line && !status; number++) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        status = from_line(line, path, number, table, problem);
        line = end;
    }
    free(file.bytes);
    free(path);
    return status;
}

int table_read(const struct document *document, node *source, struct table *table,
               struct problem *problem)
{
    *table = (struct table){.source = source};
    int status;
    if (source->type == YAML_SEQUENCE_NODE)
        status = from_list(document, source, table, problem);
    else if (source->type == YAML_SCALAR_NODE && *node_text(source))
        status = from_file(document, source, table, problem);
    else
        status = problem_at(problem, document, source,
                            "here go pairs [[a, b], ...] or the name of a file of pairs");
    if (!status && !table->count)
        status = problem_at(problem, document, source, "there is no pair of numbers here");
    if (status)
        table_free(table);
    return status;
}

int numbers_read(const struct document *document, node *list, double **out, struct problem *problem)
{
    size_t count = list_length(list);
    double *numbers = memory(count + 1, sizeof *numbers);
    int status = TOOL_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = expect_number(document, list_item(document, list, i), &numbers[i], problem);
    *out = status ? NULL : numbers;
    if (status)
        free(numbers);
    return status;
}

void table_free(struct table *table)
{
    free(table->pairs);
    *table = (struct table){0};
}
