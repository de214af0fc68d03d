/* SPDX-License-Identifier: MIT */
/* Asking the host, while long work goes on, whether it is to go on. There is no clock: work is
 * counted, and the host is asked whenever so much has been done. What is told to stop returns at
 * once, with whatever it has; whoever began the work sees from interrupt_stopped() that it is of no
 * use. */
#ifndef NUM_INTERRUPT_H
#define NUM_INTERRUPT_H

#include <stddef.h>
#include <stdint.h>

struct host; /* num/host.h */

enum {
    /* Between two questions, in units of about a nanosecond of optimised code: so little that it is
     * less than 10 ms on a machine that is five times slower, and without optimisation as well. */
    INTERRUPT_WORK = 300000,
    INTERRUPT_PART = INTERRUPT_WORK / 16, /* what interrupt_tally() adds up */
};

struct interrupt {
    int32_t (*fn)(void *user); /* NULL: nobody is asked */
    void *user;
    struct host *host; /* in which it is called */
    int64_t left;      /* work until the next question, over all calls */
    int stopped;       /* until whoever begins new work clears it */
};

/* For interrupted(): asks. */
int interrupt_ask(struct interrupt *);

/* NULL, here and below: nobody is asked. */
static inline int interrupt_stopped(const struct interrupt *interrupt)
{
    return interrupt && interrupt->stopped;
}

/* So much work has been done, or is about to be; is it to stop? Once it is it remains so. */
static inline int interrupted(struct interrupt *interrupt, size_t work)
{
    return interrupt && (interrupt->left -= (int64_t)work) <= 0 && interrupt_ask(interrupt);
}

/* The same for the inside of loops, where passes of little work are added up. What is left of the
 * tally in the end is not counted: it is for the caller to count the whole, if that may be small.
 */
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
