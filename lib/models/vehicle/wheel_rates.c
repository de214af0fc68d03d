/* SPDX-License-Identifier: MIT */
/* Find the joints that turn wheels about their axes, and the rates with which wheels roll. */
#include "models/vehicle/vehicle.h"

#include <math.h>

/* True if the joint turns the wheel about its axis. */
static int turns_wheel(const struct linkage *linkage, size_t joint, size_t w)
{
    const struct linkage_joint *hinge = &linkage->body[joint + 1].joint;
    const struct linkage_wheel *wheel = &linkage->wheel[w];
    if (wheel->body != joint + 1 || hinge->type != LINKAGE_HINGE)
        return 0;
    struct vec askew = vec_cross(hinge->axis, wheel->axis);
    struct vec beside = vec_cross(hinge->axis, vec_sub(wheel->centre, hinge->at));
    double near = VEHICLE_DEPENDENT * wheel->radius;
    return vec_dot(askew, askew) <= VEHICLE_DEPENDENT * VEHICLE_DEPENDENT &&
           vec_dot(beside, beside) <= near * near;
}

size_t vehicle_wheel_of_joint(const struct vehicle *v, size_t joint)
{
    size_t w = 0;
    while (w < v->linkage.wheels && !turns_wheel(&v->linkage, joint, w))
        w++;
    return w;
}

/* True if another joint between the root and this joint turns a wheel. */
static int hangs_on_wheel(const struct vehicle *v, size_t joint)
{
    const struct linkage_body *body = v->linkage.body;
    for (size_t b = body[joint + 1].parent; b > 0; b = body[b].parent)
        if (vehicle_wheel_of_joint(v, b - 1) < v->linkage.wheels)
            return 1;
    return 0;
}

void vehicle_set_rolling_rates(struct vehicle_eval *m)
{
    const struct linkage *linkage = &m->v->linkage;
    for (size_t j = 0; j < linkage_joints(linkage); j++) {
        size_t w = vehicle_wheel_of_joint(m->v, j);
        if (w == linkage->wheels)
            continue;
        if (hangs_on_wheel(m->v, j)) /* the rate of that wheel has been set above */
            linkage_place(linkage, m->state, &m->work);
        const struct linkage_screw *screw = &m->work.arm[j].screw;
        const struct linkage_contact *contact = &m->work.contact[w];
        struct vec forward = linkage_axes(linkage, &m->work, w).forward;
        struct vec by = vec_add(screw->linear, vec_cross(screw->angular, contact->at));
        double gain = vec_dot(by, forward), slip = vec_dot(contact->slip, forward);
        if (vehicle_law(m, w)->loads) {
            gain = vehicle_tyre_slip(m, w, screw);
            slip = vehicle_tyre_slip(m, w, NULL);
        }
        if (fabs(gain) > VEHICLE_DEPENDENT * linkage->wheel[w].radius)
            vehicle_joint(m, j)->rate -= slip / gain;
    }
    linkage_place(linkage, m->state, &m->work);
}
