// SPDX-License-Identifier: MIT
// The robot of threshold.c in Bullet (double precision), in steps of 1 ms: bodies and joints in
// maximal coordinates, cylinders as wheels, a convex hull as bar. Brakes are motors at speed 0. The
// settings of the world are Bullet's defaults, but bodies never sleep.
#include <btBulletDynamicsCommon.h>
#include <cmath>
#include <cstdio>

namespace
{
const double step = 0.001, gravity = 9.81;

void add(btDynamicsWorld &world, btRigidBody &body, btVector3 place, double friction)
{
    body.setWorldTransform(btTransform(btQuaternion::getIdentity(), place));
    body.setFriction(friction); // Bullet multiplies the numbers of both bodies
    body.setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(&body);
}

struct World {
    btStaticPlaneShape floor{{0, 0, 1}, 0};
    btConvexHullShape bar;
    btRigidBody level{0, nullptr, &floor}, sill{0, nullptr, &bar}; // must outlive the world
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase pairs;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld dynamics{&dispatcher, &pairs, &solver, &configuration};

    explicit World(double slope)
    {
        for (double y : {-2., 2.})
            for (auto [x, z] :
                 {std::pair(0.6, 0.), std::pair(0.6, 0.01), std::pair(0.605, 0.015),
                  std::pair(0.675, 0.015), std::pair(0.68, 0.01), std::pair(0.68, 0.)})
                bar.addPoint({x, y, z});
        bar.setMargin(0);
        dynamics.setGravity({-gravity * std::sin(slope), 0, -gravity * std::cos(slope)});
        add(dynamics, level, {0, 0, 0}, 1);
        add(dynamics, sill, {0, 0, 0}, 1);
        sill.setWorldTransform(btTransform(btQuaternion({0, 0, 1}, 0.1)));
        dynamics.updateSingleAabb(&sill);
    }
};

// Must outlive its world.
struct Robot {
    btEmptyShape none;
    btCylinderShape disc{{0.1, 0.015, 0.1}};
    btSphereShape ball{0.06};
    btRigidBody chassis{10, nullptr, &none, {0.08, 0.12, 0.16}};
    btRigidBody left{0.8, nullptr, &disc, {0.002, 0.004, 0.002}};
    btRigidBody right{0.8, nullptr, &disc, {0.002, 0.004, 0.002}};
    btRigidBody fork{0.3, nullptr, &ball, {3e-4, 3e-4, 3e-4}};
    btHingeConstraint left_hinge{chassis,   left,      {0.05, 0.17, -0.02},
                                 {0, 0, 0}, {0, 1, 0}, {0, 1, 0}};
    btHingeConstraint right_hinge{chassis,   right,     {0.05, -0.17, -0.02},
                                  {0, 0, 0}, {0, 1, 0}, {0, 1, 0}};
    btGeneric6DofSpring2Constraint slide{
        chassis, fork, btTransform(btQuaternion::getIdentity(), {-0.17, 0, -0.06}),
        btTransform::getIdentity()};

    void enter(btDynamicsWorld &world)
    {
        add(world, chassis, {-0.05, 0, 0.12}, 0);
        add(world, left, {0, 0.17, 0.1}, 0.9);
        add(world, right, {0, -0.17, 0.1}, 0.9);
        add(world, fork, {-0.22, 0, 0.06}, 0.05);
        slide.setLimit(2, 1, -1); // free
        world.addConstraint(&left_hinge, true);
        world.addConstraint(&right_hinge, true);
        world.addConstraint(&slide, true);
    }

    void turn(btRigidBody &wheel, double torque)
    {
        btVector3 axis = chassis.getWorldTransform().getBasis().getColumn(1);
        double rate = axis.dot(wheel.getAngularVelocity() - chassis.getAngularVelocity());
        wheel.applyTorque((torque - 2 * rate) * axis);
        chassis.applyTorque(-(torque - 2 * rate) * axis);
    }

    void press()
    {
        btVector3 axis = chassis.getWorldTransform().getBasis().getColumn(2);
        btVector3 arm = fork.getCenterOfMassPosition() - chassis.getCenterOfMassPosition();
        double travel = axis.dot(arm) + 0.06;
        double rate = axis.dot(fork.getLinearVelocity() - chassis.getVelocityInLocalPoint(arm));
        btVector3 force = (-4000 * (travel + 0.006) - 60 * rate) * axis;
        fork.applyCentralForce(force);
        chassis.applyForce(-force, arm);
    }

    void advance(btDynamicsWorld &world, double torque)
    {
        turn(left, torque);
        turn(right, torque);
        press();
        world.stepSimulation(step, 0);
    }

    btVector3 place() const
    {
        return chassis.getCenterOfMassPosition();
    }
};

double deepest_contact(btDispatcher &dispatcher)
{
    double deepest = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); i++)
        for (int j = 0; j < dispatcher.getManifoldByIndexInternal(i)->getNumContacts(); j++)
            deepest = std::fmin(
                deepest,
                dispatcher.getManifoldByIndexInternal(i)->getContactPoint(j).getDistance());
    return deepest;
}

void drive()
{
    Robot robot;
    World world(0);
    robot.enter(world.dynamics);
    double height = robot.place().z(), most = 0, deepest = 0, passed = NAN;
    for (int i = 1; i <= 3000; i++) {
        robot.advance(world.dynamics, 9);
        most = std::fmax(most, robot.place().z() - height);
        deepest = std::fmin(deepest, deepest_contact(world.dispatcher));
        if (std::isnan(passed) && robot.place().x() > 1)
            passed = step * i;
    }
    std::printf("chassis rises by %.1f mm, passes 1 m at %.3f s; wheels sink in by %.0e m\n",
                1e3 * most, passed, -deepest);
}

void stand(int iterations)
{
    Robot robot;
    World world(0.2);
    world.dynamics.getSolverInfo().m_numIterations = iterations;
    robot.enter(world.dynamics);
    robot.left_hinge.enableAngularMotor(true, 0, 50 * step);
    robot.right_hinge.enableAngularMotor(true, 0, 50 * step);
    for (int i = 0; i < 10000; i++)
        robot.advance(world.dynamics, 0);
    double x = robot.place().x();
    for (int i = 0; i < 10000; i++)
        robot.advance(world.dynamics, 0);
    std::printf("on the slope it creeps by %.0e m from 10 s to 20 s, with %d iterations\n",
                std::fabs(robot.place().x() - x), iterations);
}
} // namespace

int main()
{
    drive();
    stand(10); // the default
    stand(200);
}
