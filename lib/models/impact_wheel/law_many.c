/* SPDX-License-Identifier: MIT */
#include "models/impact_wheel/law.h"
#include "num/bound.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* Normals with a smaller cross product count as parallel. */
#define PARALLEL 1e-9

/* ---- two contacts that stick ---- */

/* Forces (N1, T1, N2, T2) = base + x slope. */
struct line {
    double base[4], slope[4];
};

/* The u at which both contacts close and stick: 0, unless the gaps have accelerations, or speeds to
 * be given back, of their own; these must then fit. */
static int stuck_u(const struct law_wheel *wheel, const struct law_problem *p, double slack,
                   double *u)
{
    double g = p->g_n[0], k = p->g_n[1];
    u[0] = u[1] = u[2] = 0;
    if (g == 0 && k == 0)
        return 1;
    double nx = p->nx[0], ny = p->ny[0], mx = p->nx[1], my = p->ny[1];
    double area = nx * my - ny * mx;
    if (fabs(area) < PARALLEL) {
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

/* One u leaves one of the four forces free: the wheel may be braced between the contacts. T1 is the
 * free one, unless the normals are opposite: then it is the pressure. */
static struct line braced(const struct law_wheel *wheel, const struct law_problem *p,
                          const double *u)
{
    double fx = wheel->mass * (u[0] - p->free[0]), fy = wheel->mass * (u[1] - p->free[1]);
    double sum = wheel->inertia * (p->free[2] - u[2]) / wheel->radius; /* T1 + T2 */
    double nx = p->nx[0], ny = p->ny[0], mx = p->nx[1], my = p->ny[1];
    double area = nx * my - ny * mx;
    struct line line = {.slope = {0, 1, 0, -1}};
    if (fabs(area) < PARALLEL) {
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

/* Those x for which mu N >= |T| and N >= 0 at both contacts, [lo, hi]; what is missed by less than
 * the slack does not count. */
static void brace_range(const struct law_wheel *wheel, const struct line *line, double slack,
                        double *lo, double *hi)
{
    *lo = -INFINITY;
    *hi = INFINITY;
    for (int k = 0; k < 6; k++) {
        int i = k < 3 ? 0 : 2, sign = k % 3 - 1;
        double mu = sign == 0 ? 1 : wheel->mu;
        double base = mu * line->base[i] + sign * line->base[i + 1];
        double slope = mu * line->slope[i] + sign * line->slope[i + 1];
        if (slope > 0)
            *lo = larger(*lo, -base / slope);
        else if (slope < 0)
            *hi = smaller(*hi, -base / slope);
        else if (base < -slack)
            *hi = -INFINITY;
    }
}

int law_stick_stick(const struct law_wheel *wheel, const struct law_problem *p,
                    struct law_result *result, double *least_normal)
{
    if (fabs(p->nx[0] * p->ny[1] - p->ny[0] * p->nx[1]) < PARALLEL &&
        p->nx[0] * p->nx[1] + p->ny[0] * p->ny[1] > 0)
        return 0; /* the same contact twice */
    double scale = law_scale(wheel, p), dot = 0, size = 0, lo, hi;
    if (!stuck_u(wheel, p, 1e-12 * scale, result->u))
        return 0;
    struct line line = braced(wheel, p, result->u);
    for (int i = 0; i < 4; i++) {
        dot += line.base[i] * line.slope[i];
        size += line.slope[i] * line.slope[i];
    }
    double slack = 1e-12 * wheel->mass * scale;
    brace_range(wheel, &line, slack, &lo, &hi);
    if (!(lo <= hi + slack / sqrt(size)))
        return 0;
    double x = larger(smaller(-dot / size, hi), lo);
    *least_normal = INFINITY;
    for (int i = 0; i < 2; i++) {
        double ends = smaller(lo * line.slope[2 * i], hi * line.slope[2 * i]);
        *least_normal = smaller(*least_normal, line.base[2 * i] + ends);
        result->normal[i] = line.base[2 * i] + x * line.slope[2 * i];
        result->friction[i] = line.base[2 * i + 1] + x * line.slope[2 * i + 1];
    }
    result->hyperstatic = hi - lo > 4 * slack / sqrt(size);
    return 1;
}

/* ---- friction alone ---- */

static double friction_response(const struct law_wheel *wheel, const struct law_problem *p,
                                size_t i, size_t j)
{
    double cosine = p->nx[i] * p->nx[j] + p->ny[i] * p->ny[j];
    return cosine * wheel->lightness + wheel->radius * wheel->lever;
}

/* (33b), (55), (73): T = clip(u_t / kappa), the impulses of the other contacts being known. The
 * problem is convex, so going round the contacts converges; two contacts come out exactly, because
 * all ways in which the bounds may hold are tried. */
static int friction_pair(const struct law_wheel *wheel, const struct law_problem *p,
                         struct law_result *result)
{
    double w11 = friction_response(wheel, p, 0, 0), w12 = friction_response(wheel, p, 0, 1);
    double q[2], limit[2], det = w11 * w11 - w12 * w12;
    for (size_t i = 0; i < 2; i++) {
        q[i] = law_u_t(wheel, p, result->u, i);
        limit[i] = wheel->mu * result->normal[i];
    }
    double slack = 1e-13 * law_scale(wheel, p);
    for (int k = 0; k < 9; k++) {
        int s[2] = {(k / 3 + 1) % 3 - 1, (k % 3 + 1) % 3 - 1}; /* 0 first */
        double T[2];
        if (s[0] == 0 && s[1] == 0) {
            if (!(det > 1e-12 * w11 * w11))
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
            result->friction[i] = clip(T[i], limit[i]);
        return 1;
    }
    return 0;
}

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
            double limit = wheel->mu * result->normal[i];
            result->friction[i] = clip(old + law_stop(wheel, u_t), limit);
            change = larger(change, fabs(result->friction[i] - old));
            largest = larger(largest, limit);
        }
        if (change <= 1e-15 * largest)
            return 1;
    }
    return 0;
}

int32_t law_friction(const struct law_wheel *wheel, const struct law_problem *problem,
                     struct interrupt *interrupt, struct law_result *result)
{
    int solved = 1;
    if (problem->n == 1) { /* its normal force does not change u_t */
        double T = law_stop(wheel, law_u_t(wheel, problem, problem->free, 0));
        result->friction[0] = clip(T, wheel->mu * result->normal[0]);
    } else {
        for (size_t i = 0; i < problem->n; i++)
            result->friction[i] = 0;
        law_apply(wheel, problem, result); /* u with the normal forces alone */
        solved = (problem->n == 2 && friction_pair(wheel, problem, result)) ||
                 friction_round(wheel, problem, interrupt, result);
    }
    law_apply(wheel, problem, result);
    return solved ? WD_OK : WD_ENOCONV;
}
