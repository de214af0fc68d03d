/* SPDX-License-Identifier: MIT */
/* A unit of every kind and preset, in both versions of FMI, gives the bits of the library: with
 * equal steps and changing inputs, with random steps, after returning to a saved state, and in
 * another process that continues from a saved state, even if a forked copy of the first process
 * was killed while it stepped.
 * usage: test-unit-bits [UNIT VERSION STATE]: with arguments, continue UNIT from this state and
 * write the values at the end */
#define _POSIX_C_SOURCE 200809L
#include "importer.h"
#include "robust/support.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MIDDLE = 20, LAST = 40 };

static const char *myself;
static char unit_path[64], state_path[64], result_path[128];

/* Read all variables that unit and model share, in the order of refs; NaN for variables without a
 * value. stat.* must agree, too. */
static size_t read_unit(struct instance *instance, const wd_model *model, double *out)
{
    size_t n = wd_model_var_count(model);
    for (uint32_t ref = 0; ref < n; ref++) {
        int64_t whole = 0;
        out[ref] = NAN;
        if (wd_model_choice_count(model, ref) == 0)
            get(instance, &ref, 1, &out[ref]);
        else if (get_whole(instance, ref, &whole) == OK)
            out[ref] = (double)whole;
    }
    return n;
}

/* Number of variables that differ between the two; prints the first. */
static int differ(struct instance *instance, const wd_model *model, double t)
{
    static double unit[MOST_VARS], own;
    int count = 0;
    size_t n = read_unit(instance, model, unit);
    for (uint32_t ref = 0; ref < n; ref++) {
        const char *name = wd_model_var_name(model, ref);
        if (strcmp(name, "solver.stop_at_events") == 0) /* not a variable of units */
            continue;
        own = NAN;
        wd_model_get(model, &ref, 1, &own);
        if (!same_bits(own, unit[ref]) && !(isnan(own) && isnan(unit[ref])) && count++ == 0)
            printf("# t = %g: %s: %.17g, want %.17g\n", t, name, unit[ref], own);
    }
    return count;
}

/* The first input with a constant value that is not a choice; WD_NO_REF if there is none. */
static uint32_t free_input(const wd_model *model)
{
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_var_role(model, ref) == WD_INPUT && wd_model_choice_count(model, ref) == 0 &&
            wd_model_input_form(model, ref) == WD_SIGNAL_HOLD)
            return ref;
    return WD_NO_REF;
}

/* Step unit and model; return 1 if both report the same. */
static int both(struct instance *instance, wd_model *model, double *t, double h)
{
    struct step_result result;
    int status = step(instance, *t, h, &result);
    int32_t own = wd_model_step_to(model, *t + h);
    *t += h;
    if (own == WD_END)
        return result.ended && result.last == wd_model_time(model) &&
               status == (instance->unit->version == 2 ? DISCARD : OK);
    if (own < 0)
        return status == (instance->unit->version == 2 || own == WD_EINVAL ? ERROR : DISCARD);
    return status == OK && !result.ended;
}

static int is_over(const wd_model *model, double t)
{
    return wd_model_time(model) != t;
}

/* Make the steps `from` to `to` - 1, or fewer if the motion ends. Change an input before each step,
 * and compare unit and model after each step and after some of these changes. Returns the number of
 * differences. */
static int even_steps(struct instance *instance, wd_model *model, double *t, int from, int to)
{
    uint32_t input = free_input(model);
    int wrong = 0;
    for (int k = from; k < to && !is_over(model, *t); k++) {
        double value;
        if (input != WD_NO_REF && wd_model_get(model, &input, 1, &value) == WD_OK) {
            value += k % 2 ? 0.015625 : -0.015625;
            int taken = wd_model_set(model, &input, 1, &value) == WD_OK;
            wrong += set(instance, &input, 1, &value) != (taken ? OK : DISCARD);
            if (taken && k % 4 == 0) {
                wd_model_eval(model);
                wrong += differ(instance, model, *t);
            }
        }
        wrong += !both(instance, model, t, 0.03125);
        wrong += differ(instance, model, *t);
    }
    return wrong;
}

static int random_steps(struct instance *instance, wd_model *model, double *t)
{
    uint64_t seed = 3;
    int wrong = 0;
    for (int k = 0; k < 10 && !is_over(model, *t); k++) {
        wrong += !both(instance, model, t, 0.1 * random_part(&seed) + 1e-6);
        wrong += differ(instance, model, *t);
    }
    return wrong;
}

static int started(struct instance *instance, const struct unit *unit)
{
    return instantiate(instance, unit, TOKEN, 0) == OK && set_up(instance, 0, 0, INFINITY) == OK &&
           leave(instance) == OK;
}

static size_t save_state(struct instance *instance, unsigned char *bytes, size_t room)
{
    void *state = NULL;
    size_t size = get_state(instance, &state) == OK ? state_size(instance, state) : 0;
    if (size > room || write_state(instance, state, bytes, size) != OK)
        size = 0;
    free_state(instance, &state);
    return size;
}

/* ---- the other process ---- */

/* Read all variables as reals; those that are not real give 0. */
static void read_all(struct instance *instance, double values[MOST_VARS])
{
    for (uint32_t ref = 0; ref < MOST_VARS; ref++) {
        values[ref] = 0;
        get(instance, &ref, 1, &values[ref]);
    }
}

static int resume(const char *path, int version, const char *state_file)
{
    static unsigned char bytes[2 * MOST_BYTES];
    static double values[MOST_VARS];
    FILE *file = fopen(state_file, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    struct unit unit;
    struct instance instance;
    void *state = NULL;
    uint32_t time_ref = SLOT_REF_TIME;
    double t;
    if (file)
        fclose(file);
    if (unit_open(&unit, path, version) || instantiate(&instance, &unit, TOKEN, 0) != OK ||
        read_state(&instance, bytes, size, &state) != OK || set_state(&instance, state) != OK ||
        get(&instance, &time_ref, 1, &t) != OK)
        return 1;
    free_state(&instance, &state);
    for (int k = 0; k < 8; k++)
        step(&instance, t + k * 0.03125, 0.03125, NULL);
    read_all(&instance, values);
    file = fopen(result_path, "wb");
    int failed = !file || fwrite(values, sizeof values, 1, file) != 1 || fclose(file);
    release(&instance);
    unit_close(&unit);
    return failed;
}

static int in_another_process(struct instance *instance, const unsigned char *bytes, size_t size,
                              double t)
{
    static double here[MOST_VARS], there[MOST_VARS];
    int status = 1;
    FILE *file = fopen(state_path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
        return 0;
    pid_t child = fork();
    if (child == 0) {
        execl(myself, myself, unit_path, instance->unit->version == 2 ? "2" : "3", state_path,
              (char *)NULL);
        _exit(9);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        return 0;
    for (int k = 0; k < 8; k++)
        step(instance, t + k * 0.03125, 0.03125, NULL);
    read_all(instance, here);
    file = fopen(result_path, "rb");
    size_t n = file ? fread(there, sizeof *there, MOST_VARS, file) : 0;
    if (file)
        fclose(file);
    return n == MOST_VARS && memcmp(here, there, sizeof here) == 0;
}

/* ---- a case ---- */

static void compare(const struct unit *unit, const char *name, const wd_model *scenario)
{
    static unsigned char bytes[2 * MOST_BYTES];
    struct instance instance;
    wd_model *model = NULL, *middle = NULL;
    double t = 0, then;
    int version = unit->version;
    wd_model_clone(scenario, &model);
    wd_model_init(model, 0);
    if (!check(started(&instance, unit), "%s, FMI %d: a unit starts", name, version)) {
        printf("# %s\n", instance.text);
        return;
    }
    check(differ(&instance, model, 0) == 0, "%s, FMI %d: the start has the same bits", name,
          version);
    check(even_steps(&instance, model, &t, 0, MIDDLE) == 0,
          "%s, FMI %d: %d equal steps have the same bits", name, version, MIDDLE);
    size_t size = save_state(&instance, bytes, sizeof bytes);
    then = t;
    wd_model_clone(model, &middle);
    even_steps(&instance, model, &t, MIDDLE, LAST);
    check(random_steps(&instance, model, &t) == 0, "%s, FMI %d: random steps have the same bits",
          name, version);
    void *state = NULL;
    check(size > 0 && read_state(&instance, bytes, size, &state) == OK &&
              set_state(&instance, state) == OK && differ(&instance, middle, then) == 0,
          "%s, FMI %d: a saved state is restored", name, version);
    free_state(&instance, &state);
    t = then;
    check(even_steps(&instance, middle, &t, MIDDLE, LAST) == 0,
          "%s, FMI %d: steps from the restored state have the same bits", name, version);
    read_state(&instance, bytes, size, &state);
    set_state(&instance, state);
    free_state(&instance, &state);
    check(in_another_process(&instance, bytes, size, then),
          "%s, FMI %d: the same bits in another process", name, version);
    wd_model_free(model);
    wd_model_free(middle);
    release(&instance);
}

static void killed_in_a_step(void)
{
    struct unit unit;
    struct instance instance;
    static unsigned char bytes[2 * MOST_BYTES];
    struct timespec soon = {.tv_nsec = 20000000};
    wd_model *model = make(&(struct setup){"impact_wheel", "kerb-plastic"});
    unit_write(unit_path, model, 0, NULL, 0);
    if (!check(!unit_open(&unit, unit_path, 3) && started(&instance, &unit),
               "a unit for a process that is killed"))
        return;
    step(&instance, 0, 0.25, NULL);
    size_t size = save_state(&instance, bytes, sizeof bytes);
    pid_t child = fork();
    if (child == 0)
        for (double t = 0.25;; t += 1e-3)
            step(&instance, t, 1e-3, NULL);
    nanosleep(&soon, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    check(in_another_process(&instance, bytes, size, 0.25),
          "after a process was killed while it stepped, the state saved before continues in "
          "another process");
    release(&instance);
    unit_close(&unit);
    wd_model_free(model);
}

int main(int argc, char **argv)
{
    struct setup list[MOST_SETUPS];
    myself = argv[0];
    if (argc == 4) {
        snprintf(result_path, sizeof result_path, "%s.result", argv[3]);
        return resume(argv[1], atoi(argv[2]), argv[3]);
    }
    snprintf(unit_path, sizeof unit_path, "/tmp/wheeldyn-unit-%ld.so", (long)getpid());
    snprintf(state_path, sizeof state_path, "/tmp/wheeldyn-state-%ld", (long)getpid());
    snprintf(result_path, sizeof result_path, "%s.result", state_path);
    size_t count = list_setups(list);
    for (size_t i = 0; i < count; i++)
        for (int version = 2; version <= 3; version++) {
            struct unit unit;
            wd_model *model = make(&list[i]);
            if (check(!unit_write(unit_path, model, 0, NULL, 0) &&
                          !unit_open(&unit, unit_path, version),
                      "%s: a unit", setup_name(&list[i])))
                compare(&unit, setup_name(&list[i]), model);
            unit_close(&unit);
            wd_model_free(model);
        }
    killed_in_a_step();
    remove(unit_path);
    remove(state_path);
    remove(result_path);
    return done();
}
