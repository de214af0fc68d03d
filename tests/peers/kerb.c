/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <wheeldyn/wheeldyn.h>

static const double ground[] = {-10, 0, 0, 0, 0, 0.03, 10, 0.03};

int main(void)
{
    wd_model *wheel;
    double speed;
    if (wd_model_new("impact_wheel", &wheel) != WD_OK)
        return 1;
    int32_t failed =
        wd_model_set_terrain(wheel, ground, 4) || wd_model_set_value(wheel, "param.mu", 0.8) ||
        wd_model_set_value(wheel, "param.mass", 10) ||
        wd_model_set_value(wheel, "param.inertia", 0.05) ||
        wd_model_set_value(wheel, "param.radius", 0.1) ||
        wd_model_set_value(wheel, "state.x", -1) || wd_model_set_value(wheel, "state.y", 0.1) ||
        wd_model_set_value(wheel, "state.x_dot", 3) ||
        wd_model_set_value(wheel, "state.phi_dot", -30) || wd_model_init(wheel, 0) ||
        wd_model_step_to(wheel, 1) < 0 || wd_model_value(wheel, "state.x_dot", &speed);
    if (failed)
        fprintf(stderr, "%s\n", wd_model_error(wheel));
    else
        printf("after 1 s at %.4f m/s\n", speed);
    wd_model_free(wheel);
    return failed;
}
