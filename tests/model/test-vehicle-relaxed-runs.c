/* SPDX-License-Identifier: MIT */
/* Motions of vehicles with wheels of law relaxed. */
#include "vehicle-tables.h"

/* ---- Coulomb's law as the limit ---- */

/* Error at time t, compared with a run with Coulomb's law. */
static double error_of(const char *name, double t, double tau, double p)
{
    struct csv csv;
    char path[64];
    snprintf(path, sizeof path, "vehicle/run_%s.csv", name);
    wd_model *model = read_vehicle(name, "relaxed");
    csv_open(&csv, path);
    csv_next(&csv);
    start_as(model, &csv);
    set_part(model, "w0", "relaxation_time", tau);
    set_part(model, "w0", "sharpness", p);
    set(model, "solver.rtol", 1e-11);
    start(model, 0);
    while (csv_next(&csv) && csv_real(&csv, "t") < t)
        ;
    go(model, t);
    double error = distance_from(model, &csv);
    wd_model_free(model);
    fclose(csv.file);
    return error;
}

enum { TIMES = 5 };
/* Relaxation times in s, and the exponents of the friction law used with them. */
static const double tau[TIMES] = {0.03, 0.01, 0.003, 0.001, 0.0003};
static const double sharpness[TIMES] = {8, 16, 32, 64, 128};

static void check_order(const char *name, const double *error, double order, double best)
{
    for (int i = 0; i < TIMES; i++)
        check(i == 0 || error[i] < error[i - 1],
              "%s: with a relaxation time of %g s the difference from Coulomb is %.2g", name,
              tau[i], error[i]);
    double last = log(error[3] / error[4]) / log(tau[3] / tau[4]);
    check(last > order, "%s: the difference is of order %.2f in the relaxation time", name, last);
    check(error[4] < best, "%s: the last difference is below %g", name, best);
}

/* For a slip of constant direction, friction equals Coulomb's at once, and the error comes only
 * from the return to sticking. For a turning slip, friction lags behind by the relaxation time. */
static void limit_of_coulomb(const char *name, double t, double order, double best)
{
    double error[TIMES];
    for (int i = 0; i < TIMES; i++)
        error[i] = error_of(name, t, tau[i], sharpness[i]);
    check_order(name, error, order, best);
}

/* The disc of run a3a with less friction. It starts with a slip of 0.2 m/s to the left and none
 * forward. */
static wd_model *make_sidling_disc(const char *law)
{
    struct csv csv;
    wd_model *model = read_vehicle("a3a", law);
    csv_open(&csv, "vehicle/run_a3a.csv");
    csv_next(&csv);
    start_as(model, &csv);
    double yaw = get(model, "init.b0.yaw");
    double x = csv_real(&csv, "ux0"), y = csv_real(&csv, "uy0");
    double forward = get(model, "init.b0.forward") - (x * cos(yaw) + y * sin(yaw));
    double left = get(model, "init.b0.left") - (y * cos(yaw) - x * sin(yaw));
    set_init(model, "b0", "forward", forward);
    set_init(model, "b0", "left", left + 0.2);
    set_input(model, "w0", "mu", 0.5);
    set(model, "solver.rtol", 1e-11);
    fclose(csv.file);
    return model;
}

/* Compare with an event-driven run. The slip direction hardly changes before the slip ends, so the
 * error decreases as for a constant direction. */
static void limit_by_events(void)
{
    static const char *const states[] = {"x",  "y",  "z",  "q0", "q1", "q2", "q3",
                                         "vx", "vy", "vz", "wx", "wy", "wz"};
    double error[TIMES] = {0};
    wd_model *exact = make_sidling_disc("coulomb");
    start(exact, 0), go(exact, 0.6);
    for (int i = 0; i < TIMES; i++) {
        wd_model *model = make_sidling_disc("relaxed");
        set_part(model, "w0", "relaxation_time", tau[i]);
        set_part(model, "w0", "sharpness", sharpness[i]);
        start(model, 0), go(model, 0.6);
        for (size_t k = 0; k < sizeof states / sizeof *states; k++) {
            const char *name = name_of("state", "b0", states[k]);
            error[i] = fmax(error[i], fabs(get(model, name) - get(exact, name)));
        }
        wd_model_free(model);
    }
    check_order("a disc that slips to its side", error, 1.9, 2e-5);
    wd_model_free(exact);
}

/* ---- a bicycle ---- */

static wd_model *make_bicycle(const char *rear, const char *front, double speed)
{
    wd_model *model = read_vehicle("states_bicycle", "relaxed");
    choose(model, "param.w0.law", rear);
    choose(model, "param.w1.law", front);
    set_init(model, "b0", "forward", speed);
    set_init(model, "j1", "rate", speed / 0.3);
    set_init(model, "j3", "rate", speed / 0.35);
    set(model, "param.gravity", 9.81);
    return model;
}

/* The eigenvalues are the four of the benchmark, zeros to rounding, and one eigenvalue of slip,
 * -100/s, for each friction component of a relaxed wheel (`rows` of them). */
static void eigenvalues_of_bicycle(const char *rear, const char *front, size_t rows)
{
    const double want[] = {-0.322866429, -0.775341882, -0.775341882, -14.0783897};
    const double turn[] = {0, 4.46486771, -4.46486771, 0};
    wd_model *model = make_bicycle(rear, front, 5);
    double re[64], im[64];
    size_t zeros = 0, n;
    start(model, 0);
    check(get(model, "output.hyperstatic") == 0, "the forces on a bicycle are unique");
    n = wd_model_linear_size(model);
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    while (zeros < n && hypot(re[zeros], im[zeros]) < 1e-4)
        zeros++;
    while (zeros > 0 && re[zeros] > -0.1)
        zeros++;
    check(zeros + 4 + rows == n, "%s and %s: %zu eigenvalues of %zu are zero", rear, front, zeros,
          n);
    for (size_t i = 0; i < 4 && zeros + i < n; i++)
        near_abs(hypot(re[zeros + i] - want[i], im[zeros + i] - turn[i]), 0, 1e-6,
                 "an eigenvalue of the bicycle");
    for (size_t i = zeros + 4; i < n; i++)
        near_abs(hypot(re[i] + 100, im[i]), 0, 1e-6, "slip decays within the relaxation time");
    wd_model_free(model);
}

/* With sufficient friction, ideal and relaxed wheels roll in the same way, also together on one
 * bicycle. */
static void ideal_and_relaxed_alike(void)
{
    const char *const laws[][2] = {
        {"ideal", "ideal"}, {"relaxed", "ideal"}, {"ideal", "relaxed"}, {"relaxed", "relaxed"}};
    double want[3] = {0, 0, 0}, off = 0;
    for (int i = 0; i < 4; i++) {
        wd_model *model = make_bicycle(laws[i][0], laws[i][1], 4.6);
        for (int w = 0; w < 2; w++) {
            set(model, w ? "input.w1.mu" : "input.w0.mu", 50);
            set_part(model, w ? "w1" : "w0", "sharpness", 64);
        }
        set(model, "input.j2.torque", 0.5);
        set(model, "solver.rtol", 1e-12);
        set(model, "solver.atol", 1e-14);
        start(model, 0);
        go(model, 0.5);
        double got[] = {get(model, "output.b0.roll"), get(model, "state.b0.y"),
                        get(model, "output.w1.side_force")};
        for (int k = 0; k < 3; k++) {
            off = fmax(off, i > 0 ? fabs(got[k] - want[k]) : 0);
            want[k] = i > 0 ? want[k] : got[k];
        }
        wd_model_free(model);
    }
    check(fabs(want[0]) > 0.01 && fabs(want[2]) > 1,
          "a bicycle pushed at its handlebar leans: %g rad, %g N", want[0], want[2]);
    near_abs(off, 0, 1e-10, "ideal and relaxed wheels have the same motion");
}

/* ---- a robot that slips ---- */

static void energy_of_robot(void)
{
    wd_model *model = robot();
    double most = 0, slip = 0;
    start(model, 0);
    double E = balance_of(model);
    for (int i = 1; i <= 20; i++) {
        go(model, 0.03 * i);
        most = fmax(most, fabs(balance_of(model) - E));
        slip = fmax(slip, fabs(get(model, "output.w0.slip_forward")));
    }
    double scale = fabs(get(model, "output.work")) + get(model, "output.dissipated");
    check(get(model, "output.hyperstatic") == 1, "the side forces of the robot are indeterminate");
    check(slip > 0.1 && get(model, "output.dissipated") > 0.1, "the robot slips at up to %.2g m/s",
          slip);
    near_abs(most / scale, 0, 1e-9, "energy balance of the robot");
    near_abs(get(model, "output.w2.gap"), 0, 1e-12, "gap of a wheel of the robot");
    wd_model_free(model);
}

/* Position of the robot after fixed steps of length h. */
static void place_by(double h, double *place)
{
    const char *const names[] = {"state.b0.x", "state.b0.y", "output.b0.yaw", "state.j1.angle"};
    wd_model *model = robot();
    choose(model, "solver.method", h > 0 ? "rk4" : "rk8pd");
    set(model, h > 0 ? "solver.fixed_step" : "solver.rtol", h > 0 ? h : 1e-13);
    start(model, 0);
    go(model, 0.2);
    for (int i = 0; i < 4; i++)
        place[i] = get(model, names[i]);
    wd_model_free(model);
}

static void order_of_steps(void)
{
    double exact[4], place[4], last = 0, rate = 0;
    place_by(0, exact);
    for (double h = 0.2 / 16; h > 0.2 / 200; h /= 2) {
        double error = 0;
        place_by(h, place);
        for (int i = 0; i < 4; i++)
            error = fmax(error, fabs(place[i] - exact[i]));
        rate = last > 0 ? log2(last / error) : 0;
        last = error;
    }
    near_abs(rate, 4, 0.25, "order of the error of method rk4");
}

/* ---- a car on a rigid frame ---- */

static wd_model *make_car(const char *law, double speed)
{
    wd_model *model = read_vehicle("states_car", law);
    set_init(model, "b0", "forward", speed);
    for (int j = 1; j <= 4; j++) {
        const char name[] = {'j', (char)('0' + j), 0};
        set_init(model, name, "rate", speed / 0.3);
    }
    set(model, "param.gravity", 9.81);
    return model;
}

/* Braking torques of 600 N m at each front wheel and 250 N m at each rear wheel, compared with a
 * closed form. */
static void car_brakes(void)
{
    const double m = 1080, I = 0.9, r = 0.3, L = 2.6;
    const double x = (40 * 1.2 - 40 * 1.4) / m, h = (1000 * 0.55 + 80 * 0.3) / m;
    double a = (1700 / r) / (m + 4 * I / (r * r));
    double front = (m * 9.81 * (1.4 + x) + m * a * h + 4 * I * a / r) / (2 * L);
    wd_model *model = make_car("relaxed", 20);
    for (int w = 0; w < 4; w++) {
        const char name[] = {'w', (char)('0' + w), 0}, joint[] = {'j', (char)('1' + w), 0};
        set_part(model, name, "sharpness", 64);
        set_input(model, joint, "torque", w < 2 ? -600 : -250);
    }
    start(model, 0);
    go(model, 1);
    double v = get(model, "state.b0.vx");
    go(model, 2);
    near_rel(v - get(model, "state.b0.vx"), a, 1e-8, 1, "deceleration of a braked car");
    near_rel(get(model, "output.w0.normal_force"), front, 1e-8, 1,
             "load of the left front wheel of the braked car");
    near_rel(get(model, "output.w1.normal_force"), front, 1e-8, 1,
             "load of the right front wheel of the braked car");
    near_rel(get(model, "output.w1.forward_force"), -(600 - I * a / r) / r, 1e-8, 1,
             "forward force: torque less that of the spin inertia, over the radius");
    check(get(model, "output.hyperstatic") == 1, "the forces on four wheels are indeterminate");
    near_abs(get(model, "state.b0.y"), 0, 1e-9, "the braked car stays on its line");
    wd_model_free(model);
}

/* Front wheels turned by the same angle: their axes and the rear axle have no common point. */
static void steered_car(void)
{
    const char *const laws[] = {"ideal", "relaxed"};
    for (int i = 0; i < 2; i++) {
        wd_model *model = make_car(laws[i], 5);
        for (int w = 0; w < 2; w++) {
            set_part(model, w ? "w1" : "w0", "axis_x", -0.05);
            set_part(model, w ? "j2" : "j1", "axis_x", -0.05);
        }
        int32_t status = wd_model_init(model, 0);
        if (i == 0) {
            double v = NAN;
            check(status < 0 || (wd_model_value(model, "state.b0.vx", &v) == WD_OK && v < 1e-6),
                  "a car on ideal wheels cannot move");
        } else {
            must(model, status, "init");
            go(model, 2);
            double yaw = get(model, "output.b0.yaw"), speed = get(model, "output.speed");
            near_rel(yaw, 2 * 5 * 0.05 / 2.6, 0.05, 1e-9,
                     "yaw angle of a steered car on relaxed wheels");
            near_rel(speed, 5, 0.01, 1, "speed of a steered car on relaxed wheels");
        }
        wd_model_free(model);
    }
}

/* ---- stiff equations ---- */

/* Preset car, with wheels of law relaxed and this relaxation time instead of tyres, after 5 s. */
static wd_model *stiff_car(const char *method, double rtol, double time)
{
    static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};
    wd_model *model = make("vehicle", "car");
    for (int w = 0; w < 4; w++) {
        choose(model, name_of("param", wheels[w], "law"), "relaxed");
        set_part(model, wheels[w], "relaxation_time", time);
    }
    choose(model, "solver.method", method);
    set(model, "solver.rtol", rtol);
    set(model, "solver.atol", 0.01 * rtol);
    start(model, 0);
    go(model, 5);
    return model;
}

static void radau_on_stiff_car(void)
{
    wd_model *model = stiff_car("radau", 1e-6, 1e-4), *fine = stiff_car("radau", 1e-10, 1e-4);
    wd_model *soft = stiff_car("radau", 1e-6, 1e-2);
    double error = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        const char *name = wd_model_var_name(model, ref);
        if (wd_model_var_role(model, ref) == WD_STATE)
            error = fmax(error,
                         fabs(get(model, name) - get(fine, name)) / fmax(1, fabs(get(fine, name))));
    }
    check(get(model, "stat.rhs_calls") < 5500 && error < 1e-7,
          "stiff car by radau: %g evaluations, error %.1e", get(model, "stat.rhs_calls"), error);
    check(get(soft, "stat.rhs_calls") != get(model, "stat.rhs_calls"),
          "the relaxation time has an effect: %g evaluations with 0.01 s",
          get(soft, "stat.rhs_calls"));
    wd_model_free(soft);
    wd_model_free(model);
    wd_model_free(fine);
}

int main(void)
{
    radau_on_stiff_car();
    limit_of_coulomb("a1", 0.6, 1.9, 1e-6);
    limit_of_coulomb("b", 0.5, 1.9, 1e-5);
    limit_of_coulomb("a3c", 0.6, 0.9, 1e-3);
    limit_by_events();
    eigenvalues_of_bicycle("relaxed", "relaxed", 4);
    eigenvalues_of_bicycle("ideal", "relaxed", 2);
    eigenvalues_of_bicycle("relaxed", "ideal", 2);
    ideal_and_relaxed_alike();
    energy_of_robot();
    order_of_steps();
    car_brakes();
    steered_car();
    return done();
}
