/* SPDX-License-Identifier: MIT */
/* Time of contacts of a wheel with ground that is not a plane, relative to a yardstick measured in
 * the same run: the Cholesky factor of a 10 x 10 matrix and 12 forward substitutions, about a third
 * of the time of one evaluation of a car of five bodies. */
#include "bench.h"
#include "ground/near.h"
#include "random.h"

#include <math.h>

enum { WHEELS = 500, TIMES = 20, N = 10, RIGHTS = 12 };

/* ---- yardstick ---- */

static double yard_matrix[N][N], yard_right[RIGHTS][N], sum;

static void prepare_yard(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            yard_matrix[i][j] = i == j ? 20 : uniform(-1, 1);
    for (int k = 0; k < RIGHTS; k++)
        for (int i = 0; i < N; i++)
            yard_right[k][i] = uniform(-1, 1);
}

static void yard_once(void)
{
    double L[N][N], x[N];
    for (int j = 0; j < N; j++)
        for (int i = j; i < N; i++) {
            double s = yard_matrix[i][j];
            for (int k = 0; k < j; k++)
                s -= L[i][k] * L[j][k];
            L[i][j] = i == j ? sqrt(s) : s / L[j][j];
        }
    for (int k = 0; k < RIGHTS; k++) {
        for (int i = 0; i < N; i++) {
            double s = yard_right[k][i];
            for (int j = 0; j < i; j++)
                s -= L[i][j] * x[j];
            x[i] = s / L[i][i];
        }
        sum += x[N - 1];
    }
}

static void yardstick(void *context)
{
    (void)context;
    for (int k = 0; k < WHEELS * TIMES; k++) {
        yard_matrix[0][0] += 1e-9;
        yard_once();
    }
}

/* ---- wheels ---- */

struct scene {
    struct terrain terrain;
    struct profile profile;
    struct surface surface;
    struct touch_wheel wheel[WHEELS];
    struct touch_motion motion;
    struct touch_place place[WHEELS];
    size_t hint[WHEELS];
    double places;
};

static struct scene few, many, plane, grid;

static void random_wheels(struct scene *s, double from, double to)
{
    for (int k = 0; k < WHEELS; k++) {
        double lean = uniform(-0.3, 0.3), yaw = uniform(-0.5, 0.5), radius = uniform(0.3, 0.4);
        s->wheel[k] = (struct touch_wheel){{uniform(from, to), uniform(-1, 1), radius + 0.1},
                                           {-sin(yaw) * cos(lean), cos(yaw) * cos(lean), sin(lean)},
                                           radius,
                                           0.2 * radius};
        s->hint[k] = SIZE_MAX;
    }
    s->motion = (struct touch_motion){{2, 0.1, 0}, {0.1, 6, 0.2}};
}

static double least_gap(const struct near *near)
{
    double least = INFINITY;
    for (size_t i = 0; i < near->n; i++)
        least = fmin(least, near->touch[i].gap);
    return least;
}

/* Prepare a profile with corners every 0.2 m at random heights from -wide to wide, and lower the
 * wheels onto it. */
static void prepare_profile(struct scene *s, size_t segments, double wide)
{
    double *xy = malloc(2 * (segments + 1) * sizeof *xy);
    for (size_t i = 0; i <= segments; i++) {
        xy[2 * i] = 0.2 * (double)i;
        xy[2 * i + 1] = uniform(-wide, wide);
    }
    double *memory = malloc(terrain_doubles(segments + 1, 0) * sizeof *memory);
    terrain_build(&s->terrain, xy, NULL, segments + 1, memory, NULL);
    free(xy);
    s->profile = profile_make(&s->terrain, 0.3);
    random_wheels(s, 0.5, 0.2 * (double)segments - 0.5);
    for (int k = 0; k < WHEELS; k++) {
        struct touch_wheel *wheel = &s->wheel[k];
        double x = wheel->centre.x;
        wheel->centre.x = x * s->profile.d.x;
        wheel->centre.y = x * s->profile.d.y;
        for (int i = 0; i < 5; i++) {
            struct near near;
            near_find(&s->profile, wheel, 1, &s->hint[k], &near);
            wheel->centre.z -= least_gap(&near);
        }
    }
}

static double waves(double x, double y)
{
    return 0.05 * sin(1.7 * x) * cos(1.3 * y);
}

static void prepare_grid(void)
{
    enum { NODES = 1000 };
    double *z = malloc(sizeof *z * NODES * NODES), *memory = malloc(sizeof *z * NODES * NODES);
    const double frame[] = {-10, -10, 0.02, 0.02, 0};
    for (size_t k = 0; k < (size_t)NODES * NODES; k++)
        z[k] = waves(-10 + 0.02 * (double)(k % NODES), -10 + 0.02 * (double)(k / NODES));
    surface_build(&grid.surface, z, NODES, NODES, frame, memory, NULL);
    free(z);
    random_wheels(&grid, -9, 9);
    for (int k = 0; k < WHEELS; k++) {
        struct near near;
        for (int i = 0; i < 3; i++) {
            near_surface(&grid.surface, &grid.wheel[k], 1, &near);
            grid.wheel[k].centre.z -= least_gap(&near);
        }
        grid.place[k] = near.touch[0].place;
        /* the distance of a wheel at 2 m/s in 5 ms */
        grid.wheel[k].centre.x += 0.01;
    }
}

/* ---- timed functions ---- */

static void rate_all(struct scene *s, int k, const struct touch *touch, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct touch_rate rate;
        touch_rates(&touch[i], &s->wheel[k], &s->motion, &rate);
        sum += rate.gap + rate.at.x;
    }
    s->places += (double)n;
}

static void search_profile(void *context)
{
    struct scene *s = context;
    for (int t = 0; t < TIMES; t++)
        for (int k = 0; k < WHEELS; k++) {
            struct near near;
            near_find(&s->profile, &s->wheel[k], 0.02, &s->hint[k], &near);
            rate_all(s, k, near.touch, near.n);
        }
}

/* Follow one closed contact, as an evaluation of the right-hand side does. */
static void follow_profile(void *context)
{
    struct scene *s = context;
    for (int t = 0; t < TIMES; t++)
        for (int k = 0; k < WHEELS; k++) {
            struct profile_wheel wheel;
            struct touch touch[2];
            profile_aim(&s->profile, &s->wheel[k], &wheel);
            profile_touches(&s->profile, &wheel, 0, touch);
            rate_all(s, k, touch, 1);
        }
}

static void follow_grid(void *context)
{
    struct scene *s = context;
    for (int t = 0; t < TIMES; t++)
        for (int k = 0; k < WHEELS; k++) {
            struct touch touch;
            if (surface_follow(&s->surface, &s->wheel[k], &s->place[k], &touch) == 0)
                rate_all(s, k, &touch, 1);
        }
}

static void search_grid(void *context)
{
    struct scene *s = context;
    for (int t = 0; t < TIMES; t++)
        for (int k = 0; k < WHEELS; k++) {
            struct near near;
            if (near_surface(&s->surface, &s->wheel[k], 0.02, &near) == 0)
                rate_all(s, k, near.touch, near.n);
        }
}

int main(void)
{
    static const double work = WHEELS * TIMES;
    prepare_yard();
    prepare_profile(&plane, 1, 0);
    prepare_profile(&few, 10, 0.05);
    prepare_profile(&many, 10000, 0.05);
    prepare_grid();
    bench_pair("one line", follow_profile, &plane, yardstick, NULL, work, 1);
    bench_pair("profile of 10 segments", search_profile, &few, yardstick, NULL, work, 3.6);
    bench_pair("profile of 10,000 segments", search_profile, &many, yardstick, NULL, work, 5.4);
    bench_pair("grid, warm", follow_grid, &grid, yardstick, NULL, work, 1);
    bench_pair("grid, cold", search_grid, &grid, yardstick, NULL, work, 10);
    double rounds = BENCH_ROUNDS * work;
    printf("places found per wheel: %.2f of 10 segments, %.2f of 10,000 (%g)\n",
           few.places / rounds, many.places / rounds, fmod(sum, 1));
    return 0;
}
