/* SPDX-License-Identifier: MIT */
#include "models/vehicle/guard.h"
#include "models/vehicle/stop.h"
#include "models/vehicle/yield.h"
#include "num/elementary.h"

#include <wheeldyn/wheeldyn.h>

int stop_is_locked(const struct vehicle_eval *m, size_t j)
{
    return m->stop[j].mode == VEHICLE_STOP_LOCKED;
}

int stop_holds(const struct vehicle_eval *m, size_t j)
{
    return m->stop[j].mode != VEHICLE_STOP_FREE && stop_param(m, j, STOP_RIGID);
}

static double side_of(int mode)
{
    return mode == VEHICLE_STOP_LOWER ? 1 : mode == VEHICLE_STOP_UPPER ? -1 : 0;
}

double stop_side(const struct vehicle_eval *m, size_t j)
{
    return stop_param(m, j, STOP_RIGID) ? side_of(m->stop[j].mode) : 0;
}

double stop_place(const struct vehicle_eval *m, size_t j)
{
    const struct joint_param *p = stop_param(m, j, STOP_RIGID);
    if (!p || m->stop[j].mode == VEHICLE_STOP_FREE)
        return NAN;
    return m->stop[j].mode == VEHICLE_STOP_UPPER ? p->upper : p->lower;
}

double stop_restitution(const struct vehicle_eval *m, size_t j)
{
    const struct joint_param *p = stop_param(m, j, STOP_RIGID);
    return p ? p->restitution : 0;
}

/* ---- distances ---- */

/* The nearer stop: the mode of rest on it, its distance, with rate and rounding error. */
struct way {
    int mode;
    double size, rate, rounding;
};

static struct way way_of(const struct vehicle_eval *m, size_t j)
{
    const struct joint_param *p = stop_param(m, j, STOP_RIGID);
    const struct joint_state *s = vehicle_joint(m, j);
    int lower = s->q - p->lower <= p->upper - s->q;
    double place = lower ? p->lower : p->upper;
    return (struct way){.mode = lower ? VEHICLE_STOP_LOWER : VEHICLE_STOP_UPPER,
                        .size = lower ? s->q - place : place - s->q,
                        .rate = lower ? s->rate : -s->rate,
                        .rounding = VEHICLE_GAP_ROUNDING * (1 + fabs(place))};
}

static int is_free(const struct vehicle_eval *m, size_t j)
{
    return m->stop[j].mode == VEHICLE_STOP_FREE && stop_param(m, j, STOP_RIGID);
}

/* True if a free joint is at a rigid stop, to rounding, or beyond. */
static int is_down(const struct vehicle_eval *m, size_t j)
{
    if (!is_free(m, j))
        return 0;
    struct way way = way_of(m, j);
    return way.size <= way.rounding;
}

void stop_pin(struct vehicle_eval *m)
{
    for (size_t j = 0; j < m->v->stops; j++)
        if (stop_holds(m, j)) {
            vehicle_joint(m, j)->q = stop_place(m, j);
            vehicle_joint(m, j)->rate = 0;
        }
}

int stop_rest(struct vehicle_eval *m)
{
    int any = 0;
    for (size_t j = 0; j < m->v->stops; j++)
        if (is_down(m, j) && fabs(vehicle_joint(m, j)->rate) <= VEHICLE_STILL) {
            m->stop[j].mode = way_of(m, j).mode;
            any = 1;
        }
    return any;
}

size_t stop_find_deep(struct vehicle_eval *m, double depth)
{
    size_t count = 0;
    for (size_t j = 0; j < m->v->stops; j++) {
        if (m->held[j] || !is_free(m, j) || !(way_of(m, j).size < -depth))
            continue;
        const struct joint_param *p = stop_param(m, j, STOP_RIGID);
        m->held[j] = 1;
        m->place_of[j] = way_of(m, j).mode == VEHICLE_STOP_LOWER ? p->lower : p->upper;
        count++;
    }
    return count;
}

/* ---- jumps ---- */

int stop_mark(struct vehicle_eval *m, const uint64_t *triggered)
{
    int any = 0;
    for (size_t j = 0; j < m->v->stops; j++) {
        if (!stop_param(m, j, STOP_RIGID))
            continue;
        int meets = stop_triggered(m, j, triggered, 0), opens = stop_triggered(m, j, triggered, 1);
        m->stop[j].lifts = opens && stop_side(m, j) != 0;
        any |= meets || opens;
    }
    return any;
}

static int has_met(const struct vehicle_eval *m, size_t j, const uint64_t *triggered)
{
    return triggered && is_free(m, j) && stop_triggered(m, j, triggered, 0);
}

int stop_any_meets(const struct vehicle_eval *m, const uint64_t *triggered)
{
    int any = 0;
    for (size_t j = 0; j < m->v->stops; j++)
        any |= has_met(m, j, triggered) || (is_down(m, j) && way_of(m, j).rate <= VEHICLE_STILL);
    return any;
}

int stop_any_falls(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t j = 0; j < m->v->stops; j++)
        any |= is_down(m, j) && way_of(m, j).rate < -VEHICLE_STILL;
    return any;
}

void stop_close(struct vehicle_eval *m, const uint64_t *triggered)
{
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        m->stop[j].from = m->stop[j].mode;
        if (has_met(m, j, triggered) || is_down(m, j))
            m->stop[j].mode = way_of(m, j).mode;
        m->held[j] = stop_holds(m, j);
    }
}

void stop_close_step(struct vehicle_eval *m)
{
    for (size_t j = 0; j < m->v->stops; j++) {
        if (is_free(m, j) && way_of(m, j).size <= VEHICLE_CLOSE)
            m->stop[j].mode = way_of(m, j).mode;
        m->held[j] |= stop_holds(m, j);
    }
}

void stop_leave(struct vehicle_eval *m, double still)
{
    for (size_t j = 0; j < m->v->stops; j++)
        if (stop_side(m, j) * vehicle_joint(m, j)->rate > still)
            m->stop[j].mode = VEHICLE_STOP_FREE;
}

void stop_set_firm(struct vehicle_eval *m)
{
    int *firm = m->firm + linkage_contacts(&m->v->linkage);
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++)
        firm[j] = stop_is_locked(m, j) ? LINKAGE_FIRM : LINKAGE_FREE;
}

void stop_log(const struct vehicle_eval *m, struct events *events)
{
    for (size_t j = 0; j < m->v->stops; j++) {
        const struct part *part = m->v->joint[j].part;
        if (!is_free(m, j) || m->view->mode[vehicle_stop_mode(part)] == VEHICLE_STOP_FREE)
            continue;
        double *value = events->add(events->core, WD_EVENT_DETACH);
        value[0] = (double)part->number;
    }
}

static int is_leaving(const struct vehicle_eval *m, size_t j, struct way way)
{
    return way.rate > VEHICLE_STILL ||
           (way.rate >= -VEHICLE_STILL && side_of(way.mode) * m->acceleration[6 + j] > 0);
}

/* The first guard of a free joint is its distance from the nearer stop; the second triggers if the
 * joint gets beyond a stop that it has not left. The second guard of a joint at rest is the pushing
 * force. */
void stop_guard(const struct vehicle_eval *m, size_t j, double *value, double *rate)
{
    value[0] = value[1] = VEHICLE_NEVER;
    if (stop_side(m, j) != 0)
        value[1] = m->shares   ? m->left
                   : m->yields ? yield_push(m, linkage_joint_row(&m->v->linkage, j),
                                            stop_side(m, j), stop_push(m, j))
                               : stop_push(m, j);
    if (!is_free(m, j))
        return;
    struct way way = way_of(m, j);
    value[0] = vehicle_guard_gap(way.size, way.rounding, way.rounding, is_leaving(m, j, way));
    rate[0] = way.rate;
    value[1] = way.size + VEHICLE_BELOW * way.rounding;
}

/* ---- decisions ---- */

double stop_push(const struct vehicle_eval *m, size_t j)
{
    return stop_side(m, j) * vehicle_brake_forces(m)[j] + m->brake[j].limit;
}

void stop_open(struct vehicle_eval *m, size_t j)
{
    struct vehicle_grip *brake = &m->brake[j];
    if (brake->limit > 0) {
        brake->mode = VEHICLE_INCIPIENT;
        brake->direction[0] = stop_side(m, j);
    }
    m->stop[j].mode = VEHICLE_STOP_FREE;
}

int stop_pose(const struct vehicle_eval *m, size_t j, size_t row, struct friction_element *e)
{
    double side = stop_side(m, j);
    if (stop_is_locked(m, j))
        return 0;
    *e = (struct friction_element){.set = side != 0 ? FRICTION_STOP : FRICTION_BAND,
                                   .row = row,
                                   .side = side,
                                   .limit = m->brake[j].limit};
    return 1;
}

int stop_read(struct vehicle_eval *m, size_t j, const struct friction_element *e, double tolerance,
              double little)
{
    struct vehicle_stop *stop = &m->stop[j];
    double push = e->side * m->friction.r[e->row] + e->limit;
    stop->little = little;
    stop->falls = tolerance;
    int opens = e->side * m->friction.u[e->row] > tolerance || (stop->lifts && push <= little);
    if (opens)
        stop_open(m, j);
    return opens;
}

/* Restore a stop that was opened although its joint accelerates back into it. */
static int restore_if_pressed(struct vehicle_eval *m, size_t j)
{
    struct vehicle_stop *stop = &m->stop[j];
    double side = side_of(stop->from);
    if (!is_free(m, j) || !(side * m->acceleration[6 + j] < -stop->falls))
        return 0;
    stop->mode = stop->from;
    stop->lifts = 0;
    if (m->brake[j].limit > 0)
        m->brake[j].mode = VEHICLE_STICK;
    return 1;
}

size_t stop_judge(struct vehicle_eval *m)
{
    size_t count = 0;
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        int pulls = stop_side(m, j) != 0 && stop_push(m, j) < -m->stop[j].little;
        m->stop[j].lifts |= pulls;
        count += pulls || restore_if_pressed(m, j) ? 1 : 0;
    }
    return count;
}

/* ---- outputs ---- */

double stop_share(const struct vehicle_eval *m, size_t j, double force)
{
    double side = stop_side(m, j), most = m->brake[j].limit;
    if (stop_is_locked(m, j) || !stop_param(m, j, STOP_RIGID))
        return stop_is_locked(m, j) ? force : 0;
    if (side != 0)
        return side * num_fmax(0, side * force);
    return force - num_fmax(-most, num_fmin(most, force)); /* a mean over a step with a rebound may
                                                              exceed the capacity of the brake */
}
