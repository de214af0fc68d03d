/* SPDX-License-Identifier: MIT */
/* Smooth surfaces for the tests of lib/ground. The array `golden` lists the surfaces of
 * tests/ref/ground. */
#ifndef GROUND_SURFACE_TEST_H
#define GROUND_SURFACE_TEST_H

#include "ground/surface_touch.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

static inline int32_t waves(double x, double y, double v[7], void *user)
{
    double a = 1.3 * x + .4, b = .9 * y - .3 * x;
    (void)user;
    v[SURFACE_H] = .15 * sin(a) + .15 * cos(b);
    v[SURFACE_X] = .15 * 1.3 * cos(a) + .15 * .3 * sin(b);
    v[SURFACE_Y] = -.15 * .9 * sin(b);
    v[SURFACE_XX] = -.15 * 1.69 * sin(a) - .15 * .09 * cos(b);
    v[SURFACE_XY] = .15 * .27 * cos(b);
    v[SURFACE_YY] = -.15 * .81 * cos(b);
    return 0;
}

static inline int32_t bowl(double x, double y, double v[7], void *user)
{
    (void)user;
    v[SURFACE_H] = (x * x + y * y) / 3;
    v[SURFACE_X] = 2 * x / 3;
    v[SURFACE_Y] = 2 * y / 3;
    v[SURFACE_XX] = v[SURFACE_YY] = 2.0 / 3;
    v[SURFACE_XY] = 0;
    return 0;
}

static inline int32_t saddle(double x, double y, double v[7], void *user)
{
    (void)user;
    v[SURFACE_H] = .2 * x * y + .05 * x * x * x;
    v[SURFACE_X] = .2 * y + .15 * x * x;
    v[SURFACE_Y] = .2 * x;
    v[SURFACE_XX] = .3 * x;
    v[SURFACE_XY] = .2;
    v[SURFACE_YY] = 0;
    return 0;
}

/* Waves that are shorter than most wheels. */
static inline int32_t ripples(double x, double y, double v[7], void *user)
{
    const double k = 20, a = 0.015;
    (void)user;
    v[SURFACE_H] = a * sin(k * x) * cos(k * y);
    v[SURFACE_X] = a * k * cos(k * x) * cos(k * y);
    v[SURFACE_Y] = -a * k * sin(k * x) * sin(k * y);
    v[SURFACE_XX] = v[SURFACE_YY] = -k * k * v[SURFACE_H];
    v[SURFACE_XY] = -a * k * k * cos(k * x) * sin(k * y);
    return 0;
}

static const surface_fn golden[] = {waves, bowl, saddle};

#endif
