/* SPDX-License-Identifier: MIT */
/* Threads that share the items of a job: the caller's thread, and other threads that wait between
 * jobs. On systems without threads the caller does everything. */
#ifndef CORE_WORKERS_H
#define CORE_WORKERS_H

#include <stddef.h>

/* Maximum number of threads: a limit against wrong numbers, far above what machines have. */
enum { WORKERS_MOST = 4096 };

struct workers;

/* Job: work() is called once for each item below `count`, in any order and in several threads;
 * `worker` is the number of the thread, 0 for the caller's. poll() is called by the caller's thread
 * while it waits for others, if one of these has called workers_ask(). */
struct job {
    size_t count, chunk; /* chunk: items that a thread takes at once, at least 1 */
    void (*work)(void *context, size_t worker, size_t item);
    void (*poll)(void *context);
    void *context;
};

/* Create workers with this number of threads, the caller's included; NULL: out of memory or of
 * threads. workers_threads(): number of threads, 1 on systems without threads. */
struct workers *workers_new(size_t threads);
void workers_free(struct workers *); /* NULL is allowed */
size_t workers_threads(const struct workers *);

/* Do a job. Allocates nothing. What work() has written is visible to the caller afterwards. */
void workers_run(struct workers *, const struct job *);
/* Call this in work() to make the caller's thread call poll(), if that thread waits. */
void workers_ask(struct workers *);

#endif
