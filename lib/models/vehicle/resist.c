/* SPDX-License-Identifier: MIT */
/* Rolling and pivoting resistance: torques of the ground on closed contacts of all laws but tyre.
 * They are smooth in the rates that they oppose, so a wheel whose load is below the resistance
 * creeps instead of resting.
 *
 * If the contact runs round the rim of a wheel at a rate far above param.resistance_rate, rolling
 * resistance dissipates the power T abs(rate). Let n be the normal, e the axis, and l the unit
 * vector normal to n in the plane of n and e. The rate is w.l/(e.l): the spin relative to a frame
 * that turns with the heading. A torque along l alone has this power; its size is T/(e.l), which is
 * the larger, the flatter the wheel lies. A ball rolls about all directions normal to n. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>

/* Resisting torque against a rate, smooth about 0. */
static double resisting_torque(double torque, double rate, const struct rim_param *p)
{
    return -torque * num_tanh(rate / p->resistance_rate);
}

/* Torque against the rolling of a wheel with the angular velocity w. */
static struct vec against_rolling(const struct vehicle_eval *m, size_t c, const struct rim_param *p,
                                  struct vec w)
{
    const struct linkage_wheel *wheel = &m->v->linkage.wheel[m->work.contact[c].wheel];
    struct vec n = m->work.contact[c].frame[0];
    struct vec level = vec_along(w, -vec_dot(w, n), n);
    if (vehicle_is_ball(wheel)) {
        double rate = sqrt(vec_dot(level, level));
        return vec_scale(rate > 0 ? resisting_torque(p->rolling_torque, rate, p) / rate : 0, level);
    }
    struct vec e = mat_turn(&m->work.link[wheel->body].R, wheel->axis);
    struct vec across = vec_along(e, -vec_dot(e, n), n);
    double square = vec_dot(across, across); /* (e.l)^2 */
    return vec_scale(resisting_torque(p->rolling_torque, vec_dot(w, across) / square, p) / square,
                     across);
}

void vehicle_add_resistance(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct rim_param *p = vehicle_param_of(m->view, vehicle_part_at(m, c));
        if (!(p->rolling_torque > 0 || p->pivot_torque > 0))
            continue;
        const struct vehicle_law *law = vehicle_law(m, c);
        int closed = law->stays || (law->lifts && m->touch[c].mode != VEHICLE_OPEN);
        if (!closed)
            continue;
        size_t body = m->v->linkage.wheel[m->work.contact[c].wheel].body;
        struct vec w = m->work.link[body].W, n = m->work.contact[c].frame[0];
        struct vec torque = against_rolling(m, c, p, w);
        torque = vec_along(torque, resisting_torque(p->pivot_torque, vec_dot(w, n), p), n);
        m->load[body].torque = vec_add(m->load[body].torque, torque);
        m->lost -= vec_dot(torque, w);
    }
}
