/* SPDX-License-Identifier: MIT */
/* Locale-independent formatting of text without allocation, for error messages. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* Format like vsnprintf. The result is always terminated and is cut at `size`, between UTF-8
 * characters. The only conversions are %s (const char *), %g (double, up to nine significant
 * digits, with a point as decimal sign), %z (size_t) and %%. */
void text_format(char *buffer, size_t size, const char *format, va_list args);

#endif
