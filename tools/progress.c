/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "output.h"

static volatile sig_atomic_t wanted;

/* A second one ends the program at once. */
static void want(int number)
{
    if (wanted) {
        output_drop_all();
        signal(number, SIG_DFL);
        raise(number); /* comes when this returns */
    }
    wanted = 1;
}

void stop_on_signals(void)
{
    struct sigaction action = {.sa_handler = want};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
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
