/* SPDX-License-Identifier: MIT */
/* Smooth surfaces for the tests of vehicles, as user functions: the surfaces of the golden runs,
 * planes and waves. Each sets v to the height at (x, y) and its derivatives: v[0] = z, v[1] = z_x,
 * v[2] = z_y, v[3] = z_xx, v[4] = z_xy, v[5] = z_yy. */
#ifndef MODEL_SURFACES_H
#define MODEL_SURFACES_H

#include <math.h>
#include <stdint.h>
#include <wheeldyn/ground.h>

/* The lower half of a hollow sphere; user: the radius. */
static inline int32_t sphere(double x, double y, double v[7], void *user)
{
    double R = *(const double *)user, w = sqrt(R * R - x * x - y * y), w3 = w * w * w;
    v[0] = R - w;
    v[1] = x / w;
    v[2] = y / w;
    v[3] = (w * w + x * x) / w3;
    v[4] = x * y / w3;
    v[5] = (w * w + y * y) / w3;
    return 0;
}

/* The lower half of a hollow cylinder with the axis along y; user: the radius. */
static inline int32_t half_pipe(double x, double y, double v[7], void *user)
{
    double R = *(const double *)user, w = sqrt(R * R - x * x);
    (void)y;
    v[0] = R - w;
    v[1] = x / w;
    v[3] = R * R / (w * w * w);
    v[2] = v[4] = v[5] = 0;
    return 0;
}

/* The lower half of a hollow cylinder with the axis turned from y to the left; user: the radius and
 * the angle of the turn. */
static inline int32_t turned_pipe(double x, double y, double v[7], void *user)
{
    const double *p = user, c = cos(p[1]), s = sin(p[1]);
    double along[7];
    half_pipe(c * x + s * y, 0, along, user);
    v[0] = along[0];
    v[1] = c * along[1];
    v[2] = s * along[1];
    v[3] = c * c * along[3];
    v[4] = c * s * along[3];
    v[5] = s * s * along[3];
    return 0;
}

/* Waves z = A sin(a x) cos(b y); user: A, a, b. */
static inline int32_t wavy(double x, double y, double v[7], void *user)
{
    const double *p = user, s = sin(p[1] * x), c = cos(p[1] * x), S = sin(p[2] * y),
                 C = cos(p[2] * y);
    v[0] = p[0] * s * C;
    v[1] = p[0] * p[1] * c * C;
    v[2] = -p[0] * p[2] * s * S;
    v[3] = -p[1] * p[1] * v[0];
    v[4] = -p[0] * p[1] * p[2] * c * S;
    v[5] = -p[2] * p[2] * v[0];
    return 0;
}

/* A plane through the origin; user: the slopes z_x and z_y. */
static inline int32_t tilted(double x, double y, double v[7], void *user)
{
    const double *slope = user;
    v[0] = slope[0] * x + slope[1] * y;
    v[1] = slope[0];
    v[2] = slope[1];
    v[3] = v[4] = v[5] = 0;
    return 0;
}

/* A round hump on the plane, of the height p[0] and the radius p[1], whose top is at x = 0, y =
 * p[2]. */
static inline int32_t hump(double x, double y, double v[7], void *user)
{
    const double *p = user, RR = p[1] * p[1], b = y - p[2], w = 1 - (x * x + b * b) / RR;
    for (int k = 0; k < 6; k++)
        v[k] = 0;
    if (w <= 0)
        return 0;
    double d = -8 * p[0] * w * w * w / RR, dd = 48 * p[0] * w * w / (RR * RR);
    v[0] = p[0] * w * w * w * w;
    v[1] = d * x;
    v[2] = d * b;
    v[3] = d + dd * x * x;
    v[4] = dd * x * b;
    v[5] = d + dd * b * b;
    return 0;
}

#endif
