/* SPDX-License-Identifier: MIT */
/* Calls of a model while memory runs out. One source file of a program includes it. */
#ifndef STARVE_H
#define STARVE_H

#include "heap.h"
#include "support.h"

/* Make allocation 1, 2, ... of the call fail until the call succeeds. Returns the number of
 * allocations. */
static inline size_t starve_any(wd_model *model, int32_t (*call)(wd_model *), int writes_text,
                                const char *what)
{
    static struct image before, after;
    int unchanged = 1, reported = 1, kept = 1;
    int32_t status = WD_ENOMEM;
    size_t n;
    for (n = 1; n < 1000 && status == WD_ENOMEM; n++) {
        image_take(model, &before);
        long live = heap_live;
        heap_fail = n;
        errno = EXDEV;
        status = call(model);
        kept = kept && errno == EXDEV;
        int failed = heap_fail == 0;
        heap_fail = 0;
        if (!failed)
            break;
        image_take(model, &after);
        kept = kept && heap_live == live;
        unchanged = unchanged && image_same(&before, &after);
        reported =
            reported && status == WD_ENOMEM && (!writes_text || strlen(wd_model_error(model)) > 0);
    }
    check(status == WD_OK, "%s: the call succeeds after %zu failed tries: %s", what, n - 1,
          wd_status_name(status));
    check(reported, "%s: each failed allocation gives WD_ENOMEM", what);
    check(unchanged, "%s: failed tries leave the model unchanged", what);
    check(kept, "%s: failed tries leak no block and keep errno", what);
    return n - 1;
}

/* Like starve_any(), for a call that must allocate. */
static inline void starve(wd_model *model, int32_t (*call)(wd_model *), int writes_text,
                          const char *what)
{
    size_t count = starve_any(model, call, writes_text, what);
    check(count > 0, "%s: the call allocates", what);
}

#endif
