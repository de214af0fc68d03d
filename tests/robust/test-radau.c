/* SPDX-License-Identifier: MIT */
/* For every kind and preset, solver.method = radau gives the same motion as rk8pd. Also tested:
 * equal bits from snapshots and clones, after failures and in any number of calls; events; problems
 * without a solution. The test reads internal structures, so it links the core. */
#include "forge.h"
#include "stiff.h"

enum { RADAU = 4 };

static struct image before;

/* ---- all kinds ---- */

static wd_model *start_model(const struct setup *setup, double method, double h)
{
    wd_model *model = make(setup);
    put(model, "solver.method", method);
    put(model, "solver.fixed_step", h);
    if (wd_model_init(model, 0) != WD_OK)
        check(0, "%s starts: %s", setup_name(setup), wd_model_error(model));
    return model;
}

/* Largest difference of states, work and losses; values above 1 are compared relatively. */
static double difference(const wd_model *a, const wd_model *b)
{
    double worst = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(a); ref++) {
        const char *name = wd_model_var_name(a, ref);
        double x, y;
        if (wd_model_var_role(a, ref) != WD_STATE && strcmp(name, "output.work") != 0 &&
            strcmp(name, "output.dissipated") != 0)
            continue;
        wd_model_get(a, &ref, 1, &x);
        wd_model_get(b, &ref, 1, &y);
        double apart = fabs(x - y) / (1 + fabs(x));
        worst = apart <= worst ? worst : apart;
    }
    return worst;
}

/* Largest difference of the times of all events; infinity if their numbers or types differ. */
static double events_apart(const wd_model *a, const wd_model *b)
{
    double worst = wd_model_event_count(a) == wd_model_event_count(b) ? 0 : (double)INFINITY;
    for (size_t i = 0; i < wd_model_event_count(a) && worst < 1; i++) {
        double t, u;
        int32_t type, other;
        if (wd_model_event(a, i, &t, &type, NULL, 0) == WD_OK &&
            wd_model_event(b, i, &u, &other, NULL, 0) == WD_OK)
            worst = fmax(worst, type == other ? fabs(t - u) : (double)INFINITY);
    }
    return worst;
}

/* At the default tolerance of 1e-9, the implicit and the explicit method agree within 1e-8. */
static void same_motion(const struct setup *setup)
{
    wd_model *one = start_model(setup, 0, 0), *other = start_model(setup, RADAU, 0);
    int32_t status = wd_model_step_to(one, 1), got = wd_model_step_to(other, 1);
    double apart = difference(one, other), events = events_apart(one, other);
    check(
        status == got && apart < 1e-8 && events < 1e-8,
        "%s: radau differs from rk8pd by %.2g, events by %.2g s; %.0f evaluations instead of %.0f",
        setup_name(setup), apart, events, value_of(other, "stat.rhs_calls"),
        value_of(one, "stat.rhs_calls"));
    if (got != status)
        printf("# %s, %s\n", wd_status_name(got), wd_model_error(other));
    wd_model_free(one);
    wd_model_free(other);
}

/* A model continues with the same bits from a snapshot, as a clone, and after a failed call. */
static void continue_alike(const struct setup *setup, double h)
{
    wd_model *model = start_model(setup, RADAU, h), *loaded = make(setup), *clone;
    walk(model, 0, 10);
    size_t size = wd_model_save_size(model);
    unsigned char *bytes = malloc(size);
    wd_model_save(model, bytes, size);
    wd_model_clone(model, &clone);
    int32_t status = wd_model_load(loaded, bytes, size);
    put(model, "solver.max_steps", 1);
    double t = wd_model_time(model) + 1;
    int32_t fails = wd_model_step_to(model, t);
    put(model, "solver.max_steps", value_of(clone, "solver.max_steps"));
    uint64_t hash = walk(clone, 10, 20);
    check(status == WD_OK && walk(loaded, 10, 20) == hash,
          "%s, h = %g: a loaded snapshot continues with the same bits", setup_name(setup), h);
    walk(model, 10, 20);
    check(fails != WD_ENOCONV || difference(model, clone) == 0,
          "%s, h = %g: the same motion after a failed call", setup_name(setup), h);
    free(bytes);
    wd_model_free(model);
    wd_model_free(loaded);
    wd_model_free(clone);
}

/* Fixed steps do not depend on the number of calls. */
static void same_in_many_calls(const struct setup *setup)
{
    wd_model *one = start_model(setup, RADAU, 0.01), *many = start_model(setup, RADAU, 0.01);
    int32_t status = wd_model_step_to(one, 0.6), other = WD_OK;
    for (int k = 1; k <= 30 && other == WD_OK; k++)
        other = wd_model_step_to(many, 0.02 * k);
    check(status == other && (status != WD_OK || difference(one, many) == 0),
          "%s: fixed steps have the same bits in one call and in 30, %s", setup_name(setup),
          wd_status_name(status));
    wd_model_free(one);
    wd_model_free(many);
}

/* ---- the stiff kind ---- */

static wd_model *stiff_model(double h, double method)
{
    wd_model *model = model_new(&stiff_kind);
    put(model, "solver.fixed_step", h);
    put(model, "solver.method", method);
    put(model, "solver.max_step", 1);
    return model;
}

static void follows_stiff_state(void)
{
    wd_model *model = stiff_model(0, RADAU);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 10);
    double calls = value_of(model, "stat.rhs_calls");
    near_abs(value_of(model, "state.s"), cos(10), 1e-9, "stiff state s at 10 s");
    near_abs(value_of(model, "state.a"), sin(10), 1e-8, "a, the integral of s");
    near_abs(value_of(model, "output.work"), 5 + sin(20) / 4, 1e-8,
             "output.work, the integral of s^2");
    check(status == WD_OK && calls < 4000, "10 s take %g evaluations, fewer than 4000", calls);
    wd_model_free(model);
}

/* Events of a smooth guard; after each a stiff transient follows, which increases a by kick /
 * rate. */
static void locates_events(double h, double tolerance)
{
    wd_model *model = stiff_model(h, RADAU);
    put(model, "param.level", 0.5);
    put(model, "param.kick", 1e-3);
    put(model, "param.rate", 1e7);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 14);
    double worst = 0;
    for (size_t i = 0; i < 3; i++) {
        double t = NAN, gained = (double)i * 1e-10;
        wd_model_event(model, i, &t, NULL, NULL, 0);
        worst = fmax(worst, fabs(t - asin(0.5 - gained) - 2 * acos(-1) * (double)i));
    }
    check(status == WD_OK && wd_model_event_count(model) == 3 && worst < tolerance,
          "h = %g: three events, off by %.2g s", h, worst);
    wd_model_free(model);
}

/* Time at which v = 1 - b (t + (1 - cos t)/2) is zero. */
static double rest_time(double b)
{
    double t = 0.5;
    for (int i = 0; i < 60; i++)
        t -= (1 - b * (t + (1 - cos(t)) / 2)) / (-b * (1 + sin(t) / 2));
    return t;
}

/* In the equations before the event, friction changes its sign when the block has stopped. A step
 * that ends shortly after the stop therefore has no solution. */
static void comes_to_rest(double h)
{
    wd_model *model = stiff_model(h, RADAU);
    put(model, "param.brake", 1.3);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 2), type = -1;
    double t = NAN;
    wd_model_event(model, 0, &t, &type, NULL, 0);
    check(status == WD_OK && wd_model_event_count(model) == 1 && type == WD_EVENT_STICK,
          "h = %g: a block comes to rest: %s", h, wd_model_error(model));
    near_abs(t, rest_time(1.3), h > 0 ? 1e-9 : 1e-11, "time at which the block rests");
    check(value_of(model, "state.v") == 0, "the block stays at rest");
    wd_model_free(model);
}

/* Without a guard there is no solution after the stop, and steps become shorter and shorter. */
static void has_no_solution(double h)
{
    wd_model *model = stiff_model(h, RADAU);
    put(model, "param.brake", 1.3);
    put(model, "param.guided", 0);
    wd_model_init(model, 0);
    put(model, "solver.max_steps", 3000);
    REFUSED(model, &before, WD_ENOCONV, NULL, wd_model_step_to(model, 2));
    put(model, "param.brake", 0);
    check(wd_model_step_to(model, 2) == WD_OK, "h = %g: without the brake the motion continues", h);
    wd_model_free(model);
}

/* The first step reaches the range of a in which its rate is NaN. */
static void shortens_steps(void)
{
    wd_model *model = stiff_model(0, RADAU);
    put(model, "param.edge", 1 + 1e-7);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 10);
    check(status == WD_OK && fabs(value_of(model, "state.a") - sin(10)) < 1e-8,
          "a stage whose rate is NaN makes a step shorter: %g rejected",
          value_of(model, "stat.rejected"));
    put(model, "param.edge", 0.9);
    REFUSED(model, &before, WD_ENOCONV, "derivative of state.a is", wd_model_step_to(model, 20));
    wd_model_free(model);
}

/* Snapshots whose stored past steps contain forged words are refused, or the next step returns an
 * ordinary status. */
static void refuses_forged_steps(void)
{
    enum { ROUNDS = 3000 };
    wd_model *model = stiff_model(0, RADAU), *other = stiff_model(0, RADAU);
    wd_model_init(model, 0);
    wd_model_step_to(model, 1);
    size_t size = wd_model_save_size(model), words = model->now.past_doubles, first = 0;
    unsigned char *bytes = malloc(size), *copy = malloc(size);
    wd_model_save(model, bytes, size);
    while (memcmp(bytes + WORD_BYTES * first, model->now.past, words * WORD_BYTES) != 0)
        first++;
    int taken = 0, refused_ones = 0, allowed = 0;
    for (uint64_t seed = 1, round = 0; round < ROUNDS; round++) {
        memcpy(copy, bytes, size);
        forge_word(copy, first + random_index(&seed, words), &seed);
        forge_sum(copy, size);
        int32_t status = wd_model_load(other, copy, size);
        taken += status == WD_OK;
        refused_ones += status == WD_EFORMAT;
        if (status == WD_OK) {
            int32_t step = wd_model_step_to(other, 1.5);
            allowed += is_allowed_step(other, step);
        }
    }
    check(taken + refused_ones == ROUNDS && taken > 100 && refused_ones > 100 && allowed == taken,
          "of %d forged snapshots %d are refused; with the others the next step returns an "
          "ordinary status",
          ROUNDS, refused_ones);
    free(bytes);
    free(copy);
    wd_model_free(model);
    wd_model_free(other);
}

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    for (size_t i = 0; i < count; i++) {
        same_motion(&list[i]);
        same_in_many_calls(&list[i]);
    }
    count = list_quick_setups(list);
    for (size_t i = 0; i < count; i++) {
        continue_alike(&list[i], 0);
        continue_alike(&list[i], 0.01);
    }
    follows_stiff_state();
    locates_events(0, 1e-9);
    locates_events(0.01, 1e-9);
    comes_to_rest(0);
    comes_to_rest(0.0625);
    has_no_solution(0);
    has_no_solution(0.0625);
    shortens_steps();
    refuses_forged_steps();
    return done();
}
