/* SPDX-License-Identifier: MIT */
/* Splitting a run of impact_wheel into calls changes no bit, for all forms of inputs. */
#include "support.h"

static struct image one, many;

static int32_t swaying_input(double t, double *value, void *user)
{
    *value = *(const double *)user * (1 + 0.5 * sin(7 * t));
    return 0;
}

static double amplitude = 2;

enum { HELD, STEPS, LINES, TANH, FUNCTION, DRIVES };
static const char *const drive_name[] = {"held", "steps", "lines", "tanh", "function"};

static void set_inputs(wd_model *model, int how)
{
    static const double knots[] = {0, 1, 0.2, -3, 0.30000000001, 4, 0.7, 0, 0.9, 2};
    static const double tanh_form[] = {1, -3, 5, 0.4, 1};
    uint32_t torque = ref_of(model, "input.torque");
    put(model, "input.force_x", 3);
    if (how == STEPS || how == LINES)
        wd_model_set_input_signal(model, torque, how == STEPS ? WD_SIGNAL_STEP : WD_SIGNAL_LINEAR,
                                  knots, sizeof knots / sizeof *knots);
    if (how == TANH)
        wd_model_set_input_signal(model, torque, WD_SIGNAL_TANH, tanh_form, 5);
    if (how == FUNCTION)
        wd_model_set_input_fn(model, torque, swaying_input, &amplitude);
}

static wd_model *start_model(const struct setup *setup, int how, double fixed_step, double stop)
{
    wd_model *model = make(setup);
    set_inputs(model, how);
    put(model, "solver.fixed_step", fixed_step);
    put(model, "solver.stop_at_events", stop);
    if (wd_model_init(model, 0) != WD_OK)
        check(0, "%s starts: %s", setup_name(setup), wd_model_error(model));
    return model;
}

static int32_t step_to(wd_model *model, double t)
{
    int32_t status = WD_EVENT;
    while (status == WD_EVENT)
        status = wd_model_step_to(model, t);
    return status;
}

/* Run in `calls` calls a second up to 1 s, with other friction and another force from 0.5 s on.
 * Setting inputs to their current values again changes nothing. */
static int32_t run_in_calls(wd_model *model, int calls)
{
    int32_t status = WD_OK;
    for (int k = 1; k <= calls && status == WD_OK; k++) {
        status = step_to(model, (double)k / calls);
        if (2 * k == calls) {
            put(model, "param.mu", 0.3);
            put(model, "input.force_x", -20);
        }
        put(model, "param.mu", value_of(model, "param.mu"));
        put(model, "input.force_x", value_of(model, "input.force_x"));
    }
    put(model, "solver.stop_at_events", 0); /* this setting is part of the image */
    return status == WD_OK ? wd_model_eval(model) : status;
}

static void same_bits_in_calls(const struct setup *setup, int how, double fixed_step)
{
    static const int cuts[] = {10, 1000, 7654};
    wd_model *model = start_model(setup, how, fixed_step, 0);
    int32_t status = run_in_calls(model, 2);
    image_take(model, &one);
    check(status == WD_OK && one.size > 0 && one.events > 4, "%s, %s, h %g: %zu events",
          setup_name(setup), drive_name[how], fixed_step, one.events);
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        wd_model *other = start_model(setup, how, fixed_step, 0);
        status = run_in_calls(other, cuts[i]);
        image_take(other, &many);
        check(status == WD_OK && image_same(&one, &many),
              "the motion has the same bits in %d calls", cuts[i]);
        wd_model_free(other);
    }
    wd_model *stopping = start_model(setup, how, fixed_step, 1);
    status = run_in_calls(stopping, 2);
    image_take(stopping, &many);
    check(status == WD_OK && image_same(&one, &many),
          "the motion has the same bits with stops at events");
    wd_model_free(stopping);
    wd_model_free(model);
}

/* A change of an input takes effect in the next call, even if a failing call, a clone or a snapshot
 * comes between. */
static void pending_change_is_kept(int how)
{
    wd_model *model = start_model(&(struct setup){"impact_wheel", "kerb-elastoplastic"}, how, 0, 0);
    wd_model *clone, *loaded = make_kind("impact_wheel");
    set_inputs(loaded, how);
    step_to(model, 0.4);
    put(model, "param.mu", 0.1);
    wd_model_clone(model, &clone);
    size_t size = wd_model_save_size(model);
    int kept = wd_model_save(model, one.bytes, size) == WD_OK &&
               wd_model_load(loaded, one.bytes, size) == WD_OK;
    put(model, "solver.max_steps", 1);
    int32_t status = step_to(model, 1);
    check(status == (how == HELD ? WD_OK : WD_ENOCONV), "%s: %s", drive_name[how],
          wd_status_name(status));
    put(model, "solver.max_steps", 1e6);
    step_to(model, 1);
    step_to(clone, 1);
    step_to(loaded, 1);
    image_take(model, &one);
    image_take(clone, &many);
    check(image_same(&one, &many),
          "a pending change takes effect after a failing call and in a clone");
    image_take(loaded, &many);
    check(kept && image_same(&one, &many),
          "a pending change takes effect after loading a snapshot");
    wd_model_free(loaded);
    wd_model_free(clone);
    wd_model_free(model);
}

int main(void)
{
    static const struct setup setups[] = {{"impact_wheel", "kerb-plastic"},
                                          {"impact_wheel", "kerb-elastoplastic"}};
    for (size_t i = 0; i < 2; i++)
        for (int how = 0; how < DRIVES; how++) {
            same_bits_in_calls(&setups[i], how, 0);
            same_bits_in_calls(&setups[i], how, 0.01);
        }
    for (int how = 0; how < DRIVES; how++)
        pending_change_is_kept(how);
    return done();
}
