/* SPDX-License-Identifier: MIT */
/* Contact problems for tests and benchmarks: memory, files of tests/ref/contact, and a residual in
 * long double that shares no code with the library. Files ending in .gz need zlib (HAVE_ZLIB). */
#ifndef CONTACT_H
#define CONTACT_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if HAVE_ZLIB
#include <zlib.h>
#endif

/* u = W r + q with forces r and velocities u, d numbers for each contact. W is stored by rows: row
 * i has the entries start[i] to start[i + 1] - 1 of `column` and `value`. */
struct problem {
    int d;
    size_t contacts, n, entries; /* n: rows of W; entries: stored entries of W */
    size_t *start;
    uint32_t *column;
    double *value, *mu, *q; /* mu: friction coefficients of the contacts */
};

static inline void problem_new(struct problem *p, int d, size_t contacts, size_t entries)
{
    size_t n = (size_t)d * contacts;
    *p = (struct problem){.d = d, .contacts = contacts, .n = n, .entries = entries};
    p->start = calloc(n + 1, sizeof *p->start);
    p->column = calloc(entries + 1, sizeof *p->column);
    p->value = calloc(entries + 1, sizeof *p->value);
    p->mu = calloc(contacts, sizeof *p->mu);
    p->q = calloc(n, sizeof *p->q);
    if (!p->start || !p->column || !p->value || !p->mu || !p->q)
        exit(99);
}

static inline void problem_free(struct problem *p)
{
    free(p->start);
    free(p->column);
    free(p->value);
    free(p->mu);
    free(p->q);
}

/* Sort triplets (row, column, value) into the rows of p; within a row they keep their order. */
static inline void problem_fill(struct problem *p, const size_t *row, const uint32_t *column,
                                const double *value)
{
    size_t *at = calloc(p->n + 1, sizeof *at);
    if (!at)
        exit(99);
    memset(p->start, 0, (p->n + 1) * sizeof *p->start);
    for (size_t e = 0; e < p->entries; e++)
        p->start[row[e] + 1]++;
    for (size_t i = 0; i < p->n; i++)
        at[i + 1] = p->start[i + 1] += p->start[i];
    for (size_t e = 0; e < p->entries; e++) {
        p->column[at[row[e]]] = column[e];
        p->value[at[row[e]]++] = value[e];
    }
    free(at);
}

/* Return the text of a file or of the .gz beside it; NULL if neither can be read. */
static inline char *problem_text(const char *path)
{
    size_t room = 8000000, got = 0;
    char *text = calloc(room, 1);
    FILE *file = fopen(path, "rb");
    if (file) {
        got = fread(text, 1, room - 1, file);
        fclose(file);
    }
#if HAVE_ZLIB
    char packed[600];
    snprintf(packed, sizeof packed, "%s.gz", path);
    gzFile gz = file ? NULL : gzopen(packed, "rb");
    if (gz) {
        int count = gzread(gz, text, (unsigned)room - 1);
        got = count > 0 ? (size_t)count : 0;
        gzclose(gz);
    }
#endif
    if (got > 0)
        return text;
    free(text);
    return NULL;
}

static inline void problem_read_matrix(struct problem *p, int d, char *at)
{
    while (*at == '%')
        at = strchr(at, '\n') + 1;
    size_t n = strtoul(at, &at, 10);
    strtoul(at, &at, 10);
    size_t entries = strtoul(at, &at, 10);
    problem_new(p, d, n / (size_t)d, entries);
    size_t *row = calloc(entries, sizeof *row);
    uint32_t *column = calloc(entries, sizeof *column);
    double *value = calloc(entries, sizeof *value);
    for (size_t e = 0; e < entries; e++) {
        row[e] = strtoul(at, &at, 10) - 1;
        column[e] = (uint32_t)strtoul(at, &at, 10) - 1;
        value[e] = strtod(at, &at);
    }
    problem_fill(p, row, column, value);
    free(row);
    free(column);
    free(value);
}

/* Read the problem `name` from folder/contact: W from the file .W.mtx; d, mu and q from the file
 * .vec. Return 0 if one of the files cannot be read or unpacked. */
static inline int problem_read(struct problem *p, const char *folder, const char *name)
{
    char path[500];
    snprintf(path, sizeof path, "%s/contact/%s.W.mtx", folder, name);
    char *matrix = problem_text(path);
    snprintf(path, sizeof path, "%s/contact/%s.vec", folder, name);
    char *vectors = problem_text(path), *at = vectors;
    if (matrix && vectors) {
        problem_read_matrix(p, (int)strtol(at, &at, 10), matrix);
        strtoul(at, &at, 10);
        for (size_t i = 0; i < p->contacts; i++) {
            p->mu[i] = strtod(at, &at);
            for (size_t k = 0; k < (size_t)p->d; k++)
                p->q[(size_t)p->d * i + k] = strtod(at, &at);
        }
    }
    int fine = matrix && vectors;
    free(matrix);
    free(vectors);
    return fine;
}

/* Squared residual of one contact, |r - P_K(r - v)|^2: P_K projects onto the friction cone, and v
 * is u with mu times the slip speed added to its normal component. Component 0 is the normal one.
 */
static inline long double problem_contact(size_t d, long double mu, const long double *r,
                                          const long double *u)
{
    long double x[3] = {0}, slip = 0, along = 0, sum = 0;
    for (size_t k = 1; k < d; k++)
        slip += u[k] * u[k];
    for (size_t k = 0; k < d; k++)
        x[k] = r[k] - u[k] - (k == 0 ? mu * sqrtl(slip) : 0);
    for (size_t k = 1; k < d; k++)
        along += x[k] * x[k];
    along = sqrtl(along);
    long double normal = x[0], scale = 1;
    if (along > mu * x[0] || x[0] < 0) {
        normal = fmaxl(0, (x[0] + mu * along) / (1 + mu * mu));
        scale = along > 0 ? mu * normal / along : 0;
    }
    for (size_t k = 0; k < d; k++) {
        long double gap = r[k] - (k == 0 ? normal : scale * x[k]);
        sum += gap * gap;
    }
    return sum;
}

/* Numbers of the scaled problem: for each contact, q and u are multiplied by s and r is divided by
 * s, where s is 1 / sqrt(mean diagonal entry of W of this contact). */
struct judgement {
    double residual; /* relative to the norm of the scaled q */
    double floor;    /* rounding error of the residual, relative to the same norm */
    double norm_r;   /* norm of the scaled r, relative to the same norm */
};

/* Compute the natural residual of the scaled problem (cone_residual() in num/contact_cone.h), and
 * an estimate of its rounding error in double precision, cut to 1e-8. If q is zero, residual and
 * norm_r are absolute, and floor is 0. */
static inline struct judgement problem_judge(const struct problem *p, const double *r)
{
    size_t d = (size_t)p->d;
    long double *scale = calloc(p->contacts, sizeof *scale), res = 0, qq = 0, floor_ = 0, rr = 0;
    for (size_t i = 0; i < p->n; i++)
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++)
            if (p->column[e] == i)
                scale[i / d] += (long double)p->value[e] / d;
    for (size_t i = 0; i < p->contacts; i++) {
        long double ur[3], rs[3], s = 1 / sqrtl(scale[i]);
        for (size_t k = 0; k < d; k++) {
            size_t row = d * i + k;
            long double u = p->q[row], rough = fabsl(u);
            for (size_t e = p->start[row]; e < p->start[row + 1]; e++) {
                u += (long double)p->value[e] * r[p->column[e]];
                rough += fabsl((long double)p->value[e] * r[p->column[e]]);
            }
            ur[k] = s * u;
            rs[k] = r[row] / s;
            qq += s * s * p->q[row] * p->q[row];
            floor_ += s * s * rough * rough;
            rr += rs[k] * rs[k];
        }
        res += problem_contact(d, p->mu[i], rs, ur);
    }
    free(scale);
    if (qq == 0)
        return (struct judgement){(double)sqrtl(res), 0, (double)sqrtl(rr)};
    return (struct judgement){(double)sqrtl(res / qq),
                              fmin((double)(8 * DBL_EPSILON * sqrtl(floor_ / qq)), 1e-8),
                              (double)sqrtl(rr / qq)};
}

#endif
