/* SPDX-License-Identifier: MIT */
#include "scenario/content.h"

#include <math.h>
#include <stdlib.h>

#include "scenario/number.h"
#include "scenario/widths.h"

#define KEYS(...) ((const char *const[]){__VA_ARGS__, NULL})

static int32_t read_time(struct content *content, node *time, struct fault *fault)
{
    const struct document *document = &content->document;
    int32_t status = expect_map(document, time, KEYS("start", "end", "step"), fault);
    struct {
        const char *key;
        double *value;
    } parts[] = {{"start", &content->start}, {"end", &content->end}, {"step", &content->step}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !status; i++) {
        node *value = map_value(document, time, parts[i].key);
        if (value)
            status = expect_number(document, value, parts[i].value, fault);
    }
    if (status)
        return status;
    char text[2][NUMBER_SIZE];
    if (!(content->end >= content->start) || !(content->end - content->start <= RUN_MAX))
        return fault_at(fault, WD_EFORMAT, document, time,
                        "the run from start %s to end %s goes backwards or is too long",
                        number_text(text[0], content->start), number_text(text[1], content->end));
    if (!(content->step > 0))
        return fault_at(fault, WD_EFORMAT, document, time, "step is %s, it must be above 0",
                        number_text(text[0], content->step));
    return WD_OK;
}

static int32_t check_switches(const struct content *content, struct fault *fault)
{
    const struct document *document = &content->document;
    double last = content->start;
    int32_t status = expect_list(document, content->switches, fault);
    for (size_t i = 0; !status && i < content->switches->count; i++) {
        node *entry = list_item(document, content->switches, i);
        double at = 0;
        if ((status = expect_map(document, entry, KEYS("at", "set"), fault)))
            return status;
        node *time = map_value(document, entry, "at"), *set = map_value(document, entry, "set");
        if (!time || !set)
            return fault_at(fault, WD_EFORMAT, document, entry, "a switch has the keys at and set");
        if ((status = expect_number(document, time, &at, fault)) ||
            (status = expect_map(document, set, NULL, fault)))
            return status;
        char text[2][NUMBER_SIZE];
        if (!(at >= last) || at > content->end)
            return fault_at(fault, WD_EFORMAT, document, time,
                            "switches must be ordered by time, between %s and %s",
                            number_text(text[0], content->start),
                            number_text(text[1], content->end));
        last = at;
    }
    return status;
}

/* Split a terrain given as a mapping of points, bulge, friction and restitution. */
static int32_t split_terrain(struct content *content, struct fault *fault)
{
    const struct document *document = &content->document;
    node *terrain = content->terrain;
    int32_t status =
        expect_map(document, terrain, KEYS("points", "bulge", "friction", "restitution"), fault);
    if (status)
        return status;
    content->bulge = map_value(document, terrain, "bulge");
    content->friction = map_value(document, terrain, "friction");
    content->restitution = map_value(document, terrain, "restitution");
    content->terrain = map_value(document, terrain, "points");
    if (!content->terrain)
        return fault_at(fault, WD_EFORMAT, document, terrain, "a terrain has the key points");
    if (content->bulge)
        status = expect_list(document, content->bulge, fault);
    if (!status && content->friction)
        status = expect_list(document, content->friction, fault);
    if (!status && content->restitution)
        status = expect_list(document, content->restitution, fault);
    return status;
}

/* Find the heights of a surface, which excludes a terrain. */
static int32_t split_surface(struct content *content, struct fault *fault)
{
    const struct document *document = &content->document;
    node *surface = content->surface;
    if (content->terrain)
        return fault_at(fault, WD_EFORMAT, document, surface,
                        "a scenario has a terrain or a surface, not both");
    int32_t status = expect_map(document, surface,
                                KEYS("heights", "file", "dx", "dy", "x0", "y0", "heading"), fault);
    if (status)
        return status;
    node *heights = map_value(document, surface, "heights"),
         *file = map_value(document, surface, "file");
    content->heights = heights ? heights : file;
    if (!heights == !file)
        return fault_at(fault, WD_EFORMAT, document, surface,
                        "a surface has one of the keys heights and file");
    node *kind = heights ? heights : file;
    if (kind->type != (heights ? NODE_LIST : NODE_SCALAR))
        return fault_at(fault, WD_EFORMAT, document, kind,
                        heights ? "heights are rows of numbers" : "file is the name of a file");
    return WD_OK;
}

/* Check the form of optional mappings and lists. */
static int32_t check_forms(struct content *content, struct fault *fault)
{
    const struct document *document = &content->document;
    int32_t status = WD_OK;
    if (content->parts)
        status = expect_list(document, content->parts, fault);
    if (!status && content->set)
        status = expect_map(document, content->set, NULL, fault);
    if (!status && content->inputs)
        status = expect_map(document, content->inputs, NULL, fault);
    if (!status && content->terrain && content->terrain->type == NODE_MAP)
        status = split_terrain(content, fault);
    if (!status && content->surface)
        status = split_surface(content, fault);
    if (!status && content->path)
        status = expect_map(document, content->path, KEYS("points", "closed", "times"), fault);
    if (!status && content->record)
        status = expect_list(document, content->record, fault);
    if (!status && content->switches)
        status = check_switches(content, fault);
    if (!status && content->widths)
        status = widths_read(document, content->widths, fault);
    return status;
}

static int32_t add_table(struct content *content, node *source, bool pairs, struct reader *reader,
                         struct fault *fault)
{
    size_t count = content->table_count;
    if (!(count & (count + 1))) { /* at 0, 1, 3, 7 ... tables, one before the array is full */
        struct table *more = realloc(content->tables, 2 * (count + 1) * sizeof *more);
        if (!more)
            return fault_memory(fault);
        content->tables = more;
    }
    int32_t status =
        table_read(&content->document, source, pairs, reader, &content->tables[count], fault);
    content->table_count += status == WD_OK;
    return status;
}

/* Read all files and tables once, because models share them and files may change later. A wrong
 * form of an entry is reported when a model is made. */
static int32_t read_tables(struct content *content, struct reader *reader, struct fault *fault)
{
    const struct document *document = &content->document;
    node *points = content->path ? map_value(document, content->path, "points") : NULL;
    int32_t status = WD_OK;
    for (size_t i = 0; content->parts && i < content->parts->count && !status; i++) {
        node *entry = list_item(document, content->parts, i);
        if (entry->type == NODE_MAP)
            status = part_file_read(&content->files, document, entry, reader, fault);
    }
    if (!status && content->terrain)
        status = add_table(content, content->terrain, true, reader, fault);
    if (!status && content->heights)
        status = add_table(content, content->heights, false, reader, fault);
    if (!status && points)
        status = add_table(content, points, true, reader, fault);
    for (size_t i = 0; content->inputs && i < content->inputs->count && !status; i++) {
        node *key, *form, *pairs;
        map_pair(document, content->inputs, i, &key, &form);
        if (form->type != NODE_MAP || form->count != 1)
            continue;
        map_pair(document, form, 0, &key, &pairs);
        if (node_is(document, key, "linear") || node_is(document, key, "step"))
            status = add_table(content, pairs, true, reader, fault);
    }
    return status;
}

static int32_t read_all(struct content *content, struct reader *reader, struct fault *fault)
{
    const struct document *document = &content->document;
    node *root = document_root(document);
    int32_t status = expect_map(document, root,
                                KEYS("kind", "preset", "parts", "set", "input", "terrain",
                                     "surface", "path", "switch", "time", "record", "widths"),
                                fault);
    if (status)
        return status;
    node *kind = map_value(document, root, "kind");
    if (!kind)
        return fault_at(fault, WD_EFORMAT, document, root, "the key \"kind\" is missing");
    if ((status = expect_text(document, kind, &content->kind, fault)))
        return status;
    const char *word;
    content->preset = map_value(document, root, "preset");
    if (content->preset && (status = expect_text(document, content->preset, &word, fault)))
        return status;
    node *time = map_value(document, root, "time");
    if (time && (status = read_time(content, time, fault)))
        return status;
    content->parts = map_value(document, root, "parts");
    content->set = map_value(document, root, "set");
    content->inputs = map_value(document, root, "input");
    content->terrain = map_value(document, root, "terrain");
    content->surface = map_value(document, root, "surface");
    content->path = map_value(document, root, "path");
    content->switches = map_value(document, root, "switch");
    content->record = map_value(document, root, "record");
    content->widths = map_value(document, root, "widths");
    status = check_forms(content, fault);
    return status ? status : read_tables(content, reader, fault);
}

int32_t content_read(struct content **out, const char *name, const char *text, size_t size,
                     struct reader *reader, struct fault *fault)
{
    struct content *made = calloc(1, sizeof *made);
    *out = NULL;
    if (!made)
        return fault_memory(fault);
    made->end = 10;
    made->step = 0.01;
    int32_t status = document_read(&made->document, name, text, size, fault);
    if (status == WD_OK)
        status = read_all(made, reader, fault);
    if (status == WD_OK)
        *out = made;
    else
        content_free(made);
    return status;
}

void content_free(struct content *content)
{
    for (size_t i = 0; i < content->table_count; i++)
        table_free(&content->tables[i]);
    free(content->tables);
    part_files_free(&content->files);
    document_free(&content->document);
    free(content);
}

const struct table *content_table(const struct content *content, node *source)
{
    const struct table *table = content->tables;
    while (table->source != source)
        table++;
    return table;
}

double content_switch(const struct content *content, size_t i, node **set)
{
    const struct document *document = &content->document;
    node *entry = list_item(document, content->switches, i);
    double at = 0;
    /* the result is not tested: check_switches() has read this number */
    number_read(node_text(document, map_value(document, entry, "at")), &at);
    *set = map_value(document, entry, "set");
    return at;
}
