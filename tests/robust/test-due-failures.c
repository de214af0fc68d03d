/* SPDX-License-Identifier: MIT */
/* Outputs and projections that a call has left due (test-due.c) and that fail when they are
 * computed. The test links the core, because it has a kind of its own. */
#include "support.h"

#include "core/model.h"
#include "num/bits.h"

#include <wheeldyn/batch.h>

static unsigned char bytes[MOST_BYTES];

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

/* A batch takes over outputs that cannot be computed as NaN, until a step computes them. */
static void outputs_fail_in_batch(void)
{
    wd_model *model = slide(0.0995, DBL_MAX);
    uint32_t output = ref_of(model, "output.speed"), fails = ref_of(model, "param.fails");
    double out = 7;
    wd_batch *batch;
    check(wd_batch_new(model, 1, 1, &batch) == WD_OK &&
              wd_batch_get(batch, &output, 1, &out) == WD_OK && isnan(out),
          "a batch has NaN for outputs that cannot be computed");
    check(wd_batch_set(batch, &fails, 1, &(double){1}, NULL) == WD_OK &&
              wd_batch_step_to(batch, &(double){0.2}, NULL, NULL) == WD_OK &&
              wd_batch_get(batch, &output, 1, &out) == WD_OK && fabs(out - 0.2) < 1e-12,
          "a step of the batch computes them");
    wd_batch_free(batch);
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

static int32_t never_stop(void *user)
{
    (void)user;
    return 0;
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
    outputs_fail();
    outputs_fail_in_batch();
    projection_fails();
    guard_is_armed();
    return done();
}
