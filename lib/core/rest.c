/* SPDX-License-Identifier: MIT */
#if !defined _WIN32 && !defined __EMSCRIPTEN__
#define HAS_NANOSLEEP
#define _POSIX_C_SOURCE 200809L /* nanosleep() */
#endif

#include "core/rest.h"

#ifdef HAS_NANOSLEEP
#include <time.h>
#elif defined _WIN32
#include <windows.h>
#endif

/* Time after which a thread that waits for another one looks again. From the work for which it
 * waits: outputs take 2 to 10 us with four wheels. */
#define REST_NANOSECONDS 10000

void rest_briefly(void)
{
#ifdef HAS_NANOSLEEP
    const struct timespec rest = {0, REST_NANOSECONDS};
    nanosleep(&rest, 0);
#elif defined _WIN32
    Sleep(1);
#endif
}
