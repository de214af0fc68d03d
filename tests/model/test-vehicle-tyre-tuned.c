/* SPDX-License-Identifier: MIT */
/* Tunables of tyres on which the stored energy depends. The host that sets one does work, so the
 * energy balance continues through the change in both schemes. */
#include "vehicle-tyre.h"

#include <errno.h>
#include <string.h>
#include <wheeldyn/batch.h>
#include <wheeldyn/exchange.h>
#include <wheeldyn/ground.h>

static const char *const schemes[] = {"event", "moreau"};
enum { EVENT, MOREAU, SCHEMES };

static const char *const tunables[] = {
    "param.soft.vertical_stiffness", "param.tyre.vertical_stiffening",
    "param.soft.rolling_resistance", "param.tyre.pressure",
    "param.tyre.vertical_stiffness",
};
enum { TUNABLES = sizeof tunables / sizeof *tunables };

/* A value of each tunable, smaller or larger than the present one. */
static double tuned(const wd_model *model, int i, int up)
{
    double now = get(model, tunables[i]);
    return now > 0 ? now * (up ? 1.7 : 0.6) : up ? 1e6 : 0;
}

/* A cart of 300 kg that rolls at 6 m/s on two brush tyres in front and two tyres of the Magic
 * Formula behind. Their load springs and their springs of rolling resistance are deflected. */
static wd_model *rolling_cart_on(int scheme, wd_surface_fn fn, void *user)
{
    static const char *const names[] = {"fl", "fr", "rl", "rr"};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 260, 60, 0, 0, 0.5);
    add(model, "tyre", "soft", NULL, NULL);
    add_tyre_numbers(model, MAGIC);
    for (int i = 0; i < 4; i++) {
        add(model, "wheel", names[i], "frame", i < 2 ? "soft" : "tyre");
        choose(model, name_of("param", names[i], "law"), "tyre");
        set_input(model, names[i], "mu", 1);
        set_cart_wheel(model, names[i], i < 2 ? 0.8 : -0.8, i % 2 ? -0.5 : 0.5, 0.3);
    }
    choose(model, "param.place", "on_ground");
    choose(model, "param.spin", "rolling");
    set_init(model, "frame", "forward", 6);
    must(model, wd_model_set_surface_fn(model, fn, user), "set_surface_fn");
    choose(model, "solver.scheme", schemes[scheme]);
    set(model, "solver.fixed_step", scheme == MOREAU ? 1e-3 : 0);
    use_precision(model, 1e-11);
    start(model, 0);
    go(model, 0.5);
    return model;
}

static wd_model *rolling_cart(int scheme)
{
    return rolling_cart_on(scheme, NULL, NULL);
}

static double stored(const wd_model *model)
{
    return get(model, "output.kinetic_energy") + get(model, "output.potential_energy");
}

static void eval(wd_model *model)
{
    must(model, wd_model_eval(model), "eval");
}

/* The change of the energy is work at once, also for the later steps, and it is no loss. */
static void counts_work(int scheme, int i, int up)
{
    char what[160];
    wd_model *model = rolling_cart(scheme);
    double before = balance_of(model), energy = stored(model), work = get(model, "output.work"),
           lost = get(model, "output.dissipated");
    set(model, tunables[i], tuned(model, i, up));
    check(stored(model) == energy && get(model, "output.work") == work,
          "%s, %s: setting it changes no output", schemes[scheme], tunables[i]);
    eval(model);
    double jump = stored(model) - energy;
    check(fabs(jump) > 1e-6, "%s, %s: the stored energy jumps by %g J", schemes[scheme],
          tunables[i], jump);
    snprintf(what, sizeof what, "%s, %s: work of the change, J", schemes[scheme], tunables[i]);
    near_abs(get(model, "output.work") - work, jump, 1e-9 * (1 + fabs(jump)), what);
    check(get(model, "output.dissipated") == lost, "%s, %s: the change loses nothing",
          schemes[scheme], tunables[i]);
    near_abs(balance_of(model), before, 1e-9 * energy, "balance after the change, J");
    go(model, 0.501);
    near_abs(get(model, "output.work") - work, jump, 1e-9 * (1 + fabs(jump)),
             "the next step of 1 ms adds no work, J");
    go(model, 0.6);
    near_abs(balance_of(model), before, 1e-9 * energy, "balance 0.1 s later, J");
    wd_model_free(model);
}

/* Several changes before the next call add up, and changes back take the work back. */
static void adds_up(int scheme)
{
    wd_model *model = rolling_cart(scheme);
    double before = balance_of(model), energy = stored(model), work = get(model, "output.work");
    for (int k = 0; k < 3; k++) {
        double old[TUNABLES];
        for (int i = 0; i < TUNABLES; i++)
            old[i] = get(model, tunables[i]);
        for (int i = 0; i < TUNABLES; i++)
            set(model, tunables[i], tuned(model, i, k != 1));
        if (k == 2)
            eval(model);
        for (int i = 0; i < TUNABLES; i++)
            set(model, tunables[i], old[i]);
    }
    set(model, "param.soft.slip_stiffness", 20); /* stores no energy */
    eval(model);
    near_abs(get(model, "output.work"), work, 1e-9, "changes there and back do no work, J");
    check(stored(model) == energy, "%s: and leave the stored energy", schemes[scheme]);
    for (int i = 0; i < TUNABLES; i++)
        set(model, tunables[i], tuned(model, i, i % 2));
    go(model, 0.6);
    near_abs(balance_of(model), before, 1e-9 * energy, "balance after five changes, J");
    wd_model_free(model);
}

/* A call that fails changes nothing, and the work of the change is not counted twice. */
static void survives_failures(int scheme)
{
    wd_model *model = rolling_cart(scheme);
    double before = balance_of(model), energy = stored(model);
    set(model, "solver.max_steps", 1);
    set(model, tunables[0], tuned(model, 0, 1));
    for (int k = 0; k < 3; k++)
        check(wd_model_step_to(model, 2) == WD_ENOCONV && wd_model_time(model) == 0.5,
              "%s: a call with too few steps fails", schemes[scheme]);
    set(model, "solver.max_steps", 1e6);
    go(model, 0.6);
    near_abs(balance_of(model), before, 1e-9 * energy, "balance after failures, J");
    wd_model_free(model);
}

static void *snapshot_of(const wd_model *model, size_t *size)
{
    *size = wd_model_save_size(model);
    void *bytes = malloc(*size);
    must(model, bytes ? wd_model_save(model, bytes, *size) : WD_ENOMEM, "save");
    return bytes;
}

/* True if both models have the same snapshot; frees the second. */
static int is_same(const wd_model *model, wd_model *other)
{
    size_t size, other_size;
    void *bytes = snapshot_of(model, &size), *others = snapshot_of(other, &other_size);
    int same = size == other_size && memcmp(bytes, others, size) == 0;
    free(bytes);
    free(others);
    wd_model_free(other);
    return same;
}

/* A member of a batch in which all members have the tunable changed and step to 0.6 s. */
static wd_model *member_of(const wd_model *model, double value)
{
    wd_batch *batch = NULL;
    wd_model *member = NULL;
    uint32_t ref;
    const double values[] = {value, value, value}, t[] = {0.6, 0.6, 0.6};
    must(model, wd_batch_new(model, 3, 2, &batch), "batch");
    must(model, wd_model_find(model, tunables[0], &ref), "find");
    must(model, wd_batch_set(batch, &ref, 1, values, NULL), "batch set");
    must(model, wd_batch_step_to(batch, t, NULL, NULL), "batch step");
    must(model, wd_batch_take(batch, 2, &member), "take");
    wd_batch_free(batch);
    return member;
}

/* Copies of a model between the change and the next step have its bits. */
static void copies_have_its_bits(int scheme)
{
    wd_model *model = rolling_cart(scheme), *clone = NULL, *loaded = rolling_cart(scheme);
    double value = tuned(model, 0, 0);
    size_t size;
    wd_model *member = member_of(model, value);
    set(model, tunables[0], value);
    void *bytes = snapshot_of(model, &size);
    must(loaded, wd_model_load(loaded, bytes, size), "load");
    must(model, wd_model_clone(model, &clone), "clone");
    free(bytes);
    go(model, 0.6);
    go(loaded, 0.6);
    go(clone, 0.6);
    check(is_same(model, loaded), "%s: a snapshot has the same bits", schemes[scheme]);
    check(is_same(model, clone), "%s: a clone has the same bits", schemes[scheme]);
    check(is_same(model, member), "%s: a member of a batch has the same bits", schemes[scheme]);
    wd_model_free(model);
}

/* A horizontal surface that sets errno and may fail. */
static int32_t level(double x, double y, double *value, void *fails)
{
    (void)x, (void)y;
    memset(value, 0, 6 * sizeof *value);
    errno = EDOM;
    return *(int *)fails;
}

/* If the function of the surface fails, the work is not counted. A batch leaves errno as the
 * function has left it, as the calls of models do. */
static void asks_the_surface(int scheme)
{
    int fails = 0;
    wd_model *model = rolling_cart_on(scheme, level, &fails);
    wd_batch *batch = NULL;
    uint32_t ref;
    double before = get(model, "output.work"), value = tuned(model, 0, 1);
    must(model, wd_model_find(model, tunables[0], &ref), "find");
    must(model, wd_batch_new(model, 1, 1, &batch), "batch");
    errno = 0;
    must(model, wd_batch_set(batch, &ref, 1, &value, NULL), "batch set");
    check(errno == EDOM, "%s: a batch leaves errno as the surface has set it", schemes[scheme]);
    wd_batch_free(batch);
    fails = 1;
    set(model, tunables[0], value);
    fails = 0;
    eval(model);
    check(get(model, "output.work") == before, "%s: no work if the surface fails", schemes[scheme]);
    wd_model_free(model);
}

/* The states for an integrator of the host contain the work. */
static void exchanges(void)
{
    wd_model *model = rolling_cart(EVENT);
    size_t n = wd_model_state_count(model);
    double *states = malloc(n * sizeof *states), before = balance_of(model),
           work = get(model, "output.work");
    set(model, tunables[0], tuned(model, 0, 1));
    must(model, states ? wd_model_states(model, states) : WD_ENOMEM, "states");
    check(fabs(states[n - 2] - work) > 1, "the states contain the work of %g J",
          states[n - 2] - work);
    must(model, wd_model_event_update(model, 0.5, states), "update");
    near_abs(balance_of(model), before, 1e-9 * before, "balance after the update, J");
    free(states);
    wd_model_free(model);
}

int main(void)
{
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        for (int i = 0; i < TUNABLES; i++)
            for (int up = 0; up < 2; up++)
                if (up || strcmp(tunables[i], "param.tyre.vertical_stiffening") != 0)
                    counts_work(scheme, i, up);
        adds_up(scheme);
        survives_failures(scheme);
        copies_have_its_bits(scheme);
        asks_the_surface(scheme);
    }
    exchanges();
    return done();
}
