/* SPDX-License-Identifier: MIT */
/* Meijaard et al. (2007), appendix A, in its order and with its symbols. */
#include "models/bicycle/canonical.h"
#include "num/elementary.h"

#include <math.h>

/* A rigid assembly: its mass, centre of mass and moments of inertia. */
struct lump {
    double m, x, z, xx, xz, zz;
};

/* The whole bicycle; moments about the rear contact. */
static struct lump whole(const struct bicycle_parameters *p)
{
    struct lump T = {.m = p->mR + p->mB + p->mH + p->mF};
    T.x = (p->xB * p->mB + p->xH * p->mH + p->w * p->mF) / T.m;
    T.z = (-p->rR * p->mR + p->zB * p->mB + p->zH * p->mH - p->rF * p->mF) / T.m;
    T.xx = p->IRxx + p->IBxx + p->IHxx + p->IFxx + p->mR * p->rR * p->rR + p->mB * p->zB * p->zB +
           p->mH * p->zH * p->zH + p->mF * p->rF * p->rF;
    T.xz = p->IBxz + p->IHxz - p->mB * p->xB * p->zB - p->mH * p->xH * p->zH + p->mF * p->w * p->rF;
    T.zz = p->IRxx + p->IBzz + p->IHzz + p->IFxx + p->mB * p->xB * p->xB + p->mH * p->xH * p->xH +
           p->mF * p->w * p->w;
    return T;
}

/* Front frame and front wheel; moments about their centre. */
static struct lump front(const struct bicycle_parameters *p)
{
    struct lump A = {.m = p->mH + p->mF};
    A.x = (p->xH * p->mH + p->w * p->mF) / A.m;
    A.z = (p->zH * p->mH - p->rF * p->mF) / A.m;
    double hx = p->xH - A.x, hz = p->zH - A.z, fx = p->w - A.x, fz = p->rF + A.z;
    A.xx = p->IHxx + p->IFxx + p->mH * hz * hz + p->mF * fz * fz;
    A.xz = p->IHxz - p->mH * hx * hz + p->mF * fx * fz;
    A.zz = p->IHzz + p->IFxx + p->mH * hx * hx + p->mF * fx * fx;
    return A;
}

struct canonical bicycle_canonical(const struct bicycle_parameters *p)
{
    struct lump T = whole(p), A = front(p);
    double s = num_sin(p->lam), c = num_cos(p->lam);
    /* u: distance of the centre of A from the steer axis. ll: moment of inertia of A about the
     * steer axis. lx, lz: products of inertia of A for the steer axis paired with the axes x and z
     * through the rear contact. */
    double u = (A.x - p->w - p->c) * c - A.z * s;
    double ll = A.m * u * u + A.xx * s * s + 2 * A.xz * s * c + A.zz * c * c;
    double lx = -A.m * u * A.z + A.xx * s + A.xz * c;
    double lz = A.m * u * A.x + A.xz * s + A.zz * c;
    /* mu: mechanical trail divided by wheelbase. S_F, S_T: angular momenta of the front wheel and
     * of both wheels, divided by the speed. S_A: static moment. */
    double mu = p->c / p->w * c, along = c / p->w;
    double S_F = p->IFyy / p->rF, S_T = p->IRyy / p->rR + S_F, S_A = A.m * u + mu * T.m * T.x;

    struct canonical k = {
        .M = {T.xx, lx + mu * T.xz, lx + mu * T.xz, ll + 2 * mu * lz + mu * mu * T.zz},
        .C1 = {0, mu * S_T + S_F * c + T.xz * along - mu * T.m * T.z, -(mu * S_T + S_F * c),
               lz * along + mu * (S_A + T.zz * along)},
        .K0 = {T.m * T.z, -S_A, -S_A, -S_A * s},
        .K2 = {0, (S_T - T.m * T.z) * along, 0, (S_A + S_F * s) * along},
    };
    return k;
}
