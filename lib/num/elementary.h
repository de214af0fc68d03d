/* SPDX-License-Identifier: MIT */
/* Elementary functions in double arithmetic, each with an error below one unit in the last place.
 * They give the same bits with every compiler, C library and processor, which the functions of C
 * libraries do not. They require rounding to nearest and double operations that are not fused, and
 * have the special values of C11's annex F. */
#ifndef NUM_ELEMENTARY_H
#define NUM_ELEMENTARY_H

#include <float.h>
#include <math.h>

#define NUM_PI 3.14159265358979323846

/* FLT_EVAL_METHOD 1 evaluates only floats in a wider type, so doubles are still computed as
 * doubles. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "doubles must be computed as doubles; for x86 compile with -msse2 -mfpmath=sse"
#endif

double num_exp(double x);
double num_exp2(double x);
double num_expm1(double x);
double num_cosh(double x);
double num_tanh(double x);

double num_log(double x);
double num_log2(double x);
double num_log10(double x);
double num_pow(double x, double y);
double num_cbrt(double x);

struct sine_cosine {
    double sin, cos;
};
struct sine_cosine num_sincos(double x);

/* num_sin() and num_cos() take as long as num_sincos(), which returns both. */
static inline double num_sin(double x)
{
    return num_sincos(x).sin;
}

static inline double num_cos(double x)
{
    return num_sincos(x).cos;
}

double num_atan(double x);
double num_atan2(double y, double x);
double num_asin(double x);

double num_hypot(double x, double y);

/* Maximum and minimum, one instruction each on x86. For two zeros of different sign, and if either
 * argument is NaN, they return the first argument; C's fmax() and fmin() may return either zero,
 * and return the other argument if one is NaN. */
static inline double num_fmax(double x, double y)
{
    return y > x ? y : x;
}

static inline double num_fmin(double x, double y)
{
    return y < x ? y : x;
}

#endif
