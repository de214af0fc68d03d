/* SPDX-License-Identifier: MIT */
/* The rolling torus without control, compared with reference numbers and closed forms. Figures and
 * numbers in parentheses refer to the paper that docs/theory/torus_wheel.rst describes. */
#include "csv.h"
#include "torus.h"

#include <string.h>

static const char *const states[] = {"p", "q", "r", "x", "y", "pd", "qd", "rd"};
static const char *const names[] = {"state.precession", "state.lean",     "state.spin",
                                    "state.x",          "state.y",        "state.precession_rate",
                                    "state.lean_rate",  "state.spin_rate"};
enum { STATES = 8 };

/* The free rolling of Fig. 3, and its mirror image. */
static void free_rolling(void)
{
    struct csv csv;
    wd_model *model = NULL;
    double worst = 0, E = 0, drift = 0;
    int rows = 0;
    csv_open(&csv, "torus_wheel/golden_free.csv");
    for (; csv_next(&csv); rows++) {
        double t = csv_real(&csv, "t");
        if (t == 0) {
            wd_model_free(model);
            model = torus("straight-10");
            torus_precise(model);
            set(model, "state.lean", csv_real(&csv, "q"));
            start(model, 0);
            E = torus_energy(model);
        }
        go(model, t);
        for (int i = 0; i < STATES; i++)
            note(&worst, get(model, names[i]), csv_real(&csv, states[i]));
        note(&drift, torus_energy(model), E);
    }
    wd_model_free(model);
    check(rows == 10 && worst < 1e-9, "free rolling, %d rows: largest error of a state %.1e", rows,
          worst);
    check(drift < 1e-10, "energy of free rolling: drift %.1e J", drift);
}

/* Step to a time t at which, according to the reference, the wheel has the lean `lean`. */
static void crosses_lean(wd_model *model, double t, double lean, double tol)
{
    go(model, t);
    near_abs(get(model, "state.lean"), lean, tol, "lean at a time of the reference");
}

/* The rolling torque (54) slows the wheel down until it weaves with growing amplitude and falls. */
static void rolling_torque(void)
{
    wd_model *model = torus("rolling-friction");
    torus_precise(model);
    start(model, 0);
    double E = torus_energy(model);
    near_rel(E, 95.964058420091, 1e-12, 1, "energy at the start (54)");
    near_abs(get(model, "output.spin_acc"), -0.166204986149584, 1e-8, "spin slows down by M_r/K");
    go(model, 10);
    near_abs(get(model, "state.precession"), 0.8754647380504202, 1e-9, "precession at 10 s");
    near_abs(get(model, "state.lean"), 1.5710386729643682, 1e-9, "lean at 10 s");
    near_abs(get(model, "state.spin_rate"), 6.798650306315866, 1e-9, "spin rate at 10 s");
    go(model, 20);
    near_abs(get(model, "state.precession"), 0.884489191122111, 1e-9, "precession at 20 s");
    near_abs(get(model, "state.lean"), 1.5714754736180723, 1e-9, "lean at 20 s");
    near_abs(get(model, "state.spin_rate"), 5.136601766294545, 1e-9, "spin rate at 20 s");
    go(model, 35);
    near_abs(get(model, "state.precession"), 1.8726058374080, 1e-9, "precession at 35 s");
    near_abs(get(model, "state.lean"), 1.7861422800670, 1e-9, "lean at 35 s");
    near_abs(get(model, "state.precession_rate"), 0.9467889092675, 1e-9, "precession rate at 35 s");
    near_abs(get(model, "state.lean_rate"), 0.2485378273179, 1e-9, "lean rate at 35 s");
    near_abs(get(model, "state.spin_rate"), 2.8917398827641, 1e-9, "spin rate at 35 s");
    crosses_lean(model, 35.43931654, upright + 20 * degree, 1e-8);
    near_abs(get(model, "output.dissipated"), 58.7316507595, 1e-8, "work of the rolling torque");
    crosses_lean(model, 36.13483106, 119.02051 * degree, 1e-7);
    crosses_lean(model, 39.4846483, 143.20706 * degree, 1e-7);
    int32_t status = wd_model_step_to(model, 60), type = 0;
    double t = 0, value[8];
    check(status == WD_END && wd_model_event_count(model) == 1, "the wheel touches down");
    must(model, wd_model_event(model, 0, &t, &type, value, 8), "event");
    check(type == WD_EVENT_TOUCHDOWN && wd_model_time(model) == t, "the event is the touchdown");
    near_abs(t, 41.90887877, 1e-4, "time of the touchdown (20 degrees are 0.349066 to 6 digits)");
    near_abs(value[1], 2 * upright - 0.349066, 1e-12, "lean at the touchdown");
    near_abs(torus_energy(model), E, 1e-10, "energy, with the work of the rolling torque");
    wd_model_free(model);
}

/* Steady turning without torque keeps all rates (golden_steady.csv). */
static void steady_turning(void)
{
    struct csv csv;
    double acceleration = 0, other = 0;
    csv_open(&csv, "torus_wheel/golden_steady.csv");
    while (csv_next(&csv)) {
        wd_model *model = torus(NULL);
        double pd = csv_real(&csv, "pd"), rd = csv_real(&csv, "rd");
        set(model, "state.lean", csv_real(&csv, "q_deg") * degree);
        set(model, "state.precession_rate", pd);
        set(model, "state.spin_rate", rd);
        start(model, 0);
        note(&acceleration, get(model, "output.precession_acc"), 0);
        note(&acceleration, get(model, "output.lean_acc"), 0);
        note(&acceleration, get(model, "output.spin_acc"), 0);
        note(&other, get(model, "output.reaction_longitudinal"), csv_real(&csv, "lambda"));
        note(&other, get(model, "output.reaction_lateral"), csv_real(&csv, "mu"));
        note(&other, get(model, "output.normal_force"), csv_real(&csv, "N"));
        note(&other, fabs(get(model, "output.speed") / pd), csv_real(&csv, "R"));
        wd_model_free(model);
    }
    check(acceleration < 1e-12, "steady turning has no accelerations: %.1e", acceleration);
    check(other < 1e-12, "steady turning, forces and radius: %.1e", other);
}

/* Circle of the paper: p' = 0.2, r' = 0.5, with the lean torque that the circle needs. */
static void circle_of_paper(double lean, double torque, double lateral, double radius)
{
    wd_model *model = torus(NULL);
    torus_precise(model);
    set(model, "state.lean", lean);
    set(model, "state.precession_rate", 0.2);
    set(model, "state.spin_rate", 0.5);
    set(model, "input.torque_lean", torque);
    start(model, 0);
    near_abs(get(model, "output.lean_acc"), 0, 1e-13, "circle: the torque holds the lean");
    near_abs(get(model, "output.reaction_lateral"), lateral, 1e-13,
             "circle: lateral force of the plane");
    near_abs(get(model, "output.speed") / 0.2, radius, 1e-12,
             "circle: radius of the contact point's path");
    double x = get(model, "state.x"), y = get(model, "state.y") - radius;
    go(model, 1);
    near_abs(hypot(get(model, "state.x") - x, get(model, "state.y") - y), radius, 1e-9,
             "the contact point keeps to the circle");
    wd_model_free(model);
}

/* State (66) with the torques that make all accelerations zero. */
static void balanced_state(void)
{
    wd_model *model = torus("circle");
    choose(model, "input.control_mode", "none");
    set(model, "input.torque_precession", -0.000261397441341416);
    set(model, "input.torque_lean", -0.190103274439957);
    set(model, "input.torque_spin", -0.00013984244095657);
    start(model, 0);
    double worst = 0;
    note(&worst, get(model, "output.precession_acc"), 0);
    note(&worst, get(model, "output.lean_acc"), 0);
    note(&worst, get(model, "output.spin_acc"), 0);
    check(worst < 1e-14, "the torques hold state (66): accelerations %.1e", worst);
    wd_model_free(model);
}

/* For M_p = M_r = 0, (p', r') is a linear function of its start value, with coefficients that
 * depend only on the lean (Chaplygin). */
static void chaplygin_orbit(void)
{
    static const double want[] = {-13.687167124015, 1.094114375785, 40.468228300266,
                                  -1.114327099471,  0.344082123847, 1.453843955123,
                                  0.570957268366,   4.007403996034};
    wd_model *model = torus(NULL);
    torus_precise(model);
    set(model, "state.precession", 0.3);
    set(model, "state.lean", 1.1);
    set(model, "state.precession_rate", 1.5);
    set(model, "state.lean_rate", 0.4);
    set(model, "state.spin_rate", 4);
    start(model, 0);
    double E = torus_energy(model), worst = 0, drift = 0;
    for (int k = 1; k <= 60; k++) {
        go(model, 0.1 * k);
        note(&drift, torus_energy(model), E);
    }
    for (int i = 0; i < STATES; i++)
        note(&worst, get(model, names[i]), want[i]);
    check(worst < 1e-9, "Chaplygin's orbit at 6 s: largest error of a state %.1e", worst);
    check(drift < 1e-10, "energy on Chaplygin's orbit: drift %.1e J", drift);
    wd_model_free(model);
}

/* Let the wheel fall from upright to the lean 1.1. The rates p' and r' there are linear in those of
 * the start and do not depend on gravity and lean torque. want: p' and r' at this lean. */
static void chaplygin_map(double pd, double rd, double gravity, double push, const double *want)
{
    wd_model *model = torus(NULL);
    torus_precise(model);
    set(model, "param.gravity", gravity);
    set(model, "param.touchdown_angle", 1.1); /* ends the motion at this angle */
    set(model, "state.precession_rate", pd);
    set(model, "state.spin_rate", rd);
    set(model, "input.torque_lean", push);
    start(model, 0);
    check(wd_model_step_to(model, 10) == WD_END, "the wheel reaches the lean 1.1");
    double to_low =
        get(model, "state.lean") < upright ? 1 : -1; /* -1: it falls to the other side */
    near_abs(get(model, "state.precession_rate"), want[0], 1e-9, "precession rate at this lean");
    near_abs(get(model, "state.spin_rate"), want[1], 1e-9, "spin rate at this lean");
    check(to_low > 0, "the wheel falls to the side of the table");
    wd_model_free(model);
}

static void chaplygin_maps(void)
{
    static const double p[2] = {1.4270100692689744, -0.9161057064266699};
    static const double r[2] = {-1.091417551513143, 1.5925556513375487};
    const double both[2] = {0.2 * p[0] + 0.5 * r[0], 0.2 * p[1] + 0.5 * r[1]};
    chaplygin_map(1, 0, 9.8, -40, p);
    chaplygin_map(0, 1, 3, -40, r);
    chaplygin_map(0.2, 0.5, 9.8, -5, both);
}

/* ---- inverse dynamics ---- */

static const char *const given[] = {"input.precession_acc", "input.lean_acc", "input.spin_acc"};
static const char *const caused[] = {"output.precession_acc", "output.lean_acc", "output.spin_acc"};
static const char *const applied[] = {"input.torque_precession", "input.torque_lean",
                                      "input.torque_spin"};
static const char *const needed[] = {"output.torque_precession", "output.torque_lean",
                                     "output.torque_spin"};
static const char *const accelerations[] = {"pdd", "qdd", "rdd"};
static const char *const torques[] = {"Mp", "Mq", "Mr"};

/* Set three inputs from the table; return the largest difference of three outputs from the table,
 * relative to 1 + |expected|. */
static double compare_outputs(wd_model *model, struct csv *csv, const char *const *inputs,
                              const char *const *causes, const char *const *outputs,
                              const char *const *effects)
{
    double worst = 0;
    must(model, wd_model_reset(model), "reset");
    for (int i = 0; i < STATES; i++)
        set(model, names[i], csv_real(csv, states[i]));
    for (int i = 0; i < 3; i++)
        set(model, inputs[i], csv_real(csv, causes[i]));
    start(model, 0);
    for (int i = 0; i < 3; i++) {
        double want = csv_real(csv, effects[i]);
        note(&worst, (get(model, outputs[i]) - want) / (1 + fabs(want)), 0);
    }
    return worst;
}

/* Control mode accelerate: the torques are those of the inverse dynamics, and cause the required
 * accelerations. */
static void inverse_dynamics(void)
{
    struct csv csv;
    double forward = 0, inverse = 0, back = 0;
    int rows = 0;
    csv_open(&csv, "torus_wheel/golden_accel.csv");
    for (; csv_next(&csv); rows++) {
        wd_model *model = torus(NULL), *other = torus(NULL);
        choose(other, "input.control_mode", "accelerate");
        note(&forward, compare_outputs(model, &csv, applied, torques, caused, accelerations), 0);
        note(&inverse, compare_outputs(other, &csv, given, accelerations, needed, torques), 0);
        note(&back, compare_outputs(other, &csv, given, accelerations, caused, accelerations), 0);
        wd_model_free(model);
        wd_model_free(other);
    }
    check(rows == 10 && forward < 1e-12, "accelerations caused by torques: error %.1e", forward);
    check(inverse < 1e-12, "torques required by accelerations: error %.1e", inverse);
    check(back < 1e-12, "these torques cause the required accelerations: error %.1e", back);
}

/* Mode accelerate gives the required accelerations at all times, up to param.torque_limit. */
static void required_accelerations(void)
{
    wd_model *model = torus(NULL);
    choose(model, "input.control_mode", "accelerate");
    set(model, "input.precession_acc", 0.5);
    set(model, "input.lean_acc", 0.1);
    set(model, "input.spin_acc", -3);
    start(model, 0);
    go(model, 2);
    near_abs(get(model, "state.precession"), 1, 1e-12, "precession grows as 0.5 t^2/2");
    near_abs(get(model, "state.lean"), upright + 0.2, 1e-12, "the lean grows as 0.1 t^2/2");
    near_abs(get(model, "state.spin_rate"), -6, 1e-12, "the spin rate changes as -3 t");
    set(model, "param.torque_limit", 0.25);
    must(model, wd_model_eval(model), "eval");
    check(fabs(get(model, "output.torque_lean")) == 0.25,
          "the lean torque is limited to param.torque_limit");
    wd_model_free(model);
}

/* Moments of inertia that are set are either used or refused. */
static void unused_inertia(void)
{
    static const char *const unused[] = {"param.inertia_equatorial", "param.inertia_polar"};
    for (int i = 0; i < 2; i++) {
        wd_model *model = torus(NULL);
        set(model, unused[i], 0.4);
        check(wd_model_init(model, 0) == WD_EINVAL && strstr(wd_model_error(model), "shell"),
              "a shell refuses %s: %s", unused[i], wd_model_error(model));
        choose(model, "param.inertia_law", "custom");
        check(wd_model_init(model, 0) == WD_OK, "a wheel with custom inertia accepts %s",
              unused[i]);
        wd_model_free(model);
    }
    /* Values equal to the defaults count as not set. */
    wd_model *model = torus(NULL);
    set(model, "param.mass", 10);
    set(model, unused[0], 0.2875);
    set(model, unused[1], 0.525);
    check(wd_model_init(model, 0) == WD_OK, "a shell of another mass keeps the default values");
    wd_model_free(model);
}

int main(void)
{
    unused_inertia();
    free_rolling();
    rolling_torque();
    steady_turning();
    circle_of_paper(upright, 0.1805, -0.32, 1);
    circle_of_paper(upright + 0.01, -0.0551840777515782, -0.319036016033253, 0.999987500104);
    const double lean = 1.57845489966770775; /* held without torque */
    circle_of_paper(lean, 0, -1.6 * ((0.3 + 0.1 * sin(lean)) * 0.5 + 0.06 * cos(lean)),
                    0.99999266831853);
    balanced_state();
    chaplygin_orbit();
    chaplygin_maps();
    inverse_dynamics();
    required_accelerations();
    return done();
}
