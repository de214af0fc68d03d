/* SPDX-License-Identifier: MIT */
/* Release the contacts and brakes whose forces are statically indeterminate, when they reach their
 * limits together, and record which ones are at their limits. */
#include "models/vehicle/slow.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

static int any_slips(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->touch[c].slips;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= m->brake[j].slips || m->stop[j].lifts;
    return any;
}

int vehicle_touch_reverses(const struct vehicle_eval *m, size_t c)
{
    return m->touch[c].mode == VEHICLE_INCIPIENT && m->touch[c].limit > 0 &&
           vehicle_slip_along(m, c) <= VEHICLE_STILL &&
           m->touch[c].along < -VEHICLE_RETURNS * vehicle_g(m);
}

/* The scale is the acceleration of the joint by the capacity of its brake, with a fixed parent. */
int vehicle_brake_reverses(const struct vehicle_eval *m, size_t j)
{
    const struct vehicle_grip *brake = &m->brake[j];
    double sign = brake->direction[0], root = m->work.arm[j].root;
    return brake->mode == VEHICLE_INCIPIENT && vehicle_joint(m, j)->rate * sign <= VEHICLE_STILL &&
           m->acceleration[6 + j] * sign < -VEHICLE_RETURNS * brake->limit * root * root;
}

static size_t return_to_stick(struct vehicle_grip *grip)
{
    grip->mode = VEHICLE_STICK;
    grip->slips = 0;
    return 1;
}

/* Return to stick the released contacts and brakes that would slip backwards; returns how many.
 * They would do so if indeterminate loads change when released contacts start to slip. */
static size_t return_backward_slips(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        if (m->touch[c].slips && vehicle_touch_reverses(m, c))
            count += return_to_stick(&m->touch[c]);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (m->brake[j].slips && vehicle_brake_reverses(m, j))
            count += return_to_stick(&m->brake[j]);
    return count;
}

int32_t vehicle_release(struct vehicle_eval *m, int round)
{
    if (!any_slips(m))
        return WD_OK;
    vehicle_set_hold(m);
    int32_t status = vehicle_weigh(m);
    if (status != WD_OK || !m->shares || (round == 0 && fabs(m->left) > VEHICLE_ROUNDING))
        return status;
    vehicle_release_at_limit(m);
    do {
        vehicle_set_hold(m);
        status = vehicle_weigh(m);
    } while (status == WD_OK && return_backward_slips(m) > 0);
    return status;
}

static int is_at_limit(const struct vehicle_eval *m, const struct vehicle_grip *grip, double force,
                       double limit, double along)
{
    if (grip->mode == VEHICLE_INCIPIENT)
        return along <= -0.5 * VEHICLE_STILL;
    return grip->mode == VEHICLE_STICK &&
           (m->shares ? m->left <= VEHICLE_BEYOND : force >= limit * (1 - VEHICLE_BEYOND));
}

static void record_touch(struct vehicle_eval *m, size_t c, double no_load)
{
    struct vehicle_grip *touch = &m->touch[c];
    const double *force = m->force + 3 * c;
    int at_limit = is_at_limit(m, touch, num_hypot(force[1], force[2]), touch->limit * force[0],
                               vehicle_slip_along(m, c));
    int unloaded = !(force[0] > no_load);
    touch->slack = (at_limit ? VEHICLE_AT_LIMIT : 0) | (unloaded ? VEHICLE_UNLOADED : 0);
}

void vehicle_record_limits(struct vehicle_eval *m)
{
    double no_load = vehicle_no_load(m);
    for (size_t c = 0; c < m->work.contacts; c++) {
        m->touch[c].slack = 0;
        if (vehicle_law(m, c)->lifts && m->touch[c].mode != VEHICLE_OPEN)
            record_touch(m, c, no_load);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        struct vehicle_grip *brake = &m->brake[j];
        double along = vehicle_joint(m, j)->rate * brake->direction[0];
        double force = fabs(vehicle_brake_forces(m)[j]);
        brake->slack = is_at_limit(m, brake, force, brake->limit, along) ? VEHICLE_AT_LIMIT : 0;
    }
}
