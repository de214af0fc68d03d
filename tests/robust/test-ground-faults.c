/* SPDX-License-Identifier: MIT */
/* Ground that a vehicle refuses: each error text names the place, and the model is unchanged. */
#include "support.h"

#include <wheeldyn/ground.h>

enum { NX = 6, NY = 5, MOST_POINTS = 8 };

#define RADIUS 0.028575 /* m, of the ball of preset "ball" */

static struct image before;
static const double kerb[] = {-1, 0, 0.5, 0, 0.5, 0.01, 3, 0.01};
static const double frame[] = {-2, -3, 1.5, 2, 0.3};

static wd_model *make_ball(void)
{
    return make(&(struct setup){"vehicle", "ball"});
}

static void set_kerb(wd_model *model)
{
    check(wd_model_set_terrain(model, kerb, 4) == WD_OK, "a kerb is accepted");
}

/* ---- refused by the functions that set the ground ---- */

struct profile {
    const char *words; /* of the error text */
    size_t points;
    double xz[2 * MOST_POINTS], bulge[MOST_POINTS - 1];
};

static const struct profile profiles[] = {
    {"fewer than two points", 1, {0, 0}, {0}},
    {"two equal points at point 2", 5, {0, 0, 1, 0, 2, 1, 2, 1, 3, 0}, {0}},
    {"not finite or too large at point 1", 3, {0, 0, 1, NAN, 2, 0}, {0}},
    {"not finite or too large at point 2", 3, {0, 0, 1, 0, INFINITY, 0}, {0}},
    {"bulge is not from -1 to 1 at point 2", 5, {0, 0, 1, 0, 2, 1, 3, 0, 4, 0}, {0, 0, 1.01}},
    {"bulge is not from -1 to 1 at point 1", 4, {0, 0, 1, 0, 2, 1, 3, 0}, {0, NAN}},
    {"an arc where the first or last segment must be straight at point 2",
     4,
     {0, 0, 1, 0, 2, 1, 3, 0},
     {0, 0, 0.1}},
    {"segments 2 and 3 of the terrain touch at more than their common point",
     6,
     {-1, 0, 0, 0, 2, 0, 3, 0, 2.5, 0, 5, 1},
     {0}},
    {"segments 1 and 2 of the terrain touch at more than their common point",
     5,
     {-1, 0, 0, 0, 1, 0, 0.5, -0.6, 5, -0.6},
     {0, 0.9}},
    {"segments 1 and 4 of the terrain touch",
     7,
     {-2, 0, -1, 0, 1, 0, 1, 1, 0, 1, 0, -1, 5, -1},
     {0}},
    {"segments 0 and 3 of the terrain touch", 5, {-2, 0, -1, 0, 1, 1, -3, 1, -3, -2}, {0}},
};

static void refused_profiles(void)
{
    wd_model *model = make_ball();
    set_kerb(model);
    uint64_t usual = play_course(model);
    wd_model_reset(model);
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        const struct profile *p = &profiles[i];
        REFUSED(model, &before, WD_EINVAL, p->words,
                wd_model_set_profile(model, p->xz, p->bulge, p->points));
    }
    const double bad[] = {1, 1, -1}, half[] = {1, 0.5, 1};
    REFUSED(model, &before, WD_EINVAL, "negative or not finite at point 2 of the terrain",
            wd_model_set_terrain_friction(model, bad, 3));
    REFUSED(model, &before, WD_EINVAL, "restitution of a vehicle belongs to its wheels",
            wd_model_set_terrain_restitution(model, half, 3));
    check(play_course(model) == usual, "refused profiles keep the kerb");
    wd_model_free(model);
}

static void refused_grids(void)
{
    static const char *const names[] = {"x0, number 0", "y0, number 1", "dx, number 2",
                                        "dy, number 3", "heading, number 4"};
    double heights[NX * NY] = {0}, place[5];
    wd_model *model = make_ball();
    set_kerb(model);
    uint64_t usual = play_course(model);
    wd_model_reset(model);
    for (int k = 0; k < 10; k++) {
        memcpy(place, frame, sizeof place);
        place[k / 2] = k % 2 ? (double)NAN : (double)INFINITY;
        REFUSED(model, &before, WD_EINVAL, names[k / 2],
                wd_model_set_surface(model, heights, NX, NY, place));
    }
    for (int k = 0; k < 3; k++) {
        heights[2 * NX + 3] = k == 0 ? (double)NAN : k == 1 ? -(double)INFINITY : 1e100;
        REFUSED(model, &before, WD_EINVAL, "height 15 of the surface, at node 3 along x and 2",
                wd_model_set_surface(model, heights, NX, NY, frame));
    }
    check(play_course(model) == usual, "refused grids keep the kerb");
    wd_model_free(model);
}

/* ---- refused by init ---- */

/* A flat surface at the height 0.1 m, of which one value may be wrong. */
struct plate {
    int wrong; /* index of the wrong value; 0: none */
    double by;
};

static int32_t plate_surface(double x, double y, double v[7], void *user)
{
    const struct plate *p = user;
    (void)x, (void)y;
    for (int k = 0; k < 6; k++)
        v[k] = k == 0 ? 0.1 : 0;
    if (p->wrong > 0)
        v[p->wrong] = p->by;
    return 0;
}

static void set_pit(wd_model *model)
{
    const double xz[] = {-1, 0, -0.02, 0, 0.02, 0, 1, 0}, bulge[] = {0, 0.9, 0};
    wd_model_set_profile(model, xz, bulge, 4);
}

static void sink(wd_model *model)
{
    put(model, "init.ball.z", -0.01);
}

static void sink_far(wd_model *model)
{
    put(model, "init.ball.z", -2);
}

static void enter_wall(wd_model *model)
{
    put(model, "init.ball.x", 0.49);
}

static void set_plate(wd_model *model)
{
    static struct plate right;
    wd_model_set_surface_fn(model, plate_surface, &right);
}

static void set_grid(wd_model *model)
{
    static double heights[NX * NY];
    for (int k = 0; k < NX * NY; k++)
        heights[k] = 0.1;
    wd_model_set_surface(model, heights, NX, NY, frame);
}

static void meet_kerb(wd_model *model)
{
    wd_model_set_choice(model, "param.surface.law", "ideal");
    put(model, "init.ball.x", 0.5 - sqrt(0.01 * (2 * RADIUS - 0.01)));
}

struct start {
    void (*spoil)(wd_model *);
    int32_t status;
    const char *words; /* of the error text */
};

/* Spoil the start of a ball at a kerb. After the refusal of init, and with the start repaired, the
 * ball moves as another one that was never refused. */
static void refused_start(const struct start *s)
{
    wd_model *balls[] = {make_ball(), make_ball()};
    uint64_t moves[2];
    for (int k = 0; k < 2; k++) {
        set_kerb(balls[k]);
        if (k == 0) {
            s->spoil(balls[0]);
            REFUSED(balls[0], &before, s->status, s->words, wd_model_init(balls[0], 0));
        }
        set_kerb(balls[k]);
        wd_model_set_choice(balls[k], "param.surface.law", "coulomb");
        put(balls[k], "init.ball.x", 0);
        put(balls[k], "init.ball.z", 0.3);
        moves[k] = play_course(balls[k]);
        wd_model_free(balls[k]);
    }
    check(moves[0] == moves[1], "a refused start leaves no trace: %s", s->words);
}

static void refused_starts(void)
{
    static const struct start all[] = {
        {set_pit, WD_EINVAL, "that of the concave arc at point 1 of the terrain"},
        {sink, WD_EDOMAIN, "part \"surface\": it is in feature 0 of the ground at x = 0, y = 0;"},
        {sink_far, WD_EDOMAIN, "part \"surface\": it is inside the ground at x = 0, y = 0;"},
        {enter_wall, WD_EDOMAIN, "part \"surface\": it is in feature 3 of the ground at x = 0.49"},
        {set_plate, WD_EDOMAIN, "part \"surface\": it is inside the ground at x = 0, y = 0;"},
        {set_grid, WD_EDOMAIN, "part \"surface\": it is inside the ground at x = 0, y = 0;"},
        {meet_kerb, WD_EDOMAIN, "part \"surface\": it touches the ground at two places"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        refused_start(&all[i]);
}

/* solver.check_surface names the wrong derivative and its place, before and after a right run. */
static void wrong_derivatives(void)
{
    static const char *const names[] = {"h", "h_x", "h_y", "h_xx", "h_xy", "h_yy"};
    for (int k = 1; k < 6; k++) {
        struct plate plate = {0};
        char words[64];
        wd_model *model = make_ball();
        wd_model_set_surface_fn(model, plate_surface, &plate);
        wd_model_set_choice(model, "solver.check_surface", "yes");
        put(model, "init.ball.z", 0.2);
        uint64_t usual = play_course(model);
        wd_model_reset(model);
        plate.wrong = k;
        for (int bad = 0; bad < 2; bad++) {
            plate.by = bad ? (double)NAN : 0.3;
            snprintf(words, sizeof words,
                     bad ? "%s of the surface must be finite, the function gives NaN at x = "
                         : "%s of the surface is 0.3 at x = ",
                     names[k]);
            REFUSED(model, &before, bad ? WD_EINPUT : WD_EINVAL, words, wd_model_init(model, 0));
        }
        plate.wrong = 0;
        check(play_course(model) == usual, "a refused surface leaves no trace: %s", names[k]);
        wd_model_free(model);
    }
}

/* ---- refused by steps ---- */

/* Set a channel of five sides that the ball reaches at the same instant. The normals of
 * neighbouring sides differ by 0.5 rad. */
static void set_channel(wd_model *model)
{
    double xz[12], far = RADIUS / cos(0.25);
    for (int i = 0; i < 6; i++) {
        double angle = 0.5 * (i - 2.5);
        xz[2 * i] = far * sin(angle), xz[2 * i + 1] = RADIUS - far * cos(angle);
    }
    for (int end = 0; end < 2; end++) { /* lengthen the outer sides */
        double *at = xz + 10 * end, s = end ? 1 : -1;
        at[0] += s * cos(1), at[1] += sin(1);
    }
    check(wd_model_set_terrain(model, xz, 6) == WD_OK, "a channel is accepted");
    put(model, "init.ball.forward", 0);
    put(model, "init.ball.roll_rate", 0);
    put(model, "init.ball.pitch_rate", 0);
}

/* A refused step leaves the model where it was, and a shorter step is accepted from there. */
static void refused_steps(void)
{
    wd_model *fast = make_ball(), *caught = make_ball();
    set_kerb(fast);
    put(fast, "solver.fixed_step", 0.1);
    for (int moreau = 0; moreau < 2; moreau++) {
        wd_model_reset(fast);
        wd_model_set_choice(fast, "solver.scheme", moreau ? "moreau" : "event");
        check(wd_model_init(fast, 0) == WD_OK, "a ball in long steps starts: %s",
              wd_model_error(fast));
        REFUSED(fast, &before, WD_ENOCONV,
                "m in a step, more than a quarter of its radius of 0.028575 m; take shorter steps "
                "(solver.fixed_step)",
                wd_model_step_to(fast, 1));
    }
    set_channel(caught);
    put(caught, "init.ball.z", 0.05);
    check(wd_model_init(caught, 0) == WD_OK, "a ball above a channel starts: %s",
          wd_model_error(caught));
    REFUSED(caught, &before, WD_ELIMIT, "part \"surface\": it touches the ground at more than 4",
            wd_model_step_to(caught, 1));
    check(wd_model_step_to(caught, 0.1) >= 0, "the ball falls to the channel: %s",
          wd_model_error(caught));
    wd_model_free(fast);
    wd_model_free(caught);
}

int main(void)
{
    refused_profiles();
    refused_grids();
    refused_starts();
    wrong_derivatives();
    refused_steps();
    return done();
}
