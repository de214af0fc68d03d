/* SPDX-License-Identifier: MIT */
/* Kinematics from the root to the leaves: places, velocities and convective terms. As screws at the
 * root's centre of mass, hinges and slides have the same formulas. */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"

#include <math.h>

#include "mech/inertia.h"
#include "num/elementary.h"

void linkage_make_round(struct linkage_body *body)
{
    const struct sym *J = &body->inertia;
    body->round = 1;
    body->along = vec_dot(body->joint.axis, sym_times(J, body->joint.axis));
    body->across = 0.5 * (J->xx + J->yy + J->zz - body->along);
}

/* Return the rotation matrix, from body to ground, of a quaternion of any length. */
static struct mat turned_by(const double *Q)
{
    double s = Q[0], x = Q[1], y = Q[2], z = Q[3];
    double f = 2 / (s * s + x * x + y * y + z * z);
    double fx = f * x, fy = f * y, fz = f * z;
    double xx = fx * x, yy = fy * y, zz = fz * z, xy = fx * y, xz = fx * z, yz = fy * z;
    double sx = fx * s, sy = fy * s, sz = fz * s;
    return (struct mat){.x = {1 - (yy + zz), xy + sz, xz - sy},
                        .y = {xy - sz, 1 - (xx + zz), yz + sx},
                        .z = {xz + sy, yz - sx, 1 - (xx + yy)}};
}

/* Return v rotated about the unit vector n. */
static struct vec turned(struct vec n, struct sine_cosine angle, struct vec v)
{
    struct vec to = vec_along(vec_scale(angle.cos, v), angle.sin, vec_cross(n, v));
    return vec_along(to, (1 - angle.cos) * vec_dot(n, v), n);
}

static struct mat turned_about(struct vec n, double angle, const struct mat *R)
{
    struct sine_cosine turn = num_sincos(angle);
    return (struct mat){turned(n, turn, R->x), turned(n, turn, R->y), turned(n, turn, R->z)};
}

/* Vector between two points of a body; often zero, because wheels are usually on their axles. */
static struct vec apart(const struct mat *R, struct vec from, struct vec to)
{
    struct vec arm = vec_sub(to, from);
    return arm.x == 0 && arm.y == 0 && arm.z == 0 ? arm : mat_turn(R, arm);
}

static void hang_on_hinge(const struct linkage_body *body, const struct linkage_body *on,
                          const struct linkage_link *parent, double angle, struct linkage_arm *arm,
                          struct linkage_link *link)
{
    const struct linkage_joint *joint = &body->joint;
    struct vec axis = mat_turn(&parent->R, joint->axis);
    struct vec at = vec_add(parent->r, mat_turn(&parent->R, vec_sub(joint->at, on->centre)));
    arm->axis = axis;
    arm->at = at;
    arm->screw = (struct linkage_screw){axis, vec_cross(at, axis)};
    if (body->round) {
        link->R = parent->R;
        link->r = at;
        return;
    }
    link->R = turned_about(axis, angle, &parent->R);
    link->r = vec_add(at, apart(&link->R, joint->at, body->centre));
}

static void hang_on_slide(const struct linkage_body *body, const struct linkage_body *on,
                          const struct linkage_link *parent, double travel, struct linkage_arm *arm,
                          struct linkage_link *link)
{
    const struct linkage_joint *joint = &body->joint;
    arm->axis = mat_turn(&parent->R, joint->axis);
    arm->screw = (struct linkage_screw){.linear = arm->axis};
    link->R = parent->R;
    struct vec from = vec_add(parent->r, apart(&link->R, on->centre, body->centre));
    link->r = vec_along(from, travel, arm->axis);
    arm->at = vec_add(link->r, apart(&link->R, body->centre, joint->at));
}

/* ---- places ---- */

/* Axis of a wheel. That of a round body is the axis of its hinge. */
static struct vec wheel_axis(const struct linkage *linkage, const struct linkage_work *work,
                             const struct linkage_wheel *wheel)
{
    return linkage->body[wheel->body].round ? work->arm[wheel->body - 1].axis
                                            : mat_turn(&work->link[wheel->body].R, wheel->axis);
}

/* Find the contact with the plane. The contact lies at the distance `crown` below the lowest point
 * of a circle about the axis, whose radius is b = radius - crown. For a ball (b = 0) the axis is
 * irrelevant. */
static void reach_plane(const struct linkage *linkage, const struct linkage_work *work,
                        const double *state, struct linkage_contact *contact)
{
    const struct linkage_wheel *wheel = &linkage->wheel[contact->wheel];
    double b = wheel->radius - wheel->crown;
    contact->rho = (struct vec){0, 0, -wheel->crown};
    if (b > 0) {
        struct vec e = contact->axis = wheel_axis(linkage, work, wheel);
        double level = sqrt(e.x * e.x + e.y * e.y), per = level > 0 ? 1 / level : 0;
        contact->left = (struct vec){e.x * per, e.y * per, 0};
        contact->rho.x = b * e.z * contact->left.x;
        contact->rho.y = b * e.z * contact->left.y;
        contact->rho.z = -(b * level + wheel->crown);
        contact->per_level = per;
    }
    contact->at = vec_add(contact->centre, contact->rho);
    contact->gap = state[LINKAGE_PLACE + 2] + contact->at.z;
}

static void reach(const struct linkage *linkage, const double *state, struct linkage_work *work,
                  size_t c)
{
    struct linkage_contact *contact = &work->contact[c];
    const struct linkage_wheel *wheel = &linkage->wheel[contact->wheel];
    const struct linkage_link *link = &work->link[wheel->body];
    const struct linkage_body *body = &linkage->body[wheel->body];
    contact->centre = link->r;
    if (!body->round)
        contact->centre = vec_add(link->r, apart(&link->R, body->centre, wheel->centre));
    if (!work->ground) {
        reach_plane(linkage, work, state, contact);
        return;
    }
    contact->axis = wheel_axis(linkage, work, wheel);
    work->ground->reach(work->ground->context, c, wheel, vec_at(state + LINKAGE_PLACE), contact);
    contact->at = vec_add(contact->centre, contact->rho);
}

void linkage_place_root(const struct linkage *linkage, const double *state,
                        struct linkage_work *work)
{
    if (linkage_pose_is_at(linkage, state, work))
        return;
    linkage_pose_lose_places(work);
    work->link[0].R = turned_by(state + LINKAGE_QUATERNION);
}

/* Compute places without the inertias. */
static void take_bare_places(const struct linkage *linkage, const double *state,
                             struct linkage_work *work)
{
    struct linkage_link *link = work->link;
    linkage_pose_lose_places(work);
    link[0].R = turned_by(state + LINKAGE_QUATERNION);
    link[0].r = (struct vec){0, 0, 0};
    for (size_t i = 1; i < linkage->bodies; i++) {
        const struct linkage_body *body = &linkage->body[i], *on = &linkage->body[body->parent];
        const struct linkage_link *parent = &link[body->parent];
        struct linkage_arm *arm = &work->arm[i - 1];
        double to = state[LINKAGE_JOINT + 2 * (i - 1)];
        if (body->joint.type == LINKAGE_HINGE)
            hang_on_hinge(body, on, parent, to, arm, &link[i]);
        else
            hang_on_slide(body, on, parent, to, arm, &link[i]);
    }
    for (size_t c = 0; c < work->contacts; c++)
        reach(linkage, state, work, c);
}

/* Compute the inertias of links. */
static void take_inertias(const struct linkage *linkage, const double *state,
                          struct linkage_work *work)
{
    struct linkage_link *link = work->link;
    for (size_t i = 0; i < linkage->bodies; i++) {
        const struct linkage_body *body = &linkage->body[i];
        link[i].inertia = i > 0 && body->round
                              ? sym_about(body->across, body->along, work->arm[i - 1].axis)
                              : sym_turned(&link[i].R, &body->inertia);
    }
    linkage_pose_set(linkage, state, work);
}

static void take_places(const struct linkage *linkage, const double *state,
                        struct linkage_work *work)
{
    if (linkage_pose_is_at(linkage, state, work))
        return;
    take_bare_places(linkage, state, work);
    take_inertias(linkage, state, work);
}

/* ---- velocities ---- */

void linkage_place_flow(const struct linkage *linkage, const double *state,
                        struct linkage_work *work)
{
    struct linkage_link *link = work->link;
    link[0].v = vec_at(state + LINKAGE_VELOCITY);
    link[0].W = mat_turn(&link[0].R, vec_at(state + LINKAGE_SPIN));
    link[0].flow = (struct linkage_screw){.angular = link[0].W};
    for (size_t i = 1; i < linkage->bodies; i++) {
        struct linkage_arm *arm = &work->arm[i - 1];
        arm->rate = state[LINKAGE_JOINT + 2 * (i - 1) + 1];
        struct linkage_screw flow =
            screw_along(&link[linkage->body[i].parent].flow, arm->rate, &arm->screw);
        link[i].flow = flow;
        link[i].W = flow.angular;
        link[i].v = vec_add(link[0].v, screw_at(&flow, link[i].r));
    }
}

void linkage_place_slips(const struct linkage *linkage, struct linkage_work *work)
{
    const struct linkage_link *link = work->link;
    for (size_t c = 0; c < work->contacts; c++) {
        struct linkage_contact *contact = &work->contact[c];
        const struct linkage_link *on = &link[linkage->wheel[contact->wheel].body];
        contact->slip = vec_add(link[0].v, screw_at(&on->flow, contact->at));
        to_frame(work, contact, contact->slip, contact->speed);
    }
}

void linkage_place_speeds(const struct linkage *linkage, const double *state,
                          struct linkage_work *work)
{
    linkage_place_flow(linkage, state, work);
    linkage_place_slips(linkage, work);
}

void linkage_place_bodies(const struct linkage *linkage, const double *state,
                          struct linkage_work *work)
{
    if (!linkage_pose_is_at(linkage, state, work))
        take_bare_places(linkage, state, work);
}

void linkage_place_still(const struct linkage *linkage, const double *state,
                         struct linkage_work *work)
{
    take_places(linkage, state, work);
    linkage_place_speeds(linkage, state, work);
}

void linkage_place_moving(const struct linkage *linkage, const double *state,
                          struct linkage_work *work)
{
    take_bare_places(linkage, state, work);
    linkage_place_speeds(linkage, state, work);
}

/* ---- convective terms: rates of change at constant speeds ---- */

static inline struct vec convective_at(const struct linkage_link *link, struct vec place)
{
    return vec_add(screw_at(&link->bias, place), vec_cross(link->W, screw_at(&link->flow, place)));
}

struct vec linkage_convective_at(const struct linkage_link *link, struct vec place)
{
    return convective_at(link, place);
}

/* Compute the convective terms of a body from those of its parent. The screw of the joint moves
 * with the parent. The screw moves with the child, too, because motion along a screw does not
 * change the screw. */
static void add_convective_terms(const struct linkage_arm *arm, const struct linkage_link *parent,
                                 struct linkage_link *link)
{
    const struct linkage_screw *on = &parent->flow, *bias = &parent->bias, *screw = &arm->screw;
    struct vec linear =
        vec_add(vec_cross(on->angular, screw->linear), vec_cross(on->linear, screw->angular));
    link->bias.angular =
        vec_along(bias->angular, arm->rate, vec_cross(on->angular, screw->angular));
    link->bias.linear = vec_along(bias->linear, arm->rate, linear);
    link->steady = convective_at(link, link->r);
}

/* Return the rate of contact->rho on the plane. */
static struct vec rho_rate_on_plane(const struct linkage_wheel *wheel, struct vec W,
                                    const struct linkage_contact *contact)
{
    struct vec rho_rate = {0, 0, 0};
    double b = wheel->radius - wheel->crown;
    if (b > 0) {
        struct vec e = contact->axis, l = contact->left;
        struct vec h = {l.y, -l.x, 0};
        double yaw_rate = W.z - e.z * contact->per_level * vec_dot(W, l);
        rho_rate = vec_scale(b, vec_along(vec_scale(vec_dot(W, h), e), -yaw_rate * e.z, h));
    }
    return rho_rate;
}

/* Return the rate of change of the slip at constant speeds of the linkage. */
static struct vec convective(const struct linkage_link *link, const struct linkage_contact *contact,
                             struct vec rho_rate)
{
    struct vec W = link->W;
    struct vec sum = vec_add(screw_at(&link->bias, contact->centre),
                             vec_cross(link->bias.angular, contact->rho));
    return vec_add(sum, vec_cross(W, vec_add(screw_at(&link->flow, contact->centre), rho_rate)));
}

void linkage_place_changes(const struct linkage *linkage, struct linkage_work *work)
{
    struct linkage_link *link = work->link;
    link[0].bias = (struct linkage_screw){{0, 0, 0}, {0, 0, 0}};
    link[0].steady = (struct vec){0, 0, 0};
    for (size_t i = 1; i < linkage->bodies; i++)
        add_convective_terms(&work->arm[i - 1], &link[linkage->body[i].parent], &link[i]);
    for (size_t c = 0; c < work->contacts; c++) {
        struct linkage_contact *contact = &work->contact[c];
        const struct linkage_wheel *wheel = &linkage->wheel[contact->wheel];
        const struct linkage_link *on = &link[wheel->body];
        struct linkage_turn turn;
        if (work->ground)
            work->ground->turn(work->ground->context, c,
                               vec_add(link[0].v, screw_at(&on->flow, contact->centre)), on->W,
                               &turn);
        else
            turn.rho = rho_rate_on_plane(wheel, on->W, contact);
        struct vec rate = convective(on, contact, turn.rho);
        to_frame(work, contact, rate, contact->bias);
        if (work->ground) /* the normal turns */
            contact->bias[0] += vec_dot(turn.normal, contact->slip);
    }
}

void linkage_place(const struct linkage *linkage, const double *state, struct linkage_work *work)
{
    linkage_place_still(linkage, state, work);
    linkage_place_changes(linkage, work);
}
