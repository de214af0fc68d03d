/* SPDX-License-Identifier: MIT */
#include "num/interrupt.h"
#include "num/host.h"

static int32_t call(struct interrupt *interrupt)
{
    if (interrupt->host)
        host_resume(interrupt->host);
    int32_t answer = interrupt->fn(interrupt->user);
    if (interrupt->host)
        host_suspend(interrupt->host);
    return answer;
}

int interrupt_poll(struct interrupt *interrupt)
{
    interrupt->left = INTERRUPT_WORK;
    if (!interrupt->stopped && interrupt->fn && call(interrupt) != 0)
        interrupt->stopped = 1;
    if (interrupt->stopped)
        interrupt->left = 0;
    return interrupt->stopped;
}
