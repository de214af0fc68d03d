/* SPDX-License-Identifier: MIT */
/* Solution by elimination of the normal row. Let A be the Schur complement of W_nn, p = q_t - W_tn
 * q_n / W_nn and alpha = |u_t| / |r_t|. Then r_t(alpha) = -(A + alpha I)^-1 p and r_n(alpha) =
 * -(q_n
 * + W_nt r_t) / W_nn. The law requires |r_t| <= mu r_n, with equality if alpha > 0. If q_n < 0 such
 * an alpha always exists, because |r_t| - mu r_n is continuous in alpha and negative for large
 * alpha. */
#include <float.h>
#include <math.h>

#include "num/contact_local.h"
#include "num/elementary.h"

static void two_dimensions(double mu, double gamma, const double *W, const double *q, double *r)
{
    double nn = W[0] + gamma;
    double A = W[3] + gamma - W[2] * W[1] / nn, p = q[1] - W[2] * q[0] / nn;
    if (fabs(p) <= mu * -(A * q[0] - W[1] * p) / nn) {
        r[1] = A > 0 ? -p / A : 0;
        r[0] = -(q[0] + W[1] * r[1]) / nn;
        return;
    }
    double edge = p > 0 ? -mu : mu;
    r[0] = -q[0] / (nn + edge * W[1]);
    r[1] = edge * r[0];
}

/* Rounding error of a Schur complement, relative to its terms. */
#define ROUNDING (16 * DBL_EPSILON)
/* Rounding error of |r_t| - mu r_n, relative to its terms. */
#define ROOT_ROUNDING (2 * DBL_EPSILON)
enum { MOST_ITERATIONS = 100 }; /* afterwards r is projected on the cone */

/* Contact in three dimensions after elimination of its normal row. */
struct plane {
    double A[4], p[2];     /* tangential system */
    double n0, n1, n2, mu; /* r_n = n0 + n1 r_t1 + n2 r_t2 */
};

/* Compute r(alpha). Returns |r_t| - mu r_n and in *step the Newton step of 1 / |r_t| - 1 / (mu
 * r_n), 0 if undefined. */
static double evaluate_at(const struct plane *s, double alpha, double *r, double *step)
{
    double a = s->A[0] + alpha, b = s->A[1], c = s->A[2], d = s->A[3] + alpha;
    double det = 1 / (a * d - b * c);
    r[1] = -(d * s->p[0] - b * s->p[1]) * det;
    r[2] = -(a * s->p[1] - c * s->p[0]) * det;
    r[0] = s->n0 + s->n1 * r[1] + s->n2 * r[2];
    double slip = sqrt(r[1] * r[1] + r[2] * r[2]), edge = s->mu * r[0];
    *step = 0;
    if (edge > 0) {
        /* derivative of r_t: -(A + alpha)^-1 r_t */
        double d1 = -(d * r[1] - b * r[2]) * det, d2 = -(a * r[2] - c * r[1]) * det;
        double dslip = (r[1] * d1 + r[2] * d2) / slip, dedge = s->mu * (s->n1 * d1 + s->n2 * d2);
        double slope = dedge / (edge * edge) - dslip / (slip * slip);
        if (slope > 0)
            *step = (slip - edge) / (slip * edge * slope);
    }
    return slip - edge;
}

/* Find the root alpha > 0 of |r_t| = mu r_n; the difference is positive at alpha = 0. */
static double find_root(const struct plane *s, double guess, double *r)
{
    double low = 0, high = HUGE_VAL, alpha = guess;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        double step, g = evaluate_at(s, alpha, r, &step);
        if (fabs(g) <= ROOT_ROUNDING * s->mu * r[0])
            break;
        if (g > 0)
            low = alpha;
        else
            high = alpha;
        double next = alpha + step;
        if (!(step != 0 && next > low && next < high))
            next = high < HUGE_VAL ? (low + high) / 2 : 4 * alpha + s->A[0] + s->A[3];
        if (next == alpha || next == low || next == high)
            break;
        alpha = next;
    }
    return alpha;
}

static void three_dimensions(double mu, double gamma, const double *W, const double *q,
                             double *ratio, double *r)
{
    double nn = W[0] + gamma, l1 = W[3] / nn, l2 = W[6] / nn;
    struct plane s = {
        .A = {W[4] + gamma - l1 * W[1], W[5] - l1 * W[2], W[7] - l2 * W[1],
              W[8] + gamma - l2 * W[2]},
        .p = {q[1] - l1 * q[0], q[2] - l2 * q[0]},
        .n0 = -q[0] / nn,
        .n1 = -W[1] / nn,
        .n2 = -W[2] / nn,
        .mu = mu,
    };
    double step = 0, size = s.A[0] + s.A[3];
    int regular = s.A[0] * s.A[3] - s.A[1] * s.A[2] > DBL_EPSILON * size * size;
    double rounding = fabs(q[1]) + fabs(l1 * q[0]) + fabs(q[2]) + fabs(l2 * q[0]);
    /* If A and p are zero to rounding, the normal impulse alone stops the tangential motion. */
    int stopped =
        size <= ROUNDING * (W[4] + W[8]) && fabs(s.p[0]) + fabs(s.p[1]) <= ROUNDING * rounding;
    if (stopped || (s.p[0] == 0 && s.p[1] == 0)) {
        r[0] = s.n0, r[1] = r[2] = 0;
        return;
    }
    if (regular && evaluate_at(&s, 0, r, &step) <= 0)
        return;
    *ratio = find_root(&s, *ratio > 0 ? *ratio : step > 0 ? step : size, r);
    double slip = sqrt(r[1] * r[1] + r[2] * r[2]), edge = num_fmin(mu * r[0] / slip, 1);
    r[1] *= edge;
    r[2] *= edge;
}

void contact_local(size_t d, double mu, double gamma, const double *W, const double *q,
                   double *ratio, double *r)
{
    for (size_t i = 0; i < d; i++)
        r[i] = 0;
    if (q[0] >= 0)
        return;
    if (mu == 0)
        r[0] = W[0] + gamma > 0 ? -q[0] / (W[0] + gamma) : 0;
    else if (d == 2)
        two_dimensions(mu, gamma, W, q, r);
    else
        three_dimensions(mu, gamma, W, q, ratio, r);
}
