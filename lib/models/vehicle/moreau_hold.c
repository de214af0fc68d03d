/* SPDX-License-Identifier: MIT */
/* The first guess of a time step: all contacts stick and all brakes hold, except contacts without
 * friction and brakes that continue to slide. This is a linear problem, and the impulses of the
 * last step almost solve it. The correction uses a matrix with a larger diagonal, so that
 * statically indeterminate impulses keep the distribution of the last step. If all impulses are
 * within their limits, the guess is the solution. */
#include "models/vehicle/moreau.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

struct moreau_zero moreau_find_zero(const struct vehicle_eval *m)
{
    double speed = 0, free = dense_largest(m->work.free, m->work.rows);
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vec v = m->work.link[m->v->linkage.wheel[m->work.contact[c].wheel].body].v;
        speed = num_fmax(speed, num_fmax(fabs(v.x), num_fmax(fabs(v.y), fabs(v.z))));
    }
    double rounding = FRICTION_ROUNDING * speed;
    return (struct moreau_zero){FRICTION_ACCEPTED * free + rounding,
                                FRICTION_GOAL * free + rounding,
                                FRICTION_ROUNDING * free + rounding};
}

static int slides(const struct friction_element *e)
{
    return e->set == FRICTION_BAND && e->mode == FRICTION_SLIP;
}

/* True if the impulse is within the friction cone or the capacity of the brake, or if the stop
 * pushes; all to rounding. Impulses are stored as forces, and multiplied by the step again in the
 * next step. */
static int is_allowed(const struct friction_element *e, const double *impulse)
{
    double most = e->limit * (1 + FRICTION_ROUNDING);
    if (e->set == FRICTION_BAND)
        return fabs(impulse[0]) <= most;
    if (e->set == FRICTION_STOP)
        return e->side * impulse[0] + most >= 0;
    double limit = e->mu * impulse[0] * (1 + FRICTION_ROUNDING), x = impulse[1], y = impulse[2];
    return impulse[0] >= 0 && (fabs(x) + fabs(y) <= limit || num_hypot(x, y) <= limit);
}

/* True if all impulses are within their limits and sliding brakes continue to slide. */
static int are_allowed(const struct vehicle_eval *m, size_t count, const struct moreau_zero *zero)
{
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        int fits = slides(e) ? m->sum[e->row] * e->direction[0] >= -zero->small
                             : is_allowed(e, m->impulse + e->row);
        if (!fits)
            return 0;
    }
    return 1;
}

/* ---- impulses of the last step ---- */

/* Mark the rows whose velocity need not be zero: tangential rows of contacts without friction, and
 * rows of sliding brakes. Their impulses are known: zero, or the capacity of the brake against its
 * slip. The impulses along the other rows start from those of the last step. */
static void mark_unconditional_rows(struct vehicle_eval *m, size_t count)
{
    for (size_t i = 0; i < m->work.rows; i++) {
        m->idle[i] = 0;
        m->impulse[i] = m->force[m->work.number[i]];
    }
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        if (e->set == FRICTION_CONE && e->mu == 0)
            for (size_t k = 1; k < 3; k++)
                m->idle[e->row + k] = 1, m->impulse[e->row + k] = 0;
        if (!slides(e))
            continue;
        m->idle[e->row] = 1;
        m->impulse[e->row] = -e->limit * e->direction[0];
    }
}

/* True if no velocity of the other rows is above this. */
static int is_still(const struct vehicle_eval *m, double most)
{
    for (size_t i = 0; i < m->work.rows; i++)
        if (!m->idle[i] && !(fabs(m->sum[i]) <= most))
            return 0;
    return 1;
}

int moreau_holds_unchanged(struct vehicle_eval *m, size_t count, const struct moreau_zero *zero)
{
    mark_unconditional_rows(m, count);
    linkage_feel(&m->v->linkage, &m->work, m->impulse, m->sum);
    dense_add(m->sum, 1, m->work.free, m->work.rows);
    return is_still(m, zero->stays) && are_allowed(m, count, zero);
}

/* ---- with a matrix ---- */

static int factor(const struct vehicle_eval *m)
{
    size_t rows = m->work.rows;
    interrupted(m->work.interrupt, rows * rows * (4 + rows / 16));
    memcpy(m->newton, m->work.matrix, rows * rows * sizeof *m->newton);
    for (size_t i = 0; i < rows; i++) {
        m->newton[i * (rows + 1)] *= 1 + VEHICLE_HOLD_COMPLIANCE;
        for (size_t k = 0; m->idle[i] && k < rows; k++)
            m->newton[i * rows + k] = m->newton[k * rows + i] = i == k;
    }
    return dense_cholesky(m->newton, rows);
}

/* Compute m->sum, the velocities along all rows with these impulses. */
static void find_velocities(struct vehicle_eval *m)
{
    memcpy(m->sum, m->work.free, m->work.rows * sizeof *m->sum);
    dense_add_symmetric(m->sum, m->work.matrix, m->impulse, m->work.rows);
}

/* Correct the impulses by the residual velocities, and set m->sum to those that the correction
 * leaves. They follow from the added part of the diagonal, with fewer operations and less rounding
 * than from the sum of all impulses. */
static void correct(struct vehicle_eval *m)
{
    size_t rows = m->work.rows;
    for (size_t i = 0; i < rows; i++)
        m->change[i] = m->idle[i] ? 0 : -m->sum[i];
    dense_forward(m->newton, rows, rows, m->change);
    dense_backward(m->newton, rows, rows, m->change);
    dense_add(m->impulse, 1, m->change, rows);
    for (size_t i = 0; i < rows; i++)
        m->sum[i] = -VEHICLE_HOLD_COMPLIANCE * m->work.matrix[i * (rows + 1)] * m->change[i];
}

/* Each correction reduces the residual to a small fraction, unless the matrix is nearly singular,
 * as where sticking contacts almost brace each other. When the residual is small, one more
 * correction is made, unless the residual is rounding already. */
int moreau_holds(struct vehicle_eval *m, size_t count, const struct moreau_zero *zero)
{
    int made = factor(m), still = 0;
    for (int k = 0; made && still < 2 && k < VEHICLE_MOST_ROUNDS; k++) {
        correct(m);
        still += is_still(m, zero->rounding) ? 2 : is_still(m, zero->small);
    }
    if (!still)
        return 0;
    find_velocities(m);
    return is_still(m, zero->small) && are_allowed(m, count, zero);
}

/* ---- any other distribution ---- */

/* True if no contact and no stop pulls. The margin m->left does not ensure this: it covers only
 * sticking contacts and holding brakes, not contacts without friction and stops. */
static int none_pulls(const struct vehicle_eval *m, size_t count)
{
    int none = 1;
    for (size_t i = 0; i < count; i++) {
        const struct friction_element *e = &m->friction.element[i];
        none &=
            e->set == FRICTION_BAND || (e->set == FRICTION_STOP ? is_allowed(e, m->impulse + e->row)
                                                                : m->impulse[e->row] >= 0);
    }
    return none;
}

/* Limit an impulse, which may exceed its limit by rounding if the distribution leaves no margin.
 * Stops do not pull, by none_pulls(). */
static void limit_impulse(const struct friction_element *e, double *impulse)
{
    if (is_allowed(e, impulse))
        return;
    if (e->set == FRICTION_BAND) {
        impulse[0] = copysign(e->limit, impulse[0]);
        return;
    }
    double part = e->mu * impulse[0] / num_hypot(impulse[1], impulse[2]);
    impulse[1] *= part;
    impulse[2] *= part;
}

/* Move the distribution towards that with the largest margin, as far as needed to be within the
 * limits. */
static int fits_by_sharing(struct vehicle_eval *m, size_t count)
{
    for (size_t i = 0; i < m->work.rows; i++)
        m->along[i] = m->impulse[i] / m->h;
    vehicle_share_within_limits(m);
    if (!m->shares || !(m->left > 0))
        return 0;
    for (size_t i = 0; i < m->work.rows; i++)
        m->impulse[i] = m->along[i] * m->h;
    if (!none_pulls(m, count))
        return 0;
    for (size_t i = 0; i < count; i++)
        limit_impulse(&m->friction.element[i], m->impulse + m->friction.element[i].row);
    return 1;
}

int moreau_holds_by_sharing(struct vehicle_eval *m, size_t count, const struct moreau_zero *zero)
{
    if (linkage_solve(&m->v->linkage, &m->hold, &m->work, m->impulse) != WD_OK ||
        !(are_allowed(m, count, zero) || fits_by_sharing(m, count)))
        return 0;
    find_velocities(m); /* a row that nearly depends on others keeps a velocity */
    return is_still(m, zero->stays);
}
