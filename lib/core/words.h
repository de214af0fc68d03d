/* SPDX-License-Identifier: MIT */
/* Serialisation as 64-bit little-endian words, independent of the host's byte order. */
#ifndef CORE_WORDS_H
#define CORE_WORDS_H

#include <stddef.h>
#include <stdint.h>

#define WORD_BYTES 8

struct word_writer {
    unsigned char *bytes;
    size_t count;
};

/* Append a word; `bytes` must have room. */
void word_put(struct word_writer *, uint64_t word);
void word_put_real(struct word_writer *, double x);
void word_put_reals(struct word_writer *, const double *x, size_t n);

struct word_reader {
    const unsigned char *bytes;
    size_t at, count;
};

/* Read the next word; returns 0 beyond the end. */
uint64_t word_get(struct word_reader *);
double word_get_real(struct word_reader *);
void word_get_reals(struct word_reader *, double *x, size_t n);
/* Read n reals into x; true if x had the same bits before. */
int word_get_same(struct word_reader *, double *x, size_t n);

/* Checksum of `count` words that depends on every bit and on the order. */
uint64_t word_sum(const unsigned char *bytes, size_t count);

#endif
