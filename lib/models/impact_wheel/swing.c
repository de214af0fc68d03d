/* SPDX-License-Identifier: MIT */
/* The centre runs on a circle of the signed radius R with the speed s along the tangent t, the
 * normal turns with it: n' = s/R t, t' = -s/R n. With the acceleration f and the angular one a
 * without contacts
 *
 *     s' = t.f - T/m,   w' = a - r/J T,   N = -m (n.f + s^2/R)
 *
 * and T = (t.f + r a)/kappa where it sticks, mu N with the sign of the slide where it slips. All
 * are sums and products, and so the series of one order follow from those of the orders before. */
#include "models/impact_wheel/swing.h"
#include "num/elementary.h"
#include "num/series.h"

#include <float.h>
#include <math.h>

/* What the series are made of, besides those that are kept. */
struct making {
    double free_n, free_t, free_w; /* n.f and t.f of the origin, and a */
    double mu;
    int sign; /* of the slide; 0: it sticks */
    double friction[SWING_ORDER], slide[SWING_ORDER];
};

static double friction(const struct swing *swing, const struct making *making, size_t k)
{
    const struct law_wheel *wheel = &swing->system->wheel;
    double c = swing->cosine[k], s = swing->sine[k];
    if (making->sign == 0) {
        double free_w = k == 0 ? making->free_w : 0;
        return law_stop(wheel, c * making->free_t - s * making->free_n + wheel->radius * free_w);
    }
    double rise = c * making->free_n + s * making->free_t +
                  series_product(swing->speed, swing->speed, k) / swing->turning;
    return -making->sign * making->mu * wheel->mass * rise;
}

/* Order k + 1 from those up to k. */
static void grow(struct swing *swing, struct making *making, size_t k)
{
    const struct law_wheel *wheel = &swing->system->wheel;
    double T = friction(swing, making, k), share = swing->unit / (double)(k + 1);
    double along = swing->cosine[k] * making->free_t - swing->sine[k] * making->free_n;
    double turn = share / swing->turning, free_w = k == 0 ? making->free_w : 0;
    double sine = 0, cosine = 0;
    for (size_t i = 0; i <= k; i++) { /* two products at once */
        sine += swing->speed[i] * swing->cosine[k - i];
        cosine -= swing->speed[i] * swing->sine[k - i];
    }
    swing->sine[k + 1] = turn * sine;
    swing->cosine[k + 1] = turn * cosine;
    swing->angle[k + 1] = share * swing->spin[k];
    swing->speed[k + 1] = share * (along - T * wheel->lightness);
    if (making->sign == 0) {
        swing->spin[k + 1] = -swing->speed[k + 1] / wheel->radius;
        swing->lost[k + 1] = 0;
        return;
    }
    making->friction[k] = T;
    making->slide[k] = swing->speed[k] + wheel->radius * swing->spin[k];
    swing->spin[k + 1] = share * (free_w - T * wheel->lever);
    swing->lost[k + 1] = share * series_product(making->friction, making->slide, k);
}

/* A time in which the motion changes by its own size, so that no coefficient is large. */
static double unit_of(const struct swing *swing, const struct making *making)
{
    const struct law_wheel *wheel = &swing->system->wheel;
    double R = fabs(swing->turning), mu = making->sign == 0 ? 0 : making->mu;
    double force =
        fabs(making->free_n) + fabs(making->free_t) + wheel->radius * fabs(making->free_w);
    double rate = (1 + mu) * fabs(swing->speed[0]) / R + sqrt((1 + mu) * force / R);
    return rate > 0 ? 1 / rate : 1;
}

void swing_make(struct swing *swing, const struct impact_system *system,
                const struct impact_state *state)
{
    struct making making;
    double free[3];
    swing->turning = terrain_path_radius(system->terrain, state->feature[0], system->wheel.radius);
    struct terrain_frame frame = contact_frame(system, state->feature[0], state->origin);
    swing->system = system;
    swing->origin = state->origin;
    swing->nx = frame.nx;
    swing->ny = frame.ny;
    contact_free(system, system->input, free);
    making.free_n = frame.nx * free[0] + frame.ny * free[1];
    making.free_t = contact_along(&frame, free);
    making.free_w = free[2];
    making.mu = contact_mu(system, state->feature[0]);
    making.sign = law_sign(state->mode[0]);
    swing->sine[0] = swing->angle[0] = swing->lost[0] = 0;
    swing->cosine[0] = 1;
    swing->speed[0] = contact_along(&frame, state->origin + IMPACT_VX);
    swing->spin[0] = state->origin[IMPACT_W];
    swing->unit = unit_of(swing, &making);
    for (size_t k = 0; k < SWING_ORDER; k++)
        grow(swing, &making, k);
}

void swing_at(const struct swing *swing, double h, double *y)
{
    const struct impact_load *load = swing->system->input;
    const double *from = swing->origin;
    double t = h / swing->unit, nx = swing->nx, ny = swing->ny;
    double sine = 0, drop = 0, speed = 0, spin = 0, angle = 0, lost = 0;
    for (size_t k = SWING_ORDER; k > 0; k--) {
        sine = t * (sine + swing->sine[k]);
        drop = t * (drop + swing->cosine[k]);
        speed = t * (speed + swing->speed[k]);
        spin = t * (spin + swing->spin[k]);
        angle = t * (angle + swing->angle[k]);
        lost = t * (lost + swing->lost[k]);
    }
    double dx = swing->turning * (sine * ny + drop * nx);
    double dy = swing->turning * (drop * ny - sine * nx);
    /* Added to what there was: a tangent that is not of unit length to the last bit would make the
     * wheel faster or slower with every leg. */
    double along = speed + (swing->speed[0] + speed) * drop;
    double inward = (swing->speed[0] + speed) * sine;
    y[IMPACT_X] = from[IMPACT_X] + dx;
    y[IMPACT_Y] = from[IMPACT_Y] + dy;
    y[IMPACT_PHI] = from[IMPACT_PHI] + angle;
    y[IMPACT_VX] = from[IMPACT_VX] + along * ny - inward * nx;
    y[IMPACT_VY] = from[IMPACT_VY] - along * nx - inward * ny;
    y[IMPACT_W] = from[IMPACT_W] + spin;
    y[IMPACT_WORK] = from[IMPACT_WORK] + load->fx * dx + load->fy * dy + load->torque * angle;
    y[IMPACT_LOST] = from[IMPACT_LOST] + lost;
}

/* Speeds and way on the circle of one order. */
static double size_of(const struct swing *swing, size_t k)
{
    double path = fabs(swing->turning) / swing->unit;
    return fabs(swing->speed[k]) + swing->system->wheel.radius * fabs(swing->spin[k]) +
           path * (fabs(swing->sine[k]) + fabs(swing->cosine[k]));
}

/* Of the last two orders one may vanish, of the first two as well. */
double swing_reach(const struct swing *swing)
{
    double first = fabs(swing->speed[0]) + swing->system->wheel.radius * fabs(swing->spin[0]);
    double last = size_of(swing, SWING_ORDER - 1) + size_of(swing, SWING_ORDER);
    double share = last == 0 ? 1 : DBL_EPSILON / 4 * (first + size_of(swing, 1)) / last;
    return swing->unit * (share >= 1 ? 1 : num_pow(share, 1.0 / (SWING_ORDER - 1)));
}
