/* SPDX-License-Identifier: MIT */
/* The steps of the mode in which contacts and brakes yield, and its end. */
#include "models/vehicle/slow.h"
#include "models/vehicle/yield.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* The ordinary mode of a slip, or -1 if it has neither ended nor reached the speed `directed`, from
 * which it has a direction. A slip has ended up to VEHICLE_STILL, or, if it sticks, up to twice the
 * speed `drift` that the compliance causes. */
static int ordinary_mode(const struct vehicle_grip *grip, double speed, double drift,
                         double directed)
{
    double most = grip->mode == VEHICLE_YIELD ? num_fmax(VEHICLE_STILL, 2 * drift) : VEHICLE_STILL;
    return speed <= most ? VEHICLE_STICK : speed >= directed ? VEHICLE_SLIP : -1;
}

/* m/s, rad/s; speed along a row that its force causes by the compliance. */
static double drift_along(const struct vehicle_eval *m, size_t number)
{
    size_t row = vehicle_row(m, number), n = m->work.rows;
    return VEHICLE_CREEP_TIME * VEHICLE_YIELD_COMPLIANCE * m->work.matrix[row * (n + 1)] *
           fabs(m->along[row]);
}

/* Set the ordinary modes; 0 if some slip has none. */
static int set_ordinary_modes(struct vehicle_eval *m)
{
    double onset = ((const struct vehicle_solver *)m->view->solver)->onset_speed;
    int all = 1;
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        if (!vehicle_grip_yields(touch))
            continue;
        double drift = num_hypot(drift_along(m, 3 * c + 1), drift_along(m, 3 * c + 2));
        touch->mode = ordinary_mode(touch, vehicle_slip_speed(m, c), drift, onset);
        all &= touch->mode >= 0;
        if (touch->mode == VEHICLE_SLIP)
            vehicle_turn_to_slip(m, c);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        struct vehicle_grip *brake = &m->brake[j];
        if (!vehicle_grip_yields(brake))
            continue;
        double rate = vehicle_joint(m, j)->rate;
        double drift = drift_along(m, linkage_joint_row(&m->v->linkage, j));
        brake->mode = ordinary_mode(brake, fabs(rate), drift, VEHICLE_DIRECTED);
        brake->direction[0] = rate > 0 ? 1 : -1;
        all &= brake->mode >= 0;
    }
    return all;
}

/* True if the ordinary modes exist, and the forces are within all limits with them. */
static int return_to_ordinary_modes(struct vehicle_eval *m)
{
    if (!set_ordinary_modes(m))
        return 0;
    vehicle_choose_slow_slips(m, 0);
    return !vehicle_cannot_slide_on(m) && vehicle_weigh(m) == WD_OK && vehicle_forces_fit(m, 1);
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
