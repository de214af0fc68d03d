/* SPDX-License-Identifier: MIT */
#include "history.h"

#include <stdlib.h>
#include <string.h>

void history_add(struct history *history, const double *row)
{
    if (history->count == history->room) {
        history->room = 2 * history->room + 256;
        history->rows =
            memory_more(history->rows, history->room, history->width * sizeof *history->rows);
    }
    memcpy(history->rows + history->count++ * history->width, row,
           history->width * sizeof *history->rows);
}

void history_free(struct history *history)
{
    free(history->rows);
}
