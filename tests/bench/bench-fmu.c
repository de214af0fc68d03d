/* SPDX-License-Identifier: MIT */
/* Overhead of an FMU: calls of FMI 2 and of the library alternate in one run.
 * usage: bench-fmu; the environment variable WHEELDYN_TEST_UNIT names the binary */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "importer.h"

enum { CALLS = 5000 };

typedef int (*step_fn)(void *, double, double, int);
typedef int (*values_fn)(void *, const uint32_t *, size_t, double *);
typedef int (*state_fn)(void *, void **);

/* A model and its unit, with the same settings. */
struct pair {
    wd_model *model;
    void *component, *state;
    unsigned char *bytes;
    size_t size;
    uint32_t refs[10], input;
    step_fn step;
    values_fn get, set;
    state_fn get_state;
    double t, own_t, values[10];
};

static const double h = 1e-3;

static void unit_steps(void *context)
{
    struct pair *pair = context;
    for (int k = 0; k < CALLS; k++, pair->t += h)
        pair->step(pair->component, pair->t, h, 1);
}

static void own_steps(void *context)
{
    struct pair *pair = context;
    for (int k = 0; k < CALLS; k++, pair->own_t += h)
        wd_model_step_to(pair->model, pair->own_t + h);
}

static void unit_gets(void *context)
{
    struct pair *pair = context;
    for (int k = 0; k < CALLS; k++)
        pair->get(pair->component, pair->refs, 10, pair->values);
}

static void own_gets(void *context)
{
    struct pair *pair = context;
    for (int k = 0; k < CALLS; k++)
        wd_model_get(pair->model, pair->refs, 10, pair->values);
}

static void unit_sets(void *context)
{
    struct pair *pair = context;
    for (int k = 0; k < CALLS; k++) {
        double u = 1 + k % 2;
        pair->set(pair->component, &pair->input, 1, &u);
    }
}

static void own_sets(void *context)
{
    struct pair *pair = context;
    for (int k = 0; k < CALLS; k++) {
        double u = 1 + k % 2;
        wd_model_set(pair->model, &pair->input, 1, &u);
    }
}

static void unit_states(void *context)
{
    struct pair *pair = context;
    for (int k = 0; k < CALLS; k++)
        pair->get_state(pair->component, &pair->state);
}

static void own_states(void *context)
{
    struct pair *pair = context;
    for (int k = 0; k < CALLS; k++)
        wd_model_save(pair->model, pair->bytes, pair->size);
}

/* Print the median time of a call of the unit and of the library, and the median over all rounds of
 * the difference of these times in a round. The aim is the largest difference [s]; 0: no aim. */
static void compare(const char *what, bench_fn unit, bench_fn own, struct pair *pair, double aim)
{
    double a[BENCH_ROUNDS], b[BENCH_ROUNDS], more[BENCH_ROUNDS];
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        if (i % 2 == 0)
            a[i] = bench_seconds(unit, pair) / CALLS;
        b[i] = bench_seconds(own, pair) / CALLS;
        if (i % 2 == 1)
            a[i] = bench_seconds(unit, pair) / CALLS;
        more[i] = a[i] - b[i];
    }
    double difference = bench_median(more, BENCH_ROUNDS);
    printf("%s: %.4g ns against %.4g ns, %.3g ns more", what, 1e9 * bench_median(a, BENCH_ROUNDS),
           1e9 * bench_median(b, BENCH_ROUNDS), 1e9 * difference);
    if (aim > 0)
        printf(", aim at most %g: %s", 1e9 * aim, bench_verdict(difference <= aim));
    printf("\n");
}

#define TAKE(pair, unit, member, name)                    \
    do {                                                  \
        void *symbol = unit_function(unit, name);         \
        memcpy(&(pair)->member, &symbol, sizeof(symbol)); \
    } while (0)

static void play(const char *kind, const char *preset, const char *input)
{
    struct pair pair = {0};
    struct unit unit;
    struct instance instance;
    char path[64], what[64];
    snprintf(path, sizeof path, "/tmp/wheeldyn-bench-%ld.so", (long)getpid());
    wd_model_new(kind, &pair.model);
    wd_model_load_preset(pair.model, preset);
    wd_model_set_value(pair.model, "solver.fixed_step", h);
    wd_model_find(pair.model, input, &pair.input);
    for (uint32_t i = 0; i < 10; i++)
        pair.refs[i] = pair.input + i;
    if (unit_write(path, pair.model, 0, NULL, 0) || unit_open(&unit, path, 2) ||
        instantiate(&instance, &unit, TOKEN, 0) != OK || set_up(&instance, 0, 0, INFINITY) != OK ||
        leave(&instance) != OK || wd_model_init(pair.model, 0) != WD_OK) {
        printf("no unit of %s\n", kind);
        exit(1);
    }
    remove(path);
    pair.component = instance.component;
    pair.size = wd_model_save_size(pair.model);
    pair.bytes = malloc(pair.size);
    TAKE(&pair, &unit, step, "DoStep");
    TAKE(&pair, &unit, get, "GetReal");
    TAKE(&pair, &unit, set, "SetReal");
    TAKE(&pair, &unit, get_state, "GetFMUstate");
#define COMPARE(name, unit, own, aim)                  \
    snprintf(what, sizeof what, "%s, %s", kind, name); \
    compare(what, unit, own, &pair, aim)
    COMPARE("step of 1 ms", unit_steps, own_steps, 50e-9);
    COMPARE("get of 10", unit_gets, own_gets, 50e-9);
    COMPARE("set", unit_sets, own_sets, 50e-9);
    COMPARE("state", unit_states, own_states, 0);
    free(pair.bytes);
    wd_model_free(pair.model);
    release(&instance);
    unit_close(&unit);
}

int main(void)
{
    play("rolling_wheel", "brake-reference", "input.drive_torque");
    play("impact_wheel", "kerb-plastic", "input.torque");
    return 0;
}
