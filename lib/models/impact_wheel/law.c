/* SPDX-License-Identifier: MIT */
/* One contact in closed form, two by trying all modes. Numbers in brackets are those of
 * Grzesikiewicz and Zbiciak (2020). Throughout, the normal is of unit length on the corner too (the
 * paper's (26c) mixes a unit normal speed with a tangent of length |G|: friction would be |G| mu N,
 * against (23b)). */
#include "models/impact_wheel/law.h"
#include "num/bound.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Inequalities may be missed by this much of what the numbers in them are made of. */
#define SLACK 1e-12

/* Two solutions differ when their u do by more than this. */
#define DISTINCT 1e-8

double law_scale(const struct law_wheel *wheel, const struct law_problem *problem)
{
    double scale =
        fabs(problem->free[0]) + fabs(problem->free[1]) + fabs(wheel->radius * problem->free[2]);
    for (size_t i = 0; i < problem->n; i++)
        scale += fabs(problem->g_n[i]);
    return scale;
}

/* (39), (46), (64): M^-1 does not couple the normal and the tangent of one contact, so each follows
 * by itself and is unique. */
static int32_t solve_one(const struct law_wheel *wheel, const struct law_problem *problem,
                         struct law_result *result)
{
    double u_n = law_u_n(problem, problem->free, 0);
    double u_t = law_u_t(wheel, problem, problem->free, 0);
    double N = wheel->mass * larger(0, -u_n), limit = wheel->mu * N;
    double T = law_stop(wheel, u_t);
    int slides = problem->sliding[0];
    if (slides == 0 && fabs(T) > limit)
        slides = T > 0 ? 1 : -1;
    result->normal[0] = N;
    result->friction[0] = slides != 0 ? slides * limit : clip(T, limit);
    result->mode[0] = slides == 0 ? LAW_STICK : slides > 0 ? LAW_SLIP_PLUS : LAW_SLIP_MINUS;
    if (u_n > 0)
        result->mode[0] = LAW_OPEN;
    law_apply(wheel, problem, result);
    return WD_OK;
}

/* A x = b by elimination with pivots, n <= 3; 0 if A is singular. */
static int solve_linear(size_t n, double A[3][4])
{
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[pivot][k]))
                pivot = i;
        if (!(fabs(A[pivot][k]) > 1e-13))
            return 0;
        for (size_t j = k; j <= n; j++) {
            double swap = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = swap;
        }
        for (size_t i = 0; i < n; i++) {
            double factor = i == k ? 0 : A[i][k] / A[k][k];
            for (size_t j = k; j <= n; j++)
                A[i][j] -= factor * A[k][j];
        }
    }
    for (size_t k = 0; k < n; k++)
        A[k][n] /= A[k][k];
    return 1;
}

/* What solve_modes() takes from two contacts: m u_n and u_t / kappa of each for a unit of N or T of
 * each, and without forces. Index 2 i + 1 is the tangent of contact i. */
struct coupling {
    double response[4][4], free[4];
};

static void fill_coupling(const struct law_wheel *wheel, const struct law_problem *p,
                          struct coupling *coupling)
{
    double per = wheel->lightness * wheel->grip;
    double turn = wheel->mass * wheel->radius * wheel->lever;
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < 2; j++) {
            double cosine = p->nx[i] * p->nx[j] + p->ny[i] * p->ny[j]; /* n_i.n_j = t_i.t_j */
            double sine = p->nx[i] * p->ny[j] - p->ny[i] * p->nx[j];   /* n_i.t_j = -t_i.n_j */
            coupling->response[2 * i][2 * j] = cosine;
            coupling->response[2 * i][2 * j + 1] = -sine;
            coupling->response[2 * i + 1][2 * j] = -sine * per;
            coupling->response[2 * i + 1][2 * j + 1] = -(cosine + turn) * per;
        }
        coupling->free[2 * i] = -wheel->mass * law_u_n(p, p->free, i);
        coupling->free[2 * i + 1] = -law_stop(wheel, law_u_t(wheel, p, p->free, i));
    }
}

static int sign_of(int mode)
{
    return mode == LAW_SLIP_PLUS ? 1 : mode == LAW_SLIP_MINUS ? -1 : 0;
}

/* Forces of two contacts in the modes given; 0 if they are not determined. Unknown are N where the
 * contact is closed, and T where it sticks. */
static int solve_modes(double mu, const struct coupling *coupling, struct law_result *result)
{
    size_t unknown[3], n = 0;
    double A[3][4];
    for (size_t i = 0; i < 2; i++) {
        if (result->mode[i] != LAW_OPEN)
            unknown[n++] = 2 * i;
        if (result->mode[i] == LAW_STICK)
            unknown[n++] = 2 * i + 1;
        result->normal[i] = result->friction[i] = 0;
    }
    for (size_t row = 0; row < n; row++) {
        const double *response = coupling->response[unknown[row]];
        for (size_t k = 0; k < n; k++) {
            size_t j = unknown[k];
            int sign = j % 2 == 0 ? sign_of(result->mode[j / 2]) : 0;
            A[row][k] = response[j];
            if (sign != 0)
                A[row][k] += sign * mu * response[j + 1];
        }
        A[row][n] = coupling->free[unknown[row]];
    }
    if (!solve_linear(n, A))
        return 0;
    for (size_t k = 0; k < n; k++)
        (unknown[k] % 2 == 0 ? result->normal : result->friction)[unknown[k] / 2] = A[k][n];
    for (size_t i = 0; i < 2; i++)
        if (sign_of(result->mode[i]) != 0)
            result->friction[i] = sign_of(result->mode[i]) * mu * result->normal[i];
    return 1;
}

/* Do the forces and the u they make fulfil the inequalities of their modes? */
static int feasible(const struct law_wheel *wheel, const struct law_problem *p,
                    const struct law_result *result, double scale)
{
    double slack = SLACK * scale, force = wheel->mass * slack;
    for (size_t i = 0; i < p->n; i++) {
        int sign = sign_of(result->mode[i]);
        double N = result->normal[i];
        if (result->mode[i] == LAW_OPEN && !(law_u_n(p, result->u, i) >= -slack))
            return 0;
        if (!(N >= -force))
            return 0;
        if (result->mode[i] == LAW_STICK && !(fabs(result->friction[i]) <= wheel->mu * N + force))
            return 0;
        if (sign != 0 && p->sliding[i] == 0 && !(sign * law_u_t(wheel, p, result->u, i) >= -slack))
            return 0;
    }
    return 1;
}

static int allowed(int sliding, int mode)
{
    return sliding == 0 || mode == LAW_OPEN || sign_of(mode) == sliding;
}

static int differs(const struct law_wheel *wheel, const double *u, const double *v, double bound)
{
    double distance = fabs(u[0] - v[0]) + fabs(u[1] - v[1]) + fabs(wheel->radius * (u[2] - v[2]));
    return distance > bound;
}

/* The forces of two contacts in these modes, if they fulfil the laws. */
static int try_modes(const struct law_wheel *wheel, const struct law_problem *problem,
                     const struct coupling *coupling, double scale, struct law_result *candidate)
{
    int both_stick = candidate->mode[0] == LAW_STICK && candidate->mode[1] == LAW_STICK;
    double least_normal;
    for (int i = 0; i < 2; i++)
        if (!allowed(problem->sliding[i], candidate->mode[i]))
            return 0;
    if (both_stick)
        return law_stick_stick(wheel, problem, candidate, &least_normal);
    if (!solve_modes(wheel->mu, coupling, candidate))
        return 0;
    law_apply(wheel, problem, candidate);
    return feasible(wheel, problem, candidate, scale);
}

/* Is there but one u? Both contacts together cannot hold a force between them as long as mu is
 * below cot(alpha/2), with alpha between the normals. */
static int is_unique(const struct law_wheel *wheel, const struct law_problem *p)
{
    double cosine = p->nx[0] * p->nx[1] + p->ny[0] * p->ny[1];
    return p->sliding[0] == 0 && p->sliding[1] == 0 &&
           wheel->mu * wheel->mu * (1 - cosine) < 1 + cosine;
}

/* All 16 modes in the order open, stick, slip; sticking of both, which several u may compete with
 * once mu reaches cot(alpha/2), comes last. The first u is taken, the others are counted. Where
 * both press and may stick with the u taken, the forces of least norm are. */
static int32_t try_pairs(const struct law_wheel *wheel, const struct law_problem *problem,
                         int unique, double scale, struct law_result *result)
{
    enum { MODES = 4, PAIRS = MODES * MODES, BOTH_STICK = LAW_STICK * MODES + LAW_STICK };
    double found[PAIRS][3];
    int solutions = 0;
    struct coupling coupling;
    fill_coupling(wheel, problem, &coupling);
    for (int k = 0; k < PAIRS; k++) {
        int pair = k < BOTH_STICK ? k : k < PAIRS - 1 ? k + 1 : BOTH_STICK;
        struct law_result candidate;
        candidate.mode[0] = pair / MODES;
        candidate.mode[1] = pair % MODES;
        candidate.hyperstatic = 0;
        if (!try_modes(wheel, problem, &coupling, scale, &candidate))
            continue;
        int is_new = 1;
        for (int j = 0; j < solutions; j++)
            is_new &= differs(wheel, found[j], candidate.u, DISTINCT * scale);
        int braces = pair == BOTH_STICK && solutions > 0 && result->mode[0] != LAW_OPEN &&
                     result->mode[1] != LAW_OPEN &&
                     !differs(wheel, found[0], candidate.u, SLACK * scale);
        if (solutions == 0 || braces)
            *result = candidate;
        for (int j = 0; is_new && j < 3; j++)
            found[solutions][j] = candidate.u[j];
        solutions += is_new;
        if (unique)
            break;
    }
    result->solutions = solutions;
    return solutions > 0 ? WD_OK : WD_ENOSOL;
}

/* Where u is unique, two contacts that stick and both press are known to be the solution before any
 * other modes are tried, and the first solution is the only one. */
static int32_t solve_two(const struct law_wheel *wheel, const struct law_problem *problem,
                         struct law_result *result)
{
    double scale = law_scale(wheel, problem), least_normal;
    int unique = is_unique(wheel, problem);
    if (!unique || !law_stick_stick(wheel, problem, result, &least_normal) ||
        !(least_normal > SLACK * wheel->mass * scale))
        return try_pairs(wheel, problem, unique, scale, result);
    result->mode[0] = result->mode[1] = LAW_STICK;
    return WD_OK;
}

int32_t law_solve(const struct law_wheel *wheel, const struct law_problem *problem,
                  struct law_result *result)
{
    result->solutions = 1;
    result->hyperstatic = 0;
    if (problem->n == 1)
        return solve_one(wheel, problem, result);
    if (problem->n == 0) {
        law_apply(wheel, problem, result);
        return WD_OK;
    }
    int32_t status = solve_two(wheel, problem, result);
    if (status != WD_OK)
        return status;
    /* What rounding has left on the wrong side of a bound. */
    for (size_t i = 0; i < 2; i++) {
        result->normal[i] = larger(0, result->normal[i]);
        result->friction[i] = clip(result->friction[i], wheel->mu * result->normal[i]);
    }
    return WD_OK;
}
