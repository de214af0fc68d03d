/* SPDX-License-Identifier: MIT */
/* From the root to the leaves: places, velocities, and what their changes are while the speeds of
 * the tree stay. As screws at the root's centre of mass hinges and slides are one. */
#include "mech/linkage_parts.h"

#include <math.h>

#include "mech/inertia.h"
#include "num/elementary.h"

/* A quaternion of any length, from body to ground. */
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

/* v turned about the unit vector n */
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

static void place_root(const struct linkage_body *body, const double *state,
                       struct linkage_link *root)
{
    *root = (struct linkage_link){.R = turned_by(state + LINKAGE_QUATERNION),
                                  .v = vec_at(state + LINKAGE_VELOCITY)};
    root->W = mat_turn(&root->R, vec_at(state + LINKAGE_SPIN));
    root->flow.angular = root->W;
    root->inertia = sym_turned(&root->R, &body->inertia);
}

static void hang_on_hinge(const struct linkage_body *body, const struct linkage_body *on,
                          const struct linkage_link *parent, double angle, struct linkage_arm *arm,
                          struct linkage_link *link)
{
    const struct linkage_joint *joint = &body->joint;
    arm->axis = mat_turn(&parent->R, joint->axis);
    arm->at = vec_add(parent->r, mat_turn(&parent->R, vec_sub(joint->at, on->centre)));
    arm->screw = (struct linkage_screw){arm->axis, vec_cross(arm->at, arm->axis)};
    link->R = body->round ? parent->R : turned_about(arm->axis, angle, &parent->R);
    link->r = vec_add(arm->at, mat_turn(&link->R, vec_sub(body->centre, joint->at)));
}

static void hang_on_slide(const struct linkage_body *body, const struct linkage_body *on,
                          const struct linkage_link *parent, double travel, struct linkage_arm *arm,
                          struct linkage_link *link)
{
    const struct linkage_joint *joint = &body->joint;
    arm->axis = mat_turn(&parent->R, joint->axis);
    arm->screw = (struct linkage_screw){.linear = arm->axis};
    link->R = parent->R;
    struct vec apart = mat_turn(&link->R, vec_sub(body->centre, on->centre));
    link->r = vec_along(vec_add(parent->r, apart), travel, arm->axis);
    arm->at = vec_add(link->r, mat_turn(&link->R, vec_sub(joint->at, body->centre)));
}

/* The screw of a joint goes with the parent (or the child: along itself it does not change). */
static void carry(const struct linkage_screw *screw, double rate, struct vec root_velocity,
                  const struct linkage_link *parent, struct linkage_link *link)
{
    const struct linkage_screw *on = &parent->flow, *bias = &parent->bias;
    link->W = vec_along(parent->W, rate, screw->angular);
    link->flow.angular = link->W;
    link->flow.linear = vec_along(on->linear, rate, screw->linear);
    struct vec linear =
        vec_add(vec_cross(on->angular, screw->linear), vec_cross(on->linear, screw->angular));
    link->bias.angular = vec_along(bias->angular, rate, vec_cross(on->angular, screw->angular));
    link->bias.linear = vec_along(bias->linear, rate, linear);
    struct vec flow = screw_at(&link->flow, link->r);
    link->v = vec_add(root_velocity, flow);
    link->steady = vec_add(screw_at(&link->bias, link->r), vec_cross(link->W, flow));
}

/* The lowest point goes on a circle of radius b = radius - crown about the axis, and from there
 * down by the crown; of a ball nothing knows of the axis. */
static void touch(const struct linkage_wheel *wheel, const struct linkage_body *body,
                  const struct linkage_link *link, const double *state,
                  struct linkage_contact *contact)
{
    struct vec W = link->W;
    struct vec centre = vec_add(link->r, mat_turn(&link->R, vec_sub(wheel->centre, body->centre)));
    struct vec rho = {0, 0, -wheel->crown}, rho_rate = {0, 0, 0};
    double b = wheel->radius - wheel->crown;
    if (b > 0) {
        struct vec e = mat_turn(&link->R, wheel->axis);
        double level = sqrt(e.x * e.x + e.y * e.y), per = level > 0 ? 1 / level : 0;
        struct vec h = {e.y * per, -e.x * per, 0}, l = {e.x * per, e.y * per, 0};
        double yaw_rate = W.z - e.z * per * vec_dot(W, l), roll_rate = vec_dot(W, h);
        rho = (struct vec){b * e.z * l.x, b * e.z * l.y, -(b * level + wheel->crown)};
        rho_rate = vec_scale(b, vec_along(vec_scale(roll_rate, e), -yaw_rate * e.z, h));
    }
    struct vec at = vec_add(centre, rho), flow = screw_at(&link->flow, at);
    contact->at = at;
    contact->gap = state[LINKAGE_PLACE + 2] + at.z;
    contact->slip = vec_add(vec_at(state + LINKAGE_VELOCITY), flow);
    contact->convective =
        vec_add(screw_at(&link->bias, centre), vec_cross(link->bias.angular, rho));
    contact->convective = vec_add(contact->convective,
                                  vec_cross(W, vec_add(screw_at(&link->flow, centre), rho_rate)));
}

void linkage_place(const struct linkage *linkage, const double *state, struct linkage_work *work)
{
    struct linkage_link *link = work->link;
    place_root(&linkage->body[0], state, link);
    for (size_t i = 1; i < linkage->bodies; i++) {
        const struct linkage_body *body = &linkage->body[i], *on = &linkage->body[body->parent];
        const struct linkage_link *parent = &link[body->parent];
        struct linkage_arm *arm = &work->arm[i - 1];
        const double *joint = state + LINKAGE_JOINT + 2 * (i - 1);
        if (body->joint.type == LINKAGE_HINGE)
            hang_on_hinge(body, on, parent, joint[0], arm, &link[i]);
        else
            hang_on_slide(body, on, parent, joint[0], arm, &link[i]);
        arm->rate = joint[1];
        carry(&arm->screw, joint[1], link[0].v, parent, &link[i]);
        link[i].inertia = sym_turned(&link[i].R, &body->inertia);
    }
    for (size_t w = 0; w < linkage->wheels; w++) {
        const struct linkage_wheel *wheel = &linkage->wheel[w];
        touch(wheel, &linkage->body[wheel->body], &link[wheel->body], state, &work->contact[w]);
    }
}
