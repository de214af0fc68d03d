/* SPDX-License-Identifier: MIT */
/* Tracking of the reference paths: capture, errors and torques on the path, set point,
 * disturbances, torque limits. */
#include "torus-track.h"

static void check_within(double got, double want, double part, const char *what)
{
    check(fabs(got - want) <= part * want, "%s: %.4f, %.4f in closed form", what, got, want);
}

/* Torques on a hypocycloid of n cusps. The wheel is upright: M_p = 0, M_q = K p' r', M_r = K r''
 * with the inertia K = C + M_T (a + b)^2 and the speed v = -2 r (n - 1) w sin(n w t/2). */
static void torques_on_hypocycloid(const char *preset, double cusps)
{
    const double K = 0.525 + 8 * 0.16, w = 3.3 * 0.0785, fastest = 4 * (cusps - 1) * w / 0.4;
    wd_model *model = make("torus_wheel", preset);
    struct track track = follow(model, "track");
    check(track.rms <= 1e-6, "%s: rms on the path %.1e m", preset, track.rms);
    check(track.peak[0] < 1e-4, "torque about the vertical at most %.1e N.m", track.peak[0]);
    check_within(track.peak[1], K * (cusps - 2) * w / 2 * fastest, 0.01, "torque about the track");
    check_within(track.peak[2], K * fastest * cusps * w / 2, 0.01, "torque about the axle");
    wd_model_free(model);
}

/* Set point: 35 s after it left the path of its preset, the wheel is at rest at the set point. */
static void rests_at_set_point(const char *preset, const char *law)
{
    wd_model *model = make("torus_wheel", preset);
    follow(model, law);
    take_control(model, "set_point");
    struct track track = track_to(model, 100);
    double distance = get(model, "output.tracking_error");
    check(distance < 1e-4, "%s, %s: %.1e m from the set point at 100 s", preset, law, distance);
    check(track.lean < 20 * degree && track.kept < 1e-10,
          "set point: lean below 20 degrees, energy drift %.1e J", track.kept);
    wd_model_free(model);
}

static void set_points(void)
{
    wd_model *model = make("torus_wheel", "astroid");
    follow(model, "track");
    take_control(model, "set_point");
    track_to(model, 100);
    set(model, "param.set_damping", 1);
    set(model, "input.target_x", 1.5);
    set(model, "input.target_y", -1);
    track_to(model, 135);
    double distance = hypot(get(model, "state.x") - 1.5, get(model, "state.y") + 1);
    check(distance < 1e-4, "%.1e m from another set point", distance);
    near_abs(get(model, "output.reference_x"), 1.5, 0, "the reference is the set point");
    wd_model_free(model);
}

static void by_pid(const char *preset)
{
    wd_model *model = make("torus_wheel", preset);
    struct track track = follow(model, "track_pid");
    check(track.rms <= 5e-3, "%s with Law P: rms distance from the path %.1e m", preset, track.rms);
    wd_model_free(model);
}

/* Circle (55), started from state (66) of the paper (docs/theory/torus_wheel.rst). The reference
 * was computed by one program. It is accurate only to 1e-6, because the torque has kinks. */
static void compare_circle(void)
{
    static const char *const names[] = {"precession",      "lean",      "spin",     "x", "y",
                                        "precession_rate", "lean_rate", "spin_rate"};
    static const double want[] = {2.3924076443,  1.5469659899, 19.9686238824, 0.9495081055,
                                  -7.0270979716, 0.0191739941, 0.0069658111,  0.4984039120};
    wd_model *model = make("torus_wheel", "circle");
    torus_precise(model);
    start(model, 0);
    track_to(model, 40);
    for (int i = 0; i < 8; i++) {
        char name[32];
        snprintf(name, sizeof name, "state.%s", names[i]);
        near_abs(get(model, name), want[i], 1e-6, name);
    }
    take_control(model, "track");
    check(get(model, "output.tracking_error") < 1e-3,
          "the circle begins at the wheel: tracking error below 1 mm");
    track_to(model, 100);
    double x = get(model, "state.x") - 1.63, y = get(model, "state.y") + 6.295;
    near_abs(hypot(x, y), 1, 1e-3, "the contact point is on the circle");
    near_abs(get(model, "output.torque_lean"), 0.1805, 1e-3, "lean torque on the circle");
    wd_model_free(model);
}

/* ---- a rolling torque that the control law does not know ---- */

/* Rms of the error along the path. The disturbance is an acceleration d of v that changes its sign
 * at each cusp, every T seconds. The error after a cusp is 2 d times the impulse response of 1/(s^3
 * + a2 s^2 + a1 s + a0). The square of this response has the integral a2/(2 a0 (a1 a2 - a0)). */
static double rms_by_theory(double a2, double a1, double a0)
{
    const double d = 0.3 * 0.4 / (0.525 + 8 * 0.16), T = upright / (3.3 * 0.0785);
    return 2 * d * sqrt(a2 / (2 * a0 * (a1 * a2 - a0)) / T);
}

static double rms_disturbed(const char *law, const char *gain, double value)
{
    wd_model *model = make("torus_wheel", "astroid");
    set(model, "param.rolling_torque", 0.3);
    set(model, gain, value);
    struct track track = follow(model, law);
    check(get(model, "state.speed_integral") != 0 || get(model, "state.x_integral") != 0,
          "the integral term has a state that is not zero");
    wd_model_free(model);
    return track.rms;
}

/* Disturbed Law R, with the characteristic polynomial (s + k1) (s^2 + kv s + ki). */
static void disturbed_r(double ki, double most)
{
    const double k1 = 1.5, kv = 4;
    double theory = rms_by_theory(k1 + kv, k1 * kv + ki, k1 * ki);
    double rms = rms_disturbed("track", "param.ki", ki);
    check(rms <= most && fabs(rms - theory) <= 0.1 * theory,
          "Law R, ki = %g: rms %.2e m, %.2e in theory", ki, rms, theory);
}

/* Disturbed Law P, with the characteristic polynomial s^3 + 2 delta w s^2 + w^2 s + w^2/tau. */
static void disturbed_p(double w, double most)
{
    double theory = rms_by_theory(1.8 * w, w * w, w * w / 0.5);
    double rms = rms_disturbed("track_pid", "param.pid_frequency", w);
    check(rms <= most && fabs(rms - theory) <= 0.1 * theory,
          "Law P, w = %g/s: rms %.2e m, %.2e in theory", w, rms, theory);
}

/* On a circle the speed is constant, so the integral term removes the error: below 1e-6 m. */
static void disturbed_on_circle(void)
{
    wd_model *model = make("torus_wheel", "circle");
    set(model, "param.rolling_torque", 0.3);
    set(model, "param.ki", 4);
    set(model, "param.path_rate", 1);
    capture(model, "track");
    track_to(model, 65);
    check(get(model, "output.tracking_error") < 1e-6, "no error remains on a circle: %.1e m",
          get(model, "output.tracking_error"));
    wd_model_free(model);
}

/* A wheel with a smooth rolling torque creeps to its target like e^(-t/T), T = M_r/(K omega_n^2 w0)
 * with w0 = param.rolling_torque_speed: a stiffer set point is reached earlier. */
static void disturbed_at_rest(const char *preset)
{
    wd_model *model = make("torus_wheel", preset);
    set(model, "param.rolling_torque", 0.3);
    set(model, "param.set_frequency", 2);
    follow(model, "track");
    set(model, "param.torque_limit", 12);
    take_control(model, "set_point");
    struct track track = track_to(model, 100);
    check(get(model, "output.tracking_error") <= 1e-4 && track.peak[2] <= 12,
          "%s, rolling torque: %.1e m from the set point at 100 s", preset,
          get(model, "output.tracking_error"));
    check(track.lean < 20 * degree && track.demand < 1,
          "lean below 20 degrees, friction demand %.2f", track.demand);
    wd_model_free(model);
}

static void disturbed_tracking(void)
{
    disturbed_r(4, 6e-3);
    disturbed_r(16, 5e-3);
    disturbed_r(100, 5e-4);
    disturbed_p(2.55, 6e-3);
    disturbed_p(4, 5e-3);
    disturbed_on_circle();
    disturbed_at_rest("astroid");
    disturbed_at_rest("deltoid");
}

/* ---- bounded torques ---- */

/* Capture and follow the path, then go to the set point, with a limited torque. Without a limit the
 * largest torque is 52 N.m in the capture, and 7.3 N.m on the path. */
static void capture_with_limit(const char *preset, const char *law, double limit, double rms)
{
    wd_model *model = make("torus_wheel", preset);
    set(model, "param.torque_limit", limit);
    struct track start = capture(model, law);
    check(fmax(start.peak[1], start.peak[2]) == limit,
          "%s: the largest torque during capture is the limit, %g N.m", preset, limit);
    struct track track = track_to(model, 65);
    check(track.rms <= rms, "%s, %s: rms on the path %.1e m", preset, law, track.rms);
    check(track.lean < 20 * degree && track.kept < 1e-10,
          "lean below 20 degrees, energy drift %.1e J", track.kept);
    take_control(model, "set_point");
    track = track_to(model, 120);
    check(track.lean < 20 * degree, "set point at %g N.m: lean below 20 degrees", limit);
    wd_model_free(model);
}

/* With enough torque the wheel follows the path. With a limit that is too low for the path, it
 * leaves the path, but stays upright, within an rms distance of 40 m. */
static void low_torque_limit(void)
{
    static const double enough[] = {40, 30, 25, 20, 15, 12, 10}, scarce[] = {5, 3, 2};
    static const char *const presets[] = {"astroid", "deltoid"};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 7; k++) {
            capture_with_limit(presets[i], "track", enough[k], 1e-6);
            capture_with_limit(presets[i], "track_pid", enough[k], 5e-3);
        }
        for (int k = 0; k < 3; k++) {
            capture_with_limit(presets[i], "track", scarce[k], 40);
            capture_with_limit(presets[i], "track_pid", scarce[k], 40);
        }
    }
}

/* At the switch to the set point the wheel is too fast for 3 N.m to hold it in a turn. It must stay
 * upright and reach the set point nevertheless. */
static void bounded_set_point(void)
{
    wd_model *model = make("torus_wheel", "astroid");
    follow(model, "track");
    set(model, "param.torque_limit", 3);
    take_control(model, "set_point");
    struct track track = track_to(model, 120);
    check(track.lean < 20 * degree && track.kept < 1e-10, "bounded set point: lean within %.1f deg",
          track.lean / degree);
    check(get(model, "output.tracking_error") < 1e-4,
          "%.1e m from the set point under the torque limit", get(model, "output.tracking_error"));
    wd_model_free(model);
}

/* A torque limit that is not reached has no effect. */
static void high_torque_limit(void)
{
    double x[2];
    for (int i = 0; i < 2; i++) {
        wd_model *model = make("torus_wheel", "astroid");
        set(model, "param.torque_limit", i == 0 ? (double)INFINITY : 100);
        capture(model, "track_pid");
        x[i] = get(model, "state.x");
        wd_model_free(model);
    }
    check(x[0] == x[1], "a limit of 100 N.m has no effect");
}

/* Energy balance of the whole capture in fine steps. */
static void energy_of_capture(void)
{
    static const char *const laws[] = {"track", "track_pid"};
    for (int i = 0; i < 2; i++) {
        wd_model *model = make("torus_wheel", "astroid");
        torus_precise(model);
        struct track track = capture(model, laws[i]);
        double work = fabs(get(model, "output.work"));
        check(track.kept <= 1e-10 && track.kept <= 1e-10 * work,
              "%s, fine steps: energy to %.1e J of %.0f J", laws[i], track.kept, work);
        wd_model_free(model);
    }
}

int main(void)
{
    torques_on_hypocycloid("astroid", 4);
    torques_on_hypocycloid("deltoid", 3);
    rests_at_set_point("astroid", "track");
    rests_at_set_point("deltoid", "track");
    rests_at_set_point("astroid", "track_pid");
    rests_at_set_point("deltoid", "track_pid");
    set_points();
    by_pid("astroid");
    by_pid("deltoid");
    compare_circle();
    disturbed_tracking();
    low_torque_limit();
    bounded_set_point();
    high_torque_limit();
    energy_of_capture();
    return done();
}
