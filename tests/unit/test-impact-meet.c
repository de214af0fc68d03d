/* SPDX-License-Identifier: MIT */
/* A thrown wheel meets the same feature at the same place if its parabola is given as a function of
 * a warped time: as a path of degree 4, 8 or 16. */
#include "tap.h"
#include "random.h"
#include <math.h>
#include <string.h>
#include "models/impact_wheel/meet.h"

enum { POINTS = 12, TERRAINS = 200, THROWS = 50 };

/* A path with memory for its polynomials. */
struct way {
    size_t degree;
    double x[MEET_DEGREE + 1], y[MEET_DEGREE + 1];
};

static struct way parabola_of(const struct impact_state *state)
{
    const double *y = state->now, *a = state->acceleration;
    return (struct way){
        2, {y[IMPACT_X], y[IMPACT_VX], a[0] / 2}, {y[IMPACT_Y], y[IMPACT_VY], a[1] / 2}};
}

/* The same path with (t + t^n)/2 in place of t. */
static struct way warped_path(const struct way *path, size_t n)
{
    struct way warped = {.degree = 2 * n};
    warped.x[0] = path->x[0];
    warped.y[0] = path->y[0];
    const double share[3] = {0.25, 0.5, 0.25};
    warped.x[1] = path->x[1] / 2;
    warped.y[1] = path->y[1] / 2;
    warped.x[n] = path->x[1] / 2;
    warped.y[n] = path->y[1] / 2;
    for (size_t k = 0; k < 3; k++) {
        size_t order = 2 + k * (n - 1);
        warped.x[order] += share[k] * path->x[2];
        warped.y[order] += share[k] * path->y[2];
    }
    return warped;
}

static int build_terrain(struct terrain *terrain, double *memory)
{
    double xy[2 * POINTS], bulge[POINTS - 1] = {0}, x = -3;
    for (int i = 0; i < POINTS; i++) {
        x += uniform(0.05, 0.8);
        xy[2 * i] = x;
        xy[2 * i + 1] = uniform(-0.5, 0.5);
        if (i > 0 && i < POINTS - 2 && uniform(0, 1) < 0.4)
            bulge[i] = uniform(-0.6, 0.6);
    }
    return terrain_build(terrain, xy, bulge, POINTS, memory, NULL).fault == TERRAIN_FINE &&
           terrain_crossings(terrain).fault == TERRAIN_FINE;
}

static int64_t find_meeting(const struct impact_system *system, const struct impact_state *state,
                            const struct way *way, double *when)
{
    const struct meet_path path = {way->degree, way->x, way->y};
    return meet_first(system, state, &path, 1, when);
}

/* True if feature or time differ; found: a feature is met. */
static int differs(const struct impact_system *system, const struct impact_state *state, size_t n,
                   int *found)
{
    struct way thrown = parabola_of(state), warped = warped_path(&thrown, n);
    double when, again;
    int64_t feature = find_meeting(system, state, &thrown, &when);
    int64_t other = find_meeting(system, state, &warped, &again);
    *found = feature >= 0;
    double power = 1;
    for (size_t k = 0; k < n; k++)
        power *= again;
    return other != feature || (feature >= 0 && !(fabs((again + power) / 2 - when) < 1e-12));
}

/* Throw wheels at random terrains along parabolas and along the same paths of degree 2 n. */
static void test_warped(size_t n)
{
    static double memory[1 << 14];
    int all = 0, met = 0, differ = 0;
    struct impact_system system = {.wheel = {.radius = 0.15}};
    struct impact_state state;
    memset(&state, 0, sizeof state);
    for (int i = 0; i < TERRAINS; i++) {
        struct terrain terrain;
        if (!build_terrain(&terrain, memory))
            continue;
        system.terrain = &terrain;
        for (int k = 0; k < THROWS; k++) {
            int found;
            double *y = state.now;
            y[IMPACT_X] = uniform(-3, 3);
            y[IMPACT_Y] = uniform(-0.5, 1.5);
            if (terrain_distance(&terrain, y[IMPACT_X], y[IMPACT_Y]) < system.wheel.radius)
                continue;
            y[IMPACT_VX] = uniform(-4, 4);
            y[IMPACT_VY] = uniform(-4, 4);
            state.acceleration[0] = uniform(-3, 3);
            state.acceleration[1] = uniform(-15, 5);
            differ += differs(&system, &state, n, &found);
            met += found;
            all++;
        }
    }
    check(met > all / 4 && met < all && differ == 0,
          "paths of degree %zu: %d thrown, %d meet a feature, %d differ", 2 * n, all, met, differ);
}

/* A wheel moves down along a wall past the corner at its top: gaps that are zero to rounding do not
 * become hits. */
static void test_touch(void)
{
    static const double xy[] = {-1, 0, 0, 0, 0, -1, 1, -1};
    static double memory[1 << 10];
    struct impact_system system = {.wheel = {.radius = 0.3}};
    struct impact_state state;
    struct terrain terrain;
    terrain_build(&terrain, xy, NULL, 4, memory, NULL);
    system.terrain = &terrain;
    memset(&state, 0, sizeof state);
    state.acceleration[1] = -9.81;
    state.now[IMPACT_VY] = -1;
    int corners = 0;
    for (int i = -10; i <= 10; i++)
        for (size_t n = 1; n <= 4; n *= 2) {
            double when;
            state.now[IMPACT_X] = 0.3 + i % 3 * 0x1p-54;
            state.now[IMPACT_Y] = uniform(0.1, 0.6);
            state.now[IMPACT_VX] = 2e-16 * i;
            struct way thrown = parabola_of(&state),
                       warped = n == 1 ? thrown : warped_path(&thrown, n);
            corners += find_meeting(&system, &state, &warped, &when) == 1;
        }
    check(corners == 0, "of 63 wheels that graze a corner %d hit it", corners);
}

int main(void)
{
    test_touch();
    test_warped(2);
    test_warped(4);
    test_warped(8);
    return done();
}
