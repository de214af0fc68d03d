/* SPDX-License-Identifier: MIT */
/* wd_model_gradient() of a wheel that flies over a peak, compared with closed forms: too low, it
 * hits the peak; high enough, it flies past. Between them the derivative jumps: near the grazing
 * height it grows as the inverse root of the depth, and beyond it is 0. */
#include "support.h"

#include <math.h>
#include <wheeldyn/gradient.h>

static const double radius = 0.1, gravity = 9.81, speed = 3, half = 0.1;

/* Derivative of the vertical speed at the end with respect to the height at the start. */
struct derivative {
    double value, error;
    int32_t side;
};

/* A wheel on a parabola whose top lies over the peak, at the origin, `half` seconds after the
 * start. The top is `above` the height at which the wheel grazes the peak. There is no friction. */
static wd_model *make_flight(double above, double restitution)
{
    const double ground[] = {-50, -1, -1, -1, 0, 0, 1, -1, 50, -1};
    wd_model *model = make("impact_wheel", NULL);
    must(model, wd_model_set_terrain(model, ground, 5), "terrain");
    set(model, "param.mu", 0);
    set(model, "param.restitution", restitution);
    set(model, "param.radius", radius);
    set(model, "param.gravity", gravity);
    set(model, "state.x", -speed * half);
    set(model, "state.x_dot", speed);
    set(model, "state.y", radius + above - gravity * half * half / 2);
    set(model, "state.y_dot", gravity * half);
    set(model, "state.phi_dot", 0);
    return model;
}

static struct derivative differentiate(double above, double restitution)
{
    struct derivative d;
    size_t number = WD_GRADIENT_VALUE;
    uint32_t height = 0, fall = 0;
    wd_model *model = make_flight(above, restitution);
    must(model, wd_model_find(model, "state.y", &height), "height");
    must(model, wd_model_find(model, "state.y_dot", &fall), "speed");
    must(model,
         wd_model_gradient(model, 0, 2 * half, &fall, 1, &height, &number, 1, 1, &d.value, &d.error,
                           &d.side),
         "gradient");
    wd_model_free(model);
    return d;
}

/* The same for a wheel that hits the peak `depth` below the grazing height. At the time t, counted
 * from the top, the centre (speed t, y) is at the distance `radius` from the peak. The impact
 * changes the vertical speed by -(1 + restitution) t (speed^2 - gravity y) y / radius^2. */
static double exact(double depth, double restitution)
{
    double top = radius - depth, a = gravity * gravity / 4, b = speed * speed - gravity * top;
    double c = depth * (2 * radius - depth); /* a s^2 + b s = c for the square s of t */
    double s = 2 * c / (b + sqrt(b * b + 4 * a * c)), t = -sqrt(s);
    double y = top - gravity * s / 2, pull = speed * speed - gravity * y;
    double s_rate = -2 * y / pull, t_rate = s_rate / (2 * t), y_rate = 1 - gravity * s_rate / 2;
    double rate = t_rate * pull * y + t * y_rate * (speed * speed - 2 * gravity * y);
    return -(1 + restitution) * rate / (radius * radius);
}

static void hits(double restitution)
{
    for (double depth = 0.02; depth > 1e-6; depth /= 3) {
        struct derivative d = differentiate(-depth, restitution);
        double expected = exact(depth, restitution), off = fabs(d.value - expected);
        check(d.side == WD_GRADIENT_TWO_SIDED && off <= 1e-8 * fabs(expected) && off <= d.error &&
                  d.error <= 2e-8 * fabs(expected),
              "%.1e m below the grazing height, restitution %g: %.12g for %.12g, estimate %.1e, %s",
              depth, restitution, d.value, expected, d.error, wd_gradient_name(d.side));
    }
}

/* Depths down to less than the smallest shift: a number is within its estimate of the derivative.
 */
static void hits_or_grazes(double restitution)
{
    int numbers = 0, none = 0, wrong = 0;
    for (double depth = 1e-6; depth > 1e-8; depth /= 1.1) {
        struct derivative d = differentiate(-depth, restitution);
        double expected = exact(depth, restitution);
        none += d.side == WD_GRADIENT_NONE && isnan(d.value) && isinf(d.error);
        numbers += d.side == WD_GRADIENT_TWO_SIDED;
        wrong += fabs(d.value - expected) > 1e-7 * fabs(expected);
    }
    check(numbers == 23 && none == 26 && wrong == 0,
          "1e-8 to 1e-6 m below the grazing height: %d derivatives, %d none, %d wrong", numbers,
          none, wrong);
}

static void flies_past(double restitution)
{
    static const double above[] = {0.02, 1e-4, 1e-8, 1e-12};
    for (size_t i = 0; i < 4; i++) {
        struct derivative d = differentiate(above[i], restitution);
        int32_t side = above[i] < 1e-5 ? WD_GRADIENT_FROM_ABOVE : WD_GRADIENT_TWO_SIDED;
        check(d.side == side && fabs(d.value) <= d.error && d.error < 1e-9,
              "%g m above the grazing height: %g, estimate %.1e, %s", above[i], d.value, d.error,
              wd_gradient_name(d.side));
    }
}

/* All shifts are larger than the depth: the quotients grow as the inverse root of the shift. */
static void grazes(double restitution)
{
    static const double depth[] = {1e-8, 1e-10, 1e-12};
    for (size_t i = 0; i < 3; i++) {
        struct derivative d = differentiate(-depth[i], restitution);
        check(d.side == WD_GRADIENT_NONE && isnan(d.value) && isinf(d.error),
              "%g m below the grazing height: %.3g, estimate %.1e, %s", depth[i], d.value, d.error,
              wd_gradient_name(d.side));
    }
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        double restitution = 0.5 * i;
        hits(restitution);
        hits_or_grazes(restitution);
        flies_past(restitution);
        grazes(restitution);
    }
    return done();
}
