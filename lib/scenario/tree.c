/* SPDX-License-Identifier: MIT */
/* Build the tree of a text from the events of libyaml. libyaml's own tree needs 80 times the memory
 * of the text, and the time of its search for anchors is quadratic. */
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include <yaml.h>

#include "scenario/document.h"

/* A list or map that has begun and not ended. */
struct level {
    uint32_t node;
    size_t first; /* its first entry in `pending` */
};

struct builder {
    struct document *document;
    yaml_parser_t parser;
    size_t node_count, node_room, item_count, item_room, word_count, word_room;
    uint32_t *pending; /* entries of the levels that have not ended */
    size_t pending_count, pending_room;
    struct level levels[LEVELS_MAX];
    size_t depth, documents, total, anchor_count;
    struct {
        uint32_t node, word;
    } anchors[ANCHORS_MAX];
};

/* Result of a building step. If `found`, the step failed: `why` says what is wrong with the text,
 * or is NULL if memory ran out. */
struct wrong {
    const char *why;
    bool found;
};

static struct wrong because(const char *why)
{
    return (struct wrong){why, true};
}

static bool grow(void *block, size_t *room, size_t need, size_t size)
{
    void *old, *made;
    size_t more = *room ? *room : 64;
    if (need <= *room)
        return true;
    while (more < need)
        more *= 2;
    memcpy(&old, block, sizeof old);
    if (!(made = realloc(old, more * size)))
        return false;
    memcpy(block, &made, sizeof made);
    *room = more;
    return true;
}

static bool add_word(struct builder *b, const void *bytes, size_t size, uint32_t *at)
{
    struct document *document = b->document;
    if (!grow(&document->words, &b->word_room, b->word_count + size + 1, 1))
        return false;
    *at = (uint32_t)b->word_count;
    memcpy(document->words + b->word_count, bytes, size);
    document->words[b->word_count + size] = 0;
    b->word_count += size + 1;
    return true;
}

/* Append the node `at` to the entries of the innermost level. */
static struct wrong append(struct builder *b, uint32_t at)
{
    if (!grow(&b->pending, &b->pending_room, b->pending_count + 1, sizeof *b->pending))
        return because(NULL);
    b->pending[b->pending_count++] = at;
    return (struct wrong){0};
}

static struct wrong count(struct builder *b, size_t nodes)
{
    b->total += nodes;
    return b->total > NODES_MAX ? because("more than 100000 nodes") : (struct wrong){0};
}

static bool find_anchor(const struct builder *b, const char *name, size_t *i)
{
    for (*i = 0; *i < b->anchor_count; ++*i)
        if (!strcmp(b->document->words + b->anchors[*i].word, name))
            return true;
    return false;
}

static struct wrong add_anchor(struct builder *b, const void *name, uint32_t at)
{
    size_t i;
    if (!name)
        return (struct wrong){0};
    if (find_anchor(b, name, &i))
        return because("this anchor is given twice");
    if (i == ANCHORS_MAX)
        return because("too many anchors");
    if (!add_word(b, name, strlen(name), &b->anchors[i].word))
        return because(NULL);
    b->anchors[i].node = at;
    b->anchor_count++;
    return (struct wrong){0};
}

static struct wrong add_node(struct builder *b, const yaml_event_t *event, int type,
                             const void *anchor, uint32_t *at)
{
    struct document *document = b->document;
    struct wrong wrong = count(b, 1);
    if (wrong.found)
        return wrong;
    if (!grow(&document->nodes, &b->node_room, b->node_count + 1, sizeof *document->nodes))
        return because(NULL);
    *at = (uint32_t)b->node_count++;
    document->nodes[*at] = (struct node){.line = (uint32_t)event->start_mark.line + 1,
                                         .column = (uint32_t)event->start_mark.column + 1,
                                         .size = 1,
                                         .type = (uint8_t)type};
    wrong = append(b, *at);
    return wrong.found ? wrong : add_anchor(b, anchor, *at);
}

static struct wrong add_scalar(struct builder *b, const yaml_event_t *event)
{
    uint32_t at = 0;
    struct wrong wrong = add_node(b, event, NODE_SCALAR, event->data.scalar.anchor, &at);
    if (wrong.found)
        return wrong;
    struct node *made = b->document->nodes + at;
    made->count = (uint32_t)event->data.scalar.length;
    return add_word(b, event->data.scalar.value, event->data.scalar.length, &made->start)
               ? wrong
               : because(NULL);
}

static bool is_open(const struct builder *b, uint32_t at)
{
    for (size_t i = 0; i < b->depth; i++)
        if (b->levels[i].node == at)
            return true;
    return false;
}

static struct wrong add_alias(struct builder *b, const yaml_event_t *event)
{
    size_t i;
    if (!find_anchor(b, (const char *)event->data.alias.anchor, &i))
        return because("there is no such anchor before this alias");
    uint32_t at = b->anchors[i].node;
    if (is_open(b, at))
        return because("an alias names a node that contains the alias");
    if (b->depth + b->document->nodes[at].levels > LEVELS_MAX)
        return because("nested too deeply");
    struct wrong wrong = count(b, b->document->nodes[at].size);
    return wrong.found ? wrong : append(b, at);
}

static struct wrong open_level(struct builder *b, const yaml_event_t *event, int type,
                               const void *anchor)
{
    uint32_t at = 0;
    if (b->depth == LEVELS_MAX)
        return because("nested too deeply");
    struct wrong wrong = add_node(b, event, type, anchor, &at);
    if (!wrong.found)
        b->levels[b->depth++] = (struct level){at, b->pending_count};
    return wrong;
}

/* Move the entries of the innermost level, which are the last pending ones, to the items. */
static struct wrong close_level(struct builder *b)
{
    struct document *document = b->document;
    const struct level *level = &b->levels[--b->depth];
    struct node *closed = document->nodes + level->node;
    size_t entries = b->pending_count - level->first;
    if (!grow(&document->items, &b->item_room, b->item_count + entries, sizeof *document->items))
        return because(NULL);
    closed->levels = 1;
    for (size_t i = 0; i < entries; i++) {
        const struct node *entry = document->nodes + b->pending[level->first + i];
        closed->size += entry->size;
        if (entry->levels >= closed->levels)
            closed->levels = (uint8_t)(entry->levels + 1);
        document->items[b->item_count + i] = b->pending[level->first + i];
    }
    closed->start = (uint32_t)b->item_count;
    closed->count = (uint32_t)(closed->type == NODE_MAP ? entries / 2 : entries);
    b->item_count += entries;
    b->pending_count = level->first;
    return (struct wrong){0};
}

static struct wrong take(struct builder *b, const yaml_event_t *event)
{
    if (b->documents > 1)
        return because("a file holds one scenario");
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        b->documents++;
        return (struct wrong){0};
    case YAML_SCALAR_EVENT:
        return add_scalar(b, event);
    case YAML_ALIAS_EVENT:
        return add_alias(b, event);
    case YAML_SEQUENCE_START_EVENT:
        return open_level(b, event, NODE_LIST, event->data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return open_level(b, event, NODE_MAP, event->data.mapping_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return close_level(b);
    default:
        return (struct wrong){0};
    }
}

static int32_t parser_fault(const struct builder *b, struct fault *fault)
{
    const yaml_parser_t *parser = &b->parser;
    const struct document *document = b->document;
    if (parser->error == YAML_MEMORY_ERROR || !parser->problem)
        return fault_memory(fault);
    size_t line = parser->problem_mark.line + 1, column = parser->problem_mark.column + 1;
    if (parser->error == YAML_READER_ERROR) { /* this error has no line and column */
        size_t at = parser->problem_offset;
        text_place(document->text, at < document->size ? at : document->size, &line, &column);
    }
    return fault_in(fault, WD_EFORMAT, document->name, line, column, "%s", parser->problem);
}

static int32_t parse(struct builder *b, struct fault *fault)
{
    const char *name = b->document->name;
    int32_t status = WD_OK;
    for (bool ended = false; !ended && status == WD_OK;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&b->parser, &event))
            return parser_fault(b, fault);
        ended = event.type == YAML_STREAM_END_EVENT;
        struct wrong wrong = take(b, &event);
        if (wrong.found)
            status = wrong.why ? fault_in(fault, WD_EFORMAT, name, event.start_mark.line + 1,
                                          event.start_mark.column + 1, "%s", wrong.why)
                               : fault_memory(fault);
        yaml_event_delete(&event);
    }
    if (status == WD_OK && b->node_count == 0)
        return fault_in(fault, WD_EFORMAT, name, 1, 1, "the file is empty");
    if (status == WD_OK)
        b->document->root = b->pending[0];
    return status;
}

/* Limit the number of percent signs, with which directives begin: libyaml reads all directives
 * before the first event, in a time that grows with the square of their number. Percent signs are
 * counted, not directives, because line ends and encodings vary. */
static int32_t check_directives(const struct document *document, struct fault *fault)
{
    size_t signs = 0, line, column;
    for (size_t i = 0; i < document->size; i++) {
        signs += document->text[i] == '%';
        if (signs <= DIRECTIVES_MAX)
            continue;
        text_place(document->text, i, &line, &column);
        return fault_in(fault, WD_EFORMAT, document->name, line, column,
                        "more than %d percent signs", DIRECTIVES_MAX);
    }
    return WD_OK;
}

static int32_t build(struct document *document, struct fault *fault)
{
    struct builder b = {.document = document};
    if (!yaml_parser_initialize(&b.parser))
        return fault_memory(fault);
    yaml_parser_set_input_string(&b.parser, (const unsigned char *)document->text, document->size);
    int32_t status = parse(&b, fault);
    yaml_parser_delete(&b.parser);
    free(b.pending);
    return status;
}

static char *copy(const char *text, size_t size)
{
    char *made = malloc(size + 1);
    if (!made)
        return NULL;
    if (size > 0)
        memcpy(made, text, size);
    made[size] = 0;
    return made;
}

int32_t document_read(struct document *document, const char *name, const char *text, size_t size,
                      struct fault *fault)
{
    *document = (struct document){0};
    if (size > TEXT_MAX)
        return fault_in(fault, WD_EFORMAT, name, 1, 1, "the text has more than %d bytes", TEXT_MAX);
    *document =
        (struct document){.name = copy(name, strlen(name)), .text = copy(text, size), .size = size};
    int32_t status =
        document->name && document->text ? check_directives(document, fault) : fault_memory(fault);
    if (status == WD_OK)
        status = build(document, fault);
    if (status != WD_OK)
        document_free(document);
    return status;
}

void document_free(struct document *document)
{
    free(document->name);
    free(document->text);
    free(document->nodes);
    free(document->items);
    free(document->words);
    *document = (struct document){0};
}
