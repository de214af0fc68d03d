/* SPDX-License-Identifier: MIT */
#include "modes.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "svg.h"

enum { LABEL = 24 };

/* 1/s. A real part up to this is zero to rounding, because the entries of a linear model have
 * errors of about 1e-13, so a double zero eigenvalue has an error of their square root, 3e-7. */
#define ZERO_RATE 1e-6

static double distance(const double *expected, size_t column, const double *row, size_t i, size_t n)
{
    return hypot(row[i] - expected[column], row[n + i] - expected[n + column]);
}

/* Assignments of n eigenvalues to n columns, and memory to find them. Eigenvalue i is assigned to
 * column owner[i], or to none if that is n. */
struct assignment {
    size_t n, *owner, *from;
    double *apart;          /* n x n: distances of columns from eigenvalues */
    double *column, *value; /* potentials; apart - column - value is never negative, and 0 for
                               assigned pairs */
    double *least;          /* length of the shortest path to each eigenvalue */
    bool *reached;
};

/* Find the shortest path from a column to an eigenvalue that is assigned to no column. A path goes
 * from a column to any eigenvalue, and from this one to the column to which it is assigned. from[i]
 * is the eigenvalue before i on its path, or n. Return the end of the path. */
static size_t shortest_path(struct assignment *a, size_t start)
{
    size_t n = a->n, here = start, last = n;
    double length = 0;
    for (size_t i = 0; i < n; i++) {
        a->least[i] = (double)INFINITY;
        a->reached[i] = false;
    }
    for (;;) {
        size_t next = n;
        for (size_t i = 0; i < n; i++) {
            if (a->reached[i])
                continue;
            double sum = length + a->apart[here * n + i] - a->column[here] - a->value[i];
            if (sum < a->least[i]) {
                a->least[i] = sum;
                a->from[i] = last;
            }
            if (next == n || a->least[i] < a->least[next])
                next = i;
        }
        a->reached[next] = true;
        length = a->least[next];
        last = next;
        if (a->owner[next] == n)
            return next;
        here = a->owner[next];
    }
}

/* Change the potentials after shortest_path(), which ended at `end`, and the assignments along the
 * path. */
static void take_path(struct assignment *a, size_t start, size_t end)
{
    size_t n = a->n, i = end;
    a->column[start] += a->least[end];
    for (size_t k = 0; k < n; k++) {
        if (!a->reached[k] || k == end)
            continue;
        a->column[a->owner[k]] += a->least[end] - a->least[k];
        a->value[k] -= a->least[end] - a->least[k];
    }
    for (; a->from[i] != n; i = a->from[i])
        a->owner[i] = a->owner[a->from[i]];
    a->owner[i] = start;
}

/* Assign eigenvalues to columns with the least sum of distances: order[k] is the eigenvalue of
 * `row` for column k of `expected`. The method is that of successive shortest paths (Hungarian
 * method), whose work grows with n^3. */
static void find_order(struct assignment *a, const double *expected, const double *row,
                       size_t *order)
{
    size_t n = a->n;
    for (size_t k = 0; k < n; k++) {
        a->owner[k] = n;
        a->column[k] = a->value[k] = 0;
        for (size_t i = 0; i < n; i++)
            a->apart[k * n + i] = distance(expected, k, row, i, n);
    }
    for (size_t k = 0; k < n; k++)
        take_path(a, k, shortest_path(a, k));
    for (size_t i = 0; i < n; i++)
        order[a->owner[i]] = i;
}

void modes_follow(struct history *rows)
{
    size_t width = rows->width, n = (width - 1) / 2;
    size_t *indices = memory(3 * n, sizeof *indices), *order = indices + 2 * n;
    double *numbers = memory(n * n + 7 * n, sizeof *numbers), *expected = numbers + n * n + 3 * n;
    double *copy = expected + 2 * n;
    struct assignment a = {.n = n,
                           .owner = indices,
                           .from = indices + n,
                           .apart = numbers,
                           .column = numbers + n * n,
                           .value = numbers + n * n + n,
                           .least = numbers + n * n + 2 * n,
                           .reached = memory(n, sizeof *a.reached)};
    for (size_t i = 1; i < rows->count; i++) {
        double *row = rows->rows + i * width + 1;
        const double *last = row - width, *before = i > 1 ? last - width : last;
        for (size_t k = 0; k < 2 * n; k++)
            expected[k] = 2 * last[k] - before[k];
        find_order(&a, expected, row, order);
        memcpy(copy, row, 2 * n * sizeof *row);
        for (size_t k = 0; k < n; k++) {
            row[k] = copy[order[k]];
            row[n + k] = copy[n + order[k]];
        }
    }
    free(a.reached);
    free(numbers);
    free(indices);
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
