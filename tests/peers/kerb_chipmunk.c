/* SPDX-License-Identifier: MIT */
#include <chipmunk/chipmunk.h>
#include <stdio.h>

static const cpVect ground[] = {{-10, 0}, {0, 0}, {0, 0.03}, {10, 0.03}};

int main(void)
{
    cpSpace *space = cpSpaceNew();
    cpSpaceSetGravity(space, cpv(0, -9.81));
    cpSpaceSetCollisionSlop(space, 1e-4);
    for (int i = 0; i < 3; i++) {
        cpBody *fixed = cpSpaceGetStaticBody(space);
        cpShape *step = cpSegmentShapeNew(fixed, ground[i], ground[i + 1], 0);
        cpShapeSetFriction(cpSpaceAddShape(space, step), 0.8);
    }
    cpBody *wheel = cpSpaceAddBody(space, cpBodyNew(10, 0.05));
    cpShapeSetFriction(cpSpaceAddShape(space, cpCircleShapeNew(wheel, 0.1, cpvzero)), 1);
    cpBodySetPosition(wheel, cpv(-1, 0.1));
    cpBodySetVelocity(wheel, cpv(3, 0));
    cpBodySetAngularVelocity(wheel, -30);
    for (int i = 0; i < 1000; i++)
        cpSpaceStep(space, 1e-3);
    printf("after 1 s at %.4f m/s\n", cpBodyGetVelocity(wheel).x);
    return 0; /* memory is freed at the end of the program */
}
