/* SPDX-License-Identifier: MIT */
/* The rolling disc of disc.h in MuJoCo: a thin cylinder on a plane, with the engine's usual
 * contacts. */
#ifndef BENCH_MUJOCO_DISC_H
#define BENCH_MUJOCO_DISC_H

#include "disc.h"
#include "mujoco-load.h"

struct mujoco_disc {
    mjModel *model;
    mjData *data;
};

static inline struct mujoco_disc mujoco_disc_new(const char *integrator, double dt)
{
    char text[1024];
    double A = disc_axial_inertia() / 2;
    snprintf(text, sizeof text,
             "<mujoco><option timestep='%g' integrator='%s' gravity='0 0 -%g'/><worldbody>"
             "<geom type='plane' size='0 0 1' friction='1'/>"
             "<body><freejoint/><inertial pos='0 0 0' mass='%g' diaginertia='%.17g %.17g %.17g'/>"
             "<geom type='cylinder' size='%g %g' friction='1'/></body></worldbody></mujoco>",
             dt, integrator, disc_gravity, disc_mass, A, A, disc_axial_inertia(), disc_radius,
             disc_half_width);
    struct mujoco_disc disc = {mujoco_load(text), NULL};
    disc.data = mj_makeData(disc.model);
    return disc;
}

static inline void mujoco_disc_place(struct mujoco_disc *disc)
{
    struct disc_start start = disc_start();
    mj_resetData(disc->model, disc->data);
    const double place[7] = {0, 0, start.height, start.half_lean[0], start.half_lean[1], 0, 0};
    memcpy(disc->data->qpos, place, sizeof place);
    memcpy(disc->data->qvel, start.velocity, sizeof start.velocity);
    mju_rotVecMatT(disc->data->qvel + 3, start.rotation,
                   (const double[9]){1, 0, 0, 0, cos(disc_lean), -sin(disc_lean), 0, sin(disc_lean),
                                     cos(disc_lean)});
    mj_forward(disc->model, disc->data);
}

static inline double mujoco_disc_energy(const struct mujoco_disc *disc)
{
    double w[3], R[9];
    mju_quat2Mat(R, disc->data->qpos + 3);
    mju_rotVecMat(w, disc->data->qvel + 3, R);
    const double axle[3] = {R[2], R[5], R[8]};
    return disc_energy(disc->data->qpos[2], disc->data->qvel, w, axle);
}

static inline void mujoco_disc_free(struct mujoco_disc *disc)
{
    mj_deleteData(disc->data);
    mj_deleteModel(disc->model);
}

#endif
