/* SPDX-License-Identifier: MIT */
/* Friction in the restitution phase of several contacts, whose normal impulses are given. Numbers
 * in brackets are those of Grzesikiewicz and Zbiciak (2020). */
#include "models/impact_wheel/law.h"
#include "models/impact_wheel/rounding.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

static double friction_response(const struct law_wheel *wheel, const struct law_problem *p,
                                size_t i, size_t j)
{
    double cosine = p->nx[i] * p->nx[j] + p->ny[i] * p->ny[j];
    return cosine * wheel->lightness + wheel->radius * wheel->lever;
}

/* Compute the friction of two contacts exactly, by enumeration of active bounds. The law of each
 * contact is T = clip(u_t / kappa), (33b), (55), (73), where u_t is the slip velocity that results
 * from all impulses except this T. Returns 0 if no combination of bounds satisfies both laws. */
static int friction_pair(const struct law_wheel *wheel, const struct law_problem *p,
                         struct law_result *result)
{
    double w11 = friction_response(wheel, p, 0, 0), w12 = friction_response(wheel, p, 0, 1);
    double q[2], limit[2], det = w11 * w11 - w12 * w12;
    for (size_t i = 0; i < 2; i++) {
        q[i] = law_u_t(wheel, p, result->u, i);
        limit[i] = p->mu[i] * result->normal[i];
    }
    double slack = ROUNDING * law_scale(wheel, p);
    for (int k = 0; k < 9; k++) {
        int s[2] = {(k / 3 + 1) % 3 - 1, (k % 3 + 1) % 3 - 1}; /* 0 first */
        double T[2];
        if (s[0] == 0 && s[1] == 0) {
            if (!(det > ROUNDING_LAW * w11 * w11))
                continue;
            T[0] = (w11 * q[0] - w12 * q[1]) / det;
            T[1] = (w11 * q[1] - w12 * q[0]) / det;
        } else {
            int fixed = s[0] != 0 ? 0 : 1;
            T[fixed] = s[fixed] * limit[fixed];
            T[1 - fixed] = s[1 - fixed] != 0 ? s[1 - fixed] * limit[1 - fixed]
                                             : (q[1 - fixed] - w12 * T[fixed]) / w11;
        }
        int good = 1;
        for (int i = 0; i < 2; i++) {
            double u_t = q[i] - w11 * T[i] - w12 * T[1 - i];
            good &= s[i] == 0 ? fabs(T[i]) <= limit[i] + slack / w11 : s[i] * u_t >= -slack;
        }
        if (!good)
            continue;
        for (int i = 0; i < 2; i++)
            result->friction[i] = law_clip(T[i], limit[i]);
        return 1;
    }
    return 0;
}

/* Compute the friction of any number of contacts by Gauss-Seidel iteration, which converges because
 * the problem is convex. Returns 0 if it has not converged after ROUNDS rounds. */
static int friction_round(const struct law_wheel *wheel, const struct law_problem *p,
                          struct interrupt *interrupt, struct law_result *result)
{
    enum { ROUNDS = 10000 };
    for (int round = 0; round < ROUNDS && !interrupted(interrupt, 4 * p->n * p->n); round++) {
        double change = 0, largest = 0;
        for (size_t i = 0; i < p->n; i++) {
            double u_t = law_u_t(wheel, p, result->u, i), old = result->friction[i];
            for (size_t j = 0; j < p->n; j++)
                u_t -= friction_response(wheel, p, i, j) * result->friction[j];
            double limit = p->mu[i] * result->normal[i];
            result->friction[i] = law_clip(old + law_stop(wheel, u_t), limit);
            change = num_fmax(fabs(result->friction[i] - old), change);
            largest = num_fmax(limit, largest);
        }
        if (change <= ROUNDING_CONVERGED * largest)
            return 1;
    }
    return 0;
}

int32_t law_rebound_many(const struct law_wheel *wheel, const struct law_problem *problem,
                         struct interrupt *interrupt, struct law_result *result)
{
    for (size_t i = 0; i < problem->n; i++)
        result->friction[i] = 0;
    law_apply(wheel, problem, result); /* u with the normal forces alone */
    int solved = (problem->n == 2 && friction_pair(wheel, problem, result)) ||
                 friction_round(wheel, problem, interrupt, result);
    law_apply(wheel, problem, result);
    return solved ? WD_OK : WD_ENOCONV;
}
