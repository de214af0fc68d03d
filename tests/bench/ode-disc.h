/* SPDX-License-Identifier: MIT */
/* The rolling disc of disc.h in the Open Dynamics Engine (ODE): a thin cylinder on a plane. ODE
 * finds and solves the contacts in each step. */
#ifndef BENCH_ODE_DISC_H
#define BENCH_ODE_DISC_H

#include "disc.h"

#include <ode/ode.h>

struct ode_disc {
    dWorldID world;
    dJointGroupID contacts;
    dGeomID cylinder, plane;
    dBodyID body;
};

static inline struct ode_disc ode_disc_new(void)
{
    struct ode_disc disc;
    dMass mass;
    dInitODE2(0);
    disc.world = dWorldCreate();
    dWorldSetGravity(disc.world, 0, 0, -disc_gravity);
    disc.contacts = dJointGroupCreate(0);
    disc.body = dBodyCreate(disc.world);
    double A = disc_axial_inertia() / 2;
    dMassSetParameters(&mass, disc_mass, 0, 0, 0, A, A, disc_axial_inertia(), 0, 0, 0);
    dBodySetMass(disc.body, &mass);
    dBodySetGyroscopicMode(disc.body, 1);
    disc.cylinder = dCreateCylinder(NULL, disc_radius, 2 * disc_half_width);
    disc.plane = dCreatePlane(NULL, 0, 0, 1, 0);
    dGeomSetBody(disc.cylinder, disc.body);
    return disc;
}

static inline void ode_disc_place(struct ode_disc *disc)
{
    struct disc_start start = disc_start();
    const dQuaternion turned = {start.half_lean[0], start.half_lean[1], 0, 0};
    dBodySetPosition(disc->body, 0, 0, start.height);
    dBodySetQuaternion(disc->body, turned);
    dBodySetLinearVel(disc->body, start.velocity[0], start.velocity[1], start.velocity[2]);
    dBodySetAngularVel(disc->body, start.rotation[0], start.rotation[1], start.rotation[2]);
}

static inline void ode_disc_step(struct ode_disc *disc, double dt)
{
    enum { MOST_CONTACTS = 8 };
    dContactGeom found[MOST_CONTACTS];
    int count = dCollide(disc->cylinder, disc->plane, MOST_CONTACTS, found, sizeof *found);
    for (int i = 0; i < count; i++) {
        dContact contact = {.surface = {.mode = 0, .mu = dInfinity}, .geom = found[i]};
        dJointAttach(dJointCreateContact(disc->world, disc->contacts, &contact), disc->body, NULL);
    }
    dWorldStep(disc->world, dt);
    dJointGroupEmpty(disc->contacts);
}

static inline double ode_disc_energy(const struct ode_disc *disc)
{
    const dReal *R = dBodyGetRotation(disc->body);
    const double axle[3] = {R[2], R[6], R[10]};
    return disc_energy(dBodyGetPosition(disc->body)[2], dBodyGetLinearVel(disc->body),
                       dBodyGetAngularVel(disc->body), axle);
}

static inline void ode_disc_free(struct ode_disc *disc)
{
    dGeomDestroy(disc->cylinder);
    dGeomDestroy(disc->plane);
    dJointGroupDestroy(disc->contacts);
    dWorldDestroy(disc->world);
    dCloseODE();
}

#endif
