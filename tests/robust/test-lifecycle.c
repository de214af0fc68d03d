/* SPDX-License-Identifier: MIT */
/* The table of roles, for every variable of every kind, set up and running; and the order of
 * calls. */
#include "support.h"

#include <float.h>

static struct image before, after;

static int is_live(const char *name)
{
    static const char *const live[] = {"solver.rtol", "solver.atol", "solver.max_step",
                                       "solver.max_steps", "solver.stop_at_events"};
    for (size_t i = 0; i < sizeof live / sizeof *live; i++)
        if (strcmp(name, live[i]) == 0)
            return 1;
    return 0;
}

/* Status of set according to the contract. */
static int32_t expected_set_status(const wd_model *model, uint32_t ref, int running)
{
    int32_t role = wd_model_var_role(model, ref);
    if (role == WD_TUNABLE || role == WD_INPUT)
        return WD_OK;
    if (role == WD_PARAM || role == WD_INIT || (role == WD_STATE && !has_init_values(model)))
        return running ? WD_EROLE : WD_OK;
    if (role == WD_SOLVER)
        return running && !is_live(wd_model_var_name(model, ref)) ? WD_EROLE : WD_OK;
    return WD_EROLE;
}

/* Status of get in the setup phase according to the contract. */
static int32_t expected_get_status(const wd_model *model, uint32_t ref)
{
    int32_t role = wd_model_var_role(model, ref);
    int computed = role == WD_OUTPUT || (role == WD_STATE && has_init_values(model));
    return computed ? WD_ESTATE : WD_OK;
}

/* A value that a real or choice accepts and that is not its default. */
static double other_value(const wd_model *model, uint32_t ref, double now)
{
    double lo, hi;
    wd_model_var_bounds(model, ref, &lo, &hi);
    if (wd_model_choice_count(model, ref) > 0 ||
        strcmp(wd_model_var_name(model, ref), "solver.stop_at_events") == 0)
        return now > 0 ? 0 : 1;
    if (isinf(now))
        return 1;
    return now + 1 <= hi ? now + 1 : fmax(lo, now / 2);
}

static void set_each(wd_model *model, int running)
{
    char what[128];
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        const char *name = wd_model_var_name(model, ref);
        double old = 0, got = NAN;
        wd_model_get(model, &ref, 1, &old);
        double in = other_value(model, ref, old);
        int32_t want = expected_set_status(model, ref, running);
        snprintf(what, sizeof what, "set %s while %s", name, running ? "running" : "set up");
        image_take(model, &before);
        int32_t status = wd_model_set(model, &ref, 1, &in);
        if (want != WD_OK) {
            refused(model, &before, status, want, name, what);
            continue;
        }
        wd_model_get(model, &ref, 1, &got);
        check(status == WD_OK && got == in && in != old, "%s", what);
        wd_model_set(model, &ref, 1, &old);
    }
}

static void get_each_set_up(const wd_model *model)
{
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        double value = 12345;
        int32_t status = wd_model_get(model, &ref, 1, &value),
                want = expected_get_status(model, ref);
        int right = want == WD_OK ? value != 12345 : value == 12345;
        if (wd_model_var_role(model, ref) == WD_STAT)
            right = value == 0;
        check(status == want && right, "get %s while set up has the status of the contract",
              wd_model_var_name(model, ref));
    }
}

static void order_of_calls(const char *kind)
{
    double A[64 * 64], xy[] = {0, 0, 1, 0}, ramp[] = {0, 0, 1, 0.5}, row[1], re[64], im[64];
    wd_model *model = make_kind(kind);
    uint32_t input = first_input(model);
    check(isnan(wd_model_time(model)), "the time is NaN while set up");
    check(wd_model_event_count(model) == 0 && wd_model_save_size(model) == 0,
          "no events and no snapshot while set up");
#define ESTATE(call) REFUSED(model, &before, WD_ESTATE, kind, call)
    ESTATE(wd_model_step_to(model, 1));
    ESTATE(wd_model_advance_to(model, 1));
    ESTATE(wd_model_eval(model));
    ESTATE(wd_model_run(model, 1, 1, NULL, 0, row, 1, NULL));
    ESTATE(wd_model_linearize(model, A, NULL, 0, NULL));
    ESTATE(wd_model_eigenvalues(model, re, im));
    check(wd_model_save(model, A, sizeof A) == WD_ESTATE, "save is refused while set up");
    check(wd_model_event(model, 0, NULL, NULL, NULL, 0) == WD_ERANGE,
          "while set up there is no event");
    check(wd_model_reset(model) == WD_OK, "reset while set up is accepted");
    REFUSED(model, &before, WD_EINVAL, "NaN", wd_model_init(model, NAN));
    REFUSED(model, &before, WD_EINVAL, "-infinity", wd_model_init(model, -INFINITY));
    if (has_terrain(model))
        check(wd_model_set_terrain(model, xy, 2) == WD_OK, "a terrain is accepted while set up");
    else if (strcmp(kind, "vehicle") == 0)
        check(wd_model_set_terrain(model, xy, 2) == WD_OK &&
                  wd_model_set_terrain(model, NULL, 0) == WD_OK,
              "a vehicle accepts a ground while set up, and the plane again");
    else
        REFUSED(model, &before, WD_EROLE, kind, wd_model_set_terrain(model, xy, 2));
    if (has_path(model))
        check(wd_model_set_path(model, xy, 2, 0) == WD_OK, "a path is accepted while set up");
    else
        REFUSED(model, &before, WD_EROLE, kind, wd_model_set_path(model, xy, 2, 0));
    check(wd_model_init(model, 2) == WD_OK && wd_model_time(model) == 2,
          "init starts the model at 2 s");
    ESTATE(wd_model_init(model, 3));
    ESTATE(wd_model_load_preset(model, "drive-20"));
    ESTATE(wd_model_set_input_signal(model, input, WD_SIGNAL_STEP, ramp, 4));
    if (has_terrain(model)) {
        ESTATE(wd_model_set_terrain(model, ramp, 2));
        ESTATE(wd_model_set_terrain(model, NULL, 0));
    }
    if (has_path(model)) {
        ESTATE(wd_model_set_path(model, ramp, 2, 0));
        ESTATE(wd_model_set_path(model, NULL, 0, 0));
    }
    REFUSED(model, &before, WD_EINVAL, "1.5", wd_model_step_to(model, 1.5));
    REFUSED(model, &before, WD_EINVAL, "1.5", wd_model_run(model, 1.5, 1, NULL, 0, row, 1, NULL));
    check(wd_model_step_to(model, 3) == WD_OK && wd_model_reset(model) == WD_OK,
          "a running model is reset");
    check(isnan(wd_model_time(model)) && wd_model_save_size(model) == 0,
          "the model is set up again");
    wd_model_free(model);
}

/* Name of a start value that determines the kinetic energy. */
static const char *start_speed(const wd_model *model)
{
    static const char *const names[] = {"state.x_dot", "state.spin_rate", "init.speed",
                                        "init.disc.forward"};
    uint32_t ref;
    size_t i = 0;
    while (wd_model_find(model, names[i], &ref) != WD_OK)
        i++;
    return names[i];
}

/* A motion keeps the start values; outputs keep the values of their last computation. */
static void memory_of_values(const char *kind)
{
    wd_model *model = make_kind(kind);
    uint32_t input = first_input(model);
    const char *speed = start_speed(model);
    double force = 30, limit;
    put(model, speed, 3);
    check(value_of(model, speed) == 3, "while set up, a state has its start value");
    wd_model_init(model, 0);
    wd_model_set(model, &input, 1, &force);
    limit = value_of(model, "output.kinetic_energy");
    wd_model_step_to(model, 1);
    check((value_of(model, speed) == 3) == has_init_values(model),
          "while running, a state has its current value, init.* the start value");
    image_take(model, &before);
    force = 50;
    wd_model_set(model, &input, 1, &force);
    image_take(model, &after);
    int outputs = 1;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (ref != input)
            outputs = outputs && same_bits(before.value[ref], after.value[ref]);
    check(outputs && after.value[input] == 50, "set changes only the variable that it sets");
    wd_model_eval(model);
    image_take(model, &after);
    check(memcmp(after.value, before.value, sizeof after.value) != 0,
          "eval computes the outputs again");
    wd_model_reset(model);
    check(value_of(model, speed) == 3, "after reset a state has its start value again");
    wd_model_init(model, 0);
    check(value_of(model, "output.kinetic_energy") == limit && value_of(model, "stat.steps") == 0 &&
              value_of(model, "output.work") == 0,
          "after reset and init, outputs and counters are those of the first start");
    wd_model_free(model);
}

/* Load a snapshot into a model that has not run, and use it. Valgrind and sanitizers check that no
 * freed memory is read. */
static void fresh_load(const char *kind)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *model = make_kind(kind), *fresh = make_kind(kind), *clone = NULL;
    wd_model_init(model, 0);
    wd_model_save(model, bytes, wd_model_save_size(model));
    uint64_t usual = walk(model, 0, 10);
    check(wd_model_load(fresh, bytes, wd_model_save_size(model)) == WD_OK &&
              wd_model_clone(fresh, &clone) == WD_OK,
          "a snapshot is loaded into a new model, which is cloned");
    wd_model_free(fresh);
    check(walk(clone, 0, 10) == usual, "the clone continues with the same bits");
    wd_model_free(model);
    wd_model_free(clone);
}

static void presets_replace(void)
{
    wd_model *model = make_kind("rolling_wheel"), *fresh = make_kind("rolling_wheel");
    put(model, "param.mass", 3);
    put(model, "solver.fixed_step", 0.5);
    put(model, "state.x", 7);
    wd_model_set_choice(model, "param.law", "published");
    wd_model_load_preset(model, "drive-20");
    wd_model_load_preset(fresh, "drive-20");
    image_take(model, &before);
    image_take(fresh, &after);
    check(image_same(&before, &after), "a preset starts from the defaults");
    REFUSED(model, &before, WD_ENAME, "drive-21", wd_model_load_preset(model, "drive-21"));
    REFUSED(model, &before, WD_EINVAL, NULL, wd_model_load_preset(model, NULL));
    wd_model_load_preset(model, "brake-reference");
    wd_model_init(model, 10);
    check(value_of(model, "input.mu") == 0.9, "the signals of the preset before are removed");
    wd_model_free(model);
    wd_model_free(fresh);
}

static void set_terrain(wd_model *model)
{
    static const double slope[] = {-5, 5, 0, 0, 5, 0};
    wd_model_set_terrain(model, slope, 3);
}

static void set_height(wd_model *model)
{
    put(model, "param.kerb_height", 0.02);
}

static void set_room(wd_model *model)
{
    put(model, "solver.event_capacity", 7);
}

static void set_mass(wd_model *model)
{
    put(model, "param.mass", 3);
    put(model, "input.force_x", -5);
}

/* If settings change between two runs, kept data are adapted: results equal those of a model that
 * has not run before. */
static void run_after_run(const char *what, void (*change)(wd_model *))
{
    wd_model *model = make_kind("impact_wheel"), *fresh = make_kind("impact_wheel");
    wd_model_load_preset(model, "kerb-elastoplastic");
    wd_model_load_preset(fresh, "kerb-elastoplastic");
    wd_model_init(model, 0);
    wd_model_step_to(model, 1);
    wd_model_reset(model);
    change(model);
    change(fresh);
    wd_model_init(model, 0);
    wd_model_init(fresh, 0);
    wd_model_step_to(model, 1);
    wd_model_step_to(fresh, 1);
    image_take(model, &before);
    image_take(fresh, &after);
    check(wd_model_save_size(model) == wd_model_save_size(fresh) && image_same(&before, &after),
          "%s changed between two runs: the run has the bits of a new model", what);
    wd_model_free(model);
    wd_model_free(fresh);
}

int main(void)
{
    for (size_t i = 0; i < wd_kind_count(); i++) {
        const char *kind = wd_kind_name(i);
        if (needs_code(kind))
            continue;
        printf("# %s\n", kind);
        wd_model *model = make_kind(kind);
        set_each(model, 0);
        get_each_set_up(model);
        wd_model_init(model, 0);
        wd_model_step_to(model, 0.25);
        set_each(model, 1);
        wd_model_free(model);
        order_of_calls(kind);
        memory_of_values(kind);
        fresh_load(kind);
    }
    presets_replace();
    run_after_run("a terrain", set_terrain);
    run_after_run("the kerb", set_height);
    run_after_run("the capacity for events", set_room);
    run_after_run("the mass", set_mass);
    return done();
}
