/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <signal.h>
#include <stdio.h>

#include "output.h"
#include "system.h"

static volatile sig_atomic_t wanted; /* the first signal that requested a stop, or 0 */

void end_by_signal(int number)
{
    output_drop_all();
    signal(number, SIG_DFL);
    raise(number); /* the signal is delivered when this handler returns */
}

/* Request a stop at the first signal; end the program at the second. */
static void want(int number)
{
    if (wanted)
        end_by_signal(number);
    wanted = number;
}

void stop_on_signals(void)
{
    system_on_stop(want);
}

bool stop_wanted(void)
{
    return wanted != 0;
}

int stop_status(void)
{
    return TOOL_INTERRUPTED + (int)wanted;
}

struct progress progress_begin(const char *unit, size_t total)
{
    double begun = system_time();
    return (struct progress){.unit = system_is_terminal(stderr) ? unit : NULL,
                             .total = total,
                             .begun = begun,
                             .shown = begun};
}

void progress_step(struct progress *progress, size_t done)
{
    progress->done = done;
    if (!progress->unit)
        return;
    double time = system_time();
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
