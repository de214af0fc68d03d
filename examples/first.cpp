// SPDX-License-Identifier: MIT
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <wheeldyn/wheeldyn.h>

static void must(const wd_model *model, int status)
{
    if (status < 0)
        throw std::runtime_error(wd_model_error(model));
}

// must() for calls that take a name and leave no text in the model.
static void must_name(int status, const std::string &name, const std::string &nearest)
{
    if (status < 0)
        throw std::runtime_error(name + ": " + wd_status_text(status) + "; the nearest is " +
                                 nearest);
}

int main()
try {
    const char *kind = "rolling_wheel";
    wd_model *raw = nullptr;
    must_name(wd_model_new(kind, &raw), kind, wd_kind_nearest_name(kind));
    const std::unique_ptr<wd_model, decltype(&wd_model_free)> wheel(raw, wd_model_free);
    must(raw, wd_model_load_preset(raw, "drive-60"));
    const char *output = "output.slip_ratio";
    for (const double mass : {20.0, 30.0, 40.0}) {
        double slip = 0.0;
        must(raw, wd_model_reset(raw)); // back to the start, parameters stay
        must(raw, wd_model_set_value(raw, "param.mass", mass));
        must(raw, wd_model_init(raw, 0.0));
        must(raw, wd_model_step_to(raw, 11.0));
        must_name(wd_model_value(raw, output, &slip), output, wd_model_nearest_name(raw, output));
        std::cout << mass << " kg: slip ratio " << slip << '\n';
    }
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
