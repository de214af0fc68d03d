/* SPDX-License-Identifier: MIT */
/* The robot of threshold.c in the Open Dynamics Engine (ODE), in steps of 1 ms: cylinders as
 * wheels, four boxes as bar, because the wheels jump at a mesh of triangles. Brakes are motors at
 * speed 0. The settings of the world are ODE's defaults; friction is proportional to the load
 * (dContactApprox1). */
#include <math.h>
#include <ode/ode.h>
#include <stdio.h>

enum { MOST_CONTACTS = 16, BOXES = 4 };
enum { CHASSIS, LEFT, RIGHT, FORK, BODIES };
static const double step = 0.001, gravity = 9.81;

/* The bar as four boxes, of which two are turned to have the chamfers as faces: middle (x, z),
 * length, height, angle. */
#define CHAMFER 7.0710678118654752e-3
static const double bar[BOXES][5] = {{0.64, 0.0075, 0.07, 0.015, 0},
                                     {0.64, 0.005, 0.08, 0.01, 0},
                                     {0.605, 0.01, CHAMFER, CHAMFER, M_PI / 4},
                                     {0.675, 0.01, CHAMFER, CHAMFER, M_PI / 4}};

struct robot {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID bodies[BODIES];
    dJointID left, right, slide;
    double deepest;
};

static void touch(void *data, dGeomID one, dGeomID other)
{
    struct robot *robot = data;
    dContactGeom found[MOST_CONTACTS];
    dBodyID body = dGeomGetBody(one) ? dGeomGetBody(one) : dGeomGetBody(other);
    if (!body || (dGeomGetBody(one) && dGeomGetBody(other)))
        return;
    int count = dCollide(one, other, MOST_CONTACTS, found, sizeof *found);
    for (int i = 0; i < count; i++) {
        dContact contact = {
            .surface = {.mode = dContactApprox1, .mu = body == robot->bodies[FORK] ? 0.05 : 0.9},
            .geom = found[i]};
        dJointAttach(dJointCreateContact(robot->world, robot->contacts, &contact),
                     dGeomGetBody(one), dGeomGetBody(other));
        robot->deepest = fmax(robot->deepest, found[i].depth);
    }
}

static dBodyID new_body(dWorldID world, const double place[3], double mass, const double inertia[3])
{
    dBodyID body = dBodyCreate(world);
    dMass m;
    dMassSetParameters(&m, mass, 0, 0, 0, inertia[0], inertia[1], inertia[2], 0, 0, 0);
    dBodySetMass(body, &m);
    dBodySetPosition(body, place[0], place[1], place[2]);
    return body;
}

static dJointID hang_wheel(const struct robot *robot, dBodyID wheel)
{
    dMatrix3 turned;
    const dReal *at = dBodyGetPosition(wheel);
    dGeomID disc = dCreateCylinder(robot->space, 0.1, 0.03); /* along z */
    dGeomSetBody(disc, wheel);
    dRFromAxisAndAngle(turned, 1, 0, 0, M_PI / 2);
    dGeomSetOffsetRotation(disc, turned);
    dJointID hinge = dJointCreateHinge(robot->world, 0);
    dJointAttach(hinge, wheel, robot->bodies[CHASSIS]);
    dJointSetHingeAnchor(hinge, at[0], at[1], at[2]);
    dJointSetHingeAxis(hinge, 0, 1, 0);
    return hinge;
}

static void lay_ground(dSpaceID space)
{
    dCreatePlane(space, 0, 0, 1, 0);
    for (int i = 0; i < BOXES; i++) {
        const double *at = bar[i];
        dQuaternion heading, tilt, turned;
        dQFromAxisAndAngle(heading, 0, 0, 1, 0.1);
        dQFromAxisAndAngle(tilt, 0, 1, 0, at[4]);
        dQMultiply0(turned, heading, tilt);
        dGeomID box = dCreateBox(space, at[2], 4, at[3]);
        dGeomSetPosition(box, at[0] * cos(0.1), at[0] * sin(0.1), at[1]);
        dGeomSetQuaternion(box, turned);
    }
}

static struct robot start(double slope)
{
    static const double places[BODIES][3] = {
        {-0.05, 0, 0.12}, {0, 0.17, 0.1}, {0, -0.17, 0.1}, {-0.22, 0, 0.06}};
    static const double masses[BODIES] = {10, 0.8, 0.8, 0.3};
    static const double inertias[BODIES][3] = {
        {0.08, 0.12, 0.16}, {0.002, 0.004, 0.002}, {0.002, 0.004, 0.002}, {3e-4, 3e-4, 3e-4}};
    struct robot robot = {.world = dWorldCreate(),
                          .space = dSimpleSpaceCreate(NULL),
                          .contacts = dJointGroupCreate(0)};
    dWorldSetGravity(robot.world, -gravity * sin(slope), 0, -gravity * cos(slope));
    lay_ground(robot.space);
    for (int i = 0; i < BODIES; i++)
        robot.bodies[i] = new_body(robot.world, places[i], masses[i], inertias[i]);
    robot.left = hang_wheel(&robot, robot.bodies[LEFT]);
    robot.right = hang_wheel(&robot, robot.bodies[RIGHT]);
    dGeomSetBody(dCreateSphere(robot.space, 0.06), robot.bodies[FORK]);
    robot.slide = dJointCreateSlider(robot.world, 0);
    dJointAttach(robot.slide, robot.bodies[FORK], robot.bodies[CHASSIS]);
    dJointSetSliderAxis(robot.slide, 0, 0, 1);
    return robot;
}

static void advance(struct robot *robot, double torque)
{
    robot->deepest = 0;
    dJointAddHingeTorque(robot->left, torque - 2 * dJointGetHingeAngleRate(robot->left));
    dJointAddHingeTorque(robot->right, torque - 2 * dJointGetHingeAngleRate(robot->right));
    dJointAddSliderForce(robot->slide, -4000 * (dJointGetSliderPosition(robot->slide) + 0.006) -
                                           60 * dJointGetSliderPositionRate(robot->slide));
    dSpaceCollide(robot->space, robot, touch);
    dWorldStep(robot->world, step);
    dJointGroupEmpty(robot->contacts);
}

static void finish(struct robot *robot)
{
    dJointGroupDestroy(robot->contacts);
    dSpaceDestroy(robot->space);
    dWorldDestroy(robot->world);
}

static void drive(void)
{
    struct robot robot = start(0);
    const dReal *place = dBodyGetPosition(robot.bodies[CHASSIS]);
    double height = place[2], most = 0, deepest = 0, passed = NAN;
    for (int i = 1; i <= 3000; i++) {
        advance(&robot, 9);
        most = fmax(most, place[2] - height);
        deepest = fmax(deepest, robot.deepest);
        if (isnan(passed) && place[0] > 1)
            passed = step * i;
    }
    printf("chassis rises by %.1f mm, passes 1 m at %.3f s; wheels sink in by %.0e m\n", 1e3 * most,
           passed, deepest);
    finish(&robot);
}

static void stand(void)
{
    struct robot robot = start(0.2);
    dJointSetHingeParam(robot.left, dParamFMax, 50);
    dJointSetHingeParam(robot.right, dParamFMax, 50);
    for (int i = 0; i < 10000; i++)
        advance(&robot, 0);
    double x = dBodyGetPosition(robot.bodies[CHASSIS])[0];
    for (int i = 0; i < 10000; i++)
        advance(&robot, 0);
    printf("on the slope it creeps by %.0e m from 10 s to 20 s\n",
           fabs(dBodyGetPosition(robot.bodies[CHASSIS])[0] - x));
    finish(&robot);
}

int main(void)
{
    dInitODE2(0);
    drive();
    stand();
    dCloseODE();
    return 0;
}
