/* SPDX-License-Identifier: MIT */
/* After init, calls that step, read, set or save a model or return it to a snapshot do not
 * allocate: calls of the malloc family are counted over 2e4 steps (1e5 in script/test --all) of the
 * setups of list_quick_setups(). */
#include "constrained.h"
#include "grips.h"
#include "support.h"

#include "heap.h"

enum { EVERY = 500 };

static unsigned char snapshot[MOST_BYTES];
static double A[64 * 64], B[64], re[64], im[64], row[2 * (1 + MOST_VARS)];

/* Make calls that a running model allows (not all: wd_model_load() is counted below), each at least
 * once, and some calls that are refused. */
static void make_every_call(wd_model *model)
{
    uint32_t refs[MOST_VARS], input = first_input(model), ref;
    size_t n = wd_model_var_count(model), written;
    double t = wd_model_time(model), u;
    for (uint32_t i = 0; i < n; i++)
        refs[i] = i;
    wd_model_get(model, refs, n, row);
    wd_model_get(model, &input, 1, &u);
    wd_model_set(model, &input, 1, &u);
    wd_model_set_value(model, "solver.max_step", 0.1);
    wd_model_set_value(model, "input.control_mode",
                       floor(fmod(t / 4, 5))); /* only one kind has this input */
    wd_model_eval(model);
    wd_model_run(model, t + 1e-4, INFINITY, refs, n, row, 2, &written);
    wd_model_save(model, snapshot, sizeof snapshot);
    wd_model_linearize(model, A, &input, 1, B);
    wd_model_eigenvalues(model, re, im);
    wd_model_event(model, wd_model_event_count(model), &t, NULL, NULL, 0);
    wd_model_find(model, "stat.steps", &ref);
    wd_model_set_input_fn(model, input, NULL, NULL);
    /* refusals write an error text */
    wd_model_step_to(model, NAN);
    wd_model_set_value(model, "param.mass", 1);
    wd_model_set_value(model, "no.such", 1);
    wd_model_load_preset(model, "none");
    wd_model_error(model);
}

/* Let an impact_wheel use the contact solver, and either time stepping or a load that varies. */
static void use_varying_loads(wd_model *model, int moreau)
{
    static const double torque[] = {1, 0.5, 2, 5, 1};
    wd_model_set_choice(model, "solver.contact", "proximal");
    if (moreau)
        wd_model_set_choice(model, "solver.scheme", "moreau");
    else
        wd_model_set_input_signal(model, first_input(model), WD_SIGNAL_TANH, torque, 5);
}

/* Restart a motion that has ended. */
static int32_t restart(wd_model *model, double *steps)
{
    *steps += value_of(model, "stat.steps");
    wd_model_reset(model);
    return wd_model_init(model, 0);
}

static void steps_do_not_allocate(const struct setup *setup, double fixed_step, int varied)
{
    const int steps = few_or_all(20000, 100000);
    wd_model *model = make(setup);
    double taken = 0;
    put(model, "solver.fixed_step", fixed_step);
    if (varied)
        use_varying_loads(model, fixed_step > 0);
    int32_t status = wd_model_init(model, 0);
    size_t before = heap_calls;
    /* Run for 20 s at least, because signals of presets change within this time. An adaptive
     * step may serve several calls, so calls are counted instead of steps. */
    double dt = fixed_step > 0 ? fixed_step : 20.0 / steps;
    for (int k = 1, first = 0; k <= steps && status == WD_OK; k++) {
        status = wd_model_step_to(model, fmax((k - first) * dt, wd_model_time(model)));
        if (status == WD_END) {
            status = restart(model, &taken);
            first = k;
        }
        if (k % EVERY == 0)
            make_every_call(model);
    }
    taken = fixed_step > 0 ? taken + value_of(model, "stat.steps") : steps;
    check(status == WD_OK && taken >= steps,
          "%s, fixed step %g: %g steps, or calls if the step is adaptive", setup_name(setup),
          fixed_step, taken);
    check(heap_calls == before, "%s, fixed step %g: %zu allocations after init", setup_name(setup),
          fixed_step, heap_calls - before);
    wd_model_reset(model);
    before = heap_calls;
    status = wd_model_init(model, 1);
    check(status == WD_OK && heap_calls == before, "%s: no allocation in init after reset",
          setup_name(setup));
    wd_model_free(model);
}

/* Save and load many times, also into another model of the same shape, with refused snapshots
 * in between. */
static void roll_back(const struct setup *setup, int terrain)
{
    static const double xy[] = {-9, 0.2, 0, 0, 0.5, 0.1, 1, 0, 9, 0.3};
    static unsigned char bytes[MOST_BYTES], others[MOST_BYTES];
    wd_model *model = make(setup), *other = make(setup);
    put(other, mass_name(other), 1.5 * value_of(other, mass_name(other)));
    if (terrain && (wd_model_set_terrain(model, xy, 5) || wd_model_set_terrain(other, xy, 5)))
        check(0, "a terrain is accepted");
    if (wd_model_init(model, 0) != WD_OK || wd_model_init(other, 0) != WD_OK)
        check(0, "%s: both models start", setup_name(setup));
    wd_model_step_to(other, 0.01);
    size_t size = wd_model_save_size(model), before = heap_calls, refused = 0;
    wd_model_save(other, others, size);
    wd_model_save(model, bytes, size);
    wd_model_step_to(model, 0.05);
    uint64_t want = mix_model(1, model);
    int same = 1, times = few_or_all(200, 1000);
    for (int k = 0; k < times; k++) {
        int32_t status = wd_model_load(model, bytes, size);
        wd_model_step_to(model, 0.05);
        same = same && status == WD_OK && mix_model(1, model) == want;
        if (k % 10 == 0)
            same = same && wd_model_load(model, others, size) == WD_OK;
        bytes[8 * (size_t)(k % 40)] ^= 1;
        refused += wd_model_load(model, bytes, size) == WD_EFORMAT;
        bytes[8 * (size_t)(k % 40)] ^= 1;
    }
    check(same && refused == (size_t)times, "%s: a loaded snapshot has the same bits",
          setup_name(setup));
    check(heap_calls == before, "%s: saving and loading make %zu allocations", setup_name(setup),
          heap_calls - before);
    wd_model_free(model);
    wd_model_free(other);
}

/* Models of the same shape, that is with the same sizes of parts and tables, load each other's
 * snapshots. Signals that were replaced before init do not count. */
static void equal_shapes(void)
{
    static const double knots[] = {0, 0.1, 1, 0.2, 2, 0.1, 3, 0.2};
    static unsigned char bytes[MOST_BYTES], others[MOST_BYTES];
    wd_model *model = make_kind("rolling_wheel"), *other = make_kind("rolling_wheel");
    uint32_t input = first_input(model);
    for (size_t knot = 4; knot >= 2; knot -= 2)
        wd_model_set_input_signal(other, input, WD_SIGNAL_LINEAR, knots, 2 * knot);
    wd_model_set_input_signal(model, input, WD_SIGNAL_LINEAR, knots, 4);
    check(wd_model_init(model, 0) == WD_OK && wd_model_init(other, 0) == WD_OK,
          "both models start");
    size_t size = wd_model_save_size(model), before = heap_calls;
    check(size == wd_model_save_size(other), "both models have the same shape");
    wd_model_save(model, bytes, sizeof bytes);
    wd_model_save(other, others, sizeof others);
    int same = 1;
    for (int k = 0; k < 10; k++)
        same = same && wd_model_load(model, k % 2 ? bytes : others, sizeof bytes) == WD_OK;
    check(same && heap_calls == before,
          "models of the same shape load each other with %zu allocations", heap_calls - before);
    wd_model_free(model);
    wd_model_free(other);
}

/* A system of kind constrained with an equations function and a one-sided constraint. With `opens`
 * = "yes" the constraint opens when its force changes sign; with "no" this is only an event. */
static void parts_do_not_allocate(const char *opens)
{
    static unsigned char bytes[MOST_BYTES];
    struct pendulum p = PENDULUM;
    wd_model *model = pendulum_with_events(&p);
    wd_model_set_choice(model, "param.lower.opens", opens);
    int32_t status = wd_model_init(model, 0);
    size_t before = heap_calls;
    for (int k = 1; k <= 2000 && status == WD_OK; k++) {
        status = wd_model_step_to(model, 0.01 * k);
        wd_model_save(model, bytes, sizeof bytes);
        wd_model_load(model, bytes, wd_model_save_size(model));
        wd_model_eigenvalues(model, re, im);
        wd_model_set_equations(model, pendulum_equations, &p);
    }
    check(status == WD_OK && heap_calls == before && wd_model_event_count(model) > 0,
          "a model built from parts: %zu allocations after init", heap_calls - before);
    wd_model_free(model);
}

/* Wheels that stick, slip, lift and land, brakes that hold and slide. */
static void rides_do_not_allocate(void)
{
    for (int i = 0; i < RIDE_KINDS; i++) {
        struct ride ride = ride_number(i);
        wd_model *model = ride_begin(&ride);
        size_t before = heap_calls;
        ride_go(&ride, model);
        check(ride_is_full(&ride),
              "in the ride of %s, scheme %s, wheels stick, slip, lift and land", ride.preset,
              ride.moreau ? "steps" : "events");
        check(heap_calls == before, "the ride makes %zu allocations", heap_calls - before);
        wd_model_free(model);
    }
}

/* Presets on ground of their own: impacts, contacts that pass on, several contacts of a wheel; with
 * snapshots and evaluations in between. */
static void ground_does_not_allocate(const char *preset, const char *scheme)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *model = make(&(struct setup){"vehicle", preset});
    wd_model_set_choice(model, "solver.scheme", scheme);
    put(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    int copied = 1;
    int32_t status = wd_model_init(model, 0);
    size_t before = heap_calls;
    for (int k = 1; k <= 300 && status == WD_OK; k++) {
        status = wd_model_step_to(model, 0.01 * k);
        copied &= wd_model_save(model, bytes, sizeof bytes) == WD_OK &&
                  wd_model_load(model, bytes, wd_model_save_size(model)) == WD_OK;
        wd_model_eval(model);
    }
    check(copied && status == WD_OK && heap_calls == before,
          "%s, scheme %s: %zu allocations on ground", preset, scheme, heap_calls - before);
    wd_model_free(model);
}

int main(void)
{
    if (!HEAP_WATCHED) {
        printf("1..0 # SKIP a sanitizer replaces the malloc family\n");
        return 0;
    }
    long live = heap_live;
    wd_model *probe = make_kind(wd_kind_name(0));
    check(heap_live > live, "allocations of the library are counted");
    wd_model_free(probe);
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    for (size_t i = 0; i < count; i++) {
        roll_back(&list[i], 0);
        if (strcmp(list[i].kind, "impact_wheel") == 0)
            roll_back(&list[i], 1);
        steps_do_not_allocate(&list[i], 0, 0);
        steps_do_not_allocate(&list[i], 1e-3, 0);
        if (strcmp(list[i].kind, "impact_wheel") == 0) {
            steps_do_not_allocate(&list[i], 0, 1);
            steps_do_not_allocate(&list[i], 1e-3, 1);
        }
    }
    equal_shapes();
    parts_do_not_allocate("no");
    parts_do_not_allocate("yes");
    rides_do_not_allocate();
    ground_does_not_allocate("threshold", "event");
    ground_does_not_allocate("threshold", "moreau");
    ground_does_not_allocate("bowl", "event");
    ground_does_not_allocate("bowl", "moreau");
    return done();
}
