/* SPDX-License-Identifier: MIT */
/* A wheel in a 1 kHz loop, as on a test bench of a controller, and the computing times of its
 * steps.
 *
 * wd_model_init() allocates all memory, which is locked before the loop, so no step
 * allocates or causes a page fault. A fixed step does the same work every millisecond. The program
 * measures the computing time of each step. It does not measure how punctually the system wakes the
 * loop; a real bench needs a real-time kernel and SCHED_FIFO for that.
 *
 * usage: realtime [SECONDS] */
#define _POSIX_C_SOURCE 200809L
#include <sys/mman.h>
#include <time.h>

#include "example.h"

enum { BINS = 16 }; /* bins of doubling width: below 1 us, 2 us, 4 us ... */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void sleep_until(struct timespec *wake)
{
    wake->tv_nsec += 1000000;
    if (wake->tv_nsec >= 1000000000) {
        wake->tv_nsec -= 1000000000;
        wake->tv_sec++;
    }
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, wake, NULL);
}

/* The controller: full torque while the slip ratio is below 0.1, none above. */
static void step(wd_model *wheel, uint32_t torque, uint32_t slip, int tick)
{
    double value;
    must(wheel, wd_model_step_to(wheel, 1e-3 * tick));
    must(wheel, wd_model_get(wheel, &slip, 1, &value));
    value = value < 0.1 ? 60 : 0;
    must(wheel, wd_model_set(wheel, &torque, 1, &value));
}

int main(int argc, char **argv)
{
    int ticks = 1000 * (argc > 1 ? atoi(argv[1]) : 5), histogram[BINS] = {0};
    wd_model *wheel = new_model("rolling_wheel");
    must(wheel, wd_model_set_choice(wheel, "solver.method", "rk4"));
    must(wheel, wd_model_set_value(wheel, "solver.fixed_step", 1e-3));
    must(wheel, wd_model_set_value(wheel, "input.mu", 0.1));
    must(wheel, wd_model_init(wheel, 0.0));
    uint32_t torque = ref_of(wheel, "input.drive_torque"),
             slip = ref_of(wheel, "output.slip_ratio");
    if (mlockall(MCL_CURRENT | MCL_FUTURE))
        puts("the memory could not be locked: missing right or limit (ulimit -l)");

    struct timespec wake;
    clock_gettime(CLOCK_MONOTONIC, &wake);
    double worst = 0;
    for (int tick = 1; tick <= ticks; tick++) {
        sleep_until(&wake);
        double start = now();
        step(wheel, torque, slip, tick);
        double took = 1e6 * (now() - start);
        worst = took > worst ? took : worst;
        int bin = 0;
        while (bin + 1 < BINS && took >= 1 << bin)
            bin++;
        histogram[bin]++;
    }
    printf("%d steps of 1 ms, the longest took %.1f us\n", ticks, worst);
    for (int bin = 0; bin < BINS; bin++)
        if (histogram[bin])
            printf("below %5d us: %d\n", 1 << bin, histogram[bin]);
    wd_model_free(wheel);
    return 0;
}
