/* SPDX-License-Identifier: MIT */
/* The contact problem of contacts and brakes that yield. */
#include "models/vehicle/yield.h"
#include "models/vehicle/stop.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Velocity along a row. */
static double speed_along(const struct vehicle_eval *m, size_t number)
{
    return vehicle_is_brake(m, number)
               ? vehicle_joint(m, linkage_joint_of(&m->v->linkage, number))->rate
               : m->work.contact[number / 3].speed[number % 3];
}

/* True for a row along which a slip is extrapolated. */
static int is_extrapolated(const struct vehicle_eval *m, size_t number)
{
    return vehicle_grip_yields(vehicle_grip_at(m, number)) &&
           (vehicle_is_brake(m, number) || number % 3 != 0);
}

/* Set the element of a joint: that of its stop or brake; of a joint that is locked, a firm one. */
static void pose_joint(const struct vehicle_eval *m, size_t j, size_t row,
                       struct friction_element *e)
{
    const struct vehicle_grip *brake = &m->brake[j];
    if (!stop_pose(m, j, row, e))
        *e = (struct friction_element){.set = FRICTION_FIRM, .firm_rows = 1, .row = row};
    int slips = brake->mode == VEHICLE_YIELD_SLIPS && e->set == FRICTION_BAND;
    e->mode = slips ? FRICTION_SLIP : FRICTION_STICK;
    e->direction[0] = slips ? brake->direction[0] : 0;
}

/* Set the element of a contact. A wheel whose law never slips is firm. */
static void pose_contact(const struct vehicle_eval *m, size_t c, size_t row,
                         struct friction_element *e)
{
    const struct vehicle_grip *touch = &m->touch[c];
    int slides = touch->mode == VEHICLE_SLIP, slips = touch->mode == VEHICLE_YIELD_SLIPS;
    const double *d = slides ? m->grip[c].direction : touch->direction;
    *e = (struct friction_element){
        .set = vehicle_law(m, c)->rolls ? FRICTION_FIRM
               : slides                 ? FRICTION_SLIDING
                                        : FRICTION_CONE,
        .firm_rows = 3,
        .row = row,
        .mu = touch->limit,
        .mode = slides || slips ? FRICTION_SLIP : FRICTION_STICK,
        .direction = {d[0], d[1]},
    };
}

/* List the elements; returns how many. */
static size_t list_elements(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t i = 0; i < m->work.rows;) {
        size_t number = m->work.number[i];
        struct friction_element *e = &m->friction.element[count++];
        if (vehicle_is_brake(m, number)) {
            pose_joint(m, linkage_joint_of(&m->v->linkage, number), i, e);
            i++;
        } else {
            pose_contact(m, number / 3, i, e);
            i += 3;
        }
    }
    return count;
}

/* Set m->slip to the accelerations without forces, with extrapolated slips. */
static void extrapolate_slips(struct vehicle_eval *m)
{
    for (size_t i = 0; i < m->work.rows; i++) {
        size_t number = m->work.number[i];
        m->slip[i] = m->work.free[i];
        if (is_extrapolated(m, number))
            m->slip[i] += speed_along(m, number) / VEHICLE_YIELD_TIME;
        m->slip[i] -= VEHICLE_YIELD_COMPLIANCE * m->work.matrix[i * (m->work.rows + 1)] *
                      *yield_last(m, number);
    }
}

/* The matrix is that of other evaluations at the same positions, too, so its diagonal is restored.
 */
int32_t yield_solve(struct vehicle_eval *m)
{
    size_t n = m->work.rows;
    double *diagonal = m->sum;
    int32_t status = linkage_rank(&m->v->linkage, &m->hold, &m->work);
    if (status != WD_OK)
        return status;
    extrapolate_slips(m);
    vehicle_build_problem(m, m->slip, list_elements(m));
    m->friction.is_regular = 1;
    for (size_t i = 0; i < n; i++) {
        diagonal[i] = m->work.matrix[i * (n + 1)];
        m->work.matrix[i * (n + 1)] *= 1 + VEHICLE_YIELD_COMPLIANCE;
    }
    status = friction_solve(&m->friction);
    for (size_t i = 0; i < n; i++)
        m->work.matrix[i * (n + 1)] = diagonal[i];
    memcpy(m->along, m->friction.r, n * sizeof *m->along);
    return status;
}

int yield_slips(const struct vehicle_eval *m, size_t c)
{
    const double *force = m->force + 3 * c, *slip = m->work.contact[c].speed;
    return num_hypot(force[1], force[2]) >= m->touch[c].limit * force[0] * (1 - VEHICLE_ROUNDING) &&
           force[1] * slip[1] + force[2] * slip[2] < 0;
}
