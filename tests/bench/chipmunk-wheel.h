/* SPDX-License-Identifier: MIT */
/* The wheel and terrain of the presets kerb-plastic and kerb-elastoplastic, in Chipmunk. */
#ifndef CHIPMUNK_WHEEL_H
#define CHIPMUNK_WHEEL_H

#include <chipmunk/chipmunk.h>

struct chipmunk_wheel {
    cpSpace *space;
    cpBody *body;
};

/* Friction and elasticity of a pair of shapes are the products of those of the two shapes. */
static inline cpShape *chipmunk_shape(cpSpace *space, cpShape *shape, double mu, double beta)
{
    cpShapeSetFriction(shape, mu);
    cpShapeSetElasticity(shape, beta);
    return cpSpaceAddShape(space, shape);
}

static inline void chipmunk_segment(cpSpace *space, double beta, double x0, double y0, double x1,
                                    double y1)
{
    cpBody *ground = cpSpaceGetStaticBody(space);
    chipmunk_shape(space, cpSegmentShapeNew(ground, cpv(x0, y0), cpv(x1, y1), 0), 0.4, beta);
}

static inline struct chipmunk_wheel chipmunk_new(double beta)
{
    cpSpace *space = cpSpaceNew();
    struct chipmunk_wheel wheel = {space, cpSpaceAddBody(space, cpBodyNew(10, 0.05))};
    cpSpaceSetGravity(space, cpv(0, -9.81));
    cpSpaceSetCollisionSlop(space, 1e-4); /* the default equals the radius of the wheel */
    chipmunk_shape(space, cpCircleShapeNew(wheel.body, 0.1, cpvzero), 1, 1);
    chipmunk_segment(space, beta, 0, 10, 0, 0.05);
    chipmunk_segment(space, beta, 0, 0.05, 0.5, 0.05);
    chipmunk_segment(space, beta, 0.5, 0.05, 0.5, 0);
    chipmunk_segment(space, beta, 0.5, 0, 100, 0);
    return wheel;
}

static inline void chipmunk_place(struct chipmunk_wheel *wheel, const double *start)
{
    cpBodySetPosition(wheel->body, cpv(start[0], start[1]));
    cpBodySetAngle(wheel->body, start[2]);
    cpBodySetVelocity(wheel->body, cpv(start[3], start[4]));
    cpBodySetAngularVelocity(wheel->body, start[5]);
}

static inline void chipmunk_steps(struct chipmunk_wheel *wheel, double dt, int steps)
{
    for (int i = 0; i < steps; i++)
        cpSpaceStep(wheel->space, dt);
}

static inline void chipmunk_count(cpBody *body, cpArbiter *arbiter, void *data)
{
    (void)body;
    *(int *)data += cpArbiterGetCount(arbiter);
}

static inline int chipmunk_contacts(struct chipmunk_wheel *wheel)
{
    int contacts = 0;
    cpBodyEachArbiter(wheel->body, chipmunk_count, &contacts);
    return contacts;
}

static inline void chipmunk_free_shape(cpBody *body, cpShape *shape, void *space)
{
    (void)body;
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
}

static inline void chipmunk_free(struct chipmunk_wheel *wheel)
{
    cpBodyEachShape(wheel->body, chipmunk_free_shape, wheel->space);
    cpBodyEachShape(cpSpaceGetStaticBody(wheel->space), chipmunk_free_shape, wheel->space);
    cpSpaceRemoveBody(wheel->space, wheel->body);
    cpBodyFree(wheel->body);
    cpSpaceFree(wheel->space);
}

#endif
