/* SPDX-License-Identifier: MIT */
/* Models built from parts: variables that a part adds, and those that it keeps. */
#include "core/part.h"

#include "chain.h"

/* Add a part that joins existing ones. */
static int32_t add_part(wd_model *model, const char *type, const char *name, const char *a,
                        const char *b)
{
    const struct part *on[PART_PLACES];
    size_t n = 0;
    if (a)
        on[n++] = part_find(model->kind, a, strlen(a));
    if (b)
        on[n++] = part_find(model->kind, b, strlen(b));
    return model_add_part(model, part_type(model->kind, type), name, on, n);
}

/* Variables of the whole model come first; variables of a part are appended and keep their refs. */
static void keeps_rows(void)
{
    wd_model *model = model_new(&chain_kind);
    size_t whole = wd_model_var_count(model);
    put(model, "param.gravity", 7);
    put(model, "solver.rtol", 1e-6);
    add_part(model, "mass", "left", NULL, NULL);
    uint32_t ref = ref_of(model, "param.left.mass"), force = ref_of(model, "input.left.force");
    const char *name = wd_model_var_name(model, ref);
    const double ramp[] = {0, 0, 1, 1};
    check(ref == whole, "the first variable of a part comes after those of the whole model");
    put(model, "param.left.mass", 5);
    put(model, "state.left.v", 3);
    wd_model_set_input_signal(model, force, WD_SIGNAL_LINEAR, ramp, 4);
    for (int i = 0; i < 40; i++) {
        char other[16];
        snprintf(other, sizeof other, "m%d", 39 - i);
        add_part(model, "mass", other, NULL, NULL);
    }
    check(wd_model_var_name(model, ref) == name && strcmp(name, "param.left.mass") == 0,
          "the name of a variable keeps its address");
    check(value_of(model, "param.gravity") == 7 && value_of(model, "solver.rtol") == 1e-6 &&
              value_of(model, "param.left.mass") == 5 && value_of(model, "state.left.v") == 3,
          "a new part does not change other values");
    check(value_of(model, "param.m0.mass") == 1, "the variables of a new part have their defaults");
    int found = 1;
    for (uint32_t i = 0; i < wd_model_var_count(model); i++)
        found = found && ref_of(model, wd_model_var_name(model, i)) == i;
    check(found, "every name of a variable is found");
    check(wd_model_find(model, "param.m.mass", &ref) == WD_ENAME &&
              wd_model_find(model, "param.m1.length", &ref) == WD_ENAME &&
              wd_model_find(model, "param.m1", &ref) == WD_ENAME &&
              wd_model_find(model, "param..mass", &ref) == WD_ENAME &&
              wd_model_find(model, "m1", &ref) == WD_ENAME &&
              wd_model_find(model, "param.m11.mass.", &ref) == WD_ENAME,
          "no other name is found");
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 1) == WD_OK,
          "the model runs: %s", wd_model_error(model));
    near_abs(value_of(model, "state.left.v"), 3 - 7 + 0.5 / 5, 1e-6, "an input keeps its signal");
    wd_model_free(model);
}

static void model_of_parts_runs(void)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *model = chain(), *clone;
    put(model, "state.right.x", 1);
    check(wd_model_init(model, 0) == WD_OK, "the model starts: %s", wd_model_error(model));
    check(value_of(model, "output.middle.tension") == 1 &&
              value_of(model, "output.left.acceleration") == 1 &&
              value_of(model, "output.right.acceleration") == -1,
          "parts use the parts that they join");
    walk(model, 0, 20);
    near_abs(value_of(model, "state.right.x") - value_of(model, "state.left.x"), cos(sqrt(2.0)),
             1e-8, "distance of two masses that swing");
    wd_model_clone(model, &clone);
    uint64_t later = walk(model, 20, 40);
    check(walk(clone, 20, 40) == later, "a clone continues with the same bits");
    wd_model_reset(clone);
    check(add_part(clone, "mass", "third", NULL, NULL) == WD_OK &&
              wd_model_init(clone, 0) == WD_OK && wd_model_step_to(clone, 1) == WD_OK,
          "after a reset a part may be added");
    wd_model_save(clone, bytes, sizeof bytes);
    wd_model_step_to(clone, 2);
    check(wd_model_load(clone, bytes, wd_model_save_size(clone)) == WD_OK &&
              wd_model_time(clone) == 1 && strcmp(wd_model_linear_name(clone, 1), "left.x") == 0,
          "the model returns to a snapshot");
    wd_model_free(model);
    check(walk(clone, 20, 21) != 0, "a clone outlives its original");
    wd_model_free(clone);
}

static void presets_replace_parts(void)
{
    wd_model *model = model_new(&chain_kind);
    add_part(model, "mass", "lonely", NULL, NULL);
    put(model, "param.gravity", 3);
    check(wd_model_load_preset(model, "none") == WD_ENAME &&
              value_of(model, "param.gravity") == 3 && value_of(model, "param.lonely.mass") == 1,
          "a preset that does not exist changes nothing");
    check(wd_model_load_preset(model, "pair") == WD_OK, "a preset is loaded: %s",
          wd_model_error(model));
    uint32_t ref;
    check(wd_model_find(model, "param.lonely.mass", &ref) == WD_ENAME &&
              value_of(model, "param.gravity") == 0 && value_of(model, "param.right.mass") == 2,
          "the parts and values of the preset replace all others");
    check(wd_model_init(model, 0) == WD_OK && value_of(model, "output.left.acceleration") == 4,
          "the preset runs with its signals");
    wd_model_free(model);
}

/* A model without parts cannot run. */
static void model_without_parts(void)
{
    static struct image before;
    wd_model *model = model_new(&chain_kind);
    REFUSED(model, &before, WD_EINVAL, "there is no mass", wd_model_init(model, 0));
    wd_model_free(model);
}

static void refuses_parts(void)
{
    wd_model *model = chain();
    const struct kind *kind = model->kind;
    const struct part_type *mass = part_type(kind, "mass"), *spring = part_type(kind, "spring");
    const struct part *on[PART_PLACES + 1] = {kind->parts[0], kind->parts[2], kind->parts[1]};
    size_t place;
    static const char *const bad[] = {
        "", "A", "1a", "_a", "a-b", "a.b", "a ", "aB", "a23456789012345678901234567890123"};
    int refused = 1;
    for (size_t i = 0; i < ROWS(bad); i++)
        refused = refused && shape_judge(model->shape, mass, bad[i], on, 0, &place) == PART_SPELT;
    check(refused, "names with other characters or too many are refused");
    check(shape_judge(model->shape, mass, "a2345678901234567890123456789_1", on, 0, &place) ==
              PART_FITS,
          "a name of 31 letters is accepted");
    check(shape_judge(model->shape, mass, "gravity", on, 0, &place) == PART_RESERVED &&
              shape_judge(model->shape, mass, "work", on, 0, &place) == PART_RESERVED &&
              shape_judge(model->shape, mass, "wor", on, 0, &place) == PART_FITS,
          "words in variables of the whole model are reserved");
    check(shape_judge(model->shape, mass, "middle", on, 0, &place) == PART_TAKEN &&
              shape_judge(model->shape, mass, "middl", on, 0, &place) == PART_FITS,
          "parts of different types cannot have the same name");
    check(shape_judge(model->shape, spring, "s", on, 2, &place) == PART_STANDS && place == 1,
          "a part of the wrong type cannot be joined");
    check(shape_judge(model->shape, spring, "s", on, 1, &place) == PART_STANDS && place == 1 &&
              shape_judge(model->shape, mass, "s", on, 1, &place) == PART_STANDS && place == 1,
          "the number of joined parts must be that of the type");
    for (int i = 2; i < PART_MOST; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%d", i);
        add_part(model, "mass", name, NULL, NULL);
    }
    check(shape_judge(model->shape, mass, "s", on, 0, &place) == PART_MANY,
          "at most 192 parts of a type");
    on[1] = kind->parts[1];
    check(shape_judge(model->shape, spring, "s", on, 2, &place) == PART_FITS,
          "a part of another type can still be added");
    wd_model_free(model);
}

int main(void)
{
    keeps_rows();
    model_of_parts_runs();
    presets_replace_parts();
    model_without_parts();
    refuses_parts();
    return done();
}
