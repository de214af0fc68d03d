/* SPDX-License-Identifier: MIT */
/* What the files of linkage share. */
#ifndef MECH_LINKAGE_PARTS_H
#define MECH_LINKAGE_PARTS_H

#include "mech/linkage.h"

static inline struct vec vec_at(const double *from)
{
    return (struct vec){from[0], from[1], from[2]};
}

static inline void vec_put(struct vec v, double *to)
{
    to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

/* Velocity at a place. */
static inline struct vec screw_at(const struct linkage_screw *screw, struct vec place)
{
    return vec_add(screw->linear, vec_cross(screw->angular, place));
}

/* a + f b */
static inline struct linkage_screw screw_along(const struct linkage_screw *a, double f,
                                               const struct linkage_screw *b)
{
    return (struct linkage_screw){vec_along(a->angular, f, b->angular),
                                  vec_along(a->linear, f, b->linear)};
}

static inline struct linkage_load load_along(const struct linkage_load *a, double f,
                                             const struct linkage_load *b)
{
    return (struct linkage_load){vec_along(a->force, f, b->force),
                                 vec_along(a->torque, f, b->torque)};
}

/* A load and a screw at the same point. */
static inline double load_power(const struct linkage_load *load, const struct linkage_screw *screw)
{
    return vec_dot(load->force, screw->linear) + vec_dot(load->torque, screw->angular);
}

/* A force and a torque at a place, about the root's centre. */
static inline struct linkage_load load_from(struct vec place, struct vec force, struct vec torque)
{
    return (struct linkage_load){force, vec_add(torque, vec_cross(place, force))};
}

/* L^-1 of a row: six entries of the root, and of the joints those between its body and the root. */
void linkage_forward(const struct linkage *, const struct linkage_work *,
                     const struct linkage_row *, double *base, double *joint);

/* L^-T, in the order of the speeds, of entries in that of the factor: six of the root, the joints'.
 */
void linkage_backward(const struct linkage *, const struct linkage_work *, const double *entries,
                      double *speeds);

/* linkage_choose() without loads: work->free is what the wheels' convective terms are. */
void linkage_take_rows(const struct linkage *, const struct linkage_hold *, struct linkage_work *);

/* Changes of the speeds by impulses along the chosen rows. */
void linkage_yield(const struct linkage *, const struct linkage_work *, const double *impulse,
                   double *speeds);

/* linkage_rank() of the rows that are in work->order. */
int32_t linkage_rank_active(struct linkage_work *);

/* x := (C M^-1 C^T)^-1 x of the independent rows after linkage_rank(), scaled and in its order. */
void linkage_solve_rows(const struct linkage_work *, double *x);

/* Sizes of work->inertia, by body, and of work->solver. */
enum { LINKAGE_INERTIA_DOUBLES = 23 };
size_t linkage_solver_doubles(size_t rows);

#endif
