/* SPDX-License-Identifier: MIT */
/* Two doubles in one register, where the compiler has vector types; the bits equal those of scalar
 * operations. meson.build turns off the compiler's own vectorisation of straight-line code. */
#ifndef NUM_TWO_H
#define NUM_TWO_H

#include <string.h>

#ifdef __GNUC__

typedef double two __attribute__((vector_size(16)));

static inline two two_zero(void)
{
    return (two){0, 0};
}

static inline two two_of(double first, double second)
{
    return (two){first, second};
}

static inline double two_first(two x)
{
    return x[0];
}

static inline double two_second(two x)
{
    return x[1];
}

static inline two two_load(const double *x)
{
    two v;
    memcpy(&v, x, sizeof v);
    return v;
}

/* Load two doubles that were just written one by one. A load of both would wait until these writes
 * have reached the cache. */
static inline two two_load_apart(const double *x)
{
    return (two){x[0], x[1]};
}

static inline void two_store(double *x, two v)
{
    memcpy(x, &v, sizeof v);
}

static inline two two_add(two x, two y)
{
    return x + y;
}

static inline two two_subtract(two x, two y)
{
    return x - y;
}

static inline two two_multiply(two x, two y)
{
    return x * y;
}

static inline two two_scale(double f, two x)
{
    return f * x;
}

static inline double two_sum(two x)
{
    return x[0] + x[1];
}

#else

typedef struct two {
    double x, y;
} two;

static inline two two_zero(void)
{
    return (two){0, 0};
}

static inline two two_of(double first, double second)
{
    return (two){first, second};
}

static inline double two_first(two x)
{
    return x.x;
}

static inline double two_second(two x)
{
    return x.y;
}

static inline two two_load(const double *x)
{
    return (two){x[0], x[1]};
}

static inline two two_load_apart(const double *x)
{
    return two_load(x);
}

static inline void two_store(double *x, two v)
{
    x[0] = v.x, x[1] = v.y;
}

static inline two two_add(two x, two y)
{
    return (two){x.x + y.x, x.y + y.y};
}

static inline two two_subtract(two x, two y)
{
    return (two){x.x - y.x, x.y - y.y};
}

static inline two two_multiply(two x, two y)
{
    return (two){x.x * y.x, x.y * y.y};
}

static inline two two_scale(double f, two x)
{
    return (two){f * x.x, f * x.y};
}

static inline double two_sum(two x)
{
    return x.x + x.y;
}

#endif

#endif
