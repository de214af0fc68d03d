// SPDX-License-Identifier: GPL-3.0-or-later
// A lambda drives the wheel harder and harder; its rows go to standard output as CSV.
#include <iostream>
#include <memory>
#include <stdexcept>
#include <vector>
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

    std::uint32_t torque = WD_NO_REF;
    std::vector<std::uint32_t> refs(2);
    must(raw, wd_model_find(raw, "input.drive_torque", &torque));
    refs[0] = torque;
    must(raw, wd_model_find(raw, "state.x_dot", &refs[1]));

    double slope = 10.0; // N m/s; an exception must not leave a function like this one
    const wd_input_fn ramp = [](double t, double *value, void *user) -> std::int32_t {
        *value = *static_cast<double *>(user) * t;
        return 0;
    };
    must(raw, wd_model_set_input_fn(raw, torque, ramp, &slope));
    must(raw, wd_model_init(raw, 0.0));

    std::vector<double> rows(6 * 3); // time and two columns
    std::size_t written = 0;
    must(raw, wd_model_run(raw, 5.0, 1.0, refs.data(), refs.size(), rows.data(), 6, &written));
    std::cout << "time,torque,speed\n";
    for (std::size_t i = 0; i < written; i++)
        std::cout << rows[3 * i] << ',' << rows[3 * i + 1] << ',' << rows[3 * i + 2] << '\n';
}
