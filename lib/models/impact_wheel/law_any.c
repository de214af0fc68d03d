/* SPDX-License-Identifier: MIT */
/* Any number of contacts: the problem u = W r + q for a solver of frictional contact, and the
 * correction of its result. The solver does not determine the load distribution, and its result has
 * rounding errors. */
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

struct solver_problem {
    double W[ROWS * ROWS], q[ROWS], mu[LAW_CONTACTS];
};

/* Build the problem with r = (N, -T) of each contact. Where the sign of T is given, T = mu N is
 * part of the column of N and the contact counts as frictionless. */
static void build_problem(const struct law_wheel *wheel, const struct law_problem *p,
                          struct solver_problem *built)
{
    size_t n = p->n, rows = 2 * n;
    double spin = wheel->radius * wheel->radius / wheel->inertia;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            double cosine = p->nx[i] * p->nx[j] + p->ny[i] * p->ny[j];
            double sine = p->nx[i] * p->ny[j] - p->ny[i] * p->nx[j];
            double edge = p->sliding[j] * p->mu[j], *w = built->W + 2 * i * rows + 2 * j;
            w[1] = sine / wheel->mass;
            w[rows + 1] = cosine / wheel->mass + spin;
            w[0] = cosine / wheel->mass - edge * w[1];
            w[rows] = -sine / wheel->mass - edge * w[rows + 1];
        }
        built->q[2 * i] = law_u_n(p, p->free, i);
        built->q[2 * i + 1] = law_u_t(wheel, p, p->free, i);
        built->mu[i] = p->sliding[i] == 0 ? p->mu[i] : 0;
    }
}

static void read_forces(const struct law_problem *p, const double *r, struct law_result *result)
{
    for (size_t i = 0; i < p->n; i++) {
        double N = num_fmax(0, r[2 * i]), limit = p->mu[i] * N;
        result->normal[i] = N;
        result->friction[i] =
            p->sliding[i] != 0 ? p->sliding[i] * limit : law_clip(-r[2 * i + 1], limit);
    }
}

/* Determine the mode of each contact from the forces and u, which have some digits less than full
 * precision. */
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

/* Impose one more condition row.v = target on v, by a correction orthogonal to the previous rows. A
 * row that depends on the previous rows is skipped. */
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

/* Project u so that u_n of closed contacts and u_t of sticking contacts are zero to rounding.
 * Returns 1 if the closed contacts hold the centre from two sides; with two contacts only if the
 * centre is held at rest. */
static int project_velocity(const struct law_wheel *wheel, const struct law_problem *p,
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
    /* With three or more contacts the load distribution determines the spin, so that the forces are
     * symmetric, even if this spin contradicts the given sign of sliding. */
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

/* Clip forces that violate their limits by rounding. A contact without force counts as open. */
static void clip_forces(const struct law_wheel *wheel, const struct law_problem *p,
                        struct law_result *result)
{
    double force = ROUNDING_LAW * wheel->mass * law_scale(wheel, p);
    for (size_t i = 0; i < p->n; i++) {
        double N = result->normal[i] > force ? result->normal[i] : 0, limit = p->mu[i] * N;
        result->normal[i] = N;
        result->friction[i] = law_clip(result->friction[i], limit);
        if (N == 0)
            result->mode[i] = LAW_OPEN;
    }
}

/* Correct u and the forces that the solver found, and determine the modes. */
static void correct_result(const struct law_wheel *wheel, const struct law_problem *problem,
                           struct law_result *result)
{
    struct law_share share;
    classify(wheel, problem, result, &share);
    int held = project_velocity(wheel, problem, result);
    law_share(wheel, problem, &share, held, result);
    clip_forces(wheel, problem, result);
}

int32_t law_solve_any(const struct law_wheel *wheel, const struct law_problem *problem,
                      struct law_proximal *solver, struct law_result *result)
{
    struct solver_problem built;
    double r[ROWS];
    struct law_result empty = {.solutions = 1};
    invariant(problem->n > 0 && problem->n <= LAW_CONTACTS);
    *result = empty;
    build_problem(wheel, problem, &built);
    size_t before = solver->factorisations;
    int32_t status = law_proximal_solve(solver, problem->n, built.W, built.q, built.mu, r);
    result->factorisations = solver->factorisations - before;
    if (status != WD_OK)
        return status;
    read_forces(problem, r, result);
    law_apply(wheel, problem, result);
    correct_result(wheel, problem, result);
    invariant(result->factorisations <= LAW_ANY_FACTORISATIONS);
    return WD_OK;
}

/* ---- one or two loaded contacts ---- */

static void copy_contact(struct law_problem *to, size_t k, const struct law_problem *from, size_t i)
{
    to->nx[k] = from->nx[i];
    to->ny[k] = from->ny[i];
    to->g_n[k] = from->g_n[i];
    to->mu[k] = from->mu[i];
    to->sliding[k] = from->sliding[i];
}

/* Solve with only contacts i and j (i = j: one contact). Returns 1 if no other contact closes; the
 * result is then that of the problem. In both cases result->factorisations increases. */
static int solve_with(const struct law_wheel *wheel, const struct law_problem *p, size_t i,
                      size_t j, double slack, struct law_result *result)
{
    struct law_problem part = {.n = i == j ? 1 : 2, .free = {p->free[0], p->free[1], p->free[2]}};
    struct law_result forces;
    copy_contact(&part, 0, p, i);
    if (j != i)
        copy_contact(&part, 1, p, j);
    int32_t status = law_solve(wheel, &part, &forces);
    result->factorisations += forces.factorisations;
    if (status != WD_OK)
        return 0;
    for (size_t k = 0; k < p->n; k++)
        if (!(law_u_n(p, forces.u, k) >= -slack))
            return 0;
    struct law_result all = {.solutions = 1, .u = {forces.u[0], forces.u[1], forces.u[2]}};
    all.factorisations = result->factorisations;
    all.normal[j] = forces.normal[part.n - 1];
    all.friction[j] = forces.friction[part.n - 1];
    all.normal[i] = forces.normal[0];
    all.friction[i] = forces.friction[0];
    *result = all;
    return 1;
}

/* Result of one contact alone. */
struct lone {
    double u[3];
    int slips;   /* 1: the contact slips, and the sign of sliding was not given */
    int blocked; /* another contact closes */
};

static struct lone solve_lone(const struct law_wheel *wheel, const struct law_problem *p, size_t i,
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

/* True if solve_with() need not be tried: contact i or j would carry the load alone while the other
 * of the two opens, and a third contact closes. A contact i that slips when it is alone is not
 * excluded: solve_with() tries i open and i sticking first, each with all modes of j, and may find
 * another solution there. */
static int is_hopeless(const struct law_problem *p, const struct lone *lone, size_t i, size_t j,
                       double clear)
{
    return (lone[j].blocked && (i == j || law_u_n(p, lone[j].u, i) > clear)) ||
           (lone[i].blocked && !lone[i].slips && law_u_n(p, lone[i].u, j) > clear);
}

/* Sort the contacts by closing speed, so that the result does not depend on their numbering. */
static void sort_by_closing_speed(const struct law_problem *p, size_t *first)
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
    sort_by_closing_speed(problem, first);
    result->factorisations = 0;
    for (size_t i = 0; i < problem->n; i++) {
        lone[first[i]] = solve_lone(wheel, problem, first[i], clear);
        for (size_t j = 0; j <= i; j++)
            if (!is_hopeless(problem, lone, first[j], first[i], clear) &&
                solve_with(wheel, problem, first[j], first[i], slack, result)) {
                correct_result(wheel, problem, result);
                invariant(result->factorisations <= LAW_FEW_FACTORISATIONS);
                return 1;
            }
    }
    return 0;
}

int32_t law_solve_many(const struct law_wheel *wheel, const struct law_problem *problem,
                       struct law_proximal *solver, struct law_result *result)
{
    if (law_solve_few(wheel, problem, result))
        return WD_OK;
    size_t in_vain = result->factorisations;
    int32_t status = law_solve_any(wheel, problem, solver, result);
    result->factorisations += in_vain;
    invariant(result->factorisations <= LAW_MANY_FACTORISATIONS);
    return status;
}
