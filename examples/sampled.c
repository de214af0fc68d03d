/* SPDX-License-Identifier: MIT */
/* A torus on an astroid, controlled at 1 kHz: a digital controller computes torques at instants,
 * and they are held until the next instant. The controller contains a second model of the wheel,
 * the twin, which runs with the control law. The torques that the twin needs in the middle of a
 * period are held over the whole period. The twin then continues to the end of the period, so that
 * the integrals of its law advance. The integrals are needed because the wheel has a rolling torque
 * that the twin does not have. */
#include <math.h>

#include "example.h"

enum { MEASURED = 8, STATES = 11, TORQUES = 3, RATE = 1000 };

static const char *const state[STATES] = {
    "state.precession", "state.lean",      "state.spin",
    "state.x",          "state.y",         "state.precession_rate",
    "state.lean_rate",  "state.spin_rate", "state.speed_integral",
    "state.x_integral", "state.y_integral"};
static const char *const asked[TORQUES] = {"output.torque_precession", "output.torque_lean",
                                           "output.torque_spin"};
static const char *const held[TORQUES] = {"input.torque_precession", "input.torque_lean",
                                          "input.torque_spin"};

/* Both models are of one kind, so they have the same refs. */
static uint32_t state_ref[STATES], asked_ref[TORQUES], held_ref[TORQUES];

static void find(const wd_model *model)
{
    for (int i = 0; i < STATES; i++)
        state_ref[i] = ref_of(model, state[i]);
    for (int i = 0; i < TORQUES; i++) {
        asked_ref[i] = ref_of(model, asked[i]);
        held_ref[i] = ref_of(model, held[i]);
    }
}

/* One period of the controller: from the states measured at k/RATE to the torques to hold. */
static void control(wd_model *twin, long k, const double *measured, double *torque)
{
    double y[STATES];
    must(twin, wd_model_get(twin, state_ref, STATES, y));
    for (int i = 0; i < MEASURED; i++)
        y[i] = measured[i];
    must(twin, wd_model_reset(twin));
    must(twin, wd_model_set(twin, state_ref, STATES, y));
    must(twin, wd_model_init(twin, (double)k / RATE));
    must(twin, wd_model_step_to(twin, ((double)k + 0.5) / RATE));
    must(twin, wd_model_get(twin, asked_ref, TORQUES, torque));
    must(twin, wd_model_step_to(twin, (double)(k + 1) / RATE));
}

/* The preset's wheel, upright until 20 s. */
static wd_model *wheel(void)
{
    wd_model *model = new_model("torus_wheel");
    must(model, wd_model_load_preset(model, "astroid"));
    must(model, wd_model_set_value(model, "param.rolling_torque", 0.3));
    must(model, wd_model_init(model, 0));
    must(model, wd_model_step_to(model, 20));
    must(model, wd_model_set_choice(model, "input.control_mode", "none"));
    return model;
}

static wd_model *controller(const char *law)
{
    wd_model *model = new_model("torus_wheel");
    must(model, wd_model_load_preset(model, "astroid"));
    must(model, wd_model_set_choice(model, "input.control_mode", law));
    must(model, wd_model_set_value(model, "param.ki", 16));
    must(model, wd_model_init(model, 20));
    return model;
}

int main(void)
{
    wd_model *plant = wheel(), *twin = controller("track");
    double measured[MEASURED], torque[TORQUES], worst = 0, lean = 0;
    const uint32_t error_ref = ref_of(plant, "output.tracking_error");
    find(plant);
    printf(" t/s  largest distance in 5 s/mm  lean/degrees\n");
    for (long k = 20 * RATE; k < 65 * RATE; k++) {
        must(plant, wd_model_get(plant, state_ref, MEASURED, measured));
        control(twin, k, measured, torque);
        must(plant, wd_model_set(plant, held_ref, TORQUES, torque));
        must(plant, wd_model_step_to(plant, (double)(k + 1) / RATE));
        double error;
        must(plant, wd_model_get(plant, &error_ref, 1, &error));
        worst = fmax(worst, error);
        lean = fmax(lean, fabs(measured[1] - acos(0)));
        if ((k + 1) % (5 * RATE) == 0) {
            printf("%4ld  %26.2f  %12.3f\n", (k + 1) / RATE, 1e3 * worst, lean * 90 / acos(0));
            worst = lean = 0;
        }
    }
    wd_model_free(plant);
    wd_model_free(twin);
    return EXIT_SUCCESS;
}
