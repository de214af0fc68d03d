/* SPDX-License-Identifier: MIT */
/* Guards that end the modes of wheels and brakes. */
#include "models/vehicle/footing.h"
#include "models/vehicle/guard.h"
#include "models/vehicle/slow.h"
#include "models/vehicle/yield.h"
#include "num/elementary.h"

#include <math.h>

/* Acceleration of a contact along the axes of its frame: normal and tangents; must be weighed. */
static void contact_acceleration(struct vehicle_eval *m, size_t c, double rate[3])
{
    const struct linkage_contact *contact = &m->work.contact[c];
    const struct linkage_screw *change = &m->work.change[m->v->linkage.wheel[contact->wheel].body];
    linkage_follow(&m->v->linkage, m->acceleration, &m->work);
    struct vec a = vec_add(change->linear, vec_cross(change->angular, contact->at));
    for (int k = 0; k < 3; k++)
        rate[k] = contact->bias[k] + vec_dot(contact->frame[k], a);
}

double vehicle_slip_speed(const struct vehicle_eval *m, size_t c)
{
    return num_hypot(m->work.contact[c].speed[1], m->work.contact[c].speed[2]);
}

double vehicle_slip_along(const struct vehicle_eval *m, size_t c)
{
    const double *slip = m->work.contact[c].speed, *d = m->grip[c].direction;
    return d[0] * slip[1] + d[1] * slip[2];
}

void vehicle_turn_to_slip(struct vehicle_eval *m, size_t c)
{
    double size = vehicle_slip_speed(m, c);
    for (size_t k = 0; k < 2; k++)
        m->touch[c].direction[k] = m->work.contact[c].speed[1 + k] / size;
}

int vehicle_find_slip_to_stop(const struct vehicle_eval *m, size_t *contact)
{
    double most = VEHICLE_STILL;
    for (size_t c = 0; c < m->work.contacts; c++) {
        double size = vehicle_slip_speed(m, c);
        if (!vehicle_law(m, c)->lifts || m->touch[c].mode != VEHICLE_STICK || size <= most)
            continue;
        most = size;
        *contact = c;
    }
    return most > VEHICLE_STILL;
}

/* Guard of a slip: triggers if the slip has ended, because it has reversed or because it is slower
 * than VEHICLE_DIRECTED and no longer decreases. Without the second condition a slip could stay at
 * the speed VEHICLE_DIRECTED: above this speed friction slows the slip down; below it, where the
 * direction of friction is that at the start of the step, friction may speed the slip up. */
static double guard_slip(struct vehicle_eval *m, size_t c)
{
    const double *slip = m->work.contact[c].speed, *d = m->touch[c].direction;
    double rate[3], along = slip[1] * d[0] + slip[2] * d[1];
    if (along <= VEHICLE_STILL || vehicle_slip_speed(m, c) >= VEHICLE_DIRECTED)
        return along;
    contact_acceleration(m, c, rate);
    double growth = slip[1] * rate[1] + slip[2] * rate[2];
    return growth > 0 ? -growth / num_hypot(rate[1], rate[2]) : along;
}

/* Guard of a slip that has just started. The guard triggers when the slip is fast enough to have
 * its own direction, or has reversed. Fixed steps have few evaluations to locate the event. The
 * slip grows in proportion to the time or to its square, and the event is often near the start of
 * the step. So in fixed steps the guard depends on the root of the slip speed, which is nearly a
 * linear function of the time, or its inverse a quadratic one: interpolation then takes about five
 * evaluations, where bisection would take all twelve. */
static double guard_onset(const struct vehicle_eval *m, const struct vehicle_grip *grip,
                          double size, double along)
{
    double onset = vehicle_onset(m);
    double reversed = grip->slack & VEHICLE_AT_LIMIT ? VEHICLE_DIRECTED : 0.5 * VEHICLE_STILL;
    double left = 1 - size / onset, back = along + reversed;
    if (vehicle_fixed_step(m) > 0)
        return num_fmin(1 - sqrt(size / onset), back / reversed);
    return left < 0 && back < 0 ? -(left * back) : left * back;
}

/* With the default of solver.rtol or a larger one a slow slip may deviate from its direction by
 * solver.onset_speed. With a smaller solver.rtol it may deviate by less, so the error of slow slips
 * decreases with the tolerance. */
double vehicle_deviation(const struct vehicle_eval *m)
{
    const struct vehicle_solver *solver = m->view->solver;
    double part = num_fmin(1, solver->common.rtol / KIND_RTOL);
    return part * part * part * solver->onset_speed;
}

/* Guard of a slow slip: triggers if it ends or, above solver.onset_speed, deviates too far or has
 * no direction that was found. With fixed steps the deviation is checked at the start of a step
 * only, and not if they do not resolve the slip (slow.c). */
static double guard_slow(const struct vehicle_eval *m, size_t c)
{
    const double *slip = m->work.contact[c].speed, *d = m->grip[c].direction;
    double across = fabs(d[0] * slip[2] - d[1] * slip[1]);
    double size = vehicle_slip_speed(m, c), left = vehicle_onset(m) - size;
    if (m->settled && vehicle_fixed_step(m) > 0)
        return vehicle_slip_along(m, c);
    if (m->settled)
        left = num_fmax(left, VEHICLE_HYSTERESIS * vehicle_deviation(m) - across);
    return num_fmin(vehicle_slip_along(m, c), left);
}

static double rounding_of(const struct vehicle_eval *m, size_t c)
{
    const struct linkage_wheel *wheel = &m->v->linkage.wheel[m->work.contact[c].wheel];
    return VEHICLE_GAP_ROUNDING * (fabs(m->state[LINKAGE_PLACE + 2]) + wheel->radius);
}

int vehicle_is_on_ground(const struct vehicle_eval *m, size_t c)
{
    return vehicle_law(m, c)->lifts && m->touch[c].mode == VEHICLE_OPEN &&
           !(m->footing && m->footing[c].ended) &&
           (m->work.contact[c].gap <= rounding_of(m, c) || (m->footing && m->footing[c].fixed));
}

/* On a terrain the guard of a wheel may have triggered because of another contact, which
 * footing_close_contacts() has closed. */
int vehicle_touch_triggered(const struct vehicle_eval *m, size_t c, const uint64_t *triggered)
{
    return (!m->footing || vehicle_is_on_ground(m, c)) && vehicle_law(m, c)->lifts &&
           vehicle_triggered(m, c, triggered, VEHICLE_MEETS);
}

/* True if the gap of an open wheel with zero normal velocity starts to increase. */
static int is_rising(struct vehicle_eval *m, size_t c)
{
    double rate[3];
    contact_acceleration(m, c, rate);
    return rate[0] > 0;
}

static int is_leaving(struct vehicle_eval *m, size_t c)
{
    double speed = m->work.contact[c].speed[0];
    return speed > VEHICLE_STILL || (speed >= -VEHICLE_STILL && is_rising(m, c));
}

int vehicle_does_not_rise(struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_is_on_ground(m, c) && !is_leaving(m, c);
    return any;
}

/* Guard LIFTS of an open wheel, which may not have separated yet. It triggers if the wheel gets
 * below the ground. */
static double guard_below(const struct vehicle_eval *m, size_t c)
{
    return m->work.contact[c].gap + VEHICLE_BELOW * linkage_place_rounding(&m->work, m->state);
}

double vehicle_depth(const struct vehicle_eval *m)
{
    return VEHICLE_DEEP * linkage_place_rounding(&m->work, m->state);
}

static double guard_meeting(struct vehicle_eval *m, size_t c)
{
    double gap = m->work.contact[c].gap, rounding = rounding_of(m, c);
    return vehicle_guard_gap(gap, rounding, linkage_place_rounding(&m->work, m->state),
                             gap <= rounding && is_leaving(m, c));
}

/* Guard of a contact that sticks, or of a brake that holds. */
static double guard_limit(const struct vehicle_eval *m, const struct vehicle_grip *grip,
                          double force, double limit)
{
    double beyond = grip->slack & VEHICLE_AT_LIMIT ? 2 * VEHICLE_BEYOND : 0;
    return m->shares ? m->left + beyond : limit * (1 + beyond) - force;
}

static double guard_grip(struct vehicle_eval *m, size_t c)
{
    const struct vehicle_grip *touch = &m->touch[c];
    const double *force = m->force + 3 * c;
    if (touch->limit == 0)
        return VEHICLE_NEVER;
    if (touch->mode == VEHICLE_STICK)
        return guard_limit(m, touch, num_hypot(force[1], force[2]), touch->limit * force[0]);
    if (vehicle_grip_yields(touch))
        return yield_fastest(m) - vehicle_slip_speed(m, c);
    if (vehicle_is_slow(touch))
        return guard_slow(m, c);
    if (touch->mode == VEHICLE_SLIP)
        return guard_slip(m, c);
    return guard_onset(m, touch, vehicle_slip_speed(m, c), vehicle_slip_along(m, c));
}

/* Guard of a closed contact: its normal force. */
static double guard_load(const struct vehicle_eval *m, size_t c)
{
    double push = m->force[3 * c];
    if (m->yields && vehicle_law(m, c)->lifts)
        push = yield_push(m, 3 * c, 1, push);
    return push + (m->touch[c].slack & VEHICLE_UNLOADED ? 2 * vehicle_no_load(m) : 0);
}

void vehicle_guard_touch(struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    const struct vehicle_law *law = vehicle_law(m, c);
    int open = law->lifts && m->touch[c].mode == VEHICLE_OPEN;
    int shares = m->shares && law->lifts && m->touch[c].mode == VEHICLE_STICK;
    value[VEHICLE_LIFTS] = open ? guard_below(m, c) : shares ? VEHICLE_NEVER : guard_load(m, c);
    if (law->rolls && m->shares && m->left <= 0) /* others are released before it pulls */
        value[VEHICLE_LIFTS] = fabs(m->force[3 * c]);
    value[VEHICLE_FLAT] = vehicle_flat_margin(m, c);
    value[VEHICLE_MEETS] = open ? guard_meeting(m, c) : VEHICLE_NEVER;
    if (open)
        rate[VEHICLE_MEETS] = m->work.contact[c].speed[0];
    value[VEHICLE_GRIPS] = open || !law->lifts ? VEHICLE_NEVER : guard_grip(m, c);
}

double vehicle_guard_brake(const struct vehicle_eval *m, size_t j)
{
    const struct vehicle_grip *brake = &m->brake[j];
    double along = vehicle_joint(m, j)->rate * brake->direction[0];
    if (vehicle_grip_yields(brake))
        return yield_fastest_rate(m, j) - fabs(vehicle_joint(m, j)->rate);
    switch (brake->mode) {
    case VEHICLE_OPEN:
        return VEHICLE_NEVER;
    case VEHICLE_STICK:
        return guard_limit(m, brake, fabs(vehicle_brake_forces(m)[j]), brake->limit);
    default:
        return brake->mode == VEHICLE_SLIP ? along : guard_onset(m, brake, fabs(along), along);
    }
}
