/* SPDX-License-Identifier: MIT */
/* Reference paths with times: closed forms, derivatives compared with differences, ends, random
 * times. */
#include "torus-path.h"
#include <stdlib.h>

/* Build the course of a polyline with times. */
static void *build_timed(const struct polyline *line)
{
    size_t at = 0;
    void *course = malloc(path_doubles(line) * sizeof(double));
    const char *fault = path_build(line, course, &at, NULL);
    check(!fault, "%zu times: built%s%s", line->points, fault ? ", but " : "", fault ? fault : "");
    return course;
}

/* An ellipse with a speed that varies: angle t + sin(t)/2, period `turn`. */
static double ellipse_angle(double t)
{
    return t + sin(t) / 2;
}

/* Largest errors of the periodic spline through n points of the ellipse, of position and speed. */
static void ellipse_errors(size_t n, double *position, double *speed)
{
    double *xy = malloc(2 * n * sizeof *xy), *time = malloc((n + 1) * sizeof *time);
    for (size_t i = 0; i <= n; i++) {
        time[i] = turn * (double)i / (double)n - 1;
        if (i < n) {
            xy[2 * i] = 2 * cos(ellipse_angle(time[i]));
            xy[2 * i + 1] = sin(ellipse_angle(time[i]));
        }
    }
    struct polyline line = {.xy = xy, .time = time, .points = n, .closed = 1};
    struct path_curve curve = {.type = PATH_USER, .speed = NAN};
    void *course = build_timed(&line);
    *position = *speed = 0;
    for (int k = -1000; k < 3000; k++) {
        double t = 0.01234 * k, angle = ellipse_angle(t), rate = 1 + cos(t) / 2;
        struct path_reference r = path_at(&curve, course, t);
        *position = fmax(*position, apart(&r, 2 * cos(angle), sin(angle)));
        *speed = fmax(*speed, fabs(r.speed - rate * hypot(2 * sin(angle), cos(angle))));
    }
    double heading = path_at(&curve, course, 5 * turn).heading - path_at(&curve, course, 0).heading;
    near_abs(heading, 5 * turn, 1e-12, "heading after five periods");
    free(course);
    free(xy);
    free(time);
}

static void test_order(void)
{
    double position[2], speed[2];
    ellipse_errors(64, &position[0], &speed[0]);
    ellipse_errors(128, &position[1], &speed[1]);
    check(position[1] <= 1e-6 && position[0] / position[1] > 14,
          "position on an ellipse: error of fourth order, %.2g to %.2g m", position[0],
          position[1]);
    check(speed[1] <= 2e-4 && speed[0] / speed[1] > 7,
          "speed on an ellipse: error of third order, %.2g to %.2g m/s", speed[0], speed[1]);
}

/* The derivatives within the intervals are right. At the points 1 to 4 the acceleration and the
 * rate of the heading do not jump. */
static void test_derivatives(void)
{
    const double xy[] = {0, 0, 2, 0.5, 3, 2, 2.5, 4, 0, 5, -2, 4};
    const double time[] = {1, 2, 4, 5, 8, 9, 11};
    for (int32_t closed = 0; closed < 2; closed++) {
        struct polyline line = {.xy = xy, .time = time, .points = 6, .closed = closed};
        struct path_curve curve = {.type = PATH_USER};
        struct errors worst = {0, 0, 0, 0};
        void *course = build_timed(&line);
        double missed = 0, jump = 0;
        for (size_t i = 0; i < 5 + (size_t)closed; i++)
            for (double part = 0.005; part < 1; part += 0.005)
                keep_worst(&worst,
                           errors_at(&curve, course, time[i] + part * (time[i + 1] - time[i])));
        for (size_t i = 0; i < 6; i++) {
            struct path_reference r = path_at(&curve, course, time[i]);
            missed = fmax(missed, apart(&r, xy[2 * i], xy[2 * i + 1]));
            if (i > 0 && i < 5) {
                struct path_reference a = path_at(&curve, course, time[i] - 1e-9);
                jump = fmax(jump, fabs(r.acceleration - a.acceleration));
                jump = fmax(jump, fabs(r.turn_rate - a.turn_rate));
            }
        }
        check_worst(&worst, 1e-8, closed ? "timed, closed" : "timed, open");
        check(missed <= 1e-14 && jump <= 1e-7,
              "the path passes its points at their times within %.2g m; jumps of derivatives %.2g",
              missed, jump);
        free(course);
    }
}

static void test_ends(void)
{
    const double xy[] = {0, 0, 2, 0.5, 3, 2}, time[] = {10, 12, 13};
    struct polyline line = {.xy = xy, .time = time, .points = 3};
    struct path_curve curve = {.type = PATH_USER};
    void *course = build_timed(&line);
    for (int late = 0; late < 2; late++) {
        struct path_reference r = path_at(&curve, course, late ? 13.5 : 9);
        struct path_reference end = path_at(&curve, course, late ? 13 - 1e-9 : 10);
        near_abs(apart(&r, late ? 3 : 0, late ? 2 : 0), 0, 1e-14,
                 "position before and after the times");
        check(r.speed == 0 && r.turn_rate == 0 && r.acceleration == 0 && r.turn_acceleration == 0 &&
                  r.pace == 0 && fabs(r.heading - end.heading) < 1e-8,
              "before and after the times the reference rests with the heading of that end");
        check(end.speed > 1 && end.pace > 1, "within the times the reference moves at both ends");
    }
    free(course);
}

/* Two points with times: a straight line at constant speed between the times. */
static void test_line(void)
{
    const double xy[] = {1, 1, 4, 5}, time[] = {-2, 3};
    struct polyline line = {.xy = xy, .time = time, .points = 2};
    struct path_curve curve = {.type = PATH_USER};
    void *course = build_timed(&line);
    struct path_reference r = path_at(&curve, course, 0);
    near_abs(apart(&r, 2.2, 2.6), 0, 1e-15,
             "two points with times: distance from the position expected at 0 s");
    check(fabs(r.speed - 1) <= 1e-15 && r.acceleration == 0 && r.turn_rate == 0,
          "two points with times: constant speed and heading");
    free(course);
}

/* Random times are refused, or the speed equals the derivative of the position and is not zero. */
static void test_random(void)
{
    int built = 0;
    double worst = 0, slowest = INFINITY;
    for (int i = 0; i < 2000; i++) {
        double xy[16], time[9] = {0};
        for (int k = 0; k < 16; k++)
            xy[k] = uniform(-1, 1);
        for (int k = 1; k < 9; k++)
            time[k] = time[k - 1] + uniform(0.2, 2);
        struct polyline line = {.xy = xy, .time = time, .points = 8, .closed = i % 2};
        double *memory = malloc(path_doubles(&line) * sizeof *memory);
        size_t at;
        struct path_curve curve = {.type = PATH_USER};
        int refused = path_build(&line, memory, &at, NULL) != NULL;
        built += !refused;
        for (int k = 0; k < 200 && !refused; k++) {
            double t = uniform(0.01, time[7] - 0.01), step = 1e-5;
            struct path_reference a = path_at(&curve, memory, t - step);
            struct path_reference b = path_at(&curve, memory, t + step);
            struct path_reference r = path_at(&curve, memory, t);
            worst = fmax(worst, fabs(hypot(b.x - a.x, b.y - a.y) / (2 * step) - r.speed));
            slowest = fmin(slowest, r.speed);
        }
        free(memory);
    }
    check(built > 1000 && worst <= 1e-7 && slowest > 0,
          "random time laws: %d of 2000 built, error of the speed %.2g, smallest speed %.2g m/s",
          built, worst, slowest);
}

int main(void)
{
    test_order();
    test_derivatives();
    test_ends();
    test_line();
    test_random();
    return done();
}
