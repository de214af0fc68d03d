/* SPDX-License-Identifier: MIT */
/* Control laws. Numbers in brackets are equation numbers of Gil-Chica, Perez-Molina and Perez-Polo;
 * docs/theory/torus_control.rst explains why their laws (73) to (82) are modified. */
#include "models/torus_wheel/control.h"
#include "num/elementary.h"

#include <math.h>

/* rad/s; upper bound of the precession rate that a law demands, from the paper. */
static const double fastest_precession = 5;
/* m/s; law track integrates only speed errors below this, against windup. */
static const double integral_window = 0.3;
/* k2 (varying_k2, rad/m2) and pid_regularisation (varying_regularisation, m/s) for paths whose
 * speed passes through zero. steady_regularisation: pid_regularisation on a path of constant speed,
 * as a fraction of this speed. */
static const double varying_k2 = 1, varying_regularisation = 0.2, steady_regularisation = 0.1;
/* m/s; a reference below this speed counts as at rest. Gains computed from a lower speed would make
 * the equations stiff without benefit: at such a speed errors take days to decay anyway. */
static const double least_reference_speed = 1e-5;
/* 1/s; rate at which track_pid brings the precession rate to the demanded one. */
static const double pid_turning = 20;
/* 1/s; the lean torque may approach its limit at most at this rate times the margin to the limit.
 */
static const double lean_guard = 10;
/* Law set_point: set_turning is the rate at which the wheel turns towards its target, 1/s. This
 * rate decreases near the target, to one half at the squared distance set_near, m2, and to 0 at the
 * target. */
static const double set_turning = 1.5, set_near = 1e-4;

/* rad; for smaller x three terms of the series of sin(x)/x and its derivative are exact to
 * rounding. */
static const double sinc_series = 1e-2;

/* Turn rate of the track for an error e2 across the path, at the reference speed v_r: gain v_r e2
 * for small errors, at most gain v_r/curb for large ones. */
struct approach {
    double gain, curb; /* gain in rad/m2, curb in 1/m */
};

/* Input of the laws. */
struct law_input {
    struct control_error error;
    double speed;                         /* v, speed of the contact point along the track */
    double left;                          /* speed across the track, to the left */
    double reference, acceleration, turn; /* reference: signed speed, its rate, turn rate */
    double turn_acceleration;
    struct approach approach;
};

/* Output of the laws. */
struct law_output {
    double acceleration; /* rate of v */
    double precession;   /* second derivative of the precession angle */
};

/* Clip x to +-limit; NaN stays NaN. */
static double clip(double x, double limit)
{
    return x > limit ? limit : x < -limit ? -limit : x;
}

struct path_reference control_target(double x, double y)
{
    return (struct path_reference){.x = x, .y = y};
}

double control_half_turns(const struct path_reference *reference, double precession)
{
    return round((precession - reference->heading) / NUM_PI);
}

struct control_error control_error(const struct control *control, const struct torus_state *s,
                                   const struct torus_equations *e)
{
    const struct path_reference *r = &control->reference;
    double dx = r->x - s->x, dy = r->y - s->y;
    return (struct control_error){
        .along = e->cos_precession * dx + e->sin_precession * dy,
        .left = e->cos_precession * dy - e->sin_precession * dx,
        .heading = r->heading + NUM_PI * control->half_turns - s->precession,
    };
}

/* Compute the gains of the approach. At constant speed, errors across the path decay with the roots
 * of s^2 + k3 s + k2 v_r^2. If the parameter k2 is 0, critical damping gives k2 = k3^2/(4 v_r^2).
 * This k2 v_r is large on slow paths, so the turn rate is then limited to gain v_r/curb = k3. */
static struct approach approach(const struct control_gains *k, const struct path_reference *r)
{
    if (k->k2 > 0 || r->pace < 0)
        return (struct approach){k->k2 > 0 ? k->k2 : varying_k2, 1};
    if (r->pace < least_reference_speed)
        return (struct approach){0, 1};
    double ratio = k->k3 / (2 * r->pace);
    return (struct approach){ratio * ratio, ratio / 2};
}

static double regularisation(const struct control_gains *k, const struct path_reference *r)
{
    if (k->pid_regularisation > 0)
        return k->pid_regularisation;
    return r->pace >= least_reference_speed ? steady_regularisation * r->pace
                                            : varying_regularisation;
}

static struct law_input make_law_input(const struct control *control, const struct torus_state *s,
                                       const struct torus_equations *e)
{
    const struct path_reference *r = &control->reference;
    double sign = fmod(control->half_turns, 2) == 0 ? 1 : -1;
    return (struct law_input){
        .error = control_error(control, s, e),
        .speed = -e->arm * s->spin_rate,
        .left = -control->body->tube_radius * s->lean_rate,
        .reference = sign * r->speed,
        .acceleration = sign * r->acceleration,
        .turn = r->turn_rate,
        .turn_acceleration = r->turn_acceleration,
        .approach = approach(control->gains, r),
    };
}

/* Return the stabilising torque (55), with a dead band on both sides of the upright position. */
static double stabilizing_torque(const struct control *control, const struct torus_state *s,
                                 const struct torus_equations *e)
{
    const struct torus_body *body = control->body;
    const struct control_gains *k = control->gains;
    double off = s->lean - NUM_PI / 2;
    double beyond = off - clip(off, k->stab_angle);
    return k->stab_gravity * body->mass * body->gravity * body->ring_radius * e->cos_lean -
           k->stab_gain * beyond;
}

/* Return the acceleration that the control loop of the lean demands, the same for all tracking
 * laws. */
static double lean_acceleration(const struct control_gains *k, const struct torus_state *s)
{
    double w = k->lean_frequency;
    return -2 * k->lean_damping * w * s->lean_rate - w * w * (s->lean - k->lean_target);
}

/* Compute sin(x)/x and its derivative. */
static void sinc(double x, double *value, double *slope)
{
    double x2 = x * x;
    if (fabs(x) < sinc_series) {
        *value = 1 - x2 / 6 * (1 - x2 / 20);
        *slope = -x / 3 * (1 - x2 / 10 * (1 - x2 / 28));
        return;
    }
    struct sine_cosine of = num_sincos(x);
    *value = of.sin / x;
    *slope = (of.cos - *value) / x;
}

/* ---- track ---- */

/* Backstepping. vc and wc are the speed and the precession rate that bring the contact point onto
 * the reference. The demanded accelerations bring the speed at->speed to vc and the precession rate
 * pd to wc. */
static struct law_output track(const struct control_gains *k, const struct torus_state *s,
                               const struct law_input *at, double integral, double *integral_rate)
{
    double e1 = at->error.along, e2 = at->error.left, e3 = at->error.heading, vr = at->reference;
    struct sine_cosine of = num_sincos(e3);
    double pd = s->precession_rate, sine = of.sin, cosine = of.cos;
    double e1d = pd * e2 + vr * cosine - at->speed, e2d = vr * sine - pd * e1 - at->left;
    double e3d = at->turn - pd;
    double stretch1 = sqrt(1 + (k->k1 * e1 / k->vmax) * (k->k1 * e1 / k->vmax));
    double f1 = k->k1 * e1 / stretch1, f1d = k->k1 * e1d / (stretch1 * stretch1 * stretch1);
    double k2 = at->approach.gain, curbed = at->approach.curb * e2;
    double stretch2 = sqrt(1 + curbed * curbed);
    double f2 = e2 / stretch2, f2d = e2d / (stretch2 * stretch2 * stretch2);
    double sinc_value, sinc_slope;
    sinc(e3, &sinc_value, &sinc_slope);
    double vc = vr * cosine + f1, vcd = at->acceleration * cosine - vr * sine * e3d + f1d;
    double wc = at->turn + k2 * vr * sinc_value * f2 + k->k3 * e3;
    double wcd = at->turn_acceleration + k->k3 * e3d +
                 k2 * (at->acceleration * sinc_value * f2 + vr * sinc_slope * e3d * f2 +
                       vr * sinc_value * f2d);
    double speed_error = vc - at->speed;
    *integral_rate = fabs(speed_error) < integral_window ? speed_error : 0;
    return (struct law_output){vcd + k->kv * speed_error + k->ki * integral,
                               wcd + k->kw * (wc - pd)};
}

/* ---- track_pid ---- */

/* PID law (73) in the axes of the track. Law (74), which steers with the lean, is replaced. The
 * demanded acceleration along the track accelerates the wheel. The demanded acceleration across the
 * track, divided by the speed v, is the demanded turn rate; the division is regularised at low
 * speed. The turn rate of the reference is fed forward, so the precession does not lag behind it.
 */
static struct law_output track_pid(const struct control_gains *k, const struct torus_state *s,
                                   const struct torus_equations *e, const struct law_input *at,
                                   double lean_acc, const struct control *control,
                                   const struct control_integrals *sum)
{
    double w = k->pid_frequency, stiffness = w * w, damping = 2 * k->pid_damping * w;
    struct sine_cosine of = num_sincos(at->error.heading);
    double cosine = of.cos, sine = of.sin;
    double sum_along = e->cos_precession * sum->x + e->sin_precession * sum->y;
    double sum_left = e->cos_precession * sum->y - e->sin_precession * sum->x;
    double vr = at->reference, bend = vr * at->turn, v = at->speed;
    double along = at->acceleration * cosine - bend * sine + damping * (vr * cosine - v) +
                   stiffness * (at->error.along + sum_along / k->pid_reset);
    double left = at->acceleration * sine + bend * cosine + damping * (vr * sine - at->left) +
                  stiffness * (at->error.left + sum_left / k->pid_reset);
    double a = control->body->tube_radius, least = regularisation(k, &control->reference);
    double wc = clip((left + a * lean_acc) * v / (v * v + least * least), fastest_precession);
    return (struct law_output){along + at->left * s->precession_rate,
                               at->turn_acceleration + pid_turning * (wc - s->precession_rate)};
}

/* ---- set_point ---- */

/* Law (80) along the track. The track also turns until the target lies straight ahead or straight
 * behind. */
static struct law_output set_point(const struct control_gains *k, const struct torus_state *s,
                                   const struct law_input *at)
{
    double e1 = at->error.along, e2 = at->error.left, square = e1 * e1 + e2 * e2;
    double w = k->set_frequency, aside = copysign(num_atan2(e2, fabs(e1)), e1 * e2);
    double wc = clip(set_turning * aside * square / (square + set_near), fastest_precession);
    double pull = -2 * k->set_damping * w * at->speed + w * w * e1;
    return (struct law_output){pull + at->left * s->precession_rate,
                               k->kw * (wc - s->precession_rate)};
}

/* ---- all ---- */

static struct control_result none(void)
{
    return (struct control_result){{0, 0, 0}, {0, 0, 0}};
}

/* Convert the output of a law into accelerations of the angles. The speed is v = -rho r with
 * rho = e->arm and the spin rate r; `swing` is the term with the rate of rho. */
static struct torus_three accelerations(const struct control *control, const struct torus_state *s,
                                        const struct torus_equations *e,
                                        const struct law_output *demand, double lean_acc)
{
    double swing = control->body->tube_radius * e->cos_lean * s->lean_rate * s->spin_rate;
    return (struct torus_three){
        clip(demand->precession, control->gains->precession_limit),
        lean_acc,
        -(demand->acceleration + swing) / e->arm,
    };
}

/* ---- bounds of the torques ---- */

/* Return the factor of the integrators, against windup: it decreases from 1 at the torque limit to
 * 0 at twice the limit. A switch instead of this ramp would chatter at the limit. */
static double integrated_part(const struct torus_equations *e,
                              const struct torus_three *acceleration, double limit)
{
    struct torus_three torque = torus_torques(e, acceleration);
    double most = num_fmax(num_fmax(fabs(torque.precession), fabs(torque.spin)), fabs(torque.lean));
    return most <= limit ? 1 : num_fmax(2 - most / limit, 0);
}

/* Reduce an acceleration to remove an excess with the given slope, within the limit of the
 * acceleration. Returns the remaining excess. */
static double reduce_excess(double excess, double slope, double limit, double *acceleration)
{
    if (excess == 0 || slope == 0)
        return excess;
    double before = *acceleration;
    *acceleration = clip(before - excess / slope, limit);
    return excess + slope * (*acceleration - before);
}

/* Keep the lean torque within its limit. The torque follows from the state alone, mostly from the
 * product of the precession and spin rates. The accelerations of precession and spin are first
 * clipped to their own limits. Then they are changed within these limits, precession first, until
 * the lean torque approaches its limit no faster than lean_guard allows. Beyond the limit the
 * changed accelerations bring the torque back: the wheel turns to the side to which it falls. */
static void limit_lean_torque(const struct control *control, const struct torus_state *s,
                              const struct torus_equations *e, struct torus_three *acceleration)
{
    const struct torus_body *body = control->body;
    double b = body->ring_radius, S = e->sin_lean, c = e->cos_lean;
    double side = body->mass * (body->tube_radius + b * S);
    double pd = s->precession_rate, rd = s->spin_rate, limit = control->gains->torque_limit;
    double turn = num_fmin(control->gains->precession_limit, limit / e->m11), roll = limit / e->m33;
    double per_spin = (body->polar * S + side * e->arm) * pd;
    double per_precession = body->polar * S * rd -
                            2 * (body->equatorial - body->polar) * S * c * pd +
                            side * (e->arm * rd + 2 * b * c * pd);
    acceleration->precession = clip(acceleration->precession, turn);
    acceleration->spin = clip(acceleration->spin, roll);
    double torque = torus_torques(e, acceleration).lean;
    double rate = per_precession * acceleration->precession + per_spin * acceleration->spin;
    double excess = rate - num_fmax(-lean_guard * (limit + torque),
                                    num_fmin(lean_guard * (limit - torque), rate));
    excess = reduce_excess(excess, per_precession, turn, &acceleration->precession);
    reduce_excess(excess, per_spin, roll, &acceleration->spin);
}

static struct control_result follow(const struct control *control, const struct torus_state *s,
                                    const struct torus_equations *e,
                                    const struct control_integrals *sum)
{
    const struct control_gains *k = control->gains;
    struct control_result result = none();
    struct law_input at = make_law_input(control, s, e);
    struct law_output demand;
    double lean_acc = lean_acceleration(k, s);
    if (control->mode == CONTROL_TRACK) {
        demand = track(k, s, &at, sum->speed, &result.rate.speed);
    } else if (control->mode == CONTROL_TRACK_PID) {
        demand = track_pid(k, s, e, &at, lean_acc, control, sum);
        result.rate.x = control->reference.x - s->x;
        result.rate.y = control->reference.y - s->y;
    } else {
        demand = set_point(k, s, &at);
    }
    struct torus_three acceleration = accelerations(control, s, e, &demand, lean_acc);
    double share = integrated_part(e, &acceleration, k->torque_limit);
    result.rate.speed *= share;
    result.rate.x *= share;
    result.rate.y *= share;
    limit_lean_torque(control, s, e, &acceleration);
    result.torque = torus_torques(e, &acceleration);
    return result;
}

struct control_result control_law(const struct control *control, const struct torus_state *s,
                                  const struct torus_equations *e,
                                  const struct control_integrals *sum)
{
    struct control_result result = none();
    if (control->mode == CONTROL_NONE)
        return result;
    if (control->mode == CONTROL_STABILIZE)
        result.torque.lean = stabilizing_torque(control, s, e);
    else if (control->mode == CONTROL_ACCELERATE)
        result.torque = torus_torques(e, &control->acceleration);
    else
        result = follow(control, s, e, sum);
    double limit = control->gains->torque_limit;
    result.torque.precession = clip(result.torque.precession, limit);
    result.torque.lean = clip(result.torque.lean, limit);
    result.torque.spin = clip(result.torque.spin, limit);
    return result;
}
