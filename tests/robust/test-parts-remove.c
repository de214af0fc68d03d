/* SPDX-License-Identifier: MIT */
/* wd_model_remove_part(): what it removes, keeps and refuses. */
#include "chain.h"

static struct image before;
static unsigned char bytes[MOST_BYTES], others[MOST_BYTES];

static int32_t add_part(wd_model *model, const char *type, const char *name, const char *a,
                        const char *b)
{
    const char *const on[] = {a, b};
    return wd_model_add_part(model, type, name, on, a ? b ? 2 : 1 : 0);
}

static int32_t count_up(double t, double *value, void *user)
{
    (void)user;
    *value = t;
    return 0;
}

/* True if two models of the same parts have the same variables, refs and values. */
static int same_variables(const wd_model *a, const wd_model *b)
{
    uint32_t count = (uint32_t)wd_model_var_count(a);
    int same = wd_model_var_count(b) == count;
    for (uint32_t ref = 0, found; same && ref < count; ref++) {
        const char *name = wd_model_var_name(a, ref);
        same = wd_model_find(b, name, &found) == WD_OK && found == ref &&
               (wd_model_var_role(a, ref) == WD_OUTPUT ||
                same_bits(value_of(a, name), value_of(b, name)));
    }
    return same;
}

static int same_snapshots(wd_model *a, wd_model *b)
{
    size_t size = wd_model_save_size(a);
    return size == wd_model_save_size(b) && wd_model_save(a, bytes, sizeof bytes) == WD_OK &&
           wd_model_save(b, others, sizeof others) == WD_OK && memcmp(bytes, others, size) == 0;
}

/* A chain with changed values and with signals. */
static wd_model *tuned_chain(void)
{
    static const double ramp[] = {0, 0, 1, 1}, tanh[] = {0, 1, 2, 0.5, 1};
    wd_model *model = chain();
    put(model, "param.gravity", 3);
    put(model, "param.left.mass", 5);
    put(model, "state.left.v", 2);
    put(model, "state.right.x", 1);
    put(model, "solver.rtol", 1e-7);
    wd_model_set_input_signal(model, ref_of(model, "input.left.force"), WD_SIGNAL_LINEAR, ramp, 4);
    wd_model_set_input_signal(model, ref_of(model, "input.lift"), WD_SIGNAL_TANH, tanh, 5);
    return model;
}

/* Add a mass with a function or a long signal, and a spring that joins it. */
static void add_more(wd_model *model, int driven)
{
    double steps[40];
    for (int i = 0; i < 40; i++)
        steps[i] = i / 2;
    add_part(model, "mass", "more", NULL, NULL);
    add_part(model, "spring", "long", "left", "more");
    put(model, "param.more.mass", 9);
    uint32_t force = ref_of(model, "input.more.force");
    if (driven)
        wd_model_set_input_fn(model, force, count_up, NULL);
    else
        wd_model_set_input_signal(model, force, WD_SIGNAL_STEP, steps, 40);
}

static void removes_the_last(void)
{
    wd_model *model = tuned_chain(), *plain = tuned_chain();
    const char *name = wd_model_var_name(model, ref_of(model, "output.middle.tension"));
    uint32_t ref;
    for (int driven = 0; driven < 2; driven++) {
        add_more(model, driven);
        check(wd_model_remove_part(model) == WD_OK &&
                  wd_model_find(model, "param.long.rest", &ref) == WD_ENAME &&
                  value_of(model, "param.more.mass") == 9,
              "only the part added last is removed");
        check(wd_model_remove_part(model) == WD_OK && wd_model_part_count(model) == 3 &&
                  same_variables(model, plain),
              "the other parts keep refs and values");
        check(wd_model_var_name(model, ref_of(model, name)) == name, "names keep their addresses");
        check(wd_model_init(model, 0) == WD_OK && wd_model_init(plain, 0) == WD_OK &&
                  same_snapshots(model, plain) && walk(model, 0, 30) == walk(plain, 0, 30),
              "the motion has the bits of a model without the parts");
        wd_model_reset(model);
        wd_model_reset(plain);
    }
    add_more(model, 0);
    wd_model_remove_part(model);
    wd_model_remove_part(model);
    add_part(model, "mass", "more", NULL, NULL);
    check(value_of(model, "param.more.mass") == 1 &&
              wd_model_input_form(model, ref_of(model, "input.more.force")) == WD_SIGNAL_HOLD,
          "a new part of the same name has the defaults");
    wd_model_free(plain);
    wd_model_free(model);
}

static void refuses_to_remove(void)
{
    wd_model *model = chain();
    wd_model_init(model, 0);
    REFUSED(model, &before, WD_ESTATE, "set up", wd_model_remove_part(model));
    wd_model_reset(model);
    for (size_t left = 3; left-- > 0;)
        check(wd_model_remove_part(model) == WD_OK && wd_model_part_count(model) == left,
              "after a removal %zu parts remain", left);
    REFUSED(model, &before, WD_ENAME, "no part", wd_model_remove_part(model));
    REFUSED(model, &before, WD_EINVAL, "there is no mass", wd_model_init(model, 0));
    wd_model_free(model);
    model = make_kind("sliding_block");
    REFUSED(model, &before, WD_ENAME, "no part", wd_model_remove_part(model));
    wd_model_free(model);
    check(wd_model_remove_part(NULL) == WD_EINVAL, "a NULL model is refused");
}

/* Remove the last part of a model that has run, whose memory was sized with that part. */
static int remove_last_part(wd_model *model)
{
    return wd_model_init(model, 0) == WD_OK && wd_model_reset(model) == WD_OK &&
           wd_model_remove_part(model) == WD_OK;
}

static int come_back(wd_model *model, const wd_model *full)
{
    size_t last = wd_model_part_count(full) - 1;
    return add_part(model, wd_model_part_type(full, last), wd_model_part_name(full, last),
                    wd_model_part_on(full, last, 0), wd_model_part_on(full, last, 1)) == WD_OK;
}

static void removes_from(const struct setup *setup)
{
    const char *what = setup_name(setup);
    wd_model *model = make(setup), *other = make(setup), *third = make(setup);
    check(remove_last_part(other) && come_back(other, third) &&
              wd_model_remove_part(other) == WD_OK && remove_last_part(third) &&
              wd_model_remove_part(model) == WD_OK,
          "%s: the last part is removed, added again and removed", what);
    check(same_variables(model, other), "%s: the other parts are unchanged", what);
    check(wd_model_init(model, 0) == WD_OK && wd_model_init(other, 0) == WD_OK &&
              same_snapshots(model, other),
          "%s: the model starts like one that never had the part", what);
    check(wd_model_load(third, bytes, wd_model_save_size(model)) == WD_OK &&
              same_snapshots(model, third),
          "%s: a loaded snapshot gives the state of a model that never had the part", what);
    uint64_t later = walk(model, 0, 2);
    check(walk(other, 0, 2) == later && walk(third, 0, 2) == later,
          "%s: all models continue with the same bits", what);
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(third);
}

static void removes_from_presets(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    for (size_t i = 0; i < count; i++)
        if (wd_part_type_count(list[i].kind) > 0)
            removes_from(&list[i]);
}

/* Adding and removing random parts leaves the same model as adding the remaining ones. */
static void removes_at_random(void)
{
    uint64_t random = 11;
    int fine = 1, runs = 0;
    for (int run = 0; run < 200; run++) {
        wd_model *model = model_new(&chain_kind), *plain = model_new(&chain_kind);
        for (size_t i = 0; i < 60; i++) {
            size_t count = wd_model_part_count(model);
            char name[16];
            snprintf(name, sizeof name, "%c%zu", (int)('a' + random_index(&random, 26)), i);
            if (random_index(&random, 5) < 2) {
                fine = fine && wd_model_remove_part(model) == (count > 0 ? WD_OK : WD_ENAME);
            } else {
                int spring = count > 0 && random_index(&random, 2);
                const char *on = spring ? wd_model_part_name(model, 0) : NULL;
                fine = fine && add_part(model, spring ? "spring" : "mass", name, on, on) == WD_OK;
            }
        }
        for (size_t i = 0; i < wd_model_part_count(model); i++)
            add_part(plain, wd_model_part_type(model, i), wd_model_part_name(model, i),
                     wd_model_part_on(model, i, 0), wd_model_part_on(model, i, 1));
        fine = fine && same_variables(model, plain);
        int32_t status = wd_model_init(model, 0);
        fine = fine && wd_model_init(plain, 0) == status &&
               (status != WD_OK || same_snapshots(model, plain));
        runs += status == WD_OK;
        wd_model_free(model);
        wd_model_free(plain);
    }
    check(fine && runs > 150, "random parts are added and removed, %d models run", runs);
}

int main(void)
{
    removes_the_last();
    refuses_to_remove();
    removes_from_presets();
    removes_at_random();
    return done();
}
