/* SPDX-License-Identifier: MIT */
/* A pendulum in Cartesian coordinates: the length is kept by the constraint force alone.
 * x^2 + y^2 = L^2, twice differentiated: (x, y) (x'', y'') = -(x'^2 + y'^2), so A = (x, y). */
#include <math.h>
#include <stdio.h>
#include <wheeldyn/constrained.h>

static const double mass = 2, gravity = 9.81, length = 1.5;

/* Derivative of the state x, y, x', y'; the tension of the rod in *tension */
static int32_t rate(wd_uk *uk, const double s[4], double ds[4], double *tension)
{
    const double M[] = {mass, 0, 0, mass}, Q[] = {0, -mass * gravity};
    const double A[] = {s[0], s[1]}, b[] = {-(s[2] * s[2] + s[3] * s[3])};
    double Qi[2];
    ds[0] = s[2];
    ds[1] = s[3];
    int32_t status = wd_uk_solve(uk, M, Q, A, b, NULL, NULL, WD_UK_MOORE_PENROSE, ds + 2, Qi, NULL);
    *tension = hypot(Qi[0], Qi[1]);
    return status;
}

/* One classical Runge-Kutta step of size h */
static int32_t step(wd_uk *uk, double s[4], double h, double *tension)
{
    static const double node[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    double k[4] = {0}, sum[4] = {0}, at[4];
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < 4; i++)
            at[i] = s[i] + h * node[stage] * k[i];
        int32_t status = rate(uk, at, k, tension);
        if (status != WD_OK)
            return status;
        for (int i = 0; i < 4; i++)
            sum[i] += h / 6 * weight[stage] * k[i];
    }
    for (int i = 0; i < 4; i++)
        s[i] += sum[i];
    return WD_OK;
}

static double energy(const double s[4])
{
    return mass * (0.5 * (s[2] * s[2] + s[3] * s[3]) + gravity * s[1]);
}

int main(void)
{
    wd_uk *uk;
    int32_t made = wd_uk_new(2, 1, &uk);
    if (made != WD_OK) {
        fprintf(stderr, "%s\n", wd_status_text(made));
        return 1;
    }
    double s[] = {length, 0, 0, 0}, tension = 0, start = energy(s);
    printf("   t [s]    x [m]    y [m]  tension [N]  energy change [J]  length change [m]\n");
    for (int k = 1; k <= 5000; k++) {
        int32_t status = step(uk, s, 1e-3, &tension);
        if (status != WD_OK) {
            fprintf(stderr, "%s: %s\n", wd_status_name(status), wd_uk_error(uk));
            return 1;
        }
        if (k % 500 == 0)
            printf("%8.3f %8.4f %8.4f %12.4f %18.1e %18.1e\n", k * 1e-3, s[0], s[1], tension,
                   energy(s) - start, hypot(s[0], s[1]) - length);
    }
    wd_uk_free(uk);
    return fabs(energy(s) - start) > 1e-6 || fabs(hypot(s[0], s[1]) - length) > 1e-6;
}
