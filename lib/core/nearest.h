/* SPDX-License-Identifier: MIT */
/* The name that somebody meant who wrote another one. */
#ifndef CORE_NEAREST_H
#define CORE_NEAREST_H

struct kind;
struct var;

/* Names are offered one by one; of those equally near the first one is kept. */
struct nearest {
    const char *written;
    const char *name; /* the nearest so far; NULL before the first */
    unsigned distance;
};

void nearest_offer(struct nearest *, const char *name);

/* One of the lists there are; NULL if the list is empty. */
const char *nearest_kind(const char *written);
const char *nearest_variable(const struct kind *, const char *written);
const char *nearest_preset(const struct kind *, const char *written);
const char *nearest_part_type(const struct kind *, const char *written);
const char *nearest_part(const struct kind *, const char *written);
const char *nearest_choice(const struct var *, const char *written);

#endif
