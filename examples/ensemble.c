/* SPDX-License-Identifier: MIT */
/* A thousand wheels on four threads: where do throws with scattered speeds come to rest?
 * Every thread makes its own models, so nothing is shared or locked. The results have the same
 * bits as in one thread, whichever thread runs a throw. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "example.h"

enum { THROWS = 1000, THREADS = 4 };

struct ensemble {
    double x[THROWS]; /* position of each wheel after 3 s [m] */
    atomic_int next;
};

/* Speeds scattered by 20 % around those of the preset, the same in every run of the program. */
static double scatter(int i, double step)
{
    double turn = i * step;
    return 0.8 + 0.4 * (turn - (int)turn);
}

static double throw_wheel(wd_model *model, int i)
{
    must(model, wd_model_set_value(model, "state.x_dot", -5 * scatter(i, 0.6180339887)));
    must(model, wd_model_set_value(model, "state.y_dot", -3 * scatter(i, 0.4142135624)));
    must(model, wd_model_init(model, 0.0));
    must(model, wd_model_step_to(model, 3.0));
    double x = value_of(model, "state.x");
    must(model, wd_model_reset(model));
    return x;
}

static void *work(void *argument)
{
    struct ensemble *ensemble = argument;
    wd_model *model = new_model("impact_wheel");
    must(model, wd_model_load_preset(model, "kerb-elastoplastic"));
    for (int i; (i = atomic_fetch_add(&ensemble->next, 1)) < THROWS;)
        ensemble->x[i] = throw_wheel(model, i);
    wd_model_free(model);
    return NULL;
}

static void run(struct ensemble *ensemble, int threads)
{
    pthread_t ids[THREADS];
    int started = 0;
    while (started < threads && !pthread_create(&ids[started], NULL, work, ensemble))
        started++;
    if (started == 0)
        work(ensemble);
    for (int i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
}

int main(void)
{
    static struct ensemble serial, parallel;
    run(&serial, 1);
    run(&parallel, THREADS);
    int beyond = 0;
    double least = serial.x[0], most = serial.x[0];
    for (int i = 0; i < THROWS; i++) {
        beyond += serial.x[i] > 0.5;
        least = serial.x[i] < least ? serial.x[i] : least;
        most = serial.x[i] > most ? serial.x[i] : most;
    }
    int same = !memcmp(serial.x, parallel.x, sizeof serial.x);
    printf("%d throws: %d stay on the kerb, %d leave it\n", THROWS, THROWS - beyond, beyond);
    printf("x after 3 s: %.9f m to %.9f m\n", least, most);
    printf("one thread and %d threads: %s\n", THREADS, same ? "the same bits" : "DIFFERENT");
    return !same;
}
