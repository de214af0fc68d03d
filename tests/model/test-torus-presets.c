/* SPDX-License-Identifier: MIT */
/* Presets do what their texts say. Some presets switch input.control_mode at given times. Such a
 * preset gives the same bits as setting the mode by hand at these times. Setting the mode by hand
 * drops the switches. */
#include "torus-track.h"

#include <string.h>

enum { STABILIZE = 1, TRACK = 2 };

/* ---- behaviour described in the texts ---- */

static void straight_preset(void)
{
    wd_model *model = make("torus_wheel", "straight-10");
    start(model, 0);
    struct track track = track_to(model, 20);
    check(track.lean < degree, "straight-10: upright to %.2f degrees", track.lean / degree);
    near_abs(get(model, "state.spin_rate"), 10, 0.01, "straight-10: spin rate after the run");
    check(get(model, "output.work") == 0 && get(model, "output.dissipated") == 0,
          "straight-10: no work and no loss");
    wd_model_free(model);
}

static void rolling_friction_preset(void)
{
    wd_model *model = make("torus_wheel", "rolling-friction");
    start(model, 0);
    check(wd_model_step_to(model, 60) == WD_END, "rolling-friction: the wheel falls");
    near_abs(wd_model_time(model), 41.90887877, 1e-4, "time of the touchdown");
    check(get(model, "output.dissipated") > 50, "rolling-friction: more than 50 J are dissipated");
    wd_model_free(model);
}

/* Check a preset that stabilises the wheel until t and has brought it onto the path 20 s later. */
static void tracking_preset(const char *preset, double t)
{
    wd_model *model = make("torus_wheel", preset);
    start(model, 0);
    struct track slow = track_to(model, t - 0.01);
    check(slow.lean < 2 * degree && slow.peak[0] == 0 && slow.peak[2] == 0,
          "%s: stabilised at first, upright to %.2f degrees", preset, slow.lean / degree);
    struct track capture = track_to(model, t + 20), track = track_to(model, t + 45);
    check(capture.lean < 20 * degree && track.lean < 20 * degree,
          "%s: lean below 20 degrees in the capture and on the path", preset);
    check(track.rms < 1e-6, "%s: from %g s on the rms distance from the path is %.1e m", preset,
          t + 20, track.rms);
    wd_model_free(model);
}

/* ---- effects of a switch ---- */

static int is_same(const wd_model *a, const wd_model *b)
{
    for (uint32_t ref = 0; ref < wd_model_var_count(a); ref++) {
        double x, y;
        if (wd_model_get(a, &ref, 1, &x) != wd_model_get(b, &ref, 1, &y) ||
            memcmp(&x, &y, sizeof x) != 0)
            return 0;
    }
    return wd_model_time(a) == wd_model_time(b);
}

/* The wheel of preset astroid, turned by 140 degrees when it is near the path. */
static wd_model *make_turned_wheel(double fixed_step)
{
    static const double push[] = {0, 0, 24, 11, 24.4, 0};
    wd_model *model = make("torus_wheel", "astroid");
    uint32_t ref;
    wd_model_find(model, "input.torque_precession", &ref);
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_STEP, push, 6), "push");
    set(model, "solver.fixed_step", fixed_step);
    return model;
}

static wd_model *by_hand(double fixed_step)
{
    wd_model *model = make_turned_wheel(fixed_step);
    choose(model, "input.control_mode", "stabilize");
    start(model, 0);
    go(model, 20);
    choose(model, "input.control_mode", "track");
    return model;
}

/* A call that passes the preset's switch gives the same bits as setting the mode between two calls.
 * At the switch the tracking law selects one of two opposite headings of the reference and keeps
 * it. The heading error shows the selection. */
static void as_by_hand(double fixed_step)
{
    wd_model *model = make_turned_wheel(fixed_step), *hand = by_hand(fixed_step);
    start(model, 0);
    go(model, 24.5);
    go(hand, 24.5);
    check(fabs(get(model, "output.heading_error")) > upright,
          "step %g s: at 24.5 s the wheel heads %.0f degrees off, more than 90", fixed_step,
          fabs(get(model, "output.heading_error")) / degree);
    check(get(model, "state.x") == get(hand, "state.x") &&
              get(model, "output.heading_error") == get(hand, "output.heading_error"),
          "the same bits as with the mode set by hand");
    go(model, 40);
    go(hand, 40);
    check(is_same(model, hand) && get(model, "output.tracking_error") < 1e-3,
          "the same bits at 40 s, with the wheel on the path");
    wd_model_free(model);
    wd_model_free(hand);
}

static void values_of_mode(void)
{
    wd_model *model = make("torus_wheel", "astroid");
    check(get(model, "input.control_mode") == STABILIZE,
          "before init the mode is the first value of its signal");
    start(model, -5);
    check(get(model, "input.control_mode") == STABILIZE,
          "the mode before all switches is stabilize");
    go(model, 19.99);
    check(get(model, "input.control_mode") == STABILIZE,
          "the mode just before the switch is stabilize");
    go(model, 20);
    check(get(model, "input.control_mode") == TRACK && get(model, "output.torque_spin") != 0,
          "at the switch the mode is track, and its law gives torques");
    wd_model_reset(model);
    check(get(model, "input.control_mode") == STABILIZE,
          "after a reset the mode is the first value again");
    start(model, 0);
    check(get(model, "input.control_mode") == STABILIZE,
          "a start after a reset begins with stabilize");
    go(model, 21);
    check(get(model, "input.control_mode") == TRACK,
          "after a reset and a start the mode is switched to track again");
    wd_model_reset(model);
    start(model, 30);
    check(get(model, "input.control_mode") == TRACK,
          "a start after the time of the switch has the mode track");
    wd_model_free(model);
}

/* Setting the mode by hand drops the preset's switch: before the start, before the time of the
 * switch, and at it. */
static void switches_are_dropped(void)
{
    static const double times[] = {-1, 10, 20};
    static const char *const names[] = {"before the start", "at 10 s", "at 20 s"};
    for (int i = 0; i < 3; i++) {
        wd_model *model = make("torus_wheel", "astroid");
        if (times[i] < 0)
            choose(model, "input.control_mode", "stabilize");
        start(model, 0);
        if (times[i] > 0)
            go(model, times[i]);
        choose(model, "input.control_mode", "stabilize");
        go(model, 30);
        check(get(model, "input.control_mode") == STABILIZE && get(model, "output.work") < 1,
              "mode set by hand %s: the preset's switch is dropped", names[i]);
        wd_model_free(model);
    }
    wd_model *model = make("torus_wheel", "astroid");
    must(model, wd_model_load_preset(model, "straight-10"), "load_preset");
    start(model, 0);
    go(model, 21);
    check(get(model, "input.control_mode") == 0, "another preset drops the switches");
    wd_model_free(model);
}

static void switches_are_carried(void)
{
    wd_model *model = make_turned_wheel(0), *copy = NULL, *set_up = NULL;
    wd_model *loaded = make("torus_wheel", NULL);
    must(model, wd_model_clone(model, &set_up), "clone while set up");
    start(model, 0);
    go(model, 10);
    size_t size = wd_model_save_size(model);
    void *bytes = malloc(size);
    must(model, wd_model_save(model, bytes, size), "save");
    must(model, wd_model_clone(model, &copy), "clone");
    must(loaded, wd_model_load(loaded, bytes, size), "load");
    start(set_up, 0);
    go(set_up, 10);
    wd_model *all[] = {model, copy, loaded, set_up};
    for (int i = 0; i < 4; i++)
        go(all[i], 30);
    check(get(model, "input.control_mode") == TRACK, "at 30 s the mode is track");
    check(is_same(model, copy), "a clone continues with the same bits");
    check(is_same(model, loaded), "a loaded snapshot continues with the same bits");
    check(is_same(model, set_up), "a clone made while set up continues with the same bits");
    for (int i = 0; i < 4; i++)
        wd_model_free(all[i]);
    free(bytes);
}

/* A failing call that has passed the switch undoes the switch. */
static void failure_undoes_switch(void)
{
    wd_model *model = make_turned_wheel(0), *other = make_turned_wheel(0);
    start(model, 0);
    start(other, 0);
    go(model, 19.9);
    go(other, 19.9);
    set(model, "solver.max_steps", 5);
    check(wd_model_step_to(model, 40) == WD_ENOCONV && wd_model_time(model) == 19.9 &&
              get(model, "input.control_mode") == STABILIZE,
          "a call fails after the switch");
    set(model, "solver.max_steps", 1e6);
    go(model, 40);
    go(other, 40);
    check(get(model, "state.x") == get(other, "state.x"),
          "the motion after the failure is the same");
    wd_model_free(model);
    wd_model_free(other);
}

int main(void)
{
    straight_preset();
    rolling_friction_preset();
    tracking_preset("circle", 40);
    tracking_preset("astroid", 20);
    tracking_preset("deltoid", 20);
    as_by_hand(0);
    as_by_hand(0.03);
    values_of_mode();
    switches_are_dropped();
    switches_are_carried();
    failure_undoes_switch();
    return done();
}
