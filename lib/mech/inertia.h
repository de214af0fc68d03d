/* SPDX-License-Identifier: MIT */
/* Inertia tensors: rotation, parallel axes. */
#ifndef MECH_INERTIA_H
#define MECH_INERTIA_H

#include "num/vector.h"

/* Return R J R^T. */
static inline struct sym sym_turned(const struct mat *R, const struct sym *J)
{
    struct vec x = mat_turn(R, (struct vec){J->xx, J->xy, J->xz});
    struct vec y = mat_turn(R, (struct vec){J->xy, J->yy, J->yz});
    struct vec z = mat_turn(R, (struct vec){J->xz, J->yz, J->zz});
    return (struct sym){.xx = x.x * R->x.x + y.x * R->y.x + z.x * R->z.x,
                        .yy = x.y * R->x.y + y.y * R->y.y + z.y * R->z.y,
                        .zz = x.z * R->x.z + y.z * R->y.z + z.z * R->z.z,
                        .xy = x.x * R->x.y + y.x * R->y.y + z.x * R->z.y,
                        .xz = x.x * R->x.z + y.x * R->y.z + z.x * R->z.z,
                        .yz = x.y * R->x.z + y.y * R->y.z + z.y * R->z.z};
}

/* Return the tensor of a body that is rotationally symmetric about the unit vector e, from its
 * moments of inertia across e and along e. */
static inline struct sym sym_about(double across, double along, struct vec e)
{
    double more = along - across;
    return (struct sym){.xx = across + more * e.x * e.x,
                        .yy = across + more * e.y * e.y,
                        .zz = across + more * e.z * e.z,
                        .xy = more * e.x * e.y,
                        .xz = more * e.x * e.z,
                        .yz = more * e.y * e.z};
}

/* Return the inertia about the origin, from the inertia J about the centre of mass c; m is c times
 * the mass. */
static inline struct sym sym_moved(const struct sym *J, struct vec m, struct vec c)
{
    return (struct sym){.xx = J->xx + m.y * c.y + m.z * c.z,
                        .yy = J->yy + m.z * c.z + m.x * c.x,
                        .zz = J->zz + m.x * c.x + m.y * c.y,
                        .xy = J->xy - m.x * c.y,
                        .xz = J->xz - m.x * c.z,
                        .yz = J->yz - m.y * c.z};
}

static inline struct sym sym_add(struct sym a, struct sym b)
{
    return (struct sym){.xx = a.xx + b.xx,
                        .yy = a.yy + b.yy,
                        .zz = a.zz + b.zz,
                        .xy = a.xy + b.xy,
                        .xz = a.xz + b.xz,
                        .yz = a.yz + b.yz};
}

#endif
