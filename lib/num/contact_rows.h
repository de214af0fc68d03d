/* SPDX-License-Identifier: MIT */
/* A dense matrix in sparse rows: without the blocks of zeros. */
#ifndef NUM_CONTACT_ROWS_H
#define NUM_CONTACT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"

/* In memory for `room` entries. */
struct contact_rows {
    size_t *start;
    uint32_t *column;
    double *value;
    size_t room;
};

/* W, n x n of blocks of d x d; all blocks on the diagonal are kept. Memory is taken only for more
 * entries than ever before. 0: no memory, or stopped. */
int contact_rows_take(struct contact_rows *rows, const double *W, size_t n, size_t d,
                      struct interrupt *interrupt);
void contact_rows_free(struct contact_rows *rows);

#endif
