/* SPDX-License-Identifier: MIT */
#include "core/words.h"

#include <string.h>

static uint64_t load(const unsigned char *from)
{
    uint64_t word = 0;
    for (int i = 0; i < WORD_BYTES; i++)
        word |= (uint64_t)from[i] << (8 * i);
    return word;
}

void word_put(struct word_writer *to, uint64_t word)
{
    for (int i = 0; i < WORD_BYTES; i++)
        to->bytes[WORD_BYTES * to->count + (size_t)i] = (unsigned char)(word >> (8 * i));
    to->count++;
}

void word_put_real(struct word_writer *to, double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    word_put(to, word);
}

void word_put_reals(struct word_writer *to, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        word_put_real(to, x[i]);
}

uint64_t word_get(struct word_reader *from)
{
    return from->at < from->count ? load(from->bytes + WORD_BYTES * from->at++) : 0;
}

double word_get_real(struct word_reader *from)
{
    uint64_t word = word_get(from);
    double x;
    memcpy(&x, &word, sizeof x);
    return x;
}

void word_get_reals(struct word_reader *from, double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = word_get_real(from);
}

int word_get_same(struct word_reader *from, double *x, size_t n)
{
    int same = 1;
    for (size_t i = 0; i < n; i++) {
        double word = word_get_real(from);
        same &= memcmp(&x[i], &word, sizeof word) == 0;
        x[i] = word;
    }
    return same;
}

uint64_t word_sum(const unsigned char *bytes, size_t count)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ load(bytes + WORD_BYTES * i)) * 0x100000001b3u;
        sum ^= sum >> 29;
    }
    return sum;
}
