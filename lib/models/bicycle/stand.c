/* SPDX-License-Identifier: MIT */
/* Initial state that satisfies all constraints. */
#include "models/bicycle/assemble.h"
#include "num/elementary.h"

#include <math.h>

enum { MOST_ITERATIONS = 50 };

/* Configuration: orientations of the bodies in space and vectors between their points. */
struct pose {
    struct mat R[BICYCLE_BODIES];
    struct vec steer_axis, to_hinge, to_front; /* rear axle to hinge, hinge to front axle */
};

static struct mat product(const struct mat *a, const struct mat *b)
{
    return (struct mat){mat_turn(a, b->x), mat_turn(a, b->y), mat_turn(a, b->z)};
}

/* Rotation matrix by Rodrigues' formula. Its columns are cos e + sin n x e + (1 - cos) (n . e) n
 * for the unit vectors e. */
static struct mat turn_about(struct vec n, double angle)
{
    double c = num_cos(angle), s = num_sin(angle);
    struct vec a = vec_scale(1 - c, n);
    return (struct mat){
        vec_add(vec_scale(n.x, a), (struct vec){c, s * n.z, -s * n.y}),
        vec_add(vec_scale(n.y, a), (struct vec){-s * n.z, c, s * n.x}),
        vec_add(vec_scale(n.z, a), (struct vec){s * n.y, -s * n.x, c}),
    };
}

/* Orientation Rz Rx Ry of the rear frame. */
static struct mat orientation(double yaw, double roll, double pitch)
{
    struct mat Rz = turn_about((struct vec){0, 0, 1}, yaw);
    struct mat Rx = turn_about((struct vec){1, 0, 0}, roll);
    struct mat Ry = turn_about((struct vec){0, 1, 0}, pitch), Rzx = product(&Rz, &Rx);
    return product(&Rzx, &Ry);
}

/* Compute the configuration at this pitch of the rear frame. */
static void lay_out(const struct bicycle *bicycle, const struct bicycle_start *start, double pitch,
                    struct pose *pose)
{
    const struct mech_hinge *rear = &bicycle->hinge[REAR_AXLE], *steer = &bicycle->hinge[STEERING];
    const struct mech_hinge *front = &bicycle->hinge[FRONT_AXLE];
    struct mat turn = turn_about(steer->n, start->steer), *R = pose->R;
    R[REAR_FRAME] = orientation(start->yaw, start->roll, pitch);
    R[FRONT_FRAME] = product(&R[REAR_FRAME], &turn);
    pose->steer_axis = mat_turn(&R[FRONT_FRAME], steer->n);
    pose->to_hinge = mat_turn(&R[REAR_FRAME], vec_sub(steer->at_parent, rear->at_parent));
    pose->to_front = mat_turn(&R[FRONT_FRAME], vec_sub(front->at_parent, steer->at_child));
}

/* Height of the front wheel's lowest point, and its derivative with respect to the pitch angle,
 * which turns the bicycle about the rear axle. */
static double gap(const struct bicycle *bicycle, const struct bicycle_start *start,
                  const struct pose *pose, double *slope)
{
    struct vec axle = pose->R[FRONT_FRAME].y, reach = vec_add(pose->to_hinge, pose->to_front);
    struct vec about = pose->R[REAR_FRAME].y, turned = vec_cross(about, axle);
    double cos_roll = sqrt(axle.x * axle.x + axle.y * axle.y), radius = bicycle->wheel[1].radius;
    *slope = vec_cross(about, reach).z + radius * axle.z * turned.z / cos_roll;
    return bicycle->wheel[0].radius * num_cos(start->roll) + reach.z - radius * cos_roll;
}

/* Tolerance of Newton's iteration, a few times DBL_EPSILON: for the gap relative to the radii, for
 * the pitch in rad. */
#define PITCH_ROUNDING 1e-15

/* Find the pitch by Newton's iteration. The iteration starts at zero, which is close to the
 * solution. */
static const char *find_pitch(const struct bicycle *bicycle, const struct bicycle_start *start,
                              struct pose *pose, double *pitch)
{
    double largest = bicycle->wheel[0].radius + bicycle->wheel[1].radius;
    *pitch = 0;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        double slope;
        lay_out(bicycle, start, *pitch, pose);
        double z = gap(bicycle, start, pose, &slope), step = z / slope;
        if (!isfinite(step))
            break;
        *pitch -= step;
        if (fabs(z) <= PITCH_ROUNDING * largest || fabs(step) <= PITCH_ROUNDING) {
            lay_out(bicycle, start, *pitch, pose);
            return NULL;
        }
    }
    return "the front wheel cannot be put on the ground";
}

static void set_down(const struct bicycle *bicycle, const struct bicycle_start *start,
                     const struct pose *pose, double pitch, struct mech_state *state)
{
    const struct mat *R = pose->R;
    struct vec at[BICYCLE_BODIES];
    at[REAR_WHEEL] =
        (struct vec){start->x, start->y, bicycle->wheel[0].radius * num_cos(start->roll)};
    at[REAR_FRAME] =
        vec_sub(at[REAR_WHEEL], mat_turn(&R[REAR_FRAME], bicycle->hinge[REAR_AXLE].at_parent));
    at[FRONT_WHEEL] = vec_add(vec_add(at[REAR_WHEEL], pose->to_hinge), pose->to_front);
    at[FRONT_FRAME] =
        vec_sub(at[FRONT_WHEEL], mat_turn(&R[FRONT_FRAME], bicycle->hinge[FRONT_AXLE].at_parent));
    /* Compute the angles of the front frame from its axes. Its yaw is the equivalent angle closest
     * to the yaw of the rear frame. */
    const struct mat *H = &R[FRONT_FRAME];
    struct vec heading = {num_cos(start->yaw), num_sin(start->yaw), 0};
    struct vec left = {-heading.y, heading.x, 0};
    double yaw = start->yaw + num_atan2(-vec_dot(H->y, heading), vec_dot(H->y, left));
    double roll = num_asin(num_fmax(-1, num_fmin(1, H->y.z)));
    double front_pitch = num_atan2(-H->x.z, H->z.z);
    const double angles[BICYCLE_BODIES][3] = {
        [REAR_WHEEL] = {start->yaw, start->roll, pitch + start->rear_angle},
        [REAR_FRAME] = {start->yaw, start->roll, pitch},
        [FRONT_FRAME] = {yaw, roll, front_pitch},
        [FRONT_WHEEL] = {yaw, roll, front_pitch + start->front_angle},
    };
    for (size_t i = 0; i < BICYCLE_BODIES; i++)
        state[i] = (struct mech_state){
            .x = at[i], .yaw = angles[i][0], .roll = angles[i][1], .pitch = angles[i][2]};
}

/* Quantities that determine the velocity of the front contact: the angular velocity W of the rear
 * frame and the speeds of the hinges. */
struct speeds {
    struct vec W;
    double rear, steer, front;
};

/* Slip velocity of the front contact if the rear wheel rolls without slip. Also sets the velocities
 * v of the wheels' centres and the angular velocities W of all bodies. */
static struct vec slip(const struct pose *pose, const struct vec contact[2],
                       const struct speeds *speed, struct vec *v, struct vec *W)
{
    const struct mat *R = pose->R;
    W[REAR_FRAME] = speed->W;
    W[REAR_WHEEL] = vec_along(speed->W, speed->rear, R[REAR_FRAME].y);
    W[FRONT_FRAME] = vec_along(speed->W, speed->steer, pose->steer_axis);
    W[FRONT_WHEEL] = vec_along(W[FRONT_FRAME], speed->front, R[FRONT_FRAME].y);
    v[REAR_WHEEL] = vec_cross(contact[0], W[REAR_WHEEL]);
    v[FRONT_WHEEL] = vec_add(v[REAR_WHEEL], vec_add(vec_cross(W[REAR_FRAME], pose->to_hinge),
                                                    vec_cross(W[FRONT_FRAME], pose->to_front)));
    return vec_add(v[FRONT_WHEEL], vec_cross(W[FRONT_WHEEL], contact[1]));
}

/* Vector from the centre of a disc with this axle to its contact point on the ground. */
static struct vec to_contact(struct vec axle, double radius)
{
    double level = sqrt(axle.x * axle.x + axle.y * axle.y);
    return vec_scale(-radius / level,
                     (struct vec){-axle.x * axle.z, -axle.y * axle.z, level * level});
}

/* Find the velocities without slip. The slip of the front wheel is linear in three unknowns: the
 * angular velocities of the rear frame about `left` and `up`, and the speed of the front wheel.
 * Cramer's rule gives the unknowns for which the slip is 0. */
static const char *roll_on(const struct bicycle *bicycle, const struct bicycle_start *start,
                           const struct pose *pose, struct mech_state *state)
{
    const struct mat *R = pose->R;
    struct vec contact[2] = {to_contact(R[REAR_FRAME].y, bicycle->wheel[0].radius),
                             to_contact(R[FRONT_FRAME].y, bicycle->wheel[1].radius)};
    struct vec heading = {num_cos(start->yaw), num_sin(start->yaw), 0},
               left = {-heading.y, heading.x, 0};
    struct vec up = {0, 0, 1}, v[BICYCLE_BODIES], W[BICYCLE_BODIES];
    struct speeds known = {vec_scale(start->roll_rate, heading),
                           start->speed / bicycle->wheel[0].radius, start->steer_rate, 0};
    struct vec s = slip(pose, contact, &known, v, W);
    struct vec a = slip(pose, contact, &(struct speeds){.W = left}, v, W);
    struct vec b = slip(pose, contact, &(struct speeds){.W = up}, v, W);
    struct vec c = slip(pose, contact, &(struct speeds){.front = 1}, v, W);
    double f = -1 / vec_dot(a, vec_cross(b, c));
    known.W = vec_along(known.W, f * vec_dot(s, vec_cross(b, c)), left);
    known.W = vec_along(known.W, f * vec_dot(a, vec_cross(s, c)), up);
    known.front = f * vec_dot(a, vec_cross(b, s));
    slip(pose, contact, &known, v, W);
    v[REAR_FRAME] = vec_sub(
        v[REAR_WHEEL],
        vec_cross(W[REAR_FRAME], mat_turn(&R[REAR_FRAME], bicycle->hinge[REAR_AXLE].at_parent)));
    v[FRONT_FRAME] = vec_sub(
        v[FRONT_WHEEL],
        vec_cross(W[FRONT_FRAME], mat_turn(&R[FRONT_FRAME], bicycle->hinge[FRONT_AXLE].at_parent)));
    for (size_t i = 0; i < BICYCLE_BODIES; i++) {
        struct mat axes = orientation(state[i].yaw, state[i].roll, state[i].pitch);
        state[i].v = v[i];
        state[i].w = mat_turn_back(&axes, W[i]);
    }
    return isfinite(f) ? NULL : "no velocities let both wheels roll without slip";
}

const char *bicycle_stand(const struct bicycle *bicycle, const struct bicycle_start *start,
                          struct mech_state *state)
{
    struct pose pose;
    double pitch;
    const char *fault = find_pitch(bicycle, start, &pose, &pitch);
    if (fault)
        return fault;
    set_down(bicycle, start, &pose, pitch, state);
    return roll_on(bicycle, start, &pose, state);
}
