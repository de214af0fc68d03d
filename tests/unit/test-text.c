/* SPDX-License-Identifier: MIT */
/* Numbers and texts printed by text_format(). */
#include "core/text.h"
#include "tap.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *format(char *buffer, size_t size, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    text_format(buffer, size, fmt, args);
    va_end(args);
    return buffer;
}

static void check_number(double x, const char *want)
{
    char got[64];
    format(got, sizeof got, "%g", x);
    check(strcmp(got, want) == 0, "%%g writes %s", want);
    if (strcmp(got, want) != 0)
        printf("# got %s\n", got);
}

static void printed_numbers(void)
{
    check_number(0, "0");
    check_number(-0.0, "-0");
    check_number(1, "1");
    check_number(-0.125, "-0.125");
    check_number(0.1, "0.1");
    check_number(0.3, "0.3");
    check_number(1.0 / 3, "0.333333333");
    check_number(1e-5, "0.00001");
    check_number(1e-9, "1e-9");
    check_number(123456789, "123456789");
    check_number(1234567890123.0, "1234567890000");
    check_number(9.9999999999, "10");
    check_number(0.99999999999, "1");
    check_number(1e15, "1e+15");
    check_number(1.5e300, "1.5e+300");
    check_number(DBL_MAX, "1.79769313e+308");
    check_number(DBL_MIN, "2.22507386e-308");
    check_number(5e-324, "4.94065646e-324");
    check_number((double)INFINITY, "infinity");
    check_number(-(double)INFINITY, "-infinity");
    check_number((double)NAN, "NaN");
}

/* A number printed with nine digits is read back within half a unit of the ninth digit. */
static void round_trip(void)
{
    double worst = 0;
    for (int e = -300; e <= 300; e++) {
        char got[64];
        double x = pow(10, e) * (1 + 0.0137 * (e + 301));
        worst = fmax(worst, fabs(strtod(format(got, sizeof got, "%g", x), NULL) / x - 1));
    }
    check(worst < 6e-9, "numbers of any size with nine digits are read back within %.2g, relative",
          worst);
}

static void formatted_texts(void)
{
    char got[32], want[32];
    format(got, sizeof got, "%s=%z%%", "n", SIZE_MAX);
    snprintf(want, sizeof want, "n=%zu%%", SIZE_MAX);
    check(strcmp(got, want) == 0, "a format with text, count and percent sign: %s", got);
    format(got, 5, "%s", "too long");
    check(strcmp(got, "too ") == 0, "a text that is too long is cut and terminated");
    format(got, sizeof got, "%s", (const char *)NULL);
    check(*got == '\0', "a NULL text is printed as an empty one");
}

/* Texts with characters of one to four bytes of UTF-8, cut at every place. */
static void cut_characters(void)
{
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x9a\xb2z";
    static const size_t kept[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    int whole = 1;
    for (size_t room = 0; room < sizeof kept / sizeof *kept; room++) {
        char got[16];
        format(got, room + 1, "%s", text);
        whole = whole && strlen(got) == kept[room] && strncmp(got, text, kept[room]) == 0;
    }
    check(whole, "a text is cut between characters");
}

int main(void)
{
    printed_numbers();
    round_trip();
    formatted_texts();
    cut_characters();
    return done();
}
