/* SPDX-License-Identifier: MIT */
/* Terrain with arcs from the user: refusals, and calls that keep the profile. A profile without
 * bulges is a polyline. */
#include "support.h"

static struct image before;

/* A slope over a hill into a valley, below the start of the default wheel. */
static const double xy[] = {-2, 0.1, 0, 0, 0.5, 0.02, 1.5, -0.1, 1.6, 0.2, 3, 0.3};
static const double bulge[] = {0, -0.2, 0.3, -0.1, 0};
enum { POINTS = sizeof xy / sizeof *xy / 2 };

static wd_model *throw_wheel(void)
{
    return make(&(struct setup){"impact_wheel", "kerb-elastoplastic"});
}

static void bad_profiles(void)
{
    const double nan[] = {0, 0.1, NAN, 0, 0}, wide[] = {0, 0.1, 0.2, -1.01, 0};
    const double endless[] = {0, INFINITY, 0, 0, 0}, first[] = {0.1, 0, 0, 0, 0};
    const double last[] = {0, 0, 0, 0, -0.1}, through[] = {0, 0, -1, -1, 0};
    wd_model *model = throw_wheel(), *other = make_kind("torus_wheel");
    check(wd_model_set_profile(model, xy, bulge, POINTS) == WD_OK, "a profile is accepted");
    uint64_t usual = play_course(model);
    wd_model_reset(model);
#define BAD(words, bulge, points) \
    REFUSED(model, &before, WD_EINVAL, words, wd_model_set_profile(model, xy, bulge, points))
    BAD("bulge is not from -1 to 1 at point 2", nan, POINTS);
    BAD("bulge is not from -1 to 1 at point 3", wide, POINTS);
    BAD("bulge is not from -1 to 1 at point 1", endless, POINTS);
    BAD("must be straight at point 0", first, POINTS);
    BAD("must be straight at point 4", last, POINTS);
    BAD("segments 2 and 3 of the terrain touch at more than", through, POINTS);
    BAD("0 points", bulge, 0);
    BAD("fewer than two", bulge, 1);
    BAD("too many", bulge, SIZE_MAX / sizeof(double) / 2 + 2);
    REFUSED(model, &before, WD_EINVAL, "NULL", wd_model_set_profile(model, NULL, bulge, POINTS));
    REFUSED(other, &before, WD_EROLE, "no terrain", wd_model_set_profile(other, xy, bulge, POINTS));
    check(play_course(model) == usual, "refused calls keep the profile");
    REFUSED(model, &before, WD_ESTATE, "terrain", wd_model_set_profile(model, xy, bulge, POINTS));
    wd_model_free(model);
    wd_model_free(other);
}

/* Numbers of points for which the size of the memory overflows, or no memory can be had. */
static void vehicle_refuses_sizes(void)
{
    const size_t sizes[] = {
        1, SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2, SIZE_MAX / 4 - 40, SIZE_MAX / 64};
    wd_model *model = make(&(struct setup){"vehicle", "ball"});
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        BAD("fewer than two points, or too many", NULL, sizes[i]);
    wd_model_free(model);
}

/* The radius may be set after the terrain, so only init reports a wheel that does not fit. */
static void wheel_must_fit(void)
{
    const double pipe[] = {-0.3, 1, -0.3, 0, 0.3, 0, 0.3, 1}, half[] = {0, 1, 0};
    wd_model *model = make_kind("impact_wheel");
    put(model, "state.x", 0);
    put(model, "param.radius", 0.3);
    check(wd_model_set_profile(model, pipe, half, 4) == WD_OK,
          "a pipe as wide as the wheel is accepted before init");
    REFUSED(model, &before, WD_EINVAL, "not above that of the wheel at point 1 of the terrain",
            wd_model_init(model, 0));
    put(model, "param.radius", 0.29);
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 1) == WD_OK,
          "a smaller wheel, which fits into the pipe, starts");
    wd_model_free(model);
}

/* All ways to define straight segments give the same bits, including events. */
static void straight_segments_agree(void)
{
    const double zeros[POINTS - 1] = {0};
    wd_model *terrain = throw_wheel(), *null = throw_wheel(), *zero = throw_wheel();
    wd_model_set_terrain(terrain, xy, POINTS);
    wd_model_set_profile(null, xy, NULL, POINTS);
    wd_model_set_profile(zero, xy, zeros, POINTS);
    uint64_t usual = play_course(terrain);
    check(play_course(null) == usual && play_course(zero) == usual, "bulges of zero change no bit");
    wd_model_reset(null);
    wd_model_set_profile(null, xy, bulge, POINTS);
    check(play_course(null) != usual, "arcs change the motion");
    wd_model_reset(null);
    check(wd_model_set_profile(null, NULL, NULL, 0) == WD_OK,
          "setting no points restores the default terrain");
    check(play_course(null) ==
              play_course((wd_model_reset(zero), wd_model_set_terrain(zero, NULL, 0), zero)),
          "all definitions of the polyline give the same motion");
    wd_model_free(terrain);
    wd_model_free(null);
    wd_model_free(zero);
}

/* The data can be read back, up to the size of the buffer, also from clones and loaded
 * snapshots. */
static void read_again(void)
{
    double points[2 * POINTS + 1], bent[POINTS];
    static unsigned char bytes[MOST_BYTES];
    wd_model *model = throw_wheel(), *other = throw_wheel(), *clone;
    check(wd_model_terrain(model, points, bent, POINTS) == 0 &&
              wd_model_path(model, points, POINTS, NULL) == 0,
          "the default terrain has no points, and there is no path");
    wd_model_set_profile(model, xy, bulge, POINTS);
    wd_model_init(model, 0);
    wd_model_clone(model, &clone);
    wd_model_save(model, bytes, wd_model_save_size(model));
    wd_model_load(other, bytes, wd_model_save_size(model));
    wd_model *const all[] = {model, clone, other};
    for (size_t i = 0; i < 3; i++) {
        points[2 * POINTS] = bent[POINTS - 1] = 7;
        check(wd_model_terrain(all[i], points, bent, POINTS + 9) == POINTS &&
                  memcmp(points, xy, sizeof xy) == 0 && memcmp(bent, bulge, sizeof bulge) == 0 &&
                  points[2 * POINTS] == 7 && bent[POINTS - 1] == 7,
              "points and bulges are read, and nothing beyond is written");
    }
    points[4] = bent[1] = 7;
    check(wd_model_terrain(model, points, bent, 2) == POINTS && points[4] == 7 && bent[1] == 7,
          "a buffer for two points gets two points and one bulge");
    check(wd_model_terrain(model, NULL, NULL, POINTS) == POINTS,
          "without a buffer only the number of points is returned");
    wd_model_reset(model);
    wd_model_set_terrain(model, xy, POINTS);
    check(wd_model_terrain(model, NULL, bent, POINTS) == POINTS && bent[0] == 0 && bent[1] == 0,
          "a polyline has bulges of zero");
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(clone);
}

static void profile_is_copied(void)
{
    double own[2 * POINTS], bent[POINTS - 1];
    wd_model *model = throw_wheel(), *other = throw_wheel(), *third = throw_wheel(), *clone;
    play_course(third);
    memcpy(own, xy, sizeof own);
    memcpy(bent, bulge, sizeof bent);
    wd_model_set_profile(model, own, bent, POINTS);
    wd_model_set_profile(other, xy, bulge, POINTS);
    memset(own, 0xff, sizeof own);
    memset(bent, 0xff, sizeof bent);
    wd_model_clone(model, &clone);
    uint64_t usual = play_course(model);
    check(play_course(other) == usual, "points and bulges are copied");
    check(play_course(clone) == usual, "a clone made while set up has points and bulges");
    copies_continue(model, third, 3 * POINTS - 1);
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(third);
    wd_model_free(clone);
}

int main(void)
{
    bad_profiles();
    vehicle_refuses_sizes();
    wheel_must_fit();
    straight_segments_agree();
    profile_is_copied();
    read_again();
    return done();
}
