/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool number_read(const char *text, double *out)
{
    if (!strcmp(text, ".inf") || !strcmp(text, "-.inf")) {
        *out = *text == '-' ? -INFINITY : INFINITY;
        return true;
    }
    /* strtod() would take "nan", "0x1p3" and leading blanks as well. */
    if (!*text || text[strspn(text, "0123456789+-.eE")])
        return false;
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out);
}

bool number_read_whole(const char *text, long lo, long hi, long *out)
{
    double value;
    if (!number_read(text, &value) || value != floor(value) || value < (double)lo ||
        value > (double)hi)
        return false;
    *out = (long)value;
    return true;
}
