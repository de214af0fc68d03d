/* SPDX-License-Identifier: MIT */
/* A hundred instances of a unit in eight threads, made and freed there, do not know each other. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"

#include <pthread.h>

enum { THREADS = 8, INSTANCES = 100, STEPS = 40 };

struct worker {
    pthread_t thread;
    int first, version;
    double x[INSTANCES];
    int failed;
};

static void step_all(struct worker *worker, struct instance *instances)
{
    for (int k = 0; k < STEPS; k++)
        for (int n = worker->first; n < INSTANCES; n += THREADS) {
            uint32_t force = 0;
            void *state = NULL;
            double u = 1 + n % 7;
            wd_model_find(scenario, "input.force_x", &force);
            worker->failed += set(&instances[n], &force, 1, &u) != OK;
            worker->failed += step(&instances[n], k * 0.025, 0.025, NULL) != OK;
            worker->failed += get_state(&instances[n], &state) != OK ||
                              set_state(&instances[n], state) != OK ||
                              free_state(&instances[n], &state) != OK;
        }
}

static void *work(void *context)
{
    struct worker *worker = context;
    static struct instance all[2][INSTANCES];
    struct instance *instances = all[worker->version];
    uint32_t x = 0;
    wd_model_find(scenario, "state.x", &x);
    for (int n = worker->first; n < INSTANCES; n += THREADS)
        worker->failed += instantiate(&instances[n], &units[worker->version], TOKEN, 0) != OK ||
                          set_up(&instances[n], 0, 0, INFINITY) != OK || leave(&instances[n]) != OK;
    step_all(worker, instances);
    for (int n = worker->first; n < INSTANCES; n += THREADS) {
        worker->failed += get(&instances[n], &x, 1, &worker->x[n]) != OK;
        release(&instances[n]);
    }
    return NULL;
}

static void play(int version)
{
    static struct worker workers[THREADS];
    double alike[7];
    int failed = 0, same = 0, different = 0;
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.first = i, .version = version};
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        failed += workers[i].failed;
    }
    for (int n = 0; n < INSTANCES; n++) {
        double x = workers[n % THREADS].x[n];
        if (n < 7) {
            alike[n] = x;
            different += n > 0 && alike[n] != alike[n - 1];
        }
        same += same_bits(x, alike[n % 7]);
    }
    check(failed == 0 && same == INSTANCES && different == 6,
          "FMI %d: %d of %d instances in %d threads move as their like, %d calls fail", 2 + version,
          same, INSTANCES, THREADS, failed);
}

int main(void)
{
    preset("impact_wheel", "kerb-plastic");
    play(0);
    play(1);
    return end_of_play();
}
