/* SPDX-License-Identifier: MIT */
/* wd_model_gradient() in random motions of a bicycle, a free torus and a car on tyres: derivatives
 * in closed form, and relations between derivatives that follow from symmetries, from units and
 * from the balance of energy.
 * usage: test-gradient-kinds [COUNT FIRST]: run the random cases FIRST to FIRST + COUNT - 1 */
#include "support.h"

#include "csv.h"
#include "matrix.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/gradient.h>

enum { MOST = 8 };

/* Derivatives of outputs by variables. */
struct table {
    const char *const *outputs, *const *variables;
    size_t n_outputs, n_variables;
    double value[MOST * MOST], error[MOST * MOST];
};

/* All sums of derivatives of one kind of motion. */
struct tally {
    int cases;  /* all sums */
    int wrong;  /* off by more than 1e-8, relatively if a number in the sum exceeds 1 */
    int missed; /* off by more than the error estimates */
};

/* A sum of derivatives that is known. */
struct sum {
    double value, error, largest; /* the largest of the terms, and 1 */
};

static void differentiate(wd_model *model, double end, struct table *to)
{
    uint32_t outputs[MOST], variables[MOST];
    int32_t side[MOST];
    for (size_t i = 0; i < to->n_outputs; i++)
        must(model, wd_model_find(model, to->outputs[i], &outputs[i]), to->outputs[i]);
    for (size_t i = 0; i < to->n_variables; i++)
        must(model, wd_model_find(model, to->variables[i], &variables[i]), to->variables[i]);
    must(model,
         wd_model_gradient(model, 0, end, outputs, to->n_outputs, variables, NULL, to->n_variables,
                           1, to->value, to->error, side),
         "gradient");
}

static const struct sum nothing = {.largest = 1};

/* Add a multiple of the derivative of `output` by `variable`. */
static struct sum plus(struct sum sum, const struct table *of, double factor, const char *output,
                       const char *variable)
{
    size_t i = 0, j = 0;
    while (i < of->n_outputs && strcmp(of->outputs[i], output) != 0)
        i++;
    while (j < of->n_variables && strcmp(of->variables[j], variable) != 0)
        j++;
    if (i == of->n_outputs || j == of->n_variables)
        return (struct sum){NAN, NAN, NAN};
    double term = factor * of->value[i * of->n_variables + j];
    sum.value += term;
    sum.error += fabs(factor) * of->error[i * of->n_variables + j];
    sum.largest = fmax(sum.largest, fabs(term));
    return sum;
}

static void compare(struct sum sum, double exact, const char *what, struct tally *to)
{
    double off = fabs(sum.value - exact);
    int wrong = !(off <= 1e-8 * fmax(sum.largest, fabs(exact))), outside = !(off <= sum.error);
    to->cases++;
    to->wrong += wrong;
    to->missed += outside;
    if (wrong || outside)
        printf("# %s: %.12g for %.12g, largest term %.3g, estimate %.1e\n", what, sum.value, exact,
               sum.largest, sum.error);
}

static void judge(const struct tally *tally, const char *what)
{
    check(tally->cases > 0 && tally->wrong == 0, "%s: %d of %d are off by more than 1e-8", what,
          tally->wrong, tally->cases);
    check(tally->missed <= tally->cases / 20, "%s: %d are off by more than their estimates", what,
          tally->missed);
}

/* ---- a bicycle that rides upright: small deviations, in closed form ---- */

enum { N = 4 };

static double published(const char *quantity)
{
    return csv_find("bicycle/external_reference.csv", "quantity", quantity, "value");
}

/* Matrix A of x' = A x with x = (roll, steer, their rates), from the published matrices M, C1, K0
 * and K2. Steer is positive to the right there and to the left in the library. */
static void matrix_of_bicycle(double v, double *A)
{
    double M11 = published("M11"), M12 = published("M12=M21"), M22 = published("M22");
    double K12 = published("K0_12=K0_21"), det = M11 * M22 - M12 * M12, g = 9.81;
    double X[2][N] = {
        {g * published("K0_11"), g * K12 + v * v * published("K2_12"), v * published("C1_11"),
         v * published("C1_12")},
        {g * K12, g * published("K0_22") + v * v * published("K2_22"), v * published("C1_21"),
         v * published("C1_22")},
    };
    zero(A, N * N);
    A[2] = A[N + 3] = 1;
    for (size_t j = 0; j < N; j++) {
        double sign = j % 2 ? -1 : 1;
        A[2 * N + j] = -sign * (M22 * X[0][j] - M12 * X[1][j]) / det;
        A[3 * N + j] = sign * (M11 * X[1][j] - M12 * X[0][j]) / det;
    }
}

/* E := exp(A t): Taylor series of a small part of t, then squares */
static void exponential(const double *A, double t, double *E)
{
    enum { HALVINGS = 10, TERMS = 12 };
    double term[N * N], next[N * N];
    diagonal(term, NULL, N);
    diagonal(E, NULL, N);
    for (int k = 1; k <= TERMS; k++) {
        times(term, A, N, N, N, next);
        for (size_t i = 0; i < N * N; i++) {
            term[i] = next[i] * ldexp(t, -HALVINGS) / k;
            E[i] += term[i];
        }
    }
    for (int k = 0; k < HALVINGS; k++) {
        times(E, E, N, N, N, next);
        memcpy(E, next, sizeof next);
    }
}

static void gradients_of_bicycle(struct tally *to)
{
    static const char *const outputs[] = {"output.roll", "output.steer", "output.roll_rate",
                                          "output.steer_rate"};
    static const char *const variables[] = {"init.roll", "init.steer", "init.roll_rate",
                                            "init.steer_rate"};
    struct table table = {outputs, variables, N, N, {0}, {0}};
    double speed = uniform(1, 9), end = uniform(0.1, 0.6), A[N * N], E[N * N];
    wd_model *model = make("bicycle", NULL);
    set(model, "init.speed", speed);
    choose(model, "solver.method", "rk8pd");
    set(model, "solver.fixed_step", 0);
    matrix_of_bicycle(speed, A);
    exponential(A, end, E);
    differentiate(model, end, &table);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            compare(plus(nothing, &table, 1, outputs[i], variables[j]), E[i * N + j], outputs[i],
                    to);
    wd_model_free(model);
}

/* ---- a free torus ---- */

static const char *const rates[] = {"state.precession_rate", "state.lean_rate", "state.spin_rate"};

/* Derivative of an output by the unit of time: rates with the power 1, gravity with 2 */
static struct sum by_time(struct sum sum, const struct table *of, const wd_model *begun,
                          const char *output)
{
    for (int i = 0; i < 3; i++)
        sum = plus(sum, of, get(begun, rates[i]), output, rates[i]);
    return plus(sum, of, 2 * get(begun, "param.gravity"), output, "param.gravity");
}

/* Derivative of an output by the unit of length */
static struct sum by_length(const struct table *of, const wd_model *begun, const char *output)
{
    static const char *const lengths[] = {"param.tube_radius", "param.ring_radius",
                                          "param.gravity"};
    struct sum sum = nothing;
    for (int i = 0; i < 3; i++)
        sum = plus(sum, of, get(begun, lengths[i]), output, lengths[i]);
    return sum;
}

static wd_model *make_torus(void)
{
    wd_model *model = make("torus_wheel", NULL);
    set(model, "param.servo_mass", 0);
    set(model, "state.precession", uniform(-1, 1));
    set(model, "state.lean", uniform(1.3, 1.8));
    set(model, "state.precession_rate", uniform(-1, 1));
    set(model, "state.lean_rate", uniform(-0.3, 0.3));
    set(model, "state.spin_rate", uniform(4, 9));
    return model;
}

static void gradients_of_torus(struct tally *to)
{
    static const char *const outputs[] = {"state.x",
                                          "state.y",
                                          "state.lean",
                                          "state.precession",
                                          "output.kinetic_energy",
                                          "output.potential_energy"};
    static const char *const rate_of[] = {"output.x_dot", "output.y_dot", "state.lean_rate",
                                          "state.precession_rate"};
    static const char *const variables[] = {
        "state.precession",  "state.precession_rate", "state.lean_rate", "state.spin_rate",
        "param.tube_radius", "param.ring_radius",     "param.gravity",   "param.mass"};
    static const char *const kinetic = "output.kinetic_energy",
                             *const high = "output.potential_energy",
                             *const turn = "state.precession";
    struct table table = {outputs, variables, 6, 8, {0}, {0}};
    double end = uniform(0.3, 1.5);
    wd_model *begun = make_torus(), *model = NULL;
    must(begun, wd_model_clone(begun, &model), "clone");
    differentiate(model, end, &table);
    start(model, 0);
    go(model, end);
    double x = get(model, "state.x"), y = get(model, "state.y");
    double energy = get(model, kinetic) + get(model, high);
    const double length[] = {x, y, 0, 0}, turned[] = {-y, x, 0, 1};
    for (size_t i = 0; i < 4; i++) {
        compare(by_time(nothing, &table, begun, outputs[i]), end * get(model, rate_of[i]),
                "torus, unit of time", to);
        compare(by_length(&table, begun, outputs[i]), length[i], "torus, unit of length", to);
        compare(plus(nothing, &table, 1, outputs[i], turn), turned[i], "torus, turned", to);
        compare(plus(nothing, &table, 1, outputs[i], "param.mass"), 0, "torus, mass", to);
    }
    compare(by_time(by_time(nothing, &table, begun, kinetic), &table, begun, high), 2 * energy,
            "torus, energy by the unit of time", to);
    wd_model_free(begun);
    wd_model_free(model);
}

/* ---- a car on tyres ---- */

/* A car without steering is a mirror image of itself: torques on the left and right wheel have the
 * same effect along the car, and opposite effects across it. With and without steering the energy
 * balances, and a car that is turned at its start has a path that is turned. */
static void gradients_of_car(int steers, struct tally *to)
{
    static const char *const outputs[] = {"state.chassis.x",       "state.chassis.y",
                                          "output.kinetic_energy", "output.potential_energy",
                                          "output.work",           "output.dissipated"};
    static const char *const left = "input.rear_left.torque",
                             *const right = "input.rear_right.torque",
                             *const yaw = "init.chassis.yaw";
    const char *const variables[] = {left, right, yaw};
    struct table table = {outputs, variables, 6, 3, {0}, {0}};
    double end = uniform(0.05, 0.3), torque = uniform(50, 400), angle = steers ? 0.03 : 0;
    wd_model *model = make("vehicle", "car");
    set(model, "init.chassis.forward", uniform(5, 30));
    set(model, left, torque);
    set(model, right, torque);
    set(model, "init.front_left_steer.angle", angle);
    set(model, "init.front_right_steer.angle", angle);
    differentiate(model, end, &table);
    start(model, 0);
    go(model, end);
    double x = get(model, outputs[0]), y = get(model, outputs[1]);
    if (!steers) {
        compare(plus(plus(nothing, &table, 1, outputs[0], left), &table, -1, outputs[0], right), 0,
                "car, mirrored, along", to);
        compare(plus(plus(nothing, &table, 1, outputs[1], left), &table, 1, outputs[1], right), 0,
                "car, mirrored, across", to);
    }
    compare(plus(nothing, &table, 1, outputs[0], yaw), -y, "car, turned", to);
    compare(plus(nothing, &table, 1, outputs[1], yaw), x, "car, turned", to);
    for (size_t j = 0; j < 3; j++) {
        struct sum balance = nothing;
        for (size_t i = 2; i < 6; i++)
            balance = plus(balance, &table, i == 4 ? -1 : 1, outputs[i], variables[j]);
        compare(balance, 0, "car, balance of energy", to);
    }
    wd_model_free(model);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 2 ? strtoull(argv[1], NULL, 10) : 3;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    struct tally bicycles = {0}, toruses = {0}, cars = {0};
    for (uint64_t run = first; run < first + count; run++) {
        uniform_seed(run);
        gradients_of_bicycle(&bicycles);
        gradients_of_torus(&toruses);
        gradients_of_car(run % 2 == 1, &cars);
    }
    judge(&bicycles, "bicycles");
    judge(&toruses, "toruses");
    judge(&cars, "cars on tyres");
    return done();
}
