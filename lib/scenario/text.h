/* SPDX-License-Identifier: MIT */
/* The text of a scenario while it is written. */
#ifndef SCENARIO_TEXT_H
#define SCENARIO_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* If memory runs out, `failed` is set, and the text does not change any more. */
struct text {
    char *bytes;
    size_t size, room;
    bool failed;
};

void text_put(struct text *, const char *word);
/* Write several words; the last is NULL. */
void text_put_all(struct text *, ...);
void text_put_number(struct text *, double x);
/* Write [a, b, ...], or [[a, b], ...] if `pairs`. */
void text_put_numbers(struct text *, const double *numbers, size_t count, bool pairs);
void text_put_quoted(struct text *, const char *words);

#endif
