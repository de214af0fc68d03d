/* SPDX-License-Identifier: MIT */
/* A tour of the C interface: each group of its functions once. */
#include <math.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/contact.h>
#include <wheeldyn/parts.h>

#include "example.h"

static void library(void)
{
    if (wd_version_number() < WD_VERSION_NUMBER)
        fprintf(stderr, "the library is %s, older than its header\n", wd_version());
    printf("%s: %s\n", wd_status_name(WD_ENOCONV), wd_status_text(WD_ENOCONV));
}

static void kinds(void)
{
    for (size_t i = 0; i < wd_kind_count(); i++)
        printf("%s, %zu presets\n", wd_kind_name(i), wd_preset_count(wd_kind_name(i)));
    printf("bycicle? %s\n", wd_kind_nearest_name("bycicle"));
}

static wd_model *models(void)
{
    const char *kind = "rolling_wheel";
    wd_model *wheel, *twin;
    must_name(wd_model_new(kind, &wheel), kind, wd_kind_nearest_name(kind));
    must(wheel, wd_model_load_preset(wheel, "drive-60"));
    must(wheel, wd_model_clone(wheel, &twin));
    if (wd_model_load_preset(twin, "drive-61"))
        printf("%s\n", wd_model_error(twin));
    wd_model_free(twin);
    return wheel;
}

static void variables(wd_model *wheel)
{
    const char *name = "param.mass";
    uint32_t mass;
    double value = 30, lo;
    must_name(wd_model_find(wheel, name, &mass), name, wd_model_nearest_name(wheel, name));
    must(wheel, wd_model_set(wheel, &mass, 1, &value)); /* or by name: wd_model_set_value() */
    must(wheel, wd_model_set_choice(wheel, "param.law", "saturated"));
    must(wheel, wd_model_var_bounds(wheel, mass, &lo, NULL));
    printf("%s = %g %s, above %.0f\n", wd_model_var_text(wheel, mass), value,
           wd_model_var_unit(wheel, mass), lo);
}

static int32_t pulse(double t, double *value, void *user)
{
    const double *height = user;
    *value = *height * exp(-(t - 2) * (t - 2));
    return 0;
}

static void inputs(wd_model *wheel)
{
    static double height = 60;
    static const double grip[] = {0, 0.9, 5, 0.2}; /* 0.9 from 0 s on, 0.2 from 5 s on */
    must(wheel, wd_model_set_input_fn(wheel, ref_of(wheel, "input.drive_torque"), pulse, &height));
    must(wheel,
         wd_model_set_input_signal(wheel, ref_of(wheel, "input.mu"), WD_SIGNAL_STEP, grip, 4));

    static const double step[] = {-5, 0.1, 0, 0.1, 0, 0, 5, 0}; /* x, y from left to right */
    wd_model *thrown = new_model("impact_wheel");
    must(thrown, wd_model_set_terrain(thrown, step, 4));
    printf("%zu points\n", wd_model_terrain(thrown, NULL, NULL, 0));
    wd_model_free(thrown);
}

static void times(wd_model *wheel)
{
    const char *name = "output.x_ddot";
    const uint32_t speed = ref_of(wheel, "state.x_dot");
    double rows[4][2], now;
    size_t written;
    must(wheel, wd_model_init(wheel, 0));
    must(wheel, wd_model_step_to(wheel, 1));
    must_name(wd_model_value(wheel, name, &now), name, wd_model_nearest_name(wheel, name));
    printf("t = %g s: %.4f m/s2\n", wd_model_time(wheel), now);
    must(wheel, wd_model_run(wheel, 4, 1, &speed, 1, rows[0], 4, &written));
    for (size_t i = 0; i < written; i++)
        printf("t = %g s: %.4f m/s\n", rows[i][0], rows[i][1]);
}

static void events(void)
{
    wd_model *thrown = new_model("impact_wheel");
    must(thrown, wd_model_load_preset(thrown, "kerb-plastic"));
    must(thrown, wd_model_set_value(thrown, "solver.stop_at_events", 1));
    must(thrown, wd_model_init(thrown, 0));
    while (wd_model_step_to(thrown, 0.2) == WD_EVENT) {
        double time;
        int32_t type;
        must(thrown,
             wd_model_event(thrown, wd_model_event_count(thrown) - 1, &time, &type, NULL, 0));
        printf("%.4f s: %s\n", time, wd_event_name(type));
    }
    wd_model_free(thrown);
}

static void snapshots(wd_model *wheel)
{
    size_t size = wd_model_save_size(wheel);
    void *bytes = malloc(size);
    must(wheel, wd_model_save(wheel, bytes, size));
    must(wheel, wd_model_step_to(wheel, 6));
    double there = value_of(wheel, "state.x");
    must(wheel, wd_model_load(wheel, bytes, size)); /* back to the snapshot and on again */
    must(wheel, wd_model_step_to(wheel, 6));
    double again = value_of(wheel, "state.x");
    free(bytes);
    printf("%s\n", there == again ? "the same bits" : "another motion");
}

static void linear(void)
{
    enum { STATES = 4 };
    double re[STATES], im[STATES];
    wd_model *bicycle = new_model("bicycle");
    must(bicycle, wd_model_load_preset(bicycle, "benchmark"));
    must(bicycle, wd_model_set_value(bicycle, "init.speed", 5));
    must(bicycle, wd_model_init(bicycle, 0));
    if (wd_model_linear_size(bicycle) == STATES)
        must(bicycle, wd_model_eigenvalues(bicycle, re, im));
    for (int i = 0; i < STATES; i++)
        printf("%.4f %+.4f i\n", re[i], im[i]);
    wd_model_free(bicycle);
}

/* A bead of 2 kg on a wire at 45 degrees, y = x: M qdd = Q + forces of A qdd = 0. */
static void constrained(void)
{
    static const double M[] = {2, 0, 0, 2}, Q[] = {0, -2 * 9.81}, A[] = {1, -1};
    double qdd[2], force[2];
    wd_uk *bead;
    must(NULL, wd_uk_new(2, 1, &bead));
    if (wd_uk_solve(bead, M, Q, A, NULL, NULL, NULL, WD_UK_MOORE_PENROSE, qdd, force, NULL))
        printf("%s\n", wd_uk_error(bead));
    printf("acceleration (%.3f, %.3f) m/s2, force of the wire (%.2f, %.2f) N\n", qdd[0], qdd[1],
           force[0], force[1]);
    wd_uk_free(bead);
}

static void parts(void)
{
    static const char *const on[] = {"pearl"};
    wd_model *model = new_model("vehicle");
    must(model, wd_model_add_part(model, "body", "pearl", NULL, 0));
    must(model, wd_model_add_part(model, "rim", "skin", on, 1));
    must(model, wd_model_set_value(model, "param.pearl.mass", 1));
    for (size_t i = 0; i < wd_model_part_count(model); i++)
        printf("%s is a %s\n", wd_model_part_name(model, i), wd_model_part_type(model, i));
    wd_model_free(model);
}

/* A block of 1 kg on ground with mu = 0.5, for 10 ms, under its weight and a pull of 3 N. */
static void contact(void)
{
    static const double W[] = {1, 0, 0, 1}, mu[] = {0.5}, q[] = {-0.0981, 0.03};
    double impulse[2], velocity[2];
    wd_contact *ground;
    must(NULL, wd_contact_new(2, 1, &ground));
    if (wd_contact_set_dense(ground, W) || wd_contact_set_problem(ground, mu, q) ||
        wd_contact_solve(ground, impulse, velocity, 0))
        printf("%s\n", wd_contact_error(ground));
    printf("%s: impulses %.4f and %.4f N s\n",
           wd_contact_state(ground, 0) == WD_STICK ? "sticks" : "slips", impulse[0], impulse[1]);
    wd_contact_free(ground);
}

int main(void)
{
    library();
    kinds();
    wd_model *wheel = models();
    variables(wheel);
    inputs(wheel);
    times(wheel);
    events();
    snapshots(wheel);
    linear();
    wd_model_free(wheel);
    constrained();
    parts();
    contact();
    return EXIT_SUCCESS;
}
