/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <math.h>

bool number_read_whole(const char *text, long lo, long hi, long *out)
{
    double value;
    if (!number_read(text, &value) || value != floor(value) || value < (double)lo ||
        value > (double)hi)
        return false;
    *out = (long)value;
    return true;
}

void number_print(FILE *file, double x)
{
    char text[NUMBER_SIZE];
    fputs(number_text(text, x), file);
}
