/* SPDX-License-Identifier: MIT */
/* Accelerations of the bodies, loads of the joints, energies. */
#include "mech/linkage_parts.h"

#include <math.h>

/* Length of the part of a unit wheel axis along the ground. If it is smaller, the axis counts as
 * normal to the ground, and the lateral axis of the root replaces it. */
#define LEVEL 1e-9

void linkage_follow(const struct linkage *linkage, const double *acceleration,
                    struct linkage_work *work)
{
    struct linkage_screw *change = work->change;
    for (size_t i = 0; i < linkage->bodies; i++) {
        struct linkage_link *link = &work->link[i];
        if (i == 0)
            change[i] = (struct linkage_screw){vec_at(acceleration + 3), vec_at(acceleration)};
        else
            change[i] = screw_along(&change[linkage->body[i].parent], acceleration[5 + i],
                                    &work->arm[i - 1].screw);
        link->alpha = vec_add(link->bias.angular, change[i].angular);
        link->a = vec_add(link->steady, screw_at(&change[i], link->r));
    }
}

/* Return the inertial load of a body minus its weight and the load of the drive, referred to the
 * root's centre of mass. */
static struct linkage_load inertia_load(const struct linkage_body *body,
                                        const struct linkage_link *link,
                                        const struct linkage_load *drive, struct vec gravity)
{
    struct vec spin = vec_cross(link->W, sym_times(&link->inertia, link->W));
    struct vec force = vec_scale(body->mass, vec_sub(link->a, gravity));
    struct vec torque = vec_add(sym_times(&link->inertia, link->alpha), spin);
    if (drive) {
        force = vec_sub(force, drive->force);
        torque = vec_sub(torque, drive->torque);
    }
    return load_from(link->r, force, torque);
}

void linkage_reactions(const struct linkage *linkage, const struct linkage_drive *drive,
                       const double *force, struct linkage_work *work, struct linkage_load *load)
{
    struct linkage_link *link = work->link;
    for (size_t i = 0; i < linkage->bodies; i++)
        link[i].load = inertia_load(&linkage->body[i], &link[i],
                                    drive->load ? &drive->load[i] : NULL, drive->gravity);
    for (size_t k = 0; k < work->rows; k++) {
        struct linkage_load *to = &link[work->row[k].body].load;
        *to = load_along(to, -force[k], &work->row[k].load);
    }
    for (size_t j = linkage_joints(linkage); j-- > 0;) {
        struct linkage_load *from = &link[j + 1].load,
                            *to = &link[linkage->body[j + 1].parent].load;
        load[j] = *from;
        load[j].torque = vec_sub(from->torque, vec_cross(work->arm[j].at, from->force));
        *to = load_along(to, 1, from);
    }
}

/* Return the axes across the ground's normal n for a wheel with axis e. For a wheel that lies flat
 * the y axis of the root replaces e, or its z axis if the y axis is along n, too. */
static struct linkage_axes axes_across(const struct linkage_work *work, struct vec n, struct vec e)
{
    const struct mat *R = &work->link[0].R;
    const struct vec axis[] = {e, R->y, R->z};
    struct vec forward = vec_cross(e, n);
    double size = sqrt(vec_dot(forward, forward));
    for (int k = 1; k < 3 && !(size > LEVEL); k++) {
        forward = vec_cross(axis[k], n);
        size = sqrt(vec_dot(forward, forward));
    }
    forward = vec_scale(1 / size, forward);
    return (struct linkage_axes){forward, vec_cross(n, forward)};
}

struct linkage_axes linkage_axes(const struct linkage *linkage, const struct linkage_work *work,
                                 size_t c)
{
    const struct linkage_wheel *of = &linkage->wheel[work->contact[c].wheel];
    struct vec e = mat_turn(&work->link[of->body].R, of->axis);
    if (work->ground)
        return axes_across(work, work->contact[c].frame[0], e);
    double level = sqrt(e.x * e.x + e.y * e.y);
    if (!(level > LEVEL)) {
        e = work->link[0].R.y;
        level = sqrt(e.x * e.x + e.y * e.y);
    }
    e = vec_scale(level > 0 ? 1 / level : 0, e);
    return (struct linkage_axes){{e.y, -e.x, 0}, {e.x, e.y, 0}};
}

double linkage_kinetic(const struct linkage *linkage, const struct linkage_work *work)
{
    double twice = 0;
    for (size_t i = 0; i < linkage->bodies; i++) {
        const struct linkage_link *link = &work->link[i];
        twice += linkage->body[i].mass * vec_dot(link->v, link->v) +
                 vec_dot(link->W, sym_times(&link->inertia, link->W));
    }
    return twice / 2;
}

double linkage_potential(const struct linkage *linkage, const double *state, struct vec gravity,
                         const struct linkage_work *work)
{
    struct vec root = vec_at(state + LINKAGE_PLACE);
    double sum = 0;
    for (size_t i = 0; i < linkage->bodies; i++)
        sum -= linkage->body[i].mass * vec_dot(gravity, vec_add(root, work->link[i].r));
    for (size_t j = 0; j < linkage_joints(linkage); j++) {
        const struct linkage_joint *joint = &linkage->body[j + 1].joint;
        double from_rest = state[LINKAGE_JOINT + 2 * j] - joint->rest;
        sum += joint->stiffness * from_rest * from_rest / 2;
    }
    return sum;
}
