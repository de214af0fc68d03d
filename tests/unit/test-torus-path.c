/* SPDX-License-Identifier: MIT */
/* Reference paths: closed forms, derivatives compared with differences, cusps, lengths, bad
 * points. */
#include "torus-path.h"
#include <stdlib.h>

/* ---- circle and hypocycloid ---- */

static void test_circle(void)
{
    struct errors worst = {0, 0, 0, 0};
    double radius = 0;
    for (int i = 0; i < 200; i++) {
        struct path_curve curve = {.type = PATH_CIRCLE,
                                   .radius = uniform(0.5, 3),
                                   .x = uniform(-2, 2),
                                   .y = uniform(-2, 2),
                                   .rate = uniform(-1, 1),
                                   .phase = uniform(-9, 9)};
        double t = uniform(-10, 100);
        struct path_reference r = path_at(&curve, NULL, t);
        double angle = curve.rate * t + curve.phase;
        radius = fmax(radius, apart(&r, curve.x + curve.radius * cos(angle),
                                    curve.y + curve.radius * sin(angle)));
        keep_worst(&worst, errors_at(&curve, NULL, t));
    }
    check(radius <= 1e-14, "circles: position within %.2g", radius);
    check_worst(&worst, 1e-10, "circles");
}

static void test_hypocycloid(void)
{
    struct errors worst = {0, 0, 0, 0};
    double position = 0;
    for (int i = 0; i < 500; i++) {
        double K = 2 + i % 5;
        struct path_curve curve = {.type = PATH_HYPOCYCLOID,
                                   .radius = uniform(0.5, 2),
                                   .cusps = K,
                                   .x = uniform(-2, 2),
                                   .y = uniform(-2, 2),
                                   .rate = uniform(-0.5, 0.5),
                                   .phase = uniform(-9, 9)};
        double t = uniform(-10, 100), angle = curve.rate * t + curve.phase;
        struct path_reference r = path_at(&curve, NULL, t);
        double x = (K - 1) * cos(angle) + cos((K - 1) * angle);
        double y = (K - 1) * sin(angle) - sin((K - 1) * angle);
        position =
            fmax(position, apart(&r, curve.x + curve.radius * x, curve.y + curve.radius * y));
        keep_worst(&worst, errors_at(&curve, NULL, t));
    }
    check(position <= 1e-13, "2 to 6 cusps: position within %.2g", position);
    check_worst(&worst, 1e-9, "2 to 6 cusps");
}

/* All K cusps lie on the circle of radius K r. At a cusp the motion reverses, and the heading is
 * continuous. */
static void test_cusps(void)
{
    const double w = 3.3 * 0.0785;
    for (int K = 3; K <= 5; K++) {
        struct path_curve curve = {
            .type = PATH_HYPOCYCLOID, .radius = 2, .cusps = K, .rate = w, .speed = 0};
        double speed = 0, radius = 0, jump = 0;
        int reversed = 0;
        for (int i = 1; i <= 2 * K; i++) {
            double t = turn * i / (K * w), little = 1e-6;
            struct path_reference at = path_at(&curve, NULL, t);
            struct path_reference a = path_at(&curve, NULL, t - little);
            struct path_reference b = path_at(&curve, NULL, t + little);
            speed = fmax(speed, fabs(at.speed));
            radius = fmax(radius, fabs(hypot(at.x, at.y) - 2 * K));
            jump = fmax(jump, fabs(b.heading - a.heading - 2 * little * at.turn_rate));
            reversed += a.speed * b.speed < 0;
        }
        check(speed <= 1e-13 && radius <= 1e-13, "K = %d: at rest (%.2g) at the cusps", K, speed);
        check(reversed == 2 * K && jump <= 1e-14, "K = %d: reverses, heading continuous (%.2g)", K,
              jump);
    }
}

/* ---- user paths ---- */

struct user {
    struct polyline line;
    void *course;
};

static struct user build_path(const double *xy, size_t points, int32_t closed)
{
    struct user user = {{.xy = xy, .points = points, .closed = closed}, NULL};
    size_t at = 0;
    user.course = malloc(path_doubles(&user.line) * sizeof(double));
    const char *fault = path_build(&user.line, user.course, &at, NULL);
    check(!fault, "%zu points, %s: built%s%s", points, closed ? "closed" : "open",
          fault ? ", but " : "", fault ? fault : "");
    return user;
}

static double to_points(const struct user *user, const struct path_reference *r)
{
    double nearest = INFINITY;
    for (size_t i = 0; i < user->line.points; i++)
        nearest = fmin(nearest, apart(r, user->line.xy[2 * i], user->line.xy[2 * i + 1]));
    return nearest;
}

/* Check the derivatives except near the points, at which the third derivatives jump, and the speed
 * everywhere. */
static void check_along(const struct user *user, double speed, const char *what)
{
    struct path_curve curve = {.type = PATH_USER, .speed = speed};
    struct errors worst = {0, 0, 0, 0};
    double laps = user->line.closed ? 3 : 1, time = path_length(user->course) / speed;
    double reach = 3e-3 * fabs(speed), touched = 0;
    for (int i = 0; i < 20000; i++) {
        double t = time * laps * (i + 0.5) / 20000;
        struct path_reference r = path_at(&curve, user->course, t);
        if (to_points(user, &r) > reach)
            keep_worst(&worst, errors_at(&curve, user->course, t));
        else
            touched++;
        worst.acceleration = fmax(worst.acceleration, fabs(r.speed - speed));
    }
    check(touched > 0, "%s: %g places near points left out", what, touched);
    check_worst(&worst, 1e-9, what);
}

static void check_passes(const struct user *user, const char *what)
{
    struct path_curve curve = {.type = PATH_USER, .speed = 1};
    double length = path_length(user->course), jump = 0, bend = 0, missed = 0;
    struct path_reference before = path_at(&curve, user->course, 0);
    for (size_t i = 0; i < user->line.points; i++) {
        double nearest = INFINITY;
        for (int k = 0; k <= 20000; k++) {
            struct path_reference r = path_at(&curve, user->course, length * k / 20000);
            nearest = fmin(nearest, apart(&r, user->line.xy[2 * i], user->line.xy[2 * i + 1]));
        }
        missed = fmax(missed, nearest);
    }
    for (int k = 1; k < 20000; k++) {
        struct path_reference r = path_at(&curve, user->course, length * k / 20000);
        jump = fmax(jump, fabs(r.heading - before.heading));
        bend = fmax(bend, fabs(r.turn_rate - before.turn_rate));
        before = r;
    }
    check(missed <= length / 20000, "%s: passes its points within the spacing of the search", what);
    check(jump <= 0.01 && bend <= 0.05, "%s: heading and curvature continuous (%.2g, %.2g)", what,
          jump, bend);
}

static void test_user(void)
{
    const double open[] = {0, 0, 2, 0.5, 3, 2, 2.5, 4, 0, 5, -2, 4};
    const double around[] = {2, 0, 1, 1.5, -1, 1, -2, -0.5, 0, -1.5};
    struct user a = build_path(open, 6, 0), b = build_path(around, 5, 1);
    check_along(&a, 0.5, "open path");
    check_along(&b, 0.5, "closed path");
    check_along(&b, -0.7, "closed path, backwards");
    check_passes(&a, "open path");
    check_passes(&b, "closed path");
    free(a.course);
    free(b.course);
}

static void test_ends(void)
{
    const double open[] = {1, 2, 2, 0.5, 3, 2};
    struct user user = build_path(open, 3, 0);
    struct path_curve curve = {.type = PATH_USER, .speed = 0.5};
    double end = path_length(user.course) / 0.5;
    struct path_reference before = path_at(&curve, user.course, -1);
    struct path_reference start = path_at(&curve, user.course, 0);
    struct path_reference after = path_at(&curve, user.course, end + 100);
    struct path_reference last = path_at(&curve, user.course, end - 1e-9);
    check(before.x == 1 && before.y == 2 && before.speed == 0 && before.turn_rate == 0,
          "before t = 0 the reference rests at the first point");
    check(start.x == 1 && start.y == 2 && start.speed == 0.5,
          "at t = 0 the reference starts at full speed");
    near_abs(apart(&after, 3, 2), 0, 1e-14, "after the end the reference is at the last point");
    check(after.speed == 0 && after.turn_rate == 0 && after.turn_acceleration == 0,
          "after the end the reference rests");
    check(last.speed == 0.5 && fabs(last.heading - after.heading) < 1e-8,
          "after the end the reference keeps the last heading");
    free(user.course);
}

/* ---- against closed forms ---- */

static void test_line(void)
{
    const double xy[] = {1, 1, 4, 5};
    struct user user = build_path(xy, 2, 0);
    struct path_curve curve = {.type = PATH_USER, .speed = 2};
    struct path_reference r = path_at(&curve, user.course, 1);
    near_abs(path_length(user.course), 5, 1e-14, "path of two points: length");
    near_abs(apart(&r, 2.2, 2.6), 0, 1e-14,
             "path of two points: distance from the position expected at 1 s");
    near_abs(r.heading, atan2(4, 3), 1e-15, "path of two points: heading");
    check(r.speed == 2 && fabs(r.turn_rate) <= 1e-15, "two points: speed, and no turn");
    free(user.course);
}

/* Errors of length and radius of the spline through n points of a circle. */
static void circle_errors(size_t n, double *length, double *radius)
{
    double *xy = malloc(2 * n * sizeof *xy);
    for (size_t i = 0; i < n; i++) {
        xy[2 * i] = 2 * cos(turn * (double)i / (double)n);
        xy[2 * i + 1] = 2 * sin(turn * (double)i / (double)n);
    }
    struct user user = build_path(xy, n, 1);
    struct path_curve curve = {.type = PATH_USER, .speed = 1};
    *length = fabs(path_length(user.course) - 2 * turn);
    *radius = 0;
    for (int k = 0; k < 1000; k++) {
        struct path_reference r = path_at(&curve, user.course, 0.0377 * k);
        *radius = fmax(*radius, fabs(hypot(r.x, r.y) - 2));
    }
    double heading = path_at(&curve, user.course, 7.5 * path_length(user.course)).heading -
                     path_at(&curve, user.course, 0).heading;
    near_abs(heading, 7.5 * turn, 1e-12, "heading after seven and a half laps");
    free(user.course);
    free(xy);
}

static void test_spline_circle(void)
{
    double length[2], radius[2];
    circle_errors(32, &length[0], &radius[0]);
    circle_errors(64, &length[1], &radius[1]);
    check(radius[1] <= 1e-6 && radius[0] / radius[1] > 14,
          "radius of a circle of points: error of fourth order, %.2g to %.2g m", radius[0],
          radius[1]);
    check(length[1] <= 1e-5 && length[0] / length[1] > 14,
          "length of the circle: error of fourth order, %.2g to %.2g m", length[0], length[1]);
}

/* ---- bad points ---- */

static void check_refused(const char *what, const double *xy, size_t points, int32_t closed,
                          size_t at)
{
    struct polyline line = {.xy = xy, .points = points, .closed = closed};
    size_t doubles = path_doubles(&line), got = 99;
    double *memory = malloc(doubles * sizeof *memory + 1);
    const char *fault = path_build(&line, memory, &got, NULL);
    check(fault && got == at, "%s: %s at point %zu", what, fault ? fault : "built", got);
    free(memory);
}

static void test_bad_points(void)
{
    const double fine[] = {0, 0, 1, 0, 1, 1}, twice[] = {0, 0, 1, 0, 1, 0, 2, 0};
    const double back[] = {0, 0, 1, 0, 0, 0}, nan[] = {0, 0, 1, NAN, 2, 0};
    const double infinite[] = {0, 0, 1, 0, INFINITY, 0}, huge[] = {0, 0, 1e200, 0};
    const double shut[] = {0, 0, 1, 0, 1, 1, 0, 0}, tiny[] = {0, 0, 1, 0, 1, 1e-160, 0, 1};
    check_refused("no point", fine, 0, 0, 0);
    check_refused("one point", fine, 1, 0, 0);
    check_refused("two points of a closed path", fine, 2, 1, 0);
    check_refused("a point twice", twice, 4, 0, 1);
    check_refused("the first point again at the end of a closed path", shut, 4, 1, 3);
    check_refused("there and back", back, 3, 0, 0);
    check_refused("not a number", nan, 3, 0, 1);
    check_refused("infinity", infinite, 3, 0, 2);
    check_refused("too far away", huge, 2, 0, 1);
    check_refused("points almost at the same place", tiny, 4, 0, 1);
}

/* Random paths have the promised properties. */
static void test_random(void)
{
    int built = 0, refused = 0;
    double worst = 0;
    for (int i = 0; i < 2000; i++) {
        double xy[16];
        for (int k = 0; k < 16; k++)
            xy[k] = uniform(-1, 1);
        struct polyline line = {.xy = xy, .points = 3 + (size_t)i % 6, .closed = i % 2};
        double *memory = malloc(path_doubles(&line) * sizeof *memory);
        size_t at;
        if (path_build(&line, memory, &at, NULL)) {
            refused++;
        } else {
            struct path_curve curve = {.type = PATH_USER, .speed = 1};
            double t = uniform(0.01, 0.99) * path_length(memory), step = 1e-4;
            struct path_reference a = path_at(&curve, memory, t - step);
            struct path_reference b = path_at(&curve, memory, t + step);
            struct path_reference r = path_at(&curve, memory, t);
            double speed = hypot(b.x - a.x, b.y - a.y) / (2 * step);
            double bend = fabs(r.turn_rate) + fabs(b.turn_rate) + fabs(a.turn_rate);
            built++;
            worst = fmax(worst, fabs(speed - 1) / (1 + bend * bend));
        }
        free(memory);
    }
    check(built > 1600, "random points: %d paths, %d refused", built, refused);
    check(worst <= 1e-8, "the speed on random paths differs from the required one by %.2g", worst);
}

static int is_finite(const struct path_reference *r)
{
    return isfinite(r->x) && isfinite(r->y) && isfinite(r->heading) && isfinite(r->turn_rate) &&
           isfinite(r->turn_acceleration);
}

/* Paths of any size at any place are refused, or give finite results. */
static void test_sizes(void)
{
    int built = 0, wrong = 0;
    for (int i = 0; i < 2000; i++) {
        double xy[8], size = pow(10, uniform(-60, 60)), place = size * pow(10, uniform(-3, 14));
        for (int k = 0; k < 8; k++)
            xy[k] = place + size * uniform(-1, 1);
        struct polyline line = {.xy = xy, .points = 4, .closed = i % 2};
        double *memory = malloc(path_doubles(&line) * sizeof *memory);
        size_t at;
        if (!path_build(&line, memory, &at, NULL)) {
            struct path_curve curve = {.type = PATH_USER, .speed = size};
            built++;
            for (int k = 0; k < 20; k++) {
                struct path_reference r = path_at(&curve, memory, uniform(-10, 10));
                wrong += !is_finite(&r) || !(fabs(r.x - place) <= 4 * size);
            }
        }
        free(memory);
    }
    check(built > 1000 && wrong == 0, "paths from 1e-60 to 1e60 m: %d built, all finite", built);
}

int main(void)
{
    test_circle();
    test_hypocycloid();
    test_cusps();
    test_line();
    test_user();
    test_ends();
    test_spline_circle();
    test_bad_points();
    test_random();
    test_sizes();
    return done();
}
