/* SPDX-License-Identifier: MIT */
/* What the ground does to the wheels, each by its law, and how they stand on it. */
#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

static int hold_of(const struct vehicle_moment *m, size_t w)
{
    static const int by_mode[] = {
        [VEHICLE_OPEN] = LINKAGE_OPEN,  [VEHICLE_STICK] = LINKAGE_STICK,
        [VEHICLE_SLIP] = LINKAGE_SLIP,  [VEHICLE_INCIPIENT] = LINKAGE_SLIP,
        [VEHICLE_CREEP] = LINKAGE_SLIP, [VEHICLE_FOLLOW] = LINKAGE_SLIP};
    return vehicle_relaxes(m, w)                ? LINKAGE_SLIP
           : vehicle_law(m, w) == VEHICLE_IDEAL ? LINKAGE_STICK
                                                : by_mode[m->tyre[w].mode];
}

double vehicle_departs(const struct vehicle_moment *m, size_t w)
{
    const struct linkage_link *link = &m->work.link[m->v->linkage.wheel[w].body];
    const struct linkage_contact *contact = &m->work.contact[w];
    struct vec alpha = vec_sub(link->alpha, link->bias.angular);
    return contact->convective.z + link->a.z - link->steady.z +
           vec_cross(alpha, vec_sub(contact->at, link->r)).z;
}

/* What depends on the rows alone takes a relaxed wheel for one that slips without friction. */
void vehicle_hold(struct vehicle_moment *m)
{
    m->relaxes = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const double *d = m->tyre[w].direction;
        m->grip[w] = (struct linkage_grip){.mode = hold_of(m, w), .direction = {d[0], d[1]}};
        m->grip[w].mu = vehicle_relaxes(m, w) ? 0 : m->tyre[w].limit;
        m->relaxes |= vehicle_relaxes(m, w);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->held[j] = m->brake[j].mode == VEHICLE_STICK;
    m->hold = (struct linkage_hold){m->grip, m->held};
}

/* Of sliding brakes they have been among the efforts. */
void vehicle_tell(struct vehicle_moment *m)
{
    size_t wheels = m->v->linkage.wheels, joints = linkage_joints(&m->v->linkage);
    memset(m->force, 0, (3 * wheels + joints) * sizeof *m->force);
    for (size_t i = 0; i < m->work.rows; i++)
        m->force[m->work.number[i]] = m->along[i];
    for (size_t j = 0; j < joints; j++)
        if (m->brake[j].mode >= VEHICLE_SLIP)
            m->force[3 * wheels + j] = -m->brake[j].limit * m->brake[j].direction[0];
}

static void lose(struct vehicle_moment *m)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        if (m->grip[w].mode == LINKAGE_SLIP)
            m->lost -= m->force[3 * w + 1] * m->work.contact[w].slip.x +
                       m->force[3 * w + 2] * m->work.contact[w].slip.y;
}

int32_t vehicle_ground(struct vehicle_moment *m)
{
    vehicle_direct(m);
    linkage_choose(&m->v->linkage, &m->hold, &m->work);
    int32_t status = m->relaxes ? vehicle_relax(m)
                                : linkage_balance(&m->v->linkage, &m->hold, &m->work, m->along);
    if (status == WD_OK && !m->relaxes)
        status = vehicle_creep(m);
    if (status == WD_OK) {
        vehicle_tell(m);
        lose(m);
        return WD_OK;
    }
    *m->view->why = m->relaxes || vehicle_slides(m)
                        ? "no forces of the ground satisfy the laws of the wheels"
                        : "no forces of the ground keep the wheels rolling";
    return status;
}

int vehicle_contact(const struct vehicle_moment *m, size_t w)
{
    if (vehicle_relaxes(m, w))
        return vehicle_demands_more(m, w) ? VEHICLE_SLIP : VEHICLE_STICK;
    return m->grip[w].mode == LINKAGE_OPEN    ? VEHICLE_OPEN
           : m->grip[w].mode == LINKAGE_STICK ? VEHICLE_STICK
                                              : VEHICLE_SLIP;
}

/* ---- where the wheels are ---- */

int32_t vehicle_roll(struct vehicle_moment *m)
{
    const struct linkage *linkage = &m->v->linkage;
    double error;
    int32_t status = linkage_project_places(linkage, &m->hold, m->state, &m->work, &error);
    for (size_t w = 0; status == WD_OK && w < linkage->wheels; w++) {
        if (m->grip[w].mode == LINKAGE_OPEN || fabs(m->work.contact[w].gap) <= VEHICLE_CLOSE)
            continue;
        *m->view->why = vehicle_fault(m->view, m->v->tyre[w].part,
                                      "it cannot touch the ground together with the others");
        return WD_ENOCONV;
    }
    if (status == WD_OK)
        status = linkage_project_speeds(linkage, &m->hold, m->state, &m->work, &error);
    if (status != WD_OK)
        *m->view->why = "the wheels cannot all touch the ground and roll";
    return status;
}

/* Adds wheels that are so deep in the ground to those that are to be put on it; how many. */
static size_t find_deep(struct vehicle_moment *m, double depth)
{
    size_t count = 0;
    for (size_t w = 0; w < m->v->linkage.wheels; w++)
        if (m->grip[w].mode == LINKAGE_OPEN && m->work.contact[w].gap < -depth) {
            m->grip[w].mode = LINKAGE_STICK;
            count++;
        }
    return count;
}

/* Others may become ones that are in it as these are lifted. */
int32_t vehicle_lift_out(struct vehicle_moment *m, double depth)
{
    const struct linkage *linkage = &m->v->linkage;
    int32_t status = WD_OK;
    double error;
    find_deep(m, depth);
    while (status == WD_OK && !linkage_touches(linkage, &m->hold, m->state, &m->work)) {
        status = linkage_project_places(linkage, &m->hold, m->state, &m->work, &error);
        if (find_deep(m, depth) == 0)
            break;
    }
    if (status != WD_OK)
        *m->view->why = "wheels that are in the ground cannot all be put on it";
    return status;
}
