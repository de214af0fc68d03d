/* SPDX-License-Identifier: MIT */
/* Units whose scenario is larger than the slot, because it has a grid of many heights: it is in a
 * file among the resources, which importers pass as a path or as a URI. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"

#include <sys/stat.h>
#include <wheeldyn/ground.h>

enum { SIDE = 200 };

static char folder[64], file[96], binary[96];

/* A ball on a surface of 40,000 heights. */
static wd_model *make_ball(double height)
{
    static double heights[SIDE * SIDE];
    wd_model *ball = make(&(struct setup){"vehicle", "ball"});
    const double frame[] = {-5, -5, 0.05, 0.05, 0};
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = height + 0.01 * sin(0.1 * (i % SIDE));
    wd_model_set_choice(ball, "param.place", "on_ground");
    check(wd_model_set_surface(ball, heights, SIDE, SIDE, frame) == WD_OK, "a grid of heights");
    return ball;
}

static void open_units(const wd_model *ball)
{
    for (int i = 0; i < 2; i++) {
        snprintf(binary, sizeof binary, "%s/unit-%d.so", folder, i);
        check(!unit_write(binary, ball, 0, NULL, 0) && !unit_open(&units[i], binary, 2 + i),
              "FMI %d: a unit of %d heights", 2 + i, SIDE * SIDE);
        units[i].resources = folder;
        remove(binary);
    }
}

/* The unit moves as the model. */
static void moves(wd_model *ball)
{
    wd_model_init(ball, 0);
    wd_model_step_to(ball, 0.1);
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        struct step_result result;
        start(&instance, i, 0);
        step(&instance, 0, 0.1, &result);
        double x = real(&instance, "state.ball.x"), want = value_of(ball, "state.ball.x");
        check(x == want && want > 0, "FMI %d: x = %.17g, %.17g of the model", 2 + i, x, want);
        release(&instance);
    }
}

static void accepted(const char *prefix, const char *where, const char *suffix)
{
    char resources[256];
    snprintf(resources, sizeof resources, "%s%s%s", prefix, where, suffix);
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        units[i].resources = resources;
        check(instantiate(&instance, &units[i], TOKEN, 0) == OK, "FMI %d: resources in %s: %s",
              2 + i, resources, instance.text);
        if (instance.component)
            release(&instance);
    }
}

static void not_found(const char *what, const char *resources)
{
    for (int i = 0; i < 2; i++) {
        struct instance instance;
        units[i].resources = resources;
        check(instantiate(&instance, &units[i], TOKEN, 0) == ERROR &&
                  strstr(instance.text, "resources/scenario.bin is missing or is of another unit"),
              "FMI %d, %s: %s", 2 + i, what, instance.text);
    }
}

int main(void)
{
    char escaped[96];
    snprintf(folder, sizeof folder, "/tmp/wheeldyn large%% %ld", (long)getpid());
    snprintf(escaped, sizeof escaped, "/tmp/wheeldyn%%20%%6c%%61rge%%25%%20%ld", (long)getpid());
    snprintf(file, sizeof file, "%s/scenario.bin", folder);
    mkdir(folder, 0700);
    wd_model *other = make_ball(1), *ball = make_ball(0);
    open_units(ball);
    scenario = ball;
    moves(ball);
    accepted("", folder, "");
    accepted("", folder, "/");
    accepted("file://", escaped, "");
    accepted("file://localhost", escaped, "/");
    accepted("file:", escaped, "");
    not_found("no folder", NULL);
    not_found("another folder", "/tmp/nothing/here");
    not_found("a URI of nothing", "file:");
    struct unit unit;
    snprintf(binary, sizeof binary, "%s/other.so", folder);
    check(!unit_write(binary, other, 1, NULL, 0) && !unit_open(&unit, binary, 2), "another unit");
    not_found("the file of another unit", folder);
    check(truncate(file, 1000) == 0, "the file is cut");
    not_found("a part of the file", folder);
    unit_close(&unit);
    remove(binary);
    remove(file);
    rmdir(folder);
    wd_model_free(other);
    return end_of_play();
}
