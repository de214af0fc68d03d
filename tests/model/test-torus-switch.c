/* SPDX-License-Identifier: MIT */
/* Control modes switched during a run: the state has no jump, and snapshots, clones and failures
 * keep the internal state of the tracking law. */
#include "torus-track.h"

#include <string.h>

enum { STATES = 11 };

static const char *const names[STATES] = {
    "state.precession", "state.lean",       "state.spin",
    "state.x",          "state.y",          "state.precession_rate",
    "state.lean_rate",  "state.spin_rate",  "state.speed_integral",
    "state.x_integral", "state.y_integral",
};

static void state_of(const wd_model *model, double *state)
{
    for (int i = 0; i < STATES; i++)
        state[i] = get(model, names[i]);
}

/* Largest difference of two states. */
static double largest_difference(const double *a, const double *b)
{
    double worst = 0;
    for (int i = 0; i < STATES; i++)
        note(&worst, a[i], b[i]);
    return worst;
}

/* Each mode in turn for a second: the state has no jump at a change of mode. */
static void nothing_jumps(void)
{
    static const char *const modes[] = {"stabilize", "track", "track_pid", "set_point",
                                        "none",      "track", "none",      "accelerate"};
    wd_model *model = make("torus_wheel", "astroid");
    double before[STATES], after[STATES], drift = 0, jump = 0;
    start(model, 19);
    double E = torus_energy(model);
    for (int i = 0; i < 8; i++) {
        state_of(model, before);
        take_control(model, modes[i]);
        state_of(model, after);
        note(&jump, largest_difference(before, after), 0);
        go(model, 19 + i + 1e-6);
        state_of(model, after);
        check(largest_difference(before, after) < 1e-4,
              "%s: the state moves by less than 1e-4 in 1e-6 s after the switch", modes[i]);
        go(model, 20 + i);
        note(&drift, torus_energy(model), E);
    }
    check(jump == 0, "no state jumps at a switch");
    check(drift < 1e-8, "energy balance over all modes: %.1e J", drift);
    wd_model_free(model);
}

/* After a switch of the mode, eval gives the torque of the new mode. */
static void torque_after_switch(void)
{
    wd_model *model = make("torus_wheel", "astroid");
    start(model, 0);
    go(model, 20);
    double still = get(model, "output.torque_spin");
    choose(model, "input.control_mode", "track");
    check(get(model, "output.torque_spin") == still, "outputs change only with eval");
    take_control(model, "track");
    double torque = get(model, "output.torque_spin"), turn = get(model, "output.heading_error");
    go(model, 20 + 1e-9);
    near_rel(get(model, "output.torque_spin"), torque, 1e-6, 1, "eval after a switch: torque");
    near_rel(get(model, "output.heading_error"), turn, 1e-6, 1,
             "eval after a switch: heading error");
    wd_model_free(model);
}

/* A wheel that is turned around and rolls backwards follows the same path and stays turned
 * around. */
static void rolls_backwards(void)
{
    wd_model *forth = make("torus_wheel", "astroid"), *back = make("torus_wheel", "astroid");
    double turned = get(back, "state.precession") + 2 * upright;
    set(back, "state.precession", turned);
    set(back, "state.lean", 2 * upright - get(back, "state.lean"));
    set(back, "state.lean_rate", -get(back, "state.lean_rate"));
    set(back, "state.spin_rate", -get(back, "state.spin_rate"));
    for (int i = 0; i < 2; i++) {
        wd_model *model = i == 0 ? forth : back;
        start(model, 0);
        go(model, 20);
        take_control(model, "track");
        go(model, 30);
    }
    near_abs(get(back, "state.x"), get(forth, "state.x"), 1e-6,
             "x of a wheel and of one that is turned round");
    near_abs(get(back, "state.y"), get(forth, "state.y"), 1e-6,
             "y of a wheel and of one that is turned round");
    near_abs(get(back, "state.precession"), get(forth, "state.precession") + 2 * upright, 1e-6,
             "the turned wheel is still turned round: precession");
    near_abs(get(back, "state.spin_rate"), -get(forth, "state.spin_rate"), 1e-5,
             "the turned wheel still rolls backwards: spin rate");
    wd_model_free(forth);
    wd_model_free(back);
}

/* Return a wheel under `law` from 20 s on, which a torque from 24 s to 24.4 s has turned by more
 * than 90 degrees. */
static wd_model *make_swung_wheel(const char *law)
{
    wd_model *model = make("torus_wheel", "astroid");
    start(model, 0);
    go(model, 20);
    take_control(model, law);
    go(model, 24);
    set(model, "input.torque_precession", 11);
    go(model, 24.4);
    set(model, "input.torque_precession", 0);
    go(model, 24.5);
    return model;
}

static int is_same(const wd_model *a, const wd_model *b)
{
    double x[STATES], y[STATES];
    state_of(a, x);
    state_of(b, y);
    return memcmp(x, y, sizeof x) == 0;
}

static void memory_of_heading(void)
{
    wd_model *model = make_swung_wheel("track"), *copy = NULL, *loaded = make("torus_wheel", NULL);
    check(fabs(get(model, "output.heading_error")) > upright,
          "the torque turns the wheel by %.0f degrees",
          fabs(get(model, "output.heading_error")) / degree);
    size_t size = wd_model_save_size(model);
    void *bytes = malloc(size);
    must(model, wd_model_save(model, bytes, size), "save");
    must(model, wd_model_clone(model, &copy), "clone");
    must(loaded, wd_model_load(loaded, bytes, size), "load");
    go(model, 40);
    go(copy, 40);
    go(loaded, 40);
    check(is_same(model, copy), "a clone continues with the same bits");
    check(is_same(model, loaded), "a loaded snapshot continues with the same bits");
    check(fabs(get(model, "output.heading_error")) < 1e-3 &&
              get(model, "output.tracking_error") < 1e-3,
          "the wheel turns back onto its path");
    wd_model_free(model);
    wd_model_free(copy);
    wd_model_free(loaded);
    free(bytes);
    model = make_swung_wheel("track_pid");
    check(fabs(get(model, "output.heading_error")) <= upright,
          "Law P reports the heading error within a quarter turn");
    wd_model_free(model);
}

/* A failing call also undoes the switch; the next call starts tracking again. */
static void failure_undoes_switch(void)
{
    wd_model *model = make_swung_wheel("stabilize"), *copy = NULL;
    must(model, wd_model_clone(model, &copy), "clone");
    choose(model, "input.control_mode", "track");
    choose(copy, "input.control_mode", "track");
    set(model, "solver.max_steps", 1);
    check(wd_model_step_to(model, 30) == WD_ENOCONV, "a step that needs more than max_steps fails");
    set(model, "solver.max_steps", 1e6);
    go(model, 30);
    go(copy, 30);
    check(is_same(model, copy),
          "after the failed step the motion has the bits of a clone without it");
    wd_model_free(model);
    wd_model_free(copy);
}

/* Settings that a torus refuses: signals other than steps and fractions for the mode, a terrain, a
 * tube wider than the ring, and a start lying down. */
static void refused_settings(void)
{
    static const double step[] = {0, 1}, line[] = {0, 0, 1, 0};
    wd_model *model = make("torus_wheel", NULL);
    uint32_t mode;
    wd_model_find(model, "input.control_mode", &mode);
    check(wd_model_choice_count(model, mode) == 6, "the torus has six modes of control");
    check(wd_model_set_input_signal(model, mode, WD_SIGNAL_LINEAR, step, 2) == WD_EROLE,
          "a mode accepts only steps");
    check(wd_model_set_value(model, "input.control_mode", 1.5) == WD_ERANGE,
          "a mode refuses fractions");
    check(wd_model_set_terrain(model, line, 2) == WD_EROLE, "a torus refuses a terrain");
    set(model, "param.torque_limit", (double)INFINITY);
    set(model, "param.tube_radius", 0.3);
    check(wd_model_init(model, 0) == WD_EINVAL, "a tube wider than the ring is refused");
    set(model, "param.tube_radius", 0.1);
    set(model, "state.lean", 0.3);
    check(wd_model_init(model, 0) == WD_EDOMAIN, "a start lying down is refused");
    set(model, "state.lean", 4);
    check(wd_model_init(model, 0) == WD_EDOMAIN, "a start beyond lying down is refused");
    set(model, "state.lean", 0.35);
    check(wd_model_init(model, 0) == WD_OK, "a start just above lying down is accepted");
    check(wd_model_step_to(model, 1) == WD_END && wd_model_time(model) < 0.2,
          "a wheel that starts just above lying down falls at once");
    wd_model_free(model);
}

int main(void)
{
    nothing_jumps();
    torque_after_switch();
    rolls_backwards();
    memory_of_heading();
    failure_undoes_switch();
    refused_settings();
    return done();
}
