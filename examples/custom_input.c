/* SPDX-License-Identifier: MIT */
/* An input from a function of your own: the torque of an engine that runs unevenly.
 * The function is called several times per step, in any order, and also for steps that are then
 * rejected. So it must depend on t and constant data only. If it returns non-zero the call fails.
 */
#include <math.h>

#include "example.h"

struct engine {
    double mean, ripple; /* N.m */
    double frequency;    /* rad/s */
};

static int32_t engine_torque(double t, double *torque, void *user)
{
    const struct engine *engine = user;
    if (t < 0.0)
        return 1;
    *torque = tanh(t) * (engine->mean + engine->ripple * sin(engine->frequency * t));
    return 0;
}

int main(void)
{
    wd_model *model = new_model("rolling_wheel");
    double radius = value_of(model, "param.radius");
    must(model, wd_model_set_value(model, "input.mu", 0.3));
    /* A period of the ripple takes 0.2 s, which steps must resolve. */
    must(model, wd_model_set_value(model, "solver.max_step", 0.02));

    struct engine engine = {.mean = 25.0, .ripple = 15.0, .frequency = 31.4};
    uint32_t torque = ref_of(model, "input.drive_torque");
    must(model, wd_model_set_input_fn(model, torque, engine_torque, &engine));

    /* The function refuses negative times, so the model cannot start there. */
    if (wd_model_init(model, -1.0) != WD_EINPUT) {
        fputs("a start at -1 s was not refused by the function\n", stderr);
        return EXIT_FAILURE;
    }
    printf("refused: %s\n", wd_model_error(model));

    must(model, wd_model_init(model, 0.0));
    printf("t/s  torque/(N.m)  v/(m/s)  R w/(m/s)\n");
    for (int k = 0; k <= 10; k++) {
        must(model, wd_model_step_to(model, 0.5 * k));
        printf("%3.1f  %12.3f  %7.3f  %9.3f\n", wd_model_time(model),
               value_of(model, "input.drive_torque"), value_of(model, "state.x_dot"),
               radius * value_of(model, "state.theta_dot"));
    }
    wd_model_free(model);
    return EXIT_SUCCESS;
}
