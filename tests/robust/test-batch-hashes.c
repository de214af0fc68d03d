/* SPDX-License-Identifier: MIT */
/* Members of batches in 1 to 8 threads have the bits that every machine must give: the hashes of
 * single models in tests/ref/hashes.csv. tests/all/platforms runs this test on other platforms.
 * Each batch mixes the three manners of a run (hashes.h). */
#include "batch.h"
#include "hashes.h"

enum { MOST_THREADS = 8, MEMBERS = 8, NAME = 120 };

static int manner_of(size_t member)
{
    return (int)(member % HASH_MANNERS);
}

static wd_model *start_model(const struct setup *setup, size_t member)
{
    wd_model *model = prepare_model(setup, manner_of(member));
    if (wd_model_init(model, 0) != WD_OK)
        check(0, "%s starts: %s", setup_name(setup), wd_model_error(model));
    return model;
}

static wd_batch *make_batch(const struct setup *setup, size_t members, size_t threads)
{
    wd_model *model = start_model(setup, 0);
    wd_batch *batch = NULL;
    check(wd_batch_new(model, members, threads, &batch) == WD_OK, "%s: a batch in %zu threads",
          setup_name(setup), threads);
    wd_model_free(model);
    for (size_t i = 1; i < members; i++) {
        model = start_model(setup, i);
        if (wd_batch_put(batch, i, model) != WD_OK)
            check(0, "member %zu is replaced: %s", i, wd_batch_error(batch));
        wd_model_free(model);
    }
    return batch;
}

/* Mix the variables of each member of the mask into its hash. */
static void mix_members(wd_batch *batch, const uint8_t *mask, uint64_t *hash)
{
    size_t members = wd_batch_member_count(batch);
    for (size_t i = 0; i < members; i++) {
        wd_model *model;
        if (!mask[i] || wd_batch_take(batch, i, &model) != WD_OK)
            continue;
        for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
            double value = value_of(model, wd_model_var_name(model, ref));
            hash[i] = mix_numbers(hash[i], &value, 1);
        }
        wd_model_free(model);
    }
}

/* Run all members as test-hashes.c runs a model: a member takes no further part after a failure. */
static void run_batch(wd_batch *batch, uint64_t *hash)
{
    size_t members = wd_batch_member_count(batch);
    uint8_t mask[MEMBERS];
    memset(mask, 1, sizeof mask);
    for (int k = 1; k <= HASH_STOPS; k++) {
        double t[MEMBERS];
        int32_t status[MEMBERS] = {0};
        for (size_t i = 0; i < members; i++)
            t[i] = hash_interval * k;
        wd_batch_step_to(batch, t, mask, status);
        mix_members(batch, mask, hash);
        for (size_t i = 0; i < members; i++)
            mask[i] = mask[i] && status[i] >= 0;
    }
}

static void compare_batch(const struct setup *setup, size_t members, size_t threads)
{
    wd_batch *batch = make_batch(setup, members, threads);
    uint64_t hash[MEMBERS];
    for (size_t i = 0; i < members; i++)
        hash[i] = start_hash();
    run_batch(batch, hash);
    size_t equal = 0;
    for (size_t i = 0; i < members; i++) {
        char name[NAME];
        wd_model *model;
        name_motion(setup, manner_of(i), name, sizeof name);
        equal += table_has_hash(name, hash[i]) ? 1 : 0;
        wd_batch_take(batch, i, &model);
        strncat(name, " snapshot", sizeof name - strlen(name) - 1);
        equal += table_has_hash(name, hash_snapshot(model)) ? 1 : 0;
        wd_model_free(model);
    }
    check(equal == 2 * members,
          "%s in %zu threads: %zu of %zu hashes of members and of their snapshots are in the table",
          setup_name(setup), threads, equal, 2 * members);
    wd_batch_free(batch);
}

int main(void)
{
    static const struct setup all_threads[] = {
        {"rolling_wheel", "drive-60"},
        {"impact_wheel", "kerb-elastoplastic"},
        {"vehicle", "robot"},
    };
    static const struct setup three_threads[] = {
        {"torus_wheel", NULL},
        {"bicycle", NULL},
        {"vehicle", "rigid_car"},
        {"vehicle", "car"},
    };
    for (size_t i = 0; i < sizeof all_threads / sizeof *all_threads; i++)
        for (size_t threads = 1; threads <= MOST_THREADS; threads++)
            compare_batch(&all_threads[i], MEMBERS, threads);
    for (size_t i = 0; i < sizeof three_threads / sizeof *three_threads; i++)
        compare_batch(&three_threads[i], HASH_MANNERS, 3);
    return done();
}
