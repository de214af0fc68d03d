/* SPDX-License-Identifier: MIT */
/* Choose the contacts whose slip is slow: it creeps or follows the forces (modes CREEP and FOLLOW
 * of parts.h). Such a slip must be slow enough and last long enough. The choice first gives a slow
 * mode to all slips that may have one, then computes the accelerations, and ends the slow modes
 * that do not fit them, until all fit. */
#include "models/vehicle/slow.h"
#include "models/vehicle/guard.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

static double onset_of(const struct vehicle_eval *m)
{
    return ((const struct vehicle_solver *)m->view->solver)->onset_speed;
}

/* Slow mode that the speed of the slip allows, or the present mode. */
static int slow_mode_of(const struct vehicle_eval *m, size_t c)
{
    double onset = onset_of(m), size = vehicle_slip_speed(m, c);
    int mode = m->touch[c].mode, begun = mode == VEHICLE_INCIPIENT && size > VEHICLE_BEGUN * onset;
    if (!vehicle_law(m, c)->lifts || !(m->touch[c].limit > 0))
        return mode;
    if ((mode == VEHICLE_SLIP || begun) && size < onset / VEHICLE_HYSTERESIS)
        return VEHICLE_CREEP;
    return mode == VEHICLE_SLIP && size < VEHICLE_FOLLOW_SPEED ? VEHICLE_FOLLOW : mode;
}

static int any_slow(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_is_slow(&m->touch[c]);
    return any;
}

static int any_quasi_static(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_is_quasi_static(m, c);
    return any;
}

/* Set the modes of all contacts to slow_mode_of(), and `from` to their modes before this choice. */
static void try_slow_modes(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        touch->from = touch->mode;
        touch->mode = slow_mode_of(m, c);
    }
}

/* m/s2 per rad; stiffness with which friction restores the slip to its direction d: acceleration
 * across d, per angle between slip and d. */
static double stiffness(const struct vehicle_eval *m, size_t c)
{
    const struct linkage_work *work = &m->work;
    size_t row = vehicle_row(m, 3 * c), n = work->rows;
    const double *d = m->grip[c].direction, *x = work->matrix + (row + 1) * (n + 1);
    double give = d[1] * d[1] * x[0] - 2 * d[0] * d[1] * x[1] + d[0] * d[0] * x[n + 1];
    return m->touch[c].limit * m->along[row] * give;
}

/* True if the forces turn the slip fast, and the slip stays close to the direction of the forces
 * and on the same side. A slip on the opposite side would be driven by friction, not opposed. */
static int is_following(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_grip *touch = &m->touch[c];
    const double *slip = m->work.contact[c].speed;
    const double *d = m->grip[c].direction;
    double size = vehicle_slip_speed(m, c), across = fabs(d[0] * slip[2] - d[1] * slip[1]);
    double along = vehicle_slip_along(m, c);
    double turn = VEHICLE_FOLLOW_TIME * stiffness(m, c);
    int stays = touch->from == VEHICLE_FOLLOW;
    double most = stays ? VEHICLE_FOLLOW_RATIO : 1;
    return along > 0 && VEHICLE_FOLLOW_RELAXATION * size <= most * turn &&
           size - touch->ahead <= most * VEHICLE_FOLLOW_DECELERATION * turn &&
           across <= most * vehicle_deviation(m) &&
           (stays || across <= VEHICLE_FOLLOW_ASIDE * size);
}

/* True if a slip may creep. It must be slower than solver.onset_speed, and either its extrapolation
 * does not reverse, or the forces turn its direction much faster than the slip ends. In the second
 * case the direction remains quasi-static until the end. */
static int is_creeping(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_grip *touch = &m->touch[c];
    double along = vehicle_slip_along(m, c);
    int turns = m->settled && along - touch->ahead <= VEHICLE_FOLLOW_DECELERATION *
                                                          VEHICLE_CREEP_TIME * stiffness(m, c);
    return along > 0 && (touch->ahead > 0 || turns) && vehicle_slip_speed(m, c) <= onset_of(m);
}

/* True if the slow mode of a contact fits the accelerations. */
static int fits_slow_mode(const struct vehicle_eval *m, size_t c)
{
    return m->touch[c].mode == VEHICLE_FOLLOW ? m->settled && is_following(m, c)
                                              : is_creeping(m, c);
}

/* True if the slip was slow before this choice. */
static int was_slow(const struct vehicle_grip *touch)
{
    return touch->from == VEHICLE_FOLLOW || touch->from == VEHICLE_CREEP;
}

static int any_becomes_slow(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_is_slow(&m->touch[c]) && !was_slow(&m->touch[c]);
    return any;
}

/* End the slow modes that do not fit the accelerations; returns how many. Without forces (status)
 * no slow mode fits; without directions no following slip does. In both cases, if new ones come
 * `first`, slips that were slow before this choice are kept while there are new slow ones, because
 * forces and directions may exist without the new ones. A slip that was slow before becomes an
 * ordinary slip in the direction of its velocity; any other returns to its mode before the choice.
 * Slips that were slow before are checked, too, because otherwise their guards would start below 0
 * and never trigger. */
static size_t end_unfit_modes(struct vehicle_eval *m, int32_t status, int first)
{
    size_t count = 0;
    int found = status == WD_OK && m->settled, others = first && !found && any_becomes_slow(m);
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        if (!vehicle_is_slow(touch) || (others && was_slow(touch)) ||
            (status == WD_OK && fits_slow_mode(m, c)))
            continue;
        if (was_slow(touch))
            vehicle_end_slow_slip(m, c);
        else
            touch->mode = touch->from;
        count++;
    }
    return count;
}

/* Return all slow slips to ordinary slip. The caller has undone the new ones. Directions need not
 * be set, because that of an ordinary slip is computed from its velocity (grip.c). */
static void end_remaining_slow_modes(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_is_slow(&m->touch[c]))
            m->touch[c].mode = VEHICLE_SLIP;
}

/* Mark the slips in mode FOLLOW that have ended: their guard has triggered, and no velocity is left
 * along their direction. The remaining velocity is only a deviation from this direction, not the
 * direction of a slip. The choice of slow slips would take it for one, so this comes before. */
void vehicle_find_ended_slips(struct vehicle_eval *m, const uint64_t *triggered)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        const double *slip = m->work.contact[c].speed, *d = touch->direction;
        touch->ended = touch->mode == VEHICLE_FOLLOW &&
                       vehicle_triggered(m, c, triggered, VEHICLE_GRIPS) &&
                       vehicle_slip_speed(m, c) <= onset_of(m) &&
                       slip[1] * d[0] + slip[2] * d[1] <= vehicle_deviation(m);
    }
}

/* True if a contact or brake that is about to slip would reverse at once. */
static int any_start_reverses(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_touch_reverses(m, c);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= vehicle_brake_reverses(m, j);
    return any;
}

/* True if the slow slips cannot continue together. decides: 1 if a decision of the modes follows,
 * which finds the exceeded limits. */
static int cannot_continue(struct vehicle_eval *m, int decides)
{
    return vehicle_cannot_slide_on(m) || (!decides && vehicle_exceeds_limits(m)) ||
           vehicle_does_not_rise(m) || any_start_reverses(m);
}

/* Return the slips that have become slow in this choice to their modes before it; returns how many.
 */
static size_t undo_new_slow_modes(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        if (!vehicle_is_slow(touch) || was_slow(touch))
            continue;
        touch->mode = touch->from;
        count++;
    }
    return count;
}

/* Compute the accelerations with the slow modes and end those that do not fit, until all fit. */
static int32_t find_lasting_slow_modes(struct vehicle_eval *m, int32_t status)
{
    do {
        vehicle_set_hold(m);
        status = status == WD_OK ? vehicle_accelerate(m) : status;
    } while (end_unfit_modes(m, status, 1) > 0 || end_unfit_modes(m, status, 0) > 0);
    return status;
}

/* If the slow slips cannot continue together, the new ones are undone first: the decision of the
 * modes was made without them, so that those that were slow before may still continue. */
void vehicle_choose_slow_slips(struct vehicle_eval *m, int decides)
{
    int ends;
    vehicle_set_hold(m);
    if (m->relaxes || m->yields)
        return;
    try_slow_modes(m);
    if (!any_quasi_static(m))
        return;
    int32_t status = vehicle_stand(m);
    do {
        status = find_lasting_slow_modes(m, status);
        if (status != WD_OK)
            return;
        ends = any_slow(m) && cannot_continue(m, decides);
    } while (ends && undo_new_slow_modes(m) > 0);
    if (ends)
        end_remaining_slow_modes(m);
    else
        vehicle_keep_slow_directions(m);
}
