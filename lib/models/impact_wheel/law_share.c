/* SPDX-License-Identifier: MIT */
/* Of the forces that make a known u: those of one contact, or of least norm. */
#include "models/impact_wheel/law_share.h"
#include "models/impact_wheel/rounding.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "num/elementary.h"

/* What a unit of N and one of T of contact i add to (f_x, f_y, sum of T). */
static void columns(const struct law_problem *p, size_t i, double normal[3], double tangent[3])
{
    normal[0] = p->nx[i], normal[1] = p->ny[i], normal[2] = 0;
    tangent[0] = -p->ny[i], tangent[1] = p->nx[i], tangent[2] = 1;
}

/* What is to be shared. Of a wheel that is held from two sides only what turns it is open: then the
 * third sum may be left out, and follows from the forces. */
struct demand {
    double need[3];
    size_t sums;
    double slack;
    double length[LAW_CONTACTS]; /* of (1, edge) of each contact: least_norm() */
    size_t *tries;               /* of multipliers, so far */
};

/* ---- one contact alone ---- */

static int alone(const struct law_problem *p, const struct law_share *share,
                 const struct demand *demand, size_t i, struct law_result *result)
{
    double N = p->nx[i] * demand->need[0] + p->ny[i] * demand->need[1], slack = demand->slack;
    double T = p->nx[i] * demand->need[1] - p->ny[i] * demand->need[0];
    int carries = share->part[i] == LAW_CONE
                      ? fabs(T) <= share->edge[i] * N + slack
                      : share->part[i] == LAW_EDGE && fabs(T - share->edge[i] * N) <= slack;
    if (!(carries && N >= -slack && (demand->sums < 3 || fabs(T - demand->need[2]) <= slack)))
        return 0;
    memset(result->normal, 0, sizeof result->normal);
    memset(result->friction, 0, sizeof result->friction);
    result->normal[i] = N;
    result->friction[i] = T;
    return 1;
}

/* ---- least norm ---- */

/* The nearest point to (N, T) among what the part may carry, and the derivative of that, at the
 * border between some force and none that of some: so it is at the start, where all is zero;
 * length: that of (1, edge). */
static void nearest(enum law_part part, double edge, double length, double *N, double *T,
                    double D[2][2])
{
    double full = part == LAW_CONE && fabs(*T) <= edge * *N, along = -1, e[2] = {0, 0};
    if (full == 0 && part != LAW_NOTHING) {
        double slope = part == LAW_EDGE ? edge : copysign(edge, *T);
        e[0] = 1 / length, e[1] = slope / length;
        along = e[0] * *N + e[1] * *T;
    }
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++)
            D[j][k] = full > 0 ? j == k : along >= 0 ? e[j] * e[k] : 0;
    if (full == 0)
        *N = num_fmax(0, along) * e[0], *T = num_fmax(0, along) * e[1];
}

/* Forces at the multipliers x; their sum less what is needed in `rest`, its derivative in H (upper
 * triangle, row major). Returns the function whose gradient `rest` is. */
static double dual(const struct law_problem *p, const struct law_share *share,
                   const struct demand *demand, const double x[3], struct law_result *forces,
                   double rest[3], double H[9])
{
    double value = 0;
    size_t sums = demand->sums;
    ++*demand->tries;
    memset(H, 0, 9 * sizeof *H);
    for (size_t k = 0; k < sums; k++) {
        rest[k] = -demand->need[k];
        value -= demand->need[k] * x[k];
    }
    for (size_t i = 0; i < p->n; i++) {
        double c[2][3], D[2][2];
        columns(p, i, c[0], c[1]);
        double N = dense_dot(c[0], x, sums), T = dense_dot(c[1], x, sums);
        nearest(share->part[i], share->edge[i], demand->length[i], &N, &T, D);
        forces->normal[i] = N;
        forces->friction[i] = T;
        if (D[0][0] == 0 && D[1][1] == 0) /* then all of it is 0, and so are N and T */
            continue;
        value += (N * N + T * T) / 2;
        for (size_t j = 0; j < sums; j++) {
            rest[j] += N * c[0][j] + T * c[1][j];
            for (size_t k = j; k < sums; k++)
                for (int l = 0; l < 4; l++)
                    H[sums * j + k] += c[l / 2][j] * D[l / 2][l % 2] * c[l % 2][k];
        }
    }
    return value;
}

/* What is added to the derivative, as a share of it and where it vanishes, so that it has an
 * inverse where no contact is inside its cone. */
#define RIDGE 1e-8
#define LOWEST 1e-12

/* Share of the fall that the slope promises at which a step is taken (Armijo's rule). */
#define FALL 1e-4

/* Where a slope changes by no more than this share in a whole step, only the ridge bends the
 * function: it falls for ever, as there are no forces. */
#define STRAIGHT 1e-6

/* The least sum of squares of forces that add up to what is needed are the nearest points to A^T x,
 * where the smooth convex function of the multipliers x is least: Newton's method, which on the few
 * quadratic pieces of the function ends. 0: there are none. */
static int least_norm(const struct law_problem *p, const struct law_share *share,
                      struct demand *demand, struct law_result *forces)
{
    enum { STEPS = 60, HALVINGS = 40 };
    size_t n = demand->sums;
    for (size_t i = 0; i < p->n; i++)
        demand->length[i] = num_hypot(1, share->edge[i]);
    double size = dense_norm(demand->need, n), x[3] = {0}, rest[3], H[9];
    double value = dual(p, share, demand, x, forces, rest, H);
    for (int step = 0; step < STEPS && dense_norm(rest, n) > ROUNDING_CONVERGED * size; step++) {
        double d[3], y[3], trace = 0, t = 1;
        for (size_t k = 0; k < n; k++) {
            trace += H[(n + 1) * k];
            d[k] = -rest[k];
        }
        for (size_t k = 0; k < n; k++)
            H[(n + 1) * k] += RIDGE * trace + LOWEST;
        if (!dense_cholesky(H, n))
            return 0;
        dense_forward(H, n, n, d);
        dense_backward(H, n, n, d);
        double slope = dense_dot(rest, d, n), before = value;
        for (int k = 0; k < HALVINGS; k++, t /= 2) {
            for (size_t j = 0; j < n; j++)
                y[j] = x[j] + t * d[j];
            value = dual(p, share, demand, y, forces, rest, H);
            if (value <= before + FALL * t * slope + ROUNDING_CONVERGED * fabs(before))
                break;
        }
        memcpy(x, y, n * sizeof *x);
        if (t == 1 && dense_dot(rest, d, n) <= (1 - STRAIGHT) * slope)
            break;
    }
    return dense_norm(rest, n) <= ROUNDING_LAW * size + demand->slack;
}

/* Are there more forces than equations for them? */
static int redundant(const struct law_problem *p, const struct law_share *share, size_t sums)
{
    double basis[3][3];
    size_t rank = 0, forces = 0;
    for (size_t i = 0; i < p->n; i++) {
        double c[2][3];
        columns(p, i, c[0], c[1]);
        if (share->part[i] == LAW_EDGE)
            dense_add(c[0], share->edge[i], c[1], 3);
        size_t count = share->part[i] == LAW_CONE ? 2 : share->part[i] == LAW_EDGE;
        for (size_t k = 0; k < count; k++, forces++) {
            double size = dense_norm(c[k], sums);
            for (size_t j = 0; j < rank; j++)
                dense_add(c[k], -dense_dot(basis[j], c[k], sums), basis[j], sums);
            double left = dense_norm(c[k], sums);
            if (rank == sums || !(left > ROUNDING_PARALLEL * size))
                continue;
            dense_scale(c[k], 1 / left, sums);
            memcpy(basis[rank++], c[k], sums * sizeof *basis[0]);
        }
    }
    return forces > rank;
}

/* One contact that can, or all by least norm; 0: neither. */
static int distribute(const struct law_problem *p, const struct law_share *share,
                      struct demand *demand, struct law_result *result)
{
    struct law_result other = *result;
    other.hyperstatic = 0;
    for (size_t i = 0; i < p->n; i++)
        if (alone(p, share, demand, i, &other)) {
            *result = other;
            return 1;
        }
    other.hyperstatic = redundant(p, share, demand->sums);
    if (!least_norm(p, share, demand, &other))
        return 0;
    *result = other;
    return 1;
}

/* All contacts that are closed stick, or slide with this sign. */
static void set_modes(const struct law_problem *p, int sign, struct law_share *share,
                      struct law_result *result)
{
    for (size_t i = 0; i < p->n; i++) {
        if (share->part[i] == LAW_NOTHING)
            continue;
        share->part[i] = sign == 0 && p->mu[i] > 0 ? LAW_CONE : LAW_EDGE;
        share->edge[i] = sign == 0 ? p->mu[i] : sign * p->mu[i];
        result->mode[i] = sign == 0 ? LAW_STICK : sign > 0 ? LAW_SLIP_PLUS : LAW_SLIP_MINUS;
    }
}

/* A wheel that is held slides at all contacts in the same sense or at none, and where more than two
 * hold it may do either, at many speeds. It is taken to slide with the forces of least norm, unless
 * these are more than it takes to stop it: u_phi is then a continuous function of what drives it.
 */
static int hold(const struct law_wheel *wheel, const struct law_problem *p, struct demand demand,
                struct law_share share, struct law_result *result)
{
    struct law_result held = *result;
    int given = 0, sign = p->free[2] > 0 ? 1 : -1;
    for (size_t i = 0; i < p->n; i++)
        if (share.part[i] != LAW_NOTHING && p->sliding[i] != 0)
            sign = given = p->sliding[i];
    demand.sums = 2;
    set_modes(p, sign, &share, &held);
    if (!distribute(p, &share, &demand, &held))
        return 0;
    double torque = 0;
    for (size_t i = 0; i < p->n; i++)
        torque += wheel->radius * held.friction[i];
    held.u[2] = p->free[2] - torque / wheel->inertia;
    double slide = sign * wheel->radius * held.u[2] * wheel->mass;
    if (given == 0 && !(slide > demand.slack)) {
        demand.sums = 3;
        demand.need[2] = wheel->inertia * p->free[2] / wheel->radius;
        held.u[2] = 0;
        set_modes(p, 0, &share, &held);
        if (!distribute(p, &share, &demand, &held))
            return 0;
    }
    *result = held;
    return 1;
}

size_t law_share(const struct law_wheel *wheel, const struct law_problem *problem,
                 const struct law_share *share, int held, struct law_result *result)
{
    size_t tries = 0;
    struct demand demand = {
        .need = {wheel->mass * (result->u[0] - problem->free[0]),
                 wheel->mass * (result->u[1] - problem->free[1]),
                 wheel->inertia * (problem->free[2] - result->u[2]) / wheel->radius},
        .sums = 3,
        .slack = ROUNDING_LAW * wheel->mass * law_scale(wheel, problem),
        .tries = &tries,
    };
    if (!(held && hold(wheel, problem, demand, *share, result)))
        distribute(problem, share, &demand, result);
    return tries;
}
