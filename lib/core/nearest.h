/* SPDX-License-Identifier: MIT */
/* The existing name most similar to a mistyped one. */
#ifndef CORE_NEAREST_H
#define CORE_NEAREST_H

struct kind;
struct var;

/* Search over names, which are offered one by one; the first of equally near names is kept. */
struct nearest {
    const char *written;
    const char *name; /* nearest name so far; NULL before the first */
    unsigned distance;
};

/* Keep this name if it is nearer to `written` than all names offered before. */
void nearest_offer(struct nearest *, const char *name);

/* Return the nearest name of a kind, a variable and so on; NULL if there are no names. */
const char *nearest_kind(const char *written);
const char *nearest_variable(const struct kind *, const char *written);
const char *nearest_preset(const struct kind *, const char *written);
const char *nearest_part_type(const struct kind *, const char *written);
const char *nearest_part(const struct kind *, const char *written);
const char *nearest_choice(const struct var *, const char *written);

#endif
