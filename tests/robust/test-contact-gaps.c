/* SPDX-License-Identifier: MIT */
/* Work between two calls of the interrupt function in long contact problems. */
#ifdef GAPS_IN_TIME
#define _POSIX_C_SOURCE 200809L
#endif
#include "gaps.h"

static uint64_t seed = 12345;

/* Many contacts of few bodies: the matrix W of the contact problem is dense and, but for a small
 * diagonal, of low rank. */
static void make_heap(struct scene *s)
{
    enum { D = 3 };
    size_t contacts = (size_t)s->size, n = D * contacts;
    double *W = s->numbers = calloc(n * n, sizeof *W), *h = calloc(n, sizeof *h);
    double *q = s->more = calloc(3 * n, sizeof *q), *mu = calloc(contacts, sizeof *mu);
    for (size_t body = 0; body < n / (contacts > 200 ? 40 : 2); body++) {
        for (size_t i = 0; i < n; i++)
            h[i] = random_part(&seed) < 0.6 ? floor(5 * random_part(&seed)) - 2 : 0;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; h[i] != 0 && j < n; j++)
                W[i * n + j] += h[i] * h[j];
    }
    for (size_t i = 0; i < n; i++) {
        W[i * (n + 1)] += 1e-3;
        q[i] = random_part(&seed) - (i % D ? 0.5 : 0.8);
    }
    for (size_t i = 0; i < contacts; i++)
        mu[i] = random_part(&seed);
    wd_contact_new(D, contacts, &s->contact);
    wd_contact_set_problem(s->contact, mu, q);
    free(h);
    free(mu);
}

static int32_t take_dense(struct scene *s)
{
    return wd_contact_set_dense(s->contact, s->numbers);
}

static void heap_set(struct scene *s)
{
    make_heap(s);
    take_dense(s);
}

static int32_t solve_contacts(struct scene *s)
{
    return wd_contact_solve(s->contact, s->more + s->count, NULL, 0);
}

/* A sheet of contacts, each coupled to its neighbours; a sheet of one row is a chain. */
static void make_sheet(struct scene *s, size_t rows, size_t columns)
{
    size_t contacts = rows * columns, n = 2 * contacts, used = 0;
    double *q = s->more = calloc(2 * n, sizeof *q), *mu = calloc(contacts, sizeof *mu);
    s->start = calloc(n + 1, sizeof *s->start);
    s->column = calloc(10 * n, sizeof *s->column);
    s->numbers = calloc(10 * n, sizeof *s->numbers);
    s->count = n;
    for (size_t i = 0; i < n; i++) {
        size_t c = i / 2, x = c % columns, y = c / columns;
        const size_t other[5] = {c, x > 0 ? c - 1 : c, x + 1 < columns ? c + 1 : c,
                                 y > 0 ? c - columns : c, y + 1 < rows ? c + columns : c};
        s->start[i] = used;
        for (size_t k = 0; k < 5; k++) {
            if (k > 0 && other[k] == c)
                continue;
            s->column[used] = (uint32_t)(2 * other[k] + i % 2);
            s->numbers[used++] = k == 0 ? 4 : -0.99;
        }
        q[i] = random_part(&seed) - (i % 2 ? 0.5 : 0.8);
    }
    s->start[n] = used;
    for (size_t i = 0; i < contacts; i++)
        mu[i] = random_part(&seed);
    wd_contact_new(2, contacts, &s->contact);
    wd_contact_set_problem(s->contact, mu, q);
    free(mu);
}

static void make_square_sheet(struct scene *s)
{
    make_sheet(s, (size_t)s->size, (size_t)s->size);
}

static void make_chain(struct scene *s)
{
    make_sheet(s, 1, (size_t)s->size);
}

static int32_t take_rows(struct scene *s)
{
    return wd_contact_set_matrix(s->contact, s->start, s->column, s->numbers);
}

static void square_set(struct scene *s)
{
    make_square_sheet(s);
    take_rows(s);
    wd_contact_set(s->contact, WD_CONTACT_TOLERANCE, 0); /* a tolerance that no solve reaches */
}

static void chain_set(struct scene *s)
{
    make_chain(s);
    take_rows(s);
    wd_contact_set(s->contact, WD_CONTACT_TOLERANCE, 0);
}

int main(void)
{
    measure("a dense matrix", 300, make_heap, take_dense);
    measure("solving with a dense matrix", 300, heap_set, solve_contacts);
    measure("a dense matrix of low rank", 60, heap_set, solve_contacts);
    measure("few contacts", 5, heap_set, solve_contacts);
    measure("a sheet of contacts", 100, make_square_sheet, take_rows);
    measure("solving a sheet of contacts", 100, square_set, solve_contacts);
    measure("a long chain", 30000, make_chain, take_rows);
    measure("solving a long chain", 30000, chain_set, solve_contacts);
    return done();
}
