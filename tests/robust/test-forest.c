/* SPDX-License-Identifier: MIT */
/* Random vehicles of up to 64 bodies. Each vehicle starts, or is refused with the name of a wrong
 * part. Vehicles that start continue from snapshots and in clones with the same bits, their outputs
 * are finite, and failures leave them unchanged. Spoilt vehicles are refused with the name of the
 * wrong part.
 * usage: test-forest [trees [random numbers to skip]] */
#include "forest.h"
#include "heap.h"
#include "support.h"

enum { STOPS = 5, LARGEST = 1 << 20 };

static unsigned char bytes[LARGEST];
static struct tree tree;
static size_t statuses[64]; /* number of init calls with each status */

/* Hash of all variables except those that count attempts. */
static uint64_t hash_of_model(const wd_model *model)
{
    double t = wd_model_time(model), value;
    uint64_t hash = mix(0xcbf29ce484222325u, &t, sizeof t);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_var_role(model, ref) != WD_STAT && wd_model_get(model, &ref, 1, &value) == 0)
            hash = mix(hash, &value, sizeof value);
    return hash;
}

static void report_fault(const char *what, int number, const wd_model *model)
{
    check(0, "tree %d: %s (%s)", number, what, wd_model_error(model));
}

/* True if the text names a part of the tree. */
static int names_a_part(const char *text)
{
    for (int i = 0; i < tree.parts; i++) {
        char quoted[24];
        snprintf(quoted, sizeof quoted, "\"%s\"",
                 tree_name(tree.part[i].type, tree.part[i].number));
        if (strstr(text, quoted))
            return 1;
    }
    return 0;
}

/* Name of a state or output that is NaN or infinite, or NULL. Only output.friction_demand may be
 * infinite: at a wheel without load. */
static const char *no_number(const wd_model *model)
{
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        double value = 0;
        const char *name = wd_model_var_name(model, ref);
        int role = wd_model_var_role(model, ref);
        if ((role != WD_OUTPUT && role != WD_STATE) || wd_model_get(model, &ref, 1, &value) != 0)
            continue;
        if (isnan(value) || (isinf(value) && strcmp(name, "output.friction_demand") != 0))
            return name;
    }
    return NULL;
}

/* ---- vehicles that start ---- */

static int32_t step_and_check(wd_model *model, double t, int number)
{
    uint64_t before = hash_of_model(model);
    size_t calls = heap_calls;
    int32_t status = wd_model_step_to(model, t);
    if (heap_calls != calls)
        report_fault("a step allocates", number, model);
    if (status < 0 && hash_of_model(model) != before)
        report_fault("a failure changed the model", number, model);
    const char *name = no_number(model);
    if (name)
        report_fault(name, number, model);
    return status;
}

static void compare_motion(wd_model *model, wd_model *other, double t, int number)
{
    int32_t status = step_and_check(model, t, number);
    if (step_and_check(other, t, number) != status || hash_of_model(other) != hash_of_model(model))
        report_fault("the motion of a copy differs", number, other);
}

static void run_and_copy(wd_model *model, int number)
{
    wd_model *clone = NULL, *loaded = NULL;
    for (int k = 1; k <= STOPS; k++)
        step_and_check(model, 0.02 * k, number);
    size_t size = wd_model_save_size(model);
    if (size > LARGEST || wd_model_save(model, bytes, size) != WD_OK ||
        wd_model_clone(model, &clone) != WD_OK || wd_model_new("vehicle", &loaded) != WD_OK ||
        wd_model_load(loaded, bytes, size) != WD_OK)
        report_fault("saving or cloning failed", number, model);
    double t = wd_model_time(model);
    for (int k = 1; k <= STOPS; k++) {
        compare_motion(model, clone, t + 0.02 * k, number);
        wd_model_free(k == STOPS ? clone : NULL);
    }
    if (wd_model_load(model, bytes, size) != WD_OK)
        report_fault("the model refuses its own snapshot", number, model);
    for (int k = 1; k <= STOPS; k++)
        compare_motion(model, loaded, t + 0.02 * k, number);
    wd_model_free(loaded);
}

/* ---- spoilt vehicles ---- */

/* A random part of one of these types; NULL if there is none. */
static struct tree_part *find_part(enum tree_type first, enum tree_type last)
{
    int from = some(0, tree.parts - 1);
    for (int i = 0; i < tree.parts; i++) {
        struct tree_part *part = &tree.part[(from + i) % tree.parts];
        if (part->type >= first && part->type <= last)
            return part;
    }
    return NULL;
}

/* Names of two parts; the error text must contain one of them. Empty if nothing is wrong. */
static char wrong[2][16];

static void expect_blame(int i, enum tree_type type, int number)
{
    snprintf(wrong[i], sizeof *wrong, "%s", tree_name(type, number));
}

static void spoil_a_part(int way)
{
    struct tree_part *part = way == 3   ? find_part(BODY, BODY)
                             : way == 4 ? find_part(WHEEL, RIM)
                             : way == 5 ? find_part(HINGE, SLIDE)
                                        : find_part(HINGE, RIGID);
    if (!part)
        return;
    expect_blame(0, part->type, part->number);
    expect_blame(1, BODY, part->on[1]);
    if (way == 0) { /* a loop */
        part->on[0] = part->on[1];
    } else if (way == 1) { /* a loose body */
        memmove(part, part + 1, sizeof *part * (size_t)(&tree.part[--tree.parts] - part));
    } else if (way == 2) { /* a child of two joints */
        struct tree_part *more = grow(&tree, RIGID, part->on[0], part->on[1]);
        expect_blame(1, RIGID, more->number);
    } else if (way == 3) { /* no body has this product of inertia */
        part->inertia[3] = 1e3;
    } else if (way == 4) {
        part->crown = 1.01 * part->radius;
    } else {
        part->axis[0] = part->axis[1] = part->axis[2] = 0;
    }
}

static int is_named(const char *text, const char *name)
{
    char quoted[24];
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    return strstr(text, quoted) != NULL;
}

/* ---- all ---- */

/* Largest number of bodies of this tree; one tree in 1,000 may have as many as the tests allow. */
static int some_size(int number)
{
    return number % 1000 == 0 ? TREE_MOST : number % 50 == 0 ? 20 : 5;
}

static void set_running(wd_model *model)
{
    put(model, "solver.fixed_step", 0.01);
    put(model, "solver.max_steps", 1000);
}

static void test_tree(int number)
{
    int32_t status;
    wrong[0][0] = '\0';
    draw_tree(&tree, some_size(number), number % 3 == 0);
    if (number % 4 == 3)
        spoil_a_part(some(0, 5));
    wd_model *model = plant(&tree, &status);
    if (status != WD_OK)
        report_fault("a part is refused", number, model);
    set_running(model);
    status = wd_model_init(model, 0);
    statuses[status < 0 ? -status % 64 : 0]++;
    const char *text = wd_model_error(model);
    if (status == WD_OK)
        run_and_copy(model, number);
    else if (status == WD_EINVAL ? !names_a_part(text) : strlen(text) == 0)
        report_fault("no part is named", number, model);
    if (*wrong[0] &&
        (status != WD_EINVAL || !(is_named(text, wrong[0]) || is_named(text, wrong[1]))))
        report_fault("the text does not name the spoilt part", number, model);
    wd_model_free(model);
}

int main(int argc, char **argv)
{
    int trees = argc > 1 ? atoi(argv[1]) : 1000;
    for (int i = argc > 2 ? atoi(argv[2]) : 0; i > 0; i--)
        uniform(0, 1);
    for (int i = 0; i < trees; i++)
        test_tree(i);
    check(statuses[0] * 4 > (size_t)trees, "of %d trees %zu start", trees, statuses[0]);
    for (int i = 1; i < 64; i++)
        if (statuses[i] > 0)
            printf("# %zu times %s\n", statuses[i], wd_status_name(-i));
    return done();
}
