/* SPDX-License-Identifier: MIT */
/* Random parts in random order, on models that are run, cloned and saved in between. */
#include "fuzz.h"

static struct image before, after;
static unsigned char bytes[MOST_BYTES];
static size_t size_saved;

/* Equations for any sizes: unit masses, and constraint rows of small whole numbers. */
static int32_t any_rows(double t, const double *q, const double *v, double *M, double *Q, double *C,
                        double *A, double *b, double *phi, void *user)
{
    const wd_model *model = *(wd_model **)user;
    size_t n = 0, m = 0;
    (void)t, (void)v, (void)C, (void)b, (void)phi;
    for (size_t i = 0; i < wd_model_part_count(model); i++)
        *(strcmp(wd_model_part_type(model, i), "coordinate") == 0 ? &n : &m) += 1;
    for (size_t i = 0; i < n * n; i++)
        M[i] = i % (n + 1) == 0;
    for (size_t i = 0; i < n; i++)
        Q[i] = 1 - q[i];
    for (size_t i = 0; i < m * n; i++)
        A[i] = (double)(i % 5) - 2;
    return 0;
}

static int32_t add(struct input *input, wd_model *model)
{
    static const char *const types[] = {"coordinate", "constraint", "body", ""};
    static const char *const odd[] = {"speed", "work", "", "A", "x.y", "rank", "0", "x y"};
    static const char *const on[] = {"a0", "b1"};
    char name[8];
    unsigned which = take_byte(input);
    snprintf(name, sizeof name, "%c%u", (int)('a' + which % 16), take_byte(input) % 32u);
    const char *written = which < 240 ? name : odd[which % 8];
    return wd_model_add_part(model, types[take_byte(input) % 16 ? which % 2 : which % 4], written,
                             on, take_byte(input) % 32 ? 0 : which % 4);
}

/* Remove the last part, and check that the model loses one part and exactly its variables. */
static int32_t remove_last(wd_model *model)
{
    size_t count = wd_model_part_count(model), vars = wd_model_var_count(model), part, removed = 0;
    for (uint32_t ref = 0; ref < vars; ref++)
        removed += wd_model_var_part(model, ref, &part) == WD_OK && part + 1 == count;
    int32_t status = wd_model_remove_part(model);
    if (status == WD_OK &&
        (wd_model_part_count(model) + 1 != count || wd_model_var_count(model) + removed != vars))
        broken("another part than the last was removed", model);
    return status;
}

static int32_t load(struct input *input, wd_model *model)
{
    unsigned flips = take_byte(input) % 3;
    for (unsigned i = 0; size_saved > 0 && i < flips; i++)
        bytes[(take_byte(input) * 256u + take_byte(input)) % size_saved] ^= 1;
    return wd_model_load(model, bytes, size_saved);
}

/* Replace the model by a clone with the same parts. */
static void replace_by_clone(wd_model **model)
{
    wd_model *copy;
    if (wd_model_clone(*model, &copy) != WD_OK)
        broken("no clone", *model);
    if (wd_model_part_count(copy) != wd_model_part_count(*model) ||
        wd_model_var_count(copy) != wd_model_var_count(*model))
        broken("a clone has other parts", copy);
    wd_model_free(*model);
    *model = copy;
}

static int32_t one_call(struct input *input, wd_model **model)
{
    double t = wd_model_time(*model), value = take_real(input);
    uint32_t ref = take_byte(input) * 3u % (uint32_t)wd_model_var_count(*model);
    switch (take_byte(input) % 12) {
    case 0:
        return wd_model_init(*model, 0);
    case 1:
        return wd_model_step_to(*model, (isnan(t) ? 0 : t) + 0.05);
    case 2:
        return wd_model_reset(*model);
    case 3:
        if (wd_model_save(*model, bytes, sizeof bytes) == WD_OK)
            size_saved = wd_model_save_size(*model);
        return WD_OK;
    case 4:
        return load(input, *model);
    case 5:
        replace_by_clone(model);
        return WD_OK;
    case 6:
        return wd_model_set(*model, &ref, 1, &value);
    case 7:
        return remove_last(*model);
    default:
        return add(input, *model);
    }
}

/* Check that every variable is found by its name and belongs to the part in the name. */
static void check_variables(const wd_model *model)
{
    for (uint32_t ref = 0, found; ref < wd_model_var_count(model); ref++) {
        const char *name = wd_model_var_name(model, ref);
        size_t part, length = strcspn(strchr(name, '.') + 1, ".");
        if (wd_model_find(model, name, &found) != WD_OK || found != ref)
            broken("a variable is not found", model);
        if (wd_model_var_part(model, ref, &part) != WD_OK ||
            (part != SIZE_MAX &&
             (strlen(wd_model_part_name(model, part)) != length ||
              strncmp(strchr(name, '.') + 1, wd_model_part_name(model, part), length) != 0)))
            broken("a variable belongs to another part", model);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    wd_model *model;
    size_saved = 0;
    if (wd_model_new("constrained", &model) != WD_OK)
        return 0;
    wd_model_set_equations(model, any_rows, &model);
    wd_model_set_value(model, "solver.fixed_step", 0.01);
    while (input.at < input.end) {
        /* the number of steps is limited, because they may be arbitrarily short */
        wd_model_set_value(model, "solver.max_steps", 100);
        image_take(model, &before);
        int32_t status = one_call(&input, &model);
        if (status >= 0)
            continue;
        image_take(model, &after);
        if (!image_same(&before, &after))
            broken("a failing call changed the model", model);
        if (strlen(wd_model_error(model)) == 0 || strlen(wd_model_error(model)) > 255)
            broken("a failing call left no text", model);
    }
    check_variables(model);
    wd_model_free(model);
    return 0;
}
