/* SPDX-License-Identifier: MIT */
/* Linear models of vehicles on tyres: shimmy, compared with a closed form, and matrices compared
 * with differences of derivatives. */
#include "roots.h"
#include "vehicle-linear.h"

enum { SHIMMY = 4 };

/* ---- shimmy ---- */

/* A wheel that trails behind a free hinge of a sled, which 1e20 kg make practically immovable.
 * Units: m/s, N, m, kg, kg m2, s. */
#define SPEED 20.0
#define LOAD 4000.0
#define RADIUS 0.3
#define MASS 10.0
#define INERTIA 0.8          /* of fork and wheel about the hinge */
#define PER_LOAD (15 * LOAD) /* N/rad: cornering stiffness of the default tyre */
#define SIDE 150e3           /* N/m: lateral stiffness of the carcass */
#define TURNING 5e3          /* N m/rad: torsional stiffness of the carcass */
#define CARCASS_TIME 0.002
#define HALF_LENGTH 0.06 /* of the contact patch */
#define STIFF 2e7        /* N/m; makes vertical motion negligible */

static wd_model *make_trailing_wheel(double trail, double speed)
{
    static const double at[3] = {0, 0, RADIUS}, up[3] = {0, 0, 1};
    wd_model *model = new_vehicle();
    add_body(model, "sled", 1e20, 1e20, 0, 0, RADIUS);
    add_tyre_numbers(model, BRUSH);
    set_part(model, "tyre", "rolling_resistance", 0);
    set_part(model, "tyre", "vertical_stiffness", STIFF);
    set_part(model, "tyre", "vertical_damping", 5e4);
    add_body(model, "carriage", 0, 0, 0, 0, RADIUS);
    add_joint(model, "slide", "lift", "sled", "carriage", at, up);
    add_body(model, "fork", MASS, INERTIA - MASS * trail * trail, -trail, 0, RADIUS);
    add_joint(model, "hinge", "steer", "carriage", "fork", at, up);
    add_wheel_on_tyre(model, "wheel", "fork", RADIUS);
    set_place(model, "wheel", -trail, 0, RADIUS);
    set_part(model, "wheel", "crown", 0.1);
    set_part(model, "wheel", "mass", 0);
    set_part(model, "wheel", "spin_inertia", 1e-3);
    set_part(model, "wheel", "cross_inertia", 0);
    add(model, "point", "load", "carriage", NULL);
    set_input(model, "load", "force_z", -LOAD);
    set(model, "param.gravity", 0);
    choose(model, "param.spin", "rolling");
    set_init(model, "lift", "travel", -LOAD / STIFF);
    set_init(model, "sled", "forward", speed);
    return model;
}

/* The matrix of the steering angle, its rate W, the lateral deflection u and the twist of the
 * carcass, from the law at small slip: u' = -v - V F/C with the side force F = K (u + t_c u'), and
 * twist' = -W - (V/a) (M - M_t)/K_t with the moment M of the carcass and M_t = -a F/3. V is the
 * speed, v the lateral velocity of the wheel, C PER_LOAD, K SIDE, K_t TURNING, t_c CARCASS_TIME, a
 * HALF_LENGTH. */
static void closed_form(double trail, double speed, double A[SHIMMY][SHIMMY])
{
    double yields = 1 + CARCASS_TIME * SIDE * speed / PER_LOAD;
    double grows = 1 + CARCASS_TIME * speed / HALF_LENGTH;
    const double u[SHIMMY] = {speed, trail, -speed * SIDE / PER_LOAD, 0};
    for (int k = 0; k < SHIMMY; k++) {
        A[0][k] = k == 1;
        A[2][k] = u[k] / yields;
        double force = SIDE * ((k == 2) + CARCASS_TIME * A[2][k]);
        double turn = (k == 3) + HALF_LENGTH * force / (3 * TURNING);
        A[3][k] = (-(k == 1) - speed / HALF_LENGTH * turn) / grows;
        double moment = TURNING * ((k == 3) + CARCASS_TIME * A[3][k]);
        A[1][k] = (moment - trail * force) / INERTIA;
    }
}

static void shimmy_of_wheel(double trail, int stable)
{
    double A[SHIMMY][SHIMMY], c[SHIMMY + 1], re[MOST_STATES], im[MOST_STATES], growth = -INFINITY;
    wd_model *model = make_trailing_wheel(trail, SPEED);
    start(model, 0);
    go(model, 1);
    size_t n = wd_model_linear_size(model), roots = 0;
    must(model, n <= MOST_STATES ? wd_model_eigenvalues(model, re, im) : WD_EINVAL, "eigenvalues");
    closed_form(trail, SPEED, A);
    characteristic_polynomial(SHIMMY, *A, c);
    for (size_t i = 0; i < n; i++)
        if (distance_from_root(SHIMMY, c, re[i], im[i]) < 1e-6) {
            growth = fmax(growth, re[i]);
            roots++;
        }
    check(n == 18 && roots == SHIMMY,
          "trail %g m: %zu of 4 eigenvalues are those of the closed form", trail, roots);
    check((growth < 0) == stable, "the wheel is %s: largest growth rate %.3f 1/s",
          stable ? "stable" : "unstable", growth);
    wd_model_free(model);
}

/* ---- bounds of the stable region ---- */

/* Relative distance from a bound of stability to the two wheels that are compared. */
#define BESIDE 1e-5

/* True if all roots of the closed form have negative real parts (Routh and Hurwitz). */
static int is_stable(double trail, double speed)
{
    double A[SHIMMY][SHIMMY], c[SHIMMY + 1];
    closed_form(trail, speed, A);
    characteristic_polynomial(SHIMMY, *A, c);
    return c[0] > 0 && c[1] > 0 && c[3] > 0 && c[1] * (c[3] * c[2] - c[1]) > c[3] * c[3] * c[0];
}

/* Trail or speed between lo and hi at which the stability of the closed form changes. trail: NaN,
 * or the trail of wheels of different speed. */
static double bound_between(double lo, double hi, double trail)
{
    int of_speed = !isnan(trail);
    int stable = is_stable(of_speed ? trail : lo, of_speed ? lo : SPEED);
    for (int i = 0; i < 80; i++) {
        double middle = (lo + hi) / 2;
        if (is_stable(of_speed ? trail : middle, of_speed ? middle : SPEED) == stable)
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

static double growth_of_vehicle(double trail, double speed)
{
    double re[MOST_STATES], im[MOST_STATES], growth = -INFINITY;
    wd_model *model = make_trailing_wheel(trail, speed);
    start(model, 0);
    go(model, 1);
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    for (size_t i = 0; i < wd_model_linear_size(model); i++)
        growth = fmax(growth, re[i]);
    wd_model_free(model);
    return growth;
}

/* Growth rate, in 1/s, above which a vehicle counts as unstable. The zero eigenvalues of the sled
 * are computed with errors of at most 1.2e-6, because some are double; the unstable wheels beside
 * the bounds grow with 1e-5 or more. */
#define GROWS 3e-6

/* Vehicles at BESIDE below and above a bound differ in their stability, as the closed form does. */
static void check_bound(double bound, double trail, int stable_above)
{
    int of_speed = !isnan(trail), stable[2];
    for (int i = 0; i < 2; i++) {
        double x = bound + (i ? BESIDE : -BESIDE) * fabs(bound);
        stable[i] = growth_of_vehicle(of_speed ? trail : x, of_speed ? x : SPEED) < GROWS;
    }
    check(stable[0] != stable[1] && stable[1] == stable_above,
          "the wheel is stable %s the %s %.9g, to a relative %.0e",
          stable_above ? "above" : "below", of_speed ? "speed" : "trail", bound, BESIDE);
}

/* The wheel shimmies between two trails. Ahead of the hinge by more than a third of the contact's
 * half length, the pneumatic trail, it turns away without oscillation. A trail that is stable at
 * SPEED has an upper bound of the speed. The upper trail of this wheel was computed for the
 * derivation of the law, too, by differences of an independent program. */
static void bounds_of_shimmy(void)
{
    double turns = bound_between(-0.03, -0.01, NAN), lowest = bound_between(-0.01, 0, NAN);
    double highest = bound_between(0.1, 0.3, NAN), fastest = bound_between(SPEED, 60, 0.25);
    near_abs(turns, -HALF_LENGTH / 3, 1e-15, "trail at which the closed form turns away");
    near_abs(highest, 0.2042, 5e-5, "largest trail with shimmy, and the independent program");
    check_bound(turns, NAN, 1);
    check_bound(lowest, NAN, 0);
    check_bound(highest, NAN, 1);
    check_bound(fastest, 0.25, 0);
}

/* ---- comparison with the derivatives of exchange.h ---- */

static void car_at_rest(const char *preset)
{
    double re[MOST_STATES], im[MOST_STATES], most = -INFINITY;
    wd_model *model = make_straight(preset);
    start(model, 0);
    go(model, 3);
    compare_matrix(model, preset);
    wd_model_reset(model);
    set_init(model, "chassis", "forward", 0);
    choose(model, "param.place", "in_balance");
    start(model, 0);
    compare_matrix(model, "at rest");
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    for (size_t i = 0; i < wd_model_linear_size(model); i++)
        most = fmax(most, re[i]);
    check(most < 1e-10, "at rest on its tyres the car has a largest growth rate of %.0e 1/s", most);
    wd_model_free(model);
}

/* ---- states without a linear model ---- */

static void check_refused(wd_model *model, const char *words)
{
    static double A[MOST_STATES * MOST_STATES];
    start(model, 0);
    int32_t status = wd_model_linearize(model, A, NULL, 0, NULL);
    check(status == WD_EDOMAIN && strstr(wd_model_error(model), words),
          "a linear model is refused: %s", wd_model_error(model));
    wd_model_free(model);
}

/* A wheel that is about to roll has a kink: the spring of its rolling resistance is at its limit,
 * k_r u = f N. */
static void kinks_of_law(void)
{
    wd_model *model = quarter_of_car(BRUSH, 0.28, 0);
    set_init(model, "wheel", "bend_roll", 0.02);
    check_refused(model, "\"wheel\" has a kink");
    check_refused(quarter_of_car(BRUSH, 0.4, 0), "part \"wheel\" is in the air");
    model = quarter_of_car(BRUSH, 0.28, 0);
    set_input(model, "wheel", "brake", 1);
    set_init(model, "wheel", "rate", 10);
    check_refused(model, "part \"wheel\" slides in its brake");
}

int main(void)
{
    shimmy_of_wheel(0.05, 0);
    shimmy_of_wheel(0.2, 0);
    shimmy_of_wheel(0.25, 1);
    bounds_of_shimmy();
    car_at_rest("car");
    car_at_rest("car_magic");
    kinks_of_law();
    return done();
}
