/* SPDX-License-Identifier: MIT */
/* Calls that move a model leave its projection and its outputs to the first call that reads them.
 * The results then have the same bits as those of a model that computes them in each call. A model
 * with an interrupt function does so, because no function of the user may be called by a call that
 * reads. The test links the core. */
#include "support.h"

#include "core/model.h"
#include "num/bits.h"

static int32_t never_stop(void *user)
{
    (void)user;
    return 0;
}

/* ---- calls between a step and the first reading ---- */

static unsigned char bytes[MOST_BYTES], earlier[MOST_BYTES];

/* The first output, which is not the first result that mix_model() reads. */
static uint32_t first_output(const wd_model *model)
{
    uint32_t ref = 0;
    while (wd_model_var_role(model, ref) != WD_OUTPUT)
        ref++;
    return ref;
}

static uint64_t read_output_first(wd_model *model, uint64_t hash)
{
    uint32_t ref = first_output(model);
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

static uint32_t first_state(const wd_model *model)
{
    uint32_t ref = 0;
    while (wd_model_var_role(model, ref) != WD_STATE)
        ref++;
    return ref;
}

static uint64_t run_rows(wd_model *model, uint64_t hash)
{
    double rows[4 * 3] = {0};
    const uint32_t refs[] = {first_output(model), first_state(model)};
    size_t written;
    double t = wd_model_time(model);
    wd_model_run(model, t + 0.005, 0.002, refs, 2, rows, 4, &written);
    return mix(hash, rows, sizeof rows);
}

static uint64_t run_states(wd_model *model, uint64_t hash)
{
    double rows[4 * 2] = {0};
    const uint32_t ref = first_state(model);
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

/* ---- outputs and projections that fail ---- */

struct slide_param {
    double fails;  /* m; outputs fail from this place on */
    double jagged; /* m; the projection fails from this place on */
};

/* A point with speed 1 m/s that also sinks at 1 m/s; its projection lifts it to the height 0. */
struct slide_state {
    double x, height;
};

static int32_t slide_flow(const struct view *view, const double *y, double *dy)
{
    (void)view, (void)y;
    dy[0] = 1;
    dy[1] = -1;
    dy[2] = dy[3] = 0;
    return WD_OK;
}

static int32_t slide_project(const struct view *view, double *y)
{
    const struct slide_param *p = view->param;
    struct slide_state *state = (struct slide_state *)(void *)y;
    state->height = 0;
    if (state->x < p->jagged)
        return WD_OK;
    *view->why = "the slide is jagged";
    return WD_ENOCONV;
}

#define SLIDE_GUARD 0.3003 /* m */

static int32_t slide_guard(const struct view *view, const double *y, double *value, double *rate)
{
    (void)view, (void)rate;
    value[0] = y[0] - SLIDE_GUARD;
    return WD_OK;
}

static int32_t slide_jump(const struct view *view, const uint64_t *triggered, double *y,
                          int64_t *mode, struct events *events)
{
    (void)view, (void)triggered, (void)y, (void)mode, (void)events;
    return WD_OK;
}

static int32_t slide_output(const struct view *view, const double *y, void *out)
{
    const struct slide_param *p = view->param;
    struct common_output *o = out;
    *o = (struct common_output){.speed = y[0]};
    if (y[0] < p->fails)
        return WD_OK;
    *view->why = "the slide has no forces";
    return WD_ENOSOL;
}

static const struct var slide_vars[] = {
    VAR_ANY("param.fails", WD_TUNABLE, SLOT(slide_param, fails), "m", DBL_MAX, "outputs fail"),
    VAR_ANY("param.jagged", WD_TUNABLE, SLOT(slide_param, jagged), "m", DBL_MAX,
            "projections fail"),
    VAR_ANY("state.x", WD_STATE, SLOT(slide_state, x), "m", 0, "place"),
    VAR_ANY("state.height", WD_STATE, SLOT(slide_state, height), "m", 0, "height"),
};

static const struct kind slide_kind = {
    .name = "slide",
    .text = "A point that slides",
    .vars = slide_vars,
    .var_count = ROWS(slide_vars),
    .params = DOUBLES(slide_param),
    .states = DOUBLES(slide_state),
    .outputs = DOUBLES(common_output),
    .solvers = DOUBLES(common_solver),
    .flow = slide_flow,
    .project = slide_project,
    .guards = 1,
    .guard = slide_guard,
    .jump = slide_jump,
    .output = slide_output,
};

/* A slide that has reached 0.1 m within a step, with its results due. */
static wd_model *slide(double fails, double jagged)
{
    wd_model *model = model_new(&slide_kind);
    put(model, "param.fails", fails);
    put(model, "param.jagged", jagged);
    wd_model_init(model, 0);
    for (int k = 1; k <= 100; k++)
        wd_model_step_to(model, k * 1e-3);
    check(model->due == DUE_ALL && model->now.whole.open, "results are due within a step");
    return model;
}

/* Outputs that cannot be computed make the call fail that reads them. It writes no text. The motion
 * continues, and later outputs are right. */
static void outputs_fail(void)
{
    wd_model *model = slide(0.0995, DBL_MAX), *clone, *loaded = model_new(&slide_kind);
    double value = 7, out = 7;
    uint32_t refs[] = {ref_of(model, "state.x"), ref_of(model, "output.speed")};
    check(wd_model_get(model, &refs[0], 1, &value) == WD_OK && fabs(value - 0.1) < 1e-12,
          "states are read");
    check(wd_model_get(model, refs, 2, &out) == WD_ENOSOL && out == 7 &&
              wd_model_get(model, &refs[1], 1, &out) == WD_ENOSOL && out == 7,
          "outputs that cannot be computed are not read");
    check(wd_model_error(model)[0] == '\0', "a call that reads writes no text");
    wd_model_clone(model, &clone);
    check(wd_model_get(clone, &refs[1], 1, &out) == WD_ENOSOL, "nor can a clone read them");
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, size);
    check(wd_model_load(loaded, bytes, size) == WD_OK &&
              wd_model_get(loaded, &refs[1], 1, &out) == WD_OK && isnan(out),
          "in a snapshot they are NaN");
    check(wd_model_eval(model) == WD_ENOSOL &&
              strstr(wd_model_error(model), "the slide has no forces"),
          "eval says why: %s", wd_model_error(model));
    put(model, "param.fails", 1);
    check(wd_model_get(model, &refs[1], 1, &out) == WD_ENOSOL,
          "a parameter does not change outputs of an earlier call");
    check(wd_model_step_to(model, 0.2) == WD_OK &&
              fabs(value_of(model, "output.speed") - 0.2) < 1e-12,
          "the motion continues");
    wd_model_free(loaded);
    wd_model_free(clone);
    wd_model_free(model);
}

/* States that cannot be projected are those of the dense output. */
static void projection_fails(void)
{
    wd_model *model = slide(DBL_MAX, DBL_MAX);
    ((struct slide_param *)(void *)model->param)->jagged = 0.0995;
    check(fabs(value_of(model, "state.x") - 0.1) < 1e-12, "the place is read");
    check(value_of(model, "state.height") < 0 && value_of(model, "output.speed") > 0.0999,
          "the projection has changed no state, and outputs are computed");
    wd_model_free(model);
    model = slide(DBL_MAX, DBL_MAX);
    check(value_of(model, "state.height") == 0, "states are projected when they are read");
    wd_model_free(model);
}

/* The guard, which is below zero at the start, is armed by the first call that reaches a place
 * beyond SLIDE_GUARD, also if nothing is read. */
static void guard_is_armed(void)
{
    wd_model *due = model_new(&slide_kind), *eager = model_new(&slide_kind);
    int within = 0, same = 1, early = 0;
    wd_model_set_interrupt_fn(eager, never_stop, NULL);
    wd_model_init(due, 0);
    wd_model_init(eager, 0);
    for (int k = 1; k <= 500; k++) {
        wd_model_step_to(due, k * 1e-3);
        wd_model_step_to(eager, k * 1e-3);
        int armed = bit_is_set(due->now.armed, 0);
        same = same && armed == bit_is_set(eager->now.armed, 0) && armed == (k > 300);
        early += !armed && due->now.whole.open && bit_is_set(due->now.whole.armed, 0);
        within += due->now.whole.open && !due->now.whole.due;
    }
    check(same && early > 0 && within > early,
          "the guard is armed in the same calls whether results are due or not");
    wd_model_free(due);
    wd_model_free(eager);
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
    outputs_fail();
    projection_fails();
    guard_is_armed();
    return done();
}
