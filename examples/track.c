/* SPDX-License-Identifier: MIT */
/* A torus on a path with four cusps: kept upright until 20 s, on the astroid until 65 s, then to a
 * set point. The law is switched while the model runs. */
#include <math.h>

#include "example.h"

enum { DISTANCE, SPEED, PRECESSION, LEAN, SPIN, FRICTION, COUNT };

struct phase {
    const char *mode;
    double end;  /* time at which the phase ends [s] */
    double step; /* time between printed rows [s] */
};

/* Run a phase and print its rows, then the largest magnitude of each column. */
static void follow(wd_model *model, const struct phase *phase, const uint32_t *refs)
{
    enum { ROWS = 8192 };
    static double rows[ROWS * (COUNT + 1)];
    double most[COUNT] = {0}, next = wd_model_time(model);
    size_t written;
    must(model, wd_model_set_choice(model, "input.control_mode", phase->mode));
    must(model, wd_model_run(model, phase->end, 0.01, refs, COUNT, rows, ROWS, &written));
    printf("%s\n   t/s  distance/m  speed/(m/s)  torques/(N.m)\n", phase->mode);
    for (size_t i = 0; i < written; i++) {
        const double *row = rows + i * (COUNT + 1), *value = row + 1;
        for (int k = 0; k < COUNT; k++)
            most[k] = fmax(most[k], fabs(value[k]));
        if (row[0] < next - 1e-6)
            continue;
        next += phase->step;
        printf("%6.2f  %10.6f  %11.4f  %8.4f %8.4f %8.4f\n", row[0], value[DISTANCE],
               fabs(value[SPEED]), fabs(value[PRECESSION]), fabs(value[LEAN]), fabs(value[SPIN]));
    }
    printf("at most %18.4f  %8.4f %8.4f %8.4f, friction %.3f\n", most[SPEED], most[PRECESSION],
           most[LEAN], most[SPIN], most[FRICTION]);
}

int main(void)
{
    static const struct phase phases[] = {
        {"stabilize", 20, 5}, {"track", 40, 2.5}, {"track", 65, 2.5}, {"set_point", 120, 10}};
    wd_model *model = new_model("torus_wheel");
    must(model, wd_model_load_preset(model, "astroid"));
    must(model, wd_model_init(model, 0.0));
    const uint32_t refs[COUNT] = {
        [DISTANCE] = ref_of(model, "output.tracking_error"),
        [SPEED] = ref_of(model, "output.speed"),
        [PRECESSION] = ref_of(model, "output.torque_precession"),
        [LEAN] = ref_of(model, "output.torque_lean"),
        [SPIN] = ref_of(model, "output.torque_spin"),
        [FRICTION] = ref_of(model, "output.friction_demand"),
    };
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        fputs(i > 0 ? "\n" : "", stdout);
        follow(model, &phases[i], refs);
    }
    wd_model_free(model);
    return EXIT_SUCCESS;
}
