/* SPDX-License-Identifier: MIT */
#include "scenario/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/number.h"

static void text_put_bytes(struct text *text, const char *bytes, size_t size)
{
    if (text->size + size + 1 > text->room && !text->failed) {
        size_t room = 2 * (text->size + size + 1);
        char *more = realloc(text->bytes, room);
        text->failed = !more;
        text->bytes = more ? more : text->bytes;
        text->room = more ? room : text->room;
    }
    if (text->failed)
        return;
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = 0;
}

void text_put(struct text *text, const char *word)
{
    text_put_bytes(text, word, strlen(word));
}

void text_put_all(struct text *text, ...)
{
    va_list words;
    va_start(words, text);
    for (const char *word; (word = va_arg(words, const char *));)
        text_put(text, word);
    va_end(words);
}

void text_put_number(struct text *text, double x)
{
    char number[NUMBER_SIZE];
    number_text(number, x);
    text_put(text, !strcmp(number, "inf") ? ".inf" : !strcmp(number, "-inf") ? "-.inf" : number);
}

void text_put_numbers(struct text *text, const double *numbers, size_t count, bool pairs)
{
    text_put(text, "[");
    for (size_t i = 0; i < count; i++) {
        text_put(text, i == 0 ? "" : pairs && i % 10 == 0 ? ",\n    " : ", ");
        text_put(text, pairs && i % 2 == 0 ? "[" : "");
        text_put_number(text, numbers[i]);
        text_put(text, pairs && i % 2 == 1 ? "]" : "");
    }
    text_put(text, "]");
}

void text_put_quoted(struct text *text, const char *words)
{
    text_put(text, "\"");
    for (; *words; words++) {
        char escaped[8];
        bool control = (unsigned char)*words < ' ' || *words == 127;
        snprintf(escaped, sizeof escaped,
                 control                           ? "\\x%02x"
                 : *words == '"' || *words == '\\' ? "\\%c"
                                                   : "%c",
                 (unsigned char)*words);
        text_put(text, escaped);
    }
    text_put(text, "\"");
}
