/* SPDX-License-Identifier: MIT */
/* Data that depend on the tree's topology: the hinge of each body, and an order of the rows of D
 * M^-1 D^T with a small envelope. */
#include "mech/mech.h"

#include <math.h>

/* Invert by cofactors; 0 if the matrix is not positive definite. */
static int invert(const struct sym *s, struct sym *inverse)
{
    struct sym c = {.xx = s->yy * s->zz - s->yz * s->yz,
                    .yy = s->xx * s->zz - s->xz * s->xz,
                    .zz = s->xx * s->yy - s->xy * s->xy,
                    .xy = s->xz * s->yz - s->xy * s->zz,
                    .xz = s->xy * s->yz - s->xz * s->yy,
                    .yz = s->xy * s->xz - s->yz * s->xx};
    double determinant = s->xx * c.xx + s->xy * c.xy + s->xz * c.xz;
    if (!(s->xx > 0 && c.zz > 0 && determinant > 0))
        return 0;
    double f = 1 / determinant;
    *inverse = (struct sym){f * c.xx, f * c.yy, f * c.zz, f * c.xy, f * c.xz, f * c.yz};
    return 1;
}

/* Return the lower triangle of L^-1 for a = L L^T. */
static struct sym inverse_factor(const struct sym *a)
{
    double xx = 1 / sqrt(a->xx), yx = a->xy * xx, zx = a->xz * xx;
    double yy = 1 / sqrt(a->yy - yx * yx), zy = (a->yz - zx * yx) * yy;
    double zz = 1 / sqrt(a->zz - zx * zx - zy * zy);
    double xy = -yx * xx * yy;
    return (struct sym){xx, yy, zz, xy, -(zx * xx + zy * xy) * zz, -zy * yy * zz};
}

/* Return the hinge whose child is this body; the number of hinges for the root. */
static size_t holder(const struct mech_system *system, size_t body)
{
    size_t k = 0;
    while (k < system->hinges && system->hinge[k].child != body)
        k++;
    return k;
}

static void list_groups(struct mech_system *system)
{
    struct mech_group *group = system->group;
    size_t first = 0;
    for (size_t k = 0; k < system->hinges; k++, first += 5)
        *group++ = (struct mech_group){.rows = 5,
                                       .holonomic = 5,
                                       .body = {system->hinge[k].parent, system->hinge[k].child},
                                       .first = first};
    for (size_t k = 0; k < system->wheels; k++, first += 3)
        *group++ = (struct mech_group){.rows = 3,
                                       .holonomic = 1,
                                       .body = {system->wheel[k].body, system->wheel[k].body},
                                       .first = first};
}

static int share_a_body(const struct mech_group *g, const struct mech_group *h)
{
    return g->body[0] == h->body[0] || g->body[0] == h->body[1] || g->body[1] == h->body[0] ||
           g->body[1] == h->body[1];
}

/* Sort the groups breadth first from group 0. Then neighbours are close to each other, and the
 * first neighbours of successive groups are in ascending order. */
static void sort_by_breadth(struct mech_group *group, size_t count)
{
    for (size_t i = 0, reached = 1; i < count; i++) {
        if (reached == i)
            reached++; /* start of another connected component */
        for (size_t j = reached; j < count; j++)
            if (share_a_body(&group[i], &group[j])) {
                struct mech_group swap = group[j];
                group[j] = group[reached];
                group[reached++] = swap;
            }
    }
}

/* A first pass ends with a group at an end of the tree; the second pass starts there
 * (Cuthill-McKee). */
static void order_groups(struct mech_group *group, size_t count)
{
    sort_by_breadth(group, count);
    if (count > 0) {
        struct mech_group last = group[count - 1];
        group[count - 1] = group[0];
        group[0] = last;
    }
    sort_by_breadth(group, count);
    for (size_t i = 0, all = 0, holonomic = 0; i < count; i++) {
        group[i].start[0] = all;
        group[i].start[1] = holonomic;
        all += group[i].rows;
        holonomic += group[i].holonomic;
        group[i].reach = 0;
        while (!share_a_body(&group[group[i].reach], &group[i]))
            group[i].reach++;
    }
}

int mech_plan(struct mech_system *system)
{
    for (size_t i = 0; i < system->bodies; i++) {
        struct mech_body *body = &system->body[i];
        if (!invert(&body->inertia, &body->inverse))
            return 0;
        body->per_mass = 1 / body->mass;
        body->half = inverse_factor(&body->inertia);
        if (holder(system, i) == system->hinges)
            system->root = i;
    }
    for (size_t k = 0; k < system->hinges; k++)
        system->hinge[k].up = holder(system, system->hinge[k].parent);
    for (size_t k = 0; k < system->wheels; k++)
        system->wheel[k].up = holder(system, system->wheel[k].body);
    list_groups(system);
    order_groups(system->group, system->hinges + system->wheels);
    return 1;
}
