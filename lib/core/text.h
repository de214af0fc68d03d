/* SPDX-License-Identifier: MIT */
/* Text without a locale and without allocation, for error messages. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* Like vsnprintf, always terminated and cut at `size`, between characters of UTF-8, but it knows
 * only %s (const char *), %g (double, up to nine significant digits, always a decimal point), %z
 * (size_t) and %%. */
void text_format(char *buffer, size_t size, const char *format, va_list args);

#endif
