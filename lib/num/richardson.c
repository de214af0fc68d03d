/* SPDX-License-Identifier: MIT */
#include "num/richardson.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>

/* Minimum number of rows before the extrapolation may end, because rows of large increments may
 * agree by chance. */
#define LEAST_ROWS 5
/* A row is worse if its last number differs from that of the row before by more than WORSE times
 * the smallest error estimate so far. Ridders (1982) takes 2 and ends with the first worse row.
 * Here LAST_WORSE worse rows in succession end the extrapolation: a single one may come before the
 * increments are small enough (test-richardson). */
#define WORSE 2
#define LAST_WORSE 2
/* Largest change of a row's last number, as a multiple of rounding, that errors of the function may
 * cause: an allowance of 1e-6 of its value, because bounces amplify errors of motions. A larger
 * change shows a feature of the function that is narrower than the increments before, such as the
 * rounded corner of a magnitude near zero: the numbers before are dropped. In a trial with corners
 * of the width 1e-4 in a smooth function 1 % were missed, with 2^24 0.5 % and with 2^40 80 %. */
#define MOST_NOISE 0x1p32
/* Quotients grow as if without limit if their changes keep the sign and do not shrink in this many
 * rows. Changes of quotients that converge shrink, and those of noise have random signs: less than
 * one table in 2^8 is like this. A limit is found only if more than LEAST_ROWS rows follow. */
#define GROWING_ROWS 9

void richardson_open(struct richardson *to, int first, int step)
{
    *to = (struct richardson){.first = first, .step = step, .best = NAN, .error = INFINITY};
}

/* Factor by which the error that column k + 1 removes exceeds that of half the increment. */
static double shrinking(const struct richardson *of, int k)
{
    return ldexp(1, of->first + k * of->step);
}

/* Bound of the sum of the magnitudes of the weights that quotients have in a column: 8.3 for
 * one-sided quotients, 2 for central ones. */
static double sum_of_weights(const struct richardson *of)
{
    double sum = 1;
    for (int k = 0; k < RICHARDSON_ROWS; k++)
        sum *= (shrinking(of, k) + 1) / (shrinking(of, k) - 1);
    return sum;
}

/* Judge a row by the change of its last number from that of the row before. */
static void judge_row(struct richardson *to, double change, double noise)
{
    int worse = change > WORSE * to->error;
    to->worse = worse ? to->worse + 1 : 0;
    if (worse && change > noise) { /* the numbers before agreed by chance */
        to->error = INFINITY;
        to->worse = 0;
    }
}

/* Take the number of the row with the smallest error estimate, if it is smaller than all before. */
static void select_best(struct richardson *to, const double *before, double rounding)
{
    double floor = sum_of_weights(to) * rounding;
    for (int k = 1; k <= to->rows; k++) {
        double error =
            floor + num_fmax(fabs(to->row[k] - to->row[k - 1]), fabs(to->row[k] - before[k - 1]));
        if (error < to->error) {
            to->error = error;
            to->best = to->row[k];
        }
    }
}

/* Count the rows in which the change grew. */
static void follow_change(struct richardson *to, double change)
{
    int same = (change > 0 && to->change > 0) || (change < 0 && to->change < 0);
    to->growing = same && fabs(change) >= fabs(to->change) ? to->growing + 1 : 0;
    to->change = change;
    if (to->growing >= GROWING_ROWS)
        to->grown = to->rows;
}

void richardson_add(struct richardson *to, double quotient, double rounding, double noise)
{
    if (to->done)
        return;
    double before[RICHARDSON_ROWS];
    memcpy(before, to->row, sizeof before);
    to->row[0] = quotient;
    for (int k = 1; k <= to->rows; k++)
        to->row[k] = to->row[k - 1] + (to->row[k - 1] - before[k - 1]) / (shrinking(to, k - 1) - 1);
    if (to->rows > 0) {
        follow_change(to, quotient - before[0]);
        judge_row(to, fabs(to->row[to->rows] - before[to->rows - 1]),
                  num_fmax(MOST_NOISE * rounding, noise));
    }
    select_best(to, before, rounding);
    to->rows++;
    if ((to->rows > LEAST_ROWS && to->worse >= LAST_WORSE) || to->rows == RICHARDSON_ROWS ||
        !isfinite(quotient))
        to->done = 1;
}

int richardson_converges(const struct richardson *of)
{
    return isfinite(of->best) && (of->grown == 0 || of->rows > of->grown + LEAST_ROWS);
}
