/* SPDX-License-Identifier: MIT */
/* Energies and outputs. */
#include "models/bicycle/bicycle.h"
#include "num/elementary.h"

#include <math.h>

/* Index i holds the row of lib/mech for row i + 1 of the paper, whose order is: the hinges, the
 * heights of both wheels, their rolling conditions. */
static const size_t paper_row[BICYCLE_ROWS] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                               11, 12, 13, 14, 15, 18, 16, 17, 19, 20};

/* Compute both energies. Returns the scale of their rounding errors: the sum of their absolute
 * values, because a body below the ground has a negative potential energy. */
static double energies(const struct bicycle *bicycle, const struct mech_state *body,
                       struct common_output *out)
{
    double lifted = 0;
    out->kinetic_energy = out->potential_energy = 0;
    for (size_t i = 0; i < BICYCLE_BODIES; i++) {
        const struct mech_body *b = &bicycle->body[i];
        struct vec spin = sym_times(&b->inertia, body[i].w);
        out->kinetic_energy +=
            0.5 * (b->mass * vec_dot(body[i].v, body[i].v) + vec_dot(body[i].w, spin));
        double potential = b->mass * bicycle->system.gravity * body[i].x.z;
        out->potential_energy += potential;
        lifted += fabs(potential);
    }
    return out->kinetic_energy + lifted;
}

struct energy bicycle_energy(const struct view *view, const double *y)
{
    struct common_output out;
    double scale = energies(view->course, ((const struct bicycle_point *)y)->body, &out);
    return (struct energy){out.kinetic_energy + out.potential_energy, scale};
}

static void angles(const struct bicycle *bicycle, const struct mech_state *body,
                   const struct mech_pose *pose, struct bicycle_output *out)
{
    const struct mech_state *frame = &body[REAR_FRAME];
    struct vec across = pose[FRONT_FRAME].R.y;
    struct vec forward = mat_turn(&pose[REAR_FRAME].R, bicycle->hinge[STEERING].b);
    out->roll = frame->roll;
    out->yaw = frame->yaw;
    out->pitch = frame->pitch;
    out->steer = num_atan2(vec_dot(forward, across), vec_dot(pose[REAR_FRAME].R.y, across));
    out->rear_angle = body[REAR_WHEEL].pitch - frame->pitch;
    out->front_angle = body[FRONT_WHEEL].pitch - body[FRONT_FRAME].pitch;
}

/* Compute the accelerations of the angles by differentiating roll' = W.h and yaw' = W.z - tan(roll)
 * W.l, where h' = yaw' l and l' = -yaw' h. */
static void accelerations(const struct bicycle *bicycle, const struct mech_pose *pose,
                          const struct bicycle_motion *motion, struct bicycle_output *out)
{
    const struct mech_pose *frame = &pose[REAR_FRAME];
    struct vec dW = mat_turn(&frame->R, motion->rate[REAR_FRAME].w);
    struct vec turning = vec_sub(motion->rate[FRONT_FRAME].w, motion->rate[REAR_FRAME].w);
    double tan_roll = frame->sin_roll / frame->cos_roll, aside = vec_dot(frame->W, frame->left);
    out->yaw_rate = frame->W.z - tan_roll * aside;
    out->steer_acc = vec_dot(bicycle->hinge[STEERING].n, turning);
    out->roll_acc = vec_dot(dW, frame->heading) + out->yaw_rate * aside;
    out->yaw_acc = dW.z - tan_roll * (vec_dot(dW, frame->left) - out->yaw_rate * out->roll_rate) -
                   out->roll_rate * aside / (frame->cos_roll * frame->cos_roll);
}

/* Compute the contact point of a wheel, the lowest point of its rim. */
static void contact(const struct mech_state *wheel, const struct mech_pose *pose, double radius,
                    double *x, double *y)
{
    struct vec at = vec_along(wheel->x, radius * pose->sin_roll, pose->left);
    *x = at.x;
    *y = at.y;
}

static void forces(const struct bicycle_motion *motion, struct bicycle_output *out)
{
    const double *rear = motion->lambda + 5 * BICYCLE_HINGES, *front = rear + 3;
    for (size_t i = 0; i < BICYCLE_ROWS; i++)
        out->lambda[i] = motion->lambda[paper_row[i]];
    out->rear_normal = -rear[0];
    out->rear_longitudinal = -rear[1];
    out->rear_lateral = -rear[2];
    out->front_normal = -front[0];
    out->front_longitudinal = -front[1];
    out->front_lateral = -front[2];
}

int32_t bicycle_output(const struct view *view, const double *y, void *to)
{
    const struct bicycle *bicycle = view->course;
    const struct bicycle_point *point = (const struct bicycle_point *)y;
    const struct mech_state *body = point->body;
    struct bicycle_output *out = to;
    struct mech_work work = mech_carve(&bicycle->system, view->scratch);
    struct bicycle_motion motion;
    int32_t status = bicycle_accelerate(view, body, &work, &motion);
    if (status != WD_OK)
        return status;
    struct bicycle_rates rates = bicycle_rates(bicycle, body, work.pose);
    out->common.speed = bicycle->wheel[0].radius * rates.rear;
    out->roll_rate = rates.roll;
    out->steer_rate = rates.steer;
    energies(bicycle, body, &out->common);
    angles(bicycle, body, work.pose, out);
    accelerations(bicycle, work.pose, &motion, out);
    contact(&body[REAR_WHEEL], &work.pose[REAR_WHEEL], bicycle->wheel[0].radius, &out->rear_x,
            &out->rear_y);
    contact(&body[FRONT_WHEEL], &work.pose[FRONT_WHEEL], bicycle->wheel[1].radius, &out->front_x,
            &out->front_y);
    forces(&motion, out);
    out->position_error = point->error.position;
    out->velocity_error = point->error.velocity;
    out->canonical = bicycle_canonical(view->param);
    return WD_OK;
}
