/* SPDX-License-Identifier: MIT */
/* Changes of the mode VEHICLE_STOPS. */
#include "models/vehicle/vehicle.h"
#include "models/vehicle/guard.h"

#include <wheeldyn/wheeldyn.h>

/* End the mode of a wheel. If neither its reaction nor its speed is above 0, the wheel reverses.
 * This is recorded, by a direction[0] that differs from 0, only while the spring of rolling
 * resistance is near its limit. */
static void end_mode(struct vehicle_eval *m, const struct vehicle_stopping *s)
{
    struct vehicle_grip *touch = &m->touch[s->wheel];
    touch->mode = VEHICLE_STICK;
    if (s->reaction > 0 || s->most < 0 || s->speed > 0 || !tyre_stop_is_near_limit(m, s->wheel))
        touch->direction[0] = 0;
}

/* End the mode of wheels whose guard is not above 0, and evaluate the guards of the others again,
 * until all are above 0. */
static int32_t end_modes(struct vehicle_eval *m)
{
    int32_t status = WD_OK;
    size_t ended;
    do {
        ended = 0;
        status = vehicle_accelerate(m);
        for (size_t i = 0; status == WD_OK && i < m->tyres.stops; i++)
            if (!(tyre_stop_guard(m, m->tyres.stopping[i].wheel) > 0)) {
                end_mode(m, &m->tyres.stopping[i]);
                ended++;
            }
    } while (status == WD_OK && ended > 0 && ended < m->tyres.stops);
    m->tyres.stops -= ended;
    return status;
}

int tyre_stop_any(const struct vehicle_eval *m)
{
    int any = 0;
    for (size_t w = 0; m->v->on_tyres > 0 && w < m->v->linkage.wheels; w++)
        any |= vehicle_law(m, w)->loads && m->touch[w].mode == VEHICLE_STOPS;
    return any;
}

int32_t tyre_stop_enter(struct vehicle_eval *m)
{
    vehicle_set_hold(m);
    int32_t status = vehicle_stand(m);
    return status == WD_OK ? end_modes(m) : status;
}

/* Begin the mode for a wheel whose guard has triggered. A wheel that rolls back while the reaction
 * is 0 near V = 0 (onset > 0) reverses instead. */
static void try_to_stop(struct vehicle_eval *m, size_t w)
{
    struct vehicle_grip *touch = &m->touch[w];
    if (touch->mode != VEHICLE_STICK)
        return;
    vehicle_evaluate_tyre(m, w);
    int reverses = m->tyres.tread[w].result.onset > 0 && tyre_stop_speed(m, w) < 0;
    int begins = reverses && !tyre_stop_has_reversed(m, w);
    touch->direction[0] = reverses && !begins ? 0 : tyre_stop_direction(m, w),
    touch->direction[1] = 0;
    touch->mode = reverses ? VEHICLE_STICK : VEHICLE_STOPS;
}

int32_t tyre_stop_jump(struct vehicle_eval *m, const uint64_t *triggered)
{
    for (size_t w = 0; m->v->on_tyres > 0 && w < m->v->linkage.wheels; w++)
        if (vehicle_law(m, w)->loads && vehicle_triggered(m, w, triggered, VEHICLE_GRIPS))
            try_to_stop(m, w);
    return tyre_stop_any(m) ? tyre_stop_enter(m) : (int32_t)WD_OK;
}

int32_t tyre_stop_prepare(struct vehicle_eval *m)
{
    return tyre_stop_any(m) ? vehicle_accelerate(m) : (int32_t)WD_OK;
}
