/* SPDX-License-Identifier: MIT */
/* Work between two calls of the interrupt function during long calls of the library. Tests count
 * basic blocks (blocks.h); the benchmark (GAPS_IN_TIME) measures and prints processor time. A case
 * that takes longer than PATIENCE is interrupted and must then stop. GAPS_IN_TIME needs
 * _POSIX_C_SOURCE, defined before this header. */
#ifndef GAPS_H
#define GAPS_H

#include "support.h"

#include <wheeldyn/contact.h>

/* ---- work ---- */

#ifdef GAPS_IN_TIME

#include "bench/gaps-time.h"

#else

#include "blocks.h"

#define UNIT "million blocks"
/* A block takes about 0.7 ns according to the benchmark, so MOST_GAP takes 10 ms on a processor
 * that is three times slower. */
#define MOST_GAP 5.0
#define PATIENCE 150.0 /* work after which the function interrupts the call */

enum { TRIES = 1 };

static inline double work_done(void)
{
    return 1e-6 * (double)blocks_executed;
}

#endif

/* ---- the interrupt function ---- */

struct watch {
    double began,
        last;       /* work done at the start of the call, and at the last call of the function */
    double longest; /* largest work without a call of the function */
    long asked;
    int stopped;
};

static inline void look(struct watch *watch)
{
    double now = work_done();
    watch->longest = fmax(watch->longest, now - watch->last);
    watch->last = now;
}

static inline int32_t ask(void *user)
{
    struct watch *watch = user;
    look(watch);
    watch->asked++;
    watch->stopped = watch->last - watch->began > PATIENCE;
    return watch->stopped;
}

static inline void begin(struct watch *watch)
{
    *watch = (struct watch){.began = work_done()};
    watch->last = watch->began;
}

/* ---- cases ---- */

/* Arguments of the call that a case measures. */
struct scene {
    const char *name;
    int size;
    wd_model *model;
    wd_contact *contact;
    double *numbers, *more;
    size_t count;
    size_t *start;
    uint32_t *column;
};

typedef void (*set_up)(struct scene *);
typedef int32_t (*call)(struct scene *);

static inline void put_down(struct scene *s)
{
    wd_model_free(s->model);
    wd_contact_free(s->contact);
    free(s->numbers);
    free(s->more);
    free(s->start);
    free(s->column);
}

static inline void measure(const char *name, int size, set_up prepare, call work)
{
    struct watch watch = {.longest = INFINITY};
    double best = INFINITY;
    int32_t status = WD_OK;
    int heeded = 1, tried = 0;
    for (; tried < TRIES && !(best <= MOST_GAP); tried++) {
        struct scene scene = {.name = name, .size = size};
        prepare(&scene);
        if (scene.model)
            wd_model_set_interrupt_fn(scene.model, ask, &watch);
        if (scene.contact)
            wd_contact_set_interrupt_fn(scene.contact, ask, &watch);
        begin(&watch);
        status = work(&scene);
        look(&watch);
        best = fmin(best, watch.longest);
        heeded &= (status == WD_EINTERRUPT) == watch.stopped;
        put_down(&scene);
    }
    check(best <= MOST_GAP,
          "%s: at most %.2f between two of %ld calls of the function, in %.1f " UNIT, name, best,
          watch.asked, watch.last - watch.began);
    check(heeded && (status >= 0 || watch.stopped), "the call stops when it is interrupted: %s",
          wd_status_name(status));
}

#endif
