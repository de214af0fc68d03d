/* SPDX-License-Identifier: MIT */
#include "scenario/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

int32_t fault_is(struct fault *fault, int32_t status, const char *format, ...)
{
    va_list arguments;
    fault->file[0] = 0;
    fault->line = fault->column = 0;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return status;
}

char *fault_place(struct fault *fault, const char *file, size_t line, size_t column)
{
    snprintf(fault->file, sizeof fault->file, "%s", file);
    snprintf(fault->text, sizeof fault->text, "%s:%zu:%zu: ", file, line, column);
    fault->line = line;
    fault->column = column;
    return fault->text + strlen(fault->text);
}

int32_t fault_in(struct fault *fault, int32_t status, const char *file, size_t line, size_t column,
                 const char *format, ...)
{
    va_list arguments;
    char *rest = fault_place(fault, file, line, column);
    va_start(arguments, format);
    vsnprintf(rest, sizeof fault->text - (size_t)(rest - fault->text), format, arguments);
    va_end(arguments);
    return status;
}

int32_t fault_memory(struct fault *fault)
{
    return fault_is(fault, WD_ENOMEM, "out of memory");
}
