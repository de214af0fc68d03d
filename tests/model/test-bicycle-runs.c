/* SPDX-License-Identifier: MIT */
/* Rides compared with references of 22 digits; order of convergence, energy, drift. */
#include "bicycle-ride.h"
#include "csv.h"

#include <string.h>

static const double step = 0.0025;

/* ---- five runs ---- */

static const char *const columns[][2] = {
    {"roll", "output.roll"},          {"steer", "output.steer"},
    {"pitch", "output.pitch"},        {"yaw", "output.yaw"},
    {"rolld", "output.roll_rate"},    {"steerd", "output.steer_rate"},
    {"rR_betaRd", "output.speed"},    {"betaR", "output.rear_angle"},
    {"betaF", "output.front_angle"},  {"T", "output.kinetic_energy"},
    {"V", "output.potential_energy"}, {"xR", "state.rear_wheel.x"},
    {"yR", "state.rear_wheel.y"},
};
enum { COLUMNS = sizeof columns / sizeof *columns, PLACES = COLUMNS - 2 };

/* Largest error of the compared columns; numbers above 1 are compared relatively, positions
 * relative to the distance travelled. */
static double run_error(const wd_model *model, const struct csv *csv)
{
    double worst = 0, distance = csv_real(csv, "v0") * csv_real(csv, "t");
    for (int i = 0; i < COLUMNS; i++) {
        double want = csv_real(csv, columns[i][0]);
        double scale = fmax(i < PLACES ? fabs(want) : distance, 1);
        worst = fmax(worst, fabs(get(model, columns[i][1]) - want) / scale);
    }
    return worst;
}

static void compare_runs(const char *method, const char *acceleration, double tol)
{
    struct csv csv;
    wd_model *model = NULL;
    int rows = 0;
    csv_open(&csv, "bicycle/golden_traj.csv");
    for (; csv_next(&csv); rows++) {
        double t = csv_real(&csv, "t");
        if (t == 0) {
            wd_model_free(model);
            model = ride(csv_real(&csv, "v0"), csv_real(&csv, "rollrate0"), step);
            choose(model, "solver.method", method);
            choose(model, "solver.acceleration", acceleration);
            start(model, 0);
        }
        go(model, t);
        double worst = run_error(model, &csv);
        check(worst <= tol, "%s, %s, run %s, t = %g: largest error of a state %.2g", method,
              acceleration, csv_text(&csv, "case"), t, worst);
    }
    check(rows == 20, "five runs of four rows are compared");
    wd_model_free(model);
}

/* ---- the whole state and all multipliers of one run ---- */

static const double weight = 94 * 9.81, speed = 4.6;

/* Divisor for the error of number i of the table: the distance for x and y, the speed for
 * velocities, 1 for heights, angles and angular velocities. */
static double scale_of(uint32_t i, double t)
{
    if (i < 24)
        return i % 6 < 2 ? fmax(speed * t, 1) : 1;
    return i % 6 < 3 ? speed : 1;
}

/* Compare a run with its table. If `strict`, each number is compared relative to itself, if it
 * exceeds 1; else states are compared relative to scale_of(), and multipliers relative to the
 * weight. */
static void compare_table(const char *method, int strict, double tol)
{
    struct csv csv;
    char name[32];
    int rows = 0;
    wd_model *model = ride(speed, 0.5, step);
    uint32_t first;
    choose(model, "solver.method", method);
    must(model, wd_model_find(model, "state.rear_wheel.x", &first), "find");
    start(model, 0);
    csv_open(&csv, "bicycle/golden_full_4p6.csv");
    for (; csv_next(&csv); rows++) {
        double worst = 0, t = csv_real(&csv, "t"), value;
        go(model, t);
        for (uint32_t i = 0; i < 48; i++) {
            /* In the table all positions and angles come before all velocities. */
            uint32_t ref = first + 12 * (i % 24 / 6) + i % 6 + 6 * (i / 24);
            snprintf(name, sizeof name, "s%u", i);
            double want = csv_real(&csv, name);
            wd_model_get(model, &ref, 1, &value);
            worst = fmax(worst, fabs(value - want) / fmax(fabs(want), strict ? 1 : scale_of(i, t)));
        }
        for (int i = 1; i <= 21; i++) {
            char ours[32];
            snprintf(name, sizeof name, "lam%d", i);
            snprintf(ours, sizeof ours, "lambda_%d", i);
            double want = csv_real(&csv, name);
            double scale = strict ? fmax(fabs(want), 1) : weight;
            worst = fmax(worst, fabs(output(model, ours) - want) / scale);
        }
        check(worst <= tol, "%s: state and multipliers at t = %g, error %.2g", method, t, worst);
    }
    check(rows == 4, "the state is compared in four rows");
    wd_model_free(model);
}

/* ---- order ---- */

static double error_of(const char *acceleration, const char *projection, double h)
{
    struct csv csv;
    double worst = 0;
    csv_open(&csv, "bicycle/golden_traj.csv");
    while (csv_next(&csv)) {
        if (strcmp(csv_text(&csv, "case"), "0") != 0 || csv_real(&csv, "t") != 2)
            continue;
        wd_model *model = ride(4.6, 0.5, h);
        choose(model, "solver.acceleration", acceleration);
        choose(model, "solver.projection", projection);
        start(model, 0);
        go(model, 2);
        for (int i = 0; i < PLACES - 2; i++)
            worst = fmax(worst, fabs(get(model, columns[i][1]) - csv_real(&csv, columns[i][0])));
        wd_model_free(model);
    }
    return worst;
}

static void order_of_steps(const char *acceleration, const char *projection)
{
    double coarse = error_of(acceleration, projection, 0.01);
    double middle = error_of(acceleration, projection, 0.005);
    double fine = error_of(acceleration, projection, 0.0025);
    double first = log2(coarse / middle), second = log2(middle / fine);
    check(second > 3.7 && second < 4.5 && first > 3.5,
          "%s, %s: order of the error %.2f, with smaller steps %.2f (error %.2g)", acceleration,
          projection, first, second, fine);
}

/* ---- drift of one step: h^5, the first neglected term of the series ---- */

static void drift_of_constraints(const char *acceleration)
{
    static const char *const names[] = {"position_error", "velocity_error"};
    double error[3][2];
    for (int i = 0; i < 3; i++) {
        wd_model *model = ride(4.6, 0.5, ldexp(0.02, -i));
        choose(model, "solver.acceleration", acceleration);
        start(model, 0);
        go(model, ldexp(0.02, -i));
        for (int k = 0; k < 2; k++)
            error[i][k] = output(model, names[k]);
        wd_model_free(model);
    }
    for (int k = 0; k < 2; k++)
        check(error[1][k] / error[2][k] > 28 && error[1][k] / error[2][k] < 36 &&
                  error[0][k] / error[1][k] > 24,
              "%s: with half the step the %s of one step falls by a factor of %.1f, then %.1f, to "
              "%.2g",
              acceleration, names[k], error[0][k] / error[1][k], error[1][k] / error[2][k],
              error[2][k]);
}

/* ---- energy ---- */

static void energy_spread(double v, double roll_rate, const char *acceleration,
                          const char *projection)
{
    wd_model *model = ride(v, roll_rate, 0.005);
    choose(model, "solver.acceleration", acceleration);
    choose(model, "solver.projection", projection);
    start(model, 0);
    double first = balance(model), lowest = first, highest = first;
    for (int k = 1; k <= 400; k++) {
        go(model, 0.05 * k);
        lowest = fmin(lowest, balance(model));
        highest = fmax(highest, balance(model));
    }
    double spread = (highest - lowest) / first;
    check(spread < 1e-7, "%g m/s, %g rad/s, %s, %s: energy spread %.2g in 20 s", v, roll_rate,
          acceleration, projection, spread);
    wd_model_free(model);
}

/* After a minute the lean has decayed, and the energy of the start is that of straight rolling. At
 * the start it includes the energy of the roll rate 0.5 rad/s, where 80.81722 kg m2 is the roll
 * entry of the mass matrix (Meijaard et al.). */
static void final_speed(void)
{
    wd_model *model = ride(4.6, 0.5, 0.002);
    start(model, 0);
    go(model, 60);
    double moving = 94 + 0.12 / 0.09 + 0.28 / (0.35 * 0.35);
    near_abs(output(model, "speed"), sqrt(4.6 * 4.6 + 80.81722 * 0.25 / moving), 1e-9,
             "speed after a minute, against the energy of the push");
    wd_model_free(model);
}

int main(void)
{
    compare_runs("rk4", "tree", 1e-8);
    compare_runs("rk8pd", "tree", 1e-12);
    compare_runs("rk8pd", "range_space", 1e-12);
    compare_table("rk4", 0, 1e-8);
    compare_table("rk8pd", 1, 1e-11);
    order_of_steps("tree", "moore_penrose");
    order_of_steps("tree", "mass_weighted");
    order_of_steps("range_space", "moore_penrose");
    order_of_steps("range_space", "none");
    drift_of_constraints("tree");
    drift_of_constraints("range_space");
    static const double manoeuvres[][2] = {{4, 0.05}, {4.6, 0.5}, {8, 0.05}};
    for (int i = 0; i < 3; i++) {
        energy_spread(manoeuvres[i][0], manoeuvres[i][1], "tree", "moore_penrose");
        energy_spread(manoeuvres[i][0], manoeuvres[i][1], "tree", "mass_weighted");
        energy_spread(manoeuvres[i][0], manoeuvres[i][1], "range_space", "moore_penrose");
    }
    final_speed();
    return done();
}
