/* SPDX-License-Identifier: MIT */
/* How much processor time lies between two calls of the interrupt function: it must be 10 ms at
 * most. Each case is stopped after a while, which it must take to heart. Define _POSIX_C_SOURCE
 * before. */
#ifndef GAPS_H
#define GAPS_H

#include "support.h"

#include <time.h>
#include <wheeldyn/contact.h>

#define MOST_GAP 0.010 /* s */
#define PATIENCE 0.3   /* s: then the function stops what goes on */

enum { REPEATS = 6 };

/* ---- the function ---- */

struct watch {
    double began, last, longest; /* s, s, s */
    long asked;
    int stopped;
};

static inline double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void look(struct watch *watch)
{
    double now = seconds();
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
    *watch = (struct watch){.began = seconds()};
    watch->last = watch->began;
}

/* ---- one call after the other ---- */

/* A case is a call with all that it needs made before. */
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

/* The machine may be doing something else: the best of some tries. */
static inline void measure(const char *name, int size, set_up prepare, call work)
{
    struct watch watch = {.longest = INFINITY};
    double best = INFINITY;
    int32_t status = WD_OK;
    int heeded = 1, tried = 0;
    for (; tried < REPEATS && !(best <= MOST_GAP); tried++) {
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
    check(best <= MOST_GAP, "%s: %.2f ms between two of %ld questions in %.0f ms", name, 1e3 * best,
          watch.asked, 1e3 * (watch.last - watch.began));
    check(heeded && (status >= 0 || watch.stopped), "it ends as it is told: %s",
          wd_status_name(status));
}

#endif
