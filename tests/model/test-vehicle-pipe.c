/* SPDX-License-Identifier: MIT */
/* A torus that rolls along the axis of a half-pipe and oscillates about the lowest line, compared
 * with its linear motion in closed form.
 *
 * The axis of the pipe of radius R is along x. The torus has the mass m, the radius r, the radius a
 * of its cross-section (the crown), the moment of inertia C about its axis and A across it. Its
 * spine, the circle of the centres of the cross-sections, has the radius b = r - a. The torus rolls
 * at v = Om r, with the spin Om. Let phi be the angle of the contact about the axis of the pipe, 0
 * on the lowest line, th the lean and psi the yaw, all small, and l = R - a. Seen along x, the
 * point P = (l sin(phi), R - l cos(phi)) of the spine is b below the centre in the wheel's plane.
 * So the centre is at y = l phi - b th, and rho = (0, a phi + b th, -r) leads from the centre to
 * the contact point. To first order:
 *
 *     rolling, v_c + W x rho = 0 with W = (th' - Om psi, Om, psi' + Om th):
 *         l phi' + a th' = v psi
 *     angular momentum about z:
 *         A psi' + C Om th = constant, here 0
 *     angular momentum about x, with the side force m y'' and the normal force m g:
 *         A th'' - C Om psi' = m g (a phi + b th) + m r y''.
 *
 * With p = C Om/A, J = A + m r^2 and K = p (C Om + m r v) - m g b, th = cos(w t) and s = -w^2:
 *
 *     (J s + K) th = m g a phi,    l s phi + (a s + v p) th = 0,
 *     J l s^2 + (K l + m g a^2) s + m g a v p = 0.
 *
 * For a ball (b = 0, A = C = k m r^2) one root is s = -g/((1 + k) l), that of a ball in a trough.
 * The other is s = -Om^2: the axis of the torus turns, which changes nothing in a ball. */
#include "surfaces.h"
#include "vehicle-profile.h"

static const double R = 1.5, r = 0.4, m = 8, g = 9.81, v = 3;

/* Error of the lateral position relative to its amplitude, from the solver's tolerances. */
#define ROUNDING 3e-8

enum { SAMPLES = 24 };

/* One of the two modes of a torus: its angular frequency w [rad/s], and the ratio phi/th. */
struct mode {
    double rate, phi;
};

static struct mode mode_of(double a, double A, double C, int fast)
{
    double Om = v / r, p = C * Om / A, J = A + m * r * r, l = R - a;
    double K = p * (C * Om + m * r * v) - m * g * (r - a);
    double B = K * l + m * g * a * a, D = sqrt(B * B - 4 * J * l * m * g * a * v * p);
    double s = -2 * m * g * a * v * p / (B + D); /* the slow one, without cancellation */
    s = fast ? -(B + D) / (2 * J * l) : s;
    return (struct mode){sqrt(-s), (J * s + K) / (m * g * a)};
}

static void set_pipe(wd_model *model, int profile)
{
    static double pipe[2]; /* radius, angle */
    pipe[0] = R, pipe[1] = -acos(0);
    if (profile) {
        set(model, "param.ground_heading", acos(0));
        set_trough(model, R, 1.2);
    } else {
        must(model, wd_model_set_surface_fn(model, turned_pipe, pipe), "set_surface_fn");
    }
}

/* Set the start, where the lean has its largest value `lean`: exact positions, and the velocity of
 * the centre with which the contact point is at rest. */
static void set_start(wd_model *model, double a, double lean, double phi, double yaw_rate)
{
    double l = R - a, b = r - a, Om = v / r;
    double y = l * sin(phi) - b * sin(lean), z = R - l * cos(phi) + b * cos(lean);
    double rho_y = R * sin(phi) - y, rho_z = R * (1 - cos(phi)) - z;
    set_init(model, "hub", "y", y);
    set_init(model, "hub", "z", z);
    set_init(model, "hub", "roll", lean);
    set_init(model, "hub", "pitch_rate", Om);
    set_init(model, "hub", "yaw_rate", yaw_rate);
    set_init(model, "hub", "forward", (yaw_rate + Om * sin(lean)) * rho_y - Om * cos(lean) * rho_z);
}

/* Roll for three periods of a mode; return the largest error of the lateral position, relative to
 * the amplitude of this position. */
static double error_of_mode(const char *law, int profile, double a, double C, int fast, double lean)
{
    const double A = 0.29;
    struct mode mode = mode_of(a, A, C, fast);
    double most = ((R - a) * mode.phi - (r - a)) * lean, worst = 0;
    wd_model *model = new_wheel(m, A, C, r, a);
    set_input(model, "edge", "mu", 5);
    choose(model, "param.edge.law", law);
    set_pipe(model, profile);
    set_start(model, a, lean, mode.phi * lean, -C * v / r / A * lean);
    precise(model);
    start(model, 0);
    for (int i = 1; i <= SAMPLES; i++) {
        double t = 6 * acos(-1) / mode.rate * i / SAMPLES;
        go(model, t);
        worst = fmax(worst, fabs(out(model, "hub", "y") - most * cos(mode.rate * t)));
    }
    wd_model_free(model);
    return worst / fabs(most);
}

/* The relative error of the linear motion is of second order in the lean: 400 times less with a
 * lean of 5e-6 than with 1e-4. Required is a factor of 100, apart from the error of the solver. */
static void compare_mode(const char *law, int profile, double a, double C, int fast)
{
    double first = error_of_mode(law, profile, a, C, fast, 1e-4);
    double last = error_of_mode(law, profile, a, C, fast, 5e-6);
    check(last < 1e-6 && last < first / 100 + ROUNDING,
          "%s mode of a torus of crown %g along a pipe (%s, %s): errors %.2g and %.2g",
          fast ? "fast" : "slow", a, profile ? "profile" : "surface", law, first, last);
}

/* For a ball the closed form must have two known rates: that of a ball in a trough, and the spin.
 */
static void compare_ball(void)
{
    const double k = 0.4, A = k * m * r * r;
    double slow = mode_of(r, A, A, 0).rate, fast = mode_of(r, A, A, 1).rate;
    double trough = sqrt(g / ((1 + k) * (R - r))), spin = v / r;
    check(fabs(slow / trough - 1) < 1e-14 && fabs(fast / spin - 1) < 1e-14,
          "the closed form has the rates of a ball: %.15g and %.15g rad/s", slow, fast);
}

int main(void)
{
    compare_ball();
    for (int fast = 0; fast < 2; fast++)
        for (int profile = 0; profile < 2; profile++) {
            compare_mode("ideal", profile, 0.1, 0.52, fast);
            compare_mode("coulomb", profile, 0.1, 0.52, fast);
            compare_mode("coulomb", profile, 0.25, 0.4, fast);
            compare_mode("ideal", profile, 0.02, 0.58, fast);
        }
    return done();
}
