/* SPDX-License-Identifier: MIT */
/* Polling: during long computations, the host is asked whether to stop. There is no clock: work is
 * counted, and the host is asked after every INTERRUPT_WORK units. A function that must stop
 * returns at once with incomplete results; the caller that started the work checks
 * interrupt_stopped() and discards them. */
#ifndef NUM_INTERRUPT_H
#define NUM_INTERRUPT_H

#include <stddef.h>
#include <stdint.h>

struct host; /* num/host.h */

enum {
    /* Work between two polls, in units of about a nanosecond of optimised code: less than 10 ms on
     * a machine five times slower, also without optimisation. */
    INTERRUPT_WORK = 300000,
    INTERRUPT_PART = INTERRUPT_WORK / 16, /* resolution of interrupt_tally() */
};

struct interrupt {
    int32_t (*fn)(void *user); /* NULL: no polling */
    void *user;
    struct host *host; /* environment restored during the call */
    int64_t left;      /* work until the next poll, over all calls */
    int stopped;       /* stays 1 until the next call of the library clears it */
};

/* Slow part of interrupted(): poll the host. */
int interrupt_poll(struct interrupt *);

/* True if the host has asked to stop. A NULL interrupt, here and below, means no polling. */
static inline int interrupt_stopped(const struct interrupt *interrupt)
{
    return interrupt && interrupt->stopped;
}

/* Count work that is done or about to be done; true if the work must stop. Remains true after a
 * stop. */
static inline int interrupted(struct interrupt *interrupt, size_t work)
{
    return interrupt && (interrupt->left -= (int64_t)work) <= 0 && interrupt_poll(interrupt);
}

/* Do the same as interrupted() in inner loops: sum up small amounts of work in *tally. The
 * remainder of the tally at the end is not counted; if the whole loop may be short, the caller
 * counts the work of the loop. */
static inline int interrupt_tally(struct interrupt *interrupt, size_t *tally, size_t work)
{
    *tally += work;
    if (*tally < INTERRUPT_PART)
        return 0;
    work = *tally;
    *tally = 0;
    return interrupted(interrupt, work);
}

#endif
