/* SPDX-License-Identifier: MIT */
/* Families of contact problems made from bodies: W = H^T M^-1 H, q = H^T v_free + wall velocities,
 * where H^T v are the velocities u of body a relative to b at the contacts. Bodies have 3 (plane)
 * or 6 velocities; every contact is between body a and body b or the world.
 */
#ifndef CONTACT_SCENE_H
#define CONTACT_SCENE_H

#include "contact.h"

enum { WORLD = -1, DOF = 6 };

struct touch {
    int body[2];
    double jacobian[2][3][DOF]; /* du/dv; indices: side (a or b), component of u, velocity v */
    double mu;
    double wall[3]; /* part of u that comes from the motion of the world */
};

struct scene {
    int d, dof;
    size_t bodies, touches, room;
    double *inverse_mass; /* diagonal of M^-1; dof numbers per body */
    double *v_free;       /* velocities without contact impulses; dof numbers per body */
    struct touch *touch;
};

static inline void scene_new(struct scene *s, int d, size_t bodies, size_t room)
{
    *s = (struct scene){.d = d, .dof = d == 2 ? 3 : 6, .bodies = bodies, .room = room};
    s->inverse_mass = calloc(bodies * (size_t)s->dof, sizeof *s->inverse_mass);
    s->v_free = calloc(bodies * (size_t)s->dof, sizeof *s->v_free);
    s->touch = calloc(room, sizeof *s->touch);
    if (!s->inverse_mass || !s->v_free || !s->touch)
        exit(99);
}

static inline void scene_free(struct scene *s)
{
    free(s->inverse_mass);
    free(s->v_free);
    free(s->touch);
}

/* Set a body in the plane: a disc or rod. */
static inline void scene_body(struct scene *s, size_t body, double mass, double inertia, double vx,
                              double vy, double spin)
{
    double *m = s->inverse_mass + 3 * body, *v = s->v_free + 3 * body;
    m[0] = m[1] = 1 / mass;
    m[2] = 1 / inertia;
    v[0] = vx, v[1] = vy, v[2] = spin;
}

/* Add a contact in the plane with the normal (nx, ny), which points to body a. ra and rb are the
 * vectors from the centres of a and b to the contact. */
static inline struct touch *scene_touch(struct scene *s, int a, int b, double nx, double ny,
                                        const double *ra, const double *rb, double mu)
{
    if (s->touches == s->room)
        exit(98);
    struct touch *t = &s->touch[s->touches++];
    const double *arm[2] = {ra, rb}, axis[2][2] = {{nx, ny}, {-ny, nx}};
    *t = (struct touch){.body = {a, b}, .mu = mu};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 2 && t->body[side] != WORLD; k++) {
            double sign = side == 0 ? 1 : -1, x = axis[k][0], y = axis[k][1];
            t->jacobian[side][k][0] = sign * x;
            t->jacobian[side][k][1] = sign * y;
            t->jacobian[side][k][2] = sign * (arm[side][0] * y - arm[side][1] * x);
        }
    return t;
}

/* Add a contact between two discs of radius R, or a disc and the world. */
static inline struct touch *scene_discs(struct scene *s, int a, int b, double nx, double ny,
                                        double R, double mu)
{
    double ra[2] = {-R * nx, -R * ny}, rb[2] = {R * nx, R * ny};
    return scene_touch(s, a, b, nx, ny, ra, rb, mu);
}

/* Add a contact in space at a point, with the normal n, which points to body a. ca and cb are the
 * centres of the bodies. */
static inline struct touch *scene_touch_space(struct scene *s, int a, int b, const double *n,
                                              const double *point, const double *ca,
                                              const double *cb, double mu)
{
    if (s->touches == s->room)
        exit(98);
    struct touch *t = &s->touch[s->touches++];
    int least = 0;
    for (int k = 1; k < 3; k++)
        least = fabs(n[k]) < fabs(n[least]) ? k : least;
    int x = (least + 1) % 3, y = (least + 2) % 3;
    double size = hypot(n[x], n[y]), axis[3][3] = {{n[0], n[1], n[2]}};
    axis[1][x] = -n[y] / size; /* axis `least` x n, of length 1 */
    axis[1][y] = n[x] / size;
    for (int k = 0; k < 3; k++)
        axis[2][k] = n[(k + 1) % 3] * axis[1][(k + 2) % 3] - n[(k + 2) % 3] * axis[1][(k + 1) % 3];
    const double *centre[2] = {ca, cb};
    *t = (struct touch){.body = {a, b}, .mu = mu};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3 && t->body[side] != WORLD; k++)
            for (int j = 0; j < 3; j++) {
                int p = (j + 1) % 3, q = (j + 2) % 3;
                double arm_p = point[p] - centre[side][p], arm_q = point[q] - centre[side][q];
                double sign = side == 0 ? 1 : -1;
                t->jacobian[side][k][j] = sign * axis[k][j];
                t->jacobian[side][k][3 + j] = sign * (arm_p * axis[k][q] - arm_q * axis[k][p]);
            }
    return t;
}

/* Compute the block of W for contacts i and k from the bodies that they share; return 0 if they
 * share none. */
static inline int scene_block(const struct scene *s, const struct touch *i, const struct touch *k,
                              double W[3][3])
{
    int shared = 0;
    memset(W, 0, 9 * sizeof(double));
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            if (i->body[a] != WORLD && i->body[a] == k->body[b]) {
                const double *m = s->inverse_mass + s->dof * i->body[a];
                shared = 1;
                for (int r = 0; r < s->d; r++)
                    for (int c = 0; c < s->d; c++)
                        for (int j = 0; j < s->dof; j++)
                            W[r][c] += i->jacobian[a][r][j] * m[j] * k->jacobian[b][c][j];
            }
    return shared;
}

/* List the contacts by body: those of body b are list[first[b]] to list[first[b + 1] - 1]. */
static inline void scene_index(const struct scene *s, size_t *first, size_t *list)
{
    size_t *at = calloc(s->bodies + 1, sizeof *at);
    memset(first, 0, (s->bodies + 1) * sizeof *first);
    for (size_t i = 0; i < s->touches; i++)
        for (int a = 0; a < 2; a++)
            if (s->touch[i].body[a] != WORLD)
                first[s->touch[i].body[a] + 1]++;
    for (size_t b = 0; b < s->bodies; b++)
        at[b + 1] = first[b + 1] += first[b];
    for (size_t i = 0; i < s->touches; i++)
        for (int a = 0; a < 2; a++)
            if (s->touch[i].body[a] != WORLD)
                list[at[s->touch[i].body[a]]++] = i;
    free(at);
}

/* Write the blocks of the rows of contact i as triplets into `row` and p, from entry `used` on, or
 * only count the entries if `row` is NULL. Return the number of entries so far. */
static inline size_t scene_row(const struct scene *s, size_t i, const size_t *first,
                               const size_t *list, size_t *seen, struct problem *p, size_t *row,
                               size_t used)
{
    double W[3][3];
    for (int a = 0; a < 2; a++) {
        int body = s->touch[i].body[a];
        if (body == WORLD)
            continue;
        for (size_t t = first[body]; t < first[body + 1]; t++) {
            size_t k = list[t];
            if (seen[k] == i + 1 || !scene_block(s, &s->touch[i], &s->touch[k], W))
                continue;
            seen[k] = i + 1;
            for (size_t e = 0; e < (size_t)(s->d * s->d); e++, used++)
                if (row) {
                    size_t r = e / (size_t)s->d, c = e % (size_t)s->d;
                    row[used] = (size_t)s->d * i + r;
                    p->column[used] = (uint32_t)((size_t)s->d * k + c);
                    p->value[used] = W[r][c];
                }
        }
    }
    return used;
}

/* Assemble the contact problem of the scene: W in compressed rows, q and mu. */
static inline void scene_problem(const struct scene *s, struct problem *p)
{
    size_t *first = calloc(s->bodies + 1, sizeof *first), *seen = calloc(s->touches, sizeof *seen);
    size_t *list = calloc(2 * s->touches + 1, sizeof *list), entries = 0, used = 0;
    scene_index(s, first, list);
    for (size_t i = 0; i < s->touches; i++)
        entries = scene_row(s, i, first, list, seen, NULL, NULL, entries);
    memset(seen, 0, s->touches * sizeof *seen);
    problem_new(p, s->d, s->touches, entries);
    size_t *row = calloc(entries, sizeof *row);
    for (size_t i = 0; i < s->touches; i++)
        used = scene_row(s, i, first, list, seen, p, row, used);
    /* entries come row by row; problem_fill() computes the starts of rows */
    struct problem copy;
    problem_new(&copy, s->d, s->touches, entries);
    memcpy(copy.mu, p->mu, s->touches * sizeof *p->mu);
    problem_fill(&copy, row, p->column, p->value);
    problem_free(p);
    *p = copy;
    for (size_t i = 0; i < s->touches; i++) {
        const struct touch *t = &s->touch[i];
        p->mu[i] = t->mu;
        for (int r = 0; r < s->d; r++) {
            double *q = &p->q[(size_t)s->d * i + (size_t)r];
            *q = t->wall[r];
            for (int a = 0; a < 2; a++)
                for (int j = 0; j < s->dof && t->body[a] != WORLD; j++)
                    *q += t->jacobian[a][r][j] * s->v_free[s->dof * t->body[a] + j];
        }
    }
    free(first);
    free(seen);
    free(list);
    free(row);
}

/* Compute v = v_free + M^-1 H r. */
static inline void scene_velocities(const struct scene *s, const double *r, double *v)
{
    memcpy(v, s->v_free, s->bodies * (size_t)s->dof * sizeof *v);
    for (size_t i = 0; i < s->touches; i++)
        for (int a = 0; a < 2; a++)
            for (int j = 0; j < s->dof && s->touch[i].body[a] != WORLD; j++) {
                int at = s->dof * s->touch[i].body[a] + j;
                for (int k = 0; k < s->d; k++)
                    v[at] += s->inverse_mass[at] * s->touch[i].jacobian[a][k][j] *
                             r[(size_t)s->d * i + (size_t)k];
            }
}

#endif
