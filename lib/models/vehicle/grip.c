/* SPDX-License-Identifier: MIT */
/* Modes of wheels and brakes from the motion. */
#include "models/vehicle/footing.h"
#include "models/vehicle/slow.h"
#include "models/vehicle/stop.h"
#include "models/vehicle/yield.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>

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

/* Let a brake slide in the direction of its joint if the brake was applied within a step and the
 * joint moves. */
static void take_brake(struct vehicle_grip *brake, const struct part *part, const double *y)
{
    const struct joint_state *joint = (const void *)(y + part->at.states);
    if (brake->limit > 0 && brake->mode == VEHICLE_OPEN && fabs(joint->rate) > VEHICLE_STILL) {
        brake->mode = VEHICLE_SLIP;
        brake->direction[0] = joint->rate > 0 ? 1 : -1;
    }
}

/* Set the mode from its stored form. */
static void take_mode(struct vehicle_grip *grip, int64_t stored)
{
    grip->mode = grip->was = (int)(stored & ~VEHICLE_SLACKS);
    grip->slack = (int)(stored & VEHICLE_SLACKS);
}

void vehicle_read_modes(struct vehicle_eval *m, const double *y)
{
    size_t wheels = m->v->linkage.wheels, joints = linkage_joints(&m->v->linkage);
    memset(m->touch, 0, wheels * sizeof *m->touch);
    memset(m->brake, 0, joints * sizeof *m->brake);
    for (size_t w = 0; w < wheels; w++) {
        const struct part *part = m->v->rim[w].part;
        const struct rim_input *u = vehicle_input_of(m->view, part);
        const double *d = vehicle_rim_extra(m->view, y, part)->direction;
        struct vehicle_grip *touch = &m->touch[w];
        take_mode(touch, m->view->mode[part->at.modes]);
        touch->limit = u->mu;
        touch->direction[0] = d[0], touch->direction[1] = d[1];
    }
    for (size_t j = 0; j < joints; j++) {
        const struct part *part = m->v->joint[j].part;
        struct vehicle_grip *brake = &m->brake[j];
        take_mode(brake, m->view->mode[vehicle_brake_mode(part)]);
        brake->limit = vehicle_capacity(m->view, part);
        brake->direction[0] = vehicle_brake_extra(m->view, y, part)->direction;
        if (!(brake->limit > 0))
            brake->mode = VEHICLE_OPEN;
        take_brake(brake, part, y);
    }
}

/* ---- mode yield: forces of the last step ---- */

void vehicle_clear_last(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        memset(m->touch[c].last, 0, sizeof m->touch[c].last);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->brake[j].last[0] = 0;
}

void vehicle_read_last(struct vehicle_eval *m, const double *y)
{
    size_t wheels = m->v->linkage.wheels;
    if (!yield_any(m))
        return;
    for (size_t c = 0; c < m->work.contacts; c++)
        memcpy(m->touch[c].last,
               c < wheels ? vehicle_rim_extra(m->view, y, m->v->rim[c].part)->impulse
                          : m->footing[c].impulse,
               sizeof m->touch[c].last);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        m->brake[j].last[0] = vehicle_brake_extra(m->view, y, m->v->joint[j].part)->impulse;
}

void vehicle_write_last(const struct vehicle_eval *m, double *y)
{
    size_t wheels = m->v->linkage.wheels;
    if (!yield_any(m))
        return;
    for (size_t c = 0; c < wheels; c++)
        memcpy(vehicle_rim_extra(m->view, y, m->v->rim[c].part)->impulse, m->touch[c].last,
               sizeof m->touch[c].last);
    for (size_t c = wheels; c < m->work.contacts; c++)
        footing_write_impulse(m, y, c, m->touch[c].last);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        vehicle_brake_extra(m->view, y, m->v->joint[j].part)->impulse = m->brake[j].last[0];
}

/* ---- modes ---- */

void vehicle_write_modes(const struct vehicle_eval *m, double *y, int64_t *mode)
{
    for (size_t w = 0; w < m->v->linkage.wheels; w++) {
        const struct part *part = m->v->rim[w].part;
        struct rim_extra *to = vehicle_rim_extra(m->view, y, part);
        mode[part->at.modes] = vehicle_stored_mode(m->touch[w].mode, m->touch[w].slack);
        memcpy(to->direction, m->touch[w].direction, sizeof to->direction);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        const struct part *part = m->v->joint[j].part;
        mode[vehicle_brake_mode(part)] = vehicle_stored_mode(m->brake[j].mode, m->brake[j].slack);
        vehicle_brake_extra(m->view, y, part)->direction = m->brake[j].direction[0];
    }
    vehicle_write_last(m, y);
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

int vehicle_any_contact_slides(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= m->grip[c].mode == LINKAGE_SLIP && m->grip[c].mu > 0;
    return any;
}

/* ---- directions ---- */

/* Set the slip direction from the slip velocity; below VEHICLE_DIRECTED keep the direction
 * `before`. If the slip has reversed along `before`, its component along `before` counts with the
 * opposite sign. So friction keeps its sign until the event, and the motion is smooth across the
 * event. */
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

/* Set mode and direction of a closed contact from its slip velocity. A contact without friction
 * always slides, without a direction. */
static void set_touch_mode(struct vehicle_eval *m, size_t c, double still)
{
    struct vehicle_grip *touch = &m->touch[c];
    int slips = touch->limit > 0 && vehicle_slip_speed(m, c) > still;
    touch->mode = slips || touch->limit == 0 ? VEHICLE_SLIP : VEHICLE_STICK;
    touch->direction[0] = touch->direction[1] = 0;
    if (slips)
        vehicle_turn_to_slip(m, c);
}

static void set_brake_mode(struct vehicle_eval *m, size_t j, double still)
{
    struct vehicle_grip *brake = &m->brake[j];
    double rate = vehicle_joint(m, j)->rate;
    brake->mode = fabs(rate) > still ? VEHICLE_SLIP : VEHICLE_STICK;
    brake->direction[0] = rate > 0 ? 1 : -1;
}

void vehicle_set_modes(struct vehicle_eval *m, double still)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_takes_part(m, c))
            set_touch_mode(m, c, still);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (m->brake[j].limit > 0)
            set_brake_mode(m, j, still);
}

/* False for an ordinary slip with friction that has ended or reversed; `along` is the component of
 * the slip velocity along its direction. */
static int goes_on(const struct vehicle_grip *grip, double along)
{
    return grip->mode != VEHICLE_SLIP || grip->limit == 0 || along > VEHICLE_STILL;
}

/* Update a brake after impacts of others. A brake that no longer slides in its direction sticks, or
 * slides the other way. A brake that had just started to slide and now sticks is at its limit. */
static int update_stopped_brake(struct vehicle_eval *m, size_t j)
{
    struct vehicle_grip *brake = &m->brake[j];
    double along = vehicle_joint(m, j)->rate * brake->direction[0];
    int begun = brake->mode == VEHICLE_INCIPIENT;
    if (begun ? along > VEHICLE_STILL : goes_on(brake, along))
        return 0;
    set_brake_mode(m, j, VEHICLE_STILL);
    brake->slips |= begun && brake->mode == VEHICLE_STICK;
    return brake->mode == VEHICLE_STICK;
}

/* Update a wheel on the ground after impacts of others. A wheel that has started to slip but does
 * not move yet is at its friction limit. A slip without a direction has ended; a new slip starts in
 * the direction that the forces determine. */
static int update_stopped_touch(struct vehicle_eval *m, size_t c)
{
    struct vehicle_grip *touch = &m->touch[c];
    const double *slip = m->work.contact[c].speed, *d = touch->direction;
    int stays = vehicle_is_on_ground(m, c) && fabs(slip[0]) <= VEHICLE_STILL;
    double size = vehicle_slip_speed(m, c), along = slip[1] * d[0] + slip[2] * d[1];
    int begun =
        touch->mode == VEHICLE_INCIPIENT && size <= (along < 0 ? VEHICLE_DIRECTED : VEHICLE_STILL);
    along = size > VEHICLE_DIRECTED ? along : 0;
    if (!vehicle_law(m, c)->lifts || (!stays && !begun && goes_on(touch, along)))
        return 0;
    set_touch_mode(m, c, VEHICLE_DIRECTED);
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

/* Set mode and direction of a closed contact anew if its friction coefficient is 0, or if it slides
 * and is fast enough to have a direction, or has none yet. */
static void renew_touch(struct vehicle_eval *m, size_t c)
{
    struct vehicle_grip *touch = &m->touch[c];
    double size = vehicle_slip_speed(m, c);
    int directed = touch->direction[0] != 0 || touch->direction[1] != 0;
    if (touch->limit == 0 ||
        (touch->mode == VEHICLE_SLIP && (!directed || size >= VEHICLE_DIRECTED)))
        set_touch_mode(m, c, VEHICLE_STILL);
}

void vehicle_update_modes(struct vehicle_eval *m)
{
    for (size_t c = 0; c < m->work.contacts; c++)
        if (vehicle_takes_part(m, c))
            renew_touch(m, c);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        if (m->brake[j].limit > 0 && m->brake[j].mode == VEHICLE_OPEN)
            set_brake_mode(m, j, VEHICLE_STILL);
}

int vehicle_has_variable_modes(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t c = 0; c < m->work.contacts; c++)
        any |= vehicle_takes_part(m, c);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        any |= m->view->mode[vehicle_brake_mode(m->v->joint[j].part)] != VEHICLE_OPEN ||
               m->brake[j].limit > 0 || stop_side(m, j) != 0;
    return any;
}
