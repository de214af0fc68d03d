/* SPDX-License-Identifier: MIT */
/* Sampled control at 1 kHz with torques held between samples. The controller is a second model, the
 * twin: in each period it starts from the measured state and computes the controlled motion for the
 * period. */
#include "torus-track.h"

enum { STATES = 8, MEMORY = 3, TORQUES = 3, PERIODS = 1000 };

struct sampled {
    wd_model *plant, *twin;
    uint32_t state[STATES + MEMORY], torque[TORQUES], held[TORQUES];
};

static void find_refs(const wd_model *model, const char *const *names, int count, uint32_t *refs)
{
    for (int i = 0; i < count; i++)
        must(model, wd_model_find(model, names[i], &refs[i]), names[i]);
}

static struct sampled open_sampled(const char *preset, const char *law, double rolling_torque)
{
    static const char *const state[] = {
        "state.precession", "state.lean",      "state.spin",
        "state.x",          "state.y",         "state.precession_rate",
        "state.lean_rate",  "state.spin_rate", "state.speed_integral",
        "state.x_integral", "state.y_integral"};
    static const char *const torque[] = {"output.torque_precession", "output.torque_lean",
                                         "output.torque_spin"};
    static const char *const held[] = {"input.torque_precession", "input.torque_lean",
                                       "input.torque_spin"};
    struct sampled s = {make("torus_wheel", preset), make("torus_wheel", preset), {0}, {0}, {0}};
    find_refs(s.plant, state, STATES + MEMORY, s.state);
    find_refs(s.plant, torque, TORQUES, s.torque);
    find_refs(s.plant, held, TORQUES, s.held);
    set(s.plant, "param.rolling_torque", rolling_torque);
    start(s.plant, 0);
    go(s.plant, 20);
    choose(s.plant, "input.control_mode", "none");
    choose(s.twin, "input.control_mode", law);
    start(s.twin, 20);
    return s;
}

/* Simulate period k: the plant holds the torques that the twin has at the middle of the period. The
 * twin starts with the measured state, and with its own integral terms of the period before. */
static void run_period(struct sampled *s, int k)
{
    double y[STATES + MEMORY], u[TORQUES];
    must(s->plant, wd_model_get(s->plant, s->state, STATES, y), "measure");
    must(s->twin, wd_model_get(s->twin, s->state + STATES, MEMORY, y + STATES), "remember");
    must(s->twin, wd_model_reset(s->twin), "reset");
    must(s->twin, wd_model_set(s->twin, s->state, STATES + MEMORY, y), "set");
    start(s->twin, (double)k / PERIODS);
    go(s->twin, (k + 0.5) / PERIODS);
    must(s->twin, wd_model_get(s->twin, s->torque, TORQUES, u), "ask");
    must(s->plant, wd_model_set(s->plant, s->held, TORQUES, u), "hold");
    go(s->twin, (k + 1.0) / PERIODS);
    go(s->plant, (k + 1.0) / PERIODS);
}

/* Return the rms tracking error from second `from` to `to`. Check the lean in every period, and the
 * energy at the end. */
static double sampled_until(struct sampled *s, int from, int to)
{
    double E = torus_energy(s->plant), sum = 0, lean = 0;
    for (int k = from * PERIODS; k < to * PERIODS; k++) {
        run_period(s, k);
        double error = get(s->plant, "output.tracking_error");
        sum += error * error;
        lean = fmax(lean, fabs(get(s->plant, "state.lean") - upright));
    }
    double kept = fabs(torus_energy(s->plant) - E);
    check(lean < 20 * degree && kept < 1e-10, "lean within %.2f degrees, energy to %.1e J",
          lean / degree, kept);
    return sqrt(sum / ((to - from) * PERIODS));
}

static void track_sampled(struct sampled *s, double most, const char *what)
{
    sampled_until(s, 20, 40);
    double rms = sampled_until(s, 40, 65);
    check(rms <= most, "%s: rms distance from the path from 40 s to 65 s %.1e m", what, rms);
}

static void rest_sampled(struct sampled *s)
{
    choose(s->twin, "input.control_mode", "set_point");
    sampled_until(s, 65, 100);
    double distance = hypot(get(s->plant, "state.x"), get(s->plant, "state.y"));
    check(distance <= 1e-4, "%.1e m from the set point at 100 s", distance);
}

static void done_sampled(struct sampled *s)
{
    wd_model_free(s->plant);
    wd_model_free(s->twin);
}

static void known_wheel(const char *preset)
{
    struct sampled s = open_sampled(preset, "track", 0);
    track_sampled(&s, 1e-6, preset);
    rest_sampled(&s);
    done_sampled(&s);
    s = open_sampled(preset, "track_pid", 0);
    track_sampled(&s, 5e-3, "Law P");
    done_sampled(&s);
}

/* The plant has a rolling torque that the twin does not know. */
static void unknown_rolling_torque(void)
{
    struct sampled s = open_sampled("astroid", "track", 0.3);
    set(s.twin, "param.ki", 16);
    set(s.twin, "param.set_frequency", 2);
    set(s.twin, "param.torque_limit", 12);
    track_sampled(&s, 5e-3, "rolling torque, Law R");
    rest_sampled(&s);
    done_sampled(&s);
    s = open_sampled("astroid", "track_pid", 0.3);
    set(s.twin, "param.pid_frequency", 4);
    track_sampled(&s, 5e-3, "rolling torque, Law P");
    done_sampled(&s);
}

int main(void)
{
    known_wheel("astroid");
    known_wheel("deltoid");
    unknown_rolling_torque();
    return done();
}
