/* SPDX-License-Identifier: MIT */
/* Powers of 1 + t, whose coefficients are integers (Pascal's triangle): all results must be
 * exact. */
#include "tap.h"
#include "num/series.h"

enum { DEGREE = 16 };

static double pascal(int n, int k)
{
    double c = 1;
    for (int i = 1; i <= k; i++)
        c = c * (n - k + i) / i;
    return c;
}

static void test_product(void)
{
    int exact = 1;
    double low[DEGREE + 1] = {0}, high[DEGREE + 1] = {0};
    for (int k = 0; k <= 7; k++)
        low[k] = pascal(7, k);
    for (int k = 0; k <= 9; k++)
        high[k] = pascal(9, k);
    for (int k = 0; k <= DEGREE; k++)
        exact &= series_product(low, high, (size_t)k) == pascal(DEGREE, k);
    check(exact, "(1 + t)^7 (1 + t)^9 = (1 + t)^16");
}

static void test_shift(void)
{
    double c[DEGREE + 1] = {0};
    int exact = 1;
    c[DEGREE] = 1;
    series_shift(c, DEGREE, 1);
    for (int k = 0; k <= DEGREE; k++)
        exact &= c[k] == pascal(DEGREE, k);
    check(exact, "t^16 with t replaced by t + 1 is (1 + t)^16");
    series_shift(c, DEGREE, -1);
    for (int k = 0; k <= DEGREE; k++)
        exact &= c[k] == (k == DEGREE);
    check(exact, "replacing t by t - 1 gives t^16 again");
    series_shift(c, 0, 5);
    check(c[0] == 0, "a constant is unchanged");
}

static void test_value(void)
{
    double c[DEGREE + 1];
    for (int k = 0; k <= DEGREE; k++)
        c[k] = pascal(DEGREE, k);
    check(series_value(c, DEGREE, 2) == 43046721, "(1 + 2)^16 = 43046721");
    check(series_value(c, 0, 2) == 1, "a series of degree 0 is its constant");
}

int main(void)
{
    test_product();
    test_shift();
    test_value();
    return done();
}
