/* SPDX-License-Identifier: MIT */
#include "scenario/tir_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "scenario/document.h"
#include "scenario/number.h"

/* Longest number in bytes; a longer one is refused. */
enum { WORD_MAX = 100 };

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

bool tir_same(const char *a, const char *b)
{
    while (*a && upper(*a) == upper(*b))
        a++, b++;
    return upper(*a) == upper(*b);
}

void tir_refuse(struct tir_file *file, const struct tir_entry *entry, const char *why)
{
    if (file->status != WD_OK)
        return;
    file->status = WD_EFORMAT;
    if (entry)
        fault_in(file->fault, WD_EFORMAT, file->name, entry->line, entry->column,
                 "%.60s = %.60s %s", entry->key, entry->text, why);
    else
        fault_in(file->fault, WD_EFORMAT, file->name, 1, 1, "%s", why);
}

static void *out_of_memory(struct tir_file *file)
{
    if (file->status == WD_OK)
        file->status = fault_memory(file->fault);
    return NULL;
}

void tir_note(struct tir_file *file, const char *format, ...)
{
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    size_t size = strlen(line);
    char *more = realloc(file->notes, file->notes_size + size + 1);
    if (!more) {
        out_of_memory(file);
        return;
    }
    memcpy(more + file->notes_size, line, size + 1);
    file->notes = more;
    file->notes_size += size;
}

struct tir_entry *tir_find(const struct tir_file *file, const char *key)
{
    for (size_t i = 0; i < file->count; i++)
        if (!file->entries[i].is_unit && tir_same(file->entries[i].key, key))
            return &file->entries[i];
    return NULL;
}

/* ---- lines ---- */

static void ignore_line(struct tir_file *file, size_t number, const char *why)
{
    tir_note(file, "line %zu is ignored: %s", number, why);
}

/* A number as C and Fortran write it, 1.5e3 or 1.5D+3. */
static bool read_real(const char *text, double *out)
{
    char word[WORD_MAX + 1];
    size_t size = strlen(text);
    if (size == 0 || size > WORD_MAX || text[strspn(text, "0123456789+-.eEdD")])
        return false;
    for (size_t i = 0; i <= size; i++)
        word[i] = upper(text[i]) == 'D' ? 'e' : text[i];
    return number_read(word, out);
}

static bool is_key(const char *word)
{
    if (!*word || (*word >= '0' && *word <= '9') || *word == '.')
        return false;
    return !word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.")];
}

/* Cut blanks off both ends. */
static char *trim(char *text)
{
    static const char blanks[] = " \t\v\f";
    text += strspn(text, blanks);
    size_t size = strlen(text);
    while (size > 0 && strchr(blanks, text[size - 1]))
        text[--size] = 0;
    return text;
}

/* End a line before $ or ! outside quotes. */
static void cut_comment(char *line)
{
    char quote = 0;
    for (char *c = line; *c; c++) {
        if (quote)
            quote = *c == quote ? 0 : quote;
        else if (*c == '\'' || *c == '"')
            quote = *c;
        else if (*c == '$' || *c == '!') {
            *c = 0;
            return;
        }
    }
}

/* Double an array at 0, 1, 3, 7 ... items, one item before it is full. */
static void *grown(struct tir_file *file, void *items, size_t count, size_t size)
{
    if (count & (count + 1))
        return items;
    void *more = realloc(items, 2 * (count + 1) * size);
    return more ? more : out_of_memory(file);
}

/* Read the two numbers of a line. */
static bool read_point(char *line, double point[2])
{
    for (char *c = line; *c; c++)
        if (*c == ',' || *c == '\t')
            *c = ' ';
    char *second = strchr(line, ' ');
    if (!second)
        return false;
    *second++ = 0;
    return read_real(line, &point[0]) && read_real(trim(second), &point[1]);
}

static void add_point(struct tir_file *file, char *line, size_t number)
{
    double point[2];
    if (!read_point(line, point)) {
        ignore_line(file, number, "it is no point of DEFLECTION_LOAD_CURVE");
        return;
    }
    if (file->point_count == TIR_POINTS_MAX) {
        tir_refuse(file, NULL, "DEFLECTION_LOAD_CURVE has more than 1000 points");
        return;
    }
    void *points = grown(file, file->points, file->point_count, sizeof *file->points);
    if (points) {
        file->points = points;
        memcpy(file->points[file->point_count++], point, sizeof point);
    }
}

/* Return the entry in which a key is stored: a new one, or the earlier one if the key is repeated.
 */
static struct tir_entry *entry_for(struct tir_file *file, const char *key, bool is_unit,
                                   size_t line)
{
    for (size_t i = 0; i < file->count; i++)
        if (file->entries[i].is_unit == is_unit && !strcmp(file->entries[i].key, key)) {
            tir_note(file, "%.60s is given more than once: the value in line %zu is used", key,
                     line);
            return &file->entries[i];
        }
    if (file->count == TIR_ENTRIES_MAX) {
        tir_refuse(file, NULL, "the file has more than 1000 keys");
        return NULL;
    }
    void *entries = grown(file, file->entries, file->count, sizeof *file->entries);
    if (!entries)
        return NULL;
    file->entries = entries;
    return &file->entries[file->count++];
}

static void add_entry(struct tir_file *file, char *start, char *line, bool is_unit, size_t number)
{
    char *equals = strchr(line, '=');
    *equals = 0;
    char *key = trim(line), *text = trim(equals + 1);
    for (char *c = key; *c; c++)
        *c = upper(*c);
    if (!is_key(key)) {
        ignore_line(file, number, "it is neither KEY = VALUE nor a comment");
        return;
    }
    size_t column = (size_t)(text - start) + 1;
    if (*text == '\'' || *text == '"') {
        char *end = strchr(text + 1, *text);
        if (end)
            *end = 0;
        text = trim(text + 1);
    }
    if (!*text) {
        tir_note(file, "%.60s has no value in line %zu: it counts as missing", key, number);
        return;
    }
    struct tir_entry *entry = entry_for(file, key, is_unit, number);
    if (entry)
        *entry = (struct tir_entry){key, text, number, column, is_unit, false};
}

/* Place of the present line: in section [UNITS], in section [DEFLECTION_LOAD_CURVE], and below the
 * head of a table, a line that begins with {. */
struct place {
    bool in_units, in_curve, in_table;
};

static void add_line(struct tir_file *file, struct place *place, char *start, size_t number)
{
    cut_comment(start);
    char *line = trim(start), *end = strchr(line, ']');
    if (!*line)
        return;
    if (*line == '[' && end) {
        *end = 0;
        char *section = trim(line + 1);
        *place = (struct place){.in_units = tir_same(section, "UNITS"),
                                .in_curve = tir_same(section, "DEFLECTION_LOAD_CURVE")};
    } else if (*line == '{') {
        place->in_table = true;
        if (!place->in_curve)
            tir_note(file, "the table in line %zu is left out: the law does not use it", number);
    } else if (strchr(line, '=')) {
        place->in_table = false;
        add_entry(file, start, line, place->in_units, number);
    } else if (place->in_table && place->in_curve)
        add_point(file, line, number);
    else if (!place->in_table)
        ignore_line(file, number,
                    place->in_curve ? "DEFLECTION_LOAD_CURVE has no head {pen fz} above it"
                                    : "it is neither KEY = VALUE nor a comment");
}

/* Replace no-break spaces, in Latin-1 or UTF-8, by spaces. */
static void break_spaces(char *bytes)
{
    for (char *c = bytes; (c = strchr(c, '\xa0')); *c = ' ')
        if (c > bytes && c[-1] == '\xc2')
            c[-1] = ' ';
}

static void read_lines(struct tir_file *file, size_t size)
{
    struct place place = {false, false, false};
    char *line = file->bytes, *end = file->bytes + size;
    break_spaces(line);
    if (size >= 3 && !memcmp(line, "\xef\xbb\xbf", 3))
        line += 3;
    for (size_t number = 1; line < end && file->status == WD_OK; number++) {
        char *stop = line + strcspn(line, "\r\n");
        size_t ends = *stop == '\r' && stop[1] == '\n' ? 2 : 1;
        *stop = 0;
        add_line(file, &place, line, number);
        line = stop + ends;
    }
    if (file->count == 0)
        tir_refuse(file, NULL, "holds no key with a value; is it a .tir file?");
}

int32_t tir_file_read(struct tir_file *file, const char *name, const char *bytes, size_t size,
                      struct fault *fault)
{
    const char *nul = size ? memchr(bytes, 0, size) : NULL;
    *file = (struct tir_file){.name = name, .fault = fault};
    if (size > TIR_BYTES_MAX)
        return fault_in(fault, WD_EFORMAT, name, 1, 1, "more than %d bytes", TIR_BYTES_MAX);
    if (nul) {
        size_t line, column;
        text_place(bytes, (size_t)(nul - bytes), &line, &column);
        return fault_in(fault, WD_EFORMAT, name, line, column, "a NUL byte");
    }
    file->bytes = malloc(size + 1);
    if (!file->bytes)
        return fault_memory(fault);
    if (size)
        memcpy(file->bytes, bytes, size);
    file->bytes[size] = 0;
    read_lines(file, size);
    if (file->status != WD_OK)
        tir_file_free(file);
    return file->status;
}

void tir_file_free(struct tir_file *file)
{
    free(file->bytes);
    free(file->entries);
    free(file->points);
    free(file->notes);
    *file = (struct tir_file){.status = file->status};
}

double tir_number(struct tir_file *file, struct tir_entry *entry, const char *dimension)
{
    double value = 0;
    entry->used = true;
    if (!read_real(entry->text, &value))
        tir_refuse(file, entry, "is no decimal number within the range of doubles");
    double factor = tir_factor(file, dimension);
    value *= factor;
    if (!isfinite(value))
        tir_refuse(file, entry, "is too large in SI units");
    if (factor != 1)
        tir_note(file, "%.60s = %.60s is %g in SI units", entry->key, entry->text, value);
    return value;
}
