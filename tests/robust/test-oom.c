/* SPDX-License-Identifier: MIT */
/* Functions that allocate are called again and again: first their first allocation fails, then
 * their second, and so on, until the call succeeds (starve.h). */
#include "constrained.h"
#include "starve.h"

#include <gsl/gsl_errno.h>
#include <wheeldyn/constrained.h>

static int handler_calls;
static unsigned char snapshot[MOST_BYTES];
static size_t snapshot_size;

static void count_handler(const char *reason, const char *file, int line, int code)
{
    (void)reason, (void)file, (void)line, (void)code;
    handler_calls++;
}

static const double ramp[] = {0, 1, 1, 2, 2, 3, 3, 2, 4, 1};

static int32_t call_init(wd_model *model)
{
    return wd_model_init(model, 0);
}

static int32_t call_signal(wd_model *model)
{
    return wd_model_set_input_signal(model, first_input(model), WD_SIGNAL_LINEAR, ramp, 10);
}

static int32_t call_terrain(wd_model *model)
{
    static const double hill[] = {-1, 0, 0.5, -0.1, 1, 0, 2, -0.5, 3, 1};
    return wd_model_set_terrain(model, hill, 5);
}

static int32_t call_friction(wd_model *model)
{
    static const double ice[] = {1, 0.1, 0, 1};
    return wd_model_set_terrain_friction(model, ice, 4);
}

static int32_t call_load(wd_model *model)
{
    return wd_model_load(model, snapshot, snapshot_size);
}

static int32_t call_new(wd_model *model)
{
    wd_model *other = model;
    int32_t status = wd_model_new(wd_model_kind(model), &other);
    if (status != WD_OK && other)
        return WD_EINVAL; /* the output must be NULL */
    wd_model_free(other);
    return status;
}

static int32_t call_clone(wd_model *model)
{
    wd_model *other = model;
    int32_t status = wd_model_clone(model, &other);
    if (status != WD_OK && other)
        return WD_EINVAL;
    wd_model_free(other);
    return status;
}

static void starve_kind(const char *kind)
{
    wd_model *model = make_kind(kind);
    uint32_t input = first_input(model);
    double value = 0.25;
    wd_model_set(model, &input, 1, &value);
    starve(model, call_new, 0, "new");
    starve(model, call_signal, 1, "first signal");
    if (has_terrain(model)) {
        starve(model, call_terrain, 1, "terrain");
        starve(model, call_friction, 1, "friction");
    }
    starve(model, call_clone, 0, "clone while set up");
    starve(model, call_init, 1, "init");
    wd_model_step_to(model, 0.3);
    starve(model, call_clone, 0, "clone while running");
    snapshot_size = wd_model_save_size(model);
    wd_model_save(model, snapshot, snapshot_size);
    wd_model_step_to(model, 0.7);
    size_t calls = heap_calls;
    check(call_load(model) == WD_OK && heap_calls == calls && wd_model_time(model) == 0.3,
          "load while running allocates nothing");
    wd_model *other = make_kind(kind);
    starve(other, call_load, 1, "load while set up");
    wd_model_free(other);
    wd_model_free(model);
}

/* An existing signal is kept if a longer one cannot be allocated. */
static void starve_growth(const char *kind)
{
    wd_model *model = make_kind(kind);
    uint32_t input = first_input(model);
    const double two[] = {0, 0.5, 1, 0.75};
    wd_model_set_input_signal(model, input, WD_SIGNAL_LINEAR, two, 4);
    heap_fail = 1;
    int32_t status = call_signal(model);
    heap_fail = 0;
    double u = NAN;
    wd_model_init(model, 0.5);
    wd_model_get(model, &input, 1, &u);
    check(status == WD_ENOMEM && u == 0.625, "the old signal is kept if a longer one fails");
    wd_model_free(model);
}

static int32_t call_add(wd_model *model)
{
    return wd_model_add_part(model, "constraint", "last", NULL, 0);
}

/* A part can be removed without memory, so a caller can undo adding it if later calls fail. */
static void remove_without_memory(wd_model *model)
{
    size_t calls = heap_calls;
    heap_fail = 1;
    errno = EXDEV;
    int32_t status = wd_model_remove_part(model);
    int kept = errno == EXDEV;
    heap_fail = 0;
    check(status == WD_OK && kept && heap_calls == calls, "removing a part allocates nothing");
}

/* Parts are added one by one; a snapshot with other parts replaces them all. */
static void starve_parts(void)
{
    struct pendulum p = PENDULUM;
    wd_model *model = pendulum_new(&p), *other = pendulum_new(&p);
    starve(model, call_new, 0, "new, of parts");
    starve(model, call_clone, 0, "clone of parts");
    starve(model, call_init, 1, "init of parts");
    snapshot_size = wd_model_save_size(model);
    wd_model_save(model, snapshot, snapshot_size);
    wd_model_step_to(model, 0.1);
    size_t calls = heap_calls;
    check(call_load(model) == WD_OK && heap_calls == calls,
          "load of the same parts allocates nothing");
    starve(other, call_add, 1, "a part");
    remove_without_memory(other);
    starve(other, call_add, 1, "a part in the memory of a removed one");
    starve(other, call_load, 1, "load of other parts while set up");
    check(wd_model_part_count(other) == 6, "the parts are loaded in the end");
    wd_model_free(other);
    p.rows = 5;
    other = pendulum_new(&p);
    wd_model_init(other, 0);
    p.rows = 2;
    starve(other, call_load, 1, "load of other parts while running");
    wd_model_free(other);
    wd_model_free(model);
}

static void starve_uk(void)
{
    int32_t status = WD_ENOMEM;
    int good = 1;
    size_t n;
    for (n = 1; n < 1000 && status == WD_ENOMEM; n++) {
        wd_uk *uk = (wd_uk *)snapshot;
        long live = heap_live;
        heap_fail = n;
        status = wd_uk_new(6, 4, &uk);
        heap_fail = 0;
        if (status == WD_OK)
            wd_uk_free(uk);
        else
            good = good && status == WD_ENOMEM && uk == NULL;
        good = good && heap_live == live;
    }
    check(n > 2 && status == WD_OK && good, "wd_uk_new: WD_ENOMEM each time, no block is leaked");
    wd_uk *uk;
    check(wd_uk_new(SIZE_MAX / 2, SIZE_MAX / 2, &uk) == WD_ENOMEM && !uk,
          "wd_uk_new: a size beyond any memory gives WD_ENOMEM");
}

int main(void)
{
    if (!HEAP_WATCHED) {
        printf("1..0 # SKIP a sanitizer replaces the malloc family\n");
        return 0;
    }
    gsl_set_error_handler(count_handler);
    wd_version();
    printf("# allocates the buffer of standard output\n");
    long live = heap_live;
    for (size_t i = 0; i < wd_kind_count(); i++) {
        if (needs_code(wd_kind_name(i)))
            continue;
        printf("# %s\n", wd_kind_name(i));
        starve_kind(wd_kind_name(i));
        starve_growth(wd_kind_name(i));
    }
    starve_parts();
    starve_uk();
    check(heap_live == live, "all blocks are freed");
    check(handler_calls == 0, "the host's GSL handler was not called");
    return done();
}
