/* SPDX-License-Identifier: MIT */
/* WD_WITHOUT_THREADS: units of FMI, which need libc and libm alone */
#if !defined _WIN32 && !defined __EMSCRIPTEN__ && !defined WD_WITHOUT_THREADS
#define HAS_THREADS
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask() */
#endif

#include "core/workers.h"

#include <stdatomic.h>
#include <stdlib.h>

#ifdef HAS_THREADS
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#endif

/* Since glibc 2.34 (for pthread_sigmask() since 2.32) these functions are in the C library, under a
 * new symbol version. Bind to the first symbol version: libpthread of an older glibc has it, and a
 * newer glibc keeps it. */
#ifdef SEPARATE_THREADS
#ifdef __x86_64__
#define FIRST_VERSION "GLIBC_2.2.5"
#elif defined __aarch64__
#define FIRST_VERSION "GLIBC_2.17"
#endif
#ifdef FIRST_VERSION
#define BIND_FIRST(name) __asm__(".symver " #name ", " #name "@" FIRST_VERSION)
BIND_FIRST(pthread_create);
BIND_FIRST(pthread_join);
BIND_FIRST(pthread_sigmask);
#endif
#endif

struct workers {
    size_t threads;
    struct job job;
    atomic_size_t next; /* first item that no thread has taken */
#ifdef HAS_THREADS
    pid_t process; /* the process that has the threads */
    /* `lock` protects the fields that follow, and `job` between jobs. */
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    size_t round;    /* number of jobs begun */
    int open;        /* 1: threads may take part in the job */
    int asked, quit; /* 1: poll() is wanted; 1: the threads must end */
    size_t active;   /* threads that take part, besides the caller's */
    size_t made;     /* threads that exist, besides the caller's */
    struct thread {
        struct workers *workers;
        size_t number;
        pthread_t id;
    } * thread;
#endif
};

size_t workers_threads(const struct workers *w)
{
    return w->threads;
}

static void take_items(struct workers *w, size_t number)
{
    const struct job *job = &w->job;
    size_t first = 0;
    while (first < job->count) {
        first = atomic_fetch_add_explicit(&w->next, job->chunk, memory_order_relaxed);
        for (size_t i = first; i < first + job->chunk && i < job->count; i++)
            job->work(job->context, number, i);
    }
}

#ifdef HAS_THREADS
static void *run_thread(void *context)
{
    struct thread *thread = context;
    struct workers *w = thread->workers;
    size_t seen = 0;
    pthread_mutex_lock(&w->lock);
    while (!w->quit) {
        if (!w->open || w->round == seen) {
            pthread_cond_wait(&w->begin, &w->lock);
            continue;
        }
        seen = w->round;
        w->active++;
        pthread_mutex_unlock(&w->lock);
        take_items(w, thread->number);
        pthread_mutex_lock(&w->lock);
        if (--w->active == 0)
            pthread_cond_signal(&w->done);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Start the threads, in which no signal of the host is handled. Returns 0 if one is refused. */
static int start(struct workers *w)
{
    sigset_t all, kept;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &kept) != 0)
        return 0;
    for (size_t i = 1, fine = 1; fine && i < w->threads; i++) {
        struct thread *thread = &w->thread[i];
        *thread = (struct thread){.workers = w, .number = i};
        fine = pthread_create(&thread->id, NULL, run_thread, thread) == 0;
        w->made += fine;
    }
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
    return w->made + 1 == w->threads;
}

struct workers *workers_new(size_t threads)
{
    struct workers *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->threads = threads;
    w->process = getpid();
    w->thread = calloc(threads, sizeof *w->thread);
    if (!w->thread) {
        free(w);
        return NULL;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->begin, NULL);
    pthread_cond_init(&w->done, NULL);
    if (start(w))
        return w;
    workers_free(w);
    return NULL;
}

static void end_threads(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->quit = 1;
    pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->lock);
    for (size_t i = 1; i <= w->made; i++)
        pthread_join(w->thread[i].id, NULL);
    pthread_cond_destroy(&w->done);
    pthread_cond_destroy(&w->begin);
    pthread_mutex_destroy(&w->lock);
}

/* A process made by fork() has copies of the memory, but no threads that could end. */
void workers_free(struct workers *w)
{
    if (!w)
        return;
    if (w->process == getpid())
        end_threads(w);
    free(w->thread);
    free(w);
}

/* Wait until no other thread takes part, then close the job to threads that come late. */
static void finish(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    while (w->active > 0) {
        if (w->asked) {
            w->asked = 0;
            pthread_mutex_unlock(&w->lock);
            w->job.poll(w->job.context);
            pthread_mutex_lock(&w->lock);
        } else {
            pthread_cond_wait(&w->done, &w->lock);
        }
    }
    w->open = 0;
    pthread_mutex_unlock(&w->lock);
}

void workers_run(struct workers *w, const struct job *job)
{
    pthread_mutex_lock(&w->lock);
    w->job = *job;
    w->asked = 0;
    w->open = 1;
    w->round++;
    atomic_store_explicit(&w->next, 0, memory_order_relaxed);
    if (w->made > 0)
        pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->lock);
    take_items(w, 0);
    finish(w);
}

void workers_ask(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->asked = 1;
    pthread_cond_signal(&w->done);
    pthread_mutex_unlock(&w->lock);
}
#else
struct workers *workers_new(size_t threads)
{
    struct workers *w = calloc(1, sizeof *w);
    (void)threads;
    if (w)
        w->threads = 1;
    return w;
}

void workers_free(struct workers *w)
{
    free(w);
}

void workers_run(struct workers *w, const struct job *job)
{
    w->job = *job;
    atomic_store_explicit(&w->next, 0, memory_order_relaxed);
    take_items(w, 0);
}

void workers_ask(struct workers *w)
{
    (void)w;
}
#endif
