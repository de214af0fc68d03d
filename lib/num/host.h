/* SPDX-License-Identifier: MIT */
/* State that computations share with the host: errno and the floating-point environment of the
 * thread. Both are saved while the library computes, in the default environment (rounding to
 * nearest, no traps, subnormal numbers enabled), and restored afterwards, including flags. So the
 * host's environment changes no bit of a result, and no computation raises a flag or a signal in
 * the host. A user function called in between runs between host_resume() and host_suspend(). */
#ifndef NUM_HOST_H
#define NUM_HOST_H

#include <errno.h>

/* With doubles in SSE registers the environment is the MXCSR register alone. The functions of
 * fenv.h also save the x87 unit, which takes longer than a short step; 32-bit programs need it for
 * function results and conversions of 64-bit integers. MXCSR is read only once, because reading
 * waits for all pending operations and writing does not. */
#if defined __SSE2_MATH__ && defined __x86_64__
#include <xmmintrin.h>

enum { HOST_FLAGS = 0x3f, HOST_DEFAULT = 0x1f80 };

struct host {
    int *place, error;
    unsigned floating;
};

static inline void host_suspend(struct host *host)
{
    host->place = &errno;
    host->error = *host->place;
    host->floating = _mm_getcsr();
    if ((host->floating & ~(unsigned)HOST_FLAGS) != HOST_DEFAULT)
        _mm_setcsr(HOST_DEFAULT);
}

static inline void host_resume(const struct host *host)
{
    _mm_setcsr(host->floating);
    if (*host->place != host->error)
        *host->place = host->error;
}

#else
#include <fenv.h>

struct host {
    int *place, error;
    fenv_t floating;
};

static inline void host_suspend(struct host *host)
{
    host->place = &errno;
    host->error = *host->place;
    fegetenv(&host->floating);
    fesetenv(FE_DFL_ENV);
}

static inline void host_resume(const struct host *host)
{
    fesetenv(&host->floating);
    if (*host->place != host->error)
        *host->place = host->error;
}
#endif

#endif
