/* SPDX-License-Identifier: MIT */
/* Clock for robust/gaps.h: work in milliseconds of processor time. */
#ifndef GAPS_TIME_H
#define GAPS_TIME_H

#include <time.h>

#define UNIT "ms"
#define MOST_GAP 10.0  /* [ms], limit stated in wheeldyn.h */
#define PATIENCE 300.0 /* [ms], time after which the function interrupts the call */

enum { TRIES = 6 }; /* the best of these counts, because the machine may be busy */

static inline double work_done(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

#endif
