/* SPDX-License-Identifier: MIT */
/* Accelerations and multipliers of the bicycle by all methods: reference states, a published state,
 * symmetries, loads. */
#include "bicycle.h"
#include "csv.h"
#include "random.h"
#include "tap.h"

#include <wheeldyn/wheeldyn.h>

static struct bicycle bicycle;
static double memory[BICYCLE_MEMORY];
static struct mech_work work;

static const struct mech_load no_loads[BICYCLE_BODIES];
static const double no_torques[BICYCLE_HINGES];

enum { TREE, RANGE, PSEUDO, KKT, METHODS };
static const char *const method_names[METHODS] = {"tree", "range space", "pseudo-inverse",
                                                  "dense LU"};

struct answer {
    struct mech_rate rate[BICYCLE_BODIES];
    double lambda[BICYCLE_ROWS];
};

/* Solve with memory filled with NAN, so that a dependence on old contents shows. */
static void solve_with_method(int method, const struct mech_state *state,
                              const struct mech_drive *drive, struct answer *answer)
{
    static mech_solver *const solvers[] = {mech_tree, mech_range_space, mech_pseudo};
    int32_t status = WD_OK;
    for (size_t i = 0; i < BICYCLE_MEMORY; i++)
        memory[i] = NAN;
    mech_place(&bicycle.system, state, &work);
    if (method == KKT)
        dense_solve(&bicycle.system, state, drive, &work, answer->rate, answer->lambda);
    else
        status =
            solvers[method](&bicycle.system, state, drive, &work, answer->rate, answer->lambda);
    if (status != WD_OK)
        check(0, "%s solves: %s", method_names[method], wd_status_name(status));
}

static struct answer solve_without_drive(int method, const struct mech_state *state)
{
    struct answer answer;
    solve_with_method(method, state, &(struct mech_drive){no_torques, no_loads}, &answer);
    return answer;
}

/* ---- reference states ---- */

struct reference {
    double input[10], q[SPEEDS], u[SPEEDS], udot[SPEEDS], lambda[BICYCLE_ROWS];
};

static void read_values(struct csv *csv, const char *kind, double *to, int count)
{
    char name[16];
    if (!csv_next(csv) || strcmp(csv_text(csv, "kind"), kind) != 0) {
        printf("Bail out! no row %s\n", kind);
        exit(1);
    }
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "v%d", i + 1);
        to[i] = csv_real(csv, name);
    }
}

static void read_reference(struct csv *csv, struct reference *r)
{
    read_values(csv, "input", r->input, 10);
    read_values(csv, "q", r->q, SPEEDS);
    read_values(csv, "u", r->u, SPEEDS);
    read_values(csv, "udot", r->udot, SPEEDS);
    read_values(csv, "lambda", r->lambda, BICYCLE_ROWS);
}

static struct bicycle_start start_of(const double *in)
{
    return (struct bicycle_start){in[0], in[1], in[2], in[3], in[4],
                                  in[5], in[6], in[7], in[8], in[9] * benchmark_bicycle.rR};
}

static double worst_of(const double *got, const double *want, size_t n)
{
    double worst = 0;
    for (size_t i = 0; i < n; i++)
        worst = fmax(worst, fabs(got[i] - want[i]) / fmax(fabs(want[i]), 1));
    return worst;
}

static void check_start(int id, const struct reference *r, struct mech_state *state)
{
    struct bicycle_start start = start_of(r->input);
    const char *fault = bicycle_stand(&bicycle, &start, state);
    double worst = 0;
    for (size_t i = 0; i < BICYCLE_BODIES; i++) {
        const double *got = (const double *)&state[i];
        const double *q = r->q + 6 * i, *u = r->u + 6 * i;
        worst = fmax(worst, fmax(worst_of(got, q, 3), worst_of(got + 6, u, 6)));
        for (size_t k = 3; k < 6; k++)
            worst = fmax(worst, fabs(remainder(got[k] - q[k], 2 * 3.14159265358979323846)));
    }
    check(!fault && worst < 1e-12, "state %d: start as in golden_states.csv, largest error %.2g",
          id, worst);
}

static void check_methods(int id, const struct reference *r, const struct mech_state *state)
{
    for (int method = 0; method < METHODS; method++) {
        struct answer answer = solve_without_drive(method, state);
        double ordered[BICYCLE_ROWS];
        for (size_t i = 0; i < BICYCLE_ROWS; i++)
            ordered[i] = answer.lambda[table_row_of[i]];
        double accelerations = worst_of((const double *)answer.rate, r->udot, SPEEDS);
        double multipliers = worst_of(ordered, r->lambda, BICYCLE_ROWS);
        check(accelerations < 1e-10 && multipliers < 1e-10,
              "state %d, %s: error of accelerations %.2g, of multipliers %.2g", id,
              method_names[method], accelerations, multipliers);
    }
}

static void reference_states(void)
{
    struct csv csv;
    csv_open(&csv, "bicycle/golden_states.csv");
    for (int id = 0; id < 6; id++) {
        struct reference r;
        struct mech_state state[BICYCLE_BODIES];
        read_reference(&csv, &r);
        check_start(id, &r, state);
        check_methods(id, &r, state);
    }
    check(!csv_next(&csv), "all rows of the table are compared");
}

/* ---- table 1 of Basu-Mandal, Chatterjee and Papadopoulos 2007, 13 digits ---- */

static double value_of_table(const char *name)
{
    return csv_find("bicycle/basu_mandal_table1.csv", "ours_name", name, "ours_value");
}

/* Acceleration of the pitch angle: the derivative of pitch' = W.left / cos(roll), where left' =
 * -yaw' heading and W.heading = roll'.
 */
static double pitch_acceleration(const struct mech_pose *pose, const struct mech_rate *rate)
{
    struct vec W = mat_turn(&pose->R, rate->w), angles = mech_angle_rates(pose);
    double level = vec_dot(W, pose->left) - angles.x * angles.y;
    return (level + vec_dot(pose->W, pose->left) * angles.y * pose->sin_roll / pose->cos_roll) /
           pose->cos_roll;
}

static void published_accelerations(int method)
{
    struct bicycle_start start = {
        .roll = value_of_table("roll"),
        .steer = value_of_table("steer"),
        .roll_rate = value_of_table("rolld"),
        .steer_rate = value_of_table("steerd"),
        .speed = benchmark_bicycle.rR * value_of_table("betaRd"),
    };
    struct mech_state state[BICYCLE_BODIES];
    bicycle_stand(&bicycle, &start, state);
    struct answer answer = solve_without_drive(method, state);
    mech_place(&bicycle.system, state, &work);
    const struct mech_rate *rate = answer.rate;
    const struct {
        const char *name;
        double value;
    } got[] = {
        {"z_R", state[REAR_WHEEL].x.z},
        {"pitch", state[REAR_FRAME].pitch},
        {"pitchd", mech_angle_rates(&work.pose[REAR_FRAME]).z},
        {"betaFd", state[FRONT_WHEEL].w.y - state[FRONT_FRAME].w.y},
        {"xdd_R", rate[REAR_WHEEL].v.x},
        {"ydd_R", rate[REAR_WHEEL].v.y},
        {"zdd_R", rate[REAR_WHEEL].v.z},
        {"pitchdd", pitch_acceleration(&work.pose[REAR_FRAME], &rate[REAR_FRAME])},
        {"betaRdd", rate[REAR_WHEEL].w.y - rate[REAR_FRAME].w.y},
        {"betaFdd", rate[FRONT_WHEEL].w.y - rate[FRONT_FRAME].w.y},
        {"steerdd",
         vec_dot(bicycle.hinge[STEERING].n, vec_sub(rate[FRONT_FRAME].w, rate[REAR_FRAME].w))},
    };
    double worst = 0;
    for (size_t i = 0; i < sizeof got / sizeof *got; i++)
        worst = fmax(worst, fabs(got[i].value - value_of_table(got[i].name)));
    check(worst < 1e-11, "%s: largest difference from the published values %.2g",
          method_names[method], worst);
}

/* ---- symmetries ---- */

static struct bicycle_start random_start(void)
{
    return (struct bicycle_start){
        .x = uniform(-9, 9),
        .y = uniform(-9, 9),
        .yaw = uniform(-3, 3),
        .roll = uniform(-0.9, 0.9),
        .steer = uniform(-1.2, 1.2),
        .rear_angle = uniform(-3, 3),
        .front_angle = uniform(-3, 3),
        .roll_rate = uniform(-1, 1),
        .steer_rate = uniform(-1, 1),
        .speed = uniform(-8, 8),
    };
}

static struct answer coast_from(int method, const struct bicycle_start *start)
{
    struct mech_state state[BICYCLE_BODIES];
    const char *fault = bicycle_stand(&bicycle, start, state);
    if (fault)
        check(0, "a random start is possible: %s", fault);
    return solve_without_drive(method, state);
}

/* Largest difference, over all bodies, between the accelerations v and w in `a` and those in `b`
 * after `b` is mirrored (if `mirror` is -1) and turned by `yaw`. w is given in the axes of the body
 * and is an axial vector. */
static double difference(const struct answer *a, const struct answer *b, double yaw, double mirror)
{
    double worst = 0;
    for (size_t i = 0; i < BICYCLE_BODIES; i++) {
        struct vec v = b->rate[i].v, w = b->rate[i].w;
        v.y *= mirror, w.x *= mirror, w.z *= mirror;
        struct vec turned = {cos(yaw) * v.x - sin(yaw) * v.y, sin(yaw) * v.x + cos(yaw) * v.y, v.z};
        struct vec dv = vec_sub(a->rate[i].v, turned), dw = vec_sub(a->rate[i].w, w);
        worst = fmax(worst, sqrt(vec_dot(dv, dv) + vec_dot(dw, dw)));
    }
    return worst;
}

static struct bicycle_start mirrored(struct bicycle_start s)
{
    s.y = -s.y, s.yaw = -s.yaw, s.roll = -s.roll, s.steer = -s.steer;
    s.roll_rate = -s.roll_rate, s.steer_rate = -s.steer_rate;
    return s;
}

static struct bicycle_start reversed(struct bicycle_start s)
{
    s.roll_rate = -s.roll_rate, s.steer_rate = -s.steer_rate, s.speed = -s.speed;
    return s;
}

static void symmetries_of_motion(int method)
{
    double mirror = 0, turn = 0, time = 0;
    for (int i = 0; i < 20; i++) {
        struct bicycle_start s = random_start(), m = mirrored(s), r = reversed(s), t = s;
        t.x += 7, t.y -= 5, t.yaw += 0.8;
        struct answer a = coast_from(method, &s), b = coast_from(method, &m);
        mirror = fmax(mirror, difference(&a, &b, 0, -1));
        b = coast_from(method, &r);
        time = fmax(time, difference(&a, &b, 0, 1));
        b = coast_from(method, &t);
        turn = fmax(turn, difference(&b, &a, 0.8, 1));
    }
    /* accelerations are of the order of 100 */
    check(mirror < 1e-9 && turn < 1e-9 && time < 1e-9,
          "%s: mirror %.2g, turn and shift %.2g, time reversal %.2g", method_names[method], mirror,
          turn, time);
}

/* ---- all methods with loads ---- */

static void torques_and_loads(void)
{
    double worst = 0, largest = 0;
    for (int i = 0; i < 50; i++) {
        struct bicycle_start s = random_start();
        struct mech_state state[BICYCLE_BODIES];
        struct mech_load load[BICYCLE_BODIES];
        double torque[BICYCLE_HINGES];
        for (size_t k = 0; k < BICYCLE_HINGES; k++)
            torque[k] = uniform(-20, 20);
        for (size_t k = 0; k < BICYCLE_BODIES; k++)
            for (size_t j = 0; j < 6; j++)
                ((double *)&load[k])[j] = uniform(-50, 50);
        struct mech_drive drive = {torque, load};
        struct answer a, b;
        bicycle_stand(&bicycle, &s, state);
        solve_with_method(KKT, state, &drive, &a);
        for (int method = 0; method < KKT; method++) {
            solve_with_method(method, state, &drive, &b);
            for (size_t j = 0; j < sizeof a / sizeof(double); j++) {
                double want = ((double *)&a)[j];
                worst = fmax(worst, fabs(((double *)&b)[j] - want) / fmax(fabs(want), 1));
                largest = fmax(largest, fabs(want));
            }
        }
    }
    check(worst < 1e-9, "torques and loads: the methods differ by %.2g (largest number %.3g)",
          worst, largest);
}

int main(void)
{
    check(!bicycle_assemble(&benchmark_bicycle, &bicycle), "the benchmark bicycle is possible");
    if (!check(mech_doubles(&bicycle.system) <= BICYCLE_MEMORY, "%zu doubles of memory",
               mech_doubles(&bicycle.system)))
        return done();
    work = mech_carve(&bicycle.system, memory);
    reference_states();
    for (int method = 0; method < METHODS; method++) {
        published_accelerations(method);
        symmetries_of_motion(method);
    }
    torques_and_loads();
    return done();
}
