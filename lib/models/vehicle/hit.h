/* SPDX-License-Identifier: MIT */
/* Functions on the rows of an impact, for hit.c and hit_log.c. */
#ifndef VEHICLE_HIT_H
#define VEHICLE_HIT_H

#include "models/vehicle/stop.h"

/* True for a contact of law coulomb that has rows in this impact. */
static inline int hit_took_part(const struct vehicle_eval *m, size_t c)
{
    return vehicle_law(m, c)->lifts && m->grip[c].mode != LINKAGE_OPEN;
}

/* True for contacts that close in this impact, and for contacts about to open that the impact of
 * another wheel may keep closed. */
static inline int hit_meets(const struct vehicle_eval *m, size_t c, const uint64_t *triggered)
{
    return vehicle_touch_triggered(m, c, triggered) || vehicle_is_on_ground(m, c);
}

/* Number of rows of the contact or joint whose first row this is. */
static inline size_t hit_rows_at(const struct vehicle_eval *m, size_t row)
{
    return vehicle_is_brake(m, m->work.number[row]) ? 1 : 3;
}

/* The joint whose row this is. */
static inline size_t hit_joint_at(const struct vehicle_eval *m, size_t row)
{
    return linkage_joint_of(&m->v->linkage, m->work.number[row]);
}

/* Direction in which the impulse of the first row of a contact or joint pushes: 1 or -1; 0 if it
 * may have either sign, because the wheel never leaves the ground or the joint is locked. */
static inline double hit_side_at(const struct vehicle_eval *m, size_t row)
{
    if (vehicle_is_brake(m, m->work.number[row]))
        return stop_side(m, hit_joint_at(m, row));
    return hit_took_part(m, m->work.number[row] / 3) ? 1 : 0;
}

/* m/s, rad/s; velocity along a row before the impact. */
static inline double hit_before(const struct vehicle_eval *m, size_t row)
{
    size_t number = m->work.number[row];
    return vehicle_is_brake(m, number) ? m->work.arm[hit_joint_at(m, row)].rate
                                       : m->work.contact[number / 3].speed[number % 3];
}

/* Log the events of an impact, whose impulses are in m->sum. ends: 1 if the impact ends a bounce
 * sequence, because all approach speeds are at most solver.zeno_speed. change: change of the energy
 * (J). triggered: guards that have triggered; NULL: the impact stops contacts that jam. */
void hit_log(const struct vehicle_eval *, int ends, double change, const uint64_t *triggered,
             struct events *);

#endif
