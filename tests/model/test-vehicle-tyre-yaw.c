/* SPDX-License-Identifier: MIT */
/* Yaw rate of a car after a small step of its steering, at 5 to 40 m/s, compared with
 * tests/ref/tyre/yaw.csv; eigenvalues of the car, compared with those of the single-track model. */
#include "roots.h"
#include "vehicle-linear.h"

/* Units: kg, kg m2, m, rad. */
#define MASS 1500.0
#define INERTIA 2500.0
#define AHEAD 1.2
#define BEHIND 1.5
#define RADIUS 0.3
#define STEP 1e-5
#define SIDE 75e3          /* N/m: lateral stiffness of the carcass */
#define TURNING 2.5e3      /* N m/rad: torsional stiffness of the carcass */
#define CARCASS_TIME 0.002 /* s */
#define HALF_LENGTH 0.06   /* of the contact patch */
#define PER_LOAD 15.0      /* 1/rad: cornering stiffness per load */
#define STIFF 5e7          /* N/m: stiffness of a tyre with a negligible deflection */
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
static wd_model *make_steered(double speed, double angle)
{
    static const char *const wheels[] = {"fl", "fr", "rl", "rr"};
    wd_model *model = new_vehicle();
    add(model, "body", "car", NULL, NULL);
    set_mass(model, "car", MASS, 500, INERTIA, INERTIA);
    add_tyre_numbers(model, BRUSH);
    set_part(model, "tyre", "rolling_resistance", 0);
    set_part(model, "tyre", "side_stiffness", SIDE);
    set_part(model, "tyre", "turning_stiffness", TURNING);
    set_part(model, "tyre", "vertical_stiffness", STIFF);
    set_part(model, "tyre", "vertical_damping", 5e4);
    for (int i = 0; i < 4; i++) {
        double steer = i < 2 ? angle : 0, share = (i < 2 ? BEHIND : AHEAD) / (AHEAD + BEHIND);
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

/* ---- eigenvalues ---- */

/* Largest relative error of an eigenvalue. The load springs of the car cause it: with 2/5 and 1/5
 * of their stiffness the error is 5.2e-6 and 9.9e-6, in place of 2.3e-6. */
#define EIGENVALUE 4e-6

/* States of the single-track model: lateral velocity v and yaw rate r of the car, lateral
 * deflection u and twist of the tyres of each axle. */
enum { V, R, U_FRONT, U_REAR, TWIST_FRONT, TWIST_REAR, SINGLE_TRACK };

/* Rates of the single-track model in the state x, by the law at small slip: u' = -w - s F/C with
 * the lateral velocity w of the wheel, the speed s and the side force F = K (u + t_c u'), and
 * twist' = -r - (s/a) (M - M_t)/K_t with the moment M of the carcass and M_t = -a F/3. */
static void single_track(double speed, const double *x, double *rate)
{
    double force = 0, moment = 0;
    for (int axle = 0; axle < 2; axle++) {
        double place = axle ? -BEHIND : AHEAD, other = axle ? AHEAD : BEHIND;
        double C = PER_LOAD * MASS * GRAVITY * other / (AHEAD + BEHIND) / 2;
        double u = x[U_FRONT + axle], twist = x[TWIST_FRONT + axle];
        double bend =
            (-(x[V] + place * x[R]) - speed * SIDE / C * u) / (1 + CARCASS_TIME * SIDE * speed / C);
        double F = SIDE * (u + CARCASS_TIME * bend), steady = -HALF_LENGTH * F / 3;
        double turn = (-x[R] - speed / HALF_LENGTH * (twist - steady / TURNING)) /
                      (1 + CARCASS_TIME * speed / HALF_LENGTH);
        rate[U_FRONT + axle] = bend, rate[TWIST_FRONT + axle] = turn;
        force += 2 * F;
        moment += 2 * (place * F + TURNING * (twist + CARCASS_TIME * turn));
    }
    rate[V] = force / MASS - speed * x[R];
    rate[R] = moment / INERTIA;
}

/* Largest relative distance from the roots of the single-track model to its nearest eigenvalues of
 * the car: the six smallest distances of all eigenvalues. */
static double eigenvalue_error(double speed)
{
    double A[SINGLE_TRACK * SINGLE_TRACK], c[SINGLE_TRACK + 1], rate[SINGLE_TRACK];
    double re[MOST_STATES], im[MOST_STATES], nearest[SINGLE_TRACK];
    for (int j = 0; j < SINGLE_TRACK; j++) {
        double x[SINGLE_TRACK] = {0};
        x[j] = 1;
        single_track(speed, x, rate);
        for (int i = 0; i < SINGLE_TRACK; i++)
            A[i * SINGLE_TRACK + j] = rate[i];
        nearest[j] = INFINITY;
    }
    characteristic_polynomial(SINGLE_TRACK, A, c);
    wd_model *model = make_steered(speed, 0);
    start(model, 0);
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    for (size_t i = 0; i < wd_model_linear_size(model); i++) {
        double off = distance_from_root(SINGLE_TRACK, c, re[i], im[i]);
        for (int k = 0; k < SINGLE_TRACK; k++) {
            double larger = fmax(off, nearest[k]);
            nearest[k] = fmin(off, nearest[k]);
            off = larger;
        }
    }
    wd_model_free(model);
    return nearest[SINGLE_TRACK - 1];
}

static void eigenvalues_of_single_track(void)
{
    static const double speeds[] = {5, 10, 20, 30, 40};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        double off = eigenvalue_error(speeds[i]);
        check(off < EIGENVALUE,
              "at %g m/s six eigenvalues are those of the single-track model, to %.1e", speeds[i],
              off);
    }
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
            model = make_steered(speed, STEP);
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
    eigenvalues_of_single_track();
    return done();
}
