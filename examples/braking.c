/* SPDX-License-Identifier: MIT */
/* Braking time and distance on dry and on slippery ground.
 *
 * The brake comes on around t = 15 s. Steps of 1 ms find the step in which the speed falls below
 * 0.1 m/s. Bisection within this step, from a snapshot at its start, finds the instant. */
#include "example.h"

static const double brake_time = 15.0, stop_speed = 0.1, last_time = 30.0;

/* Step until the speed is below stop_speed, at most to last_time; `snapshot` then holds the state
 * one step earlier. */
static void approach(wd_model *model, void *snapshot, size_t size)
{
    while (value_of(model, "state.x_dot") > stop_speed && wd_model_time(model) < last_time) {
        must(model, wd_model_save(model, snapshot, size));
        must(model, wd_model_step_to(model, wd_model_time(model) + 1e-3));
    }
}

/* Halve the interval between the snapshot and the present time until it is 1 ns long. */
static void bisect(wd_model *model, void *snapshot, size_t size)
{
    double after = wd_model_time(model);
    must(model, wd_model_load(model, snapshot, size));
    while (after - wd_model_time(model) > 1e-9) {
        double middle = 0.5 * (wd_model_time(model) + after);
        must(model, wd_model_step_to(model, middle));
        if (value_of(model, "state.x_dot") > stop_speed) {
            must(model, wd_model_save(model, snapshot, size));
        } else {
            after = middle;
            must(model, wd_model_load(model, snapshot, size));
        }
    }
}

static void brake(const char *preset)
{
    wd_model *model = rolling_wheel(preset);
    must(model, wd_model_init(model, 0.0));
    must(model, wd_model_step_to(model, brake_time));
    double start = value_of(model, "state.x"), speed = value_of(model, "state.x_dot");

    size_t size = wd_model_save_size(model);
    void *snapshot = malloc(size);
    if (!snapshot)
        must(model, WD_ENOMEM);
    approach(model, snapshot, size);
    bisect(model, snapshot, size);
    printf("%-16s %10.3f %10.4f %10.4f\n", preset, speed, wd_model_time(model) - brake_time,
           value_of(model, "state.x") - start);
    free(snapshot);
    wd_model_free(model);
}

int main(void)
{
    printf("%-16s %10s %10s %10s\n", "", "v/(m/s)", "time/s", "distance/m");
    brake("brake-reference");
    brake("brake-0.3");
    brake("brake-0.1");
    return EXIT_SUCCESS;
}
