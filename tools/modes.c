/* SPDX-License-Identifier: MIT */
#include "modes.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "svg.h"

/* Largest number of eigenvalues that are followed. Work and memory double with each further
 * eigenvalue; 14 need 0.3 MB, and 0.2 million sums for each row. A motorcycle with springs has 9.
 * Eigenvalues of vehicles with more than 14 keep the order of their real parts. */
enum { MOST = 14, LABEL = 24 };

/* 1/s. A real part up to this is zero to rounding, because the entries of a linear model have
 * errors of about 1e-13, so a double zero eigenvalue has an error of their square root, 3e-7. */
#define ZERO_RATE 1e-6

static double distance(const double *expected, size_t column, const double *row, size_t i, size_t n)
{
    return hypot(row[i] - expected[column], row[n + i] - expected[n + column]);
}

/* Assign eigenvalues to columns with the least sum of distances: order[k] is the eigenvalue of
 * `row` for column k of `expected`. If several orders have the same sum, the lexicographically
 * first one is taken. The method is dynamic programming over subsets: `left` is the least sum for
 * the remaining columns after the eigenvalues of the set `used` are assigned. */
static void find_order(const double *expected, const double *row, size_t n, size_t *order)
{
    double left[1 << MOST], apart[MOST][MOST];
    size_t best[1 << MOST];
    for (size_t column = 0; column < n; column++)
        for (size_t i = 0; i < n; i++)
            apart[column][i] = distance(expected, column, row, i, n);
    for (unsigned used = 1u << n; used-- > 0;) {
        size_t column = (size_t)__builtin_popcount(used);
        left[used] = column < n ? (double)INFINITY : 0;
        for (size_t i = 0; i < n; i++) {
            if (used >> i & 1)
                continue;
            double sum = apart[column][i] + left[used | 1u << i];
            if (sum < left[used]) {
                left[used] = sum;
                best[used] = i;
            }
        }
    }
    unsigned used = 0;
    for (size_t column = 0; column < n; column++) {
        order[column] = best[used];
        used |= 1u << best[used];
    }
}

void modes_follow(struct history *rows)
{
    size_t width = rows->width, n = (width - 1) / 2, order[MOST];
    double expected[2 * MOST], copy[2 * MOST];
    if (n > MOST)
        return;
    for (size_t i = 1; i < rows->count; i++) {
        double *row = rows->rows + i * width + 1;
        const double *last = row - width, *before = i > 1 ? last - width : last;
        for (size_t k = 0; k < 2 * n; k++)
            expected[k] = 2 * last[k] - before[k];
        find_order(expected, row, n, order);
        memcpy(copy, row, 2 * n * sizeof *row);
        for (size_t k = 0; k < n; k++) {
            row[k] = copy[order[k]];
            row[n + k] = copy[n + order[k]];
        }
    }
}

static bool are_pair(const struct history *rows, size_t a, size_t b)
{
    size_t n = (rows->width - 1) / 2;
    for (size_t i = 0; i < rows->count; i++) {
        const double *re = rows->rows + i * rows->width + 1, *im = re + n;
        if (im[a] != 0 && im[a] == -im[b] && re[a] == re[b])
            return true;
    }
    return false;
}

/* Replace imaginary parts that are not positive by NaN, which interrupts a line. A zero next to a
 * positive value is kept, so that the line reaches the axis. */
static void hide_conjugates(struct history *rows)
{
    size_t width = rows->width, n = (width - 1) / 2;
    for (size_t k = 1 + n; k < width; k++) {
        double before = 0;
        for (size_t i = 0; i < rows->count; i++) {
            double *im = rows->rows + i * width + k, now = *im;
            double after = i + 1 < rows->count ? im[width] : 0;
            if (now < 0 || (now == 0 && !(before > 0) && !(after > 0)))
                *im = (double)NAN;
            before = now;
        }
    }
}

/* True if no eigenvalue of the row has a positive real part. */
static bool is_stable(const double *row, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (!(row[1 + k] <= ZERO_RATE))
            return false;
    return true;
}

void modes_write(FILE *file, struct history *rows, const char *title, const char *name,
                 const char *unit)
{
    size_t n = (rows->width - 1) / 2;
    struct svg_line *lines = memory(2 * n, sizeof *lines);
    char(*labels)[LABEL] = memory(n, sizeof *labels);
    bool *stable = memory(rows->count, sizeof *stable), any = false;
    int colours = 0;
    for (size_t k = 0; k < n; k++) {
        size_t other = 0;
        while (other < k && !are_pair(rows, other, k))
            other++;
        int colour = other < k ? lines[other].colour : colours++;
        snprintf(labels[k], LABEL, colour ? "%d" : "modes 1", colour + 1);
        lines[k] = (struct svg_line){1 + k, colour, false, other < k ? NULL : labels[k]};
        lines[n + k] = (struct svg_line){1 + n + k, colour, true, NULL};
    }
    for (size_t i = 0; i < rows->count; i++)
        any |= stable[i] = is_stable(rows->rows + i * rows->width, n);
    hide_conjugates(rows);
    struct svg_panel panel = {.name = any ? "real parts (dashed: imaginary; shaded: stable)"
                                          : "real parts (dashed: imaginary)",
                              .unit = "1/s",
                              .lines = lines,
                              .count = 2 * n,
                              .height = 480,
                              .shaded = stable};
    struct svg_picture picture = {title, name, unit, &panel, 1};
    svg_write(file, rows, &picture);
    free(lines);
    free(labels);
    free(stable);
}
