/* SPDX-License-Identifier: MIT */
/* Functions shared by the files of linkage. */
#ifndef MECH_LINKAGE_PARTS_H
#define MECH_LINKAGE_PARTS_H

#include "mech/linkage_state.h"

/* Maximum number of joints between a body and the root. At most one of them is that of a leaf. */
static inline size_t linkage_height(const struct linkage *linkage)
{
    return linkage_joints(linkage) - (linkage->leaves > 1 ? linkage->leaves - 1 : 0);
}

/* Return the velocity of a screw at a point. */
static inline struct vec screw_at(const struct linkage_screw *screw, struct vec place)
{
    return vec_add(screw->linear, vec_cross(screw->angular, place));
}

/* Return a + f b. */
static inline struct linkage_screw screw_along(const struct linkage_screw *a, double f,
                                               const struct linkage_screw *b)
{
    return (struct linkage_screw){vec_along(a->angular, f, b->angular),
                                  vec_along(a->linear, f, b->linear)};
}

/* Return a + f b. */
static inline struct linkage_load load_along(const struct linkage_load *a, double f,
                                             const struct linkage_load *b)
{
    return (struct linkage_load){vec_along(a->force, f, b->force),
                                 vec_along(a->torque, f, b->torque)};
}

/* Power of a load and a screw that refer to the same point. */
static inline double load_power(const struct linkage_load *load, const struct linkage_screw *screw)
{
    return vec_dot(load->force, screw->linear) + vec_dot(load->torque, screw->angular);
}

/* Components of a vector in the frame of a contact. */
static inline void to_frame(const struct linkage_work *work, const struct linkage_contact *contact,
                            struct vec a, double to[3])
{
    if (!work->ground) {
        to[0] = a.z, to[1] = a.x, to[2] = a.y;
        return;
    }
    for (size_t k = 0; k < 3; k++)
        to[k] = vec_dot(contact->frame[k], a);
}

/* Force and torque at a point, referred to the root's centre of mass. */
static inline struct linkage_load load_from(struct vec place, struct vec force, struct vec torque)
{
    return (struct linkage_load){force, vec_add(torque, vec_cross(place, force))};
}

/* Inertia of a subtree that moves with the screw of velocity v and angular velocity w: the momentum
 * is m v + H^T w, the angular momentum J w + H v, where m = linear, J = angular, H = mixed. */
struct linkage_inertia {
    struct sym linear, angular;
    struct mat mixed;
    /* With the joints of the subtree locked: mass, and trace of the angular inertia. */
    double mass, extent;
};

/* Set the inertias of all bodies, each without its subtree. */
void linkage_set_inertias(const struct linkage *, const struct linkage_work *,
                          struct linkage_inertia *);

/* Do the same as linkage_factor_step() for the inertias of bodies in work->inertia, which are
 * overwritten. */
int32_t linkage_factor_inertias(const struct linkage *, double span, struct linkage_work *);

/* Set the load of each body at constant speeds, without its subtree, in work->link. */
void linkage_drive_bodies(const struct linkage *, const struct linkage_drive *,
                          struct linkage_work *);

/* Effort of a joint with this angle or travel and rate, with its spring and damper. */
static inline double linkage_effort(const struct linkage_joint *joint, double drive,
                                    const double *q)
{
    return drive - joint->stiffness * (q[0] - joint->rest) - joint->damping * q[1];
}

/* Apply L^-T. `entries` are in the order of the factor: six of the root, then the joints; the
 * result is in the order of the speeds. */
void linkage_backward(const struct linkage *, const struct linkage_work *, const double *entries,
                      double *speeds);

/* Do the same as linkage_choose() as if there were no loads: work->free then holds the convective
 * terms of the contacts. */
void linkage_take_rows(const struct linkage *, const struct linkage_hold *, struct linkage_work *);
/* Do the same without the matrix. linkage_rank() then computes it, or the entries that it needs. */
void linkage_take_rows_alone(const struct linkage *, const struct linkage_hold *,
                             struct linkage_work *);

/* Compute the changes of the speeds by impulses along the selected rows. */
void linkage_yield(const struct linkage *, const struct linkage_work *, const double *impulse,
                   double *speeds);

/* Do the same as linkage_rank() for the active rows that the caller has stored in work->order. */
int32_t linkage_rank_active(const struct linkage *, struct linkage_work *);

/* Solve with the factor of linkage_rank(): x := (S C M^-1 C^T S)^-1 x for the independent rows, in
 * the order of work->order. S is the diagonal matrix of work->scale. */
void linkage_solve_rows(const struct linkage_work *, double *x);

/* Size of an element of work->inertia, in doubles. */
enum { LINKAGE_INERTIA_DOUBLES = 23 };
_Static_assert(sizeof(struct linkage_inertia) == LINKAGE_INERTIA_DOUBLES * sizeof(double),
               "linkage_carve() reserves LINKAGE_INERTIA_DOUBLES for each inertia");
#endif
