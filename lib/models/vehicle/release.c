/* SPDX-License-Identifier: MIT */
/* Release the contacts and brakes whose forces are statically indeterminate, when they reach their
 * limits together. */
#include "models/vehicle/vehicle.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Margins to limits are fractions of the weight, or of the capacity of a brake (limit.c). A margin
 * up to this counts as zero. */
#define REACHED 1e-9

static int any_slips(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->touch[c].slips;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= m->brake[j].slips || m->stop[j].lifts;
    return any;
}

/* Return released contacts to stick that would slip backwards; returns how many. There may be such
 * contacts because indeterminate loads may change when released contacts start to slip. */
static size_t return_backward_slips(struct vehicle_eval *m)
{
    size_t count = 0;
    double g = sqrt(vec_dot(m->drive.gravity, m->drive.gravity));
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        if (!touch->slips || touch->mode != VEHICLE_INCIPIENT ||
            touch->along >= -VEHICLE_RETURN_TO_STICK * g)
            continue;
        touch->mode = VEHICLE_STICK;
        touch->slips = 0;
        count++;
    }
    return count;
}

int32_t vehicle_release(struct vehicle_eval *m, int round)
{
    if (!any_slips(m))
        return WD_OK;
    vehicle_set_hold(m);
    int32_t status = vehicle_weigh(m);
    if (status != WD_OK || !m->shares || (round == 0 && fabs(m->left) > REACHED))
        return status;
    vehicle_release_at_limit(m);
    do {
        vehicle_set_hold(m);
        status = vehicle_weigh(m);
    } while (status == WD_OK && return_backward_slips(m) > 0);
    return status;
}
