/* SPDX-License-Identifier: MIT */
/* Paths from the user: what is refused, all or nothing, and what keeps them and what drops them. */
#include "support.h"

static struct image before;

static const double bends[] = {0, 0, 2, -1, 4, 0, 4, 2, 1, 1.5};
enum { BENDS = sizeof bends / sizeof *bends / 2 };

/* A wheel that tracks a path of the user's. */
static wd_model *tracking(void)
{
    wd_model *model = make(&(struct setup){"torus_wheel", "astroid"});
    wd_model_set_choice(model, "param.path", "user");
    wd_model_set_choice(model, "input.control_mode", "track");
    return model;
}

static void bad_input(wd_model *model)
{
    const double nan[] = {0, 0, 1, NAN, 2, 0}, endless[] = {0, 0, INFINITY, 0};
    const double twice[] = {0, 0, 1, 0, 1, 0, 2, 1}, back[] = {0, 0, 1, 0, 1, 1, 0, 0};
#define BAD(words, xy, points, closed) \
    REFUSED(model, &before, WD_EINVAL, words, wd_model_set_path(model, xy, points, closed))
    BAD("NULL", NULL, 2, 0);
    BAD("0 points", bends, 0, 0);
    BAD("point", bends, 1, 0);
    BAD("point", bends, 2, 1);
    BAD("point", bends, SIZE_MAX, 0);
    BAD("point", bends, SIZE_MAX / sizeof(double) / 2 + 2, 1);
    BAD("point 1", nan, 3, 0);
    BAD("point 1", endless, 2, 0);
    BAD("two equal points at point 1", twice, 4, 0);
    BAD("point", back, 4, 1);
}

static void all_or_nothing(void)
{
    wd_model *model = tracking();
    REFUSED(model, &before, WD_EINVAL, "wd_model_set_path", wd_model_init(model, 0));
    check(wd_model_set_path(model, bends, BENDS, 0) == WD_OK, "an open path");
    uint64_t open = play_course(model);
    wd_model_reset(model);
    bad_input(model);
    check(play_course(model) == open, "it survives what is refused, and reset");
    REFUSED(model, &before, WD_ESTATE, "path", wd_model_set_path(model, bends, BENDS, 0));
    REFUSED(model, &before, WD_ESTATE, "path", wd_model_set_path(model, NULL, 0, 0));
    wd_model_reset(model);
    check(wd_model_set_path(model, bends, BENDS, 7) == WD_OK, "a closed path");
    uint64_t closed = play_course(model);
    wd_model_reset(model);
    check(open != closed, "is another motion");
    check(wd_model_set_path(model, NULL, 0, 0) == WD_OK && wd_model_init(model, 0) == WD_EINVAL,
          "no points are no path");
    wd_model_free(model);
}

static void copied(void)
{
    double own[2 * BENDS];
    wd_model *model = tracking(), *other = tracking();
    memcpy(own, bends, sizeof own);
    wd_model_set_path(model, own, BENDS, 1);
    wd_model_set_path(other, bends, BENDS, 1);
    memset(own, 0xff, sizeof own);
    check(play_course(model) == play_course(other), "the points are copied");
    wd_model_free(model);
    wd_model_free(other);
}

static void kept_and_dropped(void)
{
    wd_model *model = tracking(), *other, *third = make(&(struct setup){"torus_wheel", "circle"});
    wd_model_set_choice(third, "input.control_mode", "track"); /* no switches, as the model */
    wd_model_init(third, 0);
    wd_model_set_path(model, bends, BENDS, 3);
    wd_model_clone(model, &other);
    uint64_t first = play_course(model);
    check(play_course(other) == first, "a clone made while set up has the path");
    wd_model_free(other);
    go_on(model, third, 2 * BENDS);
    wd_model_reset(third);
    check(play_course(third) == first, "and keeps it");
    wd_model_reset(third);
    wd_model_load_preset(third, "astroid");
    wd_model_set_choice(third, "param.path", "user");
    check(wd_model_init(third, 0) == WD_EINVAL, "a preset drops it");
    wd_model_free(model);
    wd_model_free(third);
}

/* The size of the room for running changes with the number of points, up and down. */
static void sizes(void)
{
    enum { MANY = 3000 };
    static double many[2 * MANY];
    for (size_t i = 0; i < MANY; i++) {
        many[2 * i] = cos(0.002 * (double)i);
        many[2 * i + 1] = sin(0.002 * (double)i);
    }
    wd_model *model = tracking(), *fresh = tracking();
    wd_model_set_path(fresh, bends, BENDS, 0);
    uint64_t want = play_course(fresh);
    for (int i = 0; i < 3; i++) {
        wd_model_set_path(model, many, MANY, 1);
        play_course(model);
        wd_model_reset(model);
        wd_model_set_path(model, bends, BENDS, 0);
        check(play_course(model) == want, "a short path after one of 3000 points");
        wd_model_reset(model);
    }
    wd_model_free(model);
    wd_model_free(fresh);
}

static void read_again(void)
{
    double points[2 * BENDS];
    int32_t closed = 7;
    wd_model *model = tracking();
    check(wd_model_path(model, points, BENDS, &closed) == 0 && closed == 0, "no path yet");
    for (int32_t given = 0; given < 2; given++) {
        wd_model_set_path(model, bends, BENDS, given);
        check(wd_model_path(model, points, BENDS, &closed) == BENDS && closed == given &&
                  memcmp(points, bends, sizeof points) == 0 &&
                  wd_model_terrain(model, points, NULL, BENDS) == 0,
              "a path is read again, %s", given ? "closed" : "open");
    }
    wd_model_free(model);
}

int main(void)
{
    all_or_nothing();
    copied();
    kept_and_dropped();
    sizes();
    read_again();
    return done();
}
