/* SPDX-License-Identifier: MIT */
/* The contact laws of a rigid wheel: unilateral contact and Coulomb friction, the same for
 * velocities and impulses as for accelerations and forces.
 *
 * A contact has the unit normal n into the free side and the tangent t = (n_y, -n_x); the wheel's
 * point there is r n below the centre. The force on the wheel is N n - T t with the torque -r T,
 * so that T opposes v_t = t.v + r w. Then (normal compliance 1/m, tangential kappa = 1/m + r^2/J)
 *
 *     0 <= N, 0 <= u_n, N u_n = 0;    |T| <= mu N, T = mu N sign(u_t) where u_t is not 0
 *
 * with u_n = n.u + g_n, u_t = t.u + r u_w and the contact's own mu. Here u is the acceleration or
 * the velocity after an impact. For accelerations g_n is the effect of the turning normal, see
 * contact_equations(). For velocities g_n is 0, except in a step of moreau.c, where it contains the
 * rebound speed. The sign of the friction of a contact that already slides is given.
 *
 * One contact is solved in closed form here, two in law_pair.c, more in law_any.c; contact_law()
 * selects one of these. Numbers in brackets are those of Grzesikiewicz and Zbiciak (2020). All
 * normals have unit length, on a corner, too. The paper's (26c) mixes a unit normal speed with a
 * tangent of length |G|; its friction would be |G| mu N, in contradiction to (23b). */
#ifndef LAW_H
#define LAW_H

#include "num/elementary.h"
#include "num/interrupt.h"
#include "num/invariant.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <wheeldyn/wheeldyn.h>

enum { LAW_CONTACTS = 8 }; /* maximum number of contacts */

/* Limits of the work on one problem; checked builds assert them. A factorisation is the elimination
 * of up to three unknowns in given modes, the Cholesky factorisation of a Newton step for the least
 * norm, or a Newton step of the contact solver. */
enum {
    LAW_MODES = 4, /* open, stick, slip in two directions */
    LAW_PAIRS = LAW_CONTACTS * (LAW_CONTACTS - 1) / 2,
    LAW_SOLVER_STEPS = 1000, /* Newton steps of the contact solver */
    /* Least norm: Newton steps, and multipliers tried in the line search of each; largest number of
     * searches of a problem. Two determine the spin, one follows if they fail. */
    LAW_SHARE_STEPS = 60,
    LAW_SHARE_LINE = 40,
    LAW_SHARE_SEARCHES = 3,
    LAW_SHARE_TRIES = LAW_SHARE_SEARCHES * (1 + LAW_SHARE_STEPS * LAW_SHARE_LINE),
    LAW_SHARE_FACTORISATIONS = LAW_SHARE_SEARCHES * LAW_SHARE_STEPS,
    /* Two contacts: one for each pair of modes but both sticking, whose forces are in closed
     * form. */
    LAW_PAIR_FACTORISATIONS = LAW_MODES * LAW_MODES - 1,
    /* law_solve_few(): all pairs of contacts, then the load distribution */
    LAW_FEW_FACTORISATIONS = LAW_PAIRS * LAW_PAIR_FACTORISATIONS + LAW_SHARE_FACTORISATIONS,
    LAW_ANY_FACTORISATIONS = LAW_SOLVER_STEPS + LAW_SHARE_FACTORISATIONS,
    /* law_solve_many(): all pairs in vain, then law_solve_any() */
    LAW_MANY_FACTORISATIONS = LAW_PAIRS * LAW_PAIR_FACTORISATIONS + LAW_ANY_FACTORISATIONS
};

/* The values of output.mode_k; new modes may only be appended. */
enum { LAW_OPEN, LAW_STICK, LAW_SLIP_PLUS, LAW_SLIP_MINUS };

struct law_wheel {
    double mass, radius, inertia;
    /* 1/mass, 1/inertia, r/inertia and 1/kappa, stored because divisions are slow. */
    double lightness, ease, lever, grip;
};

static inline struct law_wheel law_wheel_of(double mass, double radius, double inertia)
{
    return (struct law_wheel){mass,
                              radius,
                              inertia,
                              .lightness = 1 / mass,
                              .ease = 1 / inertia,
                              .lever = radius / inertia,
                              .grip = 1 / (1 / mass + radius * radius / inertia)};
}

struct law_problem {
    size_t n;
    double free[3]; /* components x, y and phi of u without contact forces */
    double nx[LAW_CONTACTS], ny[LAW_CONTACTS], g_n[LAW_CONTACTS], mu[LAW_CONTACTS];
    int sliding[LAW_CONTACTS]; /* 0, or the sign of v_t */
};

struct law_result {
    double normal[LAW_CONTACTS], friction[LAW_CONTACTS];
    int mode[LAW_CONTACTS];
    double u[3];
    int solutions;   /* number of solutions u. With two contacts of equal mu it exceeds 1 only if mu
                        >= cot(alpha/2), alpha: angle between the normals */
    int hyperstatic; /* the forces are those of least norm among all with this u */
    size_t factorisations; /* number that the solution took, even if it failed */
};

/* Solve for any number of contacts, n >= 1, with `solver`. The forces are those of a single contact
 * where one can carry the load, otherwise those of least norm. Other solutions u are not searched.
 * Returns WD_OK or the status of the solver. */
struct law_proximal;
int32_t law_solve_any(const struct law_wheel *wheel, const struct law_problem *problem,
                      struct law_proximal *solver, struct law_result *result);

/* Solve in closed form if one or two of the contacts carry all load and no other closes. Returns 1
 * if so; the number of operations is bounded. */
int law_solve_few(const struct law_wheel *wheel, const struct law_problem *problem,
                  struct law_result *result);

/* Solve with law_solve_few() if that is possible, otherwise with the solver. */
int32_t law_solve_many(const struct law_wheel *wheel, const struct law_problem *problem,
                       struct law_proximal *solver, struct law_result *result);

/* ---- parts of a law ---- */

/* Return the sign of the slip velocity in this mode; 0 if the contact sticks or is open. */
static inline int law_sign(int64_t mode)
{
    return mode == LAW_SLIP_PLUS ? 1 : mode == LAW_SLIP_MINUS ? -1 : 0;
}

static inline int law_mode(int sign)
{
    return sign == 0 ? LAW_STICK : sign > 0 ? LAW_SLIP_PLUS : LAW_SLIP_MINUS;
}

/* Return x clipped to [-limit, limit]. */
static inline double law_clip(double x, double limit)
{
    return num_fmin(limit, num_fmax(-limit, x));
}

static inline double law_u_n(const struct law_problem *problem, const double *u, size_t i)
{
    return problem->nx[i] * u[0] + problem->ny[i] * u[1] + problem->g_n[i];
}

static inline double law_u_t(const struct law_wheel *wheel, const struct law_problem *problem,
                             const double *u, size_t i)
{
    return problem->ny[i] * u[0] - problem->nx[i] * u[1] + wheel->radius * u[2];
}

/* Return the friction T that makes u_t zero at a single contact. */
static inline double law_stop(const struct law_wheel *wheel, double u_t)
{
    return u_t * wheel->grip;
}

/* Return the scale of u: the sum of the magnitudes of the terms of u. The rounding error of u is a
 * few epsilon of this scale. */
static inline double law_scale(const struct law_wheel *wheel, const struct law_problem *problem)
{
    double scale =
        fabs(problem->free[0]) + fabs(problem->free[1]) + fabs(wheel->radius * problem->free[2]);
    for (size_t i = 0; i < problem->n; i++)
        scale += fabs(problem->g_n[i]);
    return scale;
}

/* Compute u by (32), (34), (57), (66), (95) for any number of contacts: u = free + M^-1 f, where f
 * is the sum of the forces N n - T t with the torques -r T. */
static inline void law_apply(const struct law_wheel *wheel, const struct law_problem *problem,
                             struct law_result *result)
{
    double fx = 0, fy = 0, turn = 0;
    for (size_t i = 0; i < problem->n; i++) {
        double nx = problem->nx[i], ny = problem->ny[i];
        double N = result->normal[i], T = result->friction[i];
        fx += N * nx - T * ny;
        fy += N * ny + T * nx;
        turn += T;
    }
    result->u[0] = problem->free[0] + fx * wheel->lightness;
    result->u[1] = problem->free[1] + fy * wheel->lightness;
    result->u[2] = problem->free[2] - turn * wheel->lever;
}

/* Do the same as law_rebound() for any number of contacts. */
int32_t law_rebound_many(const struct law_wheel *wheel, const struct law_problem *problem,
                         struct interrupt *interrupt, struct law_result *result);

/* Do the same as law_solve() for two contacts. */
int32_t law_solve_pair(const struct law_wheel *wheel, const struct law_problem *problem,
                       struct law_result *result);

/* Solve for one contact, (39), (46), (64). M^-1 does not couple its normal and tangential
 * direction, so each force is found separately and is unique. */
static inline void law_solve_one(const struct law_wheel *wheel, const struct law_problem *problem,
                                 struct law_result *result)
{
    double u_n = law_u_n(problem, problem->free, 0);
    double u_t = law_u_t(wheel, problem, problem->free, 0);
    double N = wheel->mass * num_fmax(-u_n, 0), limit = problem->mu[0] * N;
    double T = law_stop(wheel, u_t);
    int slides = problem->sliding[0];
    if (slides == 0 && fabs(T) > limit)
        slides = T > 0 ? 1 : -1;
    result->normal[0] = N;
    result->friction[0] = slides != 0 ? slides * limit : law_clip(T, limit);
    result->mode[0] = u_n > 0 ? LAW_OPEN : law_mode(slides);
    law_apply(wheel, problem, result);
}

/* Solve for up to two contacts. WD_OK, or WD_ENOSOL if no forces satisfy the laws. */
static inline int32_t law_solve(const struct law_wheel *wheel, const struct law_problem *problem,
                                struct law_result *result)
{
    invariant(problem->n <= 2);
    result->solutions = 1;
    result->hyperstatic = 0;
    result->factorisations = 0;
    if (problem->n == 2)
        return law_solve_pair(wheel, problem, result);
    if (problem->n == 1)
        law_solve_one(wheel, problem, result);
    else
        law_apply(wheel, problem, result);
    return WD_OK;
}

/* Compute the friction impulses of the restitution phase for the normal impulses in result->normal:
 * set result->friction and result->u. */
static inline int32_t law_rebound(const struct law_wheel *wheel, const struct law_problem *problem,
                                  struct interrupt *interrupt, struct law_result *result)
{
    if (problem->n != 1)
        return law_rebound_many(wheel, problem, interrupt, result);
    /* The normal impulse does not change u_t. */
    double T = law_stop(wheel, law_u_t(wheel, problem, problem->free, 0));
    result->friction[0] = law_clip(T, problem->mu[0] * result->normal[0]);
    law_apply(wheel, problem, result);
    return WD_OK;
}

#endif
