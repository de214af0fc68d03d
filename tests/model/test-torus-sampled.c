/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control sampled 1000 times a second, with torques held in between. The controller is a twin: a
 * second model that starts each period from what is measured, and runs ahead under the law. */
#include "torus-track.h"

enum { STATES = 8, MEMORY = 3, TORQUES = 3, PERIODS = 1000 };

struct sampled {
    wd_model *plant, *twin;
    uint32_t state[STATES + MEMORY], torque[TORQUES], held[TORQUES];
};

static void find(const wd_model *model, const char *const *names, int count, uint32_t *refs)
{
    for (int i = 0; i < count; i++)
        must(model, wd_model_find(model, names[i], &refs[i]), names[i]);
}

static struct sampled sampled(const char *preset, const char *law, double rolling_torque)
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
    find(s.plant, state, STATES + MEMORY, s.state);
    find(s.plant, torque, TORQUES, s.torque);
    find(s.plant, held, TORQUES, s.held);
    set(s.plant, "param.rolling_torque", rolling_torque);
    start(s.plant, 0);
    go(s.plant, 20);
    choose(s.plant, "input.control_mode", "none");
    choose(s.twin, "input.control_mode", law);
    start(s.twin, 20);
    return s;
}

/* The middle of the period is what is held. The integrals of the twin go on. */
static void period(struct sampled *s, int k)
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

/* The rms from 40 to 65 s. */
static void track_sampled(struct sampled s, double most, const char *what)
{
    double E = torus_energy(s.plant), sum = 0, lean = 0;
    for (int k = 20 * PERIODS; k < 65 * PERIODS; k++) {
        period(&s, k);
        double error = get(s.plant, "output.tracking_error");
        sum += k >= 40 * PERIODS ? error * error : 0;
        lean = fmax(lean, fabs(get(s.plant, "state.lean") - upright));
    }
    double rms = sqrt(sum / (25 * PERIODS)), kept = fabs(torus_energy(s.plant) - E);
    check(rms <= most, "%s: rms %.1e m", what, rms);
    check(lean < 20 * degree && kept < 1e-10, "lean within %.2f degrees, energy to %.1e J",
          lean / degree, kept);
    wd_model_free(s.plant);
    wd_model_free(s.twin);
}

int main(void)
{
    track_sampled(sampled("astroid", "track", 0), 1e-6, "astroid, Law R");
    track_sampled(sampled("deltoid", "track", 0), 1e-6, "deltoid, Law R");
    track_sampled(sampled("astroid", "track_pid", 0), 5e-3, "astroid, Law P");
    track_sampled(sampled("deltoid", "track_pid", 0), 5e-3, "deltoid, Law P");
    struct sampled s = sampled("astroid", "track", 0.3);
    set(s.twin, "param.ki", 16);
    track_sampled(s, 5e-3, "rolling torque that the twin does not have, Law R");
    s = sampled("astroid", "track_pid", 0.3);
    set(s.twin, "param.pid_frequency", 4);
    track_sampled(s, 5e-3, "the same, Law P");
    return done();
}
