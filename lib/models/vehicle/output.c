/* SPDX-License-Identifier: MIT */
/* Outputs of the vehicle and of all parts. */
#include "models/vehicle/stop.h"
#include "num/elementary.h"

#include <string.h>

static void *output_of(void *out, const struct part *part)
{
    return (double *)out + part->at.outputs;
}

static struct vec place_of(const struct vehicle_eval *m, size_t link, struct vec arm)
{
    const struct vec root = {m->state[0], m->state[1], m->state[2]};
    return vec_add(root, vec_add(m->work.link[link].r, arm));
}

/* Velocity of the point at `arm` from the centre of mass of a link, in ground axes. */
static struct vec velocity(const struct linkage_link *link, struct vec arm)
{
    return vec_add(link->v, vec_cross(link->W, arm));
}

static struct vec acceleration(const struct linkage_link *link, struct vec arm)
{
    struct vec turning = vec_cross(link->W, vec_cross(link->W, arm));
    return vec_add(link->a, vec_add(vec_cross(link->alpha, arm), turning));
}

/* ---- bodies ---- */

/* Product of the quaternions p and q. */
static void multiply(const double p[4], const double q[4], double *to)
{
    to[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    to[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    to[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    to[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
}

static void find_quaternions(const struct vehicle_eval *m)
{
    const struct linkage *linkage = &m->v->linkage;
    memcpy(m->quaternion, m->state + LINKAGE_QUATERNION, 4 * sizeof *m->quaternion);
    for (size_t i = 1; i < linkage->bodies; i++) {
        const struct linkage_body *body = &linkage->body[i];
        struct sine_cosine half = {0, 1};
        if (body->joint.type == LINKAGE_HINGE)
            half = num_sincos(0.5 * m->state[LINKAGE_JOINT + 2 * (i - 1)]);
        const struct vec n = body->joint.axis;
        const double turn[4] = {half.cos, half.sin * n.x, half.sin * n.y, half.sin * n.z};
        multiply(m->quaternion + 4 * body->parent, turn, m->quaternion + 4 * i);
    }
}

/* Angles of R = Rz(yaw) Rx(roll) Ry(pitch). */
static void find_angles(const struct mat *R, struct body_output *o)
{
    o->yaw = num_atan2(-R->y.x, R->y.y);
    o->roll = num_atan2(R->y.z, num_hypot(R->y.x, R->y.y));
    o->pitch = num_atan2(-R->x.z, R->z.z);
}

static void put_bodies(const struct vehicle_eval *m, void *out)
{
    find_quaternions(m);
    for (size_t i = 0; i < m->v->bodies; i++) {
        const struct vehicle_body *body = &m->v->body[i];
        const struct linkage_link *link = &m->work.link[body->link];
        struct body_output *o = output_of(out, body->part);
        struct vec arm = mat_turn(&link->R, body->offset);
        o->x = place_of(m, body->link, arm);
        o->v = velocity(link, arm);
        o->w = mat_turn_back(&link->R, link->W);
        memcpy(o->q, m->quaternion + 4 * body->link, sizeof o->q);
        find_angles(&link->R, o);
    }
}

/* ---- loads of joints ---- */

/* Vector from the centre of mass of a body to the point at `arm` from the centre of mass of its
 * link. */
static struct vec from_body(const struct vehicle_eval *m, const struct vehicle_body *body,
                            struct vec arm)
{
    return vec_sub(arm, mat_turn(&m->work.link[body->link].R, body->offset));
}

/* Force and torque at the centre of mass that the motion of a body requires besides gravity. */
static struct linkage_load effort_of(const struct vehicle_eval *m, const struct vehicle_body *body)
{
    const struct body_param *p = vehicle_param_of(m->view, body->part);
    const struct sym inertia = {p->xx, p->yy, p->zz, p->xy, p->xz, p->yz};
    const struct linkage_link *link = &m->work.link[body->link];
    struct vec a = acceleration(link, mat_turn(&link->R, body->offset));
    struct vec w = mat_turn_back(&link->R, link->W), alpha = mat_turn_back(&link->R, link->alpha);
    struct vec spin = vec_cross(w, sym_times(&inertia, w));
    return (struct linkage_load){
        vec_scale(p->mass, vec_sub(a, m->drive.gravity)),
        mat_turn(&link->R, vec_add(sym_times(&inertia, alpha), spin)),
    };
}

static void take_point(const struct vehicle_eval *m, size_t i, struct vec force, struct vec torque)
{
    const struct vehicle_point *point = &m->v->point[i];
    struct vec arm = mat_turn(&m->work.link[point->link].R, point->arm);
    linkage_add_load(&m->body_load[point->body], from_body(m, &m->v->body[point->body], arm),
                     vec_scale(-1, force), vec_scale(-1, torque));
}

static void take_tyre(const struct vehicle_eval *m, size_t w)
{
    const struct vehicle_rim *rim = &m->v->rim[w];
    const struct vehicle_body *body = &m->v->body[rim->body];
    struct vec arm = vec_sub(m->work.contact[w].centre, m->work.link[body->link].r), force, torque;
    vehicle_tyre_load(m, w, &force, &torque);
    linkage_add_load(&m->body_load[rim->body], from_body(m, body, arm), vec_scale(-1, force),
                     vec_scale(-1, torque));
}

/* Subtract the loads of points, springs and the ground on each body. */
static void subtract_outside_loads(const struct vehicle_eval *m)
{
    const struct vehicle *v = m->v;
    const struct vec none = {0, 0, 0};
    for (size_t i = 0; i < v->points; i++) {
        const struct point_input *u = vehicle_input_of(m->view, v->point[i].part);
        take_point(m, i, u->force, u->torque);
    }
    for (size_t k = 0; k < v->springs; k++) {
        struct vehicle_ends ends = vehicle_spring_ends(m, k);
        struct vec pull = vec_scale(ends.force, ends.direction);
        take_point(m, v->spring[k].end[0], pull, none);
        take_point(m, v->spring[k].end[1], vec_scale(-1, pull), none);
    }
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_rim *rim = &v->rim[m->work.contact[c].wheel];
        const struct vehicle_body *body = &v->body[rim->body];
        struct vec force = vec_scale(-1, vehicle_force(m, c));
        struct vec arm = vec_sub(m->work.contact[c].at, m->work.link[body->link].r);
        if (vehicle_is(rim->part, VEHICLE_RIM) && vehicle_law(m, c)->loads)
            take_tyre(m, c);
        else if (vehicle_is(rim->part, VEHICLE_RIM))
            linkage_add_load(&m->body_load[rim->body], from_body(m, body, arm), force, none);
    }
}

/* Add the reactions of the joints that each body carries. */
static void add_joint_reactions(const struct vehicle_eval *m)
{
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        size_t carrier = m->v->joint[j].carrier;
        const struct vehicle_body *body = &m->v->body[carrier];
        struct vec arm = vec_sub(m->work.arm[j].at, m->work.link[body->link].r);
        linkage_add_load(&m->body_load[carrier], from_body(m, body, arm), m->joint_load[j].force,
                         m->joint_load[j].torque);
    }
}

/* Loads of rigid joints, from the leaves to the root. */
static void write_rigid_loads(const struct vehicle_eval *m, void *out)
{
    for (size_t i = 0; i < m->v->bodies; i++)
        m->body_load[i] = effort_of(m, &m->v->body[i]);
    subtract_outside_loads(m);
    add_joint_reactions(m);
    for (size_t i = m->v->bodies; i-- > 1;) {
        const struct vehicle_body *body = &m->v->body[i], *parent = &m->v->body[body->parent];
        if (!vehicle_is(body->joint, VEHICLE_RIGID))
            continue;
        struct vec offset = vec_sub(body->offset, parent->offset);
        struct vec arm = mat_turn(&m->work.link[body->link].R, offset);
        memcpy(output_of(out, body->joint), &m->body_load[i], sizeof m->body_load[i]);
        linkage_add_load(&m->body_load[body->parent], arm, m->body_load[i].force,
                         m->body_load[i].torque);
    }
}

static void put_joints(const struct vehicle_eval *m, void *out)
{
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        const struct part *part = m->v->joint[j].part;
        struct joint_output *o = output_of(out, part);
        if (vehicle_is(part, VEHICLE_WHEEL))
            continue;
        o->acceleration = m->acceleration[6 + j];
        double lost, force = vehicle_brake_forces(m)[j], share = stop_share(m, j, force);
        o->brake = force - share;
        o->stop = stop_param(m, j, STOP_RIGID) ? share : vehicle_stop_effort(m, j, &lost);
        o->load = (struct joint_load){m->joint_load[j].force, m->joint_load[j].torque};
    }
}

/* ---- points and springs ---- */

static void put_points(const struct vehicle_eval *m, void *out)
{
    for (size_t i = 0; i < m->v->points; i++) {
        const struct vehicle_point *point = &m->v->point[i];
        const struct linkage_link *link = &m->work.link[point->link];
        struct point_output *o = output_of(out, point->part);
        struct vec arm = mat_turn(&link->R, point->arm);
        o->x = place_of(m, point->link, arm);
        o->v = velocity(link, arm);
        o->a = acceleration(link, arm);
        o->accel = mat_turn_back(&link->R, vec_sub(o->a, m->drive.gravity));
    }
}

static void put_springs(const struct vehicle_eval *m, void *out)
{
    for (size_t i = 0; i < m->v->springs; i++) {
        struct vehicle_ends ends = vehicle_spring_ends(m, i);
        *(struct spring_output *)output_of(out, m->v->spring[i].part) =
            (struct spring_output){ends.length, ends.rate, ends.force};
    }
}

/* ---- all outputs ---- */

/* Speed of the root along its heading; the body's y axis points to the left of it. */
static double forward_speed(const struct vehicle_eval *m)
{
    const struct linkage_link *link = &m->work.link[0];
    struct sine_cosine yaw = num_sincos(num_atan2(-link->R.y.x, link->R.y.y));
    struct vec v = velocity(link, mat_turn(&link->R, m->v->body[0].offset));
    return yaw.cos * v.x + yaw.sin * v.y;
}

int32_t vehicle_output(const struct view *view, const double *y, void *out)
{
    const struct vehicle_extra *extra = vehicle_extra(view, y);
    struct vehicle_output *o = out;
    struct vehicle_eval m;
    vehicle_open(view, y, &m);
    int32_t status = vehicle_stand(&m);
    int of_step = vehicle_uses_moreau(view) && extra->span > 0;
    if (status == WD_OK)
        status = of_step ? vehicle_read_step(&m, y) : vehicle_weigh(&m);
    if (status != WD_OK)
        return status;
    linkage_follow(&m.v->linkage, m.acceleration, &m.work);
    linkage_reactions(&m.v->linkage, &m.drive, m.along, &m.work, m.joint_load);
    o->common.speed = forward_speed(&m);
    vehicle_energies(&m, extra->gravity, &o->common);
    put_bodies(&m, out);
    put_joints(&m, out);
    write_rigid_loads(&m, out);
    vehicle_put_wheels(&m, out);
    put_points(&m, out);
    put_springs(&m, out);
    return m.failed;
}
