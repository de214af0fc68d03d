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

int moreau_rebounds(const struct vehicle_eval *m)
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
    if (m->tyres.rows > 0 || !moreau_rebounds(m))
        return 0;
    for (size_t i = 0; i < rows; i++) {
        double mean = mean_of(m, i), half = 0.5 * change_of(m, i, m->impulse);
        gained += m->impulse[i] * (mean + half);
        scale += fabs(m->impulse[i]) * (fabs(mean) + fabs(half));
    }
    return gained > HIT_GAIN * scale * (double)rows;
}

/* Energy that the impulses m->impulse add, their products with the means of the velocities before
 * and after the step, and its first two derivatives along the direction x. */
static void expand_energy(const struct vehicle_eval *m, const double *x, double energy[3])
{
    size_t rows = m->work.rows;
    memset(energy, 0, 3 * sizeof *energy);
    for (size_t i = 0; i < rows; i++) {
        double mean = mean_of(m, i), change = change_of(m, i, m->impulse);
        energy[0] += m->impulse[i] * (mean + 0.5 * change);
        energy[1] += x[i] * (mean + change);
        energy[2] += x[i] * change_of(m, i, x);
    }
}

/* Largest fraction of the way along x at which no energy is gained, or no more than at its start.
 * The energy is a convex parabola. */
static double fraction_without_gain(const struct vehicle_eval *m, const double *x)
{
    double energy[3];
    expand_energy(m, x, energy);
    double start = num_fmin(0, energy[0]), root = energy[1] * energy[1] - 2 * energy[2] * start;
    double part = (sqrt(root) - energy[1]) / energy[2];
    return energy[2] > 0 && part < 1 ? num_fmax(0, part) : 1;
}

static void shift_free(struct vehicle_eval *m, double by)
{
    for (size_t i = 0; i + m->tyres.rows < m->work.rows; i++)
        m->work.free[i] += by * rebound_along(m, i);
}

int32_t moreau_limit_rebounds(struct vehicle_eval *m, size_t count)
{
    size_t rows = m->work.rows;
    double *x = m->change;
    memcpy(x, m->impulse, rows * sizeof *x);
    shift_free(m, 1);
    vehicle_build_problem(m, m->work.free, count);
    int32_t status = friction_solve(&m->friction);
    memcpy(m->impulse, m->friction.r, rows * sizeof *m->impulse);
    shift_free(m, -1);
    dense_add(x, -1, m->impulse, rows);
    if (status == WD_OK)
        dense_add(m->impulse, fraction_without_gain(m, x), x, rows);
    return status;
}
