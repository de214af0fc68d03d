/* SPDX-License-Identifier: MIT */
/* Legs under constant forces, which are parabolas, and the evaluation of any leg. */
#include "models/impact_wheel/leg.h"
#include "models/impact_wheel/contact.h"

#include <math.h>

void leg_parabola(const struct impact_system *system, const struct impact_state *state,
                  struct leg *leg)
{
    const struct impact_load *load = system->input;
    const double *v = state->origin + IMPACT_VX, *a = state->acceleration;
    leg->unit = 1;
    leg->span = INFINITY;
    leg->degree = 2;
    for (int k = 0; k < 3; k++) {
        leg->moved[k][0] = state->origin[IMPACT_X + k];
        leg->moved[k][1] = v[k];
        leg->moved[k][2] = a[k] / 2;
    }
    for (int k = 1; k <= 2; k++) {
        leg->work[k] = load->fx * leg->moved[0][k] + load->fy * leg->moved[1][k] +
                       load->torque * leg->moved[2][k];
        leg->lost[k] = 0;
    }
    for (int64_t i = 0; i < state->lasting; i++) {
        if (state->mode[i] == LAW_STICK)
            continue;
        struct terrain_frame frame = contact_frame(system, state->feature[i], state->origin);
        leg->slide[i][0] = contact_slide(system, &frame, v);
        leg->slide[i][1] = contact_slide(system, &frame, a);
        leg->slide[i][2] = 0;
        leg->lost[1] += state->friction[i] * leg->slide[i][0];
        leg->lost[2] += state->friction[i] * leg->slide[i][1] / 2;
    }
}

/* Return the value of the polynomial without its constant term. */
static inline double value_increment(const double *c, size_t degree, double t)
{
    double sum = c[degree];
    for (size_t k = degree; --k > 0;)
        sum = sum * t + c[k];
    return sum * t;
}

/* Return the derivative of the polynomial without its constant term c[1]. */
static inline double slope_increment(const double *c, size_t degree, double t)
{
    double sum = (double)degree * c[degree];
    for (size_t k = degree; --k > 1;)
        sum = sum * t + (double)k * c[k];
    return sum * t;
}

/* Evaluate states, work and lost energy. Increments are added to the values at the origin of the
 * leg, so that rounding errors do not accumulate over evaluations. */
static inline void evaluate_motion(const struct leg *leg, size_t degree, const double *from,
                                   double h, double *y)
{
    double t = h / leg->unit, rate = 1 / leg->unit;
    for (int k = 0; k < 3; k++) {
        y[IMPACT_X + k] = from[IMPACT_X + k] + value_increment(leg->moved[k], degree, t);
        y[IMPACT_VX + k] = from[IMPACT_VX + k] + rate * slope_increment(leg->moved[k], degree, t);
    }
    y[IMPACT_WORK] = from[IMPACT_WORK] + value_increment(leg->work, degree, t);
    y[IMPACT_LOST] = from[IMPACT_LOST] + value_increment(leg->lost, degree, t);
}

void leg_at(const struct leg *leg, const double *from, double h, double *y)
{
    if (leg->degree == 2)
        evaluate_motion(leg, 2, from, h, y);
    else
        evaluate_motion(leg, leg->degree, from, h, y);
}
