/* SPDX-License-Identifier: MIT */
/* Steps of a unit across switches, at the end of a motion, and with events. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"

/* ---- switches ---- */

/* Limit the number of steps so that the part up to the switch, 0.2 s, succeeds and the part after
 * the switch fails. */
static int step_too_far(struct instance *instance, struct step_result *result)
{
    put_real(instance, "solver.max_step", 0.05);
    put_real(instance, "solver.max_steps", 5);
    int status = step(instance, 0.5, 1, result);
    put_real(instance, "solver.max_steps", 1000);
    return status;
}

/* Undo a step that fails. The instance is at 0.5 s; the switch is at 0.7 s. */
static void undoing(struct instance *instance, int i)
{
    struct instance other;
    struct step_result result;
    void *state = NULL;
    get_state(instance, &state);
    double x = real(instance, "state.x");
    int status = step_too_far(instance, &result), failing = i ? DISCARD : ERROR;
    check(status == failing && same_bits(real(instance, "state.x"), x) &&
              real(instance, "input.traction") == 5 && result.last == 0.5,
          "FMI %d: a step that fails after a switch is undone: %s", 2 + i, instance->text);
    status = step(instance, 0.5, 1, NULL);
    double then = real(instance, "state.x");
    check(status == OK && real(instance, "input.traction") == -4,
          "FMI %d: the motion continues after the switch", 2 + i);
    /* memory for undoing a step also exists after a state was loaded */
    instantiate(&other, &units[i], TOKEN, 0);
    set_state(&other, state);
    check(step_too_far(&other, NULL) == failing && step(&other, 0.5, 1, NULL) == OK &&
              same_bits(real(&other, "state.x"), then),
          "FMI %d: a step is undone after loading a state, too", 2 + i);
    free_state(instance, &state);
    release(&other);
}

static void switches(void)
{
    wd_model *model = make_kind("sliding_block"), *own;
    uint32_t traction = ref_of(model, "input.traction"), mu = ref_of(model, "input.mu");
    const struct slot_switch list[] = {
        {0, 2, traction}, {0.25, 5, traction}, {0.25, 0.3, mu}, {0.7, -4, traction}};
    put(model, "input.mu", 0.1);
    wd_model_clone(model, &own);
    make_units(model, list, 4);
    wd_model_init(own, 0);
    wd_model_set(own, &traction, 1, &(double){2});
    wd_model_step_to(own, 0.25);
    wd_model_set(own, &traction, 1, &(double){5});
    wd_model_set(own, &mu, 1, &(double){0.3});
    wd_model_step_to(own, 0.5);
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        start(&instance, i, 0);
        check(real(&instance, "input.traction") == 2,
              "FMI %d: a switch at the start time has set the input", 2 + i);
        check(put_real(&instance, "input.mu", 1) == ERROR,
              "FMI %d: an input with a switch cannot be set", 2 + i);
        step(&instance, 0, 0.5, NULL);
        check(same_bits(real(&instance, "state.x"), value_of(own, "state.x")),
              "FMI %d: state.x after a step across a switch has the bits of a run of the library",
              2 + i);
        undoing(&instance, i);
        release(&instance);
    }
    wd_model_free(own);
}

/* ---- bounds ---- */

/* The work of a step of any length is limited by solver.max_steps. */
static void bounded(void)
{
    preset("rolling_wheel", "drive-60");
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        struct step_result result;
        start(&instance, i, LOGGING);
        step(&instance, 0, 0.5, NULL);
        put_real(&instance, "solver.max_steps", 1000);
        double x = real(&instance, "state.x");
        check(step(&instance, 0.5, 1e12, &result) == (i ? DISCARD : ERROR) && result.last == 0.5 &&
                  same_bits(real(&instance, "state.x"), x) &&
                  strstr(instance.text, "1000 steps (solver.max_steps)"),
              "FMI %d: a step without end fails: %s", 2 + i, instance.text);
        release(&instance);
    }
}

/* ---- ends ---- */

static void ends(void)
{
    preset("torus_wheel", "rolling-friction");
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        struct step_result result = {0};
        double t = 0;
        int status = OK;
        start(&instance, i, 0);
        while (!result.ended && t < 200) {
            status = step(&instance, t, 0.5, &result);
            t += 0.5;
        }
        double end = result.last;
        check(result.ended && status == (i ? OK : DISCARD) && end < t && end > t - 0.5,
              "FMI %d: the step across the end of the motion stops at %g s", 2 + i, end);
        check(step(&instance, end, 0.5, &result) == (i ? OK : DISCARD) && result.ended &&
                  result.last == end,
              "FMI %d: a further step reports the end again and does not move the time", 2 + i);
        double lean = real(&instance, "state.lean");
        reset(&instance);
        set_flag(&instance, SLOT_REF_HOLD_AT_END, 1);
        set_up(&instance, 0, 0, INFINITY);
        leave(&instance);
        status = OK;
        for (t = 0; t < end + 5 && status == OK; t += 0.5)
            status = step(&instance, t, 0.5, &result);
        check(status == OK && !result.ended && result.last == t &&
                  same_bits(real(&instance, "state.lean"), lean),
              "FMI %d: with hold_at_end the state is constant while time continues", 2 + i);
        release(&instance);
    }
}

/* ---- events ---- */

/* Steps in event mode from the start; the model stops at its events. */
static void return_early(struct instance *instance, wd_model *own)
{
    struct step_result result;
    double t = 0;
    int right = 0, all = 0;
    while (t < 1.5) {
        int32_t status = wd_model_step_to(own, 1.5);
        if (step(instance, t, 1.5 - t, &result) != OK)
            break;
        t = result.last;
        all++;
        right += t == wd_model_time(own) && (status == WD_EVENT) == result.event &&
                 (t < 1.5) == result.early &&
                 same_bits(real(instance, "state.x"), value_of(own, "state.x"));
        if (result.event)
            right += events_and_back(instance) == OK ? 0 : -1;
    }
    check(right == all && all > 3,
          "%d of %d steps with early return have time, flags and state.x of the library's run",
          right, all);
}

static void events(void)
{
    preset("impact_wheel", "kerb-elastoplastic");
    wd_model *own;
    struct instance instance;
    wd_model_clone(scenario, &own);
    put(own, "solver.stop_at_events", 1);
    wd_model_init(own, 0);
    instantiate(&instance, &units[1], TOKEN, EVENTS | EARLY | LOGGING);
    set_up(&instance, 0, 0, INFINITY);
    leave(&instance);
    check(step(&instance, 0, 1, NULL) == ERROR,
          "a step right after initialisation, which leads to event mode, is an error");
    enter_steps(&instance);
    return_early(&instance, own);
    int64_t count = 0, type = 0;
    int32_t last = 0;
    get_whole(&instance, SLOT_REF_EVENT_COUNT, &count);
    get_whole(&instance, SLOT_REF_EVENT_TYPE, &type);
    wd_model_event(own, wd_model_event_count(own) - 1, NULL, &last, NULL, 0);
    check((size_t)count == wd_model_event_count(own) && type == last,
          "the number of events, %d, and the type of the last, %s, are those of the library",
          (int)count, wd_event_name((int32_t)type));
    check(strcmp(instance.category, "logEvents") == 0 && strstr(instance.text, "(t = "),
          "the last message has the category logEvents and a time: %s", instance.text);
    release(&instance);
    wd_model_free(own);
}

static void events_within(void)
{
    struct instance instance;
    struct step_result result;
    instantiate(&instance, &units[1], TOKEN, EVENTS);
    set_up(&instance, 0, 0, INFINITY);
    leave(&instance);
    enter_steps(&instance);
    check(step(&instance, 0, 1.5, &result) == OK && result.last == 1.5 && !result.early &&
              !result.event && instance.said == 0,
          "without early return a step continues across events and reports none");
    release(&instance);
}

int main(void)
{
    switches();
    bounded();
    ends();
    events();
    events_within();
    return end_of_play();
}
