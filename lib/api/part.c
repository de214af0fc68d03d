/* SPDX-License-Identifier: MIT */
/* Parts of models. */
#include "api/check.h"
#include "core/key.h"
#include "core/nearest.h"
#include "core/part.h"
#include "core/registry.h"
#include "core/shape.h"

#include <string.h>
#include <wheeldyn/parts.h>

static const struct part_type *type_row(const char *name, size_t i)
{
    const struct kind *kind = name ? registry_find(name) : NULL;
    return kind && i < kind->part_type_count ? &kind->part_types[i] : NULL;
}

size_t wd_part_type_count(const char *name)
{
    const struct kind *kind = name ? registry_find(name) : NULL;
    return kind ? kind->part_type_count : 0;
}

const char *wd_part_type_name(const char *kind, size_t i)
{
    const struct part_type *type = type_row(kind, i);
    return type ? type->name : NULL;
}

const char *wd_part_type_text(const char *kind, size_t i)
{
    const struct part_type *type = type_row(kind, i);
    return type ? type->text : NULL;
}

const char *wd_part_type_on(const char *kind, size_t i, size_t k)
{
    const struct part_type *type = type_row(kind, i);
    return type && k < part_places(type) ? type->on[k] : NULL;
}

/* ---- adding ---- */

/* Find the type of this name, for a model to which a part can be added now. */
static int32_t find_type(struct wd_model *model, const char *name, const struct part_type **type)
{
    int32_t status = check_set_up(model, "a part");
    if (status != WD_OK)
        return status;
    if (model->kind->part_type_count == 0)
        return model_fail(model, WD_EROLE, "models of this kind have no parts");
    if (!name)
        return model_fail(model, WD_EINVAL, "the type of the part is NULL");
    *type = part_type(model->kind, name);
    if (!*type)
        return model_fail(model, WD_ENAME, "no part is of type '%s'; the nearest is '%s'", name,
                          nearest_part_type(model->kind, name));
    return WD_OK;
}

/* Find the parts that the new part is to stand on. The number n may be too large; judge() checks
 * it. */
static int32_t find_on(struct wd_model *model, const char *name, const char *const *on, size_t n,
                       const struct part *found[PART_PLACES])
{
    if (!on && n > 0)
        return model_fail(model, WD_EINVAL, "on is NULL with n = %z", n);
    for (size_t i = 0; i < n && i < PART_PLACES; i++) {
        if (!on[i])
            return model_fail(model, WD_EINVAL, "entry %z of on, for part '%s', is NULL", i, name);
        found[i] = part_find(model->kind, on[i], strlen(on[i]));
        if (found[i])
            continue;
        const char *nearest = nearest_part(model->kind, on[i]);
        if (!nearest)
            return model_fail(model, WD_ENAME, "no part is named '%s'; the model has no parts yet",
                              on[i]);
        return model_fail(model, WD_ENAME, "no part is named '%s'; the nearest is '%s'", on[i],
                          nearest);
    }
    return WD_OK;
}

static int32_t fail_stands(struct wd_model *model, const struct part_type *type, const char *name,
                           const struct part *const *on, size_t n, size_t place)
{
    size_t places = part_places(type);
    if (place < n && place < places)
        return model_fail(model, WD_EINVAL, "'%s' must stand on a %s, but '%s' is a %s", name,
                          type->on[place], on[place]->name, on[place]->type->name);
    if (type->optional > 0)
        return model_fail(model, WD_EINVAL, "a %s stands on %z to %z parts, but '%s' was given %z",
                          type->name, places - type->optional, places, name, n);
    return model_fail(model, WD_EINVAL, "a %s stands on %z parts, but '%s' was given %z",
                      type->name, places, name, n);
}

static int32_t judge(struct wd_model *model, const struct part_type *type, const char *name,
                     const struct part *const *on, size_t n)
{
    size_t place;
    switch (shape_judge(model->shape, type, name, on, n, &place)) {
    case PART_FITS:
        return WD_OK;
    case PART_SPELT:
        return model_fail(model, WD_EINVAL,
                          "'%s' is not a valid name of a part: use a small letter, then up to %z "
                          "small letters, digits and underscores",
                          name, (size_t)PART_LETTERS - 1);
    case PART_RESERVED:
        return model_fail(model, WD_EINVAL,
                          "'%s' is reserved: it occurs in variable names of the whole model", name);
    case PART_TAKEN:
        return model_fail(model, WD_EINVAL, "there is already a part named '%s'", name);
    case PART_STANDS:
        return fail_stands(model, type, name, on, n, place);
    default:
        return model_fail(model, WD_ERANGE, "there are already %z parts of type %s, the maximum",
                          part_most(type), type->name);
    }
}

static int32_t add_part(struct wd_model *model, const char *type, const char *name,
                        const char *const *on, size_t n)
{
    const struct part_type *found = NULL;
    const struct part *parts[PART_PLACES];
    int32_t status = find_type(model, type, &found);
    if (status == WD_OK && !name)
        status = model_fail(model, WD_EINVAL, "the name of the part is NULL");
    if (status == WD_OK)
        status = find_on(model, name, on, n, parts);
    if (status == WD_OK)
        status = judge(model, found, name, parts, n);
    if (status != WD_OK)
        return status;
    int kept = errno;
    status = model_add_part(model, found, name, parts, n);
    errno = kept;
    return status == WD_OK ? WD_OK : model_fail(model, status, "no memory for a part");
}

int32_t wd_model_add_part(wd_model *model, const char *type, const char *name,
                          const char *const *on, size_t n)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, add_part(model, type, name, on, n)) : status;
}

/* ---- removing ---- */

static int32_t remove_part(struct wd_model *model)
{
    int32_t status = check_set_up(model, "removing a part");
    if (status != WD_OK)
        return status;
    if (model->kind->part_count == 0)
        return model_fail(model, WD_ENAME, "there is no part to remove");
    int kept = errno;
    status = model_remove_part(model);
    errno = kept;
    return status == WD_OK ? WD_OK : model_fail(model, status, "no memory to remove a part");
}

int32_t wd_model_remove_part(wd_model *model)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, remove_part(model)) : status;
}

/* ---- reading ---- */

static const struct part *row(const wd_model *model, size_t i)
{
    return i < wd_model_part_count(model) ? model->kind->parts[i] : NULL;
}

size_t wd_model_part_count(const wd_model *model)
{
    return model ? model->kind->part_count : 0;
}

const char *wd_model_part_name(const wd_model *model, size_t i)
{
    const struct part *part = row(model, i);
    return part ? part->name : NULL;
}

const char *wd_model_part_type(const wd_model *model, size_t i)
{
    const struct part *part = row(model, i);
    return part ? part->type->name : NULL;
}

const char *wd_model_part_on(const wd_model *model, size_t i, size_t k)
{
    const struct part *part = row(model, i);
    size_t places = 0;
    while (part && part->on[places])
        places++;
    return k < places ? part->on[k]->name : NULL;
}

int32_t wd_model_var_part(const wd_model *model, uint32_t ref, size_t *part)
{
    if (part)
        *part = SIZE_MAX;
    if (!model || !part)
        return WD_EINVAL;
    if (ref >= table_count(model->kind))
        return WD_ERANGE;
    const struct part *found = table_part(model->kind, ref);
    if (found)
        *part = found->number;
    return WD_OK;
}

int32_t wd_model_key_var(const wd_model *model, size_t i, uint32_t *ref)
{
    if (ref)
        *ref = WD_NO_REF;
    if (!model || !ref)
        return WD_EINVAL;
    *ref = key_ref(model->kind, i);
    return *ref == WD_NO_REF ? WD_ERANGE : WD_OK;
}
