/* SPDX-License-Identifier: MIT */
/* A hundred instances of a unit, created and freed in eight threads, are independent. Another
 * thread can cancel a step. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"

#include <pthread.h>
#include <time.h>

enum { THREADS = 8, INSTANCES = 100 };

struct worker {
    pthread_t thread;
    int first, version;
    double x[INSTANCES];
    int failed;
};

static void step_all(struct worker *worker, struct instance *instances)
{
    int steps = few_or_all(10, 40);
    for (int k = 0; k < steps; k++)
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
    check(
        failed == 0 && same == INSTANCES && different == 6,
        "FMI %d: %d of %d instances in %d threads have the bits of equal instances, %d calls fail",
        2 + version, same, INSTANCES, THREADS, failed);
}

/* ---- ending a step ---- */

/* A communication step so long that solver.max_steps internal steps, about 20 s of work, do not
 * reach its end. */
struct long_step {
    struct instance instance;
    pthread_t thread;
    struct step_result result;
    double from;
    int status;
};

static void *step_long(void *context)
{
    struct long_step *s = context;
    s->status = step(&s->instance, s->from, 1e12, &s->result);
    return NULL;
}

/* Start the thread, and return when it has used some processor time and so is within the step. */
static void begin_long(struct long_step *s)
{
    struct timespec used = {0}, pause = {.tv_nsec = 1000000};
    clockid_t clock;
    put_real(&s->instance, "solver.max_steps", 1e7);
    pthread_create(&s->thread, NULL, step_long, s);
    pthread_getcpuclockid(s->thread, &clock);
    while (clock_gettime(clock, &used) == 0 && used.tv_sec == 0 && used.tv_nsec < 50000000)
        nanosleep(&pause, NULL);
}

/* A cancelled step is undone, including its part before the switch at 0.75 s. */
static void cancel(void)
{
    struct long_step s = {.from = 0.5};
    start(&s.instance, 0, 0);
    step(&s.instance, 0, 0.5, NULL);
    double x = real(&s.instance, "state.x");
    check(cancel_step(&s.instance) == ERROR, "there is no step to cancel: %s", s.instance.text);
    begin_long(&s);
    int cancelled = cancel_step(&s.instance);
    pthread_join(s.thread, NULL);
    check(cancelled == OK && s.status == ERROR && strstr(s.instance.text, "was cancelled"),
          "FMI 2: a step is cancelled: %s", s.instance.text);
    check(s.result.last == 0.5 && same_bits(real(&s.instance, "state.x"), x),
          "FMI 2: the cancelled step changes nothing");
    struct instance other;
    start(&other, 0, 0);
    step(&other, 0, 0.5, NULL);
    put_real(&s.instance, "solver.max_steps", 1e6);
    int status = step(&s.instance, 0.5, 1, NULL) + step(&other, 0.5, 1, NULL);
    check(status == OK && same_bits(real(&s.instance, "state.x"), real(&other, "state.x")),
          "FMI 2: a further step has the same bits");
    release(&other);
    release(&s.instance);
}

static void terminate_in_step(int i)
{
    struct long_step s = {.from = 0.5};
    start(&s.instance, i, LOGGING);
    step(&s.instance, 0, 0.5, NULL);
    double x = real(&s.instance, "state.x");
    begin_long(&s);
    int terminated = terminate(&s.instance);
    pthread_join(s.thread, NULL);
    check(terminated == OK && s.status == (i ? DISCARD : ERROR) &&
              strstr(s.instance.text, "was cancelled"),
          "FMI %d: a step is ended by fmi%dTerminate: %s", 2 + i, 2 + i, s.instance.text);
    check(s.result.last == 0.5 && same_bits(real(&s.instance, "state.x"), x) &&
              step(&s.instance, 0.5, 1, NULL) == ERROR && reset(&s.instance) == OK,
          "FMI %d: then values can be read, and steps are refused before a reset", 2 + i);
    release(&s.instance);
}

static void end_steps(void)
{
    wd_model *model = make(&(struct setup){"rolling_wheel", "drive-60"});
    const struct slot_switch list[] = {{0.75, 0.4, ref_of(model, "input.mu")}};
    make_units(model, list, 1);
    cancel();
    terminate_in_step(0);
    terminate_in_step(1);
}

int main(void)
{
    preset("impact_wheel", "kerb-plastic");
    play(0);
    play(1);
    end_steps();
    return end_of_play();
}
