/* SPDX-License-Identifier: MIT */
#include "scenario/number.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* strtod() with a point as decimal sign in every locale. If memory runs out, the text is refused.
 */
static double read_decimal(const char *text, size_t *used)
{
    char half[32], *end;
    const char *point = strchr(text, '.');
    int sign = snprintf(half, sizeof half, "%.1f", 0.5) - 2; /* bytes of the decimal sign */
    *used = 0;
    if (!point || (sign == 1 && half[1] == '.')) {
        double read = strtod(text, &end);
        *used = (size_t)(end - text);
        return read;
    }
    size_t head = (size_t)(point - text), size = strlen(text) + (size_t)sign;
    char *local = malloc(size);
    if (!local)
        return 0;
    memcpy(local, text, head);
    memcpy(local + head, half + 1, (size_t)sign);
    strcpy(local + head + sign, point + 1);
    double read = strtod(local, &end);
    *used = *end ? 0 : strlen(text);
    free(local);
    return read;
}

bool number_read(const char *text, double *out)
{
    if (!strcmp(text, ".inf") || !strcmp(text, "-.inf")) {
        *out = *text == '-' ? -INFINITY : INFINITY;
        return true;
    }
    /* strtod() would also accept "nan", "0x1p3" and leading blanks. */
    if (!*text || text[strspn(text, "0123456789+-.eE")])
        return false;
    size_t used;
    *out = read_decimal(text, &used);
    return used > 0 && !text[used] && isfinite(*out);
}

/* ---- writing ---- */

/* Decimal number: 1.2345678901234567e3 has the digits 12345678901234567 and the exponent 3. */
struct decimal {
    uint64_t digits; /* seventeen digits */
    int exponent;
};

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static wide power_of_five(int k)
{
    wide power = 1, square = 5;
    for (; k; k >>= 1, square *= square)
        if (k & 1)
            power *= square;
    return power;
}

/* Convert a number from 1e-16 to 1e15 with 128-bit integers, about six times as fast as by trial.
 * Write x = m 2^-s, and choose k so that 10^k x has seventeen digits before the point. Then
 * 10^k x = m 5^k 2^-t, and half the distance to the next double is 5^k/2 in units of 2^-t. */
static bool in_whole_numbers(double x, struct decimal *out)
{
    int binary;
    uint64_t m = (uint64_t)ldexp(frexp(x, &binary), DBL_MANT_DIG);
    int exponent =
        (int)floor((binary - 1) * 0.30102999566398120); /* log10(2); may be 1 too small */
    int k = 16 - exponent, t = DBL_MANT_DIG - binary - k;
    if (k < 1 || k > 32 || t < 1)
        return false;
    wide five = power_of_five(k), scaled = m * five;
    if (scaled >> t >= 100000000000000000) {
        scaled /= 5;
        five /= 5;
        t++;
        exponent++;
    }
    uint64_t halves = (uint64_t)(scaled >> (t - 1)), digits = 0;
    for (uint64_t unit = 100; unit > 0; unit /= 10) {
        digits = (halves + unit) / (2 * unit) * unit;
        wide rounded = (wide)digits << t;
        /* Below a power of two the spacing of doubles is half as large. */
        unsigned part = m == UINT64_C(1) << (DBL_MANT_DIG - 1) && rounded < scaled ? 4 : 2;
        if (part * (rounded < scaled ? scaled - rounded : rounded - scaled) < five)
            break;
    }
    bool carried = digits == 100000000000000000;
    *out = (struct decimal){carried ? digits / 10 : digits, exponent + carried};
    return true;
}
#else
static bool in_whole_numbers(double x, struct decimal *out)
{
    (void)x;
    (void)out;
    return false;
}
#endif

/* Read a text of printf's format %e. */
static struct decimal decimal_of(const char *text)
{
    struct decimal made = {0, 0};
    const char *c = text;
    for (; *c != 'e'; c++)
        if (*c >= '0' && *c <= '9') /* else the decimal sign of the locale */
            made.digits = 10 * made.digits + (uint64_t)(*c - '0');
    while (made.digits < 10000000000000000)
        made.digits *= 10;
    made.exponent = atoi(c + 1);
    return made;
}

/* Convert by trial: find the fewest digits that give the same double. Seventeen digits always do.
 * The trial may begin with fifteen digits: if fewer suffice, the fifteen are these digits and
 * zeros, and zeros at the end are left out later. This does not hold for subnormal numbers, whose
 * trial begins with one digit. */
static struct decimal by_trial(double x)
{
    char text[32];
    for (int count = x < DBL_MIN ? 1 : DBL_DIG; count <= 17; count++) {
        snprintf(text, sizeof text, "%.*e", count - 1, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return decimal_of(text);
}

/* Write the digits with a decimal point after the digit of 10^0. `exponent` is the power of ten of
 * the first digit. */
static char *put_digits(char *at, const char *digits, int count, int exponent)
{
    if (exponent < 0) {
        memcpy(at, "0.000", (size_t)(1 - exponent));
        at += 1 - exponent;
    }
    for (int i = 0; i < count || i <= exponent; i++) {
        if (i > 0 && i == exponent + 1)
            *at++ = '.';
        *at++ = i < count ? digits[i] : '0';
    }
    *at = 0;
    return at;
}

/* Write 0 or a number that is not finite. */
static const char *put_word(char text[NUMBER_SIZE], double x)
{
    snprintf(text, NUMBER_SIZE, "%s%s", signbit(x) && !isnan(x) ? "-" : "",
             isnan(x) ? "nan"
             : x == 0 ? "0"
                      : "inf");
    return text;
}

static const char *put_decimal(char text[NUMBER_SIZE], bool negative, struct decimal decimal)
{
    char digits[17];
    int count = 17;
    for (int i = 17; i-- > 0; decimal.digits /= 10) {
        digits[i] = (char)('0' + decimal.digits % 10);
        if (count == i + 1 && digits[i] == '0')
            count = i;
    }
    char *at = text;
    if (negative)
        *at++ = '-';
    if (decimal.exponent >= -4 && decimal.exponent < 16)
        put_digits(at, digits, count, decimal.exponent);
    else {
        at = put_digits(at, digits, count, 0);
        snprintf(at, NUMBER_SIZE - (size_t)(at - text), "e%+03d", decimal.exponent);
    }
    return text;
}

const char *number_text(char text[NUMBER_SIZE], double x)
{
    struct decimal decimal;
    if (!isfinite(x) || x == 0)
        return put_word(text, x);
    if (!in_whole_numbers(fabs(x), &decimal))
        decimal = by_trial(fabs(x));
    return put_decimal(text, x < 0, decimal);
}

const char *number_short_text(char text[NUMBER_SIZE], double x)
{
    if (!isfinite(x) || x == 0)
        return put_word(text, x);
    snprintf(text, NUMBER_SIZE, "%.5e", fabs(x));
    return put_decimal(text, x < 0, decimal_of(text));
}
