/* SPDX-License-Identifier: MIT */
/* Forces of the ground on the wheels, each by its contact law, and projection of the wheels onto
 * the ground. */
#include "mech/linkage_project.h"
#include "models/vehicle/slow.h"
#include "models/vehicle/stop.h"
#include "models/vehicle/yield.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

static int hold_of(const struct vehicle_eval *m, size_t c)
{
    static const int by_mode[] = {
        [VEHICLE_OPEN] = LINKAGE_OPEN,       [VEHICLE_STICK] = LINKAGE_STICK,
        [VEHICLE_SLIP] = LINKAGE_SLIP,       [VEHICLE_INCIPIENT] = LINKAGE_SLIP,
        [VEHICLE_SLOW] = LINKAGE_SLIP,       [VEHICLE_YIELD] = LINKAGE_SLIP,
        [VEHICLE_YIELD_SLIPS] = LINKAGE_SLIP};
    return vehicle_law(m, c)->loads       ? LINKAGE_OPEN
           : vehicle_law(m, c)->saturates ? LINKAGE_SLIP
           : vehicle_law(m, c)->rolls     ? LINKAGE_STICK
                                          : by_mode[m->touch[c].mode];
}

double vehicle_rise(const struct vehicle_eval *m, size_t c)
{
    const struct linkage_link *link =
        &m->work.link[m->v->linkage.wheel[m->work.contact[c].wheel].body];
    const struct linkage_contact *contact = &m->work.contact[c];
    struct vec alpha = vec_sub(link->alpha, link->bias.angular);
    struct vec a =
        vec_add(vec_sub(link->a, link->steady), vec_cross(alpha, vec_sub(contact->at, link->r)));
    return contact->bias[0] + vec_dot(contact->frame[0], a);
}

/* In m->grip a relaxed wheel, or one that yields, slips without friction: its friction is an
 * unknown of the contact problem. */
void vehicle_set_hold(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        const double *d = m->touch[c].direction;
        m->grip[c] = (struct linkage_grip){.mode = hold_of(m, c), .direction = {d[0], d[1]}};
        int has_unknown_friction =
            vehicle_law(m, c)->saturates || vehicle_grip_yields(&m->touch[c]);
        m->grip[c].mu = has_unknown_friction ? 0 : m->touch[c].limit;
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        int has_row = m->brake[j].mode == VEHICLE_STICK || vehicle_grip_yields(&m->brake[j]);
        m->held[j] = has_row || stop_holds(m, j);
        m->place_of[j] = stop_place(m, j);
    }
    m->yields = yield_any(m);
    m->hold = (struct linkage_hold){.contact = m->grip, .held = m->held, .place = m->place_of};
}

/* The forces of sliding brakes are not along rows: they were applied as efforts. */
void vehicle_report_forces(struct vehicle_eval *m)
{
    size_t joints = linkage_joints(&m->v->linkage);
    memset(m->force, 0, linkage_joint_row(&m->v->linkage, joints) * sizeof *m->force);
    for (size_t i = 0; i < m->work.rows; i++)
        m->force[m->work.number[i]] = m->along[i];
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_law(m, c)->loads)
            vehicle_report_tyre(m, c, m->force + 3 * c);
    for (size_t j = 0; j < joints; j++)
        if (m->brake[j].mode >= VEHICLE_SLIP && !vehicle_grip_yields(&m->brake[j]))
            vehicle_brake_forces(m)[j] = -m->brake[j].limit * m->brake[j].direction[0];
}

/* Add the power that the friction of sliding contacts, and of brakes that yield, dissipates. */
static void add_dissipation(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        if (m->grip[c].mode == LINKAGE_SLIP)
            m->lost -= m->force[3 * c + 1] * m->work.contact[c].speed[1] +
                       m->force[3 * c + 2] * m->work.contact[c].speed[2];
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (vehicle_grip_yields(&m->brake[j]))
            m->lost -= vehicle_brake_forces(m)[j] * vehicle_joint(m, j)->rate;
}

/* Choose the rows and compute the forces along them. */
static int32_t balance_rows(struct vehicle_eval *m)
{
    const struct linkage *linkage = &m->v->linkage;
    if (m->relaxes || m->yields) {
        linkage_choose(linkage, &m->hold, &m->work);
        return m->relaxes ? vehicle_solve_relaxed(m) : yield_solve(m);
    }
    linkage_choose_to_balance(linkage, &m->hold, &m->work);
    int32_t status = linkage_balance(linkage, &m->hold, &m->work, m->along);
    return status == WD_OK ? vehicle_find_slow_directions(m) : status;
}

/* Choose the rows and compute the forces of the ground along them under the loads of the last
 * linkage_drive(): WD_OK, or a failure and why. */
static int32_t find_forces(struct vehicle_eval *m)
{
    vehicle_set_directions(m);
    int32_t status = balance_rows(m);
    if (status == WD_OK) {
        vehicle_report_forces(m);
        add_dissipation(m);
        return WD_OK;
    }
    *m->view->why = m->relaxes || vehicle_is_sliding(m)
                        ? "no forces of the ground satisfy the laws of the wheels"
                        : "no forces of the ground keep the wheels rolling";
    return status;
}

int32_t vehicle_follow_loads(struct vehicle_eval *m)
{
    linkage_drive(&m->v->linkage, m->state, &m->drive, &m->work);
    int32_t status = find_forces(m);
    if (status == WD_OK)
        linkage_accelerate(&m->v->linkage, &m->work, m->along, m->acceleration);
    return status;
}

int vehicle_contact_state(const struct vehicle_eval *m, size_t c)
{
    if (vehicle_law(m, c)->loads)
        return vehicle_tyre_contact(m, c);
    if (vehicle_law(m, c)->saturates)
        return vehicle_demands_more(m, c) ? VEHICLE_SLIP : VEHICLE_STICK;
    if (vehicle_takes_part(m, c) && vehicle_grip_yields(&m->touch[c]))
        return yield_slips(m, c) ? VEHICLE_SLIP : VEHICLE_STICK;
    return m->grip[c].mode == LINKAGE_OPEN    ? VEHICLE_OPEN
           : m->grip[c].mode == LINKAGE_STICK ? VEHICLE_STICK
                                              : VEHICLE_SLIP;
}

/* ---- projection onto the ground ---- */

int32_t vehicle_project_contacts(struct vehicle_eval *m, int drift)
{
    const struct linkage *linkage = &m->v->linkage;
    for (size_t j = 0; j < linkage_joints(linkage); j++) /* brakes that yield are not stopped */
        m->held[j] &= !vehicle_grip_yields(&m->brake[j]) || stop_holds(m, j);
    int32_t status = linkage_project_places(linkage, &m->hold, m->state, &m->work, NULL);
    for (size_t c = 0; status == WD_OK && c < m->work.contacts; c++) {
        if (m->grip[c].mode == LINKAGE_OPEN || fabs(m->work.contact[c].gap) <= VEHICLE_CLOSE)
            continue;
        *m->view->why = vehicle_fault(m->view, vehicle_part_at(m, c),
                                      "it cannot touch the ground together with the others");
        return WD_ENOCONV;
    }
    if (status == WD_OK)
        status = drift ? linkage_project_drift(linkage, &m->hold, m->state, &m->work)
                       : linkage_project_speeds(linkage, &m->hold, m->state, &m->work, NULL);
    stop_pin(m);
    if (status != WD_OK)
        *m->view->why = "the wheels cannot all touch the ground and roll";
    return status;
}

/* Add to m->hold the open contacts of rigid wheels that are deeper in the ground than `depth`, and
 * the joints that are beyond a rigid stop by more than `depth`; returns their number. */
static size_t find_deep(struct vehicle_eval *m, double depth)
{
    size_t count = m->hold.place ? stop_find_deep(m, depth) : 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        if (!vehicle_law(m, c)->loads && m->grip[c].mode == LINKAGE_OPEN &&
            m->work.contact[c].gap < -depth) {
            m->grip[c].mode = LINKAGE_STICK;
            count++;
        }
    return count;
}

/* True if the gap of each wheel that is projected onto the ground is between zero, to rounding, and
 * VEHICLE_CLOSE. */
static int are_out(struct vehicle_eval *m)
{
    int all = 1;
    linkage_place(&m->v->linkage, m->state, &m->work);
    double rounding = linkage_place_rounding(&m->work, m->state);
    for (size_t c = 0; c < m->work.contacts; c++) {
        double gap = m->work.contact[c].gap;
        all &= m->grip[c].mode == LINKAGE_OPEN || (gap >= -rounding && gap <= VEHICLE_CLOSE);
    }
    return all;
}

/* On a terrain, if all wheels may leave it, lift wheels without pulling others to the ground.
 * Otherwise close all gaps. */
static int32_t lift(struct vehicle_eval *m)
{
    const struct linkage *linkage = &m->v->linkage;
    int only_pushes = m->footing != NULL;
    for (size_t c = 0; c < m->work.contacts; c++)
        only_pushes &= vehicle_law(m, c)->lifts;
    return only_pushes ? linkage_lift_places(linkage, m->grip, &m->hold, m->state, &m->work)
                       : linkage_project_places(linkage, &m->hold, m->state, &m->work, NULL);
}

/* Lift wheels out of the ground. Lifting may turn other wheels into the ground; these are then
 * lifted, too. A wheel beside an edge need not touch the ground afterwards if the others hold it
 * above the edge. */
int32_t vehicle_lift_out(struct vehicle_eval *m, double depth)
{
    const struct linkage *linkage = &m->v->linkage;
    int32_t status = WD_OK;
    find_deep(m, depth);
    for (size_t i = 0; i <= m->work.contacts && status == WD_OK &&
                       !linkage_touches(linkage, &m->hold, m->state, &m->work);
         i++) {
        status = lift(m);
        if (find_deep(m, depth) == 0)
            break;
    }
    if (status == WD_ENOCONV && are_out(m))
        status = WD_OK;
    if (status != WD_OK)
        *m->view->why = "wheels that are in the ground cannot all be put on it";
    return status;
}
