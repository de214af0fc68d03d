/* SPDX-License-Identifier: MIT */
/* A regularised law of friction for slips that are too slow for directions and events of their own.
 *
 * The rows of contacts that stick and of brakes that hold may nearly depend on each other, as those
 * of a car that stands on its brakes while its springs still move. Small motions then cause forces
 * between the wheels up to the friction limits: wheels slip by 1e-7 m/s and less, stop and reverse
 * in turn. A rule for the next modes of one contact contradicts that of another. Contacts that
 * yield need no such rule. Their slips u follow from the contact problem
 *
 *     W r + C (r - r0) + q = a + S u/T
 *
 * with T = VEHICLE_YIELD_TIME; r and a + S u/T obey the laws of Signorini and Coulomb, and S
 * selects the tangential rows and brakes that yield. C is VEHICLE_YIELD_COMPLIANCE times the
 * diagonal of W, and r0 are the forces at the end of the last step, so the compliance causes no
 * slip while the forces last. A contact sticks where friction can stop it within T; its slip then
 * decays at the rate 1/T. As long as the solution is unique and no contact opens, the accelerations
 * are continuous functions of the state, so a step may contain any number of starts and stops of
 * slips. */
#include "models/vehicle/yield.h"
#include "models/vehicle/slow.h"
#include "models/vehicle/stop.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* The mode of the contact or brake is no longer that at its limit, so no decision starts its slip.
 */
static void let_yield(struct vehicle_grip *grip)
{
    if (!vehicle_grip_yields(grip))
        grip->mode = VEHICLE_YIELD;
    grip->slips = 0;
}

static int is_slow(const struct vehicle_eval *m, size_t c)
{
    return vehicle_slip_speed(m, c) < yield_fastest(m) / VEHICLE_HYSTERESIS;
}

/* True if a contact sticks that would not yield: it slips too fast, or has no friction. */
static int any_sticks_fast(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_takes_part(m, c) && m->touch[c].mode == VEHICLE_STICK &&
               !(is_slow(m, c) && m->touch[c].limit > 0);
    return any;
}

void yield_let_slow(struct vehicle_eval *m)
{
    if (!yield_any(m))
        vehicle_clear_last(m);
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        if (!vehicle_takes_part(m, c) || touch->limit == 0)
            continue;
        if (is_slow(m, c))
            let_yield(touch);
        else if (touch->mode != VEHICLE_SLIP && !vehicle_grip_yields(touch))
            vehicle_end_slow_slip(m, c);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (m->brake[j].limit > 0 &&
            fabs(vehicle_joint(m, j)->rate) < yield_fastest_rate(m, j) / VEHICLE_HYSTERESIS)
            let_yield(&m->brake[j]);
    vehicle_set_hold(m);
}

int yield_begin(struct vehicle_eval *m)
{
    if (vehicle_uses_moreau(m->view) || m->relaxes || any_sticks_fast(m))
        return 0;
    yield_let_slow(m);
    return 1;
}

void yield_cancel(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!vehicle_grip_yields(&m->touch[c]))
            continue;
        m->touch[c].mode = VEHICLE_STICK;
        if (vehicle_takes_part(m, c) && vehicle_slip_speed(m, c) >= VEHICLE_DIRECTED)
            vehicle_end_slow_slip(m, c);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        double rate = vehicle_joint(m, j)->rate;
        if (!vehicle_grip_yields(&m->brake[j]))
            continue;
        m->brake[j].mode = fabs(rate) >= VEHICLE_DIRECTED ? VEHICLE_SLIP : VEHICLE_STICK;
        m->brake[j].direction[0] = rate > 0 ? 1 : -1;
    }
    vehicle_set_hold(m);
}

/* ---- contacts that separate ---- */

/* Open the contact or stop of an element if it separates; returns 1 if it opens. */
static int open_separating(struct vehicle_eval *m, const struct friction_element *e)
{
    const double *r = m->friction.r + e->row, *u = m->friction.u + e->row;
    size_t number = m->work.number[e->row];
    double root = sqrt(m->work.matrix[e->row * (m->work.rows + 1)]);
    double rounding = VEHICLE_ROUNDING * m->friction.scale;
    if (e->set == FRICTION_STOP)
        return stop_read(m, linkage_joint_of(&m->v->linkage, number), e, rounding * root,
                         rounding / root);
    if (e->set != FRICTION_CONE && e->set != FRICTION_SLIDING)
        return 0;
    struct vehicle_grip *touch = &m->touch[number / 3];
    int opens = u[0] > rounding * root || (touch->lifts && r[0] <= rounding / root);
    if (opens)
        touch->mode = VEHICLE_OPEN;
    return opens;
}

/* Each round but the last opens a contact or a stop. */
int32_t yield_decide(struct vehicle_eval *m)
{
    for (size_t opened = 1; opened > 0;) {
        if (!yield_begin(m) || !m->yields)
            return WD_ENOSOL;
        int32_t status = vehicle_weigh(m);
        if (status != WD_OK)
            return status;
        opened = 0;
        for (size_t i = 0; i < m->friction.count; i++)
            opened += open_separating(m, &m->friction.element[i]) ? 1 : 0;
    }
    return WD_OK;
}
