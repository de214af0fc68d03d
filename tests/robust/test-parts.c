/* SPDX-License-Identifier: MIT */
/* The functions of parts.h: refusals, reports, and parts in snapshots. */
#include "chain.h"

#include "core/words.h"

static struct image before;
static unsigned char bytes[MOST_BYTES];

static int32_t add_part(wd_model *model, const char *type, const char *name, const char *a,
                        const char *b)
{
    const char *const on[] = {a, b};
    return wd_model_add_part(model, type, name, on, a ? b ? 2 : 1 : 0);
}

static void check_part_order(void)
{
    wd_model *model = chain();
    size_t part = 7;
    check(wd_model_part_count(model) == 3 && strcmp(wd_model_part_name(model, 2), "middle") == 0 &&
              strcmp(wd_model_part_type(model, 2), "spring") == 0 &&
              strcmp(wd_model_part_on(model, 2, 0), "left") == 0 &&
              strcmp(wd_model_part_on(model, 2, 1), "right") == 0,
          "parts are reported in the order in which they were added");
    check(!wd_model_part_name(model, 3) && !wd_model_part_type(model, SIZE_MAX) &&
              !wd_model_part_on(model, 2, 2) && !wd_model_part_on(model, 2, SIZE_MAX) &&
              !wd_model_part_on(model, 0, 0) && !wd_model_part_on(model, 3, 0),
          "beyond the last part nothing is reported");
    check(wd_model_part_count(NULL) == 0 && !wd_model_part_name(NULL, 0) &&
              !wd_model_part_type(NULL, 0) && !wd_model_part_on(NULL, 0, 0),
          "a NULL model has no parts");
    check(wd_model_var_part(model, ref_of(model, "param.gravity"), &part) == WD_OK &&
              part == SIZE_MAX,
          "a variable of the whole model belongs to no part");
    int right = 1;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        const char *word = strchr(wd_model_var_name(model, ref), '.') + 1;
        right = right && wd_model_var_part(model, ref, &part) == WD_OK;
        for (size_t i = 0; i < 3; i++) {
            size_t length = strlen(wd_model_part_name(model, i));
            int of =
                strncmp(word, wd_model_part_name(model, i), length) == 0 && word[length] == '.';
            right = right && of == (part == i);
        }
    }
    check(right, "other variables belong to the part in their names");
    check(wd_model_var_part(model, UINT32_MAX, &part) == WD_ERANGE && part == SIZE_MAX &&
              wd_model_var_part(model, 0, NULL) == WD_EINVAL &&
              wd_model_var_part(NULL, 0, &part) == WD_EINVAL,
          "bad refs are refused");
    uint32_t ref = 7;
    check(wd_model_key_var(model, 0, NULL) == WD_EINVAL &&
              wd_model_key_var(NULL, 0, &ref) == WD_EINVAL && ref == WD_NO_REF &&
              wd_model_key_var(model, SIZE_MAX, &ref) == WD_ERANGE && ref == WD_NO_REF,
          "the list of key variables ends");
    check(wd_part_type_count("sliding_block") == 0 && wd_part_type_count("x") == 0 &&
              wd_part_type_count(NULL) == 0 && wd_part_type_count("constrained") == 2 &&
              strcmp(wd_part_type_name("constrained", 1), "constraint") == 0 &&
              *wd_part_type_text("constrained", 0) && !wd_part_type_on("constrained", 0, 0) &&
              !wd_part_type_name("constrained", 2) && !wd_part_type_text(NULL, 0) &&
              !wd_part_type_on("x", 0, SIZE_MAX) && !wd_part_type_name("bicycle", 0),
          "the types of parts are reported");
    wd_model_free(model);
}

#define ADD(type, name, on, n) wd_model_add_part(model, type, name, on, n)

static void refused_parts(void)
{
    wd_model *model = chain();
    static const char *const two[] = {"left", "right"}, *const wrong[] = {"left", "middle"};
    static const char *const unknown[] = {"left", "rigth"}, *const none[] = {"left", NULL};
    const char *name = wd_model_var_name(model, ref_of(model, "param.left.mass"));
    wd_model_set_value(model, "param.left.mass", 3);
    REFUSED(model, &before, WD_ENAME, "the nearest is 'mass'", ADD("mas", "a", NULL, 0));
    REFUSED(model, &before, WD_ENAME, "the nearest is 'right'", ADD("spring", "a", unknown, 2));
    REFUSED(model, &before, WD_EINVAL, "NULL", ADD(NULL, "a", NULL, 0));
    REFUSED(model, &before, WD_EINVAL, "NULL", ADD("mass", NULL, NULL, 0));
    REFUSED(model, &before, WD_EINVAL, "NULL", ADD("spring", "a", NULL, 2));
    REFUSED(model, &before, WD_EINVAL, "entry 1", ADD("spring", "a", none, 2));
    REFUSED(model, &before, WD_EINVAL, "a spring stands on 2 parts, but 'a' was given 1",
            ADD("spring", "a", two, 1));
    REFUSED(model, &before, WD_EINVAL, "a mass stands on 0 parts", ADD("mass", "a", two, 2));
    REFUSED(model, &before, WD_EINVAL, "given", ADD("spring", "a", two, SIZE_MAX));
    REFUSED(model, &before, WD_EINVAL, "'a' must stand on a mass, but 'middle' is a spring",
            ADD("spring", "a", wrong, 2));
    REFUSED(model, &before, WD_EINVAL, "not a valid name", ADD("mass", "", NULL, 0));
    REFUSED(model, &before, WD_EINVAL, "not a valid name", ADD("mass", "Left", NULL, 0));
    REFUSED(model, &before, WD_EINVAL, "not a valid name", ADD("mass", "l.r", NULL, 0));
    REFUSED(model, &before, WD_EINVAL, "not a valid name", ADD("mass", "\xff\x80", NULL, 0));
    REFUSED(model, &before, WD_EINVAL, "is reserved", ADD("mass", "gravity", NULL, 0));
    REFUSED(model, &before, WD_EINVAL, "is reserved", ADD("mass", "speed", NULL, 0));
    REFUSED(model, &before, WD_EINVAL, "there is already", ADD("mass", "middle", NULL, 0));
    for (int i = 2; i < 192; i++) {
        char other[16];
        snprintf(other, sizeof other, "m%d", i);
        add_part(model, "mass", other, NULL, NULL);
        snprintf(other, sizeof other, "s%d", i);
        add_part(model, "spring", other, "left", "right");
    }
    check(wd_model_part_count(model) == 383, "192 masses, 191 springs");
    REFUSED(model, &before, WD_ERANGE, "192 parts", ADD("mass", "a", NULL, 0));
    check(ADD("spring", "a", two, 2) == WD_OK, "a 192nd spring is accepted");
    REFUSED(model, &before, WD_ERANGE, "192 parts", ADD("spring", "b", two, 2));
    check(strcmp(name, "param.left.mass") == 0 && value_of(model, name) == 3,
          "refused parts change no variable");
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 1) == WD_OK,
          "192 parts of each type run");
    REFUSED(model, &before, WD_ESTATE, "set up", ADD("mass", "b", NULL, 0));
    wd_model_free(model);
    check(wd_model_add_part(NULL, "mass", "a", NULL, 0) == WD_EINVAL, "a NULL model is refused");
    model = make_kind("sliding_block");
    REFUSED(model, &before, WD_EROLE, "have no parts", ADD("mass", "a", NULL, 0));
    wd_model_free(model);
}

/* ---- snapshots ---- */

static size_t save_parts(void)
{
    wd_model *model = chain();
    put(model, "state.right.x", 1);
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.5);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, sizeof bytes);
    wd_model_free(model);
    return size;
}

static uint64_t hash_of_continuation(wd_model *model)
{
    return walk(model, 10, 30);
}

static int32_t ramp_input(double t, double *value, void *user)
{
    (void)user;
    *value = t;
    return 0;
}

static void snapshot_carries_parts(void)
{
    size_t size = save_parts();
    wd_model *same = chain(), *empty = model_new(&chain_kind), *other = model_new(&chain_kind);
    const char *name = wd_model_var_name(same, ref_of(same, "state.right.x"));
    check(wd_model_load(same, bytes, size) == WD_OK && strcmp(name, "state.right.x") == 0,
          "names keep their addresses if the parts are the same");
    uint64_t later = hash_of_continuation(same);
    check(wd_model_load(empty, bytes, size) == WD_OK && wd_model_part_count(empty) == 3 &&
              strcmp(wd_model_part_on(empty, 2, 1), "right") == 0 &&
              hash_of_continuation(empty) == later,
          "a snapshot contains the parts");
    for (int i = 0; i < 9; i++) {
        const char digit[] = {(char)('a' + i), '\0'};
        add_part(other, "mass", digit, NULL, NULL);
    }
    wd_model_init(other, 0);
    check(wd_model_load(other, bytes, size) == WD_OK && wd_model_part_count(other) == 3 &&
              hash_of_continuation(other) == later,
          "a snapshot replaces other parts, even in a running model");
    wd_model_reset(other);
    check(add_part(other, "mass", "more", NULL, NULL) == WD_OK &&
              wd_model_init(other, 0) == WD_OK && wd_model_load(other, bytes, size) == WD_OK &&
              hash_of_continuation(other) == later,
          "a snapshot replaces parts that were added later");
    wd_model_free(same);
    wd_model_free(empty);
    wd_model_free(other);
}

/* After loading a snapshot, input functions belong to the inputs of the same names. */
static void functions_follow_names(void)
{
    wd_model *model = chain(), *other = model_new(&chain_kind);
    wd_model_set_input_fn(model, ref_of(model, "input.right.force"), ramp_input, NULL);
    wd_model_init(model, 0);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, sizeof bytes);
    REFUSED(other, &before, WD_ESTATE, "input.right.force", wd_model_load(other, bytes, size));
    check(wd_model_part_count(other) == 0, "a refused snapshot leaves no parts");
    add_part(other, "mass", "right", NULL, NULL);
    wd_model_set_input_fn(other, ref_of(other, "input.right.force"), ramp_input, NULL);
    check(wd_model_load(other, bytes, size) == WD_OK && walk(other, 0, 9) == walk(model, 0, 9),
          "the function of the part with this name is used");
    wd_model_free(model);
    wd_model_free(other);
}

static void sign_snapshot(size_t size)
{
    struct word_writer to = {bytes, size / WORD_BYTES - 1};
    word_put(&to, word_sum(bytes, to.count));
}

/* Forge the parts in a snapshot. They follow the header of nine words: the number of parts, then
 * for each part its type, four words of its name and the two parts that it joins. */
static void forged_parts(void)
{
    size_t size = save_parts(), words = 1 + 3 * 7, refused_bytes = 0, taken = 0;
    uint64_t random = 1;
    wd_model *model = chain(), *running = chain();
    wd_model_init(running, 0);
    for (int i = 0; i < 20000; i++) {
        unsigned char kept[8];
        size_t at = 9 + random_index(&random, words);
        struct word_writer to = {bytes, at};
        memcpy(kept, bytes + 8 * at, 8);
        static const uint64_t odd[] = {0, 1, 2, 3, 4, 64, UINT64_MAX, 1ull << 63};
        if (random_index(&random, 2))
            word_put(&to, odd[random_index(&random, ROWS(odd))]);
        else
            bytes[8 * at + random_index(&random, 8)] = (unsigned char)random_word(&random);
        sign_snapshot(size);
        wd_model *to_load = i % 2 ? model : running;
        image_take(to_load, &before);
        int32_t status = wd_model_load(to_load, bytes, size);
        if (status == WD_OK)
            taken++;
        else if (!refusal_fault(to_load, &before, status, WD_EFORMAT, NULL))
            refused_bytes++;
        if (status == WD_OK)
            wd_model_step_to(to_load, 0.6);
        memcpy(bytes + 8 * at, kept, 8);
    }
    check(refused_bytes + taken == 20000 && taken > 100 && refused_bytes > 10000,
          "forged parts: %zu refused, %zu are valid parts", refused_bytes, taken);
    wd_model_free(model);
    wd_model_free(running);
}

/* Random parts in random order: the functions report what was added, and a clone and a snapshot
 * continue with the same bits. */
static void random_parts(void)
{
    uint64_t random = 7;
    int fine = 1;
    for (int run = 0; run < 200; run++) {
        wd_model *model = model_new(&chain_kind), *clone, *other = model_new(&chain_kind);
        size_t count = 1 + random_index(&random, 20), masses = 0;
        for (size_t i = 0; i < count; i++) {
            char name[16], a[16], b[16];
            int spring = masses > 0 && random_index(&random, 2);
            snprintf(name, sizeof name, "%c%zu", (int)('a' + random_index(&random, 26)), i);
            size_t on = random_index(&random, masses + 1) % (masses ? masses : 1);
            size_t found[2] = {0, 0}, seen = 0;
            for (size_t j = 0; j < wd_model_part_count(model); j++)
                if (strcmp(wd_model_part_type(model, j), "mass") == 0 && seen++ == on)
                    found[0] = found[1] = j;
            if (spring) {
                snprintf(a, sizeof a, "%s", wd_model_part_name(model, found[0]));
                snprintf(b, sizeof b, "%s", wd_model_part_name(model, found[1]));
            }
            fine = fine && add_part(model, spring ? "spring" : "mass", name, spring ? a : NULL,
                                    spring ? b : NULL) == WD_OK;
            masses += !spring;
            fine = fine && strcmp(wd_model_part_name(model, i), name) == 0;
        }
        for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
            fine = fine && ref_of(model, wd_model_var_name(model, ref)) == ref;
        fine = fine && wd_model_init(model, 0) == WD_OK;
        wd_model_save(model, bytes, sizeof bytes);
        wd_model_clone(model, &clone);
        fine = fine && wd_model_load(other, bytes, wd_model_save_size(model)) == WD_OK;
        uint64_t later = walk(model, 0, 4);
        fine = fine && walk(clone, 0, 4) == later && walk(other, 0, 4) == later;
        wd_model_free(model);
        wd_model_free(clone);
        wd_model_free(other);
    }
    check(fine, "random parts in random order are reported and copied");
}

/* A clone outlives its model: its signals are checked against bounds of its own table. */
static void clone_outlives_model(void)
{
    wd_model *model = make(&(struct setup){"vehicle", "car"}), *clone = NULL;
    wd_model_init(model, 0);
    wd_model_save(model, bytes, sizeof bytes);
    wd_model_clone(model, &clone);
    uint64_t later = walk(model, 0, 4);
    wd_model_free(model);
    check(wd_model_load(clone, bytes, wd_model_save_size(clone)) == WD_OK,
          "a clone loads a snapshot after the model is freed");
    check(walk(clone, 0, 4) == later, "the clone continues with the same bits");
    wd_model_free(clone);
}

int main(void)
{
    clone_outlives_model();
    check_part_order();
    refused_parts();
    snapshot_carries_parts();
    functions_follow_names();
    forged_parts();
    random_parts();
    return done();
}
