/* SPDX-License-Identifier: MIT */
/* Paths from the user: refused paths, refusals that change nothing, and calls that keep or drop the
 * path. */
#include "support.h"

static struct image before;

static const double bends[] = {0, 0, 2, -1, 4, 0, 4, 2, 1, 1.5};
enum { BENDS = sizeof bends / sizeof *bends / 2 };

/* A wheel that tracks a user's path. */
static wd_model *make_tracking_wheel(void)
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
    wd_model *model = make_tracking_wheel();
    REFUSED(model, &before, WD_EINVAL, "wd_model_set_path", wd_model_init(model, 0));
    check(wd_model_set_path(model, bends, BENDS, 0) == WD_OK, "an open path is accepted");
    uint64_t open = play_course(model);
    wd_model_reset(model);
    bad_input(model);
    check(play_course(model) == open, "refused calls and a reset keep the path");
    REFUSED(model, &before, WD_ESTATE, "path", wd_model_set_path(model, bends, BENDS, 0));
    REFUSED(model, &before, WD_ESTATE, "path", wd_model_set_path(model, NULL, 0, 0));
    wd_model_reset(model);
    check(wd_model_set_path(model, bends, BENDS, 7) == WD_OK, "a closed path is accepted");
    uint64_t closed = play_course(model);
    wd_model_reset(model);
    check(open != closed, "a closed path gives another motion");
    check(wd_model_set_path(model, NULL, 0, 0) == WD_OK && wd_model_init(model, 0) == WD_EINVAL,
          "setting no points removes the path");
    wd_model_free(model);
}

static void points_are_copied(void)
{
    double own[2 * BENDS];
    wd_model *model = make_tracking_wheel(), *other = make_tracking_wheel();
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
    wd_model *model = make_tracking_wheel(), *other,
             *third = make(&(struct setup){"torus_wheel", "circle"});
    wd_model_set_choice(third, "input.control_mode",
                        "track"); /* also removes the preset's step signal, as in `model` */
    wd_model_init(third, 0);
    wd_model_set_path(model, bends, BENDS, 3);
    wd_model_clone(model, &other);
    uint64_t first = play_course(model);
    check(play_course(other) == first, "a clone made while set up has the path");
    wd_model_free(other);
    copies_continue(model, third, 2 * BENDS);
    wd_model_reset(third);
    check(play_course(third) == first, "a clone keeps the path");
    wd_model_reset(third);
    wd_model_load_preset(third, "astroid");
    wd_model_set_choice(third, "param.path", "user");
    check(wd_model_init(third, 0) == WD_EINVAL, "a preset removes the path");
    wd_model_free(model);
    wd_model_free(third);
}

/* The size of the memory for running follows the number of points, up and down. */
static void memory_follows_points(void)
{
    enum { MANY = 3000 };
    static double many[2 * MANY];
    for (size_t i = 0; i < MANY; i++) {
        many[2 * i] = cos(0.002 * (double)i);
        many[2 * i + 1] = sin(0.002 * (double)i);
    }
    wd_model *model = make_tracking_wheel(), *fresh = make_tracking_wheel();
    wd_model_set_path(fresh, bends, BENDS, 0);
    uint64_t want = play_course(fresh);
    for (int i = 0; i < 3; i++) {
        wd_model_set_path(model, many, MANY, 1);
        play_course(model);
        wd_model_reset(model);
        wd_model_set_path(model, bends, BENDS, 0);
        check(play_course(model) == want,
              "a short path after one of 3000 points gives the bits of a new model");
        wd_model_reset(model);
    }
    wd_model_free(model);
    wd_model_free(fresh);
}

static void read_again(void)
{
    double points[2 * BENDS];
    int32_t closed = 7;
    wd_model *model = make_tracking_wheel();
    check(wd_model_path(model, points, BENDS, &closed) == 0 && closed == 0,
          "without a path none is read");
    for (int32_t given = 0; given < 2; given++) {
        wd_model_set_path(model, bends, BENDS, given);
        check(wd_model_path(model, points, BENDS, &closed) == BENDS && closed == given &&
                  memcmp(points, bends, sizeof points) == 0 &&
                  wd_model_terrain(model, points, NULL, BENDS) == 0,
              "a path is read, %s", given ? "closed" : "open");
    }
    wd_model_free(model);
}

/* ---- time laws ---- */

static const double times[BENDS + 1] = {0, 1, 2.5, 3.5, 5, 6.5};

static wd_model *make_timed_path(int32_t closed)
{
    wd_model *model = make_tracking_wheel();
    wd_model_set_path(model, bends, BENDS, closed);
    check(wd_model_set_path_times(model, times, BENDS + (size_t)closed) == WD_OK,
          "times are accepted: %s", wd_model_error(model));
    return model;
}

static void bad_times(void)
{
    const double nan[] = {0, 1, NAN, 3, 4}, equal[] = {0, 1, 1, 3, 4}, late[] = {0, 1, 2, 3, 1e200};
    const double back[] = {0, 1, 2, 3, 4, 4}, early[] = {-INFINITY, 1, 2, 3, 4};
    const double line[] = {0, 0, 1, 0, 1.01, 0, 2, 0}, slow[] = {0, 1, 20, 21};
    wd_model *model = make_timed_path(0), *around = make_timed_path(1),
             *rover = make_tracking_wheel();
    wd_model *none = make_tracking_wheel(), *wheel = make_kind("impact_wheel");
    uint64_t usual = play_course(model);
    wd_model_reset(model);
    wd_model_set_path(rover, line, 4, 0);
#define TIMES(model, status, words, time, n) \
    REFUSED(model, &before, status, words, wd_model_set_path_times(model, time, n))
    TIMES(model, WD_EINVAL, "above the one before at point 2 of the path", nan, BENDS);
    TIMES(model, WD_EINVAL, "above the one before at point 2 of the path", equal, BENDS);
    TIMES(model, WD_EINVAL, "too large or not above the one before at point 4", late, BENDS);
    TIMES(model, WD_EINVAL, "not finite, too large or not above", early, BENDS);
    TIMES(around, WD_EINVAL, "at point 0 of the path", back, BENDS + 1);
    TIMES(model, WD_EINVAL, "6 times for a path of 5 points, which needs 5", times, BENDS + 1);
    TIMES(around, WD_EINVAL, "5 times for a path of 5 points, which needs 6", times, BENDS);
    TIMES(model, WD_EINVAL, "5 times is NULL", NULL, BENDS);
    TIMES(model, WD_EINVAL, "0 times is NULL", times, 0);
    TIMES(none, WD_EINVAL, "2 times for a path of 0 points, which needs 0", times, 2);
    TIMES(rover, WD_EINVAL, "a rest or too sharp a turn at point 1 of the path", slow, 4);
    TIMES(wheel, WD_EROLE, "no path", times, BENDS);
    check(wd_model_set_path_times(NULL, times, BENDS) == WD_EINVAL, "a NULL model is refused");
    check(play_course(model) == usual, "refused calls and a reset keep the times");
    TIMES(model, WD_ESTATE, "path", times, BENDS);
    wd_model_free(model);
    wd_model_free(around);
    wd_model_free(rover);
    wd_model_free(none);
    wd_model_free(wheel);
}

static void keep_times(void)
{
    double got[BENDS + 2];
    wd_model *model = make_timed_path(1), *clone,
             *other = make(&(struct setup){"torus_wheel", "circle"});
    wd_model *plain = make_tracking_wheel();
    wd_model_set_path(plain, bends, BENDS, 1);
    uint64_t steady = play_course(plain);
    wd_model_clone(model, &clone);
    uint64_t first = play_course(model);
    check(first != steady && play_course(clone) == first, "a clone has the times");
    wd_model_set_choice(other, "input.control_mode",
                        "track"); /* also removes the preset's step signal, as in `model` */
    wd_model_init(other, 0);
    copies_continue(model, other, 3 * BENDS + 1);
    got[BENDS + 1] = 7;
    check(wd_model_path_times(other, got, BENDS + 2) == BENDS + 1 && got[BENDS + 1] == 7 &&
              memcmp(got, times, sizeof times) == 0 && wd_model_path_times(other, NULL, 0) == 6,
          "a loaded snapshot has the times");
    wd_model_reset(model);
    wd_model_set_path_times(model, NULL, 0);
    check(play_course(model) == steady && wd_model_path_times(model, got, 1) == 0,
          "the times can be removed");
    wd_model_reset(other);
    wd_model_set_path(other, bends, BENDS, 1);
    check(wd_model_path_times(other, NULL, 0) == 0, "setting an equal path removes the times");
    wd_model_free(model);
    wd_model_free(clone);
    wd_model_free(other);
    wd_model_free(plain);
}

int main(void)
{
    all_or_nothing();
    points_are_copied();
    kept_and_dropped();
    memory_follows_points();
    read_again();
    bad_times();
    keep_times();
    return done();
}
