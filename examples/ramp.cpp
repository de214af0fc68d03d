// SPDX-License-Identifier: MIT
// A lambda drives the wheel with a growing torque; the rows are printed as CSV.
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
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

    std::vector<std::uint32_t> refs;
    for (const char *name : {"input.drive_torque", "state.x_dot"}) {
        refs.push_back(WD_NO_REF);
        must_name(wd_model_find(raw, name, &refs.back()), name, wd_model_nearest_name(raw, name));
    }

    double slope = 10.0; // N m/s; an exception must not leave a function like this one
    const wd_input_fn ramp = [](double t, double *value, void *user) -> std::int32_t {
        *value = *static_cast<double *>(user) * t;
        return 0;
    };
    must(raw, wd_model_set_input_fn(raw, refs[0], ramp, &slope));
    must(raw, wd_model_init(raw, 0.0));

    std::vector<double> rows(6 * 3); // time and two columns
    std::size_t written = 0;
    must(raw, wd_model_run(raw, 5.0, 1.0, refs.data(), refs.size(), rows.data(), 6, &written));
    std::cout << "time,torque,speed\n";
    for (std::size_t i = 0; i < written; i++)
        std::cout << rows[3 * i] << ',' << rows[3 * i + 1] << ',' << rows[3 * i + 2] << '\n';
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
