/* SPDX-License-Identifier: MIT */
#include "num/richardson.h"
#include "num/elementary.h"

#include <math.h>

/* Minimum number of rows before the extrapolation may end, because rows of large increments may
 * agree by chance. */
#define LEAST_ROWS 5
/* A row is worse if its last number differs from that of the row before by more than WORSE times
 * the smallest error estimate so far. Ridders (1982) takes 2 and ends with the first worse row.
 * Here LAST_WORSE worse rows in succession end the extrapolation: a single one may come before the
 * increments are small enough (test-richardson). */
#define WORSE 2
#define LAST_WORSE 2
/* Sum of the magnitudes of the weights of quotients in a column: less than 2 for central
 * quotients, 8.3 for one-sided ones. */
#define CENTRAL_WEIGHTS 2
#define ONE_SIDED_WEIGHTS 8.3

void richardson_open(struct richardson *to, int order)
{
    *to = (struct richardson){.order = order, .best = NAN, .error = INFINITY};
}

void richardson_add(struct richardson *to, double quotient, double rounding)
{
    if (to->done)
        return;
    double before = to->row[0], power = 1;
    double floor = (to->order == 2 ? CENTRAL_WEIGHTS : ONE_SIDED_WEIGHTS) * rounding;
    to->row[0] = quotient;
    for (int k = 1; k <= to->rows; k++) {
        power *= to->order == 2 ? 4 : 2;
        double next = to->row[k - 1] + (to->row[k - 1] - before) / (power - 1);
        double error = num_fmax(fabs(next - to->row[k - 1]), fabs(next - before)) + floor;
        if (k == to->rows)
            to->worse = fabs(next - before) > WORSE * to->error ? to->worse + 1 : 0;
        before = to->row[k];
        to->row[k] = next;
        if (error < to->error) {
            to->error = error;
            to->best = next;
        }
    }
    to->rows++;
    if ((to->rows > LEAST_ROWS && to->worse >= LAST_WORSE) || to->rows == RICHARDSON_ROWS ||
        !isfinite(quotient))
        to->done = 1;
}
