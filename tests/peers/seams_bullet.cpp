// SPDX-License-Identifier: MIT
// The ball of seams.c in Bullet (double precision), in steps of 1 ms: on a plane, on 1,000 boxes of
// 10 mm side by side, on a flat field of heights with nodes 10 mm apart, and on a mesh of the same
// triangles whose contacts at inner edges Bullet corrects. The settings of the world are Bullet's
// defaults, but the ball never sleeps, and it is the only body with a friction other than 1.
#include <btBulletDynamicsCommon.h>
#include <BulletCollision/CollisionDispatch/btInternalEdgeUtility.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

namespace
{
const int boxes = 1000, settle = 500, steps = 4000, across = 21;
const double step = 0.001, gravity = 9.81, radius = 0.1, inertia = 0.004, width = 0.01;

// A body without mass does not move.
struct Solid {
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btRigidBody> body;

    Solid(btDynamicsWorld &world, btCollisionShape *form, btVector3 place, double mass = 0)
        : shape(form),
          body(new btRigidBody(mass, nullptr, form, mass * inertia * btVector3(1, 1, 1)))
    {
        body->setWorldTransform(btTransform(btQuaternion::getIdentity(), place));
        body->setFriction(1);
        world.addRigidBody(body.get());
    }
};

using Solids = std::vector<Solid>;

void lay_plane(btDynamicsWorld &world, Solids &solids)
{
    solids.emplace_back(world, new btStaticPlaneShape({0, 0, 1}, 0), btVector3(0, 0, 0));
}

void lay_boxes(btDynamicsWorld &world, Solids &solids)
{
    for (int i = 0; i < boxes; i++)
        solids.emplace_back(world, new btBoxShape({width / 2, 0.1, 0.1}),
                            btVector3(width * i - 0.995, 0, -0.1));
}

void lay_field(btDynamicsWorld &world, Solids &solids)
{
    static const std::vector<double> heights(across * (boxes + 1), 0);
    auto field = new btHeightfieldTerrainShape(boxes + 1, across, heights.data(), 0., 0., 2, false);
    field->setLocalScaling({width, width, 1});
    solids.emplace_back(world, field, btVector3(4, 0, 0));
}

void lay_mesh(btDynamicsWorld &world, Solids &solids)
{
    static btTriangleMesh mesh;
    static btTriangleInfoMap edges;
    for (int i = 0; i < boxes; i++)
        for (int j = 0; j < across - 1; j++) {
            double x = width * i - 1, y = width * j - 0.1;
            btVector3 a(x, y, 0), b(x + width, y, 0), c(x + width, y + width, 0),
                d(x, y + width, 0);
            mesh.addTriangle(a, b, c);
            mesh.addTriangle(a, c, d);
        }
    auto shape = new btBvhTriangleMeshShape(&mesh, true);
    edges.m_equalVertexThreshold = 1e-12; // with the default these triangles are too small
    btGenerateInternalEdgeInfo(shape, &edges);
    solids.emplace_back(world, shape, btVector3(0, 0, 0));
    solids.back().body->setCollisionFlags(solids.back().body->getCollisionFlags() |
                                          btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
}

bool correct_edge(btManifoldPoint &point, const btCollisionObjectWrapper *one, int, int,
                  const btCollisionObjectWrapper *other, int part, int index)
{
    btAdjustInternalEdgeContacts(point, other, one, part, index);
    return true;
}

double energy(const btRigidBody &ball)
{
    return ball.getLinearVelocity().length2() / 2 +
           gravity * ball.getWorldTransform().getOrigin().z() +
           inertia * ball.getAngularVelocity().length2() / 2;
}

void roll(const char *what, void (*lay)(btDynamicsWorld &, Solids &))
{
    Solids solids; // must outlive the world
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase pairs;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &pairs, &solver, &configuration);
    world.setGravity({0, 0, -gravity});
    lay(world, solids);
    solids.emplace_back(world, new btSphereShape(radius), btVector3(0, 0, radius), 1);
    btRigidBody &ball = *solids.back().body;
    ball.setActivationState(DISABLE_DEACTIVATION);
    ball.setFriction(0.8);
    for (int i = 0; i < settle; i++) // the ball sinks in until it rests
        world.stepSimulation(step, 0);
    ball.setLinearVelocity({2, 0, 0});
    ball.setAngularVelocity({0, 2 / radius, 0});
    double height = ball.getWorldTransform().getOrigin().z(), start = energy(ball), most = 0,
           jolt = 0;
    for (int i = 0; i < steps; i++) {
        double rate = ball.getLinearVelocity().z();
        world.stepSimulation(step, 0);
        most = std::fmax(most, std::fabs(ball.getWorldTransform().getOrigin().z() - height));
        jolt = std::fmax(jolt, std::fabs(ball.getLinearVelocity().z() - rate) / step);
    }
    std::printf("%s: height changes by %.0e m, load by %.0e N; energy by %.0e of it\n", what, most,
                jolt, std::fabs(energy(ball) / start - 1));
}
} // namespace

int main()
{
    gContactAddedCallback = correct_edge;
    roll("plane", lay_plane);
    roll("boxes", lay_boxes);
    roll("field", lay_field);
    roll("mesh", lay_mesh);
}
