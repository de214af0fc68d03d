/* SPDX-License-Identifier: MIT */
/* A wheel driven by a torque over rough ground of a thousand segments. */
#include <math.h>

#include "example.h"

enum { POINTS = 1001 };
static const double spacing = 0.1, roughness = 0.02; /* m */
static const double torque = -0.6;                   /* N.m, clockwise: forward */
static const double balanced = 1e-11; /* tolerance of the energy balance, relative to the work */

/* A linear congruential generator: the same ground everywhere. */
static double uniform(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 24);
}

static void lay_ground(double xy[2 * POINTS])
{
    uint32_t seed = 1;
    for (size_t i = 0; i < POINTS; i++) {
        xy[2 * i] = spacing * (double)i;
        xy[2 * i + 1] = i < 2 ? 0 : roughness * uniform(&seed);
    }
}

int main(void)
{
    enum { X, SPEED, KINETIC, POTENTIAL, WORK, LOST, EVENTS, COUNT };
    static double ground[2 * POINTS];
    wd_model *model = new_model("impact_wheel");
    lay_ground(ground);
    must(model, wd_model_set_terrain(model, ground, POINTS));
    must(model, wd_model_set_value(model, "state.x", 0.0));
    must(model, wd_model_set_value(model, "state.y", 0.1)); /* on the ground, which is flat here */
    must(model, wd_model_set_value(model, "input.torque", torque));
    const uint32_t refs[COUNT] = {
        [X] = ref_of(model, "state.x"),
        [SPEED] = ref_of(model, "state.x_dot"),
        [KINETIC] = ref_of(model, "output.kinetic_energy"),
        [POTENTIAL] = ref_of(model, "output.potential_energy"),
        [WORK] = ref_of(model, "output.work"),
        [LOST] = ref_of(model, "output.dissipated"),
        [EVENTS] = ref_of(model, "stat.events"),
    };
    double now[COUNT], start = 0, worst = 0;

    must(model, wd_model_init(model, 0.0));
    printf("t/s  distance/m  speed/(m/s)  events  work/J  lost/J\n");
    for (int t = 0; t <= 20; t++) {
        must(model, wd_model_step_to(model, t));
        must(model, wd_model_get(model, refs, COUNT, now));
        double energy = now[KINETIC] + now[POTENTIAL] - now[WORK] + now[LOST];
        if (t == 0)
            start = energy;
        worst = fmax(worst, fabs(energy - start));
        if (t % 2 == 0)
            printf("%3d  %10.3f  %11.3f  %6.0f  %6.2f  %6.2f\n", t, now[X], now[SPEED], now[EVENTS],
                   now[WORK], now[LOST]);
    }
    int closed = worst <= balanced * now[WORK];
    printf("The energy balance %s to %g of the work.\n", closed ? "closes" : "DOES NOT CLOSE",
           balanced);
    wd_model_free(model);
    return closed ? EXIT_SUCCESS : EXIT_FAILURE;
}
