/* SPDX-License-Identifier: MIT */
/* Modes of wheels and brakes from the motion, and the guards that end them. */
#include "models/vehicle/footing.h"
#include "models/vehicle/stop.h"
#include "num/bits.h"
#include "num/elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Fraction of height plus radius; a gap up to this is zero to rounding. */
#define GAP_ROUNDING (4 * DBL_EPSILON)

/* Multiple of the residual of the projection; a wheel deeper than this counts as in the ground. */
#define BELOW 4

/* The same for a wheel that separates; a separating wheel that is deeper than this is projected. */
#define DEEP 8

/* solver.rtol from which on a following slip may deviate by all of solver.onset_speed. */
#define FULL_ERROR 1e-9

double vehicle_capacity(const struct view *view, const struct part *part)
{
    if (vehicle_is(part, VEHICLE_WHEEL))
        return ((const struct wheel_param *)vehicle_param_of(view, part))->friction +
               ((const struct wheel_input *)vehicle_input_of(view, part))->brake;
    double friction = ((const struct joint_param *)vehicle_param_of(view, part))->friction;
    if (vehicle_is(part, VEHICLE_SLIDE))
        return friction + ((const struct slide_input *)vehicle_input_of(view, part))->brake;
    return friction + ((const struct hinge_input *)vehicle_input_of(view, part))->brake;
}

/* A brake that was applied within a step slides in the direction of its joint. */
static void take_brake(struct vehicle_grip *brake, const struct part *part, const double *y)
{
    const struct joint_state *joint = (const void *)(y + part->at.states);
    if (brake->limit > 0 && brake->mode == VEHICLE_OPEN && fabs(joint->rate) > VEHICLE_STILL) {
        brake->mode = VEHICLE_SLIP;
        brake->direction[0] = joint->rate > 0 ? 1 : -1;
    }
}

void vehicle_read_modes(struct vehicle_eval *m, const double *y)
{
    const double *extra = y + m->view->kind->states + 2;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct part *part = vehicle_part_at(m, w);
        const struct rim_input *u = vehicle_input_of(m->view, part);
        const struct rim_extra *from = (const void *)(extra + part->at.extras);
        int mode = (int)m->view->mode[part->at.modes];
        m->touch[w] = (struct vehicle_grip){.mode = mode,
                                            .was = mode,
                                            .limit = u->mu,
                                            .direction = {from->direction[0], from->direction[1]}};
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        const struct part *part = m->v->joint[j].part;
        const struct brake_extra *from = (const void *)(extra + vehicle_brake_extra(part));
        double limit = vehicle_capacity(m->view, part);
        m->brake[j] = (struct vehicle_grip){
            .mode = limit > 0 ? (int)m->view->mode[vehicle_brake_mode(part)] : VEHICLE_OPEN,
            .limit = limit,
            .direction = {from->direction, 0}};
        take_brake(&m->brake[j], part, y);
    }
}

void vehicle_write_modes(const struct vehicle_eval *m, double *y, int64_t *mode)
{
    double *extra = y + m->view->kind->states + 2;
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct part *part = vehicle_part_at(m, w);
        struct rim_extra *to = (void *)(extra + part->at.extras);
        mode[part->at.modes] = m->touch[w].mode;
        memcpy(to->direction, m->touch[w].direction, sizeof to->direction);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        const struct part *part = m->v->joint[j].part;
        struct brake_extra *to = (void *)(extra + vehicle_brake_extra(part));
        mode[vehicle_brake_mode(part)] = m->brake[j].mode;
        to->direction = m->brake[j].direction[0];
    }
    vehicle_write_stops(m, mode);
    if (m->footing)
        footing_write(m, y);
}

int vehicle_is_sliding(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->grip[c].mode == LINKAGE_SLIP && m->touch[c].limit > 0;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= m->brake[j].mode >= VEHICLE_SLIP;
    return any;
}

/* ---- directions ---- */

/* Direction of a slip. After the slip has reversed, the direction is mirrored: friction keeps its
 * sign, and the motion is smooth across the event. */
static void set_direction(const double *slip, const double *before, double *direction)
{
    double x = slip[1], y = slip[2], size = num_hypot(x, y);
    double along = x * before[0] + y * before[1];
    direction[0] = before[0], direction[1] = before[1];
    if (size < VEHICLE_DIRECTED)
        return;
    double back = along > 0 ? 0 : 2 * along;
    direction[0] = (x - back * before[0]) / size;
    direction[1] = (y - back * before[1]) / size;
}

void vehicle_set_directions(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        if (m->touch[c].mode == VEHICLE_SLIP)
            set_direction(m->work.contact[c].speed, m->touch[c].direction, m->grip[c].direction);
}

/* ---- modes from the motion ---- */

static double rate_of(const struct vehicle_eval *m, size_t joint)
{
    return m->state[LINKAGE_JOINT + 2 * joint + 1];
}

static double slip_of(const struct vehicle_eval *m, size_t c)
{
    return num_hypot(m->work.contact[c].speed[1], m->work.contact[c].speed[2]);
}

/* Set the mode of a wheel on the ground from its velocity, and its direction if it has friction. */
static void set_touch_mode(struct vehicle_eval *m, size_t c, double still)
{
    const double *slip = m->work.contact[c].speed;
    struct vehicle_grip *touch = &m->touch[c];
    double size = slip_of(m, c);
    int slips = touch->limit > 0 && size > still;
    touch->mode = slips || touch->limit == 0 ? VEHICLE_SLIP : VEHICLE_STICK;
    touch->direction[0] = slips ? slip[1] / size : 0;
    touch->direction[1] = slips ? slip[2] / size : 0;
}

static void set_brake_mode(struct vehicle_eval *m, size_t j, double still)
{
    struct vehicle_grip *brake = &m->brake[j];
    double rate = rate_of(m, j);
    brake->mode = fabs(rate) > still ? VEHICLE_SLIP : VEHICLE_STICK;
    brake->direction[0] = rate > 0 ? 1 : -1;
}

void vehicle_set_modes(struct vehicle_eval *m, double still)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_law(m, c)->lifts && m->touch[c].mode != VEHICLE_OPEN)
            set_touch_mode(m, c, still);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (m->brake[j].limit > 0)
            set_brake_mode(m, j, still);
}

static int goes_on(const struct vehicle_grip *grip, double along)
{
    return grip->mode != VEHICLE_SLIP || grip->limit == 0 || along > VEHICLE_STILL;
}

/* Update a brake after impacts of others; a brake that has just started to slide may reverse. */
static int update_stopped_brake(struct vehicle_eval *m, size_t j)
{
    struct vehicle_grip *brake = &m->brake[j];
    double along = rate_of(m, j) * brake->direction[0];
    int begun = brake->mode == VEHICLE_INCIPIENT;
    if (begun ? along > VEHICLE_STILL : goes_on(brake, along))
        return 0;
    set_brake_mode(m, j, VEHICLE_STILL);
    brake->slips |= begun && brake->mode == VEHICLE_STICK;
    return brake->mode == VEHICLE_STICK;
}

/* Update a wheel on the ground after impacts of others. A wheel that has started to slip but does
 * not move yet is at its friction limit. */
static int update_stopped_touch(struct vehicle_eval *m, size_t c)
{
    struct vehicle_grip *touch = &m->touch[c];
    const double *slip = m->work.contact[c].speed, *d = touch->direction;
    int stays = vehicle_is_on_ground(m, c) && fabs(slip[0]) <= VEHICLE_STILL;
    int begun = touch->mode == VEHICLE_INCIPIENT && slip_of(m, c) <= VEHICLE_STILL;
    if (!vehicle_law(m, c)->lifts ||
        (!stays && !begun && goes_on(touch, slip[1] * d[0] + slip[2] * d[1])))
        return 0;
    set_touch_mode(m, c, VEHICLE_STILL);
    touch->slips |= begun && touch->mode == VEHICLE_STICK;
    return stays || touch->mode == VEHICLE_STICK;
}

int vehicle_update_stopped(struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= update_stopped_touch(m, c);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= update_stopped_brake(m, j);
    any |= stop_rest(m);
    return any;
}

/* ---- changes of modes without events ---- */

static void renew_touch(struct vehicle_eval *m, size_t c)
{
    struct vehicle_grip *touch = &m->touch[c];
    double size = slip_of(m, c);
    int directed = touch->direction[0] != 0 || touch->direction[1] != 0;
    if (touch->limit == 0 ||
        (touch->mode == VEHICLE_SLIP && (!directed || size >= VEHICLE_DIRECTED)))
        set_touch_mode(m, c, VEHICLE_STILL);
}

static void renew_brake(struct vehicle_eval *m, size_t j)
{
    struct vehicle_grip *brake = &m->brake[j];
    if (brake->limit > 0 && brake->mode == VEHICLE_OPEN)
        set_brake_mode(m, j, VEHICLE_STILL);
}

void vehicle_update_modes(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_law(m, c)->lifts && m->touch[c].mode != VEHICLE_OPEN)
            renew_touch(m, c);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        renew_brake(m, j);
}

int vehicle_has_variable_modes(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_law(m, c)->lifts && m->touch[c].mode != VEHICLE_OPEN;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= m->view->mode[vehicle_brake_mode(m->v->joint[j].part)] != VEHICLE_OPEN ||
               m->brake[j].limit > 0 || stop_side(m, j) != 0;
    return any;
}

/* ---- guards ---- */

/* Guard of a slip that has just started. The guard triggers when the slip is fast enough to have
 * its own direction, or has reversed. The limit across its direction is larger, because the
 * direction of a slow slip turns fast. */
static double guard_onset(const struct vehicle_eval *m, double size, double along, double least)
{
    double onset = ((const struct vehicle_solver *)m->view->solver)->onset_speed;
    double left = 1 - num_fmax(along, size / VEHICLE_ONSET_ACROSS) / onset, back = along + least;
    return left < 0 && back < 0 ? -(left * back) : left * back;
}

double vehicle_deviation(const struct vehicle_eval *m)
{
    const struct vehicle_solver *solver = m->view->solver;
    double part = num_fmin(1, solver->common.rtol / FULL_ERROR);
    return part * part * part * solver->onset_speed;
}

/* Guard of a creeping slip: triggers if it is too fast, or ends within the extrapolation time. */
static double guard_creep(const struct vehicle_eval *m, size_t c)
{
    double onset = ((const struct vehicle_solver *)m->view->solver)->onset_speed;
    return num_fmin(onset - slip_of(m, c), m->touch[c].ahead);
}

/* Guard of a following slip: triggers if it ends, deviates too far, or has no direction. */
static double guard_follow(const struct vehicle_eval *m, size_t c)
{
    const double *slip = m->work.contact[c].speed, *d = m->grip[c].direction;
    double across = fabs(d[0] * slip[2] - d[1] * slip[1]);
    if (!m->settled)
        return -vehicle_deviation(m);
    return num_fmin(d[0] * slip[1] + d[1] * slip[2],
                    VEHICLE_FOLLOW_RATIO * vehicle_deviation(m) - across);
}

static double rounding_of(const struct vehicle_eval *m, size_t c)
{
    const struct linkage_wheel *wheel = &m->v->linkage.wheel[m->work.contact[c].wheel];
    return GAP_ROUNDING * (fabs(m->state[LINKAGE_PLACE + 2]) + wheel->radius);
}

int vehicle_is_on_ground(const struct vehicle_eval *m, size_t c)
{
    return vehicle_law(m, c)->lifts && m->touch[c].mode == VEHICLE_OPEN &&
           (m->work.contact[c].gap <= rounding_of(m, c) || (m->footing && m->footing[c].fixed));
}

/* On a terrain footing_close_contacts() has already closed these contacts. */
int vehicle_touch_triggered(const struct vehicle_eval *m, size_t c, const uint64_t *triggered)
{
    return !m->footing && vehicle_law(m, c)->lifts && triggered &&
           bit_is_set(triggered, vehicle_guards_at(m, c) + VEHICLE_MEETS);
}

/* True if the gap of an open wheel with zero normal velocity starts to increase. */
static int is_rising(struct vehicle_eval *m, size_t c)
{
    const struct linkage_contact *contact = &m->work.contact[c];
    const struct linkage_screw *change = &m->work.change[m->v->linkage.wheel[contact->wheel].body];
    linkage_follow(&m->v->linkage, m->acceleration, &m->work);
    struct vec a = vec_add(change->linear, vec_cross(change->angular, contact->at));
    return contact->bias[0] + vec_dot(contact->frame[0], a) > 0;
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

/* Guard LIFTS of an open wheel that may not have separated yet: triggers below the ground. */
static double guard_below(const struct vehicle_eval *m, size_t c)
{
    return m->work.contact[c].gap + BELOW * linkage_place_rounding(&m->work, m->state);
}

double vehicle_depth(const struct vehicle_eval *m)
{
    return DEEP * linkage_place_rounding(&m->work, m->state);
}

/* Guard of an open wheel: its gap. A wheel that is just separating counts as above the ground, so
 * that its return triggers; a wheel deeper than vehicle_depth() does not count so. */
static double guard_meeting(struct vehicle_eval *m, size_t c)
{
    const struct linkage_contact *contact = &m->work.contact[c];
    double rounding = rounding_of(m, c);
    if (contact->gap > rounding)
        return contact->gap;
    if (contact->gap >= -vehicle_depth(m) && is_leaving(m, c))
        return rounding;
    return contact->gap < -linkage_place_rounding(&m->work, m->state) ? contact->gap : 0;
}

static double guard_grip(const struct vehicle_eval *m, size_t c)
{
    const struct vehicle_grip *touch = &m->touch[c];
    const double *slip = m->work.contact[c].speed;
    const double *force = m->force + 3 * c, *d = touch->direction;
    double along = slip[1] * d[0] + slip[2] * d[1];
    double onset = ((const struct vehicle_solver *)m->view->solver)->onset_speed;
    if (touch->limit == 0)
        return VEHICLE_NEVER;
    if (touch->mode == VEHICLE_STICK)
        return m->shares ? m->left : touch->limit * force[0] - num_hypot(force[1], force[2]);
    if (touch->mode == VEHICLE_CREEP)
        return guard_creep(m, c);
    if (touch->mode == VEHICLE_FOLLOW)
        return guard_follow(m, c);
    return touch->mode == VEHICLE_SLIP ? along : guard_onset(m, slip_of(m, c), along, 0.5 * onset);
}

void vehicle_guard_touch(struct vehicle_eval *m, size_t c, double *value, double *rate)
{
    const struct vehicle_law *law = vehicle_law(m, c);
    int open = law->lifts && m->touch[c].mode == VEHICLE_OPEN;
    int shares = m->shares && law->lifts && m->touch[c].mode == VEHICLE_STICK;
    value[VEHICLE_LIFTS] = open ? guard_below(m, c) : shares ? VEHICLE_NEVER : m->force[3 * c];
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
    double along = rate_of(m, j) * brake->direction[0];
    switch (brake->mode) {
    case VEHICLE_OPEN:
        return VEHICLE_NEVER;
    case VEHICLE_STICK:
        return m->shares ? m->left : brake->limit - fabs(vehicle_brake_forces(m)[j]);
    default:
        return brake->mode == VEHICLE_SLIP
                   ? along
                   : guard_onset(m, fabs(along), along, 0.5 * VEHICLE_STILL);
    }
}
