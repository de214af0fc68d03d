/* SPDX-License-Identifier: MIT */
/* A kind that reports its stiffness: the loop makes implicit steps where the explicit method would
 * need short steps. The test reads internal structures, so it links the core. */
#include "stiff.h"

enum { METHODS = 5 };

static struct kind knowing; /* stiff_kind that also reports its stiffness */

static wd_model *model_of_kind(const struct kind *kind, double method, double h, double rate)
{
    wd_model *model = model_new(kind);
    put(model, "solver.method", method);
    put(model, "solver.fixed_step", h);
    put(model, "solver.max_steps", 1e8);
    put(model, "param.rate", rate);
    return model;
}

/* Number of evaluations for 10 s; NaN if the motion is wrong. */
static double count_evaluations(const struct kind *kind, double method, double rate)
{
    wd_model *model = model_of_kind(kind, method, 0, rate);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 10);
    double calls = value_of(model, "stat.rhs_calls");
    double error = fabs(value_of(model, "state.s") - cos(10)) +
                   fabs(value_of(model, "state.a") - sin(10)) +
                   fabs(value_of(model, "output.work") - 5 - sin(20) / 4);
    wd_model_free(model);
    return status == WD_OK && error < 1e-7 ? calls : (double)NAN;
}

/* Switching between the methods takes at most slightly more evaluations than the explicit method
 * alone. If the explicit method is rk8pd (method 0), it also takes at most slightly more than the
 * implicit method alone. */
static void is_better(double method)
{
    for (double rate = 1; rate < 2e5; rate *= 10) {
        double explicit = count_evaluations(&stiff_kind, method, rate),
               implicit = count_evaluations(&stiff_kind, 4, rate);
        double both = count_evaluations(&knowing, method, rate);
        double best = method == 0 ? fmin(explicit, implicit) : explicit;
        check(both < 1.5 * best + 100,
              "method %g, rate %g: %g evaluations, by the explicit method alone %g, by the "
              "implicit one %g",
              method, rate, both, explicit, implicit);
    }
}

/* The stiffness rate rises and falls by a factor of a million in each period. */
static void takes_turns(double h)
{
    wd_model *model = model_of_kind(&knowing, 0, h, 100);
    put(model, "param.bend", log(1000));
    wd_model_init(model, 0);
    int turns = 0, before = 0, right = 1;
    for (int k = 1; k <= 2000; k++) {
        right = right && wd_model_step_to(model, 0.01 * k) == WD_OK &&
                fabs(value_of(model, "state.a") - sin(0.01 * k)) < 1e-7;
        turns += model->implicit != before;
        before = model->implicit;
    }
    check(right && turns == 7, "h = %g: from 0 to 20 s the method changes %d times", h, turns);
    wd_model_free(model);
}

/* A model continues with the same bits from snapshots within either method. */
static void continue_alike(double h)
{
    int same = 0, implicit = 0;
    for (int k = 1; k <= 20; k++) {
        wd_model *model = model_of_kind(&knowing, 0, h, 100), *clone;
        wd_model *loaded = model_of_kind(&knowing, 0, h, 100);
        static unsigned char bytes[MOST_BYTES];
        put(model, "param.bend", log(1000));
        wd_model_init(model, 0);
        walk(model, 0, 5 * k);
        implicit += model->implicit;
        wd_model_clone(model, &clone);
        size_t size = wd_model_save_size(model);
        int32_t status = wd_model_save(model, bytes, size);
        if (status == WD_OK)
            status = wd_model_load(loaded, bytes, size);
        uint64_t hash = walk(model, 5 * k, 5 * k + 40);
        same += status == WD_OK && walk(clone, 5 * k, 5 * k + 40) == hash &&
                walk(loaded, 5 * k, 5 * k + 40) == hash;
        wd_model_free(model);
        wd_model_free(clone);
        wd_model_free(loaded);
    }
    check(same == 20 && implicit > 2 && implicit < 18,
          "h = %g: the same bits from %d of 20 times, %d of them during implicit steps", h, same,
          implicit);
}

/* The ends of calls do not change the bits. */
static void same_in_many_calls(void)
{
    wd_model *one = model_of_kind(&knowing, 1, 0.01, 1e4);
    wd_model *many = model_of_kind(&knowing, 1, 0.01, 1e4);
    wd_model_init(one, 0);
    wd_model_init(many, 0);
    int32_t status = wd_model_step_to(one, 2);
    for (int k = 1; k <= 100; k++)
        wd_model_step_to(many, 0.02 * k);
    check(status == WD_OK && same_bits(value_of(one, "state.s"), value_of(many, "state.s")) &&
              fabs(value_of(one, "state.s") - cos(2)) < 1e-9 && one->implicit,
          "fixed steps of 0.01 s at a rate of 1e4 have the same bits in any number of calls");
    wd_model_free(one);
    wd_model_free(many);
}

/* An event after which the explicit method is used again from the first step on. */
static void locates_events(double method)
{
    wd_model *model = model_of_kind(&knowing, method, 0, 1e6);
    put(model, "param.level", 0.5);
    put(model, "param.kick", 1e-3);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 7);
    double t = NAN;
    wd_model_event(model, 0, &t, NULL, NULL, 0);
    check(status == WD_OK && wd_model_event_count(model) == 2 && fabs(t - asin(0.5)) < 1e-9,
          "method %g: events, error of the first %.2g s", method, t - asin(0.5));
    wd_model_free(model);
}

static void memory_for_implicit_steps(void)
{
    wd_model *model = model_of_kind(&stiff_kind, 0, 0, 1),
             *other = model_of_kind(&knowing, 0, 0, 1);
    wd_model_init(model, 0);
    wd_model_init(other, 0);
    check(model->now.past_doubles == 0 && other->now.past_doubles > 0,
          "only a kind that reports stiffness gets memory for implicit steps");
    wd_model_free(model);
    wd_model_free(other);
}

int main(void)
{
    knowing = stiff_kind;
    knowing.stiffness = stiff_rate;
    for (double method = 0; method < METHODS; method++)
        locates_events(method);
    is_better(0);
    is_better(2);
    takes_turns(0);
    takes_turns(0.01);
    continue_alike(0);
    continue_alike(0.01);
    same_in_many_calls();
    memory_for_implicit_steps();
    return done();
}
