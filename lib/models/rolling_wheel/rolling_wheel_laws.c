/* SPDX-License-Identifier: MIT */
/* Relaxation of the rolling constraint by friction, for each choice of param.law. Numbers in
 * brackets are those of Ikoki, "The Rolling Wheel Equations without Magic". */
#include "models/rolling_wheel/rolling_wheel.h"
#include "num/saturation.h"
#include "num/elementary.h"

/* tanh(x) and 1 - tanh(x)^2 from one exponential, both without cancellation. */
struct bend {
    double tanh, rest;
};

static struct bend bend(double x)
{
    double e = num_expm1(-2 * fabs(x)), d = 2 + e;
    return (struct bend){copysign(e / d, x), 4 * (1 + e) / (d * d)};
}

/* Return torque/(3 mu N R), the argument of (21) and (22); DBL_MAX if mu N is 0. */
static double load_ratio(const struct rolling_wheel_param *p,
                         const struct rolling_wheel_loads *loads, double torque)
{
    return loads->limit > 0 ? torque / (3 * loads->limit * p->radius) : DBL_MAX;
}

/* (21): s = 1 - tanh^2(k_s T/(3 mu N R)), returned as s^2. */
static double relaxed(const struct rolling_wheel_param *p, double ratio)
{
    double s = bend(p->k_s * ratio).rest;
    return s * s;
}

/* (22) as printed: F_c = -mu N tanh(k_F T/(3 mu N R)) tanh(R theta_dot - x_dot), where the last
 * argument is made a pure number by slip_scale = 1 m/s. */
static double printed_friction(const struct rolling_wheel_param *p,
                               const struct rolling_wheel_loads *loads, double ratio)
{
    return -loads->limit * bend(p->k_f * ratio).tanh * bend(loads->slip / p->slip_scale).tanh;
}

/* Law published, as in the paper: only the drive torque enters (21) and (22), and b2 = 0. Nothing
 * restores rolling once s < 1, and F_c pushes a spinning wheel backwards. */
static struct rolling_wheel_law published(const struct rolling_wheel_param *p,
                                          const struct rolling_wheel_input *u,
                                          const struct rolling_wheel_loads *loads)
{
    double ratio = load_ratio(p, loads, u->drive_torque);
    return (struct rolling_wheel_law){
        .s2 = relaxed(p, ratio), .force = printed_friction(p, loads, ratio), .bound = INFINITY};
}

/* Law stabilized, which is not in the paper: b2 = rate s^power slip brings the wheel back to
 * rolling, and the sum of drive and brake torque replaces the drive torque, so that brakes relax
 * the constraint, too. */
static struct rolling_wheel_law stabilized(const struct rolling_wheel_param *p,
                                           const struct rolling_wheel_input *u,
                                           const struct rolling_wheel_loads *loads)
{
    (void)u;
    double ratio = load_ratio(p, loads, loads->actuated), s2 = relaxed(p, ratio);
    return (struct rolling_wheel_law){.s2 = s2,
                                      .force = printed_friction(p, loads, ratio),
                                      .b2 = p->restoring_rate *
                                            power(sqrt(s2), p->restoring_power) * loads->slip,
                                      .bound = INFINITY};
}

/* Law stabilized with F_c along the slip, F_c = +mu N |tanh| tanh, which acts at the contact point:
 * C = (F_c, 0, -R F_c) instead of the printed (F_c, 0, 0). */
static struct rolling_wheel_law stabilized_moment(const struct rolling_wheel_param *p,
                                                  const struct rolling_wheel_input *u,
                                                  const struct rolling_wheel_loads *loads)
{
    struct rolling_wheel_law law = stabilized(p, u, loads);
    law.force = copysign(law.force, loads->slip);
    law.moment = -p->radius * law.force;
    return law;
}

/* Law saturated replaces (21) and (22). The contact force is the force that would end slip within
 * the relaxation time, saturated smoothly at mu N; C = 0. The law tends to Coulomb's law as the
 * sharpness grows and the relaxation time falls. */
static struct rolling_wheel_law saturated(const struct rolling_wheel_param *p,
                                          const struct rolling_wheel_input *u,
                                          const struct rolling_wheel_loads *loads)
{
    (void)u;
    double m = p->mass, I = p->inertia, R = p->radius, b2 = loads->slip / p->relaxation_time;
    double demand = (m * R * loads->torque - I * loads->drag + I * m * b2) / (m * R * R + I);
    return (struct rolling_wheel_law){
        .s2 = saturation_part(demand, loads->limit, p->sharpness), .b2 = b2, .bound = loads->limit};
}

struct rolling_wheel_law rolling_wheel_law(const struct rolling_wheel_param *p,
                                           const struct rolling_wheel_input *u,
                                           const struct rolling_wheel_loads *loads)
{
    static struct rolling_wheel_law (*const laws[])(const struct rolling_wheel_param *,
                                                    const struct rolling_wheel_input *,
                                                    const struct rolling_wheel_loads *) = {
        [ROLLING_WHEEL_SATURATED] = saturated,
        [ROLLING_WHEEL_PUBLISHED] = published,
        [ROLLING_WHEEL_STABILIZED] = stabilized,
        [ROLLING_WHEEL_STABILIZED_MOMENT] = stabilized_moment,
    };
    return laws[(int)p->law](p, u, loads);
}
