/* SPDX-License-Identifier: MIT */
#include "scenario/table.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/named_file.h"
#include "scenario/number.h"

/* Largest length of a number in a file of numbers, in bytes. */
enum { WORD_MAX = 1000 };

/* Add a number to the row that is being read. */
static bool add(struct table *table, double number)
{
    /* At sizes 0, 1, 3, 7 ... double the memory, one number before it is full. */
    if (!(table->size & (table->size + 1))) {
        double *more = realloc(table->numbers, 2 * (table->size + 1) * sizeof *more);
        if (!more)
            return false;
        table->numbers = more;
    }
    table->numbers[table->size++] = number;
    return true;
}

/* Number of numbers that the row being read has so far. */
static size_t in_row(const struct table *table)
{
    return table->size - table->count * table->width;
}

/* End a row. The first row sets the width of the table, if the width is 0. */
static void end_row(struct table *table)
{
    table->width = table->count == 0 ? table->size : table->width;
    table->count++;
}

static int32_t from_list(const struct document *document, node *list, struct table *table,
                         struct fault *fault)
{
    for (size_t i = 0; i < list->count; i++) {
        node *entry = list_item(document, list, i);
        if (entry->type != NODE_LIST || (table->width > 0 && entry->count != table->width))
            return fault_at(fault, WD_EFORMAT, document, entry,
                            table->pairs ? "expected a pair [a, b]"
                                         : "expected a row of numbers, as many as in the first");
        for (size_t k = 0; k < entry->count; k++) {
            double number;
            int32_t status = expect_number(document, list_item(document, entry, k), &number, fault);
            if (status != WD_OK)
                return status;
            if (!add(table, number))
                return fault_memory(fault);
        }
        end_row(table);
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
    for (const char *at = line->start; at < line->end;) {
        const char *word = at;
        double number;
        char text[WORD_MAX + 1];
        while (at < line->end && !is_blank(*at))
            at++;
        size_t size = (size_t)(at - word);
        if (size == 0) {
            at++;
            continue;
        }
        if (table->width > 0 && in_row(table) == table->width)
            return line_fault(line, word,
                              table->pairs ? "more than two numbers"
                                           : "more numbers than in the first row",
                              fault);
        memcpy(text, word, size > WORD_MAX ? 0 : size);
        text[size > WORD_MAX ? 0 : size] = 0;
        if (!number_read(text, &number))
            return word_fault(line, word, size, fault);
        if (!add(table, number))
            return fault_memory(fault);
    }
    if (in_row(table) == 0)
        return WD_OK;
    if (in_row(table) < table->width)
        return line_fault(line, line->start,
                          table->pairs ? "one number instead of two"
                                       : "fewer numbers than in the first row",
                          fault);
    end_row(table);
    return WD_OK;
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

int32_t table_read(const struct document *document, node *source, bool pairs, struct reader *reader,
                   struct table *table, struct fault *fault)
{
    *table = (struct table){.source = source, .pairs = pairs, .width = pairs ? 2 : 0};
    int32_t status;
    if (source->type == NODE_LIST)
        status = from_list(document, source, table, fault);
    else if (source->type == NODE_SCALAR && source->count > 0)
        status = from_file(document, source, reader, table, fault);
    else
        status = fault_at(fault, WD_EFORMAT, document, source,
                          pairs ? "expected pairs [[a, b], ...] or the name of a file of pairs"
                                : "expected rows [[a, b, ...], ...] or the name of a file of rows");
    if (status == WD_OK && table->size == 0)
        status = fault_at(fault, WD_EFORMAT, document, source, "there is no %s of numbers here",
                          pairs ? "pair" : "row");
    if (status != WD_OK)
        table_free(table);
    return status;
}

void table_free(struct table *table)
{
    free(table->numbers);
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
