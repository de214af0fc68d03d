/* SPDX-License-Identifier: MIT */
/* A minimal program that shows that headers, library and version agree. */
#include <stdio.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/wheeldyn.h>

int main(void)
{
    wd_model *model = NULL;
    wd_uk *uk = NULL;
    double speed = 0.0;
    if (wd_version_number() != WD_VERSION_NUMBER || strcmp(wd_version(), WD_VERSION) != 0)
        return 1;
    if (wd_uk_new(1, 1, &uk) != WD_OK || wd_model_new("rolling_wheel", &model) != WD_OK)
        return 2;
    if (wd_model_set_value(model, "input.drive_torque", 10.0) != WD_OK ||
        wd_model_init(model, 0.0) != WD_OK || wd_model_step_to(model, 1.0) != WD_OK ||
        wd_model_value(model, "output.speed", &speed) != WD_OK)
        return 3;
    printf("C: wheeldyn %s, speed after 1 s: %.3f m/s\n", wd_version(), speed);
    wd_model_free(model);
    wd_uk_free(uk);
    return speed > 0.0 ? 0 : 4;
}
