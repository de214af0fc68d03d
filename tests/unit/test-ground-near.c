/* SPDX-License-Identifier: MIT */
/* All contacts of a wheel with a profile, compared with a direct search from their definition. */
#include "ground-plain.h"
#include "ground/near.h"

#include <stdlib.h>

static double distance_to_nearest(double x, const double *list, size_t n)
{
    double error = INFINITY;
    for (size_t k = 0; k < n; k++)
        error = fmin(error, fabs(list[k] - x));
    return error;
}

struct tally {
    /* numbers of wheels: all; those that agree with the direct search; with several contacts; with
     * more than NEAR_PLACES contacts */
    int all, right, several, refused;
    int kinds[4]; /* numbers of contacts with lines, corners, arcs, and of second contacts */
    double worst; /* m: largest difference of a gap from the nearest expected gap */
};

/* True if the contact is at a minimum of the gap along the spine, however narrow, or if another
 * feature is nearer to its point of the spine. */
static int is_minimum(const struct plain *p, const struct touch *touch)
{
    struct vec r = touch->place.radial, t = vec_cross(p->wheel->axis, r);
    double b = touch_spine(p->wheel), gap[3];
    for (int k = 0; k < 3; k++) {
        struct vec moved = vec_along(r, (k - 1) * 1e-5, t);
        gap[k] = plain_gap_at(p, vec_along(p->wheel->centre, b, moved));
    }
    return gap[1] < touch->gap - 1e-12 ||
           (fabs(gap[1] - touch->gap) <= 1e-12 && gap[0] >= gap[1] && gap[2] >= gap[1]);
}

/* Check that each minimum within reach is found, and that each contact found is a minimum or has
 * another feature nearer to it. */
static void compare_places(const struct profile *profile, const struct touch_wheel *wheel,
                           struct tally *tally)
{
    double gap[MOST_MINIMA], reach = 0.4 * wheel->radius, worst = 0, found[NEAR_PLACES];
    struct near near;
    struct plain p = plain_of(profile, wheel);
    size_t hint = (size_t)uniform(0, 2 * POINTS), m = plain_gaps(profile, wheel, gap);
    near_find(profile, wheel, reach, &hint, &near);
    if (near.found > NEAR_PLACES) {
        tally->refused++;
        return;
    }
    for (size_t k = 0; k < near.n; k++) {
        const struct touch *touch = &near.touch[k];
        found[k] = touch->gap;
        if (!is_minimum(&p, touch))
            worst = fmax(worst, distance_to_nearest(touch->gap, gap, m));
        int kind = terrain_is_corner(touch->feature) ? 1 : touch->kind == TOUCH_ROUND ? 2 : 0;
        tally->kinds[kind]++;
        tally->kinds[3] += k > 0 && touch->feature == touch[-1].feature;
    }
    for (size_t k = 0; k < m; k++)
        if (gap[k] < reach - 1e-9)
            worst = fmax(worst, distance_to_nearest(gap[k], found, near.n));
    tally->all++;
    tally->several += near.n > 1;
    tally->right += worst < 1e-9;
    if (!(worst < 1e-9))
        printf("# off by %g: %zu found, %zu minima\n", worst, near.n, m);
    tally->worst = fmax(tally->worst, worst);
}

static void test_random(int arcs, int times)
{
    struct tally tally = {0};
    for (int k = 0; k < times; k++) {
        random_profile(arcs);
        struct profile profile = profile_make(&ground.terrain, uniform(-pi, pi));
        for (int i = 0; i < 10; i++) {
            struct touch_wheel wheel = random_wheel();
            lower(&profile, &wheel);
            compare_places(&profile, &wheel, &tally);
        }
    }
    check(tally.right == tally.all && tally.several > tally.all / 20 &&
              tally.refused < tally.all / 20,
          "%d of %d wheels agree with samples within %.2g; %d have several contacts, %d more than "
          "four",
          tally.right, tally.all, tally.worst, tally.several, tally.refused);
    check(tally.kinds[0] > times && tally.kinds[1] > times / 2 &&
              (!arcs || tally.kinds[2] > times / 2),
          "%d lines, %d corners, %d arcs, %d second places", tally.kinds[0], tally.kinds[1],
          tally.kinds[2], tally.kinds[3]);
}

/* ---- searches that must find the same ---- */

static int same_places(const struct near *a, const struct near *b)
{
    int same = a->n == b->n && a->found == b->found;
    for (size_t k = 0; k < a->n && same; k++)
        same = a->touch[k].feature == b->touch[k].feature && a->touch[k].gap == b->touch[k].gap &&
               ground_apart(a->touch[k].at, b->touch[k].at) == 0;
    return same;
}

/* The result of a search does not depend on its start or on contacts found before. */
static void test_same(void)
{
    enum { TIMES = 2000 };
    int same = 0;
    for (int k = 0; k < TIMES; k++) {
        random_profile(k % 2);
        struct profile profile = profile_make(&ground.terrain, uniform(-pi, pi));
        struct touch_wheel wheel = random_wheel();
        struct near a, b;
        size_t none = SIZE_MAX, hint = (size_t)uniform(0, POINTS - 1);
        wheel.centre.z = uniform(0, 0.6);
        near_find(&profile, &wheel, 0.1, &none, &a);
        near_find(&profile, &wheel, 0.1, &hint, &b);
        same += same_places(&a, &b);
        none = SIZE_MAX;
        wheel.centre.x += uniform(-0.1, 0.1);
        wheel.centre.z += uniform(-0.1, 0.1);
        near_find(&profile, &wheel, 0.1, &none, &a);
        near_find(&profile, &wheel, 0.1, &hint, &b);
        same += same_places(&a, &b);
    }
    check(same == 2 * TIMES, "%d of %d searches find the same bits", same, 2 * TIMES);
}

static void test_full(void)
{
    enum { MANY = 60 };
    double xy[2 * MANY], *memory = malloc(terrain_doubles(MANY, 0) * sizeof *memory);
    struct terrain terrain;
    for (int i = 0; i < MANY; i++) {
        xy[2 * i] = 0.01 * i;
        xy[2 * i + 1] = i % 2 ? 0.05 : 0;
    }
    terrain_build(&terrain, xy, NULL, MANY, memory, NULL);
    struct profile profile = profile_make(&terrain, 0);
    const struct touch_wheel wheel = {{0.3, 0, 0.3}, {0, 1, 0}, 0.3, 0.1};
    struct near near;
    size_t hint = SIZE_MAX;
    near_find(&profile, &wheel, 0.1, &hint, &near);
    int sorted = near.n == NEAR_PLACES && near.found > NEAR_PLACES;
    for (size_t k = 1; k < near.n; k++)
        sorted &= near.touch[k].feature > near.touch[k - 1].feature;
    check(sorted, "%zu contacts, of which the nearest four are kept in order", near.found);
    free(memory);
}

/* ---- borders ---- */

/* Make the wheel a ring that looks thin along the edges of the ground. The normal of an edge then
 * changes a thousand times as much as the place of the ring that touches it. */
static void make_thin(struct touch_wheel *wheel, struct vec tau)
{
    struct vec e = vec_along(wheel->axis, 1e-3 - vec_dot(wheel->axis, tau), tau);
    wheel->axis = vec_scale(1 / sqrt(vec_dot(e, e)), e);
    wheel->crown = 0;
}

/* A contact at the border of two features belongs to one of them, however it is rounded. */
static void test_borders(void)
{
    enum { TIMES = 3000 };
    int once = 0, all = 0, corners = 0;
    for (int k = 0; k < TIMES; k++) {
        double steep = k % 3 == 0 ? 0 : uniform(0, 1), height = k % 3 == 2 ? 0 : 0.3;
        const double xy[] = {-1, -steep, 0, 0, 1, -height, 2, -height};
        const double bulge[] = {0, k % 2 ? -0.2 : 0, 0};
        if (ground_build(&ground, xy, bulge, 4) != TERRAIN_FINE ||
            ground.terrain.segment[0].turn > 0)
            continue; /* at a concave joint, the arc may be a second contact */
        struct profile profile = profile_make(&ground.terrain, uniform(-pi, pi));
        struct touch_wheel wheel = random_wheel();
        if (k % 4 == 0)
            make_thin(&wheel, profile.tau);
        struct profile_wheel view;
        struct touch touch[2];
        struct near near;
        size_t hint = 0;
        wheel.centre = (struct vec){0, 0, 0};
        profile_aim(&profile, &wheel, &view);
        profile_touches(&profile, &view, 0, touch);
        /* touch[0].at is the contact point with the first line; it is put at the end of this line
         */
        struct vec C = vec_along(touch[0].at, k % 5 * 1e-16, touch[0].t1);
        wheel.centre = vec_scale(-1, C);
        near_find(&profile, &wheel, 0.01 * wheel.radius, &hint, &near);
        int at_it = 0;
        for (size_t i = 0; i < near.n; i++)
            at_it += fabs(near.touch[i].gap) < 1e-12;
        once += at_it == 1;
        all++;
        corners += near.n > 0 && terrain_is_corner(near.touch[0].feature);
    }
    check(once == all && all > TIMES / 2,
          "%d of %d contacts at borders belong to one feature, %d to corners", once, all, corners);
}

/* Collinear segments with this slope are one line. */
static void test_collinear(double slope)
{
    enum { TIMES = 2000 };
    const double one[] = {-3, -3 * slope, 7, 7 * slope};
    static struct ground_profile whole;
    double xy[22], worst = 0;
    int same = 0;
    for (int i = 0; i < 11; i++) {
        xy[2 * i] = -4 + i;
        xy[2 * i + 1] = slope * xy[2 * i];
    }
    ground_build(&whole, one, NULL, 2);
    ground_build(&ground, xy, NULL, 11);
    for (int k = 0; k < TIMES; k++) {
        double heading = uniform(-pi, pi);
        struct profile a = profile_make(&whole.terrain, heading);
        struct profile b = profile_make(&ground.terrain, heading);
        struct touch_wheel wheel = random_wheel();
        struct near on_a, on_b;
        size_t hint = 0, other = (size_t)uniform(0, 10);
        wheel.centre.z = uniform(0, 0.5);
        double reach = k % 2 ? 2 : 0.1;
        near_find(&a, &wheel, reach, &hint, &on_a);
        near_find(&b, &wheel, reach, &other, &on_b);
        same += on_a.n == 1 ? on_b.n == 1 : on_b.n == 0;
        if (on_a.n == 1 && on_b.n == 1) {
            worst = fmax(worst, fabs(on_a.touch[0].gap - on_b.touch[0].gap));
            worst = fmax(worst, ground_apart(on_a.touch[0].at, on_b.touch[0].at));
        }
    }
    check(same == TIMES, "%d of %d wheels have one contact with ten collinear segments of slope %g",
          same, TIMES, slope);
    near_abs(worst, 0, 1e-14, "difference from the contact with one segment");
}

/* ---- guards ---- */

static void test_next(void)
{
    const double xy[] = {-3, 0, 1, 0, 1, 0.1, 3, 0.1};
    ground_build(&ground, xy, NULL, 4);
    struct profile profile = profile_make(&ground.terrain, 0);
    const struct touch_wheel wheel = {{0.5, 0, 0.4}, {0, 1, 0}, 0.4, 0.1};
    const struct touch_motion motion = {{2, 0, 0}, {0, 5, 0}};
    struct near near;
    size_t hint = 0;
    near_find(&profile, &wheel, 0.5, &hint, &near);
    struct near_next next = near_next(&ground.terrain, &near, &wheel, &motion, NULL, 0);
    check(next.touch && next.touch->feature == 0 && fabs(next.gap) < 1e-15,
          "the next feature is the ground");
    struct touch closed = near.touch[0];
    next = near_next(&ground.terrain, &near, &wheel, &motion, &closed, 1);
    double distance = hypot(0.5, 0.3);
    near_abs(next.gap, distance - 0.4, 1e-15,
             "gap of the next feature beside the ground, the edge of a kerb");
    near_abs(next.rate, -2 * 0.5 / distance, 1e-15, "rate of the gap to the edge of the kerb");
    const double flat[] = {-3, 0, 0.5, 0, 1, -0.1, 3, -0.1};
    ground_build(&ground, flat, NULL, 4);
    near_find(&profile, &wheel, 0.5, &hint, &near);
    closed = near.touch[0];
    next = near_next(&ground.terrain, &near, &wheel, &motion, &closed, 1);
    check(next.touch == NULL || next.gap > 0.01,
          "a corner to which the contact passes on is not the next feature");
}

/* ---- wheels in the ground ---- */

/* Wheels with a negative gap are reported to be in the ground. */
static void test_inside(void)
{
    enum { TIMES = 300 };
    int wrong = 0, inside = 0;
    for (int k = 0; k < TIMES; k++) {
        random_profile(k % 2);
        struct profile profile = profile_make(&ground.terrain, uniform(-pi, pi));
        struct touch_wheel wheel = random_wheel();
        int64_t feature;
        lower(&profile, &wheel);
        double least = least_gap(&profile, &wheel);
        wheel.centre.z += least > 0 ? -least - pow(10, uniform(-6, 0.5)) : 0;
        least = least_gap(&profile, &wheel);
        int is_in = near_is_inside(&profile, &wheel, 1e-9, &feature);
        inside += is_in;
        wrong += (least < -1e-8) > is_in;
    }
    const double needle[] = {-3, 0, -0.001, 0, 0, 1, 0.001, 0, 3, 0};
    ground_build(&ground, needle, NULL, 5);
    struct profile profile = profile_make(&ground.terrain, 0.3);
    const struct touch_wheel wheel = {{0, 0, 0.5}, {0, 1, 0}, 0.4, 0.01};
    int64_t feature;
    check(wrong == 0 && inside > TIMES / 3, "%d of %d wheels are in the ground", inside, TIMES);
    check(near_is_inside(&profile, &wheel, 1e-9, &feature) && feature >= 2 && feature <= 4,
          "a wheel pierced by a needle is reported as penetrating");
}

/* A knife-edged wheel that has penetrated an edge, and one beside a thin sheet. */
static void test_cut(void)
{
    const double edge[] = {-3, 0, 0, 1, 0.5, 0, 3, 0},
                 sheet[] = {-3, 0, 0, 0, 0, 2, 0.001, 2, 0.001, 0, 3, 0};
    struct near near;
    size_t hint = 0;
    ground_build(&ground, edge, NULL, 4);
    struct profile profile = profile_make(&ground.terrain, 0);
    const struct touch_wheel above = {{0, 0, 1.3 - 1e-4}, {0, 1, 0}, 0.3, 0};
    near_find(&profile, &above, 0, &hint, &near);
    check(near.n == 1 && near.touch[0].feature == 1 && fabs(near.touch[0].gap + 1e-4) < 1e-15,
          "a knife edge that has cut an edge touches it");
    ground_build(&ground, sheet, NULL, 6);
    const struct touch_wheel beside = {{-0.0001, 0, 1}, {1, 0, 0}, 0.3, 0};
    near_find(&profile, &beside, 0.01, &hint, &near);
    check(near.n == 1 && near.touch[0].feature == 2, "the back of a thin sheet is not touched");
}

/* ---- heights ---- */

/* Height of the first point of the profile below a free point, found by repeated descent by the
 * distance to the profile. */
static double plain_height(const struct terrain *terrain, double x)
{
    double y = 40, distance = 1;
    for (int k = 0; k < 20000 && distance > 1e-13; k++)
        y -= distance = terrain_distance(terrain, x, y);
    return fabs(distance) < 1e-12 ? y : (double)NAN;
}

static void test_heights(void)
{
    enum { TIMES = 2000 };
    const double h = 1e-6, factor[] = {1, .2, .3, .4, .5, .6, .7, .8};
    double worst = 0, worst_slope = 0, worst_bent = 0;
    int all = 0, factors = 0;
    for (int k = 0; k < TIMES; k++) {
        random_profile(k % 2);
        struct profile profile = profile_make(&ground.terrain, uniform(-pi, pi));
        double x = uniform(-2, 2), y = uniform(-2, 2), v[7], before[7], after[7];
        double want = plain_height(&ground.terrain, x * profile.d.x + y * profile.d.y);
        profile.factor = factor;
        if (!(profile_height(&profile, x, y, v) && isfinite(want)))
            continue;
        all++;
        factors += v[SURFACE_FACTOR] >= .2 && v[SURFACE_FACTOR] <= 1;
        worst = fmax(worst, fabs(v[SURFACE_H] - want));
        profile_height(&profile, x - h, y, before);
        profile_height(&profile, x + h, y, after);
        if (fabs(before[SURFACE_XX] - after[SURFACE_XX]) > 1e-3 ||
            before[SURFACE_FACTOR] != after[SURFACE_FACTOR] || fabs(v[SURFACE_X]) > 3)
            continue; /* a joint or a steep end of an arc lies between the points */
        double slope = (after[SURFACE_H] - before[SURFACE_H]) / (2 * h);
        double bent = (after[SURFACE_X] - before[SURFACE_X]) / (2 * h);
        worst_slope = fmax(worst_slope, fabs(slope - v[SURFACE_X]));
        worst_bent = fmax(worst_bent, fabs(bent - v[SURFACE_XX]));
    }
    check(all > TIMES / 2 && factors == all, "%d heights of profiles are compared", all);
    near_abs(worst, 0, 1e-9, "heights of profiles differ from a descent by the distance");
    near_abs(worst_slope, 0, 1e-7, "slopes of the heights");
    near_abs(worst_bent, 0, 1e-5, "second derivatives of the heights");
    const double wall[] = {-1, 0, 0, 0, 0, 1};
    double v[7];
    ground_build(&ground, wall, NULL, 3);
    struct profile profile = profile_make(&ground.terrain, 0);
    check(profile_height(&profile, -0.5, 7, v) && v[SURFACE_H] == 0 &&
              !profile_height(&profile, 0.5, 7, v),
          "there is no height behind an endless wall");
}

int main(void)
{
    test_random(0, 60);
    test_random(1, 60);
    test_same();
    test_full();
    test_borders();
    test_collinear(0.1);
    test_collinear(1e-9);
    test_next();
    test_inside();
    test_cut();
    test_heights();
    return done();
}
