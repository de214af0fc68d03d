/* SPDX-License-Identifier: MIT */
/* Wheels cannot enter the ground unnoticed. Moreau steps of wheels whose contacts are too many, or
 * are missed by the search, fail; the error names the wheel, and the model is unchanged.
 * Event-driven steps find places that are in the ground only within a step. */
#include "vehicle.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/ground.h>

enum { BALLS = 18 };

#define STEP 1e-3 /* s */

static void use_moreau(wd_model *model)
{
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", STEP);
}

/* Step until a step fails; return its status. *kept: 1 if the model is the same as before that
 * step. */
static int32_t step_until_failure(wd_model *model, double until, int *kept)
{
    start(model, 0);
    size_t size = wd_model_save_size(model);
    char *before = malloc(size), *after = malloc(size);
    int32_t status = WD_OK;
    for (int k = 1; status == WD_OK && k * STEP <= until; k++) {
        must(model, wd_model_save(model, before, size), "save");
        status = wd_model_step_to(model, k * STEP);
        must(model, wd_model_save(model, after, size), "save");
    }
    *kept = memcmp(before, after, size) == 0;
    free(before);
    free(after);
    return status;
}

static void check_failure(wd_model *model, const char *what, const char *part)
{
    int kept;
    char want[64];
    int32_t status = step_until_failure(model, 0.5, &kept);
    const char *text = wd_model_error(model);
    snprintf(want, sizeof want, "part \"%s\": it went into the ground", part);
    check(status == WD_ENOCONV && strstr(text, want) != NULL, "%s: status %d, %s", what, status,
          text);
    check(kept, "%s: the failed step leaves the model unchanged", what);
    wd_model_free(model);
}

/* ---- too many contacts ---- */

/* Add a ball that can move along x and z relative to the frame. */
static void add_ball(wd_model *model, int i)
{
    char x_body[16], body[16], x_slide[16], z_slide[16], ball[16];
    snprintf(x_body, sizeof x_body, "block%d", i);
    snprintf(body, sizeof body, "body%d", i);
    snprintf(x_slide, sizeof x_slide, "along%d", i);
    snprintf(z_slide, sizeof z_slide, "up%d", i);
    snprintf(ball, sizeof ball, "ball%d", i);
    add(model, "body", x_body, NULL, NULL);
    set_mass(model, x_body, 0.1, 1e-3, 1e-3, 1e-3);
    set_place(model, x_body, 0, 0.3 * i, 0);
    add(model, "body", body, NULL, NULL);
    set_mass(model, body, 1, 1e-2, 1e-2, 1e-2);
    set_place(model, body, 0, 0.3 * i, 0);
    add(model, "slide", x_slide, "frame", x_body);
    set_axis(model, x_slide, 1, 0, 0);
    add(model, "slide", z_slide, x_body, body);
    set_axis(model, z_slide, 0, 0, 1);
    add(model, "rim", ball, body, NULL);
    set_place(model, ball, 0, 0.3 * i, 0);
    set_part(model, ball, "radius", 0.1);
    set_part(model, ball, "crown", 0.1);
    set_input(model, ball, "mu", 0);
}

/* Balls fall into a groove, where each touches both sides. Only 16 contacts besides the first one
 * of each ball are possible, so the last two balls have one contact each. A single contact does not
 * keep a ball in the groove: it slides down one side and sinks into the other one. */
static void balls_in_groove(void)
{
    const double groove[] = {-3, 3, 0, 0, 3, 3};
    wd_model *model = new_vehicle();
    add(model, "body", "frame", NULL, NULL);
    set_mass(model, "frame", 1000, 100, 100, 100);
    set_init(model, "frame", "z", 0.15);
    for (int i = 0; i < BALLS; i++)
        add_ball(model, i);
    must(model, wd_model_set_profile(model, groove, NULL, 3), "set_profile");
    use_moreau(model);
    check_failure(model, "balls in a groove", "ball16");
}

/* ---- places that the search misses ---- */

struct ridge {
    double x, height, width; /* m */
};

static int32_t height_of_ridge(double x, double y, double v[7], void *user)
{
    const struct ridge *ridge = user;
    double u = (x - ridge->x) / ridge->width, e = ridge->height * exp(-u * u / 2);
    (void)y;
    v[0] = e;
    v[1] = -e * u / ridge->width;
    v[3] = e * (u * u - 1) / (ridge->width * ridge->width);
    v[2] = v[4] = v[5] = 0;
    return 0;
}

/* A wheel of radius 0.3 m rolls against a ridge 2 cm high and about 0.4 mm wide. The search samples
 * the wheel every 3 cm, so it misses the ridge until the wheel is in it. */
static void wheel_into_ridge(void)
{
    struct ridge ridge = {0.5, 0.02, 1e-4};
    wd_model *model = new_wheel(2, 0.072, 0.072, 0.3, 0.05);
    set_input(model, "edge", "mu", 0.5);
    must(model, wd_model_set_surface_fn(model, height_of_ridge, &ridge), "set_surface_fn");
    set_init(model, "hub", "z", 0.3);
    set_init(model, "hub", "forward", 2);
    set_init(model, "hub", "pitch_rate", 2 / 0.3);
    use_moreau(model);
    check_failure(model, "a wheel against a narrow ridge", "edge");
}

/* ---- places within a step ---- */

#define BALL_RADIUS 0.2 /* m */

static wd_model *ball_over(const double *profile, size_t points, double x, double z, double speed)
{
    wd_model *model = new_vehicle();
    add(model, "body", "hub", NULL, NULL);
    set_mass(model, "hub", 2, 0.032, 0.032, 0.032);
    add(model, "rim", "ball", "hub", NULL);
    set_part(model, "ball", "radius", BALL_RADIUS);
    set_part(model, "ball", "crown", BALL_RADIUS);
    must(model, wd_model_set_profile(model, profile, NULL, points), "set_profile");
    set_init(model, "hub", "x", x);
    set_init(model, "hub", "z", z);
    set_init(model, "hub", "forward", speed);
    return model;
}

/* Time of the first event, which must be an impact; otherwise NaN. */
static double first_impact(const wd_model *model)
{
    double at = NAN, value[9];
    int32_t type = 0;
    if (wd_model_event_count(model) > 0)
        wd_model_event(model, 0, &at, &type, value, 9);
    return type == WD_EVENT_IMPACT ? at : (double)NAN;
}

/* A ball flies close to the ground, over a narrow bump that is higher than its lowest point by
 * `entry` m. Before and after the bump the ground below is the nearest place. A step from -x to x
 * that watches this place alone would miss the impact at the bump. */
static void ball_against_bump(double speed, double x, double entry)
{
    const double r = BALL_RADIUS, height = 1e-4 + entry, g = 1e-3, t = x / speed;
    const double bump[] = {-30, 0, -1e-5, 0, 0, height, 1e-5, 0, 30, 0};
    const double hit = sqrt(2 * r * entry - entry * entry);
    wd_model *model = ball_over(bump, 5, -x, r + 1e-4 - g * t * t / 2, speed);
    set(model, "param.gravity", g);
    set_init(model, "hub", "up", g * t);
    start(model, 0);
    must(model, wd_model_step_to(model, 2 * t), "step_to");
    double at = first_impact(model);
    check(fabs(speed * at - x + hit) < 1e-7,
          "a ball %g m before a bump at %g m/s hits it at x = %.7f m, expected %.7f m", x, speed,
          speed * at - x, -hit);
    wd_model_free(model);
}

/* A ball slides without friction towards two bumps and hits the second, higher one. Within the step
 * before, a place vanishes while the least gap of its part of the profile is sought. */
static void ball_against_second(double x)
{
    const double r = BALL_RADIUS, speed = 0.5, top = 0.0445, height = 0.0078;
    const double bumps[] = {-30,  0, 0,   0,      2e-5,  1e-5, 4e-5, 0,
                            0.04, 0, top, height, 0.049, 0,    30,   0};
    const double hit = top - sqrt(2 * r * height - height * height);
    wd_model *model = ball_over(bumps, 8, x, r, speed);
    set_input(model, "ball", "mu", 0);
    start(model, 0);
    int32_t status = wd_model_step_to(model, (0.05 - x) / speed);
    double at = x + speed * first_impact(model);
    check(status == WD_OK && fabs(at - hit) < 1e-9,
          "from %g m a ball hits the second bump at x = %.9f m, expected %.9f m: %s", x, at, hit,
          wd_model_error(model));
    wd_model_free(model);
}

int main(void)
{
    ball_against_bump(20, 0.03, 1e-4);
    ball_against_bump(10, 0.05, 1e-4);
    ball_against_bump(5, 0.02, 1e-4);
    ball_against_bump(20, 0.2, 5e-5);
    ball_against_second(-0.05);
    ball_against_second(-0.2);
    balls_in_groove();
    wheel_into_ridge();
    return done();
}
