/* SPDX-License-Identifier: MIT */
/* For the files of moreau. */
#ifndef VEHICLE_MOREAU_H
#define VEHICLE_MOREAU_H

#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>

/* The impulses along the chosen rows over a step m->h, in m->impulse and pressed, of one that
 * stands in the middle of it; velocities before are those of the state. Modes of wheels and brakes
 * are what they do then: WD_OK, or a failure. */
int32_t moreau_solve(struct vehicle_moment *);

/* The mode of what an element is of. */
static inline struct vehicle_grip *moreau_grip(const struct vehicle_moment *m,
                                               const struct cone_element *e)
{
    size_t number = m->work.number[e->row], wheels = m->v->linkage.wheels;
    return e->type == CONE_BRAKE ? &m->brake[number - 3 * wheels] : &m->tyre[number / 3];
}

/* Is the vector x, y no longer than that? */
static inline int moreau_fits(double x, double y, double limit)
{
    return fabs(x) + fabs(y) <= limit || num_hypot(x, y) <= limit;
}

/* Is this within the cone of friction, or the capacity of a brake? */
static inline int moreau_allows(const struct cone_element *e, const double *impulse)
{
    if (e->type == CONE_BRAKE)
        return fabs(impulse[0]) <= e->given;
    return impulse[0] >= 0 && moreau_fits(impulse[1], impulse[2], e->mu * impulse[0]);
}

/* Does all of it hold, or slide on as a brake, with the impulses of the last step, which are in
 * m->force? Then they are in m->impulse. That asks for no matrix; with one, after that, they are
 * corrected; or are they within their limits by the least of all that hold it, brakes as well, or
 * by any other way to share? */
int moreau_goes_on(struct vehicle_moment *, size_t count);
int moreau_holds(struct vehicle_moment *, size_t count);
int moreau_holds_somehow(struct vehicle_moment *, size_t count);

/* Newton's steps for the elements, from modes and directions that may be wrong; `fastest` is the
 * largest of the velocities without impulses. 1: m->impulse, and modes and directions that are
 * right; 0: it does not come to an end. */
int moreau_newton(struct vehicle_moment *, size_t count, double fastest);

/* What sticks or is held comes to rest beside impulses of the others that are as they are, or
 * slides where cones and capacities do not allow it; if that leads to nothing, nothing changes. 0:
 * then a velocity is more wrong than the cone problem leaves it. `fastest` as above. */
int moreau_rest(struct vehicle_moment *, size_t count, double fastest);

#endif
