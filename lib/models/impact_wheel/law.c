/* SPDX-License-Identifier: MIT */
/* The forces of contacts, friction included: one in closed form here, two in law_pair.c, more in
 * law_any.c, and contact_law() chooses. Numbers in brackets are those of Grzesikiewicz and Zbiciak
 * (2020).
 * Throughout, the normal is of unit length on the corner too (the paper's (26c) mixes a unit normal
 * speed with a tangent of length |G|: friction would be |G| mu N, against (23b)). */
#include "models/impact_wheel/law.h"
#include "num/bound.h"
#include "num/invariant.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* (39), (46), (64): M^-1 does not couple the normal and the tangent of one contact, so each follows
 * by itself and is unique. */
static int32_t solve_one(const struct law_wheel *wheel, const struct law_problem *problem,
                         struct law_result *result)
{
    double u_n = law_u_n(problem, problem->free, 0);
    double u_t = law_u_t(wheel, problem, problem->free, 0);
    double N = wheel->mass * larger(0, -u_n), limit = problem->mu[0] * N;
    double T = law_stop(wheel, u_t);
    int slides = problem->sliding[0];
    if (slides == 0 && fabs(T) > limit)
        slides = T > 0 ? 1 : -1;
    result->normal[0] = N;
    result->friction[0] = slides != 0 ? slides * limit : bound_clip(T, limit);
    result->mode[0] = u_n > 0 ? LAW_OPEN : law_mode(slides);
    law_apply(wheel, problem, result);
    return WD_OK;
}

int32_t law_solve(const struct law_wheel *wheel, const struct law_problem *problem,
                  struct law_result *result)
{
    invariant(problem->n <= 2);
    result->solutions = 1;
    result->hyperstatic = 0;
    if (problem->n == 1)
        return solve_one(wheel, problem, result);
    if (problem->n == 0) {
        law_apply(wheel, problem, result);
        return WD_OK;
    }
    return law_solve_pair(wheel, problem, result);
}
