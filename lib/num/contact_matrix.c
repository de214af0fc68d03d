/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/ascending.h"
#include "num/contact_matrix.h"

/* Write the block columns of contact i, ascending, to list (only count them if list is NULL).
 * seen[k] is 1 + the last row that contained column k. */
static size_t block_row(const struct contact_matrix *w, size_t i, const size_t *row_start,
                        const uint32_t *column, size_t *seen, uint32_t *list)
{
    size_t count = 0;
    seen[i] = i + 1;
    if (list)
        list[count] = (uint32_t)i;
    count++;
    for (size_t e = row_start[w->d * i]; e < row_start[w->d * (i + 1)]; e++) {
        uint32_t k = column[e] / (uint32_t)w->d;
        if (seen[k] == i + 1)
            continue;
        seen[k] = i + 1;
        if (list)
            list[count] = k;
        count++;
    }
    if (list)
        qsort(list, count, sizeof *list, ascending);
    return count;
}

/* Find the place in `value` of each scalar entry of contact i; `where` is scratch, one number for
 * each block column. */
static void place_row(struct contact_matrix *w, size_t i, size_t *where)
{
    size_t d = w->d;
    for (size_t b = w->start[i]; b < w->start[i + 1]; b++) {
        where[w->column[b]] = b;
        if (w->column[b] == i)
            w->diagonal[i] = b;
    }
    for (size_t r = 0; r < d; r++)
        for (size_t e = w->row_start[d * i + r]; e < w->row_start[d * i + r + 1]; e++)
            w->place[e] = where[w->row_column[e] / d] * d * d + r * d + w->row_column[e] % d;
}

/* Return the work of reading the rows of contact i. */
static size_t row_work(const struct contact_matrix *w, size_t i, const size_t *row_start)
{
    return 10 + 2 * (row_start[w->d * (i + 1)] - row_start[w->d * i]);
}

static int take_memory(struct contact_matrix *w, size_t entries)
{
    size_t dd = w->d * w->d;
    if (w->blocks > SIZE_MAX / sizeof(double) / dd || entries > SIZE_MAX / sizeof(size_t) - 1)
        return 0;
    w->column = malloc(w->blocks * sizeof *w->column);
    w->row_start = malloc((w->d * w->contacts + 1) * sizeof *w->row_start);
    w->row_column = malloc((entries + 1) * sizeof *w->row_column);
    w->diagonal = malloc(w->contacts * sizeof *w->diagonal);
    w->place = malloc((entries + 1) * sizeof *w->place);
    w->value = calloc(w->blocks,
                      dd * sizeof *w->value); /* zeros, because a stop may leave part of it unset */
    return w->column && w->row_start && w->row_column && w->diagonal && w->place && w->value;
}

int contact_matrix_new(struct contact_matrix *w, size_t d, size_t contacts, const size_t *row_start,
                       const uint32_t *column, struct interrupt *interrupt)
{
    *w = (struct contact_matrix){.d = d, .contacts = contacts, .interrupt = interrupt};
    size_t *seen = calloc(contacts, sizeof *seen), tally = 0;
    w->start = malloc((contacts + 1) * sizeof *w->start);
    if (seen == NULL || w->start == NULL)
        goto none;
    w->start[0] = 0;
    for (size_t i = 0; i < contacts; i++) {
        w->start[i + 1] = w->start[i] + block_row(w, i, row_start, column, seen, NULL);
        if (interrupt_tally(interrupt, &tally, row_work(w, i, row_start)))
            goto none;
    }
    w->blocks = w->start[contacts];
    size_t entries = row_start[d * contacts];
    if (!take_memory(w, entries))
        goto none;
    memcpy(w->row_start, row_start, (d * contacts + 1) * sizeof *row_start);
    memset(seen, 0, contacts * sizeof *seen);
    for (size_t i = 0; i < contacts; i++) {
        size_t from = row_start[d * i], count = row_start[d * (i + 1)] - from;
        memcpy(w->row_column + from, column + from, count * sizeof *column);
        block_row(w, i, row_start, column, seen, w->column + w->start[i]);
        if (interrupt_tally(interrupt, &tally, 5 * row_work(w, i, row_start)))
            goto none;
    }
    for (size_t i = 0; i < contacts; i++) {
        place_row(w, i, seen);
        if (interrupt_tally(interrupt, &tally, 3 * row_work(w, i, row_start)))
            goto none;
    }
    free(seen);
    return 1;
none:
    free(seen);
    contact_matrix_free(w);
    return 0;
}

void contact_matrix_free(struct contact_matrix *w)
{
    free(w->start);
    free(w->column);
    free(w->row_start);
    free(w->row_column);
    free(w->diagonal);
    free(w->place);
    free(w->value);
    *w = (struct contact_matrix){0};
}

int contact_matrix_same(const struct contact_matrix *w, const size_t *row_start,
                        const uint32_t *column)
{
    size_t rows = w->d * w->contacts;
    return w->start && memcmp(w->row_start, row_start, (rows + 1) * sizeof *row_start) == 0 &&
           memcmp(w->row_column, column, row_start[rows] * sizeof *column) == 0;
}

/* Set the values of the rows of contact i of a full matrix. */
static void fill_full(struct contact_matrix *w, size_t i, const double *value)
{
    size_t d = w->d, n = d * w->contacts;
    for (size_t k = 0; k < w->contacts; k++)
        for (size_t r = 0; r < d; r++)
            memcpy(w->value + (i * w->contacts + k) * d * d + r * d,
                   value + (d * i + r) * n + d * k, d * sizeof *value);
}

static void fill_all_full(struct contact_matrix *w, const double *value)
{
    size_t tally = 0;
    for (size_t i = 0; i < w->contacts; i++) {
        fill_full(w, i, value);
        if (interrupt_tally(w->interrupt, &tally, contact_matrix_work(w, i)))
            return;
    }
}

void contact_matrix_fill(struct contact_matrix *w, const double *value)
{
    size_t d = w->d, tally = 0;
    if (!w->place) {
        fill_all_full(w, value);
        return;
    }
    for (size_t i = 0; i < w->contacts; i++) {
        size_t blocks = w->start[i + 1] - w->start[i];
        memset(w->value + d * d * w->start[i], 0, d * d * blocks * sizeof *w->value);
        for (size_t e = w->row_start[d * i]; e < w->row_start[d * (i + 1)]; e++)
            w->value[w->place[e]] += value[e];
        if (interrupt_tally(w->interrupt, &tally, row_work(w, i, w->row_start)))
            return;
    }
}

void contact_matrix_scale(struct contact_matrix *w, const double *scale)
{
    size_t dd = w->d * w->d, tally = 0;
    for (size_t i = 0; i < w->contacts; i++) {
        for (size_t b = w->start[i]; b < w->start[i + 1]; b++)
            for (size_t k = 0; k < dd; k++)
                w->value[b * dd + k] *= scale[i] * scale[w->column[b]];
        if (interrupt_tally(w->interrupt, &tally, contact_matrix_work(w, i)))
            return;
    }
}

void contact_matrix_product(const struct contact_matrix *w, const double *x, const double *q,
                            double *y)
{
    size_t d = w->d, tally = 0;
    for (size_t i = 0; i < w->contacts; i++) {
        double sum[3] = {0};
        for (size_t b = w->start[i]; b < w->start[i + 1]; b++)
            contact_block_add(d, w->value + b * d * d, x + d * w->column[b], sum);
        for (size_t r = 0; r < d; r++)
            y[d * i + r] = sum[r] + q[d * i + r];
        if (interrupt_tally(w->interrupt, &tally, contact_matrix_work(w, i)))
            return;
    }
}

void contact_matrix_absolute(const struct contact_matrix *w, const double *x, const double *q,
                             double *y)
{
    size_t d = w->d, tally = 0;
    for (size_t i = 0; i < d * w->contacts; i++)
        y[i] = fabs(q[i]);
    for (size_t i = 0; i < w->contacts; i++) {
        for (size_t b = w->start[i]; b < w->start[i + 1]; b++)
            for (size_t k = 0; k < d * d; k++)
                y[d * i + k / d] +=
                    fabs(w->value[b * d * d + k]) * fabs(x[d * w->column[b] + k % d]);
        if (interrupt_tally(w->interrupt, &tally, contact_matrix_work(w, i)))
            return;
    }
}

void contact_matrix_transposed(const struct contact_matrix *w, const double *x, double *y)
{
    size_t d = w->d, tally = 0;
    memset(y, 0, d * w->contacts * sizeof *y);
    for (size_t i = 0; i < w->contacts; i++) {
        for (size_t b = w->start[i]; b < w->start[i + 1]; b++)
            for (size_t k = 0; k < d * d; k++)
                y[d * w->column[b] + k % d] += w->value[b * d * d + k] * x[d * i + k / d];
        if (interrupt_tally(w->interrupt, &tally, contact_matrix_work(w, i)))
            return;
    }
}
