/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <wheeldyn/wheeldyn.h>

int main(void)
{
    const char *kind = "rolling_wheel", *output = "output.slip_ratio";
    wd_model *wheel;
    double slip;
    int32_t failed;
    if ((failed = wd_model_new(kind, &wheel)))
        fprintf(stderr, "%s: %s; the nearest is %s\n", kind, wd_status_text(failed),
                wd_kind_nearest_name(kind));
    else if ((failed = wd_model_load_preset(wheel, "drive-60") ||
                       wd_model_set_value(wheel, "param.mass", 30) || wd_model_init(wheel, 0) ||
                       wd_model_step_to(wheel, 11)))
        fprintf(stderr, "%s\n", wd_model_error(wheel));
    else if ((failed = wd_model_value(wheel, output, &slip)))
        fprintf(stderr, "%s: %s; the nearest is %s\n", output, wd_status_text(failed),
                wd_model_nearest_name(wheel, output));
    else
        printf("slip ratio at 11 s: %.4f\n", slip);
    wd_model_free(wheel);
    return failed != 0;
}
