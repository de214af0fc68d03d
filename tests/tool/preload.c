/* SPDX-License-Identifier: MIT */
/* LD_PRELOAD loads this file into the program wheeldyn. WHEELDYN_SIGNAL=NUMBER raises signal NUMBER
 * just after a file whose name ends in .part was opened or, with WHEELDYN_FLUSHES=COUNT, just after
 * call COUNT of fflush() instead. WHEELDYN_FAIL=COUNT: after the program has opened its first file,
 * COUNT calls of malloc() succeed and all later calls fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);

static int counts; /* 1: malloc() counts its calls */
static long left;  /* number of calls that still succeed */

void *malloc(size_t size)
{
    if (!counts || left-- > 0)
        return __libc_malloc(size);
    errno = ENOMEM;
    return NULL;
}

static int is_part(const char *path)
{
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".part") == 0;
}

int open(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...);
    void *symbol = dlsym(RTLD_NEXT, "open");
    memcpy(&next, &symbol, sizeof next);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    int descriptor = next(path, flags, mode);
    const char *number = getenv("WHEELDYN_SIGNAL"), *fail = getenv("WHEELDYN_FAIL");
    if (fail && !counts) {
        counts = 1;
        left = atol(fail);
    }
    if (descriptor >= 0 && number && is_part(path) && !getenv("WHEELDYN_FLUSHES"))
        raise(atoi(number));
    return descriptor;
}

int fflush(FILE *file)
{
    static atomic_int flushes;
    int (*next)(FILE *);
    void *symbol = dlsym(RTLD_NEXT, "fflush");
    memcpy(&next, &symbol, sizeof next);
    int failed = next(file);
    const char *number = getenv("WHEELDYN_SIGNAL"), *count = getenv("WHEELDYN_FLUSHES");
    if (number && count && atomic_fetch_add(&flushes, 1) + 1 == atoi(count))
        raise(atoi(number));
    return failed;
}
