/* SPDX-License-Identifier: MIT */
/* A car that is described by a scenario, not by the program. The argument is the scenario,
 * vehicle-car.yaml. */
#include <stdio.h>
#include <wheeldyn/scenario.h>

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "scenarios/vehicle-car.yaml";
    wd_scenario *scenario = NULL;
    wd_model *car = NULL;
    double y = 0;
    int failed = wd_scenario_new(&scenario) < 0 || wd_scenario_read_file(scenario, path) < 0 ||
                 wd_scenario_model(scenario, &car) < 0 ||
                 wd_model_set_value(car, "input.steer_fl.target", 0.03) < 0 ||
                 wd_model_set_value(car, "input.steer_fr.target", 0.03) < 0 ||
                 wd_model_init(car, 0) < 0 || wd_model_step_to(car, 2) < 0 ||
                 wd_model_value(car, "output.chassis.y", &y) < 0;
    if (failed)
        fprintf(stderr, "%s%s\n", wd_scenario_error(scenario), wd_model_error(car));
    else
        printf("after 2 s the car is %.2f m to the left\n", y);
    wd_model_free(car);
    wd_scenario_free(scenario);
    return failed;
}
