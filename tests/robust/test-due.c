/* SPDX-License-Identifier: MIT */
/* Calls that move a model leave its projection and its outputs to the first call that reads them.
 * The results then have the same bits as those of a model that computes them in each call. A model
 * with an interrupt function does so, because no function of the user may be called by a call that
 * reads. The test links the core. */
#include "support.h"

#include "core/model.h"

static int32_t never_stop(void *user)
{
    (void)user;
    return 0;
}

/* ---- calls between a step and the first reading ---- */

static unsigned char bytes[MOST_BYTES], earlier[MOST_BYTES];

static uint32_t first_of(const wd_model *model, int32_t role)
{
    uint32_t ref = 0;
    while (wd_model_var_role(model, ref) != role)
        ref++;
    return ref;
}

/* An output is not the first result that mix_model() reads. */
static uint64_t read_output_first(wd_model *model, uint64_t hash)
{
    uint32_t ref = first_of(model, WD_OUTPUT);
    double value = 0;
    int32_t status = wd_model_get(model, &ref, 1, &value);
    return mix(mix(hash, &status, sizeof status), &value, sizeof value);
}

static uint64_t read_clone(wd_model *model, uint64_t hash)
{
    wd_model *clone;
    check(wd_model_clone(model, &clone) == WD_OK, "a model is cloned");
    hash = mix_model(hash, clone);
    wd_model_step_to(clone, wd_model_time(clone) + 0.002);
    hash = mix_model(hash, clone);
    wd_model_free(clone);
    return hash;
}

static uint64_t read_snapshot(wd_model *model, uint64_t hash)
{
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, MOST_BYTES);
    return mix(hash, bytes, size);
}

static uint64_t go_back(wd_model *model, uint64_t hash)
{
    size_t size = wd_model_save_size(model);
    wd_model_save(model, earlier, MOST_BYTES);
    wd_model_step_to(model, wd_model_time(model) + 0.002);
    wd_model_load(model, earlier, size);
    return mix_model(hash, model);
}

/* Outputs are those of the inputs before the change, as for any call that has computed them. */
static uint64_t change_input(wd_model *model, uint64_t hash)
{
    uint32_t ref = first_input(model);
    double value = 0, lo, hi;
    if (ref == wd_model_var_count(model))
        return hash;
    wd_model_get(model, &ref, 1, &value);
    wd_model_var_bounds(model, ref, &lo, &hi);
    double other = value + 0.01 <= hi ? value + 0.01 : value;
    wd_model_set(model, &ref, 1, &other);
    hash = mix_model(hash, model);
    wd_model_step_to(model, wd_model_time(model) + 0.002);
    hash = mix_model(hash, model);
    wd_model_set(model, &ref, 1, &value);
    return hash;
}

static uint64_t refuse_step(wd_model *model, uint64_t hash)
{
    int32_t status = wd_model_step_to(model, wd_model_time(model) - 1);
    return mix(hash, &status, sizeof status);
}

/* The setting is changed from inside, because each call that sets a variable computes results. */
static uint64_t fail_within_step(wd_model *model, uint64_t hash)
{
    struct common_solver *solver = (void *)model->solver;
    double most = solver->max_steps;
    solver->max_steps = 2;
    int32_t status = wd_model_step_to(model, wd_model_time(model) + 1e3);
    solver->max_steps = most;
    return mix(hash, &status, sizeof status);
}

static uint64_t evaluate(wd_model *model, uint64_t hash)
{
    int32_t status = wd_model_eval(model);
    return mix(hash, &status, sizeof status);
}

/* The outputs remain those of the step before. */
static uint64_t advance(wd_model *model, uint64_t hash)
{
    int32_t status = wd_model_advance_to(model, wd_model_time(model) + 0.002);
    return mix(hash, &status, sizeof status);
}

static uint64_t read_linear_model(wd_model *model, uint64_t hash)
{
    static double A[64 * 64];
    size_t size = wd_model_linear_size(model);
    hash = mix(hash, &size, sizeof size);
    memset(A, 0, sizeof A);
    if (size > 0 && size <= 64)
        wd_model_linearize(model, A, NULL, 0, NULL);
    return mix(hash, A, sizeof A);
}

static uint64_t run_rows(wd_model *model, uint64_t hash)
{
    double rows[4 * 3] = {0};
    const uint32_t refs[] = {first_of(model, WD_OUTPUT), first_of(model, WD_STATE)};
    size_t written;
    double t = wd_model_time(model);
    wd_model_run(model, t + 0.005, 0.002, refs, 2, rows, 4, &written);
    return mix(hash, rows, sizeof rows);
}

static uint64_t run_states(wd_model *model, uint64_t hash)
{
    double rows[4 * 2] = {0};
    const uint32_t ref = first_of(model, WD_STATE);
    size_t written;
    double t = wd_model_time(model);
    wd_model_run(model, t + 0.005, 0.002, &ref, 1, rows, 4, &written);
    return mix(hash, rows, sizeof rows);
}

static uint64_t read_nothing(wd_model *model, uint64_t hash)
{
    (void)model;
    return hash;
}

static uint64_t (*const between[])(wd_model *, uint64_t hash) = {
    read_nothing,      read_output_first, read_clone, read_snapshot,    go_back,
    change_input,      refuse_step,       evaluate,   fail_within_step, advance,
    read_linear_model, run_rows,          run_states};

enum { BETWEEN = sizeof between / sizeof *between };

/* ---- comparison ---- */

struct trace {
    uint64_t hash[2 * BETWEEN + 1];
    int left;   /* number of steps that left results due */
    int states; /* number of those that left the states due */
};

static void take(const struct setup *setup, const char *scheme, double h, int eager,
                 struct trace *trace)
{
    wd_model *model = make(setup);
    uint64_t hash = 1;
    *trace = (struct trace){.left = 0};
    if (scheme)
        wd_model_set_choice(model, "solver.scheme", scheme);
    put(model, "solver.fixed_step", h);
    if (eager)
        wd_model_set_interrupt_fn(model, never_stop, NULL);
    wd_model_init(model, 0);
    for (int i = 0; i <= 2 * BETWEEN; i++) {
        for (int k = 0; k < 5; k++) {
            int32_t status = wd_model_step_to(model, wd_model_time(model) + 0.002);
            hash = mix(hash, &status, sizeof status);
            trace->left += model->due != 0;
            trace->states += (model->due & DUE_STATES) != 0;
        }
        hash = between[i % BETWEEN](model, hash);
        hash = mix_model(hash, model);
        trace->hash[i] = hash;
    }
    wd_model_free(model);
}

static void compare(const struct setup *setup, const char *scheme, double h)
{
    struct trace due, eager;
    take(setup, scheme, h, 0, &due);
    take(setup, scheme, h, 1, &eager);
    int same = 0;
    while (same <= 2 * BETWEEN && due.hash[same] == eager.hash[same])
        same++;
    check(same > 2 * BETWEEN,
          "%s %s, h = %g: the same bits as with outputs in each call, up to comparison %d of %d",
          setup_name(setup), scheme ? scheme : "", h, same, 2 * BETWEEN + 1);
    check(eager.left == 0 && due.left > 0,
          "steps that leave results due: %d (%d with states), none with an interrupt function",
          due.left, due.states);
}

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    for (size_t i = 0; i < count; i++) {
        int has_scheme = strcmp(list[i].kind, "vehicle") == 0;
        compare(&list[i], has_scheme ? "event" : NULL, 0);
        compare(&list[i], has_scheme ? "moreau" : NULL, 0.002);
    }
    return done();
}
