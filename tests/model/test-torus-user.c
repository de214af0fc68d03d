/* SPDX-License-Identifier: MIT */
/* Tracking of paths through points given by the user, with the default gains, which depend on the
 * path: both laws, speeds from 0.1 to 2 m/s, starts from random positions. */
#include "random.h"
#include "torus-track.h"

#include <string.h>

/* Give the model a path through eight points, whose distances are 1 to 2.3 m times scale. */
static void give_path(wd_model *model, double scale, int closed)
{
    double xy[16] = {0, 0, 2, -1, 4, 0, 4, 2, 2, 3, 1, 1.5, -1, 2, -1.5, 1};
    for (int i = 0; i < 16; i++)
        xy[i] *= scale;
    must(model, wd_model_set_path(model, xy, 8, closed), "set_path");
}

static wd_model *on_user_path(const char *preset, double speed)
{
    wd_model *model = make("torus_wheel", preset);
    choose(model, "param.path", "user");
    set(model, "param.path_speed", speed);
    return model;
}

static void refused_paths(void)
{
    static const double xy[] = {0, 0, 1, 0};
    wd_model *model = on_user_path(NULL, 1);
    check(wd_model_init(model, 0) == WD_EINVAL && strstr(wd_model_error(model), "set_path"),
          "a user's path must be given");
    check(wd_model_set_path(model, xy, 1, 0) == WD_EINVAL &&
              wd_model_set_path(model, xy, 2, 1) == WD_EINVAL,
          "a user's path needs enough points");
    wd_model_free(model);
}

/* ---- captured ---- */

/* Duration of a capture with Law R: first the wheel moves to the path at up to 0.77 v, because the
 * law limits the angle towards the path; then errors decay in 20 time constants 2/k3. */
static double duration_of_capture(double distance, double speed)
{
    const double k3 = 2;
    return 40 / k3 + distance / (0.77 * speed);
}

/* Start at rest some metres from the first point, with random heading and lean. Returns the rms
 * error of the 4 s after the capture. */
static double from_anywhere(double speed, int closed, double *lean)
{
    double x = uniform(-3, 3), y = uniform(-3, 3);
    wd_model *model = on_user_path(NULL, speed);
    give_path(model, fmax(1, closed ? speed : 3 * speed), closed);
    set(model, "state.x", x);
    set(model, "state.y", y);
    set(model, "state.precession", uniform(-3, 3));
    set(model, "state.lean", upright + uniform(-10, 10) * degree);
    choose(model, "input.control_mode", "track");
    start(model, 0);
    double end = duration_of_capture(hypot(x, y), speed);
    *lean = fmax(*lean, track_to(model, end).lean);
    struct track track = track_to(model, end + 4);
    *lean = fmax(*lean, track.lean);
    wd_model_free(model);
    return track.rms;
}

static void captures_path(void)
{
    static const double speeds[] = {0.1, 0.3, 0.5, 1, 2};
    for (int i = 0; i < 5; i++) {
        double speed = speeds[i], worst = 0, lean = 0;
        for (int k = 0; k < 8; k++) {
            note(&worst, from_anywhere(speed, 1, &lean), 0);
            note(&worst, from_anywhere(speed, 0, &lean), 0);
        }
        check(worst <= 1e-6, "Law R at %g m/s, captured: rms %.1e m", speed, worst);
        check(lean < 20 * degree, "the largest lean in the captures is %.2g degrees",
              lean / degree);
    }
}

/* ---- from the slow start (66) of the paper ---- */

static void check_settled(const char *law, double speed, double limit, double from, double most)
{
    wd_model *model = on_user_path("astroid", speed);
    give_path(model, 1, 1);
    set(model, "param.torque_limit", limit);
    capture(model, law);
    check(track_to(model, from).lean < 20 * degree, "the wheel leans by less than 20 degrees");
    struct track track = track_to(model, from + 25);
    check(track.rms <= most,
          "%s at %g m/s, torques up to %g N.m, from %g s after the switch on: rms %.1e m", law,
          speed, limit, from - 20, track.rms);
    check(track.lean < 20 * degree && track.kept < 1e-10,
          "lean below 20 degrees, energy drift %.1e J", track.kept);
    wd_model_free(model);
}

/* Capture at several speeds. At 0.3 m/s the wheel reaches the path after 34 s; until then the
 * integral term of Law P winds up. */
static void captures_at_speeds(void)
{
    const double none = (double)INFINITY;
    check_settled("track", 0.1, none, 56, 1e-6);
    check_settled("track", 0.3, none, 45, 1e-6);
    check_settled("track", 0.5, none, 40, 1e-6);
    check_settled("track", 1, none, 40, 1e-6);
    check_settled("track_pid", 0.3, none, 45, 5e-3);
    check_settled("track_pid", 0.5, none, 40, 5e-3);
    check_settled("track_pid", 1, none, 40, 5e-3);
    check_settled("track", 0.5, 5, 45, 1e-6);
    check_settled("track_pid", 0.5, 5, 45, 5e-3);
}

/* Default values that replace settings of 0. */
static void chosen_defaults(void)
{
    double x[2];
    for (int i = 0; i < 2; i++) {
        wd_model *model = on_user_path("astroid", 0.5);
        give_path(model, 1, 1);
        if (i == 1)
            set(model, "param.pid_regularisation", 0.05);
        capture(model, "track_pid");
        x[i] = get(model, "state.x");
        wd_model_free(model);
    }
    check(x[0] == x[1], "Law P is regularised by a tenth of the path's speed");
    for (int i = 0; i < 2; i++) {
        wd_model *model = make("torus_wheel", "astroid");
        if (i == 1)
            set(model, "param.k2", 1);
        capture(model, "track");
        x[i] = get(model, "state.x");
        wd_model_free(model);
    }
    check(x[0] == x[1], "the default of k2 is 1 rad/m2 for paths with cusps");
}

/* A path that is too sharp for its speed with a precession_limit of 20 rad/s2: the precession would
 * have to change faster. With a limit of 100 rad/s2 the wheel stays on the path. */
static void path_too_fast(void)
{
    for (int i = 0; i < 2; i++) {
        wd_model *model = on_user_path("astroid", 2);
        give_path(model, 1, 1);
        set(model, "param.precession_limit", i == 0 ? 20 : 100);
        struct track track = follow(model, "track");
        check(i == 0 ? track.rms > 1e-2 && track.demand > 1 : track.rms <= 1e-6,
              "sharp path at 2 m/s, precession_limit %d rad/s2: rms %.1e m", i == 0 ? 20 : 100,
              track.rms);
        wd_model_free(model);
    }
}

static void open_end(void)
{
    wd_model *model = on_user_path("astroid", 0.3);
    give_path(model, 1, 0);
    capture(model, "track");
    track_to(model, 40);
    struct track track = track_to(model, 65);
    check(get(model, "output.reference_x") == -1.5 && get(model, "output.reference_y") == 1,
          "open: the reference stops at the last point");
    double x = get(model, "state.x") + 1.5, y = get(model, "state.y") - 1;
    check(hypot(x, y) < 1e-3, "open: the wheel stops at the last point: %.1e m", hypot(x, y));
    check(track.lean < 20 * degree && track.kept < 1e-10,
          "lean below 20 degrees, energy drift %.1e J", track.kept);
    wd_model_free(model);
}

/* A slow reference costs little work, although gains chosen from its speed would make the equations
 * stiff. */
static void slow_reference(void)
{
    static const char *const laws[] = {"track", "track_pid"}, *const paths[] = {"user", "circle"};
    static const double line[] = {0, 0, 10, 5};
    for (int i = 0; i < 4; i++) {
        wd_model *model = make("torus_wheel", NULL);
        must(model, wd_model_set_path(model, line, 2, 0), "set_path");
        choose(model, "param.path", paths[i / 2]);
        set(model, "param.path_speed", 1e-8);
        set(model, "param.path_rate", 1e-8);
        set(model, "state.x", -0.5);
        set(model, "state.y", -0.4);
        set(model, "state.precession", 2);
        choose(model, "input.control_mode", laws[i % 2]);
        start(model, 0);
        go(model, 60);
        check(get(model, "stat.steps") < 2000, "%s, %s at tolerance 1e-8: %g steps", laws[i % 2],
              paths[i / 2], get(model, "stat.steps"));
        wd_model_free(model);
    }
}

/* ---- time laws ---- */

/* A figure of eight, 6 m by 4 m, with the parameter u = t + 1.2 sin(t/2), whose rate varies by
 * 4:1. */
struct place {
    double x, y;
};

static struct place place_on_eight(double t)
{
    double u = t + 1.2 * sin(0.5 * t);
    return (struct place){3 * sin(0.3 * u), 2 * sin(0.6 * u)};
}

/* A wheel 0.2 m beside the figure of eight, upright and about as fast as the reference. */
static wd_model *beside_eight(const char *law)
{
    enum { POINTS = 4000 };
    static double xy[2 * POINTS], times[POINTS + 1];
    const double period = 62.83185307179586477; /* 20 pi */
    for (int i = 0; i <= POINTS; i++)
        times[i] = period * i / POINTS;
    for (int i = 0; i < POINTS; i++) {
        struct place at = place_on_eight(times[i]);
        xy[2 * i] = at.x, xy[2 * i + 1] = at.y;
    }
    wd_model *model = on_user_path(NULL, 1);
    must(model, wd_model_set_path(model, xy, POINTS, 1), "set_path");
    must(model, wd_model_set_path_times(model, times, POINTS + 1), "set_path_times");
    set(model, "state.x", 0.2);
    set(model, "state.precession", 0.9);
    set(model, "state.spin_rate", -6);
    choose(model, "input.control_mode", law);
    start(model, 0);
    return model;
}

/* Capture the figure of eight; from 40 s on compare with its closed form. */
static void figure_of_eight(const char *law, double most)
{
    enum { ROWS = 6000 };
    wd_model *model = beside_eight(law);
    struct track track = track_to(model, 40);
    double sum = 0, slowest = INFINITY, fastest = 0;
    for (int i = 1; i <= ROWS; i++) {
        double t = 40 + 0.02 * i;
        go(model, t);
        struct place want = place_on_eight(t);
        double x = get(model, "state.x") - want.x, y = get(model, "state.y") - want.y;
        double speed = fabs(get(model, "output.speed"));
        sum += x * x + y * y;
        slowest = fmin(slowest, speed);
        fastest = fmax(fastest, speed);
    }
    double rms = sqrt(sum / ROWS);
    check(rms <= most, "%s, figure of eight with a time law: rms %.1e m", law, rms);
    check(fastest > 3.5 * slowest && track.lean < 20 * degree,
          "speeds from %.2f to %.2f m/s, lean below 20 degrees, %g steps", slowest, fastest,
          get(model, "stat.steps"));
    wd_model_free(model);
}

int main(void)
{
    refused_paths();
    captures_path();
    captures_at_speeds();
    chosen_defaults();
    path_too_fast();
    open_end();
    slow_reference();
    figure_of_eight("track", 1e-8);
    figure_of_eight("track_pid", 5e-3);
    return done();
}
