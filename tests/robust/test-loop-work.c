/* SPDX-License-Identifier: MIT */
/* Work of the core's loop for events when many guards trigger in one step. The test reads internal
 * structures, so it links the core. */
#include "core/registry.h"
#include "fair.h"

static struct image before;

/* Number of right-hand sides evaluated in a motion in which `balls` balls land at once. */
static double count_evaluations(double h, double balls)
{
    wd_model *model = fair(h);
    put(model, "param.balls", balls);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1.5);
    double calls = value_of(model, "stat.rhs_calls");
    wd_model_free(model);
    return calls;
}

/* The last ball lands first, so each examined ball shortens the step. This causes many searches in
 * 1 ms, but the work of a fixed step is limited. */
static void balls_land_in_reverse(double h)
{
    wd_model *model = fair(h);
    put(model, "param.balls", BALLS);
    put(model, "param.spread", -1e-5);
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.99);
    double before_it = value_of(model, "stat.rhs_calls");
    put(model, "solver.stop_at_events", 1);
    int32_t status = wd_model_step_to(model, 1.01);
    double calls = value_of(model, "stat.rhs_calls") - before_it;
    double values[FAIR_WIDTH], t = event_at(model, 0, values);
    if (h > 0)
        check(status == WD_EVENT && calls < 40 * 13, "h = %g: the event is found in %g calls", h,
              calls);
    else
        check(status == WD_EVENT && fabs(t - (1 - 1e-5 * (BALLS - 1))) < 1e-12 &&
                  values[FAIR_GUARD] == BALLS - 1,
              "the first of many events is found, at %g s", t);
    wd_model_free(model);
}

/* A guard of NaN is reported, even if many others trigger in the step. */
static void guard_of_nan(void)
{
    wd_model *model = fair(0);
    put(model, "param.balls", BALLS);
    put(model, "param.spread", -1e-5);
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.99);
    put(model, "param.blind", 0.995);
    REFUSED(model, &before, WD_ENOCONV, "cannot be located", wd_model_step_to(model, 1.01));
    wd_model_free(model);
}

static int32_t stop_after(void *left)
{
    return --*(int *)left <= 0;
}

/* A step can be interrupted at many stages of a search. */
static void interrupted_search(void)
{
    wd_model *model = fair(0.1);
    put(model, "input.speed", 1);
    put(model, "param.level", 1 - 1e-6);
    put(model, "param.rates", 1);
    wd_model_init(model, 0);
    wd_model_step_to(model, 3.1);
    int left, stopped = 0, finished = 0;
    wd_model_set_interrupt_fn(model, stop_after, &left);
    for (int k = 1; k < 100 && !finished; k++) {
        left = k;
        image_take(model, &before);
        int32_t status = wd_model_step_to(model, 3.2);
        finished = status == WD_OK;
        stopped += status == WD_EINTERRUPT &&
                   !refusal_fault(model, &before, status, WD_EINTERRUPT, "stopped");
    }
    check(finished && stopped > 6, "a search is interrupted at %d of its stages", stopped);
    wd_model_free(model);
}

static int guard_calls;

static int32_t count_guard(const struct view *view, const double *y, double *value, double *rate)
{
    guard_calls++;
    return registry_find("torus_wheel")->guard(view, y, value, rate);
}

/* Roll a torus until it lies flat, and count the calls of its guards. */
static int roll_and_count(int lasting, double h, double end[2])
{
    struct kind kind = *registry_find("torus_wheel");
    kind.guard = count_guard;
    kind.lasting_guards = lasting;
    wd_model *model = model_new(&kind);
    put(model, "state.lean", 1.5);
    put(model, "solver.fixed_step", h);
    wd_model_init(model, 0);
    guard_calls = 0;
    check(wd_model_step_to(model, 10) == WD_END, "the torus lies down before 10 s");
    end[0] = model->now.t;
    end[1] = model->now.y[1];
    wd_model_free(model);
    return guard_calls;
}

/* Guards whose values remain valid from the end of a step to the start of the next are evaluated
 * once. */
static void guards_evaluated_once(double h)
{
    double end[2], end_lasting[2];
    int calls = roll_and_count(0, h, end), lasting = roll_and_count(1, h, end_lasting);
    check(lasting < 0.8 * calls,
          "h = %g: %d calls of the guards, %d if they are always evaluated again", h, lasting,
          calls);
    check(memcmp(end, end_lasting, sizeof end) == 0, "h = %g: the motion has the same bits", h);
}

int main(void)
{
    for (double h = 0; h < 0.02; h += 0.01) {
        check(count_evaluations(h, BALLS) == count_evaluations(h, 2),
              "many events at once take no more work than two");
        balls_land_in_reverse(h);
        guards_evaluated_once(h);
    }
    guard_of_nan();
    interrupted_search();
    return done();
}
