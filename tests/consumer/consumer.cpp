/* SPDX-License-Identifier: MIT */
/* The program of consumer.c in C++: a smart pointer owns the model, and a lambda drives an input.
 */
#include <iostream>
#include <memory>
#include <wheeldyn/constrained.h>
#include <wheeldyn/wheeldyn.h>

int main()
{
    wd_model *raw = nullptr;
    if (wd_model_new("rolling_wheel", &raw) != WD_OK)
        return 1;
    const std::unique_ptr<wd_model, decltype(&wd_model_free)> model(raw, wd_model_free);

    std::uint32_t torque = WD_NO_REF;
    const wd_input_fn ramp = [](double t, double *value, void *slope) -> std::int32_t {
        *value = *static_cast<double *>(slope) * t;
        return 0;
    };
    double slope = 10.0, speed = 0.0;
    if (wd_model_find(raw, "input.drive_torque", &torque) != WD_OK ||
        wd_model_set_input_fn(raw, torque, ramp, &slope) != WD_OK ||
        wd_model_init(raw, 0.0) != WD_OK || wd_model_step_to(raw, 1.0) != WD_OK ||
        wd_model_value(raw, "output.speed", &speed) != WD_OK)
        return 2;
    std::cout << "C++: wheeldyn " << wd_version() << ", speed after 1 s: " << speed << " m/s\n";
    return speed > 0.0 ? 0 : 3;
}
