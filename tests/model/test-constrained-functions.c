/* SPDX-License-Identifier: MIT */
/* Kind constrained: the user's function that gives the speeds c of moving constraints and the
 * weights N. Tested: its effect; its errors at the start and during a motion; that reset and clones
 * keep it and that a snapshot requires it. */
#include "support.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

enum { FINE, NO_NUMBER, INFINITE, TOO_HEAVY, TOO_LIGHT, WEIGHT_IS_NO_NUMBER, REFUSES, CALLS };

/* A mass on a rail that moves up at `speed`. */
struct rail {
    double speed;               /* upward speed of the rail [m/s] */
    double weight;              /* value of N of the rail; NaN: the function does not set N */
    int32_t fault;              /* error that the function makes from time fails_from on */
    double fails_from;          /* time from which the function makes the error [s] */
    size_t calls;               /* number of calls of the function */
    size_t calls_with_defaults; /* calls with c = 0 and N = 0.5, the relax of one test, on entry */
    wd_model *model;
};

#define RAIL                                                                        \
    {                                                                               \
        .speed = 0.5, .weight = NAN, .fault = FINE, .fails_from = -1e9, .calls = 0, \
        .calls_with_defaults = 0                                                    \
    }

static int32_t equations(double t, const double *q, const double *v, double *M, double *Q,
                         double *C, double *A, double *b, double *phi, void *user)
{
    const struct rail *rail = user;
    (void)v, (void)C, (void)b;
    M[0] = M[3] = 2;
    M[1] = M[2] = 0;
    Q[0] = 3;
    Q[1] = -20;
    A[0] = 0;
    A[1] = 1;
    phi[0] = q[1] - rail->speed * t;
    return 0;
}

static int32_t constraints(double t, const double *q, const double *v, double *c, double *N,
                           void *user)
{
    struct rail *rail = user;
    (void)q, (void)v;
    rail->calls++;
    rail->calls_with_defaults += c[0] == 0 && N[0] == 0.5;
    c[0] = rail->speed;
    if (!isnan(rail->weight))
        N[0] = rail->weight;
    if (t < rail->fails_from)
        return 0;
    switch (rail->fault) {
    case NO_NUMBER:
        c[0] = NAN;
        break;
    case INFINITE:
        c[0] = INFINITY;
        break;
    case TOO_HEAVY:
        N[0] = 1.0000000001;
        break;
    case TOO_LIGHT:
        N[0] = -1e-300;
        break;
    case WEIGHT_IS_NO_NUMBER:
        N[0] = NAN;
        break;
    case REFUSES:
        return 1;
    case CALLS:
        return wd_model_set_constraints(rail->model, NULL, NULL) != WD_ESTATE ||
               wd_model_set_value(rail->model, "state.x.q", 1) != WD_ESTATE;
    default:
        break;
    }
    return 0;
}

static int32_t energies(double t, const double *q, const double *v, double *kinetic,
                        double *potential, double *power, void *user)
{
    (void)t, (void)user;
    *kinetic = v[0] * v[0] + v[1] * v[1];
    *potential = 20 * q[1];
    *power = 3 * v[0];
    return 0;
}

static wd_model *rail_new(struct rail *rail)
{
    wd_model *model = make("constrained", NULL);
    must(model, wd_model_add_part(model, "coordinate", "x", NULL, 0), "x");
    must(model, wd_model_add_part(model, "coordinate", "y", NULL, 0), "y");
    must(model, wd_model_add_part(model, "constraint", "rail", NULL, 0), "rail");
    must(model, wd_model_set_equations(model, equations, rail), "equations");
    must(model, wd_model_set_energies(model, energies, rail), "energies");
    must(model, wd_model_set_constraints(model, constraints, rail), "constraints");
    rail->model = model;
    return model;
}

/* The mass follows the rail from the start; the rail's work is gravity force times height. */
static void mass_follows_rail(void)
{
    struct rail rail = RAIL;
    wd_model *model = rail_new(&rail);
    start(model, 2);
    near_abs(get(model, "state.y.q"), 1, 1e-15, "at the start the mass is projected onto the rail");
    near_abs(get(model, "state.y.v"), 0.5, 1e-15,
             "at the start the mass has the speed of the rail");
    go(model, 12);
    near_abs(get(model, "state.y.q"), 6, 1e-12, "the mass follows the rail");
    near_abs(get(model, "output.rail.multiplier"), 20, 1e-12, "the rail carries the gravity force");
    near_abs(get(model, "output.work"), 20 * 5 + 3 * get(model, "state.x.q"), 1e-10,
             "work of the rail and of the force");
    near_abs(get(model, "output.dissipated"), 0, 1e-10, "no energy is lost");
    check(wd_model_set_constraints(model, NULL, NULL) == WD_OK, "the function may be removed");
    wd_model_free(model);
}

/* The weight N from the function replaces `relax`; the force of the row is proportional to it. */
static void weight_replaces_relax(void)
{
    struct rail rail = RAIL;
    wd_model *model = rail_new(&rail);
    rail.weight = 0.25;
    set(model, "param.rail.relax", 0.5);
    choose(model, "solver.form", "seminorm");
    start(model, 0);
    near_abs(get(model, "output.y.acceleration"), -7.5, 1e-14,
             "with N = 0.25 the rail carries a quarter of the gravity force");
    check(rail.calls > 0 && rail.calls_with_defaults == rail.calls,
          "c is 0 and N is param.rail.relax on entry to each of %zu calls", rail.calls);
    rail.weight = NAN;
    must(model, wd_model_eval(model), "eval");
    near_abs(get(model, "output.y.acceleration"), -5, 1e-14,
             "relax is used if the function does not set N");
    near_abs(get(model, "output.rail.violation_rate"), -0.5, 1e-15,
             "a relaxed row may be violated");
    wd_model_free(model);
}

/* A row with relax = 1 is projected only while the function leaves its weight N at 1. */
static void row_without_weight(void)
{
    struct rail rail = RAIL;
    wd_model *model = rail_new(&rail);
    choose(model, "solver.form", "seminorm");
    start(model, 0);
    go(model, 1);
    rail.weight = 0;
    go(model, 2);
    near_abs(get(model, "state.y.q"), 1 - 5, 1e-12, "with N = 0 the mass falls");
    rail.weight = 1;
    go(model, 3);
    near_abs(get(model, "state.y.q"), 1.5, 1e-12, "with N = 1 the mass is on the rail again");
    wd_model_free(model);
}

static void check_bad_function(int32_t which, double fails_from, const char *text)
{
    struct rail rail = RAIL;
    wd_model *model = rail_new(&rail);
    rail.fault = which;
    rail.fails_from = fails_from;
    int32_t begun = wd_model_init(model, 0);
    if (fails_from <= 0) {
        check(begun == WD_EINPUT && strstr(wd_model_error(model), text), "init is refused: %s",
              wd_model_error(model));
        wd_model_free(model);
        return;
    }
    go(model, 0.5);
    double x = get(model, "state.x.q"), y = get(model, "state.y.q");
    check(wd_model_step_to(model, 2) == WD_EINPUT && strstr(wd_model_error(model), text) &&
              wd_model_time(model) == 0.5 && get(model, "state.x.q") == x &&
              get(model, "state.y.q") == y,
          "step_to: %s; the model is unchanged", wd_model_error(model));
    rail.fault = FINE;
    check(wd_model_step_to(model, 2) == WD_OK, "without the error the refused step succeeds");
    wd_model_free(model);
}

/* Kinds with equations of their own refuse the function; the function cannot change the model; a
 * reset keeps the function. */
static void restrictions(void)
{
    struct rail rail = RAIL;
    wd_model *model = rail_new(&rail), *wheel = make("rolling_wheel", NULL);
    check(wd_model_set_constraints(wheel, constraints, NULL) == WD_EROLE,
          "a kind with built-in equations refuses the function: %s", wd_model_error(wheel));
    check(wd_model_set_constraints(NULL, constraints, NULL) == WD_EINVAL,
          "a NULL model is refused");
    rail.fault = CALLS;
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 1) == WD_OK,
          "the function cannot change the model");
    wd_model_reset(model);
    size_t calls = rail.calls;
    check(wd_model_init(model, 0) == WD_OK && rail.calls > calls, "a reset keeps the function");
    wd_model_free(model);
    wd_model_free(wheel);
}

/* A snapshot records that a function is set; a clone keeps the function. */
static void snapshots_and_clones(void)
{
    static unsigned char bytes[1 << 14];
    struct rail rail = RAIL;
    wd_model *model = rail_new(&rail), *other = make("constrained", NULL), *clone;
    start(model, 0);
    go(model, 1);
    must(model, wd_model_save(model, bytes, sizeof bytes), "save");
    size_t size = wd_model_save_size(model);
    must(other, wd_model_set_equations(other, equations, &rail), "equations");
    must(other, wd_model_set_energies(other, energies, &rail), "energies");
    check(wd_model_load(other, bytes, size) == WD_ESTATE &&
              strstr(wd_model_error(other), "constraints") && wd_model_part_count(other) == 0,
          "a snapshot requires the function: %s", wd_model_error(other));
    must(other, wd_model_set_constraints(other, constraints, &rail), "constraints");
    must(other, wd_model_load(other, bytes, size), "load");
    must(model, wd_model_clone(model, &clone), "clone");
    go(model, 3);
    go(other, 3);
    go(clone, 3);
    check(get(model, "state.y.q") == get(other, "state.y.q") &&
              get(model, "output.work") == get(other, "output.work") &&
              get(model, "state.y.q") == get(clone, "state.y.q"),
          "a loaded snapshot and a clone continue with the same bits");
    wd_model_free(model);
    wd_model_free(other);
    wd_model_free(clone);
}

int main(void)
{
    mass_follows_rail();
    weight_replaces_relax();
    row_without_weight();
    for (int k = 0; k < 2; k++) {
        double fails_from = k ? 1 : -1;
        check_bad_function(NO_NUMBER, fails_from, "number 0 of c must be finite");
        check_bad_function(INFINITE, fails_from, "number 0 of c must be finite");
        check_bad_function(
            TOO_HEAVY, fails_from,
            "number 0 of N must be between 0 and 1, the function gives 1 + 1.00000008e-10");
        check_bad_function(TOO_LIGHT, fails_from, "number 0 of N must be between 0 and 1");
        check_bad_function(WEIGHT_IS_NO_NUMBER, fails_from,
                           "number 0 of N must be between 0 and 1");
        check_bad_function(REFUSES, fails_from, "the function of the constraints failed");
    }
    restrictions();
    snapshots_and_clones();
    return done();
}
