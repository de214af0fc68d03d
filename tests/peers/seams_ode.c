/* SPDX-License-Identifier: MIT */
/* The ball of seams.c in the Open Dynamics Engine (ODE), in steps of 1 ms: on a plane, on 1,000
 * boxes of 10 mm side by side, and on a flat field of heights with nodes 10 mm apart. The settings
 * of the world are ODE's defaults; contacts have mu 0.8 and friction proportional to the load
 * (dContactApprox1). */
#include <math.h>
#include <ode/ode.h>
#include <stdio.h>

enum { BOXES = 1000, SETTLE = 500, STEPS = 4000, MOST_CONTACTS = 8 };
static const double step = 0.001, gravity = 9.81, radius = 0.1, inertia = 0.004;

struct rolling {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID ball;
};

static void touch(void *data, dGeomID one, dGeomID other)
{
    struct rolling *run = data;
    dContactGeom found[MOST_CONTACTS];
    int count = dCollide(one, other, MOST_CONTACTS, found, sizeof *found);
    for (int i = 0; i < count; i++) {
        dContact contact = {.surface = {.mode = dContactApprox1, .mu = 0.8}, .geom = found[i]};
        dJointAttach(dJointCreateContact(run->world, run->contacts, &contact), dGeomGetBody(one),
                     dGeomGetBody(other));
    }
}

static void advance(struct rolling *run)
{
    dSpaceCollide(run->space, run, touch);
    dWorldStep(run->world, step);
    dJointGroupEmpty(run->contacts);
}

static void lay_plane(dSpaceID space)
{
    dCreatePlane(space, 0, 0, 1, 0);
}

static void lay_boxes(dSpaceID space)
{
    dSpaceID row = dHashSpaceCreate(space);
    for (int i = 0; i < BOXES; i++)
        dGeomSetPosition(dCreateBox(row, 0.01, 0.2, 0.2), 0.01 * i - 0.995, 0, -0.1);
}

static double height(void *data, int i, int j)
{
    (void)data, (void)i, (void)j;
    return 0;
}

static dHeightfieldDataID flat;

static void lay_field(dSpaceID space)
{
    dGeomHeightfieldDataBuildCallback(flat, NULL, height, 10, 0.2, 1001, 21, 1, 0, 0.1, 0);
    dGeomHeightfieldDataSetBounds(flat, 0, 0);
    dGeomID field = dCreateHeightfield(space, flat, 1);
    dMatrix3 turned; /* heights of a field are along y */
    dRFromAxisAndAngle(turned, 1, 0, 0, M_PI / 2);
    dGeomSetRotation(field, turned);
    dGeomSetPosition(field, 4, 0, 0);
}

static struct rolling start(void (*lay)(dSpaceID space))
{
    struct rolling run = {dWorldCreate(), dSimpleSpaceCreate(NULL), dJointGroupCreate(0), NULL};
    dMass mass;
    dWorldSetGravity(run.world, 0, 0, -gravity);
    lay(run.space);
    run.ball = dBodyCreate(run.world);
    dMassSetParameters(&mass, 1, 0, 0, 0, inertia, inertia, inertia, 0, 0, 0);
    dBodySetMass(run.ball, &mass);
    dBodySetPosition(run.ball, 0, 0, radius);
    dGeomSetBody(dCreateSphere(run.space, radius), run.ball);
    return run;
}

static double energy(dBodyID ball)
{
    const dReal *v = dBodyGetLinearVel(ball), *w = dBodyGetAngularVel(ball);
    return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + gravity * dBodyGetPosition(ball)[2] +
           inertia * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) / 2;
}

static void roll(const char *what, void (*lay)(dSpaceID space))
{
    struct rolling run = start(lay);
    for (int i = 0; i < SETTLE; i++) /* the ball sinks in until it rests */
        advance(&run);
    dBodySetLinearVel(run.ball, 2, 0, 0);
    dBodySetAngularVel(run.ball, 0, 2 / radius, 0);
    double z = dBodyGetPosition(run.ball)[2], before = energy(run.ball), most = 0, jolt = 0;
    for (int i = 0; i < STEPS; i++) {
        double rate = dBodyGetLinearVel(run.ball)[2];
        advance(&run);
        most = fmax(most, fabs(dBodyGetPosition(run.ball)[2] - z));
        jolt = fmax(jolt, fabs(dBodyGetLinearVel(run.ball)[2] - rate) / step);
    }
    printf("%s: height changes by %.0e m, load by %.0e N; energy by %.0e of it\n", what, most, jolt,
           fabs(energy(run.ball) / before - 1));
    dJointGroupDestroy(run.contacts);
    dSpaceDestroy(run.space);
    dWorldDestroy(run.world);
}

int main(void)
{
    dInitODE2(0);
    roll("plane", lay_plane);
    roll("boxes", lay_boxes);
    flat = dGeomHeightfieldDataCreate();
    roll("field", lay_field);
    dGeomHeightfieldDataDestroy(flat);
    dCloseODE();
    return 0;
}
