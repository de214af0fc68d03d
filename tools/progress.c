/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "output.h"

static volatile sig_atomic_t wanted;

static void end(int number)
{
    output_drop_all();
    signal(number, SIG_DFL);
    raise(number); /* comes when this returns */
}

/* A second one ends the program at once. */
static void want(int number)
{
    if (wanted)
        end(number);
    wanted = 1;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* Unless somebody who began the program has it ignored, as nohup has. */
static void handle_if_heeded(int number, void (*handler)(int))
{
    struct sigaction before;
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        handle(number, handler);
}

void stop_on_signals(void)
{
    handle(SIGINT, want);
    handle(SIGTERM, want);
    handle_if_heeded(SIGHUP, want);
    handle_if_heeded(SIGPIPE, end);
}

bool stop_wanted(void)
{
    return wanted;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct progress progress_begin(const char *unit, size_t total)
{
    double begun = now();
    return (struct progress){.unit = isatty(STDERR_FILENO) ? unit : NULL,
                             .total = total,
                             .begun = begun,
                             .shown = begun};
}

void progress_step(struct progress *progress, size_t done)
{
    progress->done = done;
    if (!progress->unit)
        return;
    double time = now();
    if (time - progress->shown < 0.1)
        return;
    progress->shown = time;
    double rate = (double)done / (time - progress->begun);
    fprintf(stderr, "\r%3.0f %%  %.3g %s/s  %.0f s left \033[K",
            100 * (double)done / (double)progress->total, rate, progress->unit,
            (double)(progress->total - done) / rate);
}

void progress_end(struct progress *progress)
{
    if (progress->unit && progress->shown > progress->begun)
        fputs("\r\033[K", stderr);
}
