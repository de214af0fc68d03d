/* SPDX-License-Identifier: MIT */
/* Text of a scenario that is being written. */
#ifndef SCENARIO_TEXT_H
#define SCENARIO_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* After a lack of memory it stays as it is, with `failed` set. */
struct text {
    char *bytes;
    size_t size, room;
    bool failed;
};

void text_put(struct text *, const char *word);
/* Write several words; the last is NULL. */
void text_put_all(struct text *, ...);
void text_put_number(struct text *, double x);
/* [a, b, ...], or [[a, b], ...] with `pairs`. */
void text_put_numbers(struct text *, const double *numbers, size_t count, bool pairs);
void text_put_quoted(struct text *, const char *words);

#endif
