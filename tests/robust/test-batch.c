/* SPDX-License-Identifier: MIT */
/* Batches give the bits of single models with any number of threads, and their memory is bounded.
 */
#include "heap.h"

#include "batch.h"

enum { MEMBERS = 5, CALLS = 12, MOST_THREADS = 8 };

#define DT 0.0371 /* s; length of a call */

/* ---- the bits of single models ---- */

/* Input of a member in a call; members have different inputs and start at different times. */
static double input_of(size_t member, int call)
{
    return 0.01 * (double)member + (call < 6 ? 0 : 0.02);
}

/* True if the member takes part in the call. Of every 8 calls, the first 5 each leave out one
 * member, in turn, and the other 3 leave out none. */
static int takes_part(size_t member, int call)
{
    return (size_t)call % (MEMBERS + 3) != member;
}

static wd_model *start_model(const struct setup *setup, size_t member)
{
    wd_model *model = make(setup);
    put(model, "solver.fixed_step", member % 2 ? 0.005 : 0);
    if (wd_model_init(model, 0) != WD_OK)
        check(0, "%s starts: %s", setup_name(setup), wd_model_error(model));
    wd_model_step_to(model, 0.01 * (double)member);
    return model;
}

static const struct schedule schedule = {MEMBERS,  CALLS,      DT,  start_model,
                                         input_of, takes_part, NULL};

static wd_batch *make_batch(const struct setup *setup, size_t threads)
{
    wd_model *model = start_model(setup, 0);
    wd_batch *batch = NULL;
    int32_t status = wd_batch_new(model, MEMBERS, threads, &batch);
    check(status == WD_OK, "%s: a batch in %zu threads is made", setup_name(setup), threads);
    wd_model_free(model);
    for (size_t i = 1; i < MEMBERS; i++) {
        model = start_model(setup, i);
        check(wd_batch_put(batch, i, model) == WD_OK, "member %zu is replaced: %s", i,
              wd_batch_error(batch));
        wd_model_free(model);
    }
    return batch;
}

/* With even numbers of threads, steps compute no outputs, and a last call to the current times
 * computes them. */
static void play_batch(const struct setup *setup, size_t threads, uint64_t hash[MEMBERS])
{
    wd_batch *batch = make_batch(setup, threads);
    wd_batch_set_outputs(batch, threads % 2 != 0);
    wd_model *model;
    wd_batch_take(batch, 0, &model);
    uint32_t input = first_input(model);
    wd_model_free(model);
    for (int call = 0; call < CALLS; call++) {
        double t[MEMBERS], u[MEMBERS];
        uint8_t mask[MEMBERS];
        int32_t status[MEMBERS];
        wd_batch_times(batch, t);
        for (size_t i = 0; i < MEMBERS; i++) {
            mask[i] = (uint8_t)takes_part(i, call);
            t[i] = mask[i] ? t[i] + DT : (double)NAN;
            u[i] = mask[i] ? input_of(i, call) : (double)NAN;
        }
        wd_batch_set(batch, &input, 1, u, mask);
        size_t calls = heap_calls;
        wd_batch_step_to(batch, t, mask, status);
        if (heap_calls != calls)
            check(0, "%s: a step does not allocate", setup_name(setup));
        for (size_t i = 0; i < MEMBERS; i++)
            hash[i] = mix(hash[i], &status[i], sizeof status[i]);
    }
    double t[MEMBERS];
    wd_batch_times(batch, t);
    if (threads % 2 == 0)
        wd_batch_step_to(batch, t, NULL, NULL);
    for (size_t i = 0; i < MEMBERS; i++) {
        check(wd_batch_take(batch, i, &model) == WD_OK, "member %zu is taken as a model", i);
        hash[i] ^= hash_of(model);
        wd_model_free(model);
    }
    wd_batch_free(batch);
}

static void has_bits(const struct setup *setup, size_t first_threads, size_t step)
{
    uint64_t single[MEMBERS] = {0};
    int same = 1;
    play_single(&schedule, setup, single);
    for (size_t threads = first_threads; threads <= MOST_THREADS; threads += step) {
        uint64_t batch[MEMBERS] = {0};
        play_batch(setup, threads, batch);
        same = same && memcmp(single, batch, sizeof batch) == 0;
    }
    check(same, "%s: a batch has the bits of single models", setup_name(setup));
}

/* ---- members started with different values ---- */

/* Run a single model of the preset with these values from t = 0.5 s on. */
static uint64_t play_started(const struct setup *setup, const uint32_t *refs, const double *values)
{
    wd_model *model = make(setup);
    wd_model_set(model, refs, 2, values);
    check(wd_model_init(model, 0.5) == WD_OK, "a single model starts: %s", wd_model_error(model));
    wd_model_step_to(model, 0.9);
    uint64_t hash = hash_of(model);
    wd_model_free(model);
    return hash;
}

/* Start members with other masses and inputs, and compare them with single models. Then start them
 * with other masses only, and compare their times and masses. */
static void starts_like_single_models(const struct setup *setup, size_t threads)
{
    wd_model *model = make(setup);
    const uint32_t refs[] = {ref_of(model, mass_name(model)), first_input(model)};
    double values[MEMBERS][2], t[MEMBERS];
    wd_batch *batch;
    int same = 1;
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.2);
    wd_batch_new(model, MEMBERS, threads, &batch);
    for (size_t i = 0; i < MEMBERS; i++) {
        values[i][0] = value_of(model, mass_name(model)) * (1 + 0.1 * (double)i);
        values[i][1] = 0.01 * (double)i;
        t[i] = 0.9;
    }
    wd_model_free(model);
    for (size_t n = 2; n > 0; n--) { /* set mass and input, then only the mass */
        const double *row = &values[0][0];
        double masses[MEMBERS];
        for (size_t i = 0; i < MEMBERS; i++)
            masses[i] = values[i][0];
        int32_t status = wd_batch_init(batch, 0.5, refs, n, n == 2 ? row : masses, NULL, NULL);
        check(status == WD_OK, "%s: members start: %s", setup_name(setup), wd_batch_error(batch));
        wd_batch_step_to(batch, t, NULL, NULL);
        for (size_t i = 0; i < MEMBERS; i++) {
            wd_batch_take(batch, i, &model);
            if (n == 2)
                same = same && hash_of(model) == play_started(setup, refs, values[i]);
            else
                same = same && wd_model_time(model) == 0.9 &&
                       value_of(model, mass_name(model)) == masses[i];
            wd_model_free(model);
        }
    }
    check(same, "%s: members start with the bits of single models", setup_name(setup));
    wd_batch_free(batch);
}

/* ---- members on different surfaces ---- */

/* A robot on a gentle wave of this height. */
static wd_model *on_wave(double height)
{
    static const double frame[] = {-4, -4, 1, 1, 0};
    double z[9 * 9];
    for (size_t k = 0; k < 81; k++)
        z[k] = k % 2 ? height : 0;
    wd_model *model = make(&(struct setup){"vehicle", "robot"});
    check(wd_model_set_surface(model, z, 9, 9, frame) == WD_OK && wd_model_init(model, 0) == WD_OK,
          "a robot on a wave: %s", wd_model_error(model));
    return model;
}

static void members_on_surfaces(void)
{
    wd_model *first = on_wave(1e-3), *second = on_wave(2e-3), *taken;
    uint64_t start = hash_of(first);
    double t[] = {0.3, 0.3};
    wd_batch *batch;
    wd_batch_new(first, 2, 2, &batch);
    check(wd_batch_put(batch, 1, second) == WD_OK,
          "a model on another surface is put into the batch: %s", wd_batch_error(batch));
    wd_batch_step_to(batch, t, NULL, NULL);
    wd_model_step_to(first, 0.3);
    wd_model_step_to(second, 0.3);
    uint64_t hash[] = {hash_of(first), hash_of(second)};
    wd_model_free(first);
    wd_model_free(second);
    for (size_t i = 0; i < 2; i++) {
        wd_batch_take(batch, i, &taken);
        check(hash_of(taken) == hash[i], "member %zu moves on its own surface", i);
        wd_model_free(taken);
    }
    wd_batch_restart(batch, NULL);
    wd_batch_take(batch, 1, &taken);
    check(hash_of(taken) == start && hash[0] != hash[1],
          "after a restart the member is on the first surface again");
    wd_model_free(taken);
    wd_batch_free(batch);
}

/* ---- memory ---- */

#if HEAP_WATCHED
static long member_bytes(const struct setup *setup)
{
    wd_model *model = make(setup);
    wd_batch *few, *many;
    wd_model_init(model, 0);
    long before = heap_bytes;
    wd_batch_new(model, 1, 1, &few);
    long one = heap_bytes - before;
    wd_batch_new(model, 11, 1, &many);
    long bytes = (heap_bytes - before - 2 * one) / 10;
    wd_batch_free(few);
    wd_batch_free(many);
    wd_model_free(model);
    return bytes;
}

static void is_small(const char *kind, const char *preset, long most)
{
    long bytes = member_bytes(&(struct setup){kind, preset});
    check(bytes <= most, "%s: %ld bytes a member, at most %ld", preset ? preset : kind, bytes,
          most);
}

static void starves_new(const wd_model *model)
{
    wd_batch *batch;
    int32_t status = WD_ENOMEM;
    int kept = 1;
    size_t n;
    for (n = 1; n < 1000 && status == WD_ENOMEM; n++) {
        long live = heap_live;
        heap_fail = n;
        status = wd_batch_new(model, 3, 1, &batch);
        heap_fail = 0;
        kept = kept && (status == WD_OK || (heap_live == live && !batch));
    }
    check(status == WD_OK && kept && n > 10, "new: %zu allocations fail, no block is leaked", n);
    wd_batch_free(batch);
}

/* Replace a member by a model whose log has another size, while allocations fail. */
static void starves_put(const wd_model *model)
{
    wd_model *other = make(&(struct setup){"impact_wheel", NULL}), *taken;
    wd_batch *batch;
    int32_t status = WD_ENOMEM;
    int kept = 1;
    size_t n;
    put(other, "solver.event_capacity", 300);
    wd_model_init(other, 0);
    wd_batch_new(model, 3, 2, &batch);
    wd_batch_take(batch, 1, &taken);
    uint64_t before = hash_of(taken);
    wd_model_free(taken);
    for (n = 1; n < 1000 && status == WD_ENOMEM; n++) {
        heap_fail = n;
        status = wd_batch_put(batch, 1, other);
        heap_fail = 0;
        wd_batch_take(batch, 1, &taken);
        kept = kept && (status == WD_OK || hash_of(taken) == before);
        wd_model_free(taken);
    }
    check(status == WD_OK && kept && n > 5, "put: %zu allocations fail, the member is unchanged",
          n);
    size_t calls = heap_calls;
    check(wd_batch_put(batch, 1, other) == WD_OK && heap_calls == calls,
          "put: a member of equal sizes needs no memory");
    check(wd_batch_restart(batch, (uint8_t[]){1, 0, 1}) == WD_OK && heap_calls == calls,
          "restart needs no memory");
    check(wd_batch_restart(batch, NULL) == WD_OK &&
              wd_batch_step_to(batch, (double[]){0.5, 0.5, 0.5}, NULL, NULL) == WD_OK,
          "restart restores the first sizes");
    wd_batch_free(batch);
    wd_model_free(other);
}

static void starves_init(const wd_model *model)
{
    wd_batch *batch;
    int32_t status = WD_ENOMEM;
    double t[3];
    int kept = 1;
    size_t n;
    wd_batch_new(model, 3, 1, &batch);
    for (n = 1; n < 1000 && status == WD_ENOMEM; n++) {
        heap_fail = n;
        status = wd_batch_init(batch, 2, NULL, 0, NULL, NULL, NULL);
        heap_fail = 0;
        wd_batch_times(batch, t);
        kept = kept && (t[0] == 2) == (status == WD_OK);
    }
    check(status == WD_OK && kept && n > 10, "init: %zu allocations fail, members continue", n);
    size_t calls = heap_calls;
    check(wd_batch_init(batch, 3, NULL, 0, NULL, NULL, NULL) == WD_OK && heap_calls == calls,
          "init: a second call needs no memory");
    wd_batch_free(batch);
}

static void batch_frees_memory(void)
{
    long live = heap_live;
    wd_model *model = make(&(struct setup){"impact_wheel", NULL});
    wd_model_init(model, 0);
    starves_new(model);
    starves_put(model);
    starves_init(model);
    wd_model_free(model);
    check(heap_live == live, "all blocks are freed");
    is_small("rolling_wheel", NULL, 4096);
    is_small("vehicle", "robot", 65536);
    is_small("vehicle", "car", 65536);
}
#endif

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    for (size_t i = 0; i < count; i++)
        has_bits(&list[i], 1 + i % 2, 3);
    has_bits(&(struct setup){"vehicle", "rigid_car"}, 1, 1);
    starts_like_single_models(&(struct setup){"rolling_wheel", "drive-60"}, 1);
    starts_like_single_models(&(struct setup){"impact_wheel", NULL}, 3);
    starts_like_single_models(&(struct setup){"vehicle", "robot"}, 4);
    members_on_surfaces();
#if HEAP_WATCHED
    batch_frees_memory();
#endif
    return done();
}
