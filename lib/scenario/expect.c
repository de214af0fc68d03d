/* SPDX-License-Identifier: MIT */
/* Checks of the types and keys of nodes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "core/nearest.h"
#include "scenario/document.h"
#include "scenario/number.h"

/* True if the text contains no NUL character. */
static bool is_text(const struct document *document, node *scalar)
{
    return scalar->type == NODE_SCALAR && strlen(node_text(document, scalar)) == scalar->count;
}

static int32_t expect_known(const struct document *document, node *key, const char *const *keys,
                            struct fault *fault)
{
    const char *text = node_text(document, key);
    struct nearest nearest = {text, NULL, 0};
    char list[256] = "";
    for (const char *const *k = keys; *k; k++) {
        if (!strcmp(*k, text))
            return WD_OK;
        nearest_offer(&nearest, *k);
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", *k);
    }
    return fault_at(fault, WD_EFORMAT, document, key,
                    "unknown key \"%s\"; the nearest is \"%s\" of %s", text, nearest.name, list);
}

struct name {
    const char *text;
    size_t at;
};

static int by_text(const void *one, const void *other)
{
    const struct name *a = one, *b = other;
    int order = strcmp(a->text, b->text);
    return order ? order : (a->at > b->at) - (a->at < b->at);
}

/* Find the first pair whose name an earlier pair also has. *found is the index of the pair, or the
 * number of pairs if all names differ. Returns false if memory ran out. */
static bool find_repeated(const struct document *document, node *map, size_t *found)
{
    size_t count = map->count;
    *found = count;
    struct name *names = malloc((count + 1) * sizeof *names);
    if (!names)
        return false;
    for (size_t i = 0; i < count; i++) {
        node *key, *value;
        map_pair(document, map, i, &key, &value);
        names[i] = (struct name){node_text(document, key), i};
    }
    qsort(names, count, sizeof *names, by_text);
    for (size_t i = 1; i < count; i++)
        if (names[i].at < *found && !strcmp(names[i].text, names[i - 1].text))
            *found = names[i].at;
    free(names);
    return true;
}

int32_t expect_map(const struct document *document, node *map, const char *const *keys,
                   struct fault *fault)
{
    node *key, *value;
    size_t repeated;
    if (map->type != NODE_MAP)
        return fault_at(fault, WD_EFORMAT, document, map, "expected a mapping (name: value)");
    for (size_t i = 0; i < map->count; i++) {
        map_pair(document, map, i, &key, &value);
        if (!is_text(document, key))
            return fault_at(fault, WD_EFORMAT, document, key, "a name must be plain text");
    }
    if (!find_repeated(document, map, &repeated))
        return fault_memory(fault);
    for (size_t i = 0; i < map->count; i++) {
        map_pair(document, map, i, &key, &value);
        if (i == repeated)
            return fault_at(fault, WD_EFORMAT, document, key, "\"%s\" is given twice",
                            node_text(document, key));
        int32_t status = keys ? expect_known(document, key, keys, fault) : WD_OK;
        if (status != WD_OK)
            return status;
    }
    return WD_OK;
}

int32_t expect_list(const struct document *document, node *list, struct fault *fault)
{
    return list->type == NODE_LIST
               ? WD_OK
               : fault_at(fault, WD_EFORMAT, document, list, "expected a list [...]");
}

int32_t expect_text(const struct document *document, node *scalar, const char **out,
                    struct fault *fault)
{
    if (!is_text(document, scalar) || scalar->count == 0)
        return fault_at(fault, WD_EFORMAT, document, scalar, "expected a word or a number");
    *out = node_text(document, scalar);
    return WD_OK;
}

int32_t expect_number(const struct document *document, node *scalar, double *out,
                      struct fault *fault)
{
    const char *text = "";
    int32_t status = expect_text(document, scalar, &text, fault);
    if (status == WD_OK && !number_read(text, out))
        status = fault_at(fault, WD_EFORMAT, document, scalar,
                          "\"%s\" is not a decimal number within the range of doubles", text);
    return status;
}
