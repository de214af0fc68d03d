/* SPDX-License-Identifier: MIT */
/* Restitution in a Moreau step must not add energy. Newton's law sets the normal velocity of each
 * contact after the step, whatever impulse this needs. With friction, or with several contacts,
 * such impulses may add energy. */
#include "models/vehicle/hit.h"
#include "models/vehicle/moreau.h"
#include "num/dense.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* m/s, rad/s; velocity along a row with which its contact or joint bounces, or 0. */
static double rebound_along(const struct vehicle_eval *m, size_t row)
{
    size_t number = m->work.number[row];
    if (!vehicle_is_brake(m, number))
        return number % 3 == 0 ? m->rebound[number / 3] : 0;
    size_t j = linkage_joint_of(&m->v->linkage, number);
    return stop_side(m, j) * *moreau_rebound_of(m, j);
}

/* Mean of the velocities along a row before the step and after it without impulses of the ground.
 */
static double mean_of(const struct vehicle_eval *m, size_t row)
{
    return 0.5 * (m->slip[row] + m->work.free[row] + rebound_along(m, row));
}

/* Change of the velocity along a row by the impulses x. */
static double change_of(const struct vehicle_eval *m, size_t row, const double *x)
{
    return dense_dot(m->work.matrix + row * m->work.rows, x, m->work.rows);
}

static int any_bounces(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < linkage_contacts(&m->v->linkage) + linkage_joints(&m->v->linkage); c++)
        any |= m->rebound[c] > 0;
    return any;
}

int moreau_rebounds_gain(const struct vehicle_eval *m)
{
    size_t rows = m->work.rows;
    double gained = 0, scale = 0;
    if (m->tyres.rows > 0 || !any_bounces(m))
        return 0;
    for (size_t i = 0; i < rows; i++) {
        double mean = mean_of(m, i), half = 0.5 * change_of(m, i, m->impulse);
        gained += m->impulse[i] * (mean + half);
        scale += fabs(m->impulse[i]) * (fabs(mean) + fabs(half));
    }
    return gained > VEHICLE_SUM_ROUNDING * scale * (double)rows;
}

/* Multiply the speeds of all rebounds by this factor. */
static void scale_rebounds(struct vehicle_eval *m, double factor)
{
    for (size_t i = 0; i + m->tyres.rows < m->work.rows; i++)
        m->work.free[i] += (1 - factor) * rebound_along(m, i);
    dense_scale(m->rebound, factor,
                linkage_contacts(&m->v->linkage) + linkage_joints(&m->v->linkage));
}

static int32_t solve(struct vehicle_eval *m, size_t count)
{
    vehicle_build_problem(m, m->work.free, count);
    int32_t status = friction_solve(&m->friction);
    memcpy(m->impulse, m->friction.r, m->work.rows * sizeof *m->impulse);
    return status;
}

int32_t moreau_solve_rebounds(struct vehicle_eval *m, size_t count)
{
    int32_t status = solve(m, count);
    for (int k = 0; status == WD_OK && moreau_rebounds_gain(m); k++) {
        scale_rebounds(m, k < VEHICLE_MOST_ROUNDS ? 0.5 : 0);
        status = solve(m, count);
    }
    return status;
}
