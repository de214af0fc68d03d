// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <memory>
#include <stdexcept>
#include <wheeldyn/wheeldyn.h>

static void must(const wd_model *model, int status)
{
    if (status < 0)
        throw std::runtime_error(wd_model_error(model));
}

int main()
{
    wd_model *raw = nullptr;
    must(raw, wd_model_new("rolling_wheel", &raw));
    const std::unique_ptr<wd_model, decltype(&wd_model_free)> wheel(raw, wd_model_free);
    must(raw, wd_model_load_preset(raw, "drive-60"));
    for (const double mass : {20.0, 30.0, 40.0}) {
        double slip = 0.0;
        must(raw, wd_model_reset(raw)); // back to the start, parameters stay
        must(raw, wd_model_set_value(raw, "param.mass", mass));
        must(raw, wd_model_init(raw, 0.0));
        must(raw, wd_model_step_to(raw, 11.0));
        must(raw, wd_model_value(raw, "output.slip_ratio", &slip));
        std::cout << mass << " kg: slip ratio " << slip << '\n';
    }
}
