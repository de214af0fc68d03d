/* SPDX-License-Identifier: MIT */
/* Projection onto the constraints. */
#include "mech/mech.h"
#include "num/elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Convergence is quadratic: one or two iterations reach rounding, unless a step was far off. */
enum { MOST_ITERATIONS = 8 };

/* Relative rounding error of a sum over a chain of bodies. */
#define PLACE_ROUNDING (64 * DBL_EPSILON)

/* Return the rounding error of places. The error is proportional to their size, because a fixed
 * tolerance cannot be met far from the origin. */
double mech_tolerance(const struct mech_system *system, const struct mech_state *state)
{
    double largest = 0;
    for (size_t i = 0; i < system->bodies; i++)
        largest = num_fmax(largest, num_fmax(fabs(state[i].x.x), fabs(state[i].x.y)));
    return PLACE_ROUNDING * (1 + largest);
}

/* lambda := violations of the holonomic rows, or D u; returns the largest of them. */
static double violations(const struct mech_normal *normal, double *lambda)
{
    const struct mech_system *system = normal->system;
    const struct mech_work *work = normal->work;
    double largest = 0;
    for (size_t k = 0; k < system->hinges + system->wheels; k++) {
        const struct mech_group *g = &system->group[k];
        size_t rows = normal->holonomic ? g->holonomic : g->rows;
        for (size_t i = g->first; i < g->first + rows; i++) {
            lambda[i] = normal->holonomic ? work->row[i].violation
                                          : mech_row_product(g, &work->row[i], work->u);
            double size = fabs(lambda[i]);
            if (size > largest || isnan(size)) /* NaN is kept */
                largest = size;
        }
    }
    return largest;
}

/* Move the bodies by work->u. The angular part of work->u is a small rotation in body axes with
 * by_mass, otherwise the changes of the angles. */
static void move(const struct mech_system *system, int by_mass, const struct mech_work *work,
                 struct mech_state *state)
{
    for (size_t i = 0; i < system->bodies; i++) {
        struct mech_pose pose = work->pose[i];
        struct vec angles = work->u[i].w;
        if (by_mass) {
            pose.W = mat_turn(&pose.R, work->u[i].w);
            angles = mech_angle_rates(&pose);
        }
        state[i].x = vec_add(state[i].x, work->u[i].v);
        state[i].yaw += angles.x;
        state[i].roll += angles.y;
        state[i].pitch += angles.z;
    }
}

static int32_t project_positions(const struct mech_normal *normal, struct mech_state *state,
                                 double *error)
{
    const struct mech_system *system = normal->system;
    struct mech_work *work = normal->work;
    for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
        mech_place(system, state, work);
        mech_constrain(system, state, normal->by_mass ? MECH_BODY_AXES : MECH_ANGLES, work);
        double violation = violations(normal, work->lambda);
        if (iteration == 0)
            *error = violation;
        if (violation <= mech_tolerance(system, state))
            return WD_OK;
        if (!mech_normal_factor(normal))
            return WD_ESINGULAR;
        mech_normal_solve(normal, work->lambda);
        memset(work->u, 0, system->bodies * sizeof *work->u);
        mech_push(normal, work->lambda, work->u);
        move(system, normal->by_mass, work, state);
    }
    return WD_ENOCONV;
}

/* Compute the rows, work->u and lambda; returns the largest entry of D u. */
static double slip(const struct mech_normal *normal, const struct mech_state *state)
{
    const struct mech_system *system = normal->system;
    struct mech_work *work = normal->work;
    mech_place(system, state, work);
    mech_constrain(system, state, MECH_BODY_AXES, work);
    for (size_t i = 0; i < system->bodies; i++)
        work->u[i] = (struct mech_rate){state[i].v, state[i].w};
    return violations(normal, work->lambda);
}

static int32_t project_velocities(const struct mech_normal *normal, struct mech_state *state,
                                  double *error)
{
    const struct mech_system *system = normal->system;
    struct mech_work *work = normal->work;
    *error = slip(normal, state);
    if (!mech_normal_factor(normal))
        return WD_ESINGULAR;
    mech_normal_solve(normal, work->lambda);
    mech_push(normal, work->lambda, work->u);
    for (size_t i = 0; i < system->bodies; i++) {
        state[i].v = work->u[i].v;
        state[i].w = work->u[i].w;
    }
    return WD_OK;
}

int32_t mech_project(const struct mech_system *system, int by_mass, struct mech_state *state,
                     struct mech_work *work, struct mech_errors *errors)
{
    struct mech_normal positions = {system, work, 1, by_mass},
                       velocities = {system, work, 0, by_mass};
    int32_t status = project_positions(&positions, state, &errors->position);
    return status == WD_OK ? project_velocities(&velocities, state, &errors->velocity) : status;
}

struct mech_errors mech_errors(const struct mech_system *system, const struct mech_state *state,
                               struct mech_work *work)
{
    struct mech_normal positions = {system, work, 1, 0}, velocities = {system, work, 0, 0};
    double velocity = slip(&velocities, state);
    return (struct mech_errors){violations(&positions, work->lambda), velocity};
}
