/* SPDX-License-Identifier: MIT */
/* End stops of hinges and slides: one-sided springs with a damper, and the functions that these
 * share with rigid stops. A stop presses while the joint is beyond it and stiffness depth + damping
 * depth' is above 0. A stop never pulls: if a joint leaves faster than the spring can follow
 * against its damper, it is free, and the spring expands. */
#include "models/vehicle/stop.h"

#include <string.h>

/* stop_of(): the stop of a mode. expanding(): the mode of a stop while it expands. */
static int stop_of(int mode)
{
    return mode >= VEHICLE_STOP_LOWER_EXPANDS ? mode - VEHICLE_STOP_UPPER : mode;
}

static int expanding(int stop)
{
    return stop + VEHICLE_STOP_UPPER;
}

static int expands(int mode)
{
    return mode >= VEHICLE_STOP_LOWER_EXPANDS;
}

/* Depth of a joint in a stop, below zero before the stop, and the rate of the depth. A stop at
 * infinity is infinitely far. */
struct depth {
    double size, rate;
};

static struct depth depth_of(const struct joint_param *p, struct joint_state s, int stop)
{
    return stop == VEHICLE_STOP_UPPER ? (struct depth){s.q - p->upper, s.rate}
                                      : (struct depth){p->lower - s.q, -s.rate};
}

static double pressure(const struct joint_param *p, struct depth d)
{
    return p->stop_stiffness * d.size + p->stop_damping * d.rate;
}

/* The mode of this state. At the limit itself a stop presses if the joint moves into it. */
static int mode_of(const struct joint_param *p, struct joint_state s)
{
    for (int stop = VEHICLE_STOP_LOWER; stop <= VEHICLE_STOP_UPPER; stop++) {
        struct depth d = depth_of(p, s, stop);
        double force = d.size >= 0 ? pressure(p, d) : -1;
        if (force > 0 || (force == 0 && d.rate > 0))
            return stop;
        if (d.size > 0)
            return expanding(stop);
    }
    return VEHICLE_STOP_FREE;
}

/* ---- settings ---- */

const char *vehicle_check_stops(const struct view *view)
{
    for (size_t i = 0; i < view->kind->part_count; i++) {
        const struct part *part = view->kind->parts[i];
        if (!vehicle_is(part, VEHICLE_HINGE) && !vehicle_is(part, VEHICLE_SLIDE))
            continue;
        const struct joint_param *p = vehicle_param_of(view, part);
        if (p->lower > p->upper)
            return view->say(view->core,
                             "part \"%s\": its lower stop %g is above its upper stop %g",
                             part->name, p->lower, p->upper);
        if (p->stop_damping > 0 && p->stop_stiffness == 0)
            return vehicle_fault(view, part,
                                 "it has a stop_damping, but its stop_stiffness is 0; rigid stops "
                                 "have a restitution instead");
    }
    return NULL;
}

const char *vehicle_judge_stops(const struct vehicle_eval *m)
{
    for (size_t j = 0; j < m->v->stops; j++) {
        const struct part *part = m->v->joint[j].part;
        const struct joint_param *p = vehicle_param_of(m->view, part);
        double q = vehicle_joint(m, j)->q;
        if (!(q >= p->lower && q <= p->upper))
            return m->view->say(m->view->core,
                                "part \"%s\": it starts at %g, outside its stops %g and %g",
                                part->name, q, p->lower, p->upper);
    }
    return NULL;
}

int vehicle_fits_stop(const struct view *view, const struct part *part)
{
    int64_t stop = view->mode[vehicle_stop_mode(part)];
    return stop >= VEHICLE_STOP_FREE && stop <= VEHICLE_STOP_LOCKED;
}

/* ---- modes ---- */

/* The mode, if its stop exists; otherwise free. No motion leads to the mode of a stop that does not
 * exist. */
static int existing_mode(const struct joint_param *p, int mode)
{
    int soft = p->stop_stiffness > 0, stop = mode == VEHICLE_STOP_LOCKED ? mode : stop_of(mode);
    double place = stop == VEHICLE_STOP_UPPER ? p->upper : p->lower;
    if (!soft && isfinite(p->lower) && p->lower == p->upper)
        return VEHICLE_STOP_LOCKED;
    int other = soft ? mode == VEHICLE_STOP_LOCKED : expands(mode);
    return other || !isfinite(place) ? VEHICLE_STOP_FREE : mode;
}

void vehicle_read_stops(struct vehicle_eval *m)
{
    memset(m->stop, 0, linkage_joints(&m->v->linkage) * sizeof *m->stop); /* VEHICLE_STOP_FREE */
    for (size_t j = 0; j < m->v->stops; j++) {
        const struct part *part = m->v->joint[j].part;
        m->stop[j].mode = existing_mode(vehicle_param_of(m->view, part),
                                        (int)m->view->mode[vehicle_stop_mode(part)]);
    }
}

void vehicle_write_stops(const struct vehicle_eval *m, int64_t *mode)
{
    for (size_t j = 0; j < m->v->stops; j++)
        mode[vehicle_stop_mode(m->v->joint[j].part)] = m->stop[j].mode;
}

void vehicle_set_stop_modes(struct vehicle_eval *m)
{
    for (size_t j = 0; j < m->v->stops; j++) {
        const struct joint_param *p = stop_param(m, j, STOP_SPRING);
        if (p && !(m->triggered && (stop_triggered(m, j, m->triggered, 0) ||
                                    stop_triggered(m, j, m->triggered, 1))))
            m->stop[j].mode = mode_of(p, *vehicle_joint(m, j));
    }
}

int vehicle_stops_differ(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t j = 0; j < m->v->stops; j++)
        any |= m->stop[j].mode != m->view->mode[vehicle_stop_mode(m->v->joint[j].part)];
    return any;
}

/* Return the mode after guards of the stops of a joint have triggered. first: 1 if the first guard
 * has triggered, 0 if only the second has. */
static int next_mode(const struct joint_param *p, struct joint_state s, int mode, int first)
{
    struct depth lower = depth_of(p, s, VEHICLE_STOP_LOWER);
    struct depth upper = depth_of(p, s, VEHICLE_STOP_UPPER);
    if (mode == VEHICLE_STOP_FREE)
        return upper.size > lower.size ? VEHICLE_STOP_UPPER : VEHICLE_STOP_LOWER;
    if (expands(mode))
        return first ? VEHICLE_STOP_FREE : stop_of(mode);
    if (depth_of(p, s, mode).rate > 0) /* the stop has just begun to press */
        return mode;
    return p->stop_damping > 0 ? expanding(mode) : VEHICLE_STOP_FREE;
}

int vehicle_jump_stops(struct vehicle_eval *m, const uint64_t *triggered)
{
    int any = 0;
    m->triggered = triggered;
    for (size_t j = 0; j < m->v->stops; j++) {
        const struct joint_param *p = stop_param(m, j, STOP_SPRING);
        int first = p && stop_triggered(m, j, triggered, 0);
        if (!p || !(first || stop_triggered(m, j, triggered, 1)))
            continue;
        m->stop[j].mode = next_mode(p, *vehicle_joint(m, j), m->stop[j].mode, first);
        any = 1;
    }
    return any;
}

/* The first guard is, for a free joint, the distance to the nearer stop; for a stop that presses,
 * the depth at which the spring alone would exert its present force; for a stop that expands, its
 * depth. The second guard is the distance of an expanding stop from pressing. */
void vehicle_guard_stop(const struct vehicle_eval *m, size_t j, double *value, double *rate)
{
    const struct joint_param *p = stop_param(m, j, STOP_SPRING);
    int mode = m->stop[j].mode;
    if (!p) {
        stop_guard(m, j, value, rate);
        return;
    }
    value[0] = value[1] = VEHICLE_NEVER;
    struct joint_state s = *vehicle_joint(m, j);
    struct depth d = depth_of(p, s, stop_of(mode));
    if (mode == VEHICLE_STOP_FREE) {
        struct depth other = depth_of(p, s, VEHICLE_STOP_UPPER);
        d = d.size > other.size ? d : other;
        value[0] = -d.size;
        rate[0] = -d.rate;
        return;
    }
    double out = stop_of(mode) == VEHICLE_STOP_UPPER ? 1 : -1,
           pressing = pressure(p, d) / p->stop_stiffness;
    double pressing_rate =
        d.rate + p->stop_damping / p->stop_stiffness * out * m->acceleration[6 + j];
    value[0] = expands(mode) ? d.size : pressing;
    rate[0] = expands(mode) ? d.rate : pressing_rate;
    if (expands(mode)) {
        value[1] = -pressing;
        rate[1] = -pressing_rate;
    }
}

/* ---- forces ---- */

double vehicle_stop_effort(const struct vehicle_eval *m, size_t j, double *lost)
{
    *lost = 0;
    const struct joint_param *p = stop_param(m, j, STOP_SPRING);
    if (!p || m->stop[j].mode == VEHICLE_STOP_FREE)
        return 0;
    int stop = stop_of(m->stop[j].mode);
    struct depth d = depth_of(p, *vehicle_joint(m, j), stop);
    if (expands(m->stop[j].mode)) {
        *lost = -p->stop_stiffness * d.size * d.rate;
        return 0;
    }
    *lost = p->stop_damping * d.rate * d.rate;
    return stop == VEHICLE_STOP_UPPER ? -pressure(p, d) : pressure(p, d);
}

double vehicle_stop_energy(const struct vehicle_eval *m, size_t j)
{
    const struct joint_param *p = stop_param(m, j, STOP_SPRING);
    if (!p || m->stop[j].mode == VEHICLE_STOP_FREE)
        return 0;
    double depth = depth_of(p, *vehicle_joint(m, j), stop_of(m->stop[j].mode)).size;
    return 0.5 * p->stop_stiffness * depth * depth;
}

void vehicle_add_stop_stiffness(struct vehicle_eval *m)
{
    for (size_t j = 0; j < m->v->stops; j++) {
        const struct joint_param *p = stop_param(m, j, STOP_SPRING);
        int acts = p && m->stop[j].mode != VEHICLE_STOP_FREE && !expands(m->stop[j].mode);
        m->work.arm[j].stiffness = acts ? p->stop_stiffness : 0;
        m->work.arm[j].damping = acts ? p->stop_damping : 0;
    }
}
