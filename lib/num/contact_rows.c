/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "num/contact_rows.h"

/* True if block (i, k) of the dense matrix is nonzero or on the diagonal. */
static int is_kept(const double *W, size_t n, size_t d, size_t i, size_t k)
{
    for (size_t r = d * i; r < d * (i + 1); r++)
        for (size_t j = d * k; j < d * (k + 1); j++)
            if (W[r * n + j] != 0)
                return 1;
    return i == k;
}

/* Count the entries, and store those for which there is room. */
static size_t read_rows(struct contact_rows *rows, const double *W, size_t n, size_t d,
                        struct interrupt *interrupt)
{
    size_t used = 0, tally = 0;
    for (size_t r = 0; r < n && !interrupt_tally(interrupt, &tally, 2 * n); r++) {
        rows->start[r] = used;
        for (size_t k = 0; k < n / d; k++) {
            if (!is_kept(W, n, d, r / d, k))
                continue;
            for (size_t j = d * k; used + d <= rows->room && j < d * (k + 1); j++) {
                rows->column[used + j - d * k] = (uint32_t)j;
                rows->value[used + j - d * k] = W[r * n + j];
            }
            used += d;
        }
    }
    rows->start[n] = used;
    return used;
}

/* Allocate room for entries; the old content is lost. 0: out of memory, and the room is 0. */
static int make_room(struct contact_rows *rows, size_t entries)
{
    free(rows->column);
    free(rows->value);
    rows->column = calloc(entries, sizeof *rows->column);
    rows->value = calloc(entries, sizeof *rows->value);
    rows->room = rows->column && rows->value ? entries : 0;
    return rows->room > 0;
}

int contact_rows_take(struct contact_rows *rows, const double *W, size_t n, size_t d,
                      struct interrupt *interrupt)
{
    if (rows->start == NULL)
        rows->start = calloc(n + 1, sizeof *rows->start);
    if (rows->start == NULL)
        return 0;
    size_t entries = read_rows(rows, W, n, d, interrupt);
    if (entries > rows->room && !interrupt_stopped(interrupt)) {
        if (!make_room(rows, entries))
            return 0;
        read_rows(rows, W, n, d, interrupt);
    }
    return !interrupt_stopped(interrupt);
}

void contact_rows_free(struct contact_rows *rows)
{
    free(rows->start);
    free(rows->column);
    free(rows->value);
}
