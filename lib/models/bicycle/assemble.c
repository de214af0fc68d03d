/* SPDX-License-Identifier: MIT */
#include "models/bicycle/assemble.h"
#include "num/elementary.h"

#include <math.h>

/* Height of the steering hinge on the steer axis, m above the ground. The height affects only the
 * multipliers of this hinge; published values refer to this height. */
static const double hinge_height = 0.9;

static struct mech_wheel wheel(size_t body, double radius)
{
    return (struct mech_wheel){.body = body, .radius = radius};
}

static struct mech_body disc(double mass, double across, double polar)
{
    return (struct mech_body){.mass = mass, .inertia = {across, polar, across, 0, 0, 0}};
}

/* Products of inertia change sign with the z axis. */
static struct mech_body frame(double mass, double xx, double xz, double yy, double zz)
{
    return (struct mech_body){.mass = mass, .inertia = {xx, yy, zz, 0, -xz, 0}};
}

static struct mech_hinge axle(size_t frame, size_t wheel, struct vec at)
{
    return (struct mech_hinge){
        .parent = frame,
        .child = wheel,
        .at_parent = at,
        .n = {0, 1, 0},
        .a = {0, 0, 1},
        .b = {1, 0, 0},
    };
}

/* Hinge about the axis s, which points up, through the point `at`. */
static struct mech_hinge steering(double lam, struct vec at, struct vec B, struct vec H)
{
    return (struct mech_hinge){
        .parent = REAR_FRAME,
        .child = FRONT_FRAME,
        .at_parent = vec_sub(at, B),
        .at_child = vec_sub(at, H),
        .n = {-num_sin(lam), 0, num_cos(lam)},
        .a = {0, 1, 0},
        .b = {-num_cos(lam), 0, -num_sin(lam)},
    };
}

const char *bicycle_assemble(const struct bicycle_parameters *p, struct bicycle *bicycle)
{
    struct vec R = {0, 0, p->rR}, B = {p->xB, 0, -p->zB};
    struct vec H = {p->xH, 0, -p->zH}, F = {p->w, 0, p->rF};
    struct vec ground = {p->w + p->c, 0, 0};
    struct vec at =
        vec_along(ground, hinge_height, (struct vec){-num_sin(p->lam), 0, num_cos(p->lam)});
    *bicycle = (struct bicycle){
        .system = {.bodies = BICYCLE_BODIES,
                   .hinges = BICYCLE_HINGES,
                   .wheels = BICYCLE_WHEELS,
                   .body = bicycle->body,
                   .hinge = bicycle->hinge,
                   .wheel = bicycle->wheel,
                   .group = bicycle->group,
                   .gravity = p->gravity},
        .body = {[REAR_WHEEL] = disc(p->mR, p->IRxx, p->IRyy),
                 [REAR_FRAME] = frame(p->mB, p->IBxx, p->IBxz, p->IByy, p->IBzz),
                 [FRONT_FRAME] = frame(p->mH, p->IHxx, p->IHxz, p->IHyy, p->IHzz),
                 [FRONT_WHEEL] = disc(p->mF, p->IFxx, p->IFyy)},
        .hinge = {[REAR_AXLE] = axle(REAR_FRAME, REAR_WHEEL, vec_sub(R, B)),
                  [STEERING] = steering(p->lam, at, B, H),
                  [FRONT_AXLE] = axle(FRONT_FRAME, FRONT_WHEEL, vec_sub(F, H))},
        .wheel = {wheel(REAR_WHEEL, p->rR), wheel(FRONT_WHEEL, p->rF)},
    };
    return mech_plan(&bicycle->system) ? NULL
                                       : "an inertia matrix of a frame is not positive definite";
}
