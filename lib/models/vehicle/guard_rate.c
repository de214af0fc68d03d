/* SPDX-License-Identifier: MIT */
/* Rates of the guards that report limits of forces. The core needs them to find a force that is
 * beyond its limit only within a step (kind.h, guard). The equations give forces but not their
 * rates, so the motion is continued for a short time, with constant inputs and constant bends of
 * tyres, and the changes of the guards are divided by this time. */
#include "models/vehicle/guard.h"
#include "models/vehicle/stop.h"
#include "num/dense.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* True if this guard of a contact reports the limit of a force. */
static int is_limit(const struct vehicle_eval *m, size_t c, int guard)
{
    const struct vehicle_law *law = vehicle_law(m, c);
    int sticks = law->lifts && m->touch[c].mode == VEHICLE_STICK;
    if (law->loads || (law->lifts && m->touch[c].mode == VEHICLE_OPEN))
        return 0;
    return guard == VEHICLE_GRIPS ? sticks : guard == VEHICLE_LIFTS && !(m->shares && sticks);
}

static int is_brake_limit(const struct vehicle_eval *m, size_t j)
{
    return m->brake[j].mode == VEHICLE_STICK && !stop_holds(m, j);
}

static int is_near(const struct vehicle_eval *m, const double *value)
{
    double weight = vehicle_force_scale(m);
    int near = 0;
    for (size_t c = 0; c < m->work.contacts; c++) {
        const double *of = value + vehicle_guards_at(m, c);
        double limit = m->shares ? 1 : m->touch[c].limit * m->force[3 * c];
        near |=
            (is_limit(m, c, VEHICLE_GRIPS) && of[VEHICLE_GRIPS] <= VEHICLE_NEAR_LIMIT * limit) ||
            (is_limit(m, c, VEHICLE_LIFTS) && of[VEHICLE_LIFTS] <= VEHICLE_NEAR_LIMIT * weight);
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        double limit = m->shares ? 1 : m->brake[j].limit;
        double left = value[vehicle_brake_guard(m->v->joint[j].part)];
        near |= is_brake_limit(m, j) && left <= VEHICLE_NEAR_LIMIT * limit;
    }
    return near;
}

/* Continue the motion for VEHICLE_RATE_TIME and evaluate the forces. Returns 0 if this fails, or if
 * the guards of sticking contacts have another meaning then (m->shares). */
static int move_on(struct vehicle_eval *m)
{
    int shares = m->shares;
    int32_t failed = m->failed;
    linkage_rate(&m->v->linkage, m->state, &m->work, m->acceleration, m->rate);
    dense_add(m->state, VEHICLE_RATE_TIME, m->rate, linkage_states(&m->v->linkage));
    m->looks = 0;
    int good = vehicle_stand(m) == WD_OK && vehicle_weigh(m) == WD_OK && m->failed == WD_OK;
    m->failed = failed;
    return good && m->shares == shares;
}

void vehicle_guard_rates(struct vehicle_eval *m, const double *value, double *rate)
{
    if (!is_near(m, value) || !move_on(m))
        return;
    for (size_t c = 0; c < m->work.contacts; c++) {
        double later[VEHICLE_CONTACT_GUARDS], unused[VEHICLE_CONTACT_GUARDS];
        size_t at = vehicle_guards_at(m, c);
        if (!is_limit(m, c, VEHICLE_GRIPS) && !is_limit(m, c, VEHICLE_LIFTS))
            continue;
        vehicle_guard_touch(m, c, later, unused);
        for (int k = 0; k < VEHICLE_TYRE_GUARDS; k++)
            if (is_limit(m, c, k))
                rate[at + (size_t)k] = (later[k] - value[at + (size_t)k]) / VEHICLE_RATE_TIME;
    }
    for (size_t j = 0; j < linkage_joints(&m->v->linkage); j++) {
        size_t at = vehicle_brake_guard(m->v->joint[j].part);
        if (is_brake_limit(m, j))
            rate[at] = (vehicle_guard_brake(m, j) - value[at]) / VEHICLE_RATE_TIME;
    }
}
