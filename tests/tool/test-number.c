/* SPDX-License-Identifier: MIT */
/* Numbers written by the program are read back exactly, and no shorter number would be. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tap.h"
#include "tools/number.h"

static int same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The smallest number of significant digits with which the C library's printf is read back
 * exactly. */
static int fewest(double x)
{
    char text[32];
    int count = 0;
    do
        snprintf(text, sizeof text, "%.*e", count++, x);
    while (!same(strtod(text, NULL), x));
    return count;
}

/* Number of significant digits in a text, without leading and trailing zeros. */
static int digits_in(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text == '0')
            zeros += count > 0;
        else if (*text != '.' && *text != '-') {
            count += zeros + 1;
            zeros = 0;
        }
    }
    return count;
}

static int right(double x)
{
    char text[NUMBER_SIZE];
    number_text(text, x);
    int ok = same(strtod(text, NULL), x) && digits_in(text) <= fewest(x) && strlen(text) < 25;
    if (!ok)
        printf("# %.17g is written %s\n", x, text);
    return ok;
}

static void check_texts(void)
{
    static const struct {
        double x;
        const char *text;
    } cases[] = {
        {0.1, "0.1"},
        {-0.1, "-0.1"},
        {0, "0"},
        {-0.0, "-0"},
        {1, "1"},
        {1500, "1500"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1e-4, "0.0001"},
        {1e-5, "1e-05"},
        {1.25e-7, "1.25e-07"},
        {9007199254740992, "9007199254740992"},
        {1e15, "1000000000000000"},
        {1e16, "1e+16"},
        {-1.5e300, "-1.5e+300"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {0x1p-1074, "5e-324"},
        {9.5, "9.5"},
        {999999999999999.9, "999999999999999.9"},
        {(double)NAN, "nan"},
        {-(double)NAN, "nan"},
        {(double)INFINITY, "inf"},
        {-(double)INFINITY, "-inf"},
    };
    char text[NUMBER_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(!strcmp(number_text(text, cases[i].x), cases[i].text), "the number %s is written so",
              cases[i].text);
}

/* True if a double and its neighbours on both sides are written rightly. */
static int near(double x)
{
    return right(x) && right(nextafter(x, 0)) && right(nextafter(x, DBL_MAX));
}

int main(void)
{
    check_texts();
    int ok = 1;
    for (int e = -1074; e < 1024; e++)
        ok &= near(ldexp(1, e));
    check(ok, "powers of two and their neighbours are written shortest and are read back exactly");
    ok = 1;
    for (int e = -323; e <= 308; e++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", e);
        ok &= near(strtod(text, NULL));
    }
    check(ok, "powers of ten and their neighbours are written shortest and are read back exactly");
    ok = 1;
    for (int i = 0; i < 20000; i++)
        ok &= right(ldexp(uniform(-1, 1), (int)uniform(-1074, 1024)));
    check(ok, "20000 doubles of all sizes are written shortest and are read back exactly");
    ok = 1;
    for (int i = 0; i < 20000; i++)
        ok &= right(uniform(-1, 1) * pow(10, floor(uniform(-18, 18))));
    check(ok,
          "20000 doubles of magnitudes up to 1e17 are written shortest and are read back exactly");
    ok = 1;
    for (int i = 0; i < 20000; i++) {
        double x = floor(uniform(0, 1e6)) / pow(10, floor(uniform(0, 9)));
        char text[NUMBER_SIZE];
        ok &= right(x) && digits_in(number_text(text, x)) <= 6;
    }
    check(ok, "20000 decimals of six digits are written with at most six digits");
    return done();
}
