/* SPDX-License-Identifier: MIT */
/* Painleve's paradox. With high friction the normal force of a sliding wheel, together with the
 * friction that it causes, may accelerate the wheel into the ground, because both forces turn the
 * vehicle. Then no finite forces satisfy the laws, or only forces that are unstable under the
 * smallest compliance of the ground. Sliding continues only where it is regular. Otherwise wheels
 * separate if they can. If they cannot, the contact jams, and an impulse of friction stops the slip
 * at once. */
#include "models/vehicle/slow.h"
#include "models/vehicle/yield.h"
#include "models/vehicle/guard.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Return the largest acceleration without forces of the ground, divided by the largest acceleration
 * that the normal force of a sliding contact alone causes along its row. Each acceleration is first
 * divided by the root of the diagonal entry of W, as in decide.c. */
static double loads_over_forces(const struct vehicle_eval *m)
{
    const struct linkage_work *work = &m->work;
    double loads = dense_norm(work->push, linkage_speeds(&m->v->linkage)), forces = 0;
    for (size_t i = 0; i < work->rows; i++) {
        size_t number = work->number[i], c = number / 3;
        double root = sqrt(work->matrix[i * (work->rows + 1)]);
        loads = num_fmax(loads, fabs(work->free[i]) / root);
        if (!vehicle_is_brake(m, number) && number % 3 == 0 && m->grip[c].mode == LINKAGE_SLIP)
            forces = num_fmax(forces, fabs(m->force[number]) * root);
    }
    return forces > 0 ? loads / forces : (double)INFINITY;
}

/* Near a jam at the time t' the direction of the slip u turns towards the jam, so that the
 * regularity r falls as the root of t' - t: with the acceleration a of the loads,
 * t' - t = r^2 |u|/(2 a). For a slow slip the time to the jam is soon below the resolution of t.
 * The friction until the jam changes velocities by about r |u|. Up to VEHICLE_STILL this counts as
 * zero, and a slip with this regularity has jammed. */
double vehicle_least_regularity(const struct vehicle_eval *m)
{
    double least = VEHICLE_LEAST_REGULARITY;
    for (size_t c = 0; c < m->work.contacts; c++) {
        double size = vehicle_slip_speed(m, c);
        if (m->touch[c].mode == VEHICLE_SLIP && m->touch[c].limit > 0 && size >= VEHICLE_DIRECTED)
            least = num_fmax(least, VEHICLE_STILL / size);
    }
    return least;
}

/* Margin of sliding to a jam, positive if sliding is regular. As the regularity goes to 0, the
 * normal forces N = -A^-1 b grow without bound only along a null vector of A whose entries have one
 * sign. If the signs differ, a load reaches 0 first, and its wheel separates. If b goes to 0 as
 * well, forces stay finite. So sliding jams where the regularity is low and the forces are large.
 */
static double sliding_margin(struct vehicle_eval *m, double factor)
{
    if (!vehicle_any_contact_slides(m))
        return 1;
    double regularity = linkage_regularity(&m->v->linkage, &m->hold, &m->work);
    double large = num_fmax(regularity, loads_over_forces(m));
    return num_fmin(large - factor * vehicle_least_regularity(m),
                    regularity - factor * VEHICLE_HALF_DIGITS);
}

static int is_regular(struct vehicle_eval *m)
{
    return sliding_margin(m, VEHICLE_HYSTERESIS) > 0;
}

void vehicle_guard_jam(struct vehicle_eval *m, double *value)
{
    double margin = sliding_margin(m, 1);
    for (size_t c = 0; c < m->work.contacts; c++)
        value[vehicle_guards_at(m, c) + VEHICLE_JAMS] = margin;
}

int vehicle_cannot_slide_on(struct vehicle_eval *m)
{
    vehicle_set_hold(m);
    if (vehicle_weigh(m) != WD_OK)
        return 1;
    int any = !is_regular(m);
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->grip[c].mode == LINKAGE_SLIP && m->force[3 * c] < 0;
    return any;
}

/* ---- alternatives to sliding ---- */

void vehicle_keep_grips(const struct vehicle_eval *m)
{
    size_t contacts = m->work.contacts;
    memcpy(m->kept, m->touch, contacts * sizeof *m->kept);
    memcpy(m->kept + contacts, m->brake, linkage_joints(&m->v->linkage) * sizeof *m->kept);
    memcpy(m->kept_stop, m->stop, linkage_joints(&m->v->linkage) * sizeof *m->stop);
}

/* True if the decision may have computed the direction of a contact that already slips: of one in
 * mode SLOW, or of one that has just started and is faster than VEHICLE_DIRECTED. */
static int any_directed_by_solution(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_grip *grip = &m->kept[c];
        int begins = grip->mode == VEHICLE_INCIPIENT && grip->limit > 0;
        any |= vehicle_is_slow(grip) || (begins && vehicle_slip_speed(m, c) >= VEHICLE_DIRECTED);
    }
    return any;
}

void vehicle_restore_grips(struct vehicle_eval *m)
{
    size_t contacts = m->work.contacts;
    memcpy(m->touch, m->kept, contacts * sizeof *m->kept);
    memcpy(m->brake, m->kept + contacts, linkage_joints(&m->v->linkage) * sizeof *m->kept);
    memcpy(m->stop, m->kept_stop, linkage_joints(&m->v->linkage) * sizeof *m->stop);
}

/* List the wheels that slid before or slide in the solution; returns how many, or 0 if too many. */
static size_t list_sliding(const struct vehicle_eval *m, size_t *list)
{
    size_t count = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct vehicle_grip *grip = &m->kept[c];
        int slides = grip->mode >= VEHICLE_SLIP || m->touch[c].mode >= VEHICLE_SLIP;
        if (!vehicle_law(m, c)->lifts || grip->mode == VEHICLE_OPEN || !slides)
            continue;
        if (count == LINKAGE_MOST_MINORS)
            return 0;
        list[count++] = c;
    }
    return count;
}

/* Try a solution with these wheels opened: they must separate, and the others must slide regularly.
 */
static int32_t try_without(struct vehicle_eval *m, const size_t *list, size_t count, size_t set)
{
    vehicle_restore_grips(m);
    for (size_t i = 0; i < count; i++)
        if (set >> i & 1)
            m->touch[list[i]].mode = VEHICLE_OPEN;
    int32_t status = vehicle_decide_unchecked(m);
    if (status != WD_OK)
        return status;
    linkage_follow(&m->v->linkage, m->acceleration, &m->work);
    for (size_t i = 0; i < count; i++)
        if (set >> i & 1 && !(vehicle_rise(m, list[i]) > VEHICLE_ROUNDING * vehicle_g(m)))
            return WD_ENOSOL;
    return is_regular(m) ? WD_OK : WD_ENOSOL;
}

/* Open the smallest set of wheels with which try_without() succeeds. */
static int32_t open_smallest_set(struct vehicle_eval *m, const size_t *list, size_t count)
{
    int32_t status = WD_ENOSOL;
    for (size_t size = 1; size <= count; size++)
        for (size_t set = 1; set < (size_t)1 << count; set++) {
            size_t members = 0;
            for (size_t i = 0; i < count; i++)
                members += set >> i & 1;
            if (members != size)
                continue;
            status = try_without(m, list, count, set);
            if (status == WD_OK || status == WD_EINTERRUPT)
                return status;
        }
    return status;
}

/* Mark the wheels whose slip an impulse can stop; returns 1 if there are any. */
static int mark_jam(struct vehicle_eval *m)
{
    int any = 0;
    vehicle_restore_grips(m);
    vehicle_set_hold(m);
    for (size_t c = 0; c < m->work.contacts; c++) {
        struct vehicle_grip *touch = &m->touch[c];
        touch->jams =
            m->grip[c].mode == LINKAGE_SLIP && touch->mode == VEHICLE_SLIP && touch->limit > 0;
        any |= touch->jams;
    }
    return any;
}

/* Decide the next modes. Because the directions of slow slips and of slips that have just started
 * depend on the solution, the decision may not converge. It is then repeated with the directions
 * that slips have at present. */
static int32_t decide_with_slow_slips(struct vehicle_eval *m)
{
    int32_t status = vehicle_decide_unchecked(m);
    if (status != WD_ENOCONV || !any_directed_by_solution(m))
        return status;
    vehicle_restore_grips(m);
    vehicle_end_slow_slips(m);
    vehicle_keep_grips(m);
    return vehicle_decide_unchecked(m);
}

int32_t vehicle_yield_instead(struct vehicle_eval *m, int32_t failure)
{
    const char *why = *m->view->why;
    vehicle_restore_grips(m);
    int32_t status = yield_decide(m);
    if (status == WD_EINTERRUPT || (status == WD_OK && is_regular(m)))
        return status;
    vehicle_restore_grips(m);
    vehicle_set_hold(m);
    *m->view->why = why;
    return failure;
}

/* Decide the modes while contacts or brakes yield. If these cannot yield on, the mode ends, and the
 * modes must be decided (0). */
static int decide_yielding(struct vehicle_eval *m, int32_t *status)
{
    vehicle_keep_grips(m);
    *status = yield_decide(m);
    if (*status == WD_EINTERRUPT || (*status == WD_OK && is_regular(m)))
        return 1;
    vehicle_restore_grips(m);
    yield_cancel(m);
    return 0;
}

/* Contacts that jam are left to impulses. */
int32_t vehicle_decide(struct vehicle_eval *m)
{
    size_t list[LINKAGE_MOST_MINORS];
    int32_t status = WD_OK;
    m->jams = 0;
    if (!vehicle_has_variable_modes(m) || (m->yields && decide_yielding(m, &status)))
        return status;
    vehicle_keep_grips(m);
    status = decide_with_slow_slips(m);
    if (status == WD_EINTERRUPT || (status == WD_OK && is_regular(m)))
        return status;
    size_t count = list_sliding(m, list);
    if (count > 0) {
        int32_t other = open_smallest_set(m, list, count);
        if (other == WD_OK || other == WD_EINTERRUPT)
            return other;
        m->jams = mark_jam(m);
        *m->view->why = "the wheels jam: no finite forces obey the law of friction";
        status = WD_ENOSOL;
    }
    return m->jams ? status : vehicle_yield_instead(m, status);
}
