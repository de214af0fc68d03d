/* SPDX-License-Identifier: MIT */
/* Motions of vehicles with ideal wheels, compared with the kinds torus_wheel and bicycle, which
 * compute the same motions in another way. */
#include "csv.h"
#include "disc.h"

#include <string.h>

/* ---- a disc, compared with torus_wheel ---- */

static void disc_as_torus_wheel(void)
{
    struct csv csv;
    wd_model *tube = NULL, *disc = NULL;
    int rows = 0;
    csv_open(&csv, "torus_wheel/golden_free.csv");
    for (; csv_next(&csv); rows++) {
        double t = csv_real(&csv, "t");
        if (t == 0) {
            wd_model_free(tube);
            wd_model_free(disc);
            tube = torus("straight-10");
            torus_precise(tube);
            set(tube, "state.lean", csv_real(&csv, "q"));
            disc = disc_like(tube);
            torus_precise(disc);
            start(tube, 0);
            start(disc, 0);
        }
        go(tube, t);
        go(disc, t);
        double error = disc_error(disc, tube);
        check(error <= 1e-11, "disc as torus_wheel at t = %g: error %.2g", t, error);
    }
    check(rows == 10, "two motions of five rows are compared");
    wd_model_free(tube);
    wd_model_free(disc);
}

/* ---- a bicycle, compared with kind bicycle ---- */

static const char *const same[][3] = {
    {"frame.yaw", "yaw", "1"},
    {"frame.roll", "roll", "1"},
    {"frame.pitch", "pitch", "1"},
    {"rear.contact_x", "rear_x", "distance"},
    {"rear.contact_y", "rear_y", "distance"},
    {"front.contact_x", "front_x", "distance"},
    {"front.contact_y", "front_y", "distance"},
    {"rear.normal_force", "rear_normal", "weight"},
    {"rear.forward_force", "rear_longitudinal", "weight"},
    {"rear.side_force", "rear_lateral", "weight"},
    {"front.normal_force", "front_normal", "weight"},
    {"front.forward_force", "front_longitudinal", "weight"},
    {"front.side_force", "front_lateral", "weight"},
    {"steer.acceleration", "steer_acc", "1"},
    {"kinetic_energy", "kinetic_energy", "J"},
    {"potential_energy", "potential_energy", "J"},
};

static double bicycle_error(const wd_model *vehicle, const wd_model *bicycle, double distance)
{
    double worst = fabs(get(vehicle, "state.steer.angle") - get(bicycle, "output.steer"));
    worst = fmax(worst, fabs(get(vehicle, "state.steer.rate") - get(bicycle, "output.steer_rate")));
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char name[2][64];
        snprintf(name[0], sizeof name[0], "output.%s", same[i][0]);
        snprintf(name[1], sizeof name[1], "output.%s", same[i][1]);
        double scale = *same[i][2] == 'd' ? fmax(distance, 1) : *same[i][2] == '1' ? 1 : 94 * 9.81;
        worst = fmax(worst, fabs(get(vehicle, name[0]) - get(bicycle, name[1])) / scale);
    }
    return worst;
}

static void use_short_steps(wd_model *model)
{
    choose(model, "solver.method", "rk8pd");
    set(model, "solver.fixed_step", 0.0025);
}

static void vehicle_as_bicycle(enum bicycle_parts how, const char *what)
{
    struct csv csv;
    wd_model *bicycle = NULL, *vehicle = NULL;
    int rows = 0;
    csv_open(&csv, "bicycle/golden_traj.csv");
    for (; csv_next(&csv); rows++) {
        double t = csv_real(&csv, "t"), v = csv_real(&csv, "v0"),
               rate = csv_real(&csv, "rollrate0");
        if (t == 0) {
            wd_model_free(bicycle);
            wd_model_free(vehicle);
            bicycle = make("bicycle", NULL);
            vehicle = bicycle_of_parts(bicycle, how, v, rate);
            set(bicycle, "init.speed", v);
            set(bicycle, "init.roll_rate", rate);
            use_short_steps(bicycle);
            use_short_steps(vehicle);
            start(bicycle, 0);
            start(vehicle, 0);
        }
        go(bicycle, t);
        go(vehicle, t);
        double error = bicycle_error(vehicle, bicycle, v * t);
        check(error <= 1e-11, "bicycle of %s as kind bicycle, run %s at t = %g: error %.2g", what,
              csv_text(&csv, "case"), t, error);
    }
    check(rows == 20, "five runs of four rows are compared");
    wd_model_free(bicycle);
    wd_model_free(vehicle);
}

/* ---- order and drift ---- */

static wd_model *make_weaving_bicycle(const char *method, double h)
{
    wd_model *bicycle = make("bicycle", NULL),
             *vehicle = bicycle_of_parts(bicycle, WHEELS, 4.6, 0.5);
    choose(vehicle, "solver.method", method);
    set(vehicle, "solver.fixed_step", h);
    wd_model_free(bicycle);
    start(vehicle, 0);
    return vehicle;
}

static double roll_after_2_s(const char *method, double h)
{
    wd_model *vehicle = make_weaving_bicycle(method, h);
    go(vehicle, 2);
    double roll = out(vehicle, "frame", "roll");
    wd_model_free(vehicle);
    return roll;
}

static void order_of_steps(void)
{
    double exact = roll_after_2_s("rk8pd", 0.0025), error[3];
    for (int i = 0; i < 3; i++)
        error[i] = fabs(roll_after_2_s("rk4", 0.02 / (1 << i)) - exact);
    for (int i = 0; i < 2; i++) {
        double found = log2(error[i] / error[i + 1]);
        check(found > 3.8 && found < 4.4, "rk4 is of order 4: %.2f", found);
    }
}

static void drift_of_constraints(void)
{
    static const char *const wheel[] = {"rear", "front"};
    wd_model *vehicle = make_weaving_bicycle("rk4", 0.005);
    double gap = 0, slip = 0;
    for (int k = 1; k <= 600; k++) {
        go(vehicle, 0.1 * k);
        for (int i = 0; i < 2; i++) {
            gap = fmax(gap, fabs(out(vehicle, wheel[i], "gap")));
            slip = fmax(slip, hypot(out(vehicle, wheel[i], "slip_forward"),
                                    out(vehicle, wheel[i], "slip_side")));
        }
    }
    check(gap <= 1e-12, "gaps for 60 s: error %.2g, at most 1e-12", gap);
    check(slip <= 1e-12, "slip speeds for 60 s: error %.2g, at most 1e-12", slip);
    wd_model_free(vehicle);
}

int main(void)
{
    disc_as_torus_wheel();
    vehicle_as_bicycle(RIMS_ON_HINGES, "bodies, hinges and rims");
    vehicle_as_bicycle(WHEELS, "frames and wheels");
    order_of_steps();
    drift_of_constraints();
    return done();
}
