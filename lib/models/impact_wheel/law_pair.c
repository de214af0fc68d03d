/* SPDX-License-Identifier: MIT */
/* Two contacts, by enumeration of all modes. Numbers in brackets are those of Grzesikiewicz and
 * Zbiciak (2020). */
#include "models/impact_wheel/law.h"
#include "models/impact_wheel/rounding.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* ---- both stick ---- */

/* Forces (N1, T1, N2, T2) = base + x slope. */
struct line {
    double base[4], slope[4];
};

/* Compute the u at which both contacts close and stick: zero, unless the gaps have accelerations or
 * rebound speeds g_n. Returns 0 if these are incompatible. */
static int stuck_u(const struct law_wheel *wheel, const struct law_problem *p, double slack,
                   double *u)
{
    double g = p->g_n[0], k = p->g_n[1];
    u[0] = u[1] = u[2] = 0;
    if (g == 0 && k == 0)
        return 1;
    double nx = p->nx[0], ny = p->ny[0], mx = p->nx[1], my = p->ny[1];
    double area = nx * my - ny * mx;
    if (fabs(area) < ROUNDING_PARALLEL) {
        u[0] = -g * nx;
        u[1] = -g * ny;
        return fabs(g + k) <= slack;
    }
    u[0] = (k * ny - g * my) / area;
    u[1] = (g * mx - k * nx) / area;
    double along = ny * u[0] - nx * u[1], along_too = my * u[0] - mx * u[1];
    u[2] = -(along + along_too) / (2 * wheel->radius);
    return fabs(along - along_too) <= slack;
}

/* Return the forces of two sticking contacts that give u. One of the four forces is free, because
 * the wheel may be braced between the contacts: T1, or the common normal force if the normals are
 * opposite. */
static struct line bracing_forces(const struct law_wheel *wheel, const struct law_problem *p,
                                  const double *u)
{
    double fx = wheel->mass * (u[0] - p->free[0]), fy = wheel->mass * (u[1] - p->free[1]);
    double sum = wheel->inertia * (p->free[2] - u[2]) / wheel->radius; /* T1 + T2 */
    double nx = p->nx[0], ny = p->ny[0], mx = p->nx[1], my = p->ny[1];
    double area = nx * my - ny * mx;
    struct line line = {.slope = {0, 1, 0, -1}};
    if (fabs(area) < ROUNDING_PARALLEL) {
        double along = -(fx * ny - fy * nx); /* T1 - T2, since t2 = -t1 */
        struct line opposite = {{fx * nx + fy * ny, (sum + along) / 2, 0, (sum - along) / 2},
                                {1, 0, 1, 0}};
        return opposite;
    }
    /* N1 n1 + N2 n2 = f + T1 t1 + T2 t2 with T2 = sum - T1 */
    double gx = fx + sum * my, gy = fy - sum * mx;
    double hx = ny - my, hy = mx - nx;
    line.base[0] = (gx * my - gy * mx) / area;
    line.base[2] = (nx * gy - ny * gx) / area;
    line.base[3] = sum;
    line.slope[0] = (hx * my - hy * mx) / area;
    line.slope[2] = (nx * hy - ny * hx) / area;
    return line;
}

/* Find the range [lo, hi] of x for which mu N >= |T| and N >= 0 at both contacts. Violations below
 * the slack are ignored. */
static void brace_range(const double *mu, const struct line *line, double slack, double *lo,
                        double *hi)
{
    *lo = -INFINITY;
    *hi = INFINITY;
    for (int k = 0; k < 6; k++) {
        int i = k < 3 ? 0 : 2, sign = k % 3 - 1;
        double share = sign == 0 ? 1 : mu[i / 2];
        double base = share * line->base[i] + sign * line->base[i + 1];
        double slope = share * line->slope[i] + sign * line->slope[i + 1];
        if (slope > 0)
            *lo = num_fmax(-base / slope, *lo);
        else if (slope < 0)
            *hi = num_fmin(-base / slope, *hi);
        else if (base < -slack)
            *hi = -INFINITY;
    }
}

/* Compute the forces of least norm with which both contacts stick; 0 if no forces are admissible.
 * *least_normal: the smallest N that a contact has among all admissible forces. */
static int stick_stick(const struct law_wheel *wheel, const struct law_problem *p,
                       struct law_result *result, double *least_normal)
{
    if (fabs(p->nx[0] * p->ny[1] - p->ny[0] * p->nx[1]) < ROUNDING_PARALLEL &&
        p->nx[0] * p->nx[1] + p->ny[0] * p->ny[1] > 0)
        return 0; /* both are the same contact */
    double scale = law_scale(wheel, p), dot = 0, size = 0, lo, hi;
    if (!stuck_u(wheel, p, ROUNDING_LAW * scale, result->u))
        return 0;
    struct line line = bracing_forces(wheel, p, result->u);
    for (int i = 0; i < 4; i++) {
        dot += line.base[i] * line.slope[i];
        size += line.slope[i] * line.slope[i];
    }
    double slack = ROUNDING_LAW * wheel->mass * scale;
    brace_range(p->mu, &line, slack, &lo, &hi);
    if (!(lo <= hi + slack / sqrt(size)))
        return 0;
    double x = num_fmax(lo, num_fmin(hi, -dot / size));
    *least_normal = INFINITY;
    for (int i = 0; i < 2; i++) {
        double ends = num_fmin(hi * line.slope[2 * i], lo * line.slope[2 * i]);
        *least_normal = num_fmin(line.base[2 * i] + ends, *least_normal);
        result->normal[i] = line.base[2 * i] + x * line.slope[2 * i];
        result->friction[i] = line.base[2 * i + 1] + x * line.slope[2 * i + 1];
    }
    result->hyperstatic = hi - lo > 4 * slack / sqrt(size);
    return 1;
}

/* ---- in given modes ---- */

/* Solve A x = b by Gauss-Jordan elimination with pivoting, n <= 3; 0 if A is singular. */
static int solve_linear(size_t n, double A[3][4])
{
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[pivot][k]))
                pivot = i;
        if (!(fabs(A[pivot][k]) > ROUNDING_PIVOT))
            return 0;
        for (size_t j = k; pivot != k && j <= n; j++) {
            double swap = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = swap;
        }
        for (size_t i = 0; i < n; i++) {
            if (i == k)
                continue;
            double factor = A[i][k] / A[k][k];
            for (size_t j = k + 1; j <= n; j++)
                A[i][j] -= factor * A[k][j];
        }
    }
    for (size_t k = 0; k < n; k++)
        A[k][n] /= A[k][k];
    return 1;
}

/* Coefficients for solve_modes(). response: m u_n and u_t / kappa of each contact that a unit N or
 * T of each contact adds. free: the negative of these values without forces. Index 2 i is the
 * normal, 2 i + 1 the tangent of contact i. */
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

/* Compute the forces of two contacts in given modes; 0 if the forces are not determined. The
 * unknowns are N of closed contacts and T of sticking contacts. */
static int solve_modes(const double *mu, const struct coupling *coupling, struct law_result *result)
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
            int sign = j % 2 == 0 ? law_sign(result->mode[j / 2]) : 0;
            A[row][k] = response[j];
            if (sign != 0)
                A[row][k] += sign * mu[j / 2] * response[j + 1];
        }
        A[row][n] = coupling->free[unknown[row]];
    }
    result->factorisations++;
    if (!solve_linear(n, A))
        return 0;
    for (size_t k = 0; k < n; k++)
        (unknown[k] % 2 == 0 ? result->normal : result->friction)[unknown[k] / 2] = A[k][n];
    for (size_t i = 0; i < 2; i++)
        if (law_sign(result->mode[i]) != 0)
            result->friction[i] = law_sign(result->mode[i]) * mu[i] * result->normal[i];
    return 1;
}

/* True if the forces satisfy the inequalities of their modes. */
static int forces_fit(const struct law_problem *p, const struct law_result *result, double slack)
{
    for (size_t i = 0; i < 2; i++) {
        double N = result->normal[i];
        if (!(N >= -slack))
            return 0;
        if (result->mode[i] == LAW_STICK && !(fabs(result->friction[i]) <= p->mu[i] * N + slack))
            return 0;
    }
    return 1;
}

/* True if u satisfies the inequalities of the modes. */
static int motion_fits(const struct law_wheel *wheel, const struct law_problem *p,
                       const struct law_result *result, double slack)
{
    for (size_t i = 0; i < 2; i++) {
        int sign = law_sign(result->mode[i]);
        if (result->mode[i] == LAW_OPEN && !(law_u_n(p, result->u, i) >= -slack))
            return 0;
        if (sign != 0 && p->sliding[i] == 0 && !(sign * law_u_t(wheel, p, result->u, i) >= -slack))
            return 0;
    }
    return 1;
}

static int allowed(int sliding, int mode)
{
    return sliding == 0 || mode == LAW_OPEN || law_sign(mode) == sliding;
}

static int differs(const struct law_wheel *wheel, const double *u, const double *v, double bound)
{
    double distance = fabs(u[0] - v[0]) + fabs(u[1] - v[1]) + fabs(wheel->radius * (u[2] - v[2]));
    return distance > bound;
}

/* Compute the forces in these modes; 0 if they violate the laws. */
static int try_modes(const struct law_wheel *wheel, const struct law_problem *problem,
                     const struct coupling *coupling, double scale, struct law_result *candidate)
{
    int both_stick = candidate->mode[0] == LAW_STICK && candidate->mode[1] == LAW_STICK;
    double least_normal;
    for (int i = 0; i < 2; i++)
        if (!allowed(problem->sliding[i], candidate->mode[i]))
            return 0;
    if (both_stick)
        return stick_stick(wheel, problem, candidate, &least_normal);
    if (!solve_modes(problem->mu, coupling, candidate))
        return 0;
    double slack = ROUNDING_LAW * scale;
    if (!forces_fit(problem, candidate, wheel->mass * slack))
        return 0;
    law_apply(wheel, problem, candidate);
    return motion_fits(wheel, problem, candidate, slack);
}

/* True if u is known to be unique. For equal mu the contacts cannot brace the wheel if mu <
 * cot(alpha/2), where alpha is the angle between the normals. With two different mu there may be
 * several u below that limit, too. */
static int is_unique(const struct law_problem *p)
{
    double cosine = p->nx[0] * p->nx[1] + p->ny[0] * p->ny[1];
    return p->sliding[0] == 0 && p->sliding[1] == 0 && p->mu[0] == p->mu[1] &&
           p->mu[0] * p->mu[0] * (1 - cosine) < 1 + cosine;
}

/* Try all 16 combinations of modes, in the order open, stick, slip. Both contacts sticking comes
 * last, because other u may exist for mu >= cot(alpha/2). The first u is the result; the others are
 * counted unless u is unique. If both contacts are closed and may also stick with the first u, the
 * forces are those of least norm. */
static int32_t try_pairs(const struct law_wheel *wheel, const struct law_problem *problem,
                         int unique, double scale, struct law_result *result)
{
    enum { PAIRS = LAW_MODES * LAW_MODES, BOTH_STICK = LAW_STICK * LAW_MODES + LAW_STICK };
    double found[PAIRS][3];
    int solutions = 0;
    size_t factorisations = 0;
    struct coupling coupling;
    fill_coupling(wheel, problem, &coupling);
    for (int k = 0; k < PAIRS; k++) {
        int pair = k < BOTH_STICK ? k : k < PAIRS - 1 ? k + 1 : BOTH_STICK;
        struct law_result candidate;
        candidate.mode[0] = pair / LAW_MODES;
        candidate.mode[1] = pair % LAW_MODES;
        candidate.hyperstatic = 0;
        candidate.factorisations = 0;
        int fits = try_modes(wheel, problem, &coupling, scale, &candidate);
        factorisations += candidate.factorisations;
        if (!fits)
            continue;
        int is_new = 1;
        for (int j = 0; j < solutions; j++)
            is_new &= differs(wheel, found[j], candidate.u, ROUNDING_DISTINCT * scale);
        int braces = pair == BOTH_STICK && solutions > 0 && result->mode[0] != LAW_OPEN &&
                     result->mode[1] != LAW_OPEN &&
                     !differs(wheel, found[0], candidate.u, ROUNDING_LAW * scale);
        if (solutions == 0 || braces)
            *result = candidate;
        for (int j = 0; is_new && j < 3; j++)
            found[solutions][j] = candidate.u[j];
        solutions += is_new;
        if (unique)
            break;
    }
    result->solutions = solutions;
    result->factorisations = factorisations;
    return solutions > 0 ? WD_OK : WD_ENOSOL;
}

/* Solve for two contacts. If u is unique and both contacts stick under pressure, no other modes are
 * tried. In other cases with a unique u the enumeration ends at its first solution. */
static int32_t solve_two(const struct law_wheel *wheel, const struct law_problem *problem,
                         struct law_result *result)
{
    double scale = law_scale(wheel, problem), least_normal;
    int unique = is_unique(problem);
    if (!unique || !stick_stick(wheel, problem, result, &least_normal) ||
        !(least_normal > ROUNDING_LAW * wheel->mass * scale))
        return try_pairs(wheel, problem, unique, scale, result);
    result->mode[0] = result->mode[1] = LAW_STICK;
    return WD_OK;
}

int32_t law_solve_pair(const struct law_wheel *wheel, const struct law_problem *problem,
                       struct law_result *result)
{
    int32_t status = solve_two(wheel, problem, result);
    invariant(result->factorisations <= LAW_PAIR_FACTORISATIONS);
    if (status != WD_OK)
        return status;
    /* Clip forces that violate their limits by rounding. */
    for (size_t i = 0; i < 2; i++) {
        result->normal[i] = num_fmax(result->normal[i], 0);
        result->friction[i] = law_clip(result->friction[i], problem->mu[i] * result->normal[i]);
    }
    return WD_OK;
}
