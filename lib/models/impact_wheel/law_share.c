/* SPDX-License-Identifier: MIT */
/* Load distribution: select, among the forces that give a known u, those of one contact or those of
 * least norm. */
#include "models/impact_wheel/law_share.h"
#include "models/impact_wheel/rounding.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "num/elementary.h"

/* Set two columns of the equilibrium matrix: the contributions of unit N and unit T of contact i to
 * (f_x, f_y, sum of T). */
static void columns(const struct law_problem *p, size_t i, double normal[3], double tangent[3])
{
    normal[0] = p->nx[i], normal[1] = p->ny[i], normal[2] = 0;
    tangent[0] = -p->ny[i], tangent[1] = p->nx[i], tangent[2] = 1;
}

/* Required sums (f_x, f_y, sum of T). If a wheel is held from two sides, only its rotation is
 * undetermined; the third sum may then be omitted and follows from the forces. */
struct demand {
    double required[3];
    size_t sums;                 /* number of required sums: 3, or 2 without the third */
    double slack;                /* rounding error of a force or impulse */
    double length[LAW_CONTACTS]; /* length of the vector (1, edge) of each contact */
    size_t *tries;               /* number of calls of evaluate_dual() so far */
    size_t *factorisations;
};

/* ---- one contact alone ---- */

/* Find the forces if contact i carries the load alone; 0 if it cannot. */
static int carry_alone(const struct law_problem *p, const struct law_share *share,
                       const struct demand *demand, size_t i, struct law_result *result)
{
    double N = p->nx[i] * demand->required[0] + p->ny[i] * demand->required[1],
           slack = demand->slack;
    double T = p->nx[i] * demand->required[1] - p->ny[i] * demand->required[0];
    int carries = share->part[i] == LAW_CONE
                      ? fabs(T) <= share->edge[i] * N + slack
                      : share->part[i] == LAW_EDGE && fabs(T - share->edge[i] * N) <= slack;
    if (!(carries && N >= -slack && (demand->sums < 3 || fabs(T - demand->required[2]) <= slack)))
        return 0;
    memset(result->normal, 0, sizeof result->normal);
    memset(result->friction, 0, sizeof result->friction);
    result->normal[i] = N;
    result->friction[i] = T;
    return 1;
}

/* ---- least norm ---- */

/* Projection of a force onto the cone of a contact, and the derivative of the projection: dN/dN,
 * dN/dT = dT/dN, dT/dT. */
struct projection {
    double N, T;
    double NN, NT, TT;
};

/* Project (N, T) onto the admissible set of the contact. At the kink where the force becomes zero
 * the derivative is that of the side with force, because the iteration starts at (0, 0), on the
 * kink. `length` is the norm of (1, edge). */
static inline struct projection projection(enum law_part part, double edge, double length, double N,
                                           double T)
{
    if (part == LAW_CONE && fabs(T) <= edge * N)
        return (struct projection){N, T, 1, 0, 1};
    double slope = part == LAW_CONE && T < 0 ? -edge : edge;
    double e_N = 1 / length, e_T = slope / length, along = e_N * N + e_T * T;
    if (part == LAW_NOTHING || !(along >= 0))
        return (struct projection){0, 0, 0, 0, 0};
    return (struct projection){along * e_N, along * e_T, e_N * e_N, e_N * e_T, e_T * e_T};
}

/* Add the contribution of a contact to the upper triangle of the derivative H, which has `sums`
 * columns. */
static inline void add_derivative(const struct projection *f, double nx, double ny, size_t sums,
                                  double *H)
{
    double n_x = nx * f->NN, n_x_T = nx * f->NT, t_x = -ny * f->NT, t_x_T = -ny * f->TT;
    double n_y = ny * f->NN, n_y_T = ny * f->NT, t_y = nx * f->NT, t_y_T = nx * f->TT;
    H[0] = H[0] + n_x * nx - n_x_T * ny + t_x * nx - t_x_T * ny;
    H[1] = H[1] + n_x * ny + n_x_T * nx + t_x * ny + t_x_T * nx;
    H[sums + 1] = H[sums + 1] + n_y * ny + n_y_T * nx + t_y * ny + t_y_T * nx;
    if (sums == 3) {
        H[2] = H[2] + n_x_T + t_x_T;
        H[5] = H[5] + n_y_T + t_y_T;
        H[8] += f->TT;
    }
}

/* Multipliers, the residual of their forces, and its derivative (upper triangle, row major). */
struct dual_point {
    double x[3], residual[3], H[9];
};

/* Evaluate the forces at the multipliers x. The residual, which is the sum of the forces minus the
 * required sum, is the gradient of a convex function. */
static void evaluate_dual(const struct law_problem *p, const struct law_share *share,
                          const struct demand *demand, struct dual_point *at,
                          struct law_result *forces)
{
    double *residual = at->residual, x = at->x[0], y = at->x[1],
           turn = demand->sums == 3 ? at->x[2] : 0;
    ++*demand->tries;
    memset(at->H, 0, sizeof at->H);
    for (size_t k = 0; k < 3; k++)
        residual[k] = -demand->required[k];
    for (size_t i = 0; i < p->n; i++) {
        double nx = p->nx[i], ny = p->ny[i];
        struct projection f = projection(share->part[i], share->edge[i], demand->length[i],
                                         nx * x + ny * y, turn + (nx * y - ny * x));
        forces->normal[i] = f.N;
        forces->friction[i] = f.T;
        if (f.NN == 0 && f.TT == 0)
            continue;
        residual[0] += f.N * nx - f.T * ny;
        residual[1] += f.N * ny + f.T * nx;
        residual[2] += f.T;
        add_derivative(&f, nx, ny, demand->sums, at->H);
    }
}

/* Regularisation of the derivative H, which is singular where no contact is inside its cone: RIDGE
 * is relative to the trace of H, LOWEST is absolute. */
#define RIDGE 1e-8
#define LOWEST 1e-12

/* A line search ends where the slope is below this fraction of the initial slope. The function is
 * piecewise quadratic, so a less exact search would make the following steps zigzag. */
#define SLOPE_LEFT 0.01

/* If a full step changes the slope by less than this fraction, only the regularisation curves the
 * function. The function is then unbounded below, and there are no admissible forces. */
#define STRAIGHT 1e-6

/* Search along d for the minimum, by the Illinois variant of false position. The search ends at the
 * end of d or close to the minimum. Returns the slope there; a slope up to `rounding` counts as
 * zero. */
static double search_line(const struct law_problem *p, const struct law_share *share,
                          struct demand *demand, const double d[3], double slope, double rounding,
                          struct law_result *forces, struct dual_point *at)
{
    double left = slope, enough = num_fmax(rounding, SLOPE_LEFT * fabs(slope));
    double from[3] = {at->x[0], at->x[1], at->x[2]}, t = 1;
    double lo = 0, hi = 1, at_lo = slope, at_hi = 0;
    for (int k = 0, side = 0; k < LAW_SHARE_LINE; k++) {
        for (size_t j = 0; j < demand->sums; j++)
            at->x[j] = from[j] + t * d[j];
        evaluate_dual(p, share, demand, at, forces);
        left = dense_dot(at->residual, d, demand->sums);
        if ((t == 1 && left < 0) || fabs(left) <= enough)
            break;
        if (left > 0) {
            hi = t, at_hi = left;
            at_lo /= side > 0 ? 2 : 1;
            side = 1;
        } else {
            lo = t, at_lo = left;
            at_hi /= side < 0 ? 2 : 1;
            side = -1;
        }
        t = lo + (hi - lo) * at_lo / (at_lo - at_hi);
    }
    return left;
}

/* Find the forces of least norm that add up to the required sums. These forces are the projections
 * of A^T x, where the multipliers x minimise a smooth convex function. This function is piecewise
 * quadratic, so Newton's method ends after finitely many steps. Returns 0 if no admissible forces
 * exist. */
static int least_norm(const struct law_problem *p, const struct law_share *share,
                      struct demand *demand, struct law_result *forces)
{
    size_t n = demand->sums;
    for (size_t i = 0; i < p->n; i++)
        demand->length[i] = num_hypot(1, share->edge[i]);
    double size = dense_norm(demand->required, n);
    struct dual_point at = {.x = {0}};
    evaluate_dual(p, share, demand, &at, forces);
    for (int step = 0;
         step < LAW_SHARE_STEPS && dense_norm(at.residual, n) > ROUNDING_CONVERGED * size; step++) {
        double d[3], trace = 0;
        for (size_t k = 0; k < n; k++) {
            trace += at.H[(n + 1) * k];
            d[k] = -at.residual[k];
        }
        for (size_t k = 0; k < n; k++)
            at.H[(n + 1) * k] += RIDGE * trace + LOWEST;
        ++*demand->factorisations;
        if (!dense_cholesky(at.H, n))
            return 0;
        dense_forward(at.H, n, n, d);
        dense_backward(at.H, n, n, d);
        double slope = dense_dot(at.residual, d, n);
        double rounding = ROUNDING_CONVERGED * size * dense_norm(d, n);
        double left = search_line(p, share, demand, d, slope, rounding, forces, &at);
        if (left <= (1 - STRAIGHT) * slope || fabs(slope) <= rounding)
            break;
    }
    return dense_norm(at.residual, n) <= ROUNDING_LAW * size + demand->slack;
}

/* Return the number of independent components of a contact's force. */
static size_t forces_of(enum law_part part)
{
    return part == LAW_CONE ? 2 : part == LAW_EDGE;
}

/* True if the forces are statically indeterminate: more components than independent equations. */
static int is_indeterminate(const struct law_problem *p, const struct law_share *share, size_t sums)
{
    double basis[3][3];
    size_t rank = 0, forces = 0;
    for (size_t i = 0; i < p->n; i++)
        forces += forces_of(share->part[i]);
    for (size_t i = 0; forces <= sums && i < p->n; i++) {
        double c[2][3];
        columns(p, i, c[0], c[1]);
        if (share->part[i] == LAW_EDGE)
            dense_add(c[0], share->edge[i], c[1], 3);
        for (size_t k = 0; k < forces_of(share->part[i]); k++) {
            double size = dense_norm(c[k], sums);
            for (size_t j = 0; j < rank; j++)
                dense_add(c[k], -dense_dot(basis[j], c[k], sums), basis[j], sums);
            double left = dense_norm(c[k], sums);
            if (!(left > ROUNDING_PARALLEL * size))
                continue;
            dense_scale(c[k], 1 / left, sums);
            memcpy(basis[rank++], c[k], sums * sizeof *basis[0]);
        }
    }
    return forces > rank;
}

/* Find the forces if a single contact can carry the load, else the forces of least norm. Returns 0
 * if neither exists. */
static int distribute(const struct law_problem *p, const struct law_share *share,
                      struct demand *demand, struct law_result *result)
{
    struct law_result other = *result;
    other.hyperstatic = 0;
    for (size_t i = 0; i < p->n; i++)
        if (carry_alone(p, share, demand, i, &other)) {
            *result = other;
            return 1;
        }
    other.hyperstatic = is_indeterminate(p, share, demand->sums);
    if (!least_norm(p, share, demand, &other))
        return 0;
    *result = other;
    return 1;
}

/* Set the modes of all closed contacts to stick, or to slip with this sign. */
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

/* Determine the spin of a wheel that is held from two sides. The wheel slides in the same sense at
 * all contacts, or sticks at all of them. If more than two contacts hold it, sliding and sticking
 * may both be solutions, with several spins. Then the forces of least norm of a sliding wheel are
 * chosen, unless these forces would reverse the slip. With this choice u_phi is a continuous
 * function of the loads. */
static int determine_spin(const struct law_wheel *wheel, const struct law_problem *p,
                          struct demand demand, struct law_share share, struct law_result *result)
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
        demand.required[2] = wheel->inertia * p->free[2] / wheel->radius;
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
    size_t tries = 0, factorisations = 0;
    struct demand demand = {
        .required = {wheel->mass * (result->u[0] - problem->free[0]),
                     wheel->mass * (result->u[1] - problem->free[1]),
                     wheel->inertia * (problem->free[2] - result->u[2]) / wheel->radius},
        .sums = 3,
        .slack = ROUNDING_LAW * wheel->mass * law_scale(wheel, problem),
        .tries = &tries,
        .factorisations = &factorisations,
    };
    if (!(held && determine_spin(wheel, problem, demand, *share, result)))
        distribute(problem, share, &demand, result);
    invariant(tries <= LAW_SHARE_TRIES && factorisations <= LAW_SHARE_FACTORISATIONS);
    result->factorisations += factorisations;
    return tries;
}
