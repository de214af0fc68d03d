/* SPDX-License-Identifier: MIT */
/* The robot of the preset drives over its threshold, a bar 15 mm high; then it stands with locked
 * wheels on a slope of 0.2 rad. */
#include <math.h>
#include <stdio.h>
#include <wheeldyn/wheeldyn.h>

static double number(const wd_model *robot, const char *name)
{
    double value = NAN;
    wd_model_value(robot, name, &value);
    return value;
}

static int drive(wd_model *robot)
{
    int failed = wd_model_load_preset(robot, "threshold") || wd_model_init(robot, 0);
    double height = number(robot, "output.chassis.z"), most = 0, deepest = 0, passed = NAN;
    for (int i = 1; !failed && i <= 3000; i++) {
        failed = wd_model_step_to(robot, 0.001 * i) != WD_OK;
        most = fmax(most, number(robot, "output.chassis.z") - height);
        deepest = fmin(deepest, number(robot, "output.left.gap"));
        deepest = fmin(deepest, number(robot, "output.caster.gap"));
        if (isnan(passed) && number(robot, "output.chassis.x") > 1)
            passed = 0.001 * i;
    }
    if (!failed)
        printf("chassis rises by %.1f mm, passes 1 m at %.3f s; wheels sink in by %.0e m\n",
               1e3 * most, passed, -deepest);
    return failed;
}

static int stand(wd_model *robot)
{
    static const char *const names[] = {"input.slope", "input.left.torque", "input.right.torque",
                                        "input.left.brake", "input.right.brake"};
    static const double numbers[] = {0.2, 0, 0, 50, 50};
    int failed = wd_model_reset(robot) || wd_model_load_preset(robot, "threshold");
    for (int i = 0; i < 5; i++)
        failed = failed || wd_model_set_value(robot, names[i], numbers[i]);
    failed = failed || wd_model_init(robot, 0) || wd_model_step_to(robot, 10);
    double x = number(robot, "output.chassis.x");
    failed = failed || wd_model_step_to(robot, 20);
    if (!failed)
        printf("on the slope it creeps by %.0e m from 10 s to 20 s\n",
               fabs(number(robot, "output.chassis.x") - x));
    return failed;
}

int main(void)
{
    wd_model *robot;
    if (wd_model_new("vehicle", &robot) != WD_OK)
        return 1;
    int failed = drive(robot) || stand(robot);
    if (failed)
        fprintf(stderr, "%s\n", wd_model_error(robot));
    wd_model_free(robot);
    return failed;
}
