/* SPDX-License-Identifier: MIT */
/* What the mathematics shares with the host: errno and the floating-point environment of the
 * thread. They are put aside while the library computes, which it does in the default environment
 * (rounding to nearest, no traps, denormal numbers as they are), and given back as they were, flags
 * included. So the host's environment changes no bit of a result, and no computation raises a flag
 * or a signal there. A function of the host that is called on the way runs between
 * host_resume() and host_suspend(). */
#ifndef NUM_HOST_H
#define NUM_HOST_H

#include <errno.h>

/* Doubles in SSE registers: their register of control and status is all there is to it. The
 * functions of fenv.h also see to the x87 unit, which takes longer than a short step, and which
 * 32-bit programs still need for results of functions and to convert 64-bit whole numbers. It is
 * read once, since reading waits for all computation under way and writing does not. */
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
