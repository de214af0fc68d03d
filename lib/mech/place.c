/* SPDX-License-Identifier: MIT */
/* Positions, rates and forces of single bodies. */
#include "mech/mech.h"
#include "num/elementary.h"

#include <math.h>

/* R = Rz(yaw) Rx(roll) Ry(pitch): the columns of Rz Rx are the heading, the axle and their normal;
 * Ry rotates the first towards the last. */
static void place(const struct mech_state *state, struct mech_pose *pose)
{
    struct sine_cosine yaw = num_sincos(state->yaw), roll = num_sincos(state->roll);
    struct sine_cosine pitch = num_sincos(state->pitch);
    double cos_yaw = yaw.cos, sin_yaw = yaw.sin;
    double cos_roll = roll.cos, sin_roll = roll.sin;
    double cos_pitch = pitch.cos, sin_pitch = pitch.sin;
    struct vec heading = {cos_yaw, sin_yaw, 0}, left = {-sin_yaw, cos_yaw, 0};
    struct vec upright = {sin_yaw * sin_roll, -cos_yaw * sin_roll, cos_roll};
    pose->heading = heading;
    pose->left = left;
    pose->cos_roll = cos_roll;
    pose->sin_roll = sin_roll;
    pose->R.x = vec_along(vec_scale(cos_pitch, heading), -sin_pitch, upright);
    pose->R.y = (struct vec){-sin_yaw * cos_roll, cos_yaw * cos_roll, sin_roll};
    pose->R.z = vec_along(vec_scale(sin_pitch, heading), cos_pitch, upright);
    pose->W = mat_turn(&pose->R, state->w);
}

void mech_place(const struct mech_system *system, const struct mech_state *state,
                struct mech_work *work)
{
    for (size_t i = 0; i < system->bodies; i++)
        place(&state[i], &work->pose[i]);
}

/* W = yaw' z + roll' heading + pitch' axle, and the axle is cos(roll) left + sin(roll) z. */
struct vec mech_angle_rates(const struct mech_pose *pose)
{
    double pitch = vec_dot(pose->W, pose->left) / pose->cos_roll;
    return (struct vec){pose->W.z - pose->sin_roll * pitch, vec_dot(pose->W, pose->heading), pitch};
}

void mech_forces(const struct mech_system *system, const struct mech_state *state,
                 const struct mech_drive *drive, const struct mech_pose *pose, struct mech_rate *f)
{
    for (size_t i = 0; i < system->bodies; i++) {
        const struct mech_body *body = &system->body[i];
        struct vec spin = sym_times(&body->inertia, state[i].w);
        f[i].v = drive->body[i].force;
        f[i].v.z -= body->mass * system->gravity;
        f[i].w =
            vec_sub(mat_turn_back(&pose[i].R, drive->body[i].torque), vec_cross(state[i].w, spin));
    }
    for (size_t k = 0; k < system->hinges; k++) {
        const struct mech_hinge *hinge = &system->hinge[k];
        struct vec axis = mat_turn(&pose[hinge->child].R, hinge->n);
        struct vec in_parent = mat_turn_back(&pose[hinge->parent].R, axis);
        f[hinge->child].w = vec_along(f[hinge->child].w, drive->hinge[k], hinge->n);
        f[hinge->parent].w = vec_along(f[hinge->parent].w, -drive->hinge[k], in_parent);
    }
}
