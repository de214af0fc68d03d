/* SPDX-License-Identifier: MIT */
/* Motion on a corner or an arc. law.h introduces n, t, N, T, m, J, r, mu and kappa; a prime marks a
 * derivative by time. The centre moves on a circle of the signed radius R with the speed s along
 * the tangent t, and the normal turns with it: n' = s/R t, t' = -s/R n. Let w be the rate of the
 * wheel, and f and a the acceleration and the angular acceleration without contact forces. Then
 *
 *     s' = t.f - T/m,   w' = a - r/J T,   N = -m (n.f + s^2/R)
 *
 * A sticking contact has T = (t.f + r a)/kappa, a sliding contact T = mu N with the sign of the
 * slip velocity. All right-hand sides are sums and products, so the coefficients of one order
 * follow from those of lower orders. */
#include "models/impact_wheel/swing.h"
#include "models/impact_wheel/contact.h"
#include "num/elementary.h"
#include "num/series.h"

#include <float.h>
#include <math.h>

enum { ORDER = LEG_DEGREE, TERMS = LEG_TERMS };

/* The leg and its auxiliary power series. */
struct swing {
    const struct law_wheel *wheel;
    struct leg *leg;
    double turning;                /* signed radius of the centre's path */
    double free_n, free_t, free_w; /* n.f and t.f at the origin, and a */
    double mu;
    int sign; /* sign of the slip velocity; 0: the contact sticks */
    /* Sine and cosine of the angle by which the normal has turned clockwise, speed of the centre
     * along the tangent, rate of the wheel. */
    double sine[TERMS], cosine[TERMS], speed[TERMS], spin[TERMS];
};

/* Compute coefficient k of the forces from coefficients up to k of the motion. */
static void compute_forces(struct swing *swing, size_t k)
{
    const struct law_wheel *wheel = swing->wheel;
    double c = swing->cosine[k], s = swing->sine[k], free_w = k == 0 ? swing->free_w : 0;
    double rise = c * swing->free_n + s * swing->free_t +
                  series_product(swing->speed, swing->speed, k) / swing->turning;
    double N = -wheel->mass * rise;
    swing->leg->normal[k] = N;
    swing->leg->friction[k] =
        swing->sign == 0
            ? law_stop(wheel, c * swing->free_t - s * swing->free_n + wheel->radius * free_w)
            : swing->sign * swing->mu * N;
}

/* Compute coefficient k + 1 of the motion from coefficients up to k. */
static void compute_motion(struct swing *swing, size_t k)
{
    const struct law_wheel *wheel = swing->wheel;
    struct leg *leg = swing->leg;
    double T = leg->friction[k], share = leg->unit / (double)(k + 1);
    double along = swing->cosine[k] * swing->free_t - swing->sine[k] * swing->free_n;
    double turn = share / swing->turning, free_w = k == 0 ? swing->free_w : 0;
    double sine = 0, cosine = 0;
    for (size_t i = 0; i <= k; i++) { /* both products of series in one loop */
        sine += swing->speed[i] * swing->cosine[k - i];
        cosine -= swing->speed[i] * swing->sine[k - i];
    }
    swing->sine[k + 1] = turn * sine;
    swing->cosine[k + 1] = turn * cosine;
    swing->speed[k + 1] = share * (along - T * wheel->lightness);
    leg->moved[IMPACT_PHI][k + 1] = share * swing->spin[k];
    if (swing->sign == 0) {
        swing->spin[k + 1] = -swing->speed[k + 1] / wheel->radius;
        leg->lost[k + 1] = 0;
        return;
    }
    leg->slide[0][k] = swing->speed[k] + wheel->radius * swing->spin[k];
    swing->spin[k + 1] = share * (free_w - T * wheel->lever);
    leg->lost[k + 1] = share * series_product(leg->friction, leg->slide[0], k);
}

/* Return the unit of time of the series. Within this time the motion changes by about its own size,
 * so that no coefficient is large. */
static double unit_of(const struct swing *swing)
{
    const struct law_wheel *wheel = swing->wheel;
    double R = fabs(swing->turning), mu = swing->sign == 0 ? 0 : swing->mu;
    double force = fabs(swing->free_n) + fabs(swing->free_t) + wheel->radius * fabs(swing->free_w);
    double rate = (1 + mu) * fabs(swing->speed[0]) / R + sqrt((1 + mu) * force / R);
    return rate > 0 ? 1 / rate : 1;
}

/* Return the size of coefficient k of the motion: the sum of the magnitudes of the speeds and of
 * the displacement on the circle per unit of time. */
static double size_of(const struct swing *swing, size_t k)
{
    double path = fabs(swing->turning) / swing->leg->unit;
    return fabs(swing->speed[k]) + swing->wheel->radius * fabs(swing->spin[k]) +
           path * (fabs(swing->sine[k]) + fabs(swing->cosine[k]));
}

/* Return the time for which the series is valid: the two last coefficients are compared with the
 * two first. Pairs are used because one coefficient of a pair may be zero by symmetry. */
static double radius_of_validity(const struct swing *swing)
{
    double first = fabs(swing->speed[0]) + swing->wheel->radius * fabs(swing->spin[0]);
    double last = size_of(swing, ORDER - 1) + size_of(swing, ORDER);
    double share = last == 0 ? 1 : DBL_EPSILON / 4 * (first + size_of(swing, 1)) / last;
    return swing->leg->unit * (share >= 1 ? 1 : num_pow(share, 1.0 / (ORDER - 1)));
}

static void begin(struct swing *swing, const struct impact_system *system,
                  const struct impact_state *state, const struct terrain_frame *frame)
{
    struct law_problem problem;
    contact_equations(system, state, state->origin, system->input, &problem);
    const double *free = problem.free;
    swing->wheel = &system->wheel;
    swing->turning = terrain_path_radius(system->terrain, state->feature[0], system->wheel.radius);
    swing->free_n = frame->nx * free[0] + frame->ny * free[1];
    swing->free_t = contact_along(frame, free);
    swing->free_w = free[2];
    swing->mu = problem.mu[0];
    swing->sign = problem.sliding[0];
    swing->sine[0] = 0;
    swing->cosine[0] = 1;
    swing->speed[0] = contact_along(frame, state->origin + IMPACT_VX);
    swing->spin[0] = state->origin[IMPACT_W];
    swing->leg->unit = unit_of(swing);
    swing->leg->rounding = contact_rounding(system, &problem, system->input);
}

/* Convert the series from the circle to x, y and work. The speed at the origin is copied. */
static void convert_to_xy(const struct swing *swing, const struct impact_load *load,
                          const struct terrain_frame *frame, const double *origin)
{
    struct leg *leg = swing->leg;
    for (size_t k = 1; k < TERMS; k++) {
        double along = swing->turning * swing->sine[k], out = swing->turning * swing->cosine[k];
        leg->moved[IMPACT_X][k] = along * frame->ny + out * frame->nx;
        leg->moved[IMPACT_Y][k] = out * frame->ny - along * frame->nx;
    }
    for (int k = 0; k < 3; k++) {
        leg->moved[k][0] = origin[k];
        leg->moved[k][1] = leg->unit * origin[IMPACT_VX + k];
    }
    for (size_t k = 1; k < TERMS; k++)
        leg->work[k] = load->fx * leg->moved[IMPACT_X][k] + load->fy * leg->moved[IMPACT_Y][k] +
                       load->torque * leg->moved[IMPACT_PHI][k];
}

void swing_make(const struct impact_system *system, const struct impact_state *state,
                struct leg *leg)
{
    struct swing swing = {.leg = leg};
    struct terrain_frame frame = contact_frame(system, state->feature[0], state->origin);
    begin(&swing, system, state, &frame);
    leg->degree = ORDER;
    for (size_t k = 0; k < ORDER; k++) {
        compute_forces(&swing, k);
        compute_motion(&swing, k);
    }
    leg->normal[ORDER] = leg->friction[ORDER] = leg->slide[0][ORDER] = 0;
    convert_to_xy(&swing, system->input, &frame, state->origin);
    leg->span = radius_of_validity(&swing);
}
