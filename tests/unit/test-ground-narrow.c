/* SPDX-License-Identifier: MIT */
/* Wheels in hollows of a surface that are narrower than the wheels. */
#include "ground.h"
#include "ground-surface.h"

/* Valley h = R - sqrt(R^2 - x^2), straight along y. */
static int32_t valley_surface(double x, double y, double v[7], void *user)
{
    double R = *(double *)user, root = sqrt(fmax(R * R - x * x, 1e-4 * R * R));
    (void)y;
    for (int k = 0; k < 6; k++)
        v[k] = 0;
    v[SURFACE_H] = R - root;
    v[SURFACE_X] = x / root;
    v[SURFACE_XX] = R * R / (root * root * root);
    return 0;
}

/* A wheel rolls along x, across the valley, and leans by alpha. The wheel fills the valley if R -
 * crown = b / cos(alpha), where b is the radius of its spine. */
static void test_hollow(double alpha)
{
    double R = 1, a = 0.1;
    int changes = 0;
    struct surface surface;
    surface_of_function(&surface, valley_surface, &R);
    for (int k = 0; k < 2; k++) {
        double b = (R - a) * cos(alpha) * (1 + (k ? 1e-6 : -1e-6));
        struct touch_wheel wheel = {{0, 0, 0}, {0, cos(alpha), sin(alpha)}, a + b, a};
        wheel.centre.z = b * cos(alpha) + a;
        wheel.centre.y = 0;
        const struct touch_place place = {.radial = {0, sin(alpha), -cos(alpha)},
                                          .foot_y = b * sin(alpha)};
        struct touch touch, all[4];
        size_t n = 0;
        int32_t status = surface_follow(&surface, &wheel, &place, &touch);
        changes += status == WD_OK && fabs(touch.gap) < 1e-14 && (touch.margin > 0) == (k == 0) &&
                   fabs(touch.margin) < 1e-5;
        if (k == 1 && alpha > 0) {
            wheel.radius *= 1.02;
            wheel.centre.z = (wheel.radius - a) * cos(alpha) + a;
            status = surface_touches(&surface, &wheel, 0.1, all, &n);
            check(status == WD_OK && n == 2 && all[0].gap < -1e-6 && all[0].at.x * all[1].at.x < 0,
                  "a wheel that is too large touches both sides");
        }
    }
    check(changes == 2,
          "leaning by %.1f: the margin changes its sign where the wheel fills the hollow", alpha);
}

static void test_narrow_ball(void)
{
    double R = 0.5;
    struct surface surface;
    struct touch touch[4];
    size_t n;
    surface_of_function(&surface, valley_surface, &R);
    for (int k = 0; k < 2; k++) {
        double r = R * (k ? 1.01 : 0.99);
        struct touch_wheel ball = {{0, 0, r}, {0, 0, 1}, r, r};
        const struct touch_place place = {.foot_y = 0};
        int32_t status = surface_follow(&surface, &ball, &place, touch);
        check(status == WD_OK && (touch[0].margin > 0) == (k == 0) && fabs(touch[0].gap) < 1e-15,
              "a ball of %.3f in a valley of %.3f: margin %.3g", r, R, touch[0].margin);
    }
    struct touch_wheel ball = {{0.1, 0, 0.35}, {0, 0, 1}, 0.3, 0.3};
    int32_t status = surface_touches(&surface, &ball, 0.5, touch, &n);
    near_abs(touch[0].gap, R - hypot(0.1, 0.15) - 0.3, 1e-14, "gap of a ball in a valley");
    check(status == WD_OK && n == 1, "a ball in a valley touches it at one place");
}

/* Ripples h = 0.05 (1 - cos 20 x), straight along y; the bottom of a hollow has the radius 0.05. */
static int32_t ripple_surface(double x, double y, double v[7], void *user)
{
    (void)y, (void)user;
    for (int k = 0; k < 6; k++)
        v[k] = 0;
    v[SURFACE_H] = 0.05 * (1 - cos(20 * x));
    v[SURFACE_X] = sin(20 * x);
    v[SURFACE_XX] = 20 * cos(20 * x);
    return 0;
}

/* A wheel along a hollow that is narrower than its crown touches both banks, also if the wheel is
 * not in the middle of the hollow. */
static void test_narrow_torus(void)
{
    struct surface surface;
    surface_of_function(&surface, ripple_surface, NULL);
    for (int k = -2; k <= 2; k++) {
        const struct touch_wheel wheel = {{0.004 * k, 0, 0.4}, {1, 0, 0}, 0.3, 0.15};
        struct touch touch[4];
        size_t n = 0;
        int32_t status = surface_touches(&surface, &wheel, 0.2, touch, &n);
        check(status == WD_OK && n == 2 && touch[0].at.x * touch[1].at.x < 0,
              "a wheel %d mm beside the middle of a narrow hollow: %zu contacts", 4 * k, n);
    }
}

int main(void)
{
    test_hollow(0);
    test_hollow(0.3);
    test_narrow_ball();
    test_narrow_torus();
    return done();
}
