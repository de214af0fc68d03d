/* SPDX-License-Identifier: MIT */
/* Extrapolated difference quotients and their error estimates, compared with exact derivatives. */
#include "num/richardson.h"
#include "tap.h"

#include <float.h>
#include <math.h>

static void differentiate_all(struct richardson *r, double (*f)(double), double x, int order)
{
    richardson_open(r, order, order);
    for (double h = 0.125; !r->done; h /= 2) {
        double low = order == 2 ? x - h : x, width = x + h - low, up = f(x + h), down = f(low);
        richardson_add(r, (up - down) / width, DBL_EPSILON * (fabs(up) + fabs(down)) / width, 0);
    }
}

static double wild(double x)
{
    return sin(40 * x) * exp(x);
}

/* A magnitude whose rounded corner is far narrower than the first increments. */
static double corner(double x)
{
    return hypot(x - 0.3004, 1e-3);
}

static double cut(double x)
{
    return x > 0.7 ? (double)NAN : x;
}

/* A function whose quotients at 0 grow as the inverse root of the increment. */
static double root(double x)
{
    return sqrt(x);
}

/* The same root at a distance from 0 that is less than the smallest increments. */
static double narrow_root(double x)
{
    return sqrt(x + 5e-7);
}

static double jump(double x)
{
    return x > 0.5;
}

static double constant(double x)
{
    return 3 + 0 * x;
}

static void check_estimate(double (*f)(double), double x, double slope, double tolerance,
                           const char *what)
{
    for (int order = 1; order <= 2; order++) {
        struct richardson r;
        differentiate_all(&r, f, x, order);
        double off = fabs(r.best - slope);
        near_abs(off, 0, order == 2 ? tolerance : 1e3 * tolerance, what);
        check(off <= r.error && r.rows <= RICHARDSON_ROWS, "order %d: estimate %.1e, %d rows",
              order, r.error, r.rows);
    }
}

int main(void)
{
    struct richardson r;
    check_estimate(exp, 1, exp(1), 1e-13, "exp");
    check_estimate(wild, 0.3, exp(0.3) * (sin(12) + 40 * cos(12)), 1e-11,
                   "a function that oscillates");
    check_estimate(corner, 0.3, -4e-4 / hypot(4e-4, 1e-3), 1e-9, "a narrow rounded corner");
    check_estimate(constant, 0.3, 0, 1e-14, "a constant");
    for (int i = 0; i < 3; i++) {
        double (*const f[])(double) = {root, narrow_root, jump};
        differentiate_all(&r, f[i], i == 2 ? 0.5 : 0, 1);
        check(r.done && !richardson_converges(&r), "quotients %d grow without limit", i);
    }
    differentiate_all(&r, corner, 0.3, 1);
    check(richardson_converges(&r), "quotients at a narrow corner converge");
    differentiate_all(&r, cut, 0.6, 2);
    check(r.done && isnan(r.best) && isinf(r.error),
          "a quotient that is not finite ends the extrapolation");
    return done();
}
