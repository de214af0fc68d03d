/* SPDX-License-Identifier: MIT */
/* Evaluation of a vehicle at one state: loads, forces of the ground and accelerations. */
#include "models/vehicle/footing.h"
#include "models/vehicle/layout.h"
#include "models/vehicle/stop.h"
#include "num/elementary.h"
#include "num/interrupt.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* ---- the state ---- */

void vehicle_attitude(double yaw, double roll, double pitch, double q[4])
{
    struct sine_cosine z = num_sincos(0.5 * yaw), x = num_sincos(0.5 * roll),
                       y = num_sincos(0.5 * pitch);
    double a = z.cos * x.cos, b = z.cos * x.sin, c = z.sin * x.sin, d = z.sin * x.cos;
    q[0] = a * y.cos - c * y.sin;
    q[1] = b * y.cos - d * y.sin;
    q[2] = c * y.cos + a * y.sin;
    q[3] = d * y.cos + b * y.sin;
}

/* Rotation by a quaternion of any length but 0 */
static struct vec rotate_by(const double q[4], struct vec a)
{
    struct vec u = {q[1], q[2], q[3]};
    struct vec across = vec_cross(u, a);
    double per_square = 2 / (q[0] * q[0] + vec_dot(u, u));
    struct vec both = vec_along(vec_cross(u, across), q[0], across);
    return vec_along(a, per_square, both);
}

/* Vector from the centre of mass of a link to a point of it, in ground axes, and the velocity of
 * the point: root_arm() sets the velocity relative to the centre of mass, point_arm() the velocity
 * in space. */
struct root_arm {
    struct vec s, v;
};

static struct root_arm root_arm(const struct vehicle *v, const double q[4], struct vec w)
{
    struct vec offset = v->body[0].offset;
    if (v->body[0].offset.x == 0 && offset.y == 0 && offset.z == 0)
        return (struct root_arm){{0, 0, 0}, {0, 0, 0}};
    return (struct root_arm){rotate_by(q, offset), rotate_by(q, vec_cross(w, offset))};
}

static void take_state(struct vehicle_eval *m, const double *y)
{
    struct root_state *root = (struct root_state *)(void *)m->state;
    memcpy(root, y + m->v->body[0].part->at.states, sizeof *root);
    struct root_arm arm = root_arm(m->v, root->q, root->w);
    root->x = vec_sub(root->x, arm.s);
    root->v = vec_sub(root->v, arm.v);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        memcpy(m->state + LINKAGE_JOINT + 2 * j, y + m->v->joint[j].part->at.states,
               sizeof(struct joint_state));
}

void vehicle_write_state(const struct vehicle_eval *m, double *y)
{
    struct root_state *root = (struct root_state *)(y + m->v->body[0].part->at.states);
    memcpy(root, m->state, sizeof *root);
    struct root_arm arm = root_arm(m->v, root->q, root->w);
    root->x = vec_add(root->x, arm.s);
    root->v = vec_add(root->v, arm.v);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        memcpy(y + m->v->joint[j].part->at.states, m->state + LINKAGE_JOINT + 2 * j,
               sizeof(struct joint_state));
}

void vehicle_open_step(const struct view *view, const double *y, struct vehicle_eval *m)
{
    vehicle_take_layout(view, m);
    interrupted(view->interrupt, VEHICLE_BODY_WORK * m->v->linkage.bodies);
    m->tyres.y = y;
    m->drive = (struct linkage_drive){vehicle_gravity(view), m->effort, m->load};
    vehicle_read_modes(m, y);
    if (m->footing)
        footing_read(m, y);
    vehicle_read_last(m, y);
    vehicle_read_stops(m);
    vehicle_pack_tyres(m);
    take_state(m, y);
}

void vehicle_open(const struct view *view, const double *y, struct vehicle_eval *m)
{
    vehicle_open_step(view, y, m);
    vehicle_set_hold(m);
}

/* ---- loads ---- */

struct vec vehicle_gravity(const struct view *view)
{
    const struct vehicle_param *p = view->param;
    const struct vehicle_input *u = view->input;
    struct sine_cosine slope = num_sincos(u->slope), bank = num_sincos(u->bank);
    return (struct vec){-p->gravity * slope.sin, -p->gravity * (slope.cos * bank.sin),
                        -p->gravity * (slope.cos * bank.cos)};
}

/* Vector from the centre of mass of a link to a point of it, and the velocity of the point. */
static struct root_arm point_arm(const struct vehicle_eval *m, const struct vehicle_point *point)
{
    const struct linkage_link *link = &m->work.link[point->link];
    struct vec s = mat_turn(&link->R, point->arm);
    return (struct root_arm){s, vec_add(link->v, vec_cross(link->W, s))};
}

/* Power of the inputs of a point with this velocity. */
static double point_power(const struct vehicle_eval *m, const struct vehicle_point *point,
                          struct vec v)
{
    const struct point_input *u = vehicle_input_of(m->view, point->part);
    return vec_dot(u->force, v) + vec_dot(u->torque, m->work.link[point->link].W);
}

static void push_points(struct vehicle_eval *m)
{
    for (size_t i = 0; i < m->v->points; i++) {
        const struct vehicle_point *point = &m->v->point[i];
        const struct point_input *u = vehicle_input_of(m->view, point->part);
        linkage_add_load(&m->load[point->link], point_arm(m, point).s, u->force, u->torque);
    }
}

struct vehicle_ends vehicle_spring_ends(const struct vehicle_eval *m, size_t i)
{
    const struct vehicle_spring *spring = &m->v->spring[i];
    const struct spring_param *p = vehicle_param_of(m->view, spring->part);
    const struct spring_input *u = vehicle_input_of(m->view, spring->part);
    const struct vehicle_point *a = &m->v->point[spring->end[0]], *b = &m->v->point[spring->end[1]];
    struct root_arm first = point_arm(m, a), second = point_arm(m, b);
    struct vec between = vec_sub(vec_add(m->work.link[b->link].r, second.s),
                                 vec_add(m->work.link[a->link].r, first.s));
    double length = num_hypot(num_hypot(between.x, between.y), between.z);
    struct vehicle_ends ends = {.length = length};
    if (length > 0)
        ends.direction = vec_scale(1 / length, between);
    ends.rate = vec_dot(vec_sub(second.v, first.v), ends.direction);
    ends.force = p->stiffness * (length - p->rest) + p->damping * ends.rate + u->force;
    return ends;
}

static void pull_springs(struct vehicle_eval *m)
{
    const struct vec none = {0, 0, 0};
    for (size_t i = 0; i < m->v->springs; i++) {
        const struct vehicle_spring *spring = &m->v->spring[i];
        const struct spring_param *p = vehicle_param_of(m->view, spring->part);
        struct vehicle_ends ends = vehicle_spring_ends(m, i);
        for (int k = 0; k < 2; k++) {
            const struct vehicle_point *point = &m->v->point[spring->end[k]];
            double force = k == 0 ? ends.force : -ends.force;
            linkage_add_load(&m->load[point->link], point_arm(m, point).s,
                             vec_scale(force, ends.direction), none);
        }
        m->lost += p->damping * ends.rate * ends.rate;
    }
}

static void push_tyres(struct vehicle_eval *m)
{
    for (size_t w = 0; w < m->work.contacts; w++) {
        if (!vehicle_law(m, w)->loads)
            continue;
        const struct linkage_contact *contact = &m->work.contact[w];
        size_t link = m->v->linkage.wheel[contact->wheel].body;
        struct vec force, torque;
        vehicle_evaluate_tyre(m, w);
        m->lost += tyre_stop_extend(m, w);
        vehicle_tyre_load(m, w, &force, &torque);
        linkage_add_load(&m->load[link], vec_sub(contact->centre, m->work.link[link].r), force,
                         torque);
        m->lost += vehicle_tyre_loss(m, w);
    }
}

/* Force or torque of a joint's motor on its child. */
static double motor_effort(const struct view *view, const struct part *part)
{
    if (vehicle_is(part, VEHICLE_WHEEL))
        return ((const struct wheel_input *)vehicle_input_of(view, part))->effort;
    if (vehicle_is(part, VEHICLE_SLIDE))
        return ((const struct slide_input *)vehicle_input_of(view, part))->effort;
    const struct hinge_input *u = vehicle_input_of(view, part);
    const struct joint_param *p = vehicle_param_of(view, part);
    return u->effort + p->stiffness * u->target;
}

static void drive_joints(struct vehicle_eval *m)
{
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        double rate = vehicle_joint(m, j)->rate;
        m->effort[j] = motor_effort(m->view, m->v->joint[j].part);
        m->lost += m->v->linkage.body[j + 1].joint.damping * rate * rate;
        double lost, force = vehicle_stop_effort(m, j, &lost);
        m->effort[j] += force;
        m->lost += lost;
        if (m->brake[j].mode == VEHICLE_SLIP || m->brake[j].mode == VEHICLE_INCIPIENT) {
            double torque = m->brake[j].limit * m->brake[j].direction[0];
            m->effort[j] -= torque;
            m->lost += torque * rate;
        }
    }
}

/* Power of gravity that has turned since init, which is work because the potential energy uses the
 * gravity of init. */
double vehicle_tilt_power(const struct vehicle_eval *m, struct vec before)
{
    struct vec more = vec_sub(m->drive.gravity, before);
    double power = 0;
    if (more.x == 0 && more.y == 0 && more.z == 0)
        return 0;
    for (size_t i = 0; i < m->v->linkage.bodies; i++)
        power += m->v->linkage.body[i].mass * vec_dot(more, m->work.link[i].v);
    return power;
}

/* ---- accelerations ---- */

int32_t vehicle_stand(struct vehicle_eval *m)
{
    linkage_place(&m->v->linkage, m->state, &m->work);
    return m->failed == WD_OK ? vehicle_factor(m, 0) : m->failed;
}

int32_t vehicle_factor(struct vehicle_eval *m, double span)
{
    const struct vehicle *v = m->v;
    int32_t status = linkage_factor_step(&v->linkage, span, &m->work);
    if (status == WD_OK)
        return WD_OK;
    int of_joint = m->work.singular < linkage_joints(&v->linkage);
    *m->view->why =
        vehicle_fault(m->view, of_joint ? v->joint[m->work.singular].part : v->body[0].part,
                      "nothing resists its motion, neither mass nor inertia");
    return status;
}

void vehicle_add_loads(struct vehicle_eval *m)
{
    m->lost = 0;
    memset(m->load, 0, m->v->linkage.bodies * sizeof *m->load);
    push_points(m);
    pull_springs(m);
    if (!m->tyres.by_rows)
        push_tyres(m);
    vehicle_add_resistance(m);
    drive_joints(m);
}

double vehicle_put_in(const struct vehicle_eval *m)
{
    double power = 0;
    for (size_t i = 0; i < m->v->points; i++) {
        const struct vehicle_point *point = &m->v->point[i];
        power += point_power(m, point, point_arm(m, point).v);
    }
    for (size_t i = 0; i < m->v->springs; i++) {
        const struct spring_input *u = vehicle_input_of(m->view, m->v->spring[i].part);
        if (u->force != 0)
            power -= u->force * vehicle_spring_ends(m, i).rate;
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        power += motor_effort(m->view, m->v->joint[j].part) * vehicle_joint(m, j)->rate;
    return power;
}

int vehicle_is_moving(const struct vehicle_eval *m)
{
    for (size_t i = 0; i < linkage_speeds(&m->v->linkage); i++)
        if (m->state[linkage_speed_at(i)] != 0)
            return 1;
    return 0;
}

double vehicle_largest_speed(const struct vehicle_eval *m)
{
    double most = 0;
    for (size_t i = LINKAGE_VELOCITY; i < LINKAGE_JOINT; i++)
        most = num_fmax(most, fabs(m->state[i]));
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        most = num_fmax(most, fabs(vehicle_joint(m, j)->rate));
    return most;
}

void vehicle_halt(struct vehicle_eval *m)
{
    for (size_t i = 0; i < linkage_speeds(&m->v->linkage); i++)
        m->state[linkage_speed_at(i)] = 0;
}

void vehicle_read_speeds(const struct vehicle_eval *m, double *speeds)
{
    memcpy(speeds, m->state + LINKAGE_VELOCITY, 6 * sizeof *speeds);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        speeds[6 + j] = vehicle_joint(m, j)->rate;
    vec_put(mat_turn(&m->work.link[0].R, vec_at(speeds + 3)), speeds + 3);
}

/* True if a contact or brake slips in the last solution of the contact problem. */
static int any_slips(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t i = 0; i < m->friction.count; i++)
        any |= m->friction.element[i].mode == FRICTION_SLIP;
    return any;
}

/* True if accelerations are zero to rounding, no contact or brake slides and no wheel is relaxed.
 * vehicle_accelerate() then sets the accelerations of a vehicle at rest to zero, so that its
 * position keeps all bits. */
int vehicle_is_balanced(const struct vehicle_eval *m)
{
    double most = 0;
    if (m->relaxes || (m->yields ? any_slips(m) : vehicle_is_sliding(m)))
        return 0;
    for (size_t i = 0; i < linkage_speeds(&m->v->linkage); i++)
        most = num_fmax(most, fabs(m->acceleration[i]));
    return most <= VEHICLE_ROUNDING * vehicle_g(m);
}

int32_t vehicle_accelerate(struct vehicle_eval *m)
{
    vehicle_add_loads(m);
    int stops = !m->tyres.by_rows && tyre_stop_list(m) > 0;
    int32_t status = stops ? tyre_stop_accelerate(m) : vehicle_follow_loads(m);
    if (status != WD_OK)
        return status;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (stop_holds(m, j))
            m->acceleration[6 + j] = 0;
    if (!vehicle_is_moving(m) && vehicle_is_balanced(m))
        memset(m->acceleration, 0, linkage_speeds(&m->v->linkage) * sizeof *m->acceleration);
    return WD_OK;
}

int32_t vehicle_weigh(struct vehicle_eval *m)
{
    int32_t status = vehicle_accelerate(m);
    if (status != WD_OK)
        return status;
    m->shares = 0;
    if (m->relaxes || m->yields)
        return WD_OK;
    linkage_share(&m->v->linkage, &m->hold, &m->work, m->along);
    vehicle_share_within_limits(m);
    vehicle_report_forces(m);
    return WD_OK;
}
