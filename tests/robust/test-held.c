/* SPDX-License-Identifier: MIT */
/* A model within a held step (core/whole.h) shows the end of the last call only: eval(),
 * linearize(), clone() and save() give the bits that they give where no step is held. The test
 * links the core, because it looks whether a step is held. */
#include "support.h"

#include "core/model.h"

static const struct setup setups[] = {
    {"vehicle", "disc"},           {"vehicle", "robot"}, {"vehicle", "rigid_car"},
    {"vehicle", "motorcycle"},     {"vehicle", "car"},   {"torus_wheel", "straight-10"},
    {"rolling_wheel", "drive-60"},
};

enum { STATES = 64 };

/* Hash of the time, the variables, the number of events and, after eval(), the linear model if
 * `evaluated`. The statistics, which count the work, are left out. */
static uint64_t hash_reading(wd_model *model, int evaluated)
{
    static double A[STATES * STATES];
    size_t n = wd_model_linear_size(model), events = wd_model_event_count(model);
    int32_t status = evaluated ? wd_model_eval(model) : WD_OK;
    double t = wd_model_time(model), value;
    uint64_t hash = mix(mix(mix(1, &status, sizeof status), &t, sizeof t), &events, sizeof events);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_var_role(model, ref) != WD_STAT &&
            wd_model_get(model, &ref, 1, &value) == WD_OK)
            hash = mix(hash, &value, sizeof value);
    memset(A, 0, sizeof A);
    if (evaluated && n > 0 && n <= STATES)
        status = wd_model_linearize(model, A, NULL, 0, NULL);
    return mix(mix(hash, &status, sizeof status), A, sizeof A);
}

/* End the held step without another value of any variable: set solver.max_step and set it back. */
static void end_held_step(wd_model *model)
{
    double longest = value_of(model, "solver.max_step");
    put(model, "solver.max_step", 1);
    put(model, "solver.max_step", longest);
}

/* Compare a model within a step with a copy, made by clone() or by save() and load(), whose step
 * has been ended before anything is read. */
static void compare_reading(const struct setup *setup, int calls)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *model = make(setup), *clone, *loaded = make(setup);
    wd_model_init(model, 0);
    for (int k = 1; k <= calls; k++)
        wd_model_step_to(model, k * 1e-3);
    int held = (int)model->now.whole.open;
    wd_model_clone(model, &clone);
    wd_model_save(model, bytes, sizeof bytes);
    wd_model_load(loaded, bytes, wd_model_save_size(model));
    end_held_step(clone);
    end_held_step(loaded);
    check(held && !clone->now.whole.open && !loaded->now.whole.open,
          "%s, %d calls: the model is within a held step, its copies are not", setup_name(setup),
          calls);
    for (int evaluated = 0; evaluated < 2; evaluated++) {
        uint64_t one = hash_reading(model, evaluated);
        check(one == hash_reading(clone, evaluated) && one == hash_reading(loaded, evaluated),
              "%s, %d calls: %s show the end of the last call", setup_name(setup), calls,
              evaluated ? "eval() and linearize()" : "variables and events");
    }
    wd_model_free(loaded);
    wd_model_free(clone);
    wd_model_free(model);
}

/* Save and load a ball in the first step that ends with an event: the ground tilts by more than a
 * right angle, and back. */
static void save_before_first_event(void)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *ball, *copy;
    int status = WD_OK, held = 0;
    wd_model_new("vehicle", &ball);
    wd_model_load_preset(ball, "ball");
    wd_model_set_choice(ball, "solver.scheme", "event");
    wd_model_clone(ball, &copy);
    wd_model_init(ball, 0);
    wd_model_init(copy, 0);
    for (int k = 10; k <= 17; k++) {
        if (k == 11 || k == 13)
            put(ball, "input.slope", k == 11 ? 2 : 0);
        wd_model_step_to(ball, k * 1e-3);
        held += ball->now.whole.open && ball->now.whole.due;
        wd_model_save(ball, bytes, sizeof bytes);
        if (status == WD_OK)
            status = wd_model_load(copy, bytes, wd_model_save_size(ball));
    }
    check(held > 0 && status == WD_OK, "%d snapshots in steps that end with an event load", held);
    wd_model_free(copy);
    wd_model_free(ball);
}

int main(void)
{
    save_before_first_event(); /* first: memory that others have used has no undefined bits */
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
        for (int calls = 20; calls < 100; calls += 39)
            compare_reading(&setups[i], calls);
    return done();
}
