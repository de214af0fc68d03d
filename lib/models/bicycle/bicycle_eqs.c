/* SPDX-License-Identifier: MIT */
/* Accelerations of the bicycle for given torques, and projection onto its constraints. */
#include "models/bicycle/bicycle.h"

int32_t bicycle_accelerate(const struct view *view, const struct mech_state *body,
                           struct mech_work *work, struct bicycle_motion *motion)
{
    static mech_solver *const solvers[] = {mech_tree, mech_range_space, mech_pseudo};
    const struct bicycle *bicycle = view->course;
    const struct bicycle_input *u = view->input;
    const struct bicycle_solver *solver = view->solver;
    const double torque[BICYCLE_HINGES] = {u->rear_torque, u->steer_torque, u->front_torque};
    struct mech_load load[BICYCLE_BODIES] = {{{0, 0, 0}, {0, 0, 0}}};
    mech_place(&bicycle->system, body, work);
    load[REAR_FRAME].torque = vec_scale(u->roll_torque, work->pose[REAR_FRAME].heading);
    int32_t status = solvers[(size_t)solver->acceleration](&bicycle->system, body,
                                                           &(struct mech_drive){torque, load}, work,
                                                           motion->rate, motion->lambda);
    if (status != WD_OK)
        *view->why = "accelerations and contact forces are not determined";
    return status;
}

struct bicycle_rates bicycle_rates(const struct bicycle *bicycle, const struct mech_state *body,
                                   const struct mech_pose *pose)
{
    struct vec turning = vec_sub(body[FRONT_FRAME].w, body[REAR_FRAME].w);
    return (struct bicycle_rates){
        .roll = vec_dot(pose[REAR_FRAME].W, pose[REAR_FRAME].heading),
        .steer = vec_dot(bicycle->hinge[STEERING].n, turning),
        .rear = body[REAR_WHEEL].w.y - body[REAR_FRAME].w.y,
        .front = body[FRONT_WHEEL].w.y - body[FRONT_FRAME].w.y,
    };
}

int32_t bicycle_flow(const struct view *view, const double *y, double *dy)
{
    const struct bicycle *bicycle = view->course;
    const struct bicycle_input *u = view->input;
    const struct bicycle_point *point = (const struct bicycle_point *)y;
    struct bicycle_point *change = (struct bicycle_point *)dy;
    struct mech_work work = mech_carve(&bicycle->system, view->scratch);
    struct bicycle_motion motion;
    int32_t status = bicycle_accelerate(view, point->body, &work, &motion);
    if (status != WD_OK)
        return status;
    for (size_t i = 0; i < BICYCLE_BODIES; i++) {
        struct vec angles = mech_angle_rates(&work.pose[i]);
        change->body[i] = (struct mech_state){point->body[i].v, angles.x,         angles.y,
                                              angles.z,         motion.rate[i].v, motion.rate[i].w};
    }
    struct bicycle_rates rates = bicycle_rates(bicycle, point->body, work.pose);
    change->work = u->roll_torque * rates.roll + u->steer_torque * rates.steer +
                   u->rear_torque * rates.rear + u->front_torque * rates.front;
    change->dissipated = 0;
    change->error = (struct mech_errors){0, 0};
    change->steps = 0;
    return WD_OK;
}

/* Positions of the bodies occur only in the position errors of the constraints, on which
 * accelerations do not depend. So positions affect only the projection; no rate of the state
 * depends on them. */
void bicycle_mark_cyclic(const struct view *view, int *is_cyclic)
{
    (void)view;
    for (size_t i = 0; i < BICYCLE_BODIES; i++)
        for (size_t k = 0; k < DOUBLES(vec); k++)
            is_cyclic[i * DOUBLES(mech_state) + SLOT(mech_state, x) + k] = 1;
}

int32_t bicycle_project(const struct view *view, double *y)
{
    const struct bicycle *bicycle = view->course;
    const struct bicycle_solver *solver = view->solver;
    struct bicycle_point *point = (struct bicycle_point *)y;
    if (++point->steps < solver->project_every)
        return WD_OK;
    struct mech_work work = mech_carve(&bicycle->system, view->scratch);
    point->steps = 0;
    if (solver->projection == BICYCLE_NO_PROJECTION) {
        point->error = mech_errors(&bicycle->system, point->body, &work);
        return WD_OK;
    }
    int32_t status = mech_project(&bicycle->system, solver->projection == BICYCLE_MASS_WEIGHTED,
                                  point->body, &work, &point->error);
    if (status != WD_OK)
        *view->why = "the motion cannot be projected back onto the constraints";
    if (status == WD_ENOCONV) {
        view->misfit->left = mech_errors(&bicycle->system, point->body, &work).position;
        view->misfit->tolerance = mech_tolerance(&bicycle->system, point->body);
    }
    return status;
}
