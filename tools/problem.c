/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int problem_is(struct problem *problem, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
    return status;
}

void end_without_memory(void)
{
    fputs("wheeldyn: out of memory\n", stderr);
    exit(TOOL_SYSTEM);
}

static void *there(void *block)
{
    if (!block)
        end_without_memory();
    return block;
}

void *memory(size_t count, size_t size)
{
    return there(calloc(count ? count : 1, size));
}

void *memory_more(void *old, size_t count, size_t size)
{
    if (count > SIZE_MAX / size)
        there(NULL);
    return there(realloc(old, count * size));
}
