/* SPDX-License-Identifier: MIT */
/* Batches in calls that are shorter than an adaptive step: members hold their step between calls,
 * and have the bits of single models. */
#include "batch.h"

enum { MEMBERS = 5, CALLS = 60, MOST_THREADS = 8 };

#define DT 1e-3 /* s; length of a call */

/* ---- the bits of single models ---- */

/* Input of a member; it changes at another call for each member. */
static double input_of(size_t member, int call)
{
    return call < 20 + 5 * (int)member ? 0 : 0.01;
}

static wd_model *start_model(const struct setup *setup, size_t member)
{
    wd_model *model = make(setup);
    put(model, "solver.fixed_step", 0);
    if (wd_model_init(model, 0) != WD_OK)
        check(0, "%s starts: %s", setup_name(setup), wd_model_error(model));
    wd_model_step_to(model, 0.01 * (double)member);
    return model;
}

/* After these calls, the last member is replaced by a copy of the start, or its call fails. */
enum { RESTART = 12, FAIL = 35 };

/* disturb_last() for single models. */
static wd_model *disturb_single(const struct setup *setup, wd_model *model, size_t member, int call)
{
    if (member == MEMBERS - 1 && call == RESTART) {
        wd_model_free(model);
        model = start_model(setup, 0);
    }
    if (member == MEMBERS - 1 && call == FAIL)
        wd_model_step_to(model, 0);
    return model;
}

static const struct schedule schedule = {MEMBERS, CALLS,         DT, start_model, input_of,
                                         NULL,    disturb_single};

static wd_batch *make_batch(const struct setup *setup, size_t threads)
{
    wd_batch *batch = NULL;
    for (size_t i = 0; i < MEMBERS; i++) {
        wd_model *model = start_model(setup, i);
        int32_t status =
            i == 0 ? wd_batch_new(model, MEMBERS, threads, &batch) : wd_batch_put(batch, i, model);
        if (status != WD_OK)
            check(0, "%s: member %zu is made", setup_name(setup), i);
        wd_model_free(model);
    }
    return batch;
}

static void disturb_last(wd_batch *batch, int call)
{
    uint8_t mask[MEMBERS] = {0};
    double t[MEMBERS] = {0};
    mask[MEMBERS - 1] = 1;
    if (call == RESTART)
        wd_batch_restart(batch, mask);
    if (call == FAIL)
        wd_batch_step_to(batch, t, mask, NULL);
}

static void play_batch(const struct setup *setup, size_t threads, uint64_t hash[MEMBERS])
{
    wd_batch *batch = make_batch(setup, threads);
    wd_model *model;
    wd_batch_take(batch, 0, &model);
    uint32_t input = first_input(model);
    wd_model_free(model);
    for (int call = 0; call < CALLS; call++) {
        double t[MEMBERS], u[MEMBERS];
        int32_t status[MEMBERS];
        wd_batch_times(batch, t);
        for (size_t i = 0; i < MEMBERS; i++)
            t[i] += DT, u[i] = input_of(i, call);
        wd_batch_set(batch, &input, 1, u, NULL);
        wd_batch_step_to(batch, t, NULL, status);
        for (size_t i = 0; i < MEMBERS; i++)
            hash[i] = mix(hash[i], &status[i], sizeof status[i]);
        disturb_last(batch, call);
    }
    for (size_t i = 0; i < MEMBERS; i++) {
        wd_batch_take(batch, i, &model);
        hash[i] ^= hash_of(model);
        wd_model_free(model);
    }
    wd_batch_free(batch);
}

static void has_bits(const struct setup *setup)
{
    uint64_t single[MEMBERS] = {0};
    int same = 1;
    play_single(&schedule, setup, single);
    for (size_t threads = 1; threads <= MOST_THREADS; threads++) {
        uint64_t batch[MEMBERS] = {0};
        play_batch(setup, threads, batch);
        same = same && memcmp(single, batch, sizeof batch) == 0;
    }
    check(same, "%s: a batch in short calls has the bits of single models", setup_name(setup));
}

/* ---- the work of single models ---- */

static int32_t count_places(double x, double y, double *value, void *user)
{
    (void)x, (void)y;
    for (int k = 0; k < 6; k++)
        value[k] = 0;
    ++*(double *)user;
    return 0;
}

/* Return how often the function of the ground is called in CALLS calls, by a single model or by one
 * member of a batch of three. */
static double places(const struct setup *setup, int in_batch)
{
    double count = 0, t[3];
    wd_model *model = make(setup);
    wd_batch *batch;
    wd_model_set_surface_fn(model, count_places, &count);
    check(wd_model_init(model, 0) == WD_OK && wd_batch_new(model, 3, 1, &batch) == WD_OK,
          "%s starts on a surface: %s", setup_name(setup), wd_model_error(model));
    count = 0;
    for (int call = 1; call <= CALLS; call++) {
        t[0] = t[1] = t[2] = DT * call;
        if (in_batch)
            wd_batch_step_to(batch, t, NULL, NULL);
        else
            wd_model_step_to(model, t[0]);
    }
    wd_batch_free(batch);
    wd_model_free(model);
    return in_batch ? count / 3 : count;
}

static void has_work(const struct setup *setup)
{
    double single = places(setup, 0), batch = places(setup, 1);
    check(batch == single, "%s: a member evaluates the ground %g times, a single model %g times",
          setup_name(setup), batch, single);
}

/* ---- steps without outputs ---- */

static void leaves_outputs(const struct setup *setup)
{
    wd_model *model = make(setup);
    wd_batch *batch;
    uint32_t ref = ref_of(model, "output.kinetic_energy");
    double before, after, at_end, t = 0.5;
    wd_model_init(model, 0);
    wd_batch_new(model, 1, 1, &batch);
    wd_batch_set_outputs(batch, 0);
    wd_batch_get(batch, &ref, 1, &before);
    wd_batch_step_to(batch, &t, NULL, NULL);
    wd_batch_get(batch, &ref, 1, &after);
    wd_batch_step_to(batch, &t, NULL, NULL);
    wd_batch_get(batch, &ref, 1, &at_end);
    check(same_bits(before, after) && !same_bits(before, at_end),
          "%s: a step without outputs leaves %g J, a call to the same time sets %g J",
          setup_name(setup), after, at_end);
    wd_batch_free(batch);
    wd_model_free(model);
}

int main(void)
{
    static const struct setup setups[] = {{"rolling_wheel", NULL},
                                          {"sliding_block", NULL},
                                          {"vehicle", "robot"},
                                          {"vehicle", "rigid_car"},
                                          {"vehicle", "car"}};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
        has_bits(&setups[i]);
    leaves_outputs(&(struct setup){"rolling_wheel", "drive-60"});
    leaves_outputs(&(struct setup){"vehicle", "robot"});
    has_work(&(struct setup){"vehicle", "robot"});
    has_work(&(struct setup){"vehicle", "rigid_car"});
    return done();
}
