/* SPDX-License-Identifier: MIT */
#include "scenario/table.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/named_file.h"
#include "scenario/number.h"

/* Longest number in a file of pairs. */
enum { WORD_MAX = 1000 };

static bool add(struct table *table, const double pair[2])
{
    if (!(table->count & (table->count + 1))) { /* 0, 1, 3, 7 ...: full */
        double *more = realloc(table->pairs, 2 * (table->count + 1) * 2 * sizeof *pair);
        if (!more)
            return false;
        table->pairs = more;
    }
    memcpy(table->pairs + 2 * table->count++, pair, 2 * sizeof *pair);
    return true;
}

static int32_t from_list(const struct document *document, node *list, struct table *table,
                         struct fault *fault)
{
    for (size_t i = 0; i < list->count; i++) {
        node *entry = list_item(document, list, i);
        if (entry->type != NODE_LIST || entry->count != 2)
            return fault_at(fault, WD_EFORMAT, document, entry, "expected a pair [a, b]");
        double pair[2];
        for (size_t k = 0; k < 2; k++) {
            int32_t status =
                expect_number(document, list_item(document, entry, k), &pair[k], fault);
            if (status != WD_OK)
                return status;
        }
        if (!add(table, pair))
            return fault_memory(fault);
    }
    return WD_OK;
}

/* A line of a file. */
struct line {
    const char *path, *start, *end;
    size_t number;
};

static int32_t line_fault(const struct line *line, const char *word, const char *why,
                          struct fault *fault)
{
    return fault_in(fault, WD_EFORMAT, line->path, line->number, (size_t)(word - line->start) + 1,
                    "%s", why);
}

static int32_t word_fault(const struct line *line, const char *word, size_t size,
                          struct fault *fault)
{
    return fault_in(fault, WD_EFORMAT, line->path, line->number, (size_t)(word - line->start) + 1,
                    "\"%.*s\" is not a decimal number within the range of doubles",
                    size < 60 ? (int)size : 60, word);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == ',';
}

static int32_t from_line(const struct line *line, struct table *table, struct fault *fault)
{
    double pair[2];
    size_t count = 0;
    for (const char *at = line->start; at < line->end;) {
        const char *word = at;
        char text[WORD_MAX + 1];
        while (at < line->end && !is_blank(*at))
            at++;
        size_t size = (size_t)(at - word);
        if (size == 0) {
            at++;
            continue;
        }
        if (count == 2)
            return line_fault(line, word, "more than two numbers", fault);
        memcpy(text, word, size > WORD_MAX ? 0 : size);
        text[size > WORD_MAX ? 0 : size] = 0;
        if (!number_read(text, &pair[count++]))
            return word_fault(line, word, size, fault);
    }
    if (count == 1)
        return line_fault(line, line->start, "one number, two are wanted", fault);
    return count == 0 || add(table, pair) ? WD_OK : fault_memory(fault);
}

static int32_t from_bytes(const char *bytes, size_t size, const char *path, struct table *table,
                          struct fault *fault)
{
    const char *end = bytes + size, *nul = size ? memchr(bytes, 0, size) : NULL;
    struct line line = {.path = path, .start = bytes, .number = 1};
    int32_t status = WD_OK;
    if (nul) {
        size_t number, column;
        text_place(bytes, (size_t)(nul - bytes), &number, &column);
        return fault_in(fault, WD_EFORMAT, path, number, column, "a NUL byte");
    }
    while (status == WD_OK && line.start < end) {
        const char *next = memchr(line.start, '\n', (size_t)(end - line.start));
        const char *stop = next ? next : end;
        const char *comment = memchr(line.start, '#', (size_t)(stop - line.start));
        line.end = comment ? comment : stop;
        status = from_line(&line, table, fault);
        line.start = next ? next + 1 : end;
        line.number++;
    }
    return status;
}

static int32_t from_file(const struct document *document, node *source, struct reader *reader,
                         struct table *table, struct fault *fault)
{
    struct named_file file;
    int32_t status = named_file_open(&file, document, source, reader, fault);
    if (status == WD_OK)
        status = from_bytes(file.bytes, file.size, file.path, table, fault);
    named_file_close(&file, reader);
    return status;
}

int32_t table_read(const struct document *document, node *source, struct reader *reader,
                   struct table *table, struct fault *fault)
{
    *table = (struct table){.source = source};
    int32_t status;
    if (source->type == NODE_LIST)
        status = from_list(document, source, table, fault);
    else if (source->type == NODE_SCALAR && source->count > 0)
        status = from_file(document, source, reader, table, fault);
    else
        status = fault_at(fault, WD_EFORMAT, document, source,
                          "here go pairs [[a, b], ...] or the name of a file of pairs");
    if (status == WD_OK && table->count == 0)
        status = fault_at(fault, WD_EFORMAT, document, source, "there is no pair of numbers here");
    if (status != WD_OK)
        table_free(table);
    return status;
}

void table_free(struct table *table)
{
    free(table->pairs);
    *table = (struct table){0};
}

int32_t numbers_read(const struct document *document, node *list, double **out, struct fault *fault)
{
    double *numbers = malloc((list->count + 1) * sizeof *numbers);
    int32_t status = numbers ? WD_OK : fault_memory(fault);
    for (size_t i = 0; i < list->count && status == WD_OK; i++)
        status = expect_number(document, list_item(document, list, i), &numbers[i], fault);
    if (status != WD_OK) {
        free(numbers);
        numbers = NULL;
    }
    *out = numbers;
    return status;
}
