/* SPDX-License-Identifier: MIT */
/* The bicycle in the library, compared with the same equations in bare C and with the dense linear
 * system (10.2) of docs/theory/bicycle.rst; then steps and rides through the API. */
#include "bare-bicycle.h"
#include "bench.h"
#include "bicycle.h"

#include <wheeldyn/wheeldyn.h>

/* ---- accelerations and multipliers at many different states, so that no compiler folds
 * constants ---- */

enum { STATES = 64, EVALUATIONS = 2000 };

struct evaluation {
    struct bicycle bicycle;
    struct bare_bicycle bare;
    struct mech_state state[STATES][BICYCLE_BODIES];
    struct mech_work work;
    double sum;
};

static struct evaluation all;
static double memory[BICYCLE_MEMORY];

static const struct mech_load no_loads[BICYCLE_BODIES];
static const double no_torques[BICYCLE_HINGES];
static const struct mech_drive coasting = {no_torques, no_loads};

static void prepare(void)
{
    const char *fault = bicycle_assemble(&benchmark_bicycle, &all.bicycle);
    all.bare = bare_bicycle(&all.bicycle);
    all.work = mech_carve(&all.bicycle.system, memory);
    for (int i = 0; i < STATES && !fault; i++)
        fault = bicycle_stand(&all.bicycle,
                              &(struct bicycle_start){.yaw = 0.1 * i,
                                                      .roll = 0.3 * sin(i),
                                                      .steer = 0.4 * cos(2 * i),
                                                      .rear_angle = i,
                                                      .front_angle = 2 * i,
                                                      .roll_rate = 0.2,
                                                      .steer_rate = -0.3,
                                                      .speed = 4.6},
                              all.state[i]);
    if (fault)
        printf("no states: %s\n", fault);
}

/* A mech_solver that uses dense LU. */
static int32_t by_lu(const struct mech_system *system, const struct mech_state *state,
                     const struct mech_drive *drive, struct mech_work *work, struct mech_rate *rate,
                     double *lambda)
{
    dense_solve(system, state, drive, work, rate, lambda);
    return WD_OK;
}

struct way {
    mech_solver *solver;
    int evaluations;
};

static void evaluate(void *context)
{
    const struct way *way = context;
    const struct mech_system *system = &all.bicycle.system;
    struct mech_rate rate[BICYCLE_BODIES];
    double lambda[BICYCLE_ROWS];
    for (int i = 0; i < way->evaluations; i++) {
        const struct mech_state *state = all.state[i % STATES];
        mech_place(system, state, &all.work);
        way->solver(system, state, &coasting, &all.work, rate, lambda);
        all.sum += rate[3].w.x + lambda[3];
    }
}

static void by_hand(void *context)
{
    const struct way *way = context;
    struct mech_rate rate[BICYCLE_BODIES];
    double lambda[BICYCLE_ROWS];
    for (int i = 0; i < way->evaluations; i++) {
        bare_accelerations(&all.bare, (const double *)all.state[i % STATES], rate, lambda);
        all.sum += rate[3].w.x + lambda[3];
    }
}

/* Check that the library and the bare C give the same result. */
static void compare(void)
{
    struct mech_rate ours[BICYCLE_BODIES], bare[BICYCLE_BODIES];
    double lambda[BICYCLE_ROWS], bare_lambda[BICYCLE_ROWS], worst = 0;
    for (int i = 0; i < STATES; i++) {
        mech_place(&all.bicycle.system, all.state[i], &all.work);
        mech_tree(&all.bicycle.system, all.state[i], &coasting, &all.work, ours, lambda);
        bare_accelerations(&all.bare, (const double *)all.state[i], bare, bare_lambda);
        for (int k = 0; k < SPEEDS; k++)
            worst = fmax(worst, fabs(((double *)ours)[k] - ((double *)bare)[k]));
        for (int k = 0; k < BICYCLE_ROWS; k++)
            worst = fmax(worst, fabs(lambda[k] - bare_lambda[k]));
    }
    printf("largest difference of library and bare C: %.2g\n", worst);
}

/* ---- rides through the API: 20 s of preset benchmark, which starts at 4.6 m/s ---- */

struct ride {
    const char *acceleration, *projection;
    double h;
    wd_model *model;
};

static void set_up(struct ride *ride)
{
    if (wd_model_new("bicycle", &ride->model) != WD_OK ||
        wd_model_load_preset(ride->model, "benchmark") != WD_OK ||
        wd_model_set_value(ride->model, "solver.fixed_step", ride->h) != WD_OK ||
        wd_model_set_choice(ride->model, "solver.acceleration", ride->acceleration) != WD_OK ||
        wd_model_set_choice(ride->model, "solver.projection", ride->projection) != WD_OK)
        printf("no ride: %s\n", wd_model_error(ride->model));
}

static void go(void *context)
{
    struct ride *ride = context;
    wd_model_reset(ride->model);
    if (wd_model_init(ride->model, 0) != WD_OK || wd_model_step_to(ride->model, 20) != WD_OK)
        printf("the ride went wrong: %s\n", wd_model_error(ride->model));
}

/* The same ride in bare C: the classical Runge-Kutta method, without projection and events. */
static void bare_rate(const double *y, double *dy)
{
    struct mech_rate rate[BICYCLE_BODIES];
    double lambda[BICYCLE_ROWS];
    bare_accelerations(&all.bare, y, rate, lambda);
    for (int i = 0; i < BICYCLE_BODIES; i++) {
        const struct mech_state *q = (const struct mech_state *)y + i;
        double c = cos(q->pitch), s = sin(q->pitch);
        double level = (c * q->w.z - s * q->w.x) / cos(q->roll);
        double roll = c * q->w.x + s * q->w.z;
        ((struct mech_state *)dy)[i] = (struct mech_state){
            q->v, level, roll, q->w.y - sin(q->roll) * level, rate[i].v, rate[i].w};
    }
}

static void bare_ride(void *context)
{
    enum { N = 12 * BICYCLE_BODIES };
    const struct ride *ride = context;
    double y[N], k[4][N], z[N], h = ride->h;
    bicycle_stand(&all.bicycle, &(struct bicycle_start){.speed = 4.6, .roll_rate = 0.5},
                  (struct mech_state *)y);
    for (int step = (int)round(20 / h); step > 0; step--) {
        bare_rate(y, k[0]);
        for (int j = 1; j < 4; j++) {
            for (int i = 0; i < N; i++)
                z[i] = y[i] + (j == 3 ? h : h / 2) * k[j - 1][i];
            bare_rate(z, k[j]);
        }
        for (int i = 0; i < N; i++)
            y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
    all.sum += y[0];
}

int main(void)
{
    struct ride best = {"tree", "moore_penrose", 0.01, NULL};
    struct ride loose = {"tree", "none", 0.01, NULL};
    struct ride other = {"range_space", "moore_penrose", 0.01, NULL};
    struct way tree = {mech_tree, EVALUATIONS}, range = {mech_range_space, EVALUATIONS};
    struct way lu = {by_lu, EVALUATIONS / 10};
    prepare();
    compare();
    bench_pair("accelerations and multipliers / bare C", evaluate, &tree, by_hand, &tree,
               EVALUATIONS, 1.5);
    bench_pair_of("the same / dense LU of GSL, 45 x 45", evaluate, &tree, EVALUATIONS, evaluate,
                  &lu, lu.evaluations, 0.25);
    bench_pair_of("the same by range space / dense LU", evaluate, &range, EVALUATIONS, evaluate,
                  &lu, lu.evaluations, 0.5);
    set_up(&best);
    set_up(&loose);
    set_up(&other);
    bench_pair("one RK4 step through the API / bare C without projection and events", go, &best,
               bare_ride, &best, 2000, 4);
    bench_pair("one RK4 step with projection / without", go, &best, go, &loose, 2000, 3);
    bench_pair("20 s of preset benchmark, h = 0.01: tree / range_space", go, &best, go, &other, 1,
               1);
    wd_model_free(best.model);
    wd_model_free(loose.model);
    wd_model_free(other.model);
    return !isfinite(all.sum);
}
