/* SPDX-License-Identifier: MIT */
/* Linear models of vehicles: the benchmark bicycle, a disc, a robot and a car. */
#include "csv.h"
#include "torus.h"
#include "vehicle.h"

#include <string.h>

enum { MOST_EIGENVALUES = 40 };

struct eigenvalues {
    size_t n;
    double re[MOST_EIGENVALUES], im[MOST_EIGENVALUES];
};

static struct eigenvalues eigenvalues(wd_model *model)
{
    struct eigenvalues e = {.n = wd_model_linear_size(model)};
    must(model, e.n <= MOST_EIGENVALUES ? wd_model_eigenvalues(model, e.re, e.im) : WD_EINVAL,
         "eigenvalues");
    return e;
}

static double distance_to_nearest(const struct eigenvalues *e, double re, double im)
{
    double least = INFINITY;
    for (size_t i = 0; i < e->n; i++)
        least = fmin(least, hypot(e->re[i] - re, e->im[i] - im));
    return least;
}

static void has_names(const wd_model *model, const char *const *names, const char *what)
{
    size_t n = 0, same = 0;
    for (; names[n]; n++)
        same +=
            wd_model_linear_name(model, n) && strcmp(wd_model_linear_name(model, n), names[n]) == 0;
    check(same == n && wd_model_linear_size(model) == n && !wd_model_linear_name(model, n),
          "%s: the %zu states have the expected names", what, n);
    for (size_t i = 0; same < n && i < wd_model_linear_size(model); i++)
        printf("# %s\n", wd_model_linear_name(model, i));
}

/* ---- the benchmark bicycle ---- */

static void bicycle_eigenvalues(enum bicycle_parts how, const char *law)
{
    static const char *const names[] = {"frame.roll",      "steer.angle", "frame.forward",
                                        "frame.roll_rate", "steer.rate",  NULL};
    wd_model *from = make("bicycle", NULL), *model = NULL;
    struct csv csv;
    struct eigenvalues e = {0};
    double v = -1, worst = 0, zero = 0;
    csv_open(&csv, "bicycle/eigenvalues_closed_form.csv");
    while (csv_next(&csv)) {
        if (csv_real(&csv, "v") != v) {
            v = csv_real(&csv, "v");
            wd_model_free(model);
            model = bicycle_of_parts(from, how, v, 0);
            choose(model, "param.rear.law", law);
            choose(model, "param.front.law", law);
            start(model, 0);
            e = eigenvalues(model);
            zero = fmax(zero, distance_to_nearest(&e, 0, 0));
        }
        worst = fmax(worst, distance_to_nearest(&e, csv_real(&csv, "re"), csv_real(&csv, "im")));
    }
    has_names(model, names, "bicycle");
    check(v == 10 && worst < 1e-10, "%s: 44 eigenvalues differ by %.1e from the table", law, worst);
    check(zero < 1e-10, "the speed has an eigenvalue of zero, within %.1e", zero);
    wd_model_free(model);
    wd_model_free(from);
}

/* Without tangential forces, relaxed wheels add eigenvalues of slip and change no others. */
static void relaxed_bicycle(void)
{
    static const char *const names[] = {
        "frame.roll",     "steer.angle", "frame.forward", "frame.left", "frame.roll_rate",
        "frame.yaw_rate", "steer.rate",  "rear.rate",     "front.rate", NULL};
    wd_model *from = make("bicycle", NULL), *model = NULL;
    struct csv csv;
    struct eigenvalues e = {0};
    double v = -1, worst = 0, slips = 0;
    csv_open(&csv, "bicycle/eigenvalues_closed_form.csv");
    while (csv_next(&csv)) {
        if (csv_real(&csv, "v") != v) {
            v = csv_real(&csv, "v");
            wd_model_free(model);
            model = bicycle_of_parts(from, WHEELS, v, 0);
            choose(model, "param.rear.law", "relaxed");
            choose(model, "param.front.law", "relaxed");
            set(model, "param.front.relaxation_time", 0.01);
            set(model, "param.rear.relaxation_time", 0.01);
            start(model, 0);
            e = eigenvalues(model);
            slips = 0;
            for (size_t i = 0; i < e.n; i++)
                slips += hypot(e.re[i] + 100, e.im[i]) < 1e-5;
            if (slips != 4)
                break;
        }
        worst = fmax(worst, distance_to_nearest(&e, csv_real(&csv, "re"), csv_real(&csv, "im")));
    }
    has_names(model, names, "relaxed bicycle");
    check(v == 10 && worst < 1e-10, "relaxed: 44 eigenvalues differ by %.1e from the table", worst);
    check(slips == 4, "four eigenvalues are those of decaying slip, -100/s");
    wd_model_free(model);
    wd_model_free(from);
}

/* The linear model does not depend on heading and position. */
static void any_heading(void)
{
    wd_model *from = make("bicycle", NULL), *model = bicycle_of_parts(from, WHEELS, 5, 0);
    double A[25], B[25], worst = 0, largest = 0;
    start(model, 0);
    must(model, wd_model_linearize(model, A, NULL, 0, NULL), "linearize");
    wd_model_reset(model);
    set(model, "init.frame.yaw", 2);
    set(model, "init.frame.x", -7);
    start(model, 0);
    must(model, wd_model_linearize(model, B, NULL, 0, NULL), "linearize");
    for (int i = 0; i < 25; i++) {
        worst = fmax(worst, fabs(A[i] - B[i]));
        largest = fmax(largest, fabs(A[i]));
    }
    check(worst < 1e-11 * largest, "bicycle: another heading changes the matrix by %.1e", worst);
    wd_model_free(model);
    wd_model_free(from);
}

/* ---- a disc ---- */

static const char *const disc_names[] = {"disc.roll", "disc.forward", "disc.roll_rate",
                                         "disc.yaw_rate", NULL};

static double disc_against_torus(double spin, double precession)
{
    wd_model *t = torus(NULL), *disc = make("vehicle", "disc");
    set(t, "state.spin_rate", spin);
    set(t, "state.precession_rate", precession);
    set(disc, "param.gravity", get(t, "param.gravity"));
    set(disc, "init.disc.forward", -spin * 0.4);
    set(disc, "init.disc.pitch_rate", -spin);
    set(disc, "init.disc.yaw_rate", precession);
    set(disc, "init.disc.roll_rate", 0);
    start(t, 0);
    start(disc, 0);
    struct eigenvalues a = eigenvalues(t), b = eigenvalues(disc);
    double worst = a.n == b.n ? 0 : INFINITY;
    for (size_t i = 0; i < a.n; i++)
        worst = fmax(worst, distance_to_nearest(&b, a.re[i], a.im[i]));
    wd_model_free(t);
    wd_model_free(disc);
    return worst;
}

static void compare_discs(void)
{
    wd_model *disc = make("vehicle", "disc");
    check(wd_model_linear_size(disc) == 0 && !wd_model_linear_name(disc, 0),
          "before init there are no states");
    start(disc, 0);
    has_names(disc, disc_names, "disc");
    wd_model_free(disc);
    double worst = 0;
    for (int i = -10; i <= 10; i++)
        worst = fmax(worst, disc_against_torus(i, 0));
    check(worst < 1e-9, "rolling disc: eigenvalues differ from torus_wheel by %.1e", worst);
    worst = 0;
    for (int i = -10; i <= 10; i++)
        worst = fmax(worst, disc_against_torus(0, i));
    check(worst < 1e-9, "turning disc: eigenvalues differ from torus_wheel by %.1e", worst);
}

/* ---- a disc that turns in a circle ---- */

static const double leant = 0.4;

static wd_model *make_circling_disc(double yaw_rate, double speed)
{
    wd_model *disc = make("vehicle", "disc");
    set(disc, "init.disc.roll", leant);
    set(disc, "init.disc.forward", speed);
    set(disc, "init.disc.roll_rate", 0);
    set(disc, "init.disc.pitch_rate", speed / (0.1 + 0.3 * cos(leant)));
    set(disc, "init.disc.yaw_rate", yaw_rate * cos(leant));
    choose(disc, "param.place", "on_ground");
    set(disc, "solver.rtol", 1e-13);
    set(disc, "solver.atol", 1e-14);
    return disc;
}

/* Set x to the states of the linear model: roll, speed along the heading, roll and yaw rates. */
static void states_of_disc(const wd_model *disc, double x[4])
{
    double pitch = out(disc, "disc", "pitch"), roll = out(disc, "disc", "roll");
    double yaw = out(disc, "disc", "yaw"), wx = out(disc, "disc", "wx");
    double wz = out(disc, "disc", "wz");
    x[0] = roll;
    x[1] = out(disc, "disc", "vx") * cos(yaw) + out(disc, "disc", "vy") * sin(yaw);
    x[2] = cos(pitch) * wx + sin(pitch) * wz;
    x[3] = (cos(pitch) * wz - sin(pitch) * wx) / cos(roll);
}

/* Yaw rate at which the lean stays constant at this speed. */
static double steady_yaw_rate(double speed)
{
    double lo = 0, hi = 5;
    for (int i = 0; i < 60; i++) {
        double x[4], middle = (lo + hi) / 2;
        wd_model *disc = make_circling_disc(-middle, speed);
        start(disc, 0);
        go(disc, 1e-3);
        states_of_disc(disc, x);
        *(x[2] > 0 ? &lo : &hi) = middle;
        wd_model_free(disc);
    }
    return -lo;
}

/* x(t) of x' = A x, by its series. */
static void follow_linear_model(const double *A, double t, double x[4])
{
    double term[4];
    memcpy(term, x, sizeof term);
    for (int k = 1; k < 60; k++) {
        double next[4] = {0};
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                next[i] += A[4 * i + j] * term[j] * t / k;
        memcpy(term, next, sizeof term);
        for (int i = 0; i < 4; i++)
            x[i] += term[i];
    }
}

/* Two motions on opposite sides of the steady one diverge as the linear model predicts. */
static void disc_in_circle(void)
{
    enum { N = 4 };
    static const char *const moved[] = {"init.disc.roll", "init.disc.forward",
                                        "init.disc.roll_rate", "init.disc.yaw_rate"};
    double speed = 4, rate = steady_yaw_rate(speed), A[N * N], worst = 0, step = 1e-4, t = 0.5;
    wd_model *disc = make_circling_disc(rate, speed);
    start(disc, 0);
    has_names(disc, disc_names, "disc in a circle");
    must(disc, wd_model_linearize(disc, A, NULL, 0, NULL), "linearize");
    wd_model_free(disc);
    for (int k = 0; k < N; k++) {
        double first[2][N], last[2][N], x[N];
        for (int side = 0; side < 2; side++) {
            disc = make_circling_disc(rate, speed);
            set(disc, moved[k], get(disc, moved[k]) + (side ? step : -step));
            start(disc, 0);
            states_of_disc(disc, first[side]);
            go(disc, t);
            states_of_disc(disc, last[side]);
            wd_model_free(disc);
        }
        for (int i = 0; i < N; i++)
            x[i] = (first[1][i] - first[0][i]) / step;
        follow_linear_model(A, t, x);
        for (int i = 0; i < N; i++)
            worst = fmax(worst, fabs((last[1][i] - last[0][i]) / step - x[i]));
    }
    check(worst < 1e-6, "disc turning at %.3f rad/s: nearby motions are off by %.1e", rate, worst);
}

/* ---- machines that roll straight ahead ---- */

static void robot_at_rest(void)
{
    static const char *const without[] = {"frame.pitch",
                                          "swivel.angle",
                                          "frame.forward",
                                          "frame.pitch_rate",
                                          "frame.yaw_rate",
                                          "swivel.rate",
                                          NULL};
    static const char *const names[] = {"swivel.angle", "frame.forward", "swivel.rate", NULL};
    const double at[3] = {0.3, 0, 0.1}, up[3] = {0, 0, 1};
    wd_model *model = new_vehicle();
    uint32_t torque[2];
    double A[9], B[6], worst = 0;
    add_body(model, "frame", 10, 0.3, 0.1, 0, 0.15);
    add_body(model, "caster", 0.1, 0.01, 0.25, 0, 0.08);
    add_joint(model, "hinge", "swivel", "frame", "caster", at, up);
    add_tyre(model, "wheel", "left", "frame", 0, 0.2, 0.1, 0);
    add_tyre(model, "wheel", "right", "frame", 0, -0.2, 0.1, 0);
    start(model, 0);
    has_names(model, without, "robot on two wheels");
    wd_model_reset(model);
    add_tyre(model, "wheel", "back", "caster", 0.25, 0, 0.05, 0);
    start(model, 0);
    has_names(model, names, "robot");
    wd_model_find(model, "input.left.torque", &torque[0]);
    wd_model_find(model, "input.right.torque", &torque[1]);
    must(model, wd_model_linearize(model, A, torque, 2, B), "linearize");
    for (int i = 3; i < 9; i++)
        worst = fmax(worst, fabs(A[i]));
    near_abs(worst, 0, 1e-10, "robot at rest: no acceleration depends on the state");
    check(A[0] == 0 && A[1] == 0 && A[2] == 1, "the derivative of the angle is its rate");
    near_rel(B[2], B[3], 1e-11, 1, "both torques accelerate the robot equally");
    near_rel(B[4], -B[5], 1e-11, 1, "the torques turn the robot in opposite directions");
    check(B[2] > 0, "a torque accelerates the robot forwards");
    wd_model_free(model);
}

static void check_refused(wd_model *model, const char *words)
{
    double A[64];
    start(model, 0);
    check(wd_model_linear_size(model) <= 8 &&
              wd_model_linearize(model, A, NULL, 0, NULL) == WD_EDOMAIN &&
              strstr(wd_model_error(model), "no linear model while part ") != NULL &&
              strstr(wd_model_error(model), words) != NULL,
          "refused: %s", wd_model_error(model));
    wd_model_free(model);
}

static wd_model *coulomb_disc(double z)
{
    wd_model *model = make("vehicle", "disc");
    choose(model, "param.edge.law", "coulomb");
    choose(model, "param.place", "as_given");
    set_init(model, "disc", "z", z);
    return model;
}

/* No linear model with open or slipping contacts or brakes: nearby motions have other modes. */
static void other_modes(void)
{
    wd_model *model = coulomb_disc(0);
    set_init(model, "disc", "left", 1);
    check_refused(model, "\"edge\" slips by Coulomb's law (t = 0)");
    check_refused(coulomb_disc(0.1), "\"edge\" is in the air (t = 0)");
    wd_model *from = make("bicycle", NULL);
    model = bicycle_of_parts(from, WHEELS, 5, 0);
    choose(model, "param.rear.law", "coulomb");
    choose(model, "param.front.law", "coulomb");
    set_input(model, "rear", "brake", 1);
    check_refused(model, "\"rear\" slides in its brake (t = 0)");
    wd_model_free(from);
}

static void car_on_springs(void)
{
    static const char *const corner[] = {"fl", "fr", "rl", "rr"};
    static const char *const hub[] = {"hub_fl", "hub_fr", "hub_rl", "hub_rr"};
    static const char *const slide[] = {"spring_fl", "spring_fr", "spring_rl", "spring_rr"};
    static const char *const names[] = {
        "frame.z",        "frame.roll", "frame.pitch",     "frame.forward",
        "frame.left",     "frame.up",   "frame.roll_rate", "frame.pitch_rate",
        "frame.yaw_rate", "fl.rate",    "fr.rate",         "rl.rate",
        "rr.rate",        NULL};
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 500, 0, 0, 0.5);
    for (int i = 0; i < 4; i++) {
        double x = i < 2 ? 1.2 : -1.2, y = i % 2 ? -0.7 : 0.7;
        const double at[3] = {x, y, 0.3}, up[3] = {0, 0, 1};
        add_body(model, hub[i], 10, 1, x, y, 0.3);
        add_joint(model, "slide", slide[i], "frame", hub[i], at, up);
        set_part(model, slide[i], "stiffness", 20000);
        set_part(model, slide[i], "damping", 1500);
        set_part(model, slide[i], "rest", -0.1 * 9.81 / 8);
        add_tyre(model, "wheel", corner[i], hub[i], x, y, 0.3, 0.1);
        choose(model, name_of("param", corner[i], "law"), "relaxed");
        set_init(model, corner[i], "rate", 10 / 0.3);
    }
    set_init(model, "frame", "forward", 10);
    start(model, 0);
    has_names(model, names, "car");
    struct eigenvalues e = eigenvalues(model);
    double least = -1e300;
    for (size_t i = 0; i < e.n; i++)
        least = fmax(least, e.re[i]);
    check(least < 1e-6, "car on springs: largest real part of an eigenvalue %.1e", least);
    /* m z'' = -4 k z - 4 c z' of the frame on wheels that stay on the ground */
    double c = 4 * 1500 / 1000., k = 4 * 20000 / 1000.;
    near_abs(distance_to_nearest(&e, -c / 2, sqrt(k - c * c / 4)), 0, 1e-8,
             "car on springs: an eigenvalue of heave");
    wd_model_free(model);
}

int main(void)
{
    bicycle_eigenvalues(WHEELS, "ideal");
    bicycle_eigenvalues(WHEELS, "coulomb");
    bicycle_eigenvalues(RIMS_ON_HINGES, "ideal");
    relaxed_bicycle();
    any_heading();
    compare_discs();
    disc_in_circle();
    robot_at_rest();
    car_on_springs();
    other_modes();
    return done();
}
