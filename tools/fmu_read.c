/* SPDX-License-Identifier: MIT */
#include "fmu_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

bool text_attribute(const char *xml, const char *name, char *out, size_t size)
{
    char want[64];
    snprintf(want, sizeof want, " %s=\"", name);
    const char *at = strstr(xml, want);
    if (!at)
        return false;
    at += strlen(want);
    size_t length = strcspn(at, "\"");
    if (length >= size || !at[length])
        return false;
    memcpy(out, at, length);
    out[length] = 0;
    return true;
}

bool number_attribute(const char *xml, const char *name, double *out)
{
    char text[64];
    return text_attribute(xml, name, text, sizeof text) && number_read(text, out) && isfinite(*out);
}

size_t read_bytes(const char *text, unsigned char *out)
{
    size_t count = 0;
    for (; *text >= '0' && *text <= '9'; text += strspn(text, ", \n")) {
        unsigned value = 0;
        for (; *text >= '0' && *text <= '9' && value < 256; text++)
            value = 10 * value + (unsigned)(*text - '0');
        if (value > 255)
            return 0;
        out[count++] = (unsigned char)value;
    }
    return *text ? 0 : count;
}

size_t read_outputs(const char *xml, size_t most, uint32_t *refs)
{
    static const char reference[] = " valueReference=\"", output[] = " causality=\"output\"";
    const char *at = xml;
    size_t count = 0;
    while (count < most && (at = strstr(at, reference))) {
        at += strlen(reference);
        unsigned long ref = strtoul(at, NULL, 10);
        const char *end = strchr(at, '>'), *causality = strstr(at, output);
        if (ref < most && end && causality && causality < end)
            refs[count++] = (uint32_t)ref;
    }
    return count;
}
