/* SPDX-License-Identifier: MIT */
/* Smooth ground from the user: refusals, calls that keep or drop the ground, functions that fail,
 * and values of any ground at a point. */
#include "support.h"

#include <wheeldyn/ground.h>

enum { NX = 6, NY = 5 };

static struct image before;
static unsigned char bytes[MOST_BYTES];
static const double frame[] = {-2, -3, 1.5, 2, 0.3};
static double heights[NX * NY];

/* State of a surface function that counts its calls and fails from a given call on. */
struct bowl {
    wd_model *model;
    int calls, fails_at; /* calls made; number of the first failing call, 0: none */
    int value;           /* index in v of the bad value; 7: the function returns 1 instead */
    double gives;        /* the bad value */
    double farthest;     /* m: largest distance from the origin of a call */
};

static int32_t bowl_surface(double x, double y, double v[7], void *user)
{
    struct bowl *b = user;
    v[0] = (x * x + y * y) / 8;
    v[1] = x / 4, v[2] = y / 4;
    v[3] = v[5] = 0.25, v[4] = 0;
    b->calls++;
    b->farthest = fmax(hypot(x, y), b->farthest);
    if (b->model) {
        double t = wd_model_time(b->model);
        check(wd_model_reset(b->model) == WD_ESTATE && isnan(t) &&
                  wd_model_surface(b->model, NULL, 0, NULL) == 0 &&
                  wd_model_ground_at(b->model, 0, 0, v) == WD_ESTATE,
              "inside a surface function, calls on its model are refused");
        v[0] = (x * x + y * y) / 8;
        b->model = NULL;
    }
    int fails = b->fails_at > 0 && b->calls >= b->fails_at;
    if (fails && b->value < 7)
        v[b->value] = b->gives;
    return fails && b->value == 7;
}

static wd_model *make_ball(void)
{
    wd_model *model = make(&(struct setup){"vehicle", "ball"});
    wd_model_set_choice(model, "param.place", "on_ground");
    put(model, "init.ball.z", 1);
    return model;
}

static wd_model *ball_on(struct bowl *b)
{
    wd_model *model = make_ball();
    check(wd_model_set_surface_fn(model, bowl_surface, b) == WD_OK, "a function is accepted");
    return model;
}

static void bad_grids(void)
{
    double place[5], bad[NX * NY];
    wd_model *model = make_ball(), *other = make_kind("impact_wheel");
    check(wd_model_set_surface(model, heights, NX, NY, frame) == WD_OK, "a grid is accepted");
    uint64_t usual = play_course(model);
    wd_model_reset(model);
#define BAD(words, z, nx, ny, frame) \
    REFUSED(model, &before, WD_EINVAL, words, wd_model_set_surface(model, z, nx, ny, frame))
    BAD("fewer than four heights along an axis of the surface, which has 3 x", heights, 3, NY,
        frame);
    BAD("fewer than four heights", heights, NX, 2, frame);
    BAD("more than 2^26", heights, (size_t)1 << 20, (size_t)1 << 20, frame);
    BAD("more than 2^26", heights, SIZE_MAX, SIZE_MAX, frame);
    BAD("NULL", heights, NX, 0, frame);
    BAD("NULL", NULL, NX, NY, frame);
    BAD("NULL", heights, NX, NY, NULL);
    for (size_t k = 0; k < 5; k++) {
        static const char *const names[] = {"x0", "y0", "dx", "dy", "heading"};
        char words[48];
        snprintf(words, sizeof words, "%s, number %zu of the frame", names[k], k);
        memcpy(place, frame, sizeof place);
        place[k] = k == 2 || k == 3 ? -1 : (double)NAN;
        BAD(words, heights, NX, NY, place);
    }
    memcpy(bad, heights, sizeof bad);
    bad[17] = NAN;
    char words[64];
    snprintf(words, sizeof words, "height 17 of the surface, at node %d along x and %d along y",
             17 % NX, 17 / NX);
    BAD(words, bad, NX, NY, frame);
    bad[17] = 1e100;
    BAD("height 17", bad, NX, NY, frame);
    REFUSED(other, &before, WD_EROLE, "no surface",
            wd_model_set_surface(other, heights, NX, NY, frame));
    REFUSED(other, &before, WD_EROLE, "no surface",
            wd_model_set_surface_fn(other, bowl_surface, NULL));
    check(play_course(model) == usual, "refused calls and a reset keep the grid");
    REFUSED(model, &before, WD_ESTATE, "surface",
            wd_model_set_surface(model, heights, NX, NY, frame));
    REFUSED(model, &before, WD_ESTATE, "surface", wd_model_set_surface_fn(model, NULL, NULL));
    check(wd_model_set_surface(NULL, heights, NX, NY, frame) == WD_EINVAL &&
              wd_model_set_surface_fn(NULL, bowl_surface, NULL) == WD_EINVAL &&
              wd_model_surface(NULL, NULL, 0, NULL) == 0 && wd_model_surface_width(NULL) == 0,
          "a NULL model is refused");
    wd_model_free(model);
    wd_model_free(other);
}

/* Setting a ground of one form removes the ground of another form. */
static void one_ground(void)
{
    const double xz[] = {0, 0, 1, 0.1, 2, 0};
    struct bowl b = {0};
    wd_model *model = make_ball(), *plane = make_ball();
    uint64_t usual = play_course(plane);
    wd_model_set_terrain(model, xz, 3);
    wd_model_set_surface(model, heights, NX, NY, frame);
    check(wd_model_terrain(model, NULL, NULL, 0) == 0 &&
              wd_model_surface(model, NULL, 0, NULL) == NX * NY &&
              wd_model_surface_width(model) == NX,
          "a grid removes the profile");
    wd_model_set_surface_fn(model, bowl_surface, &b);
    check(wd_model_surface(model, NULL, 0, NULL) == 0 && wd_model_surface_width(model) == 0,
          "a function removes the grid");
    wd_model_set_terrain(model, xz, 3);
    check(wd_model_terrain(model, NULL, NULL, 0) == 3, "a profile removes the function");
    wd_model_set_surface(model, heights, NX, NY, frame);
    check(wd_model_set_terrain_friction(model, NULL, 0) == WD_OK &&
              wd_model_surface_width(model) == NX,
          "removing factors of segments keeps the ground");
    check(wd_model_set_terrain(model, NULL, 0) == WD_OK && play_course(model) == usual,
          "without points the ground is the plane");
    wd_model_reset(model);
    wd_model_set_surface(model, heights, NX, NY, frame);
    check(wd_model_set_surface(model, NULL, 0, 0, NULL) == WD_OK && play_course(model) == usual,
          "without a grid the ground is the plane");
    wd_model_reset(model);
    wd_model_set_surface_fn(model, bowl_surface, &b);
    check(wd_model_set_surface_fn(model, NULL, NULL) == WD_OK && play_course(model) == usual,
          "without a function the ground is the plane");
    wd_model_reset(model);
    wd_model_set_surface(model, heights, NX, NY, frame);
    wd_model_load_preset(model, "ball");
    check(wd_model_surface_width(model) == 0, "a preset removes the grid");
    wd_model_free(model);
    wd_model_free(plane);
}

/* Models without a grid, with the same grid and with another grid continue with the grid of a
 * loaded snapshot. */
static void grid_in_copies(void)
{
    double own[NX * NY], place[5], most = 0;
    wd_model *model = make_ball(), *none = make_ball(), *same = make_ball(), *other = make_ball(),
             *clone, *running;
    memcpy(own, heights, sizeof own);
    wd_model_set_surface(model, own, NX, NY, frame);
    wd_model_set_surface(same, own, NX, NY, frame);
    memset(own, 0xff, sizeof own);
    wd_model_clone(model, &clone);
    uint64_t usual = play_course(model);
    check(play_course(clone) == usual && play_course(same) == usual,
          "a clone and a second model with the grid have the same motion");
    size_t size = wd_model_save_size(model);
    check(wd_model_set_surface(other, heights, NY, NX, frame) == WD_OK, "another grid is accepted");
    play_course(other);
    wd_model_save(model, bytes, size);
    wd_model_clone(model, &running);
    wd_model_free(clone);
    uint64_t later = walk(model, 40, 80);
    check(walk(running, 40, 80) == later, "a clone made while running continues with the grid");
    wd_model *const all[] = {none, same, other};
    for (size_t i = 0; i < 3; i++) {
        check(wd_model_load(all[i], bytes, size) == WD_OK && wd_model_save_size(all[i]) == size &&
                  walk(all[i], 40, 80) == later,
              "model %zu gets the grid from a snapshot", i);
        wd_model_surface(all[i], own, NX * NY, place);
        for (size_t k = 0; k < NX * NY; k++)
            most = fmax(most, fabs(own[k] - heights[k]));
        check(memcmp(place, frame, sizeof place) == 0 && wd_model_surface_width(all[i]) == NX,
              "the frame of the grid is read");
    }
    check(most <= 1e-15, "heights read differ from those set by %g", most);
    own[4] = 7;
    check(wd_model_surface(model, own, 4, NULL) == NX * NY && own[4] == 7,
          "no more heights are written than the buffer holds");
    for (size_t k = 0; k < size; k += 8) { /* damage each word in turn */
        bytes[k] ^= 1;
        if (wd_model_load(none, bytes, size) != WD_EFORMAT)
            check(0, "a snapshot with damaged word %zu is refused", k);
        bytes[k] ^= 1;
    }
    check(wd_model_load(none, bytes, size) == WD_OK, "the undamaged snapshot is accepted");
    wd_model_free(model);
    wd_model_free(running);
    for (size_t i = 0; i < 3; i++)
        wd_model_free(all[i]);
}

/* A snapshot records only that a function is set. */
static void function_in_copies(void)
{
    struct bowl b = {0};
    wd_model *model = ball_on(&b), *none = make_ball(), *grid = make_ball(), *with = ball_on(&b),
             *clone;
    put(model, "init.ball.x", 0.5);
    double radius = value_of(model, "param.surface.radius");
    check(wd_model_init(model, 0) == WD_OK && b.farthest <= 0.5 + 2.001 * radius,
          "the function is called at most %g m from the middle", b.farthest);
    wd_model_reset(model);
    play_course(model);
    wd_model_clone(model, &clone);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, size);
    uint64_t later = walk(model, 40, 80);
    check(walk(clone, 40, 80) == later, "a clone has the function");
    wd_model_set_surface(grid, heights, NX, NY, frame);
    REFUSED(none, &before, WD_ESTATE, "the function of the surface",
            wd_model_load(none, bytes, size));
    REFUSED(grid, &before, WD_ESTATE, "the function of the surface",
            wd_model_load(grid, bytes, size));
    check(wd_model_surface_width(grid) == NX, "a refused snapshot leaves the grid of the model");
    check(wd_model_load(with, bytes, size) == WD_OK && walk(with, 40, 80) == later,
          "a model with the function continues from the snapshot");
    wd_model_free(model);
    wd_model_free(none);
    wd_model_free(grid);
    wd_model_free(with);
    wd_model_free(clone);
}

static void failing_functions(int moreau)
{
    static const struct {
        const char *words;
        int value;
        double gives;
    } all[] = {{"failed at x = ", 7, 0},
               {"h of the surface must be finite", 0, INFINITY},
               {"h_xy of the surface", 4, NAN},
               {"factor of the surface must not be negative", 6, -1},
               {"factor of the surface", 6, NAN}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct bowl b = {.fails_at = 1, .value = all[i].value, .gives = all[i].gives};
        double v[8] = {0};
        b.value = all[i].value;
        wd_model *model = ball_on(&b);
        if (moreau)
            wd_model_set_choice(model, "solver.scheme", "moreau");
        put(model, "solver.fixed_step", moreau ? 1e-3 : 0);
        put(model, "init.ball.x", 0.5);
        REFUSED(model, &before, WD_EINPUT, all[i].words, wd_model_init(model, 0));
        check(wd_model_ground_at(model, 0, 0, v) == WD_EINPUT,
              "wd_model_ground_at returns WD_EINPUT, too");
        b.fails_at = 0;
        check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 0.1) >= 0,
              "the model runs: %s", wd_model_error(model));
        b.fails_at = b.calls + 60;
        REFUSED(model, &before, WD_EINPUT, all[i].words, wd_model_step_to(model, 2));
        b.fails_at = 0;
        check(wd_model_step_to(model, 0.2) >= 0, "the model continues after the failure");
        wd_model_free(model);
    }
}

/* With the check switched on, wrong derivatives are reported with value and point. */
static void check_of_derivatives(void)
{
    struct bowl b = {.fails_at = 1, .value = 4, .gives = 0.1};
    wd_model *model = ball_on(&b);
    put(model, "init.ball.x", 0.5);
    check(wd_model_init(model, 0) == WD_OK, "without the check wrong derivatives are accepted: %s",
          wd_model_error(model));
    wd_model_reset(model);
    wd_model_set_choice(model, "solver.check_surface", "yes");
    REFUSED(model, &before, WD_EINVAL,
            "h_xy of the surface is 0.1 at x = ", wd_model_init(model, 0));
    b.fails_at = 0;
    check(wd_model_init(model, 0) == WD_OK, "right derivatives are accepted: %s",
          wd_model_error(model));
    wd_model_free(model);
}

static void start_inside_ground(void)
{
    struct bowl b = {0};
    wd_model *model = ball_on(&b);
    wd_model_set_choice(model, "param.place", "as_given");
    put(model, "init.ball.x", 3);
    put(model, "init.ball.z", 0.2);
    REFUSED(model, &before, WD_EDOMAIN, "\"surface\": it is inside the ground at x = 3, y = 0",
            wd_model_init(model, 0));
    put(model, "init.ball.z", 2);
    check(wd_model_init(model, 0) == WD_OK, "a start above the ground is accepted: %s",
          wd_model_error(model));
    b.model = model;
    wd_model_step_to(model, 0.01);
    check(b.model == NULL, "the surface function has been called");
    wd_model_free(model);
}

static void values_of_ground(void)
{
    const double xz[] = {0, 0, 1, 0.5, 1, 1, 2, 1};
    double v[7];
    struct bowl b = {0};
    wd_model *model = make_ball(), *other = make_kind("impact_wheel");
    for (int running = 0; running < 2; running++) {
        if (running)
            wd_model_init(model, 0);
        check(wd_model_ground_at(model, 3, 4, v) == WD_OK && v[0] == 0 && v[3] == 0 && v[6] == 1,
              "height and derivatives of the plane");
    }
    wd_model_reset(model);
    wd_model_set_terrain(model, xz, 4);
    put(model, "param.ground_heading", acos(-1) / 2);
    for (int running = 0; running < 2; running++) {
        if (running)
            wd_model_init(model, 0);
        check(wd_model_ground_at(model, 7, 0.5, v) == WD_OK && fabs(v[0] - 0.25) <= 1e-15 &&
                  fabs(v[2] - 0.5) <= 1e-15 && fabs(v[1]) <= 1e-15,
              "ground_at of a profile along y: %g %g %g", v[0], v[1], v[2]);
    }
    wd_model_reset(model);
    wd_model_set_surface_fn(model, bowl_surface, &b);
    check(wd_model_ground_at(model, 1, 2, v) == WD_OK && v[0] == 0.625 && v[2] == 0.5 && v[6] == 1,
          "ground_at returns height, slope and factor of a function");
    wd_model_set_surface(model, heights, NX, NY, frame);
    double c = cos(frame[4]), s = sin(frame[4]), x = frame[0] + 2 * frame[2],
           y = frame[1] + 3 * frame[3];
    check(wd_model_ground_at(model, c * x - s * y, s * x + c * y, v) == WD_OK &&
              fabs(v[0] - heights[3 * NX + 2]) <= 1e-14,
          "ground_at returns the height of a node of a grid: %.17g", v[0]);
    check(wd_model_ground_at(model, NAN, 0, v) == WD_EINVAL &&
              wd_model_ground_at(model, 0, INFINITY, v) == WD_EINVAL &&
              wd_model_ground_at(model, 0, 0, NULL) == WD_EINVAL &&
              wd_model_ground_at(NULL, 0, 0, v) == WD_EINVAL &&
              wd_model_ground_at(other, 0, 0, v) == WD_EROLE,
          "wd_model_ground_at refuses bad arguments");
    wd_model_free(model);
    wd_model_free(other);
}

int main(void)
{
    for (int k = 0; k < NX * NY; k++)
        heights[k] = 0.02 * sin(k) + 0.005 * (k % 7);
    bad_grids();
    one_ground();
    grid_in_copies();
    function_in_copies();
    failing_functions(0);
    failing_functions(1);
    check_of_derivatives();
    start_inside_ground();
    values_of_ground();
    return done();
}
