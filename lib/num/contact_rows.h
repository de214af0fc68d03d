/* SPDX-License-Identifier: MIT */
/* Conversion of a dense matrix to CSR rows without zero blocks. */
#ifndef NUM_CONTACT_ROWS_H
#define NUM_CONTACT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"

/* CSR rows with memory for `room` entries. */
struct contact_rows {
    size_t *start;
    uint32_t *column;
    double *value;
    size_t room;
};

/* Convert W, n x n blocks of d x d; all diagonal blocks are kept. Allocates only if there are more
 * entries than ever before. 0: out of memory, or stopped. */
int contact_rows_take(struct contact_rows *rows, const double *W, size_t n, size_t d,
                      struct interrupt *interrupt);
void contact_rows_free(struct contact_rows *rows);

#endif
