/* SPDX-License-Identifier: MIT */
/* Wheels on cambered tyres that stop rolling, event-driven. The camber thrust has a reaction P_c on
 * the spin. Where P_c resists rolling, it jumps when the rolling speed V_r passes through 0. While
 * P_c is between the values before and after the jump, the motion is a sliding mode in the sense of
 * Filippov: the wheel stands, or moves as its spring of rolling resistance yields, and P_c is the
 * force that this motion requires. These wheels have the mode VEHICLE_STOPS. */
#ifndef VEHICLE_TYRE_STOP_H
#define VEHICLE_TYRE_STOP_H

#include <stddef.h>
#include <stdint.h>

struct vehicle_eval;

/* A wheel in the mode VEHICLE_STOPS. Velocities and forces are along its rolling direction. */
struct vehicle_stopping {
    size_t wheel;
    double speed;    /* m/s: V, the component of V_r along this direction */
    double onset;    /* m/s: tyre_result.onset */
    double most;     /* N: tyre_result.reaction, the reaction in steady rolling */
    double change;   /* m/s2: rate of V without the reaction */
    double unknown;  /* the reaction (N) or, if it is steep, the speed (m/s) that belongs to it */
    double reaction; /* N: force of the reaction, above 0 against rolling */
};

/* List the wheels in the mode VEHICLE_STOPS in m->tyres.stopping, after their tyres were evaluated.
 * Returns the number of these wheels. */
size_t tyre_stop_list(struct vehicle_eval *);
/* Find the reactions of the listed wheels, apply them, and call vehicle_follow_loads(). WD_OK, or a
 * failure and why. */
int32_t tyre_stop_accelerate(struct vehicle_eval *);
/* At the beginning of a jump: find the reactions. WD_OK, or a failure and why. */
int32_t tyre_stop_prepare(struct vehicle_eval *);
/* Apply the reactions of tyre_stop_prepare() to the loads while the modes of other contacts are
 * decided; during this decision the reactions stay the same. */
void tyre_stop_push(struct vehicle_eval *);
/* Continue the reaction of an evaluated tyre beyond V_r = 0, from either side, until the guard has
 * triggered, as for sliding friction. Without the continuation, steps that cross V_r = 0 could be
 * cut before the crossing again and again. Returns the power that the continuation dissipates. */
double tyre_stop_extend(struct vehicle_eval *, size_t wheel);
/* True if the wheel rolls against the direction in which the spring of rolling resistance is
 * deflected. */
int tyre_stop_has_reversed(const struct vehicle_eval *, size_t wheel);
/* The direction in which V_r counts as positive, 1 or -1: that in which the spring of rolling
 * resistance is deflected. For a wheel that is in the mode VEHICLE_STOPS or has reversed, it is the
 * direction at the instant at which this began. */
double tyre_stop_direction(const struct vehicle_eval *, size_t wheel);
/* m/s: V_r of an evaluated tyre in this direction. */
double tyre_stop_speed(const struct vehicle_eval *, size_t wheel);
/* True if the spring of rolling resistance is beyond its limit, at it, or so near it that the
 * reaction may be stiff. */
int tyre_stop_is_near_limit(const struct vehicle_eval *, size_t wheel);
/* Guard of a tyre on the ground; the evaluation must be weighed (vehicle.h). In the mode
 * VEHICLE_STOPS it triggers if the reaction leaves its range, or if the wheel does not need the
 * mode any more. Otherwise it triggers where the wheel reverses, or where the reaction would change
 * too fast with the rolling speed. */
double tyre_stop_guard(const struct vehicle_eval *, size_t wheel);
/* True if a wheel is in the mode VEHICLE_STOPS. */
int tyre_stop_any(const struct vehicle_eval *);
/* Before a step: end the mode VEHICLE_STOPS of wheels whose guard is not above 0. WD_OK, or a
 * failure and why. */
int32_t tyre_stop_enter(struct vehicle_eval *);
/* In a jump, after all other modes have changed: begin the mode for wheels whose guard has
 * triggered, then end it for wheels whose guard is not above 0, as tyre_stop_enter(). WD_OK, or a
 * failure and why. */
int32_t tyre_stop_jump(struct vehicle_eval *, const uint64_t *triggered);

#endif
