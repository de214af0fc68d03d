/* SPDX-License-Identifier: MIT */
/* Any number of contacts as a problem u = W r + q for a solver of frictional contact. What the
 * solver leaves open, the forces where several fit, and its rounding are dealt with here. */
#include "models/impact_wheel/law_share.h"
#include "models/impact_wheel/law_proximal.h"
#include "models/impact_wheel/rounding.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "num/dense.h"
#include "num/elementary.h"
#include "num/invariant.h"

enum { ROWS = 2 * LAW_CONTACTS };

struct posed {
    double W[ROWS * ROWS], q[ROWS], mu[LAW_CONTACTS];
};

/* r = (N, -T) of each contact in turn. Where the sign of T is given, T = mu N goes with N and the
 * contact counts as frictionless. */
static void pose(const struct law_wheel *wheel, const struct law_problem *p, struct posed *posed)
{
    size_t n = p->n, rows = 2 * n;
    double spin = wheel->radius * wheel->radius / wheel->inertia;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double cosine = p->nx[i] * p->nx[j] + p->ny[i] * p->ny[j];
            double sine = p->nx[i] * p->ny[j] - p->ny[i] * p->nx[j];
            double edge = p->sliding[j] * p->mu[j], *w = posed->W + 2 * i * rows + 2 * j;
            w[1] = sine / wheel->mass;
            w[rows + 1] = cosine / wheel->mass + spin;
            w[0] = cosine / wheel->mass - edge * w[1];
            w[rows] = -sine / wheel->mass - edge * w[rows + 1];
        }
        posed->q[2 * i] = law_u_n(p, p->free, i);
        posed->q[2 * i + 1] = law_u_t(wheel, p, p->free, i);
        posed->mu[i] = p->sliding[i] == 0 ? p->mu[i] : 0;
    }
}

static void read_forces(const struct law_problem *p, const double *r, struct law_result *result)
{
    for (size_t i = 0; i < p->n; i++) {
        double N = num_fmax(0, r[2 * i]), limit = p->mu[i] * N;
        result->normal[i] = N;
        result->friction[i] = p->sliding[i] != 0 ? p->sliding[i] * limit
                                                 : num_fmin(num_fmax(-r[2 * i + 1], -limit), limit);
    }
}

/* What each contact does, from the forces and the u they make, of which the solver knows some
 * digits less than all. */
static void classify(const struct law_wheel *wheel, const struct law_problem *p,
                     struct law_result *result, struct law_share *share)
{
    double slack = ROUNDING_LAW * law_scale(wheel, p), force = wheel->mass * slack;
    for (size_t i = 0; i < p->n; i++) {
        double u_t = law_u_t(wheel, p, result->u, i), limit = p->mu[i] * result->normal[i];
        int closed = result->normal[i] > force || law_u_n(p, result->u, i) <= slack;
        int inside = fabs(result->friction[i]) < limit - force, slides = p->sliding[i];
        if (slides == 0 && !inside && fabs(u_t) > slack)
            slides = u_t > 0 ? 1 : -1;
        result->mode[i] = closed ? law_mode(slides) : LAW_OPEN;
        share->part[i] = !closed ? LAW_NOTHING : slides != 0 || p->mu[i] == 0 ? LAW_EDGE : LAW_CONE;
        share->edge[i] = slides != 0 ? slides * p->mu[i] : p->mu[i];
    }
}

/* One more condition row.v = target on v, whose part that the rows before do not say is kept. */
static void impose(double *v, double row[3], double target, double basis[3][3], size_t *rank)
{
    double size = dense_norm(row, 3), miss = target - dense_dot(row, v, 3);
    for (size_t j = 0; j < *rank; j++)
        dense_add(row, -dense_dot(basis[j], row, 3), basis[j], 3);
    double left = dense_norm(row, 3);
    if (*rank == 3 || !(left > ROUNDING_INDEPENDENT * size))
        return;
    dense_scale(row, 1 / left, 3);
    dense_add(v, miss / left, row, 3);
    memcpy(basis[(*rank)++], row, sizeof basis[0]);
}

/* The nearest u that has exactly no normal speed where it is closed, and no slide where it sticks.
 * Is the centre held at rest from two sides? */
static int purify(const struct law_wheel *wheel, const struct law_problem *p,
                  struct law_result *result)
{
    double v[3] = {result->u[0], result->u[1], wheel->radius * result->u[2]}, basis[3][3];
    size_t rank = 0;
    int moves = 0;
    for (size_t i = 0; i < p->n; i++) {
        double row[3] = {p->nx[i], p->ny[i], 0};
        if (result->mode[i] != LAW_OPEN) {
            impose(v, row, -p->g_n[i], basis, &rank);
            moves |= p->g_n[i] != 0;
        }
    }
    /* With three and more, what sliding asks for yields to the symmetry of the forces. */
    int held = rank == 2 && (!moves || p->n > 2);
    for (size_t i = 0; i < p->n; i++) {
        double row[3] = {p->ny[i], -p->nx[i], 1};
        if (result->mode[i] == LAW_STICK)
            impose(v, row, 0, basis, &rank);
    }
    result->u[0] = v[0];
    result->u[1] = v[1];
    result->u[2] = v[2] / wheel->radius;
    return held;
}

/* Takes out what rounding has left beyond a bound. A contact without force counts as open. */
static void tidy(const struct law_wheel *wheel, const struct law_problem *p,
                 struct law_result *result)
{
    double force = ROUNDING_LAW * wheel->mass * law_scale(wheel, p);
    for (size_t i = 0; i < p->n; i++) {
        double N = result->normal[i] > force ? result->normal[i] : 0, limit = p->mu[i] * N;
        result->normal[i] = N;
        result->friction[i] = num_fmin(num_fmax(result->friction[i], -limit), limit);
        if (N == 0)
            result->mode[i] = LAW_OPEN;
    }
}

/* What follows from u and some forces that make it. */
static void settle(const struct law_wheel *wheel, const struct law_problem *problem,
                   struct law_result *result)
{
    struct law_share share;
    classify(wheel, problem, result, &share);
    int held = purify(wheel, problem, result);
    law_share(wheel, problem, &share, held, result);
    tidy(wheel, problem, result);
}

int32_t law_solve_any(const struct law_wheel *wheel, const struct law_problem *problem,
                      struct law_proximal *solver, struct law_result *result)
{
    struct posed posed;
    double r[ROWS];
    struct law_result empty = {.solutions = 1};
    invariant(problem->n > 0 && problem->n <= LAW_CONTACTS);
    *result = empty;
    pose(wheel, problem, &posed);
    int32_t status = law_proximal_solve(solver, problem->n, posed.W, posed.q, posed.mu, r);
    if (status != WD_OK)
        return status;
    read_forces(problem, r, result);
    law_apply(wheel, problem, result);
    settle(wheel, problem, result);
    return WD_OK;
}

/* ---- two carry ---- */

static void copy_contact(struct law_problem *to, size_t k, const struct law_problem *from, size_t i)
{
    to->nx[k] = from->nx[i];
    to->ny[k] = from->ny[i];
    to->g_n[k] = from->g_n[i];
    to->mu[k] = from->mu[i];
    to->sliding[k] = from->sliding[i];
}

/* Contacts i and j, which may be one, carry, and no other closes. */
static int carry(const struct law_wheel *wheel, const struct law_problem *p, size_t i, size_t j,
                 double slack, struct law_result *result)
{
    struct law_problem part = {.n = i == j ? 1 : 2, .free = {p->free[0], p->free[1], p->free[2]}};
    struct law_result forces;
    copy_contact(&part, 0, p, i);
    if (j != i)
        copy_contact(&part, 1, p, j);
    if (law_solve(wheel, &part, &forces) != WD_OK)
        return 0;
    for (size_t k = 0; k < p->n; k++)
        if (!(law_u_n(p, forces.u, k) >= -slack))
            return 0;
    struct law_result all = {.solutions = 1, .u = {forces.u[0], forces.u[1], forces.u[2]}};
    all.normal[j] = forces.normal[part.n - 1];
    all.friction[j] = forces.friction[part.n - 1];
    all.normal[i] = forces.normal[0];
    all.friction[i] = forces.friction[0];
    *result = all;
    return 1;
}

/* One contact alone. */
struct lone {
    double u[3];
    int slips;   /* as its friction is at its bound */
    int blocked; /* another contact closes then */
};

static struct lone stand_alone(const struct law_wheel *wheel, const struct law_problem *p, size_t i,
                               double clear)
{
    struct law_problem part = {.n = 1, .free = {p->free[0], p->free[1], p->free[2]}};
    struct law_result forces;
    copy_contact(&part, 0, p, i);
    law_solve_one(wheel, &part, &forces);
    struct lone lone = {{forces.u[0], forces.u[1], forces.u[2]},
                        p->sliding[i] == 0 && law_sign(forces.mode[0]) != 0,
                        0};
    for (size_t k = 0; k < p->n; k++)
        lone.blocked |= law_u_n(p, forces.u, k) < -clear;
    return lone;
}

/* Would carry() find that i or j, the other one being open, is all they need, and a third contact
 * closes? A slip of i alone it tries late. */
static int is_hopeless(const struct law_problem *p, const struct lone *lone, size_t i, size_t j,
                       double clear)
{
    return (lone[j].blocked && (i == j || law_u_n(p, lone[j].u, i) > clear)) ||
           (lone[i].blocked && !lone[i].slips && law_u_n(p, lone[i].u, j) > clear);
}

/* The contacts in the order in which they would close, which does not depend on how they are
 * numbered. */
static void order(const struct law_problem *p, size_t *first)
{
    double speed[LAW_CONTACTS];
    for (size_t i = 0; i < p->n; i++) {
        double u_n = law_u_n(p, p->free, i);
        size_t k = i;
        for (; k > 0 && speed[k - 1] > u_n; k--) {
            speed[k] = speed[k - 1];
            first[k] = first[k - 1];
        }
        speed[k] = u_n;
        first[k] = i;
    }
}

int law_solve_few(const struct law_wheel *wheel, const struct law_problem *problem,
                  struct law_result *result)
{
    double scale = law_scale(wheel, problem), slack = ROUNDING_LAW * scale;
    double clear = ROUNDING_DISTINCT * scale;
    size_t first[LAW_CONTACTS];
    struct lone lone[LAW_CONTACTS];
    invariant(problem->n > 0 && problem->n <= LAW_CONTACTS);
    order(problem, first);
    for (size_t i = 0; i < problem->n; i++) {
        lone[first[i]] = stand_alone(wheel, problem, first[i], clear);
        for (size_t j = 0; j <= i; j++)
            if (!is_hopeless(problem, lone, first[j], first[i], clear) &&
                carry(wheel, problem, first[j], first[i], slack, result)) {
                settle(wheel, problem, result);
                return 1;
            }
    }
    return 0;
}

int32_t law_solve_many(const struct law_wheel *wheel, const struct law_problem *problem,
                       struct law_proximal *solver, struct law_result *result)
{
    return law_solve_few(wheel, problem, result) ? WD_OK
                                                 : law_solve_any(wheel, problem, solver, result);
}
