/* SPDX-License-Identifier: MIT */
/* A call that the interrupt function stops at any stage changes nothing: the model continues with
 * the bits of an uninterrupted model. The test reads internal structures, so that it can interrupt
 * more often than the library allows. */
#include "support.h"

#include "core/model.h"

static struct image before, after;

/* ---- the interrupt function ---- */

/* Data of the interrupt function answer_host(), which stops the call of the library when it is
 * asked for the time number stop_at. */
struct asker {
    struct interrupt *interrupt;
    int64_t work; /* work between two calls of the function */
    long asked, stop_at;
    long all, refused; /* calls that the function makes on its own model; those that are refused */
    wd_model *own;
    long free_at; /* number of the call in which the function frees its own model; 0: none */
};

static int is_refused(wd_model *own)
{
    double x = 0;
    uint32_t ref = 0;
    return wd_model_get(own, &ref, 1, &x) == WD_ESTATE && wd_model_step_to(own, 1) == WD_ESTATE &&
           wd_model_set_interrupt_fn(own, NULL, NULL) == WD_ESTATE && isnan(wd_model_time(own)) &&
           wd_model_save_size(own) == 0;
}

static int32_t answer_host(void *user)
{
    struct asker *host = user;
    host->refused += host->own && is_refused(host->own);
    host->all++;
    host->interrupt->left = host->work;
    host->asked++;
    if (host->asked == host->free_at)
        wd_model_free(host->own);
    return host->asked == host->stop_at;
}

/* Let the library call the function each time that it has done this much work; when the function is
 * called for the time number stop_at, it stops the call of the library. */
static void set_expectation(struct asker *host, int64_t work, long stop_at)
{
    host->asked = 0;
    host->work = host->interrupt->left = work;
    host->stop_at = stop_at;
}

static struct asker attach_host(wd_model *model)
{
    return (struct asker){.interrupt = &model->interrupt, .own = model};
}

/* ---- motions ---- */

static int32_t swaying_input(double t, double *value, void *user)
{
    *value = *(const double *)user * (1 + 0.5 * sin(3 * t));
    return 0;
}

enum variant { ADAPTIVE, FIXED, FUNCTION, ALL, PROXIMAL = ALL, MOREAU, ALL_OF_IMPACTS };

static wd_model *prepare_model(const struct setup *setup, enum variant variant)
{
    static double amplitude = 8,
                  angle =
                      0.02; /* amplitude of the input; angle of a slope on which the wheel stays */
    wd_model *model = make(setup);
    if (variant == FIXED || variant == MOREAU)
        put(model, "solver.fixed_step", 0.004);
    if (variant == FUNCTION) /* a failing call may overwrite kept events */
        put(model, "solver.event_capacity", 2);
    if (variant >= FUNCTION) {
        uint32_t input = first_input(model);
        int slope = input < wd_model_var_count(model) &&
                    strcmp(wd_model_var_unit(model, input), "rad") == 0;
        wd_model_set_input_fn(model, input, swaying_input, slope ? &angle : &amplitude);
    }
    if (variant == PROXIMAL)
        wd_model_set_choice(model, "solver.contact", "proximal");
    if (variant == MOREAU)
        wd_model_set_choice(model, "solver.scheme", "moreau");
    return model;
}

static int32_t step_or_run(wd_model *model, int step)
{
    return step == 0 ? wd_model_init(model, 0) : wd_model_step_to(model, 0.05 * step);
}

struct count {
    long stopped;
    int changed, wrong;
};

/* Repeat the same step, interrupted later in each try, until it succeeds. */
static void repeat_until_done(wd_model *model, struct asker *host, int step, int64_t work,
                              int32_t want, struct count *count)
{
    int32_t got;
    image_take(model, &before);
    for (set_expectation(host, work, 1); (got = step_or_run(model, step)) == WD_EINTERRUPT;
         set_expectation(host, work, 1)) {
        image_take(model, &after);
        count->changed += !image_same(&before, &after);
        count->wrong += !strstr(wd_model_error(model), "stopped by the interrupt function");
        count->stopped++;
        work += 1 + work / 2;
    }
    count->wrong += got != want;
}

static void interrupted_steps(const struct setup *setup, enum variant variant, uint64_t *seed)
{
    const int steps = few_or_all(4, 10);
    wd_model *twin = prepare_model(setup, variant), *model = prepare_model(setup, variant);
    struct asker host = attach_host(model);
    struct count count = {0};
    int unlike = 0;
    wd_model_set_interrupt_fn(model, answer_host, &host);
    for (int k = 0; k <= steps; k++) {
        int64_t work = 1 + (int64_t)(random_word(seed) % 50);
        int32_t want = step_or_run(twin, k);
        repeat_until_done(model, &host, k, work, want, &count);
        image_take(model, &after);
        image_take(twin, &before);
        unlike += !image_same(&before, &after);
    }
    check(count.stopped > steps / 2 && count.changed == 0 && count.wrong == 0 && unlike == 0,
          "%s, variant %d: stopped %ld times; models changed %d, wrong texts %d, other bits %d",
          setup_name(setup), (int)variant, count.stopped, count.changed, count.wrong, unlike);
    check(host.refused == host.all, "calls of the function on its own model are refused");
    wd_model_free(model);
    wd_model_free(twin);
}

/* ---- other calls ---- */

static void interrupted_rows(void)
{
    enum { ROWS = 33 };
    static double row[2 * ROWS], whole[2 * ROWS];
    wd_model *model = make_kind("rolling_wheel"), *twin = make_kind("rolling_wheel");
    uint32_t ref = ref_of(model, "state.x");
    struct asker host = attach_host(model);
    size_t written, done = 0;
    put(model, "solver.fixed_step", 0x1p-7);
    put(twin, "solver.fixed_step", 0x1p-7);
    wd_model_init(model, 0);
    wd_model_init(twin, 0);
    wd_model_run(twin, 1, 0x1p-5, &ref, 1, whole, ROWS, NULL);
    wd_model_set_interrupt_fn(model, answer_host, &host);
    set_expectation(&host, 20000, 1);
    int32_t status = wd_model_run(model, 1, 0x1p-5, &ref, 1, row, ROWS, &written);
    check(status == WD_EINTERRUPT && written > 1 && written < ROWS &&
              wd_model_time(model) == row[2 * (written - 1)] &&
              memcmp(row, whole, 2 * written * sizeof *row) == 0,
          "an interrupted run ends at row %zu", written);
    check(strstr(wd_model_error(model), "(t = ") != NULL, "%s", wd_model_error(model));
    for (done = written; status == WD_EINTERRUPT; done += written - 1) {
        set_expectation(&host, 20000, 1);
        status = wd_model_run(model, 1, 0x1p-5, &ref, 1, row + 2 * (done - 1), ROWS, &written);
        if (written == 0)
            break;
    }
    check(status == WD_OK && memcmp(row, whole, sizeof row) == 0,
          "the model continues with the same bits");
    wd_model_free(model);
    wd_model_free(twin);
}

static void reading_calls(void)
{
    static double A[64 * 64], B[64], re[64], im[64];
    wd_model *model = make_kind("rolling_wheel"), *clone;
    struct asker host = attach_host(model);
    uint32_t input = first_input(model);
    wd_model_init(model, 0);
    wd_model_set_interrupt_fn(model, answer_host, &host);
    set_expectation(&host, 1, 1);
    REFUSED(model, &before, WD_EINTERRUPT, "interrupt", wd_model_linearize(model, A, &input, 1, B));
    set_expectation(&host, 1, 1);
    REFUSED(model, &before, WD_EINTERRUPT, "interrupt", wd_model_eigenvalues(model, re, im));
    wd_model_clone(model, &clone);
    host.interrupt = &clone->interrupt;
    host.own = clone;
    set_expectation(&host, 1, 1);
    check(wd_model_step_to(clone, 1) == WD_EINTERRUPT && host.asked == 1,
          "a clone calls the function, too");
    wd_model_set_interrupt_fn(clone, NULL, NULL);
    check(wd_model_step_to(clone, 1) == WD_OK && host.asked == 1,
          "without the function the clone is not interrupted");
    wd_model_reset(model);
    host = attach_host(model);
    set_expectation(&host, 1, 1);
    check(wd_model_init(model, 0) != WD_EINTERRUPT && wd_model_step_to(model, 1) == WD_EINTERRUPT,
          "a reset keeps the function");
    wd_model_free(clone);
    wd_model_free(model);
}

static void interrupted_courses(void)
{
    enum { POINTS = 5000 };
    static double xy[2 * POINTS];
    static unsigned char bytes[1 << 20];
    for (size_t i = 0; i < POINTS; i++) {
        xy[2 * i] = (double)i;
        xy[2 * i + 1] = 0.1 * (double)(i % 2);
    }
    wd_model *wheel = make_kind("impact_wheel"), *torus = make_kind("torus_wheel");
    struct asker host = attach_host(wheel);
    wd_model_set_interrupt_fn(wheel, answer_host, &host);
    set_expectation(&host, 20000, 2);
    REFUSED(wheel, &before, WD_EINTERRUPT, "interrupt", wd_model_set_terrain(wheel, xy, POINTS));
    check(wheel->course.points == 0, "the old terrain is kept");
    set_expectation(&host, 20000, -1);
    check(wd_model_set_terrain(wheel, xy, POINTS) == WD_OK,
          "the terrain is accepted the next time");
    put(wheel, "state.y", 5);
    for (long at = 1; at < 20; at += 3) {
        set_expectation(&host, 20000, at);
        check(wd_model_init(wheel, 0) == WD_EINTERRUPT && isnan(wd_model_time(wheel)),
              "init is interrupted and leaves the model set up");
    }
    set_expectation(&host, 20000, -1);
    check(wd_model_init(wheel, 0) == WD_OK, "the model starts the next time");
    size_t size = wd_model_save_size(wheel);
    check(size <= sizeof bytes && wd_model_save(wheel, bytes, size) == WD_OK, "the model is saved");
    wd_model_step_to(wheel, 0.5);
    double t = wd_model_time(wheel);
    set_expectation(&host, 20000, 1);
    check(wd_model_load(wheel, bytes, size) == WD_EINTERRUPT && wd_model_time(wheel) == t,
          "loading is interrupted");
    set_expectation(&host, 20000, -1);
    check(wd_model_load(wheel, bytes, size) == WD_OK && wd_model_time(wheel) == 0 && host.asked > 1,
          "loading succeeds the next time");
    set_expectation(&host, 1, 1);
    check(wd_model_step_to(wheel, 0.5) == WD_EINTERRUPT, "a loaded model calls the function");
    struct asker other = attach_host(torus);
    wd_model_set_interrupt_fn(torus, answer_host, &other);
    set_expectation(&other, 20000, 5);
    REFUSED(torus, &before, WD_EINTERRUPT, "interrupt", wd_model_set_path(torus, xy, POINTS, 0));
    wd_model_free(wheel);
    wd_model_free(torus);
}

enum { INIT, LOAD, STEP, FREEING };

/* Free the model inside the interrupt function; memory for many events is carved in several
 * pieces. */
static void free_in(int which, long at)
{
    static unsigned char bytes[1 << 24];
    wd_model *model = make_kind(which == STEP ? "rolling_wheel" : "impact_wheel");
    struct asker host = attach_host(model);
    put(model, "solver.event_capacity", 5e4);
    if (which != INIT)
        wd_model_init(model, 0);
    size_t size = wd_model_save_size(model);
    check(size <= sizeof bytes && (which == INIT || wd_model_save(model, bytes, size) == WD_OK),
          "there is room for a snapshot");
    if (which == LOAD) {
        wd_model_reset(model);
        put(model, "solver.event_capacity", 1);
    }
    wd_model_set_interrupt_fn(model, answer_host, &host);
    set_expectation(&host, 1, -1);
    host.free_at = at;
    int32_t status = which == INIT   ? wd_model_init(model, 0)
                     : which == LOAD ? wd_model_load(model, bytes, size)
                                     : wd_model_step_to(model, 1);
    check(status == WD_ESTATE && host.asked == at,
          "call %d: the function frees its model at call %ld: the call fails, no further calls",
          which, at);
}

static void freed_inside(void)
{
    for (int which = 0; which < FREEING; which++)
        for (long at = 1; at < 4; at++)
            free_in(which, at);
}

int main(void)
{
    struct setup setups[MOST_SETUPS];
    size_t count = list_setups(setups);
    uint64_t seed = 1;
    check(wd_model_set_interrupt_fn(NULL, answer_host, NULL) == WD_EINVAL,
          "a NULL model is refused");
    for (size_t i = 0; i < count; i++) {
        int impacts = strcmp(setups[i].kind, "impact_wheel") == 0;
        for (int variant = 0; variant < (int)(impacts ? ALL_OF_IMPACTS : ALL); variant++)
            interrupted_steps(&setups[i], (enum variant)variant, &seed);
    }
    interrupted_rows();
    reading_calls();
    interrupted_courses();
    freed_inside();
    return done();
}
