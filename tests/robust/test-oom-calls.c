/* SPDX-License-Identifier: MIT */
/* Calls in which every allocation fails once: presets of all kinds, vehicles, paths and profiles,
 * contacts. test-oom does the same for kinds with their defaults. */
#include "starve.h"

#include <wheeldyn/contact.h>
#include <wheeldyn/ground.h>

static unsigned char snapshot[MOST_BYTES];
static size_t snapshot_size;
static const char *preset;

static int32_t call_preset(wd_model *model)
{
    return wd_model_load_preset(model, preset);
}

static int32_t call_init(wd_model *model)
{
    return wd_model_init(model, 0);
}

static int32_t call_load(wd_model *model)
{
    return wd_model_load(model, snapshot, snapshot_size);
}

static int32_t call_clone(wd_model *model)
{
    wd_model *other = model;
    int32_t status = wd_model_clone(model, &other);
    if (status != WD_OK && other)
        return WD_EINVAL; /* the output must be NULL */
    wd_model_free(other);
    return status;
}

static int32_t call_add_body(wd_model *model)
{
    return wd_model_add_part(model, "body", "last", NULL, 0);
}

static int32_t call_path(wd_model *model)
{
    static const double xy[] = {0, 0, 1, 0, 2, 1, 1, 2, 0, 1};
    return wd_model_set_path(model, xy, 5, 1);
}

static int32_t call_times(wd_model *model)
{
    static const double time[] = {0, 1, 2, 3, 4, 5};
    return wd_model_set_path_times(model, time, 6);
}

static int32_t call_profile(wd_model *model)
{
    static const double xy[] = {-9, 0, 0, 0, 3, 0.3, 9, 0.3}, bulge[] = {0, 0.1, 0};
    return wd_model_set_profile(model, xy, bulge, 4);
}

static int32_t call_surface(wd_model *model)
{
    static const double z[16], frame[] = {-1, -1, 1, 1, 0};
    return wd_model_set_surface(model, z, 4, 4, frame);
}

/* ---- presets ---- */

/* True if the model has the same values, signals, parts and motion as `want`, for which no
 * allocation failed. */
static int is_whole(wd_model *model, wd_model *want)
{
    static struct image got, wanted;
    image_take(model, &got);
    image_take(want, &wanted);
    return wd_model_part_count(model) == wd_model_part_count(want) && image_same(&got, &wanted) &&
           wd_model_init(model, 0) == WD_OK && wd_model_init(want, 0) == WD_OK &&
           walk(model, 0, 4) == walk(want, 0, 4);
}

static void starve_preset(const struct setup *setup)
{
    wd_model *model = NULL, *want = make(setup);
    if (wd_model_new(setup->kind, &model) != WD_OK)
        check(0, "a model of %s can be made", setup->kind);
    preset = setup->preset;
    starve_any(model, call_preset, 1, preset);
    check(is_whole(model, want), "%s is complete at the end", preset);
    wd_model_free(model);
    wd_model_free(want);
}

/* ---- vehicles ---- */

static void starve_vehicle(const char *name)
{
    const struct setup setup = {"vehicle", name};
    wd_model *model = make(&setup), *other = make(&(struct setup){"vehicle", "disc"});
    printf("# %s\n", name);
    starve(model, call_clone, 0, "clone while set up");
    starve(model, call_init, 1, "init");
    wd_model_step_to(model, 0.01);
    starve(model, call_clone, 0, "clone while running");
    snapshot_size = wd_model_save_size(model);
    check(wd_model_save(model, snapshot, sizeof snapshot) == WD_OK, "the model is saved");
    starve(other, call_load, 1, "load of other parts while set up");
    wd_model_free(other);
    other = make(&(struct setup){"vehicle", strcmp(name, "disc") ? "disc" : "ball"});
    wd_model_init(other, 0);
    starve(other, call_load, 1, "load of other parts while running");
    check(wd_model_step_to(model, 0.02) == wd_model_step_to(other, 0.02) &&
              mix_model(1, model) == mix_model(1, other),
          "the model continues with the same bits");
    wd_model_free(other);
    wd_model_free(model);
    model = make(&setup);
    starve(model, call_add_body, 1, "one more body");
    wd_model_free(model);
}

/* Steps, eval, linear models, reset and refused calls allocate nothing. */
static void take_none(const char *name)
{
    static double A[1 << 14], re[128], im[128];
    wd_model *model = make(&(struct setup){"vehicle", name});
    wd_model_init(model, 0);
    size_t n = wd_model_linear_size(model), calls = heap_calls;
    check(n * n <= sizeof A / sizeof *A && n <= sizeof re / sizeof *re, "%s has %zu states", name,
          n);
    wd_model_linearize(model, A, NULL, 0, NULL);
    wd_model_eigenvalues(model, re, im);
    wd_model_eval(model);
    wd_model_step_to(model, 0.01);
    wd_model_reset(model);
    wd_model_nearest_name(model, "param.frame.mas");
    wd_model_add_part(model, "whel", "last", NULL, 0);
    wd_model_load_preset(model, "non");
    check(heap_calls == calls, "%s: the other calls allocate nothing (%zu)", name,
          heap_calls - calls);
    wd_model_free(model);
}

static void starve_courses(void)
{
    wd_model *model = make_kind("torus_wheel");
    starve(model, call_path, 1, "a path");
    starve(model, call_times, 1, "times of a path");
    put(model, "param.path", 2);
    starve(model, call_init, 1, "init with a path");
    wd_model_free(model);
    model = make_kind("impact_wheel");
    starve(model, call_profile, 1, "a profile");
    starve(model, call_init, 1, "init with a profile");
    wd_model_free(model);
    model = make(&(struct setup){"vehicle", "ball"});
    starve(model, call_surface, 1, "a surface");
    starve(model, call_init, 1, "init with a surface");
    snapshot_size = wd_model_save_size(model);
    wd_model_save(model, snapshot, snapshot_size);
    wd_model_free(model);
    model = make(&(struct setup){"vehicle", "ball"});
    starve(model, call_load, 1, "load of a surface");
    starve(model, call_clone, 1, "clone with a surface");
    wd_model_free(model);
}

/* ---- contacts ---- */

enum { CONTACTS = 4, UNKNOWNS = 3 * CONTACTS };

/* A stack of bodies, each of which touches the next. */
static void fill_stack(double W[UNKNOWNS][UNKNOWNS], double *mu, double *q)
{
    for (size_t i = 0; i < UNKNOWNS; i++) {
        W[i][i] = 2;
        if (i >= 3)
            W[i][i - 3] = W[i - 3][i] = -1;
        q[i] = i % 3 ? 0.1 : -1;
        mu[i / 3] = 0.5;
    }
}

static const double *matrix;

static int32_t take_dense(wd_contact *c)
{
    return wd_contact_set_dense(c, matrix);
}

static int32_t take_rows(wd_contact *c)
{
    static size_t start[UNKNOWNS + 1];
    static uint32_t column[UNKNOWNS * UNKNOWNS];
    for (size_t i = 0; i <= UNKNOWNS; i++)
        start[i] = UNKNOWNS * i;
    for (size_t e = 0; e < UNKNOWNS * UNKNOWNS; e++)
        column[e] = (uint32_t)(e % UNKNOWNS);
    return wd_contact_set_matrix(c, start, column, matrix);
}

static void starve_matrix(wd_contact *c, int32_t (*take)(wd_contact *), const char *what)
{
    double r[UNKNOWNS];
    int32_t status = WD_ENOMEM;
    int good = 1;
    size_t n;
    for (n = 1; n < 1000 && status == WD_ENOMEM; n++) {
        heap_fail = n;
        errno = EXDEV;
        status = take(c);
        int failed = heap_fail == 0;
        heap_fail = 0;
        good = good && errno == EXDEV && status == (failed ? WD_ENOMEM : WD_OK);
        good = good && (!failed || (strlen(wd_contact_error(c)) > 0 &&
                                    wd_contact_solve(c, r, NULL, 0) == WD_ESTATE));
    }
    check(good && n > 2, "%s: WD_ENOMEM each of %zu times, and then no matrix is set", what, n - 2);
}

static wd_contact *starve_new(void)
{
    wd_contact *c = NULL;
    int32_t status = WD_ENOMEM;
    int good = 1;
    size_t n;
    for (n = 1; n < 1000 && status == WD_ENOMEM; n++) {
        long live = heap_live;
        heap_fail = n;
        errno = EXDEV;
        c = (wd_contact *)(void *)snapshot;
        status = wd_contact_new(3, CONTACTS, &c);
        heap_fail = 0;
        good = good && errno == EXDEV;
        good = good && (status == WD_OK || (status == WD_ENOMEM && !c && heap_live == live));
    }
    check(status == WD_OK && good && n > 2, "wd_contact_new: WD_ENOMEM each of %zu times", n - 2);
    return c;
}

static void starve_contact(void)
{
    static double W[UNKNOWNS][UNKNOWNS], mu[CONTACTS], q[UNKNOWNS], r[UNKNOWNS], u[UNKNOWNS];
    long live = heap_live;
    fill_stack(W, mu, q);
    matrix = W[0];
    wd_contact *c = starve_new();
    check(wd_contact_set_problem(c, mu, q) == WD_OK, "the problem is set");
    starve_matrix(c, take_dense, "a dense matrix");
    check(wd_contact_solve(c, r, u, 0) == WD_OK, "the problem is solved: %s", wd_contact_error(c));
    starve_matrix(c, take_rows, "rows of another pattern");
    double other[UNKNOWNS];
    check(wd_contact_solve(c, other, u, 0) == WD_OK,
          "the problem is solved with rows of another pattern");
    double most = 0;
    for (size_t i = 0; i < UNKNOWNS; i++)
        most = fmax(most, fabs(other[i] - r[i]));
    near_abs(most, 0, 1e-8, "difference of the impulses of both patterns");
    wd_contact_free(c);
    check(heap_live == live, "contacts: no block is leaked");
}

int main(void)
{
    if (!HEAP_WATCHED) {
        printf("1..0 # SKIP a sanitizer replaces the malloc family\n");
        return 0;
    }
    wd_version();
    printf("# allocates the buffer of standard output\n");
    long live = heap_live;
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    for (size_t i = 0; i < count; i++) {
        if (list[i].preset && strcmp(list[i].kind, "vehicle") == 0) {
            starve_vehicle(list[i].preset);
            take_none(list[i].preset);
        }
        if (list[i].preset)
            starve_preset(&list[i]);
    }
    starve_courses();
    starve_contact();
    check(heap_live == live, "all blocks are freed");
    return done();
}
