/* SPDX-License-Identifier: MIT */
#include "num/contact_cone.h"
#include "num/invariant.h"

void cone_project(size_t d, double mu, double *x)
{
    invariant(d == 2 || d == 3);
    double slip = cone_slip(d, x);
    if (x[0] >= 0 && slip <= mu * x[0])
        return;
    double scale = 0;
    if (mu * slip <= -x[0]) {
        x[0] = 0;
    } else {
        x[0] = (x[0] + mu * slip) / (1 + mu * mu);
        scale = mu * x[0] / slip;
    }
    for (size_t i = 1; i < d; i++)
        x[i] *= scale;
}

double cone_residual(size_t d, double mu, const double *r, const double *u)
{
    double x[3], sum = 0;
    for (size_t i = 0; i < d; i++)
        x[i] = r[i] - u[i];
    x[0] -= mu * cone_slip(d, u);
    cone_project(d, mu, x);
    for (size_t i = 0; i < d; i++)
        sum += (r[i] - x[i]) * (r[i] - x[i]);
    return sum;
}

void cone_smooth(size_t d, double mu, double smooth, const double *x, double *p, double *J)
{
    double e2 = smooth * smooth;
    double h = sqrt(x[0] * x[0] + 4 * e2);
    /* a = (x_n + h) / 2 = 2 e2 / (h - x_n). The first form has no cancellation for x_n > 0, the
     * second none for x_n <= 0. */
    double a = x[0] > 0 ? (x[0] + h) / 2 : smooth > 0 ? 2 * e2 / (h - x[0]) : 0;
    double da = a > 0 ? a / h : 0;
    double slip = cone_slip(d, x), R = mu * a;
    double nt = sqrt(slip * slip + e2), s = sqrt((nt - R) * (nt - R) + 4 * e2);
    double Dn = (nt + R + s) / 2;
    /* Without smoothing, f = 1 at the centre of a disc with R > 0, where the projection does not
     * change x_t. */
    double f = Dn > 0 ? R / Dn : 0;
    double w = s > 0 ? (1 + (nt - R) / s) / 2 : 0;
    double along = Dn > 0 ? mu * da * (Dn - R * (1 - w)) / (Dn * Dn) : 0;
    double across = Dn > 0 && nt > 0 ? R * w / (Dn * Dn * nt) : 0;
    p[0] = a;
    J[0] = da;
    for (size_t i = 1; i < d; i++) {
        p[i] = f * x[i];
        J[i] = 0;
        J[i * d] = x[i] * along;
        for (size_t k = 1; k < d; k++)
            J[i * d + k] = (i == k ? f : 0) - x[i] * x[k] * across;
    }
}

int cone_state(size_t d, double mu, const double *r, const double *u)
{
    if (r[0] <= u[0])
        return 0;
    /* A contact slides if the slip speed exceeds the distance of the tangential impulse from the
     * friction limit. */
    return cone_slip(d, u) > mu * r[0] - cone_slip(d, r) ? 2 : 1;
}
