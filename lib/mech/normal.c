/* SPDX-License-Identifier: MIT */
/* Normal equations of the constraints. Two groups of rows are coupled only if they share a body, so
 * the matrix of a chain is block tridiagonal. */
#include "mech/mech.h"

#include "num/envelope.h"

static size_t rows_of(const struct mech_group *group, int holonomic)
{
    return holonomic ? group->holonomic : group->rows;
}

/* Number of bodies of a group: wheels have one. */
static size_t sides_of(const struct mech_group *group)
{
    return group->body[0] == group->body[1] ? 1 : 2;
}

static size_t groups_of(const struct mech_system *system)
{
    return system->hinges + system->wheels;
}

/* Return W^-1 times the part of a row that acts on one body. */
static struct mech_rate weighted(const struct mech_normal *normal, size_t body,
                                 const struct mech_row *row, size_t side)
{
    const struct mech_body *b = &normal->system->body[body];
    if (!normal->by_mass)
        return (struct mech_rate){row->linear[side], row->angular[side]};
    return (struct mech_rate){vec_scale(b->per_mass, row->linear[side]),
                              sym_times(&b->inverse, row->angular[side])};
}

/* Add the coupling of groups g and h through one body. */
static void add_block(const struct mech_normal *normal, const struct mech_group *g, size_t s,
                      const struct mech_group *h, size_t t, size_t n)
{
    const struct mech_row *row = normal->work->row;
    int holonomic = normal->holonomic;
    size_t rows_h = rows_of(h, holonomic);
    for (size_t p = 0; p < rows_of(g, holonomic); p++) {
        struct mech_rate w = weighted(normal, g->body[s], &row[g->first + p], s);
        double *entry = normal->work->matrix + (g->start[holonomic] + p) * n + h->start[holonomic];
        for (size_t q = 0; q < (g == h ? p + 1 : rows_h); q++) {
            const struct mech_row *other = &row[h->first + q];
            entry[q] += vec_dot(w.v, other->linear[t]) + vec_dot(w.w, other->angular[t]);
        }
    }
}

static void assemble(const struct mech_normal *normal, const struct mech_group *g, size_t n)
{
    int holonomic = normal->holonomic;
    const struct mech_group *reach = &normal->system->group[g->reach];
    for (size_t p = 0; p < rows_of(g, holonomic); p++) {
        size_t i = g->start[holonomic] + p;
        normal->work->first[i] = reach->start[holonomic];
        for (size_t j = reach->start[holonomic]; j <= i; j++)
            normal->work->matrix[i * n + j] = 0;
    }
    for (const struct mech_group *h = reach; h <= g; h++)
        for (size_t s = 0; s < sides_of(g); s++)
            for (size_t t = 0; t < sides_of(h); t++)
                if (g->body[s] == h->body[t])
                    add_block(normal, g, s, h, t, n);
}

static size_t count_rows(const struct mech_normal *normal)
{
    size_t n = 0;
    for (size_t k = 0; k < groups_of(normal->system); k++)
        n += rows_of(&normal->system->group[k], normal->holonomic);
    return n;
}

int mech_normal_factor(const struct mech_normal *normal)
{
    size_t n = count_rows(normal);
    for (size_t k = 0; k < groups_of(normal->system); k++)
        assemble(normal, &normal->system->group[k], n);
    return envelope_factor(normal->work->matrix, n, normal->work->first);
}

void mech_normal_solve(const struct mech_normal *normal, double *lambda)
{
    double *x = normal->work->vector;
    int holonomic = normal->holonomic;
    const struct mech_group *group = normal->system->group,
                            *end = group + groups_of(normal->system);
    for (const struct mech_group *g = group; g < end; g++)
        for (size_t p = 0; p < rows_of(g, holonomic); p++)
            x[g->start[holonomic] + p] = lambda[g->first + p];
    envelope_solve(normal->work->matrix, count_rows(normal), normal->work->first, x);
    for (const struct mech_group *g = group; g < end; g++)
        for (size_t p = 0; p < rows_of(g, holonomic); p++)
            lambda[g->first + p] = x[g->start[holonomic] + p];
}

double mech_row_product(const struct mech_group *group, const struct mech_row *row,
                        const struct mech_rate *u)
{
    double sum = 0;
    for (size_t s = 0; s < sides_of(group); s++)
        sum += vec_dot(row->linear[s], u[group->body[s]].v) +
               vec_dot(row->angular[s], u[group->body[s]].w);
    return sum;
}

void mech_push(const struct mech_normal *normal, const double *lambda, struct mech_rate *u)
{
    for (size_t k = 0; k < groups_of(normal->system); k++) {
        const struct mech_group *g = &normal->system->group[k];
        for (size_t i = g->first; i < g->first + rows_of(g, normal->holonomic); i++)
            for (size_t s = 0; s < sides_of(g); s++) {
                struct mech_rate *to = &u[g->body[s]];
                struct mech_rate w = weighted(normal, g->body[s], &normal->work->row[i], s);
                to->v = vec_along(to->v, -lambda[i], w.v);
                to->w = vec_along(to->w, -lambda[i], w.w);
            }
    }
}
