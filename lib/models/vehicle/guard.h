/* SPDX-License-Identifier: MIT */
/* Guards of contacts and brakes. A guard of a force near its limit has a rate. */
#ifndef VEHICLE_GUARD_H
#define VEHICLE_GUARD_H

#include "models/vehicle/vehicle.h"
#include "num/bits.h"

/* On a terrain the last guards of the kind are these for each wheel: the convex parts of a profile
 * (footing.h). */
enum { VEHICLE_PARTS = 4 };

/* The first guard of a contact. The first contact of each wheel has the guards of the wheel; those
 * of further contacts are the last guards of the kind but those of the convex parts. */
static inline size_t vehicle_guards_at(const struct vehicle_eval *m, size_t contact)
{
    size_t wheels = m->v->linkage.wheels, last = m->view->kind->guards - VEHICLE_PARTS * wheels;
    return contact < wheels
               ? vehicle_part_at(m, contact)->at.guards
               : last - (m->v->linkage.more - (contact - wheels)) * VEHICLE_CONTACT_GUARDS;
}

/* True if this guard of a contact (VEHICLE_LIFTS ...) is among those that have triggered; NULL:
 * none has. */
static inline int vehicle_triggered(const struct vehicle_eval *m, size_t contact,
                                    const uint64_t *triggered, size_t guard)
{
    return triggered && bit_is_set(triggered, vehicle_guards_at(m, contact) + guard);
}

/* Guard of an open wheel or a free joint: its gap. If it is just separating it counts as above the
 * ground or away from the stop, so that its return triggers, unless it is too deep. rounding:
 * rounding error of the gap; left: the gap that a projection may leave. */
static inline double vehicle_guard_gap(double gap, double rounding, double left, int separates)
{
    if (gap > rounding)
        return gap;
    if (gap >= -VEHICLE_DEEP * left && separates)
        return rounding;
    return gap < -left ? gap : 0;
}

/* Set the guards of a contact, with the rates that are known; must be weighed. */
void vehicle_guard_touch(struct vehicle_eval *, size_t contact, double *value, double *rate);
/* Value of the guard of a brake; must be weighed. */
double vehicle_guard_brake(const struct vehicle_eval *, size_t joint);
/* If a force is near its limit, set the rates of the guards that report limits, from the values of
 * all guards. The evaluation must be weighed; its state and forces are lost. */
void vehicle_guard_rates(struct vehicle_eval *, const double *value, double *rate);

#endif
