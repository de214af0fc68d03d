/* SPDX-License-Identifier: MIT */
/* The steps of the mode in which contacts and brakes yield, and its end. */
#include "models/vehicle/slow.h"
#include "models/vehicle/yield.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* The ordinary mode of a slip, or -1 if it has neither ended nor reached the speed `directed`, from
 * which it has a direction. */
static int ordinary_mode(double speed, double directed)
{
    return speed <= VEHICLE_STILL ? VEHICLE_STICK : speed >= directed ? VEHICLE_SLIP : -1;
}

/* Set the ordinary modes; 0 if some slip has none. */
static int set_ordinary_modes(struct vehicle_eval *m)
{
    double onset = vehicle_onset(m);
    int all = 1;
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        if (!vehicle_grip_yields(touch))
            continue;
        touch->mode = ordinary_mode(vehicle_slip_speed(m, c), onset);
        all &= touch->mode >= 0;
        if (touch->mode == VEHICLE_SLIP)
            vehicle_turn_to_slip(m, c);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        struct vehicle_grip *brake = &m->brake[j];
        if (!vehicle_grip_yields(brake))
            continue;
        double rate = vehicle_joint(m, j)->rate;
        brake->mode = ordinary_mode(fabs(rate), VEHICLE_DIRECTED);
        brake->direction[0] = rate > 0 ? 1 : -1;
        all &= brake->mode >= 0;
    }
    return all;
}

/* True if the ordinary modes exist, and the forces are within all limits with them. While the
 * vehicle moves, its rows must not nearly depend on each other: otherwise a slip along them that is
 * zero to rounding may be a motion of the whole vehicle. */
static int return_to_ordinary_modes(struct vehicle_eval *m)
{
    int moves = vehicle_is_moving(m);
    if (!set_ordinary_modes(m))
        return 0;
    vehicle_choose_slow_slips(m, 0);
    if (moves && !linkage_are_well_conditioned(&m->v->linkage, &m->hold, &m->work))
        return 0;
    return !vehicle_cannot_slide_on(m) && vehicle_weigh(m) == WD_OK && vehicle_forces_fit(m, moves);
}

/* Store which contacts and brakes slip in the solution. */
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
    yield_let_slow(m);
    if (!m->yields || vehicle_accelerate(m) != WD_OK)
        return;
    store_slips(m);
    vehicle_keep_grips(m);
    if (return_to_ordinary_modes(m))
        return;
    vehicle_restore_grips(m);
    vehicle_set_hold(m);
}

/* ---- after a step ---- */

/* The swinging of springs decays, but no event ends it, so the vehicle is stopped here. */
void yield_end_step(struct vehicle_eval *m, double *y)
{
    vehicle_set_hold(m);
    if (vehicle_stand(m) != WD_OK || vehicle_accelerate(m) != WD_OK)
        return;
    vehicle_clear_last(m);
    for (size_t i = 0; i < m->work.rows; i++)
        *yield_last(m, m->work.number[i]) = m->along[i];
    vehicle_write_last(m, y);
    if (vehicle_largest_speed(m) <= VEHICLE_STILL && vehicle_is_balanced(m))
        vehicle_halt(m);
}
