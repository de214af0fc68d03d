/* SPDX-License-Identifier: MIT */
/* Choose the contacts whose slip is slow (mode SLOW of parts.h): the forces turn its direction much
 * faster than the vehicle moves, and the slip lasts long enough. The choice first gives this mode
 * to all slips that may have it, then computes the accelerations, and ends the mode where it does
 * not fit them, until it fits everywhere. */
#include "models/vehicle/slow.h"
#include "models/vehicle/guard.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Mode SLOW if the speed of the slip allows it, else the present mode. */
static int slow_mode_of(const struct vehicle_eval *m, size_t c)
{
    double size = vehicle_slip_speed(m, c);
    int mode = m->touch[c].mode;
    int begun = mode == VEHICLE_INCIPIENT && size > VEHICLE_BEGUN * vehicle_onset(m);
    int may = vehicle_law(m, c)->lifts && m->touch[c].limit > 0 && size < VEHICLE_SLOW_SPEED;
    return may && (mode == VEHICLE_SLIP || begun) ? VEHICLE_SLOW : mode;
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

/* True if a slip may be slow; for accelerations with directions that were found. Friction must
 * oppose it, and there are two cases. It is slower than solver.onset_speed (to begin: half of it)
 * and within 45 degrees of the direction of the forces. Or it is stiff: the forces turn it fast,
 * and it deviates from their direction by at most vehicle_deviation(). The slip must decelerate so
 * slowly that its direction remains quasi-static; in the first case it is enough that it does not
 * end within VEHICLE_SLOW_TIME.
 *
 * Fixed steps cannot follow a slip that the forces turn within less than a step: an explicit method
 * would turn it too far, and each step would end where the slip counts as reversed. The deviation
 * of such a slip is not limited, and it may lose up to half of its speed within the time constant
 * of its direction. */
static int fits_slow_mode(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_grip *touch = &m->touch[c];
    const double *slip = m->work.contact[c].speed;
    const double *d = m->grip[c].direction;
    double most = touch->from == VEHICLE_SLOW ? VEHICLE_HYSTERESIS : 1;
    double size = vehicle_slip_speed(m, c), along = vehicle_slip_along(m, c);
    double across = fabs(d[0] * slip[2] - d[1] * slip[1]);
    double stiffness = most * vehicle_slip_stiffness(m, c), turn = VEHICLE_SLOW_TIME * stiffness;
    int below = size <= most * vehicle_onset(m) / VEHICLE_HYSTERESIS;
    int unresolved = VEHICLE_SLOW_RELAXATION * size <= vehicle_fixed_step(m) * stiffness;
    int stiff = VEHICLE_SLOW_RELAXATION * size <= turn &&
                (unresolved || across <= most * vehicle_deviation(m));
    double most_lost = VEHICLE_SLOW_DECELERATION * (unresolved ? VEHICLE_SLOW_RELAXATION : 1);
    int lasts = along - touch->ahead <= most_lost * turn;
    return along > (below ? across : 0) &&
           ((below && touch->ahead > 0) || ((below || stiff) && lasts));
}

/* True if the slip was slow before this choice. */
static int was_slow(const struct vehicle_grip *touch)
{
    return touch->from == VEHICLE_SLOW;
}

static int any_becomes_slow(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_is_slow(&m->touch[c]) && !was_slow(&m->touch[c]);
    return any;
}

/* End the slow modes that do not fit the accelerations; returns how many. Without forces (status)
 * or directions no slow mode fits. If new ones come `first`, they end alone, because forces and
 * directions may exist without them. Without directions each evaluation of the next step would
 * search again, and forces would jump between those of the stored directions and those of solutions
 * found by chance. A slip that was slow before becomes an ordinary slip in the direction of its
 * velocity; any other returns to its mode before the choice. Slips that were slow before are
 * checked, too, because otherwise their guards would start below 0 and never trigger. */
static size_t end_unfit_modes(struct vehicle_eval *m, int32_t status, int first)
{
    size_t count = 0;
    int found = status == WD_OK && m->settled, others = first && !found && any_becomes_slow(m);
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        if (!vehicle_is_slow(touch) || (others && was_slow(touch)) ||
            (found && fits_slow_mode(m, c)))
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

/* Mark the slow slips that have ended: their guard has triggered, and at most
 * vehicle_deviation() is left along their direction. The remaining velocity is only a deviation
 * from this direction, not the direction of a slip. Call this before the choice of slow slips,
 * which would take the deviation for a slip. With adaptive steps the slip must be below
 * solver.onset_speed; with fixed steps it may deviate further. */
void vehicle_find_ended_slips(struct vehicle_eval *m, const uint64_t *triggered)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        const double *slip = m->work.contact[c].speed, *d = touch->direction;
        int is_small = vehicle_slip_speed(m, c) <= vehicle_onset(m) || vehicle_fixed_step(m) > 0;
        touch->ended = vehicle_is_slow(touch) && is_small &&
                       vehicle_triggered(m, c, triggered, VEHICLE_GRIPS) &&
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
