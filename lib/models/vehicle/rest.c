/* SPDX-License-Identifier: MIT */
/* Decisions that change no mode, without a solution of the acceleration problem.
 *
 * At rest contacts stick if any load distribution keeps them within their limits. Near the limit
 * the acceleration problem is so ill-conditioned that its solution would let contacts creep.
 *
 * In motion, if no guard has reported a change and the forces of the present modes are within all
 * limits, these forces solve the acceleration problem, unless no forces can keep these modes. Such
 * forces may not exist in a singular position: where the distance of two wheels that stick is the
 * largest that the hinge between them permits, the hinge may turn at this instant, but its rate
 * then draws the wheels together. */
#include "models/vehicle/slow.h"
#include "models/vehicle/stop.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

static int may_hold(const struct vehicle_grip *grip)
{
    int still = grip->mode == VEHICLE_STICK || grip->mode == VEHICLE_OPEN || grip->limit == 0;
    return still && !grip->lifts;
}

/* True for a contact or brake that a decision may leave in its mode in motion. The direction of a
 * slip that has just started, or is slow, may be part of the decision. */
static int may_go_on(const struct vehicle_grip *grip)
{
    return grip->mode <= VEHICLE_SLIP && !grip->lifts && !grip->slips;
}

/* True if this holds for all contacts and brakes, and no stop is about to separate. */
static int all_may(const struct vehicle_eval *m, int (*may)(const struct vehicle_grip *))
{
    int all = !m->relaxes;
    for (size_t c = 0; c < m->work.contacts; c++)
        all &= !vehicle_takes_part(m, c) || may(&m->touch[c]);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        all &= may(&m->brake[j]) && !m->stop[j].lifts;
    return all;
}

/* True unless a sticking contact or holding brake is at its limit: its force is below the limit or,
 * if a distribution of the forces was chosen (m->shares), the least margin of all contacts and
 * brakes is above 0. If a guard reports the limit as reached, the margin must exceed rounding. */
static int has_margin(const struct vehicle_eval *m, const struct vehicle_grip *grip, double force,
                      double limit)
{
    double room = grip->slips ? VEHICLE_ROUNDING : 0;
    return grip->mode != VEHICLE_STICK || (m->shares ? m->left > room : force < limit * (1 - room));
}

static int joint_bears(const struct vehicle_eval *m, size_t j)
{
    if (stop_side(m, j) != 0)
        return stop_push(m, j) > 0;
    return stop_holds(m, j) ||
           has_margin(m, &m->brake[j], fabs(vehicle_brake_forces(m)[j]), m->brake[j].limit);
}

static int all_bear(const struct vehicle_eval *m)
{
    int all = 1;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_grip *touch = &m->touch[c];
        const double *force = m->force + 3 * c;
        if (vehicle_takes_part(m, c))
            all &= force[0] > 0 &&
                   has_margin(m, touch, num_hypot(force[1], force[2]), touch->limit * force[0]);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        all &= joint_bears(m, j);
    return all;
}

/* True if the forces cause no acceleration along rows that must not accelerate in the present
 * modes. The forces solve the equations of the independent rows, so only the dependent rows are
 * tested. At rest the equations of the dependent rows follow from those of the others. In motion
 * they may contradict them, because accelerations along rows depend on speeds. */
static int all_rows_hold(struct vehicle_eval *m)
{
    const struct linkage_work *work = &m->work;
    double loads = num_fmax(vehicle_g(m), dense_norm(work->push, linkage_speeds(&m->v->linkage)));
    int all = 1;
    linkage_feel_dependent(&m->v->linkage, work, m->along, m->slip);
    for (size_t i = work->rank; i < work->active; i++) {
        size_t row = work->order[i];
        double root = sqrt(linkage_diagonal(&m->v->linkage, work, row));
        double scale = num_fmax(root * loads, fabs(work->free[row]));
        all &= fabs(work->free[row] + m->slip[row]) <= VEHICLE_ROUNDING * scale;
    }
    return all;
}

int vehicle_forces_fit(struct vehicle_eval *m, int moves)
{
    return all_bear(m) && (!moves || all_rows_hold(m));
}

int32_t vehicle_keep_modes(struct vehicle_eval *m, int *holds)
{
    *holds = 0;
    vehicle_set_hold(m);
    int moves = vehicle_is_moving(m);
    if (!all_may(m, moves ? may_go_on : may_hold))
        return WD_OK;
    int32_t status = vehicle_weigh(m);
    *holds = status == WD_OK && vehicle_forces_fit(m, moves);
    /* Modes without forces may be left in motion: the contact problem may find others. */
    return moves && status == WD_ESINGULAR ? WD_OK : status;
}
