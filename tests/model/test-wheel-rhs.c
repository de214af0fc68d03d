/* SPDX-License-Identifier: MIT */
/* Forces and accelerations of the rolling wheel, compared with evaluations in 50 digits. */
#include "wheel.h"

/* Column of the table and output of the model; the factor converts applied traction to torque. */
static const struct {
    const char *column, *output;
    double factor;
} columns[] = {
    {"mu", "input.mu", 1},
    {"T", "output.applied_traction", 0.3},
    {"s", "output.relaxation", 1},
    {"Fc", "output.friction_force", 1},
    {"Qi1", "output.constraint_force_x", 1},
    {"Qi3", "output.constraint_torque", 1},
    {"Qn1", "output.nonideal_force_x", 1},
    {"Qn3", "output.nonideal_torque", 1},
    {"vd", "output.x_ddot", 1},
    {"wd", "output.theta_ddot", 1},
};

static double error_of(double got, double want)
{
    return want == 0 ? fabs(got) : fabs(got / want - 1);
}

static void compare_row(const struct csv *csv, const char *inverse)
{
    wd_model *model = wheel(csv_text(csv, "scenario"), csv_text(csv, "law"));
    choose(model, "solver.inverse", inverse);
    set(model, "state.x_dot", csv_real(csv, "v"));
    set(model, "state.theta_dot", csv_real(csv, "w"));
    start(model, csv_real(csv, "t"));
    double worst = 0;
    const char *where = "";
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        double e = error_of(get(model, columns[i].output) * columns[i].factor,
                            csv_real(csv, columns[i].column));
        if (!(e <= worst)) {
            worst = e;
            where = columns[i].column;
        }
    }
    check(worst <= 1e-12, "%s %s t=%s %s: largest relative error %.2g, in %s", csv_text(csv, "law"),
          csv_text(csv, "scenario"), csv_text(csv, "t"), inverse, worst, where);
    wd_model_free(model);
}

int main(void)
{
    struct csv csv;
    csv_open(&csv, "rolling_wheel/golden_rhs.csv");
    int rows = 0;
    for (; csv_next(&csv); rows++) {
        compare_row(&csv, "closed");
        compare_row(&csv, "svd");
    }
    check(rows == 84, "the table has 84 rows");
    return done();
}
