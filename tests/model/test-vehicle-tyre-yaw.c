/* SPDX-License-Identifier: MIT */
/* Yaw rate of a car after a small step of its steering, at 5 to 40 m/s, compared with
 * tests/ref/tyre/yaw.csv. */
#include "vehicle-tyre.h"

/* Units: kg, kg m2, m, rad. */
#define MASS 1500.0
#define INERTIA 2500.0
#define AHEAD 1.2
#define BEHIND 1.5
#define RADIUS 0.3
#define STEP 1e-5
#define STIFF 5e7 /* N/m: stiffness of a tyre with a negligible deflection */
#define GRAVITY 9.81

/* Largest error relative to the gain. The car differs from the single-track car of the table by the
 * deflection of its load springs and the gyroscopic moment of its wheels; with 0.4 of the
 * stiffness and ten times the spin inertia the error is 4.6e-6. */
#define TOLERANCE 1e-6

/* Largest distance from the linear equations: the slope of the brush model decreases with the slip,
 * at the slips of these runs by up to 4e-5. */
#define LINEAR 4e-5

/* A car without suspension, whose centre of mass is on the ground, so that it neither rolls nor
 * pitches. Its front wheels stand at the steering angle from the start. */
static wd_model *make_steered(double speed)
{
    static const char *const wheels[] = {"fl", "fr", "rl", "rr"};
    wd_model *model = new_vehicle();
    add(model, "body", "car", NULL, NULL);
    set_mass(model, "car", MASS, 500, INERTIA, INERTIA);
    add_tyre_numbers(model, BRUSH);
    set_part(model, "tyre", "rolling_resistance", 0);
    set_part(model, "tyre", "side_stiffness", 75e3);
    set_part(model, "tyre", "turning_stiffness", 2.5e3);
    set_part(model, "tyre", "vertical_stiffness", STIFF);
    set_part(model, "tyre", "vertical_damping", 5e4);
    for (int i = 0; i < 4; i++) {
        double steer = i < 2 ? STEP : 0, share = (i < 2 ? BEHIND : AHEAD) / (AHEAD + BEHIND);
        add_wheel_on_tyre(model, wheels[i], "car", RADIUS);
        set_place(model, wheels[i], i < 2 ? AHEAD : -BEHIND, i % 2 ? -0.75 : 0.75, RADIUS);
        set_axis(model, wheels[i], -sin(steer), cos(steer), 0);
        set_part(model, wheels[i], "crown", 0.1);
        set_part(model, wheels[i], "mass", 0);
        set_part(model, wheels[i], "spin_inertia", 1e-4);
        /* the spring of rolling resistance is at its limit, as in steady rolling */
        set_init(model, wheels[i], "bend_roll", -share * MASS * GRAVITY / 2 / STIFF);
        set_part(model, wheels[i], "cross_inertia", 0);
    }
    choose(model, "param.place", "on_ground");
    choose(model, "param.spin", "rolling");
    set_init(model, "car", "forward", speed);
    use_precision(model, 1e-9);
    choose(model, "solver.method", "radau"); /* because the load springs are stiff */
    return model;
}

int main(void)
{
    struct csv csv;
    double speed = 0, worst = 0, apart_most = 0;
    wd_model *model = NULL;
    int rows = 0;
    csv_open(&csv, "tyre/yaw.csv");
    for (; csv_next(&csv); rows++) {
        if (csv_real(&csv, "speed") != speed) {
            wd_model_free(model);
            speed = csv_real(&csv, "speed");
            model = make_steered(speed);
            start(model, 0);
        }
        go(model, csv_real(&csv, "time"));
        double rate = get(model, "state.car.wz") / STEP, gain = csv_real(&csv, "gain");
        worst = fmax(worst, fabs(rate - csv_real(&csv, "law")) / gain);
        apart_most = fmax(apart_most, fabs(rate - csv_real(&csv, "closed")) / gain);
    }
    wd_model_free(model);
    check(rows == 25, "five speeds and five times: %d rows", rows);
    check(worst <= TOLERANCE, "error of the yaw rate %.2g of its gain", worst);
    check(apart_most <= LINEAR, "distance from the linear equations %.2g of the gain", apart_most);
    return done();
}
