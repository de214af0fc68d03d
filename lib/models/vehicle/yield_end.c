/* SPDX-License-Identifier: MIT */
/* The end of the mode in which contacts and brakes yield. */
#include "models/vehicle/slow.h"
#include "models/vehicle/yield.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* The ordinary mode of a slip, or -1 if it has neither ended nor reached the speed `own`, from
 * which it has a direction of its own. */
static int ordinary_mode(double speed, double own)
{
    return speed <= VEHICLE_STILL ? VEHICLE_STICK : speed >= own ? VEHICLE_SLIP : -1;
}

/* Set the ordinary modes; 0 if some slip has none. */
static int set_ordinary_modes(struct vehicle_eval *m)
{
    double onset = ((const struct vehicle_solver *)m->view->solver)->onset_speed;
    int all = 1;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!vehicle_grip_yields(&m->touch[c]))
            continue;
        m->touch[c].mode = ordinary_mode(vehicle_slip_speed(m, c), onset);
        all &= m->touch[c].mode >= 0;
        if (m->touch[c].mode == VEHICLE_SLIP)
            vehicle_turn_to_slip(m, c);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        double rate = vehicle_joint(m, j)->rate;
        if (!vehicle_grip_yields(&m->brake[j]))
            continue;
        m->brake[j].mode = ordinary_mode(fabs(rate), VEHICLE_DIRECTED);
        m->brake[j].direction[0] = rate > 0 ? 1 : -1;
        all &= m->brake[j].mode >= 0;
    }
    return all;
}

/* True if the ordinary modes exist, and the forces are within all limits with them. */
static int return_to_ordinary_modes(struct vehicle_eval *m)
{
    if (!set_ordinary_modes(m))
        return 0;
    vehicle_choose_slow_slips(m, 0);
    return !vehicle_cannot_slide_on(m) && vehicle_all_bear(m);
}

/* Store which contacts and brakes slip in the solution, with which the solutions of the next step
 * begin. */
static void store_slips(struct vehicle_eval *m)
{
    for (size_t i = 0; i < m->friction.count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        struct vehicle_grip *grip = vehicle_grip_at(m, m->work.number[e->row]);
        if (!vehicle_grip_yields(grip))
            continue;
        grip->mode = e->mode == FRICTION_SLIP ? VEHICLE_YIELD_SLIPS : VEHICLE_YIELD;
        memcpy(grip->direction, e->direction, sizeof grip->direction);
    }
}

void yield_enter(struct vehicle_eval *m)
{
    if (vehicle_stand(m) != WD_OK)
        return;
    yield_begin(m);
    vehicle_keep_grips(m);
    vehicle_set_hold(m);
    if (return_to_ordinary_modes(m))
        return;
    vehicle_restore_grips(m);
    vehicle_set_hold(m);
    if (vehicle_accelerate(m) == WD_OK && m->yields)
        store_slips(m);
}
