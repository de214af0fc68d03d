/* SPDX-License-Identifier: MIT */
/* For any function, the bracket keeps a sign change and narrows to neighbouring doubles. */
#include "tap.h"
#include <float.h>
#include <wheeldyn/wheeldyn.h>
#include "num/roots.h"

struct counted {
    double (*fn)(double x);
    int calls;
};

static double count(double x, void *context)
{
    struct counted *counted = context;
    counted->calls++;
    return counted->fn(x);
}

static double line(double x)
{
    return 3 * x - 1;
}

static double cosine(double x)
{
    return cos(x) - x;
}

static double steep(double x)
{
    return atan(1e12 * (x - 0.3));
}

static double flat(double x)
{
    return pow(x - 0.7, 21);
}

static double tangent_flat(double x)
{
    return x == 0.25 ? 0 : copysign(exp(-1 / fabs(x - 0.25)), x - 0.25);
}

static double jump(double x)
{
    return x < 0.6180339887498949 ? -1e-300 : 1e300;
}

static double pole(double x)
{
    return 1 / (0.123 - x);
}

static double plateau(double x)
{
    return x < 0.4 ? -1 : x < 0.9 ? 0 : 1;
}

static double infinite(double x)
{
    return x < 0.55 ? -(double)INFINITY : x - 0.5;
}

static double tiny(double x)
{
    return (x - 0.375) * (4 * DBL_TRUE_MIN);
}

static double bent(double x)
{
    return x < 0.999999 ? -1e-9 : (x - 0.9999995) * 1e9;
}

/* A function for which every interpolation suggests 0.3, where there is no root. */
static double lure(double x)
{
    return x >= 0.8 ? 1e-200 : x >= 0.3 ? -1e-220 : -pow(0.3 - x, 21) - 1e-220;
}

static double several(double x)
{
    return sin(47 * x + 1);
}

static double falling(double x)
{
    return 0.9 - exp(x) / 2;
}

static double hole(double x)
{
    return x > 0.4 && x < 0.6 ? (double)NAN : x - 0.5;
}

static struct roots_bracket bracket_of(double (*fn)(double), double lo, double hi)
{
    return (struct roots_bracket){lo, hi, fn(lo), fn(hi)};
}

/* True if the bracket keeps its signs and holds values of the function. */
static int keeps(const struct roots_bracket *now, const struct roots_bracket *start,
                 double (*fn)(double))
{
    int sign = start->f_lo > 0 ? 1 : -1;
    return now->lo >= start->lo && now->hi <= start->hi && now->lo < now->hi &&
           now->f_lo == fn(now->lo) && now->f_hi == fn(now->hi) && now->f_lo * sign > 0 &&
           !(now->f_hi * sign > 0);
}

static void test_functions(void)
{
    static const struct {
        const char *name;
        double (*fn)(double);
        double root, within; /* expected root, NaN if there are several; its tolerance */
        int most;            /* largest number of calls with tolerance 0; bisection: 53 or more */
    } cases[] = {
        {"line", line, 1. / 3, DBL_EPSILON, 6},
        {"cosine", cosine, 0.73908513321516064, DBL_EPSILON, 8},
        {"steep", steep, 0.3, DBL_EPSILON, 70},
        {"root of multiplicity 21", flat, 0.7, 1e-15, 70},
        /* The function underflows to 0 within 1 / 745 of the root. */
        {"flat beyond any power", tangent_flat, 0.25 - 1 / 745.13, 1e-6, 70},
        {"jump", jump, 0.6180339887498949, 0, 60},
        {"pole", pole, 0.123, DBL_EPSILON, 70},
        {"plateau of zeros", plateau, 0.4, 0, 60},
        {"infinite values", infinite, 0.55, 0, 60},
        {"denormal values", tiny, 0.25, 0, 60}, /* -1, 0 and 2 times the smallest double */
        {"bent line", bent, 0.9999995, DBL_EPSILON, 30},
        {"lure", lure, 0.8, 0, 70},
        {"several roots", several, (double)NAN, 0, 20},
        {"falling", falling, 0.58778666490211901, DBL_EPSILON, 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct counted counted = {cases[i].fn, 0};
        struct roots_bracket start = bracket_of(cases[i].fn, 0, 1), now = start;
        int32_t status = roots_narrow(&now, 0, count, &counted);
        check(status == WD_OK && keeps(&now, &start, cases[i].fn) &&
                  nextafter(now.lo, 2) == now.hi && counted.calls <= cases[i].most,
              "%s: bracketed by neighbouring doubles in %d calls", cases[i].name, counted.calls);
        if (!isnan(cases[i].root))
            near_abs(now.hi, cases[i].root, cases[i].within, "the bracket contains the known root");
        counted.calls = 0;
        now = start;
        status = roots_narrow(&now, 1e-6, count, &counted);
        check(status == WD_OK && keeps(&now, &start, cases[i].fn) && now.hi - now.lo <= 1e-6 &&
                  counted.calls <= 80,
              "%s: bracketed to a tolerance in %d calls", cases[i].name, counted.calls);
    }
}

static void test_ranges(void)
{
    struct counted counted = {cosine, 0};
    struct roots_bracket start = bracket_of(cosine, -DBL_MAX, DBL_MAX), now = start;
    int32_t status = roots_narrow(&now, 0, count, &counted);
    check(status == WD_OK && keeps(&now, &start, cosine) && nextafter(now.lo, 2) == now.hi &&
              counted.calls <= 4 * (1025 + 53),
          "the longest bracket, %d calls", counted.calls);
    now = start = (struct roots_bracket){0, 4 * DBL_TRUE_MIN, -1, 1};
    counted = (struct counted){line, 0};
    check(roots_narrow(&now, 0, count, &counted) == WD_OK && now.lo == 3 * DBL_TRUE_MIN &&
              now.hi == 4 * DBL_TRUE_MIN,
          "the shortest brackets");
    now = start = bracket_of(line, 0, 1. / 3);
    counted.calls = 0;
    check(start.f_hi == 0 && roots_narrow(&now, 0, count, &counted) == WD_OK && now.hi == 1. / 3 &&
              now.lo < now.hi && counted.calls < 5,
          "a root at the upper end, %d calls", counted.calls);
    now = bracket_of(line, 1. / 3, 1);
    counted.calls = 0;
    check(roots_narrow(&now, 0, count, &counted) == WD_OK && now.hi == 1. / 3 && now.f_hi == 0 &&
              counted.calls == 0,
          "a root at the lower end");
}

static void test_refusals(void)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    const struct roots_bracket bad[] = {
        {0, 1, 1, 2},     {0, 1, -1, -2},  {1, 0, -1, 1},  {nan, 1, -1, 1}, {0, nan, -1, 1},
        {-inf, 1, -1, 1}, {0, inf, -1, 1}, {0, 1, nan, 1}, {0, 1, -1, nan}, {nan, 1, 0, 1},
    };
    struct counted counted = {line, 0};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct roots_bracket now = bad[i];
        check(roots_narrow(&now, 0, count, &counted) == WD_EINVAL && counted.calls == 0,
              "bracket number %zu is refused", i);
    }
    struct roots_bracket now = bracket_of(line, 0, 1);
    check(roots_narrow(&now, -1, count, &counted) == WD_EINVAL &&
              roots_narrow(&now, nan, count, &counted) == WD_EINVAL,
          "a negative tolerance and NaN are refused");
    struct roots_bracket start = bracket_of(hole, 0, 0.7);
    now = start;
    counted.fn = hole;
    check(roots_narrow(&now, 0, count, &counted) == WD_ENOCONV && keeps(&now, &start, hole),
          "a value of NaN inside the bracket ends the search");
}

int main(void)
{
    test_functions();
    test_ranges();
    test_refusals();
    return done();
}
