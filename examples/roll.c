/* SPDX-License-Identifier: MIT */
/* A torus that rolls freely: the lowest spin rate at which it stays upright, and its fall after a
 * rolling torque has slowed it down to this rate. */
#include <math.h>

#include "example.h"

static const double degree = 3.14159265358979323846 / 180;

static wd_model *new_wheel(void)
{
    wd_model *model = new_model("torus_wheel");
    must(model, wd_model_load_preset(model, "rolling-friction"));
    return model;
}

/* Growth rate of the fastest growing disturbance of straight rolling without the rolling torque,
 * from the linear model. */
static double growth(double spin_rate)
{
    enum { MOST_STATES = 8 };
    wd_model *model = new_wheel();
    double re[MOST_STATES], im[MOST_STATES];
    must(model, wd_model_set_value(model, "param.rolling_torque", 0.0));
    must(model, wd_model_set_value(model, "state.spin_rate", spin_rate));
    must(model, wd_model_init(model, 0.0));
    if (wd_model_linear_size(model) > MOST_STATES) {
        fputs("the linear model is larger than expected\n", stderr);
        exit(EXIT_FAILURE);
    }
    must(model, wd_model_eigenvalues(model, re, im));
    wd_model_free(model);
    return re[0] < 1e-6 ? 0 : re[0]; /* a double zero, to rounding, is stable */
}

/* Find the lowest stable spin rate by bisection between a wheel that falls and one that rolls. */
static double slowest_stable(void)
{
    double falls = 0, rolls = 10;
    for (int i = 0; i < 40; i++) {
        double middle = (falls + rolls) / 2;
        if (growth(middle) > 0)
            falls = middle;
        else
            rolls = middle;
    }
    return rolls;
}

enum { SPIN, LEAN, KINETIC, POTENTIAL, LOST, COUNT };

static void print_row(const wd_model *model, const uint32_t *refs)
{
    double now[COUNT];
    must(model, wd_model_get(model, refs, COUNT, now));
    printf("%6.3f  %12.4f  %18.4f  %11.4f  %10.4f\n", wd_model_time(model), now[SPIN],
           fabs(90 - now[LEAN] / degree), now[KINETIC] + now[POTENTIAL], now[LOST]);
}

int main(void)
{
    printf("upright above %.4f rad/s\n\n", slowest_stable());
    wd_model *model = new_wheel();
    must(model, wd_model_init(model, 0.0));
    const uint32_t refs[COUNT] = {
        [SPIN] = ref_of(model, "state.spin_rate"),
        [LEAN] = ref_of(model, "state.lean"),
        [KINETIC] = ref_of(model, "output.kinetic_energy"),
        [POTENTIAL] = ref_of(model, "output.potential_energy"),
        [LOST] = ref_of(model, "output.dissipated"),
    };
    printf("   t/s  spin/(rad/s)  from upright/(deg)  (T + V)/J    lost/J\n");
    int32_t status = WD_OK;
    for (int i = 0; status == WD_OK; i++) {
        print_row(model, refs);
        status = wd_model_step_to(model, 4.0 * (i + 1));
        must(model, status);
    }
    print_row(model, refs);
    printf("the wheel lies down: %s\n", wd_status_text(status));
    wd_model_free(model);
    return EXIT_SUCCESS;
}
