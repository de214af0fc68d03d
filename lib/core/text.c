/* SPDX-License-Identifier: MIT */
#include "core/text.h"
#include "num/elementary.h"

#include <math.h>
#include <stdint.h>

#define DIGITS 9

struct sink {
    char *at, *end;
};

static void put_char(struct sink *sink, char c)
{
    if (sink->at < sink->end)
        *sink->at++ = c;
}

static void put_text(struct sink *sink, const char *s)
{
    for (; s && *s; s++)
        put_char(sink, *s);
}

static void put_count(struct sink *sink, uint64_t value)
{
    char digits[20];
    int n = 0;
    do
        digits[n++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    while (n > 0)
        put_char(sink, digits[--n]);
}

/* Convert x > 0 to digits[0].digits[1]... * 10^exponent. Returns the number of digits without
 * trailing zeros. The scaling uses two factors because a single power of ten may not be
 * representable. */
static int find_digits(double x, char digits[DIGITS], int *exponent)
{
    int e = (int)floor(num_log10(x));
    int shift = DIGITS - 1 - e;
    uint64_t whole = (uint64_t)llround(x * num_pow(10, shift / 2) * num_pow(10, shift - shift / 2));
    for (; whole >= 1000000000u; e++)
        whole = (whole + 5) / 10;
    int n = DIGITS;
    for (int i = DIGITS; i-- > 0; whole /= 10) {
        digits[i] = (char)('0' + whole % 10);
        if (n == i + 1 && digits[i] == '0' && i > 0)
            n = i;
    }
    *exponent = e;
    return n;
}

static void put_plain(struct sink *sink, const char *digits, int n, int exponent)
{
    if (exponent < 0) {
        put_text(sink, "0.");
        for (int i = -1; i > exponent; i--)
            put_char(sink, '0');
    }
    for (int i = 0; i < n || i <= exponent; i++) {
        if (i > 0 && i == exponent + 1)
            put_char(sink, '.');
        put_char(sink, i < n ? digits[i] : '0');
    }
}

static void put_scientific(struct sink *sink, const char *digits, int n, int exponent)
{
    put_plain(sink, digits, n, 0);
    put_text(sink, exponent < 0 ? "e-" : "e+");
    put_count(sink, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

static void put_number(struct sink *sink, double x)
{
    if (isnan(x)) {
        put_text(sink, "NaN");
        return;
    }
    if (signbit(x))
        put_char(sink, '-');
    x = fabs(x);
    if (isinf(x) || x == 0) {
        put_text(sink, x == 0 ? "0" : "infinity");
        return;
    }
    char digits[DIGITS];
    int exponent;
    int n = find_digits(x, digits, &exponent);
    if (exponent < -5 || exponent >= 15)
        put_scientific(sink, digits, n, exponent);
    else
        put_plain(sink, digits, n, exponent);
}

/* Return the end of the last complete UTF-8 character; the text may have been cut within a
 * character. */
static char *last_whole(char *begin, char *end)
{
    char *first = end;
    while (first > begin && end - first < 4) {
        unsigned char c = (unsigned char)*--first;
        if (c >= 0x80 && c < 0xc0)
            continue; /* continuation byte */
        int bytes = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
        return end - first < bytes ? first : end;
    }
    return end;
}

void text_format(char *buffer, size_t size, const char *format, va_list args)
{
    struct sink sink = {buffer, buffer + size - 1};
    for (const char *f = format; *f; f++) {
        if (*f != '%') {
            put_char(&sink, *f);
            continue;
        }
        switch (*++f) {
        case 's':
            put_text(&sink, va_arg(args, const char *));
            break;
        case 'g':
            put_number(&sink, va_arg(args, double));
            break;
        case 'z':
            put_count(&sink, va_arg(args, size_t));
            break;
        default:
            put_char(&sink, *f);
        }
    }
    *last_whole(buffer, sink.at) = '\0';
}
