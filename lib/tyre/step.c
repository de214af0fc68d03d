/* SPDX-License-Identifier: MIT */
#include "tyre/step.h"
#include "tyre/inside.h"

/* Number of iterates whose steady force, of form magic, belongs to the iterate; later iterates keep
 * the slip and the weight of the last of these. Reason: the weighting function of large slip angles
 * may be negative, so that the force drives the slip. Then a step may have no solution near the
 * iterate, and the iterates wander: in trials by 1e-5 of the units of the rates, which is the error
 * of the slip that is kept. In the drive of robust-tyre-drives in which the force drives the slip
 * (364) no step of 1 ms takes more than 8 iterates; with friction below 0.03 on one side, in 20
 * drives of 20 s, none more than 17. A larger number makes the longest step longer. */
enum { TYRE_FREE_ITERATES = 25 };

int tyre_step_open(const struct tyre *t, const struct tyre_motion *m, double h,
                   struct tyre_contact *at)
{
    struct tyre_motion end = *m;
    end.deflection += h / 2 * m->rate;
    at->step = h, at->reverses = 0, at->iterates = 0, at->keeps = 0;
    tyre_step_iterate(t, at, &end, tyre_load(t, end.deflection, end.rate));
    at->direction = tyre_direction(at);
    return end.deflection > 0;
}

void tyre_step_iterate(const struct tyre *t, struct tyre_contact *at, const struct tyre_motion *end,
                       double load)
{
    at->radius = end->radius, at->mu = end->mu;
    at->sin_gamma = end->sin_camber;
    at->load = load;
    at->rolling_radius = tyre_rolling_radius(t, end->radius, end->deflection, load);
    at->forward = end->forward;
    at->rolled = at->rolling_radius * end->spin;
    at->slip[0] = at->forward - at->rolled;
    at->slip[1] = end->side;
    at->turn = end->turn;
}

/* Row of the load spring. A change of the rate by x changes the deflection at the end of the step
 * by h/2 x. */
static struct tyre_row load_row(const struct tyre *t, const struct tyre_motion *end, double h)
{
    double d = end->deflection - h / 2 * end->rate;
    double chord = t->k_z + t->k_z2 * (d + end->deflection), damping = t->c_z + h / 2 * chord;
    return (struct tyre_row){1 / (h * damping), -d * (t->k_z + t->k_z2 * d) / damping, 0};
}

/* Row of the twist about the normal; `pace` comes from tyre_twist_pace(). */
static struct tyre_row twist_row(const struct tyre *t, double bend, const struct tyre_grip *grip,
                                 double pace, double h)
{
    double K = t->K[TYRE_TWIST], time = t->time[TYRE_TWIST] + h;
    return (struct tyre_row){(1 + time * pace) / (h * time * K),
                             -bend / time - pace * grip->target / K, h * grip->most};
}

/* Row of the spring of rolling resistance; all zero if the tyre has no such spring. */
static struct tyre_row rolling_row(const struct tyre *t, const struct tyre_contact *at,
                                   const double *bend, const struct tyre_roller *roller)
{
    double K = t->K[TYRE_ROLLED], h = at->step, time = t->time[TYRE_ROLLED] + h;
    if (!(K > 0))
        return (struct tyre_row){0, 0, 0};
    return (struct tyre_row){1 / (h * K * time), -bend[TYRE_ROLLED] / time, h * roller->most};
}

/* Ratio w_r/|V_r| of the law, times the sign of v, where the force of the spring is at its limit.
 * v is the rolling speed that this force resists. `least` is v at which the spring reaches its
 * limit; below 0 the spring is beyond its limit, and w_r = 2 V_r at small speeds. */
static double renewed_ratio(double v, double least)
{
    if (!(v > 0))
        return least < 0 ? 2 : 1;
    return num_fmax(0, num_fmin(2, 1 - least / v));
}

/* Add P_c (tyre_result.camber_rolling) where it resists rolling. While the force of the spring is
 * at its limit, P_c is `most` times renewed_ratio(): it grows from 0 with the rolling speed, or
 * jumps at V_r = 0 if least <= 0. The velocity is therefore a function of the force P + P_c, here
 * linearised at the iterate, and the force has bounds: Newton's method for a convex function. A
 * fixed P_c would alternate between two values. */
static void add_camber_reaction(const struct tyre *t, const struct tyre_contact *at,
                                const double *bend, double travel, double most,
                                struct tyre_rows *rows)
{
    double h = at->step, time = t->time[TYRE_ROLLED] + h, limit = rows->rolling.limit / h;
    double sign = bend[TYRE_ROLLED] - time * at->rolled > 0 ? 1 : -1, v = -sign * at->rolled;
    double least = (travel - sign * bend[TYRE_ROLLED]) / time, per_force = 0;
    rows->reverses = at->reverses || v > num_fmax(0, least);
    if (!rows->reverses)
        return;
    rows->resistance = sign * limit;
    double range = most * renewed_ratio(at->reverses ? 0 : v, least), at_v = v, force = 0;
    if (least > 0) {
        double ratio = renewed_ratio(num_fmax(v, least), least);
        at_v = num_fmax(v, least), force = most * ratio, range = most;
        per_force = at_v * at_v / (least * most);
    } else
        at_v = 0;
    rows->rolling_centre = sign * (limit + range / 2);
    rows->rolling = (struct tyre_row){
        per_force / h, sign * (at_v + per_force * (range / 2 - force)), h * range / 2};
}

/* Deflection k at the end of a step from its value u at the start: F = K (u + (t + h) u'). */
static double bent_by(const struct tyre *t, int k, double force, double u, double h)
{
    return u + h * (force / t->K[k] - u) / (t->time[k] + h);
}

/* Note the aim of an iterate; the last free iterate determines the aim of all later ones. */
static void note_aim(struct tyre_contact *at, const struct tyre_grip *grip)
{
    if (!at->keeps)
        at->aim = grip->aim;
    at->keeps = ++at->iterates >= TYRE_FREE_ITERATES;
}

void tyre_step_rows(const struct tyre *t, const struct tyre_motion *end, struct tyre_contact *at,
                    const double bend[TYRE_BENDS], struct tyre_rows *rows)
{
    struct tyre_roller roller;
    struct tyre_grip grip;
    struct tyre_result result;
    double h = at->step;
    at->gamma = tyre_camber(t, at->sin_gamma);
    tyre_roll(t, at, bend, &roller);
    tyre_grip_of(t, at, bend, roller.renewed, &grip);
    note_aim(at, &grip);
    rows->load = load_row(t, end, h);
    for (int k = 0; k < 2; k++)
        rows->grip[k] = (struct tyre_row){1 / (h * grip.slope[k]), -grip.free[k], 0};
    rows->twist = twist_row(t, bend[TYRE_TWIST], &grip, tyre_twist_pace(&grip, roller.renewed), h);
    rows->rolling = rolling_row(t, at, bend, &roller);
    rows->mu = at->load > 0 ? grip.cut / at->load : at->mu;
    tyre_moments(t, at, &roller, &grip, &result);
    rows->over = result.over, rows->rolling_centre = result.camber_rolling, rows->reverses = 0;
    double resistance = tyre_camber_slip(t, at->sin_gamma) * grip.force[1];
    if (resistance > 0)
        add_camber_reaction(t, at, bend, roller.travel, resistance, rows);
}

void tyre_step_bend(const struct tyre *t, const struct tyre_contact *at,
                    const struct tyre_rows *rows, const double force[TYRE_BENDS],
                    double bend[TYRE_BENDS])
{
    double rolling = rows->reverses ? rows->resistance : force[TYRE_ROLLED] - rows->rolling_centre;
    for (int k = 0; k < TYRE_ROLLED; k++)
        bend[k] = bent_by(t, k, force[k], bend[k], at->step);
    if (t->K[TYRE_ROLLED] > 0) {
        bend[TYRE_ROLLED] = bent_by(t, TYRE_ROLLED, rolling, bend[TYRE_ROLLED], at->step);
        return;
    }
    struct tyre_roller roller;
    tyre_roll(t, at, bend, &roller);
    bend[TYRE_ROLLED] += at->step * roller.rate;
}

void tyre_step_close(const struct tyre *t, const struct tyre_contact *at,
                     const double bend[TYRE_BENDS], struct tyre_result *result,
                     double bend_end[TYRE_BENDS])
{
    struct tyre_contact now = *at;
    now.gamma = tyre_camber(t, at->sin_gamma);
    tyre_evaluate_contact(t, &now, bend, result);
    for (int k = 0; k < TYRE_BENDS; k++)
        bend_end[k] = bend[k] + at->step * result->bend_rate[k];
}
