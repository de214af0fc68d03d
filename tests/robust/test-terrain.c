/* SPDX-License-Identifier: MIT */
/* Terrain from the user: refused terrains, refusals that change nothing, and calls that keep or
 * drop the terrain. */
#include "support.h"

static struct image before;

/* A slope with a step, below the start of the default wheel. */
static const double slope[] = {-1, 0.2, 0.5, 0.05, 0.5, 0, 3, -0.2};
enum { SLOPE = sizeof slope / sizeof *slope / 2 };

static wd_model *throw_wheel(void)
{
    return make(&(struct setup){"impact_wheel", "kerb-elastoplastic"});
}

static void bad_input(wd_model *model)
{
    const double nan[] = {0, 0, 1, NAN, 2, 0}, endless[] = {0, 0, INFINITY, 0};
    const double twice[] = {0, 0, 1, 0, 1, 0, 2, 1}, back[] = {0, 0, 2, 0, 1, 0};
    const double crossing[] = {0, 0, 2, 0, 2, 1, 1, 1, 1, -1, 5, -1}, huge[] = {0, 0, 1e101, 0};
#define BAD(words, xy, points) \
    REFUSED(model, &before, WD_EINVAL, words, wd_model_set_terrain(model, xy, points))
    BAD("NULL", NULL, 2);
    BAD("0 points", slope, 0);
    BAD("fewer than two", slope, 1);
    BAD("too many", slope, SIZE_MAX);
    BAD("too many", slope, SIZE_MAX / sizeof(double) / 2 + 2);
    BAD("not finite", nan, 3);
    BAD("point 1", nan, 3);
    BAD("not finite", endless, 2);
    BAD("too large", huge, 2);
    BAD("two equal points at point 1", twice, 4);
    BAD("segments 0 and 1 of the terrain touch at more than their common point", back, 3);
    BAD("segments 0 and 3 of the terrain touch", crossing, 6);
}

/* A refused terrain keeps the current terrain, the default or the user's. */
static void all_or_nothing(void)
{
    wd_model *model = throw_wheel();
    uint64_t usual = play_course(model);
    wd_model_reset(model);
    bad_input(model);
    check(play_course(model) == usual, "refused calls keep the default terrain");
    wd_model_reset(model);
    check(wd_model_set_terrain(model, slope, SLOPE) == WD_OK, "a slope is accepted");
    uint64_t sloping = play_course(model);
    check(sloping != usual, "another terrain gives another motion");
    wd_model_reset(model);
    bad_input(model);
    check(play_course(model) == sloping, "refused calls and a reset keep the slope");
    REFUSED(model, &before, WD_ESTATE, "terrain", wd_model_set_terrain(model, slope, SLOPE));
    REFUSED(model, &before, WD_ESTATE, "terrain", wd_model_set_terrain(model, NULL, 0));
    wd_model_reset(model);
    check(wd_model_set_terrain(model, NULL, 0) == WD_OK && play_course(model) == usual,
          "setting no points restores the default terrain");
    wd_model_free(model);
}

/* The points are copied, so the caller may free them. */
static void points_are_copied(void)
{
    double own[2 * SLOPE];
    wd_model *model = throw_wheel(), *other = throw_wheel();
    memcpy(own, slope, sizeof own);
    wd_model_set_terrain(model, own, SLOPE);
    wd_model_set_terrain(other, slope, SLOPE);
    memset(own, 0xff, sizeof own);
    check(play_course(model) == play_course(other), "the points are copied");
    wd_model_free(model);
    wd_model_free(other);
}

static void kept_and_dropped(void)
{
    wd_model *model = throw_wheel(), *other, *third = throw_wheel();
    uint64_t usual = play_course(third);
    wd_model_set_terrain(model, slope, SLOPE);
    wd_model_clone(model, &other);
    uint64_t sloping = play_course(model);
    check(play_course(other) == sloping, "a clone made while set up has the terrain");
    wd_model_free(other);
    copies_continue(model, third, 2 * SLOPE);
    wd_model_reset(third);
    check(play_course(third) == sloping, "a clone keeps the terrain");
    wd_model_reset(third);
    check(wd_model_load_preset(third, "kerb-elastoplastic") == WD_OK && play_course(third) == usual,
          "a preset removes the terrain");
    wd_model_free(model);
    wd_model_free(third);
}

static void refused_starts(void)
{
    const double high[] = {-9, 0.5, 9, 0.5}, leftward[] = {9, 0, -9, 0};
    wd_model *model = make_kind("impact_wheel");
    wd_model_set_terrain(model, high, 2);
    REFUSED(model, &before, WD_EDOMAIN, "inside the terrain", wd_model_init(model, 0));
    wd_model_set_terrain(model, leftward, 2);
    REFUSED(model, &before, WD_EDOMAIN, "inside the terrain", wd_model_init(model, 0));
    REFUSED(model, &before, WD_EDOMAIN, "below points from right to left", wd_model_init(model, 0));
    check(isnan(wd_model_time(model)), "refused starts leave the model set up");
    put(model, "state.y", -0.2);
    check(wd_model_init(model, 0) == WD_OK, "the free side is on the left");
    wd_model_reset(model);
    wd_model_set_terrain(model, NULL, 0);
    put(model, "state.y", 0.2);
    put(model, "param.kerb_x", -1);
    REFUSED(model, &before, WD_EINVAL, "param.kerb_x", wd_model_init(model, 0));
    wd_model_free(model);
}

/* The size of the memory for running follows the number of points, up and down. */
static void memory_follows_points(void)
{
    enum { MANY = 3000 };
    static double many[2 * MANY];
    for (size_t i = 0; i < MANY; i++) {
        many[2 * i] = 0.01 * (double)i - 10;
        many[2 * i + 1] = i % 2 ? 0.02 : 0;
    }
    wd_model *model = throw_wheel(), *fresh = throw_wheel();
    wd_model_set_terrain(fresh, slope, SLOPE);
    uint64_t sloping = play_course(fresh);
    for (int i = 0; i < 3; i++) {
        wd_model_set_terrain(model, many, MANY);
        play_course(model);
        wd_model_reset(model);
        wd_model_set_terrain(model, slope, SLOPE);
        check(play_course(model) == sloping,
              "a small terrain after one of 3000 points gives the bits of a new model");
        wd_model_reset(model);
    }
    wd_model_free(model);
    wd_model_free(fresh);
}

int main(void)
{
    all_or_nothing();
    points_are_copied();
    kept_and_dropped();
    refused_starts();
    memory_follows_points();
    return done();
}
