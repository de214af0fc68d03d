/* SPDX-License-Identifier: MIT */
/* All changes of modes and velocities at one instant (jump), after guards have triggered. First the
 * contacts, brakes and stops of these guards are marked; then impacts, projection and decision of
 * the modes carry the changes out. Moreau time stepping makes no jumps. */
#include "models/vehicle/footing.h"
#include "models/vehicle/guard.h"
#include "models/vehicle/slow.h"
#include "models/vehicle/stop.h"
#include "models/vehicle/yield.h"
#include "num/bits.h"
#include "num/elementary.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* ---- the end ---- */

/* True if a guard ends the motion, which is logged: the load of a wheel that never opens has become
 * negative, or a wheel meets a case of footing_end(). */
static int log_end(struct vehicle_eval *m, const uint64_t *triggered, struct events *events)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!vehicle_triggered(m, c, triggered, VEHICLE_LIFTS) || !vehicle_law(m, c)->stays)
            continue;
        footing_log(m, c, WD_EVENT_WHEEL_LIFT, events);
        any = 1;
    }
    return footing_end(m, triggered, events) > 0 || any;
}

/* Compute the forces with the new modes, and record which guards are not above 0. */
static int32_t weigh_new_modes(struct vehicle_eval *m)
{
    vehicle_set_hold(m);
    int32_t status = vehicle_weigh(m);
    if (status == WD_OK)
        vehicle_record_limits(m);
    return status;
}

/* True if a wheel that never opens has a negative normal force in every load distribution. This
 * ends the motion and is logged. The evaluation must be weighed. */
static int log_pulling_wheels(struct vehicle_eval *m, struct events *events)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!vehicle_law(m, c)->stays || !vehicle_pulls(m, c))
            continue;
        footing_log(m, c, WD_EVENT_WHEEL_LIFT, events);
        any = 1;
    }
    return any;
}

/* ---- contacts at a limit ---- */

/* Mark a contact or brake whose guard of the grip has triggered; returns 1 if modes must be
 * decided. A contact that sticks has reached its limit. A slip that has just started becomes an
 * ordinary slip if it continues; otherwise it has ended, as other slips have. */
static int mark_grip(struct vehicle_eval *m, struct vehicle_grip *grip, int goes_on)
{
    int begins = grip->mode >= VEHICLE_INCIPIENT && goes_on;
    m->reverses |= grip->mode == VEHICLE_INCIPIENT && !goes_on;
    grip->slips = grip->mode == VEHICLE_STICK;
    grip->mode = begins ? VEHICLE_SLIP : VEHICLE_STICK;
    return !begins;
}

/* Mark a contact whose guards have triggered; returns 1 if modes must be decided. A slip that has
 * ended sticks until the decision, which may start it again in any direction. An ordinary or slow
 * slip that has not ended continues as an ordinary slip without a decision. */
static int mark_touch(struct vehicle_eval *m, size_t c, const uint64_t *triggered)
{
    struct vehicle_grip *touch = &m->touch[c];
    const double *slip = m->work.contact[c].speed;
    const double *d = touch->direction;
    int lifts = vehicle_triggered(m, c, triggered, VEHICLE_LIFTS);
    touch->lifts = lifts && touch->mode != VEHICLE_OPEN;
    int other = lifts || vehicle_triggered(m, c, triggered, VEHICLE_MEETS) ||
                vehicle_triggered(m, c, triggered, VEHICLE_JAMS);
    double onset = vehicle_onset(m);
    double size = vehicle_slip_speed(m, c), along = slip[1] * d[0] + slip[2] * d[1];
    if (!vehicle_triggered(m, c, triggered, VEHICLE_GRIPS))
        return other;
    int turns = touch->mode == VEHICLE_SLIP || touch->was == VEHICLE_SLIP
                    ? size >= num_fmax(VEHICLE_DIRECTED, VEHICLE_BEGUN * onset)
                    : vehicle_is_slow(touch);
    if (turns && !touch->ended) {
        touch->mode = VEHICLE_SLIP;
        vehicle_turn_to_slip(m, c);
        return other;
    }
    if (vehicle_grip_yields(touch)) {
        vehicle_end_slow_slip(m, c);
        return other;
    }
    int goes_on = touch->mode == VEHICLE_INCIPIENT && (along > 0 || size > onset);
    if (goes_on)
        vehicle_turn_to_slip(m, c);
    return mark_grip(m, touch, goes_on) || other;
}

/* Do the same as mark_touch() for the brake of a joint. */
static int mark_brake(struct vehicle_eval *m, size_t j, const uint64_t *triggered)
{
    struct vehicle_grip *brake = &m->brake[j];
    double rate = vehicle_joint(m, j)->rate;
    if (!bit_is_set(triggered, vehicle_brake_guard(m->v->joint[j].part)))
        return 0;
    if (!vehicle_grip_yields(brake))
        return mark_grip(m, brake, rate * brake->direction[0] > 0);
    brake->mode = VEHICLE_SLIP;
    brake->direction[0] = rate > 0 ? 1 : -1;
    return 0;
}

/* Mark all contacts whose guards have triggered; returns 1 if modes must be decided. If a slip that
 * has just started reverses, all slow contacts and brakes yield. */
static int mark(struct vehicle_eval *m, const uint64_t *triggered)
{
    int any = 0;
    m->reverses = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= !vehicle_law(m, c)->loads && mark_touch(m, c, triggered);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= mark_brake(m, j, triggered);
    if (m->reverses)
        yield_begin(m);
    return any;
}

/* True if an open wheel reaches the ground or a free joint its rigid stop, or if an open wheel at
 * the ground or a free joint at its stop does not move away. */
static int any_meets(const struct vehicle_eval *m, const uint64_t *triggered)
{
    if (stop_any_meets(m, triggered))
        return 1;
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_touch_triggered(m, c, triggered) ||
            (vehicle_is_on_ground(m, c) && m->work.contact[c].speed[0] <= VEHICLE_STILL))
            return 1;
    return 0;
}

/* True if an open wheel at the ground moves downwards, or a joint into its stop. */
static int any_moves_in(const struct vehicle_eval *m)
{
    if (stop_any_falls(m))
        return 1;
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_is_on_ground(m, c) && m->work.contact[c].speed[0] < -VEHICLE_STILL)
            return 1;
    return 0;
}

/* ---- new modes and velocities ---- */

/* Log the change of the mode of a wheel, or of a brake (wheel: 0), if there is an event for it. The
 * closing of a contact is logged as its impact (hit_log.c). */
static void log_change(const struct part *part, int64_t from, int to, int wheel, double feature,
                       struct events *events)
{
    int stuck = from == VEHICLE_STICK || from >= VEHICLE_YIELD;
    int sticks = to == VEHICLE_STICK || to >= VEHICLE_YIELD;
    int32_t type = 0;
    if (from == VEHICLE_OPEN)
        return;
    if (to == VEHICLE_OPEN)
        type = WD_EVENT_DETACH;
    else if (sticks && !stuck)
        type = wheel ? WD_EVENT_STICK : WD_EVENT_BRAKE_HOLD;
    else if (stuck && !sticks)
        type = wheel ? WD_EVENT_SLIP : WD_EVENT_BRAKE_SLIP;
    if (type == 0)
        return;
    double *value = events->add(events->core, type);
    value[0] = (double)part->number;
    value[FOOTING_FEATURE] = feature;
}

/* Log the changes of modes at this instant. The view has the modes before them. */
static void log_modes(const struct vehicle_eval *m, struct events *events)
{
    for (size_t c = 0; c < m->work.contacts; c++) {
        const struct part *part = vehicle_part_at(m, c);
        double feature = m->footing ? (double)m->footing[c].feature : 0;
        if (!vehicle_law(m, c)->loads)
            log_change(part, m->touch[c].was, m->touch[c].mode, 1, feature, events);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        const struct part *part = m->v->joint[j].part;
        log_change(part, m->brake[j].was, m->brake[j].mode, 0, NAN, events);
    }
    stop_log(m, events);
}

/* Project the wheels onto the ground and decide the modes. The projection stops two kinds of
 * speeds: those up to solver.zeno_speed at the end of a bounce sequence (hit.c), and the component
 * that an ended slip still has across its first direction. Their energy is added to *lost. */
static int32_t project_and_decide(struct vehicle_eval *m, double *lost)
{
    double before = linkage_kinetic(&m->v->linkage, &m->work);
    int32_t status = vehicle_settle(m);
    *lost += before - linkage_kinetic(&m->v->linkage, &m->work);
    return status;
}

/* Stop jammed contacts by impulses, and decide the modes after each. Status as for
 * project_and_decide(). */
static int32_t stop_jams(struct vehicle_eval *m, struct events *events, double *lost)
{
    int32_t status = WD_ENOSOL;
    for (int i = 0; i < VEHICLE_MOST_ROUNDS && status == WD_ENOSOL && m->jams; i++) {
        double change;
        status = vehicle_solve_impact(m, NULL, events, &change);
        if (status != WD_OK)
            return status;
        *lost += change;
        status = project_and_decide(m, lost);
    }
    return status;
}

/* Carry out the changes that have been marked: solve the impact, project and decide; add the energy
 * lost to *lost. When wheels are projected onto the ground after an impact, others that were about
 * to separate may reach the ground; these have an impact, too. */
static int32_t carry_out_changes(struct vehicle_eval *m, const uint64_t *triggered,
                                 struct events *events, double *lost)
{
    int32_t status = WD_OK;
    int hits = any_meets(m, triggered);
    for (int i = 0; status == WD_OK && (i == 0 || (hits && i < VEHICLE_MOST_ROUNDS)); i++) {
        double change = 0;
        status = hits ? vehicle_solve_impact(m, triggered, events, &change) : WD_OK;
        *lost += change;
        if (status == WD_OK)
            status = project_and_decide(m, lost);
        if (status == WD_OK && m->footing)
            status = footing_meet(m, NULL, events);
        hits = any_moves_in(m);
    }
    return status == WD_ENOSOL && m->jams ? stop_jams(m, events, lost) : status;
}

/* Choose the slow slips after a decision. Slow slips, and those that have just started and are
 * faster than VEHICLE_DIRECTED, should keep the directions with which the modes were decided. In
 * the directions of their velocities other contacts might exceed their limits, or slips that have
 * just started might reverse. So all of them count as slow already. Returns 0 if no slip is slow or
 * has just started. */
static int choose_continuing_slips(struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        if (!vehicle_is_quasi_static(m, c))
            continue;
        any = 1;
        if (vehicle_slip_speed(m, c) >= VEHICLE_DIRECTED)
            m->touch[c].mode = VEHICLE_SLOW;
    }
    if (any)
        vehicle_choose_slow_slips(m, 0);
    return any;
}

/* True if the present modes cannot continue, so that they must be decided although no mark requires
 * it. The reason is a new direction of a slip, different from that of the onset or of the decision:
 * it changes the forces on other contacts. */
static int modes_cannot_continue(struct vehicle_eval *m)
{
    vehicle_set_hold(m);
    return !m->yields && (vehicle_cannot_slide_on(m) || vehicle_exceeds_limits(m));
}

/* Carry out the changes that have been marked, and choose the slow slips. Slow slips that this
 * choice ends get the directions of their velocities. If the modes cannot continue in these
 * directions, all slow slips end, and the modes are decided again with these directions. */
static int32_t change_modes(struct vehicle_eval *m, const uint64_t *triggered,
                            struct events *events, double *lost)
{
    int32_t status = carry_out_changes(m, triggered, events, lost);
    if (status != WD_OK || m->failed != WD_OK || !choose_continuing_slips(m) ||
        !modes_cannot_continue(m))
        return status;
    vehicle_end_slow_slips(m);
    status = project_and_decide(m, lost);
    return status == WD_ENOSOL && m->jams ? stop_jams(m, events, lost) : status;
}

/* Pass contacts on that impact and projection have moved beyond the borders of their features. */
static int32_t pass_moved(struct vehicle_eval *m, struct events *events, double *lost)
{
    size_t count = 1;
    int32_t status = WD_OK;
    for (int i = 0; status == WD_OK && i < VEHICLE_MOST_ROUNDS && count > 0; i++) {
        status = footing_pass(m, NULL, events, &count);
        if (status == WD_OK && count > 0)
            status = project_and_decide(m, lost);
    }
    return status;
}

/* Mark all contacts whose guards have triggered, and carry out the changes. *decided: 1 if modes
 * were decided, so that the state must be written, even at the end of the motion (WD_END). */
static int32_t mark_and_change(struct vehicle_eval *m, const uint64_t *triggered,
                               struct events *events, double *lost, int *decided)
{
    size_t passed = 0;
    int stops = vehicle_jump_stops(m, triggered);
    stops |= stop_mark(m, triggered);
    int32_t status = m->footing ? footing_pass(m, triggered, events, &passed) : (int32_t)WD_OK;
    if (status == WD_OK && m->footing)
        passed += footing_pass_tyres(m, triggered, events);
    int marked =
        status == WD_OK && (mark(m, triggered) || stops || passed > 0 || modes_cannot_continue(m));
    if (marked && m->footing)
        status = footing_meet(m, triggered, events);
    *decided = marked && status == WD_OK;
    if (*decided)
        status = change_modes(m, triggered, events, lost);
    if (*decided && status == WD_OK && m->footing)
        status = pass_moved(m, events, lost);
    return m->failed == WD_OK ? status : m->failed;
}

/* Directions and slow slips are renewed first, because the marks depend on them. */
int32_t vehicle_jump(const struct view *view, const uint64_t *triggered, double *y, int64_t *mode,
                     struct events *events)
{
    struct vehicle_eval m;
    double lost = 0;
    int decided;
    vehicle_open(view, y, &m);
    if (m.footing)
        footing_watch(&m);
    int32_t status = vehicle_stand(&m);
    if (status == WD_OK)
        status = tyre_stop_prepare(&m);
    if (status != WD_OK)
        return status;
    if (log_end(&m, triggered, events))
        return WD_END;
    vehicle_keep_directions(&m);
    vehicle_find_ended_slips(&m, triggered);
    vehicle_choose_slow_slips(&m, 1);
    status = mark_and_change(&m, triggered, events, &lost, &decided);
    int ends = status == WD_END;
    if (status != WD_OK && !(ends && decided))
        return status;
    y[view->kind->states + 1] += lost;
    vehicle_jump_tyres(&m, triggered, events);
    footing_release_tyres(&m);
    status = tyre_stop_jump(&m, triggered);
    if (status != WD_OK)
        return status;
    log_modes(&m, events);
    status = decided ? weigh_new_modes(&m) : (int32_t)WD_OK;
    if (status != WD_OK)
        return status;
    vehicle_write_state(&m, y);
    vehicle_write_modes(&m, y, mode);
    if (ends)
        return WD_END;
    if (decided && log_pulling_wheels(&m, events))
        status = WD_END;
    if (status == WD_OK && m.footing && footing_end(&m, NULL, events) > 0)
        status = WD_END;
    return m.failed == WD_OK ? status : m.failed;
}
