/* SPDX-License-Identifier: MIT */
#include "core/snapshot_parts.h"
#include "core/part.h"

#include <string.h>

enum { NAME_WORDS = (PART_LETTERS + 1) / WORD_BYTES, PART_WORDS = 1 + NAME_WORDS + PART_PLACES };

size_t snapshot_part_words(const struct kind *kind)
{
    return kind->part_type_count > 0 ? 1 + kind->part_count * PART_WORDS : 0;
}

/* Encode a part: index of its type, name, then index + 1 of each part that it stands on; unused
 * words are 0. */
static void part_words(const struct kind *kind, const struct part *part, uint64_t words[PART_WORDS])
{
    size_t length = strlen(part->name);
    memset(words, 0, PART_WORDS * sizeof *words);
    words[0] = (uint64_t)(part->type - kind->part_types);
    for (size_t i = 0; i < length; i++)
        words[1 + i / WORD_BYTES] |= (uint64_t)(unsigned char)part->name[i] << 8 * (i % WORD_BYTES);
    for (size_t i = 0; part->on[i]; i++)
        words[1 + NAME_WORDS + i] = part->on[i]->number + 1;
}

void snapshot_put_parts(struct word_writer *to, const struct kind *kind)
{
    if (kind->part_type_count > 0)
        word_put(to, kind->part_count);
    for (size_t i = 0; i < kind->part_count; i++) {
        uint64_t words[PART_WORDS];
        part_words(kind, kind->parts[i], words);
        for (size_t j = 0; j < PART_WORDS; j++)
            word_put(to, words[j]);
    }
}

/* True if the next `count` parts equal those of the model. */
static int same_parts(struct word_reader *from, const struct kind *kind, uint64_t count)
{
    int same = count == kind->part_count;
    for (size_t i = 0; same && i < kind->part_count; i++) {
        uint64_t words[PART_WORDS];
        part_words(kind, kind->parts[i], words);
        for (size_t j = 0; j < PART_WORDS; j++)
            same &= word_get(from) == words[j];
    }
    return same;
}

/* Read the indices of the parts that a part stands on. Returns 0 if they are invalid. */
static int get_on(struct word_reader *from, const struct kind *kind, const struct part_type *type,
                  const struct part *on[PART_PLACES], size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < PART_PLACES; i++) {
        uint64_t number = word_get(from);
        int has_place = i < part_places(type) && i == *n;
        if (number > (has_place ? kind->part_count : 0))
            return 0;
        if (number > 0)
            on[(*n)++] = kind->parts[number - 1];
    }
    return 1;
}

static int32_t get_part(struct word_reader *from, struct shape *shape)
{
    const struct kind *kind = &shape->kind;
    char name[PART_LETTERS + 2] = "";
    const struct part *on[PART_PLACES];
    size_t n, place;
    uint64_t type = word_get(from);
    for (size_t i = 0; i < NAME_WORDS; i++) {
        uint64_t word = word_get(from);
        for (size_t j = 0; j < WORD_BYTES; j++)
            name[i * WORD_BYTES + j] = (char)(unsigned char)(word >> 8 * j & 0xff);
    }
    if (type >= kind->part_type_count)
        return WD_EFORMAT;
    const struct part_type *found = &kind->part_types[type];
    if (!get_on(from, kind, found, on, &n) ||
        shape_judge(shape, found, name, on, n, &place) != PART_FITS)
        return WD_EFORMAT;
    struct part *part = shape_part(shape, found, name, on, n);
    if (part)
        shape_add(shape, part);
    return part ? WD_OK : WD_ENOMEM;
}

/* Create a shape with the next `count` parts. */
static int32_t get_shape(struct word_reader *from, const struct kind *base, uint64_t count,
                         struct shape **shape)
{
    *shape = shape_new(base);
    int32_t status = *shape ? WD_OK : WD_ENOMEM;
    for (uint64_t i = 0; status == WD_OK && i < count; i++)
        status = from->at < from->count ? get_part(from, *shape) : WD_EFORMAT;
    if (status == WD_OK)
        return WD_OK;
    shape_drop(*shape);
    return status;
}

int32_t snapshot_get_parts(struct word_reader *from, struct wd_model *model)
{
    uint64_t count = model->kind->part_type_count > 0 ? word_get(from) : 0;
    struct word_reader again = *from;
    struct shape *shape = NULL;
    if (same_parts(from, model->kind, count)) {
        if (model->spare && model->spare->shape == model->shape)
            return WD_OK;
        shape = shape_share(model->shape);
    } else {
        *from = again;
        int32_t status = get_shape(from, model->shape->base, count, &shape);
        if (status != WD_OK)
            return status;
    }
    struct wd_model *spare = model_of(shape);
    if (!spare)
        return WD_ENOMEM;
    if (shape == model->shape)
        spare->room = room_share(model->room);
    model_drop_spare(model);
    model->spare = spare;
    return WD_OK;
}
