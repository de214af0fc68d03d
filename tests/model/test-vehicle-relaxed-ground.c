/* SPDX-License-Identifier: MIT */
/* Law relaxed on curved ground: a ball that skids in a bowl or a half-pipe, beside a second
 * formulation in vectors of space. The centre c of the ball moves at the distance l from a centre
 * or axis o. With the unit vector n from the contact to o and the slip velocity u = v - r W x n:
 *
 *     n' = -v/l (along an axis: no component),   N = -m (n'.v + n.g),
 *     m v' = m g + N n + F,   I W' = -r n x F,
 *     G (L - F) + 1e-9 G L = -(P u' + u/tau),   G = 1/m + r^2/I,   F = L/(1 + (|L|/(mu
 * N))^p)^(1/p).
 *
 * P projects onto the tangent plane. P u' = P (g - r W x n') + G F, which gives L. The term with
 * 1e-9 is explained in docs/theory/vehicle.rst. */
#include "surfaces.h"
#include "vehicle-profile.h"

#include <string.h>

static const double R = 1.5, r = 0.1, m = 2, I = 0.008, mu = 0.3, tau = 0.02, sharpness = 16;

/* Positions, velocities and angular velocities, along x, y, z. */
enum { PLACE = 0, SPEED = 3, TURN = 6, STATES = 9 };

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Friction force of the law, with P u' = own + G F and the slip velocity u. */
static void friction(const double own[3], const double u[3], double N, double F[3])
{
    const double G = 1 / m + r * r / I;
    double L[3];
    for (int i = 0; i < 3; i++)
        L[i] = -(own[i] + u[i] / tau) / (G * (1 + 1e-9));
    double ratio = sqrt(dot(L, L)) / (mu * N);
    for (int i = 0; i < 3; i++)
        F[i] = L[i] / pow(1 + pow(ratio, sharpness), 1 / sharpness);
}

/* Derivative of the state; axial: the ground is a pipe along y, otherwise a sphere. */
static void flow(const double y[STATES], int axial, double dy[STATES])
{
    const double *c = y + PLACE, *v = y + SPEED, *W = y + TURN, g[3] = {0, 0, -9.81};
    const double along[3] = {1, axial ? 0 : 1, 1};
    double n[3], dn[3], u[3], own[3], F[3], torque[3];
    for (int i = 0; i < 3; i++) {
        n[i] = along[i] * ((i == 2 ? R : 0) - c[i]) / (R - r);
        dn[i] = -along[i] * v[i] / (R - r);
    }
    double N = -m * (dot(dn, v) + dot(n, g));
    cross(W, n, u);
    cross(W, dn, own);
    for (int i = 0; i < 3; i++) {
        u[i] = v[i] - r * u[i];
        own[i] = g[i] - r * own[i];
    }
    double normal = dot(own, n);
    for (int i = 0; i < 3; i++)
        own[i] -= normal * n[i];
    friction(own, u, N, F);
    cross(n, F, torque);
    for (int i = 0; i < 3; i++) {
        dy[PLACE + i] = v[i];
        dy[SPEED + i] = g[i] + (N * n[i] + F[i]) / m;
        dy[TURN + i] = -r * torque[i] / I;
    }
}

/* Runge and Kutta's method of order 4. */
static void integrate(double y[STATES], int axial, double end, int steps)
{
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    double h = end / steps;
    for (int k = 0; k < steps; k++) {
        double slope[STATES] = {0}, sum[STATES] = {0}, stage[STATES];
        for (int j = 0; j < 4; j++) {
            for (int i = 0; i < STATES; i++)
                stage[i] = y[i] + at[j] * h * slope[i];
            flow(stage, axial, slope);
            for (int i = 0; i < STATES; i++)
                sum[i] += weight[j] * slope[i];
        }
        for (int i = 0; i < STATES; i++)
            y[i] += h * sum[i];
    }
}

/* ---- the vehicle ---- */

static wd_model *ball_at(const double y[STATES])
{
    static const char *const names[STATES] = {"x",  "y",         "z",          "forward", "left",
                                              "up", "roll_rate", "pitch_rate", "yaw_rate"};
    wd_model *ball = new_vehicle();
    add(ball, "body", "ball", NULL, NULL);
    set_mass(ball, "ball", m, I, I, I);
    add(ball, "rim", "skin", "ball", NULL);
    set_part(ball, "skin", "radius", r);
    set_part(ball, "skin", "crown", r);
    set_part(ball, "skin", "relaxation_time", tau);
    set_part(ball, "skin", "sharpness", sharpness);
    choose(ball, "param.skin.law", "relaxed");
    set_input(ball, "skin", "mu", mu);
    for (int i = 0; i < STATES; i++)
        set_init(ball, "ball", names[i], y[i]);
    precise(ball);
    return ball;
}

/* ---- both ---- */

/* Both integrators together are off by 5e-11. */
#define TOLERANCE 1e-9

enum ground { BOWL, PIPE, ARC };

static void set_ground(wd_model *ball, enum ground ground)
{
    static double radius = 1.5;
    const double half = R * sin(1.4), up = R * (1 - cos(1.4));
    const double xz[] = {-half - cos(1.4), up + sin(1.4), -half, up, half, up,
                         half + cos(1.4),  up + sin(1.4)};
    const double bulge[] = {0, tan(0.7), 0};
    if (ground == ARC)
        must(ball, wd_model_set_profile(ball, xz, bulge, 4), "set_profile");
    else
        must(ball, wd_model_set_surface_fn(ball, ground == BOWL ? sphere : half_pipe, &radius),
             "set_surface_fn");
}

/* The ball starts at the angle 0.6 with slip in both directions and spin about the normal. It grips
 * within the run. */
static void compare(enum ground ground)
{
    static const char *const names[] = {"a bowl", "a half-pipe", "an arc of a profile"};
    const double s = sin(0.6), c = cos(0.6), l = R - r;
    double y[STATES] = {l * s, 0, R - l * c, 1.2 * c, 0.9, 1.2 * s, -6, -4, 5}, worst = 0;
    wd_model *ball = ball_at(y);
    set_ground(ball, ground);
    start(ball, 0);
    double first = out(ball, "skin", "slip_forward"), last = first;
    for (int k = 1; k <= 10; k++) {
        integrate(y, ground != BOWL, 0.1, 4000);
        go(ball, 0.1 * k);
        const double W[] = {get(ball, "state.ball.wx"), get(ball, "state.ball.wy"),
                            get(ball, "state.ball.wz")};
        const double got[] = {out(ball, "ball", "x"),     out(ball, "ball", "y"),
                              out(ball, "ball", "z"),     get(ball, "state.ball.vx"),
                              get(ball, "state.ball.vy"), get(ball, "state.ball.vz")};
        for (int i = 0; i < TURN; i++)
            worst = worse(worst, got[i], y[i]);
        /* The components of W are along the axes of the body, but its length is that in space. */
        worst = worse(worst, sqrt(dot(W, W)), sqrt(dot(y + TURN, y + TURN)));
        last = out(ball, "skin", "slip_forward");
    }
    check(worst <= TOLERANCE,
          "a skidding ball of law relaxed in %s: slip %.2g to %.2g m/s, error %.2g", names[ground],
          first, last, worst);
    wd_model_free(ball);
}

int main(void)
{
    compare(BOWL);
    compare(PIPE);
    compare(ARC);
    return done();
}
