/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <wheeldyn/wheeldyn.h>

int main(void)
{
    wd_model *wheel;
    double slip;
    if (wd_model_new("rolling_wheel", &wheel) || wd_model_load_preset(wheel, "drive-60") ||
        wd_model_set_value(wheel, "param.mass", 30) || wd_model_init(wheel, 0) ||
        wd_model_step_to(wheel, 11) || wd_model_value(wheel, "output.slip_ratio", &slip))
        fprintf(stderr, "%s\n", wd_model_error(wheel));
    else
        printf("slip ratio at 11 s: %.4f\n", slip);
    wd_model_free(wheel);
}
