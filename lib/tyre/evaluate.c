/* SPDX-License-Identifier: MIT */
#include "tyre/inside.h"

double tyre_load(const struct tyre *t, double d, double rate)
{
    return d > 0 ? num_fmax(0, d * (t->k_z + t->k_z2 * d) + t->c_z * rate) : 0;
}

double tyre_guard(const struct tyre *t, double d, double rate)
{
    return num_fmin(d, d * (t->k_z + t->k_z2 * d) + t->c_z * rate);
}

double tyre_rolling_radius(const struct tyre *t, double radius, double d, double load)
{
    if (t->share >= 0)
        return radius - t->share * num_fmax(0, d);
    double f = load / t->magic.own_load;
    return radius * t->q_re0 - t->flat * (t->dreff * num_atan(t->breff * f) + t->freff * f);
}

double tyre_camber(const struct tyre *t, double sin_camber)
{
    return t->form == TYRE_MAGIC ? num_asin(sin_camber) : 0;
}

static void contact_of(const struct tyre *t, const struct tyre_motion *m, struct tyre_contact *at)
{
    double load = tyre_load(t, m->deflection, m->rate);
    double rolling_radius = tyre_rolling_radius(t, m->radius, m->deflection, load);
    double rolled = rolling_radius * m->spin;
    *at = (struct tyre_contact){.radius = m->radius,
                                .load = load,
                                .mu = m->mu,
                                .gamma = tyre_camber(t, m->sin_camber),
                                .sin_gamma = m->sin_camber,
                                .rolling_radius = rolling_radius,
                                .forward = m->forward,
                                .rolled = rolled,
                                .slip = {m->forward - rolled, m->side},
                                .turn = m->turn};
}

void tyre_grip_of(const struct tyre *t, const struct tyre_contact *at, const double *bend,
                  double renewed, struct tyre_grip *grip)
{
    if (t->form == TYRE_BRUSH)
        tyre_brush_grip(t, at, bend, renewed, grip);
    else
        tyre_magic_grip(t, at, bend, renewed, grip);
}

double tyre_twist_pace(const struct tyre_grip *grip, double renewed)
{
    const double *w = grip->patch;
    return (fabs(renewed) + sqrt(w[0] * w[0] + w[1] * w[1])) / grip->sigma;
}

void tyre_moments(const struct tyre *t, const struct tyre_contact *at,
                  const struct tyre_roller *roller, const struct tyre_grip *grip,
                  struct tyre_result *result)
{
    double share = at->rolled != 0 ? roller->renewed / fabs(at->rolled) : 0;
    result->reaction = tyre_camber_slip(t, at->sin_gamma) * grip->force[1];
    result->camber_rolling = -tyre_camber_slip(t, at->sin_gamma) * share * grip->force[1];
    result->onset = roller->onset;
    result->over = t->form == TYRE_MAGIC && at->load > 0
                       ? magic_over(&t->magic, at->radius, at->load, grip->force[1], at->gamma)
                       : 0;
}

/* Set the moment M_z and the rate of the twist. The twist relaxes at the rate tyre_twist_pace(),
 * which is proportional to the speed at which the patch rolls and slides. */
static void twist(const struct tyre *t, const struct tyre_contact *at, double bend,
                  const struct tyre_grip *grip, double renewed, struct tyre_result *result)
{
    double K = t->K[TYRE_TWIST], time = t->time[TYRE_TWIST] + at->step;
    double pace = tyre_twist_pace(grip, renewed);
    double M = (K * (bend - time * at->turn) + time * pace * grip->target) / (1 + time * pace);
    double rate = -at->turn - pace * (M - grip->target) / K;
    if (fabs(M) > grip->most) {
        result->piece += TYRE_PIECE_TWIST;
        M = M > 0 ? grip->most : -grip->most;
        rate = (M / K - bend) / time;
    }
    result->align = M;
    result->bend_rate[TYRE_TWIST] = rate;
}

/* Power lost in the carcass and by the patches: -F w + K t_c u'^2 of each spring. */
static double dissipation(const struct tyre *t, const struct tyre_contact *at,
                          const struct tyre_roller *roller, const struct tyre_grip *grip,
                          const struct tyre_result *result)
{
    double sum = -result->force[0] * grip->patch[0] - result->force[1] * grip->patch[1];
    sum -= result->align * (at->turn + result->bend_rate[TYRE_TWIST]);
    sum -= roller->force * (at->rolled + roller->rate);
    for (int k = 0; k < TYRE_BENDS; k++)
        sum += t->K[k] * t->time[k] * result->bend_rate[k] * result->bend_rate[k];
    return sum;
}

void tyre_evaluate_contact(const struct tyre *t, const struct tyre_contact *at, const double *bend,
                           struct tyre_result *result)
{
    struct tyre_roller roller;
    struct tyre_grip grip;
    tyre_roll(t, at, bend, &roller);
    tyre_grip_of(t, at, bend, roller.renewed, &grip);
    *result = (struct tyre_result){.load = at->load,
                                   .force = {grip.force[0], grip.force[1]},
                                   .rolling = roller.force,
                                   .rolling_radius = at->rolling_radius,
                                   .rolled = at->rolled,
                                   .renewed = roller.renewed,
                                   .slip = {at->slip[0], at->slip[1]},
                                   .bend_rate = {grip.rate[0], grip.rate[1], 0, roller.rate},
                                   .limit = grip.limit,
                                   .full = grip.full,
                                   .piece = (at->load > 0 ? TYRE_PIECE_LOAD : 0) + roller.piece +
                                            grip.piece};
    twist(t, at, bend[TYRE_TWIST], &grip, roller.renewed, result);
    tyre_moments(t, at, &roller, &grip, result);
    result->dissipation = dissipation(t, at, &roller, &grip, result);
}

void tyre_evaluate(const struct tyre *t, const struct tyre_motion *m, const double bend[TYRE_BENDS],
                   struct tyre_result *result)
{
    struct tyre_contact at;
    contact_of(t, m, &at);
    tyre_evaluate_contact(t, &at, bend, result);
    if (m->deflection > 0) {
        double elastic = m->deflection * (t->k_z + t->k_z2 * m->deflection);
        result->load_dissipation = (at.load - elastic) * m->rate;
    }
}

double tyre_stored(const struct tyre *t, double d, const double bend[TYRE_BENDS])
{
    double sum = d > 0 ? d * d * (t->k_z / 2 + t->k_z2 * d / 3) : 0;
    for (int k = 0; k < TYRE_BENDS; k++)
        sum += t->K[k] * bend[k] * bend[k] / 2;
    return sum;
}
