/* SPDX-License-Identifier: MIT */
/* Directions of slow slips. Forces turn the direction of such a slip to their own direction much
 * faster than the vehicle moves. So the quasi-static direction d is used: the direction of the slip
 * extrapolated by a short time, with the acceleration that friction against d causes. The direction
 * then follows slow changes at once. A slip with another direction relaxes within that time, and a
 * slip that starts from zero is along its acceleration. */
#include "models/vehicle/slow.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/lu.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* A slip that has just started may have no acceleration yet: its contact has reached the limit
 * continuously. The condition that no component of the acceleration is across the direction gives
 * the direction of such a slip, too. */
int vehicle_is_quasi_static(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_grip *touch = &m->touch[c];
    return vehicle_law(m, c)->lifts &&
           (vehicle_is_slow(touch) || (touch->mode == VEHICLE_INCIPIENT && touch->limit > 0));
}

static size_t list(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_is_quasi_static(m, c))
            m->turning[count++] = c;
    return count;
}

/* Acceleration of the slip of a contact along d that these forces along the rows cause. */
static double slip_acceleration(const struct vehicle_eval *m, size_t row, const double *d,
                                const double *force)
{
    const struct linkage_work *work = &m->work;
    double x = dense_dot(work->matrix + (row + 1) * work->rows, force, work->rows);
    double y = dense_dot(work->matrix + (row + 2) * work->rows, force, work->rows);
    return d[0] * x + d[1] * y;
}

/* Extrapolated slip divided by the extrapolation time, or the acceleration of a slip that has just
 * started: components along the direction and across it. *scale: size of its terms. */
static void extrapolate_slip(const struct vehicle_eval *m, size_t c, double *along, double *across,
                             double *scale)
{
    size_t row = vehicle_row(m, 3 * c);
    const double *slip = m->work.contact[c].speed;
    const double *d = m->grip[c].direction, side[2] = {-d[1], d[0]};
    int begins = m->touch[c].mode == VEHICLE_INCIPIENT;
    double soon = begins ? (double)INFINITY : VEHICLE_SLOW_TIME;
    double x = m->work.free[row + 1] + slip[1] / soon, y = m->work.free[row + 2] + slip[2] / soon;
    *along = d[0] * x + d[1] * y + slip_acceleration(m, row, d, m->along);
    *across = side[0] * x + side[1] * y + slip_acceleration(m, row, side, m->along);
    *scale = num_hypot(x, y) + vehicle_g(m);
    for (size_t k = 0; k < m->work.rows; k++)
        *scale += num_hypot(m->work.matrix[(row + 1) * m->work.rows + k],
                            m->work.matrix[(row + 2) * m->work.rows + k]) *
                  fabs(m->along[k]);
}

/* Store the components across the directions in m->change; returns 1 if all are rounding. */
static int is_settled(struct vehicle_eval *m, size_t count)
{
    int settled = 1;
    for (size_t i = 0; i < count; i++) {
        size_t c = m->turning[i];
        struct vehicle_grip *touch = &m->touch[c];
        double scale;
        extrapolate_slip(m, c, &touch->along, &m->change[i], &scale);
        touch->ahead = VEHICLE_SLOW_TIME * touch->along;
        if (touch->mode == VEHICLE_INCIPIENT)
            touch->ahead += vehicle_slip_along(m, c);
        if (fabs(m->change[i]) <= VEHICLE_ITERATED * scale)
            m->change[i] = 0;
        settled &= m->change[i] == 0;
    }
    return settled;
}

/* Write to `force` the changes of the forces along the rows per angle of the direction of a
 * contact: friction turns, and the contacts that stick keep their accelerations. */
static void turn_friction(const struct vehicle_eval *m, size_t c, double *force)
{
    size_t row = vehicle_row(m, 3 * c);
    const struct linkage_grip *grip = &m->grip[c];
    double *given = m->impulse;
    for (size_t i = 0; i < m->work.rows; i++)
        given[i] = 0;
    given[row + 1] = grip->mu * m->along[row] * grip->direction[1];
    given[row + 2] = -grip->mu * m->along[row] * grip->direction[0];
    linkage_answer(&m->v->linkage, &m->hold, &m->work, given, force);
}

/* Acceleration across the direction of a contact that these forces along the rows cause. */
static double across_acceleration(const struct vehicle_eval *m, size_t c, const double *force)
{
    const double *d = m->grip[c].direction, side[2] = {-d[1], d[0]};
    return slip_acceleration(m, vehicle_row(m, 3 * c), side, force);
}

/* Set m->newton to the derivatives of the components across the directions, by the angles of the
 * directions. Returns 0 if the host stops the call. */
static int differentiate(struct vehicle_eval *m, size_t count)
{
    double *force = m->sum;
    for (size_t j = 0; j < count; j++) {
        if (interrupted(m->work.interrupt, 4 * count * m->work.rows))
            return 0;
        turn_friction(m, m->turning[j], force);
        for (size_t i = 0; i < count; i++)
            m->newton[i * count + j] = across_acceleration(m, m->turning[i], force) -
                                       (i == j ? m->touch[m->turning[j]].along : 0);
    }
    return 1;
}

/* The stiffness is 0 where the other contacts block the motion across d, for example if a wheel on
 * the same axle sticks: friction may then turn without effect on the slip. */
double vehicle_slip_stiffness(const struct vehicle_eval *m, size_t c)
{
    turn_friction(m, c, m->sum);
    return -across_acceleration(m, c, m->sum);
}

/* True if Newton's method keeps the direction of a settled contact, because its own entry in the
 * matrix is 0 to rounding: the contact has neither load nor acceleration, or others block it. */
static int keeps_direction(const struct vehicle_eval *m, size_t i, size_t count)
{
    double along, across, scale;
    extrapolate_slip(m, m->turning[i], &along, &across, &scale);
    return m->change[i] == 0 && fabs(m->newton[i * (count + 1)]) <= VEHICLE_ITERATED * scale;
}

/* One step of Newton's method; returns 0 if the matrix is singular, the step is not finite, or the
 * host stops the call. The rows of contacts that keep their directions are those of the
 * identity; otherwise the matrix would be singular. */
static int take_newton_step(struct vehicle_eval *m, size_t count)
{
    if (!differentiate(m, count))
        return 0;
    for (size_t i = 0; i < count; i++) {
        int keeps = keeps_direction(m, i, count);
        for (size_t j = 0; keeps && j < count; j++)
            m->newton[i * count + j] = i == j;
    }
    if (!lu_factor(m->newton, count, m->pivot))
        return 0;
    lu_solve(m->newton, count, m->pivot, m->change);
    double most = num_fmax(VEHICLE_MOST_TURN, dense_largest(m->change, count));
    for (size_t i = 0; i < count; i++) {
        double *d = m->grip[m->turning[i]].direction;
        double by = -m->change[i] * (VEHICLE_MOST_TURN / most);
        double x = d[0] - by * d[1], y = d[1] + by * d[0], size = num_hypot(x, y);
        d[0] = x / size, d[1] = y / size;
    }
    return isfinite(most);
}

/* True if each direction found is within 90 degrees of the one before. The slip cannot have turned
 * further; solutions further away exist where sliding is not regular. */
static int is_within_right_angle(const struct vehicle_eval *m, size_t count)
{
    int all = 1;
    for (size_t i = 0; i < count; i++) {
        const double *d = m->grip[m->turning[i]].direction;
        const double *before = m->touch[m->turning[i]].direction;
        all &= d[0] * before[0] + d[1] * before[1] > 0;
    }
    return all;
}

int32_t vehicle_find_slow_directions(struct vehicle_eval *m)
{
    size_t count = list(m);
    int32_t status = WD_OK;
    int settled = is_settled(m, count);
    for (int i = 0;
         !settled && status == WD_OK && i < VEHICLE_MOST_ROUNDS && take_newton_step(m, count);
         i++) {
        status = linkage_balance(&m->v->linkage, &m->hold, &m->work, m->along);
        settled = status == WD_OK && is_settled(m, count);
    }
    m->settled = settled && is_within_right_angle(m, count);
    if (m->settled)
        return WD_OK;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 2; k++)
            m->grip[m->turning[i]].direction[k] = m->touch[m->turning[i]].direction[k];
    status = linkage_balance(&m->v->linkage, &m->hold, &m->work, m->along);
    is_settled(m, status == WD_OK ? count : 0);
    return status;
}

void vehicle_keep_slow_directions(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        for (size_t k = 0; k < 2 && vehicle_is_quasi_static(m, c); k++)
            m->touch[c].direction[k] = m->grip[c].direction[k];
}

/* If the direction changed at the event, a guard that depends on it would trigger repeatedly. */
void vehicle_keep_directions(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_grip *touch = &m->touch[c];
        const double *slip = m->work.contact[c].speed;
        double along = slip[1] * touch->direction[0] + slip[2] * touch->direction[1];
        if (touch->mode == VEHICLE_SLIP && along > 0 &&
            vehicle_slip_speed(m, c) >= VEHICLE_DIRECTED / 2)
            vehicle_turn_to_slip(m, c);
    }
}

/* ---- end of slow modes ---- */

void vehicle_end_slow_slip(struct vehicle_eval *m, size_t c)
{
    m->touch[c].mode = VEHICLE_SLIP;
    if (vehicle_slip_speed(m, c) >= VEHICLE_DIRECTED)
        vehicle_turn_to_slip(m, c);
}

size_t vehicle_end_slow_slips(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!vehicle_is_quasi_static(m, c) ||
            (!vehicle_is_slow(&m->touch[c]) && vehicle_slip_speed(m, c) < VEHICLE_DIRECTED))
            continue;
        vehicle_end_slow_slip(m, c);
        count++;
    }
    return count;
}
