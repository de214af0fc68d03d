/* SPDX-License-Identifier: MIT */
/* Primal-dual interior point method. In the coordinates x = (mu r_n, r_t), z = (u_n / mu + |u_t|,
 * u_t) the friction cone of r and its dual cone both become the second-order cone. x and z approach
 * the boundary of this cone along the central path, on which the Jordan product of x and z is a
 * multiple of the unit element. A step has a predictor and a corrector after Mehrotra, in the
 * scaling of Nesterov and Todd. The term |u_t|, which makes the problem more than a
 * complementarity problem of cones, is linearised. The number of steps hardly depends on the size
 * of the problem. Where |u_t| bends the path too much, the steps become short and the method gives
 * up. */
#include <math.h>
#include <string.h>

#include "num/contact_cone.h"
#include "num/contact_interior.h"
#include "num/dense.h"
#include "num/elementary.h"

struct interior {
    double *x, *z, *dx, *dz; /* the iterate, and its step */
    double *rest;            /* residual of the equation that defines z */
    double *lambda;          /* x and z in the scaling that makes them equal */
    double *scaling;         /* for each contact: a factor and a unit hyperbolic vector */
    double *push;            /* right-hand side of dz + scaling^-2 dx = push */
    double *right;           /* right-hand side of the Newton system */
    double product;          /* duality gap: sum of x.z */
};

/* Return x_0^2 - |(x_1, ...)|^2. */
static double hyperbolic(size_t d, const double *x)
{
    double side = sqrt(dense_dot(x + 1, x + 1, d - 1));
    return (x[0] - side) * (x[0] + side);
}

/* Compute the scaling for which scaling^-1 x = scaling z: a factor, then the vector w. */
static void make_scaling(size_t d, const double *x, const double *z, double *scaling)
{
    double size_x = sqrt(hyperbolic(d, x)), size_z = sqrt(hyperbolic(d, z));
    double *w = scaling + 1, side = 0;
    double cosine = dense_dot(x, z, d) / (size_x * size_z), half = sqrt((1 + cosine) / 2);
    scaling[0] = sqrt(size_x / size_z);
    for (size_t k = 1; k < d; k++) {
        w[k] = (x[k] / size_x - z[k] / size_z) / (2 * half);
        side += w[k] * w[k];
    }
    w[0] = sqrt(1 + side);
}

/* y := scaling x (sign 1) or scaling^-1 x (sign -1) */
static void scale(size_t d, const double *scaling, int sign, const double *x, double *y)
{
    const double *w = scaling + 1;
    double factor = sign > 0 ? scaling[0] : 1 / scaling[0], along = 0;
    for (size_t k = 1; k < d; k++)
        along += w[k] * x[k];
    double first = factor * (w[0] * x[0] + sign * along);
    double part = sign * x[0] + along / (1 + w[0]);
    for (size_t k = 1; k < d; k++)
        y[k] = factor * (x[k] + part * w[k]);
    y[0] = first;
}

/* M := scaling^-2 */
static void inverse_square(size_t d, const double *scaling, double *M)
{
    const double *w = scaling + 1;
    double factor = 1 / (scaling[0] * scaling[0]);
    for (size_t r = 0; r < d; r++)
        for (size_t c = 0; c < d; c++) {
            double square = 2 * (r ? -w[r] : w[0]) * (c ? -w[c] : w[0]);
            M[r * d + c] = factor * (square - (r != c ? 0 : r == 0 ? 1 : -1));
        }
}

/* y := the Jordan product of a and b */
static void jordan(size_t d, const double *a, const double *b, double *y)
{
    y[0] = dense_dot(a, b, d);
    for (size_t k = 1; k < d; k++)
        y[k] = a[0] * b[k] + b[0] * a[k];
}

/* Solve lambda times y = b, the Jordan product, for y. */
static void jordan_divide(size_t d, const double *lambda, const double *b, double *y)
{
    double first = lambda[0] * b[0];
    for (size_t k = 1; k < d; k++)
        first -= lambda[k] * b[k];
    first /= hyperbolic(d, lambda);
    for (size_t k = 1; k < d; k++)
        y[k] = (b[k] - first * lambda[k]) / lambda[0];
    y[0] = first;
}

/* Return the largest t for which x + t dx is in the cone. */
static double largest_step(size_t d, const double *x, const double *dx)
{
    double a = dx[0] * dx[0], b = x[0] * dx[0], c = hyperbolic(d, x);
    for (size_t k = 1; k < d; k++) {
        a -= dx[k] * dx[k];
        b -= x[k] * dx[k];
    }
    double t = dx[0] < 0 ? -x[0] / dx[0] : HUGE_VAL, inside = b * b - a * c;
    if (inside >= 0) {
        double q = -(b + copysign(sqrt(inside), b)), one = q / a, other = c / q;
        t = one > 0 && one < t ? one : t;
        t = other > 0 && other < t ? other : t;
    }
    return t;
}

/* Return the dimension of the cone of a contact: 1 without friction, where the other entries of x
 * and z are zero. */
static size_t dimension(const struct contact *s, size_t i)
{
    return s->mu[i] > 0 ? s->d : 1;
}

/* Return the factor of a coordinate: x = unit r, where unit is mu for the normal entry of a contact
 * with friction, and 1 for all other entries. */
static double unit(const struct contact *s, size_t i, size_t k)
{
    return k == 0 && s->mu[i] > 0 ? s->mu[i] : 1;
}

/* Start on the axis of the cones, with the magnitude of the impulses in s->r and of q. */
static void start_inside(struct contact *s, struct interior *p)
{
    double **vectors[] = {&p->x, &p->z, &p->dx, &p->dz, &p->lambda, &p->rest, &p->push, &p->right};
    double level = 1 / sqrt((double)s->n), most = num_fmax(level, dense_largest(s->r, s->n));
    for (size_t k = 0; k < CONTACT_WINDOW; k++)
        *vectors[k] = s->history_r + k * s->n;
    p->scaling = s->history_f;
    memset(p->x, 0, s->n * sizeof *p->x);
    memset(p->z, 0, s->n * sizeof *p->z);
    for (size_t i = 0; i < s->count; i++) {
        p->x[s->d * i] = most;
        p->z[s->d * i] = level;
    }
}

/* Compute s->r and s->u from x, and then the residual of z, the scaling and lambda. */
static void update_iterate(struct contact *s, struct interior *p)
{
    size_t d = s->d, tally = 0;
    for (size_t j = 0; j < s->n; j++)
        s->r[j] = p->x[j] / unit(s, j / d, j % d);
    contact_matrix_product(&s->W, s->r, s->q, s->u);
    memset(p->rest, 0, s->n * sizeof *p->rest);
    p->product = dense_dot(p->x, p->z, s->n);
    for (size_t i = 0; i < s->count; i++) {
        size_t at = d * i, n = dimension(s, i);
        const double *u = s->u + at;
        for (size_t k = 0; k < n; k++)
            p->rest[at + k] = u[k] / unit(s, i, k) - p->z[at + k];
        p->rest[at] += n > 1 ? cone_slip(d, u) : 0;
        make_scaling(n, p->x + at, p->z + at, p->scaling + 4 * i);
        scale(n, p->scaling + 4 * i, 1, p->z + at, p->lambda + at);
        if (interrupt_tally(s->interrupt, &tally, 150))
            return;
    }
}

/* Set the part of contact i in the Newton matrix for r: (derivative of z with respect to u) W
 * + scaling^-2. Its own block has no entries outside the dimensions of its cone, other than ones on
 * the diagonal. */
static void set_newton_rows(struct contact *s, const struct interior *p, size_t i)
{
    size_t d = s->d, dd = d * d, n = dimension(s, i);
    const double *u = s->u + d * i, *W = s->W.value + dd * s->W.diagonal[i];
    double *by = s->by + dd * i, *own = s->own + dd * i, slip = cone_slip(d, u), M[9];
    memset(by, 0, dd * sizeof *by);
    by[0] = 1;
    for (size_t k = 1; k < n; k++) {
        by[k] = slip > 0 ? s->mu[i] * u[k] / slip : 0;
        by[k * (d + 1)] = 1;
    }
    inverse_square(n, p->scaling + 4 * i, M);
    for (size_t k = 0; k < d; k++)
        for (size_t c = 0; c < d; c++)
            own[k * d + c] = k < n && c < n ? M[k * n + c] * unit(s, i, k) * unit(s, i, c)
                             : k < n        ? -W[k * d + c]
                                            : k == c;
}

/* Compute the step dx and dz that reduces the residual of z by the fraction `share`, and makes the
 * Jordan product of x and z `aim` times the unit element on all contacts. correct: add the
 * second-order term, the product of the present dx and dz. Returns the largest step that stays in
 * the cones. */
static double find_direction(struct contact *s, struct interior *p, int correct, double aim,
                             double share)
{
    size_t d = s->d, tally = 0;
    double length = HUGE_VAL;
    for (size_t i = 0; i < s->count; i++) {
        size_t at = d * i, n = dimension(s, i);
        double *push = p->push + at, want[3], a[3], b[3], more[3];
        const double *scaling = p->scaling + 4 * i;
        jordan(n, p->lambda + at, p->lambda + at, want);
        if (correct) {
            scale(n, scaling, -1, p->dx + at, a);
            scale(n, scaling, 1, p->dz + at, b);
            jordan(n, a, b, more);
            dense_add(want, 1, more, n);
        }
        dense_scale(want, -1, n);
        want[0] += aim;
        jordan_divide(n, p->lambda + at, want, a);
        scale(n, scaling, -1, a, push);
        for (size_t k = 0; k < d; k++)
            p->right[at + k] = k < n ? (push[k] - share * p->rest[at + k]) * unit(s, i, k) : 0;
        if (interrupt_tally(s->interrupt, &tally, 150))
            return 0;
    }
    contact_linear_solve(s, p->right);
    for (size_t i = 0; i < s->count; i++) {
        size_t at = d * i, n = dimension(s, i);
        double M[9], *dx = p->dx + at, *dz = p->dz + at;
        for (size_t k = 0; k < d; k++)
            dx[k] = s->step[at + k] * unit(s, i, k);
        inverse_square(n, p->scaling + 4 * i, M);
        for (size_t k = 0; k < d; k++)
            dz[k] = k < n ? p->push[at + k] - dense_dot(M + k * n, dx, n) : 0;
        length = num_fmin(length, largest_step(n, p->x + at, dx));
        length = num_fmin(length, largest_step(n, p->z + at, dz));
        if (interrupt_tally(s->interrupt, &tally, 150))
            return 0;
    }
    return length;
}

/* Make one step and return its length. The step ends short of the cones' boundary, by a fraction
 * that decreases with the residual. */
static double make_step(struct contact *s, struct interior *p, double residual)
{
    update_iterate(s, p);
    size_t tally = 0;
    for (size_t i = 0; i < s->count; i++) {
        set_newton_rows(s, p, i);
        if (interrupt_tally(s->interrupt, &tally, 100))
            return 0;
    }
    contact_linear_factor(s, INTERIOR_TINY);
    double t = num_fmin(1, find_direction(s, p, 0, 0, 1)), left = 0;
    for (size_t j = 0; j < s->n; j++)
        left += (p->x[j] + t * p->dx[j]) * (p->z[j] + t * p->dz[j]);
    double centring = num_pow(num_fmin(1, num_fmax(INTERIOR_CENTRING, left / p->product)), 3);
    double aim = centring * p->product / (double)s->count;
    t = num_fmin(1, num_fmax(INTERIOR_BOUNDARY, 1 - residual) *
                        find_direction(s, p, t >= INTERIOR_CORRECT, aim, 1 - centring));
    dense_add(p->x, t, p->dx, s->n);
    dense_add(p->z, t, p->dz, s->n);
    return t;
}

enum contact_outcome contact_interior(struct contact *s, double goal, size_t budget)
{
    struct interior p;
    double residual = 1, t = 1;
    size_t idle = 0;
    start_inside(s, &p);
    for (size_t k = 0; k < budget && idle < INTERIOR_PATIENCE && t > INTERIOR_LEAST_STEP; k++) {
        t = make_step(s, &p, residual);
        for (size_t j = 0; j < s->n; j++)
            s->r[j] = p.x[j] / unit(s, j / s->d, j % s->d);
        residual = contact_residual(s, s->r, s->u);
        if (!isfinite(residual) || interrupted(s->interrupt, 3 * contact_work(s)))
            break;
        idle = residual < INTERIOR_PROGRESS * s->residual ? 0 : idle + 1;
        contact_keep_best(s, residual);
        if (contact_is_accepted(s, residual, goal))
            return CONTACT_SOLVED;
    }
    return CONTACT_UNSOLVED;
}
