/* SPDX-License-Identifier: MIT */
/* Speed of kind vehicle, called through the core as for a user's model:
 * - a rigid car on four rolling wheels, compared with bare C;
 * - presets on tyres, compared with preset rigid_car;
 * - a bicycle built from parts, compared with kind bicycle;
 * - the growth of the work with the length of a chain of bodies. */
#include "bare-car-step.h"
#include "bench.h"
#include "core/flow.h"
#include "model/vehicle.h"

enum { STATES = 64, EVALUATIONS = 4000, NUMBERS = 512 };

static const struct vec gravity = {0, 0, -9.81};
static double sum;

/* A model and many states of its motion. The right-hand side is evaluated at all states in turn, so
 * that the compiler folds no constants. */
struct motion_of {
    wd_model *model;
    double y[STATES][NUMBERS];
};

static void evaluate(void *context)
{
    const struct motion_of *m = context;
    double dy[NUMBERS];
    for (int i = 0; i < EVALUATIONS; i++) {
        flow_rhs(0, m->y[i % STATES], dy, m->model);
        sum += dy[8];
    }
}

/* Record the states of the motion at the ends of calls, 0.02 s apart. */
static void record(struct motion_of *m)
{
    start(m->model, 0);
    for (int i = 0; i < STATES; i++) {
        go(m->model, 0.02 * i);
        must(m->model, wd_model_eval(m->model), "eval"); /* a call may leave states unprojected */
        memcpy(m->y[i], m->model->now.y, model_reals(m->model->kind) * sizeof(double));
    }
}

/* ---- the rigid car ---- */

static const struct bare_car bare = {
    .m = 1000,
    .m_w = 20,
    .A = 0.5,
    .C = 0.9,
    .r = 0.3,
    .a = 0.1,
    .J = {300, 1200, 1300, 0, 0, 0},
    .at = {{1.2, 0.75, -0.25}, {1.2, -0.75, -0.25}, {-1.4, 0.75, -0.25}, {-1.4, -0.75, -0.25}},
};
static struct motion_of ideal, coulomb;

static wd_model *car_of_parts(const char *law)
{
    static const char *const wheels[] = {"w0", "w1", "w2", "w3"};
    wd_model *model = new_vehicle();
    add_body(model, "frame", bare.m, 0, 0, 0, bare.r - bare.at[0].z);
    set_mass(model, "frame", bare.m, bare.J.xx, bare.J.yy, bare.J.zz);
    for (int i = 0; i < BARE_WHEELS; i++) {
        add_tyre(model, "wheel", wheels[i], "frame", bare.at[i].x, bare.at[i].y, bare.r, bare.a);
        set_part(model, wheels[i], "mass", bare.m_w);
        set_part(model, wheels[i], "cross_inertia", bare.A);
        set_part(model, wheels[i], "spin_inertia", bare.C);
        choose(model, name_of("param", wheels[i], "law"), law);
    }
    return model;
}

static void prepare_car(struct motion_of *car, const char *law)
{
    car->model = car_of_parts(law);
    set_init(car->model, "frame", "forward", 5);
    choose(car->model, "param.spin", "rolling");
    record(car);
}

static void car_by_hand(void *context)
{
    const struct motion_of *car = context;
    double to[BARE_STATES];
    struct bare_car_work work;
    for (int i = 0; i < EVALUATIONS; i++) {
        bare_car_rate(&bare, car->y[i % STATES], gravity, &work, to);
        sum += to[8];
    }
}

/* Print the largest difference between the rates of the library and of the bare C. */
static void compare(const struct motion_of *car)
{
    double worst = 0, ours[NUMBERS], theirs[BARE_STATES];
    struct bare_car_work work;
    for (int i = 0; i < STATES; i++) {
        flow_rhs(0, car->y[i], ours, car->model);
        bare_car_rate(&bare, car->y[i], gravity, &work, theirs);
        for (int k = 0; k < BARE_STATES; k++)
            worst = fmax(worst, fabs(ours[k] - theirs[k]));
    }
    printf("largest difference of vehicle and bare C: %.2g\n", worst);
}

/* ---- the rigid car with Moreau steps ---- */

enum { STEPS = 2000 };
static const double h = 1e-3;

/* A motion that is computed repeatedly from the same start: rolling up a slope, or
 * skidding on it. */
struct drive {
    const char *name;
    wd_model *model;
    double mu, slope, start[BARE_STATES], end[BARE_STATES];
};

static void step_model(void *context)
{
    struct drive *d = context;
    wd_model_reset(d->model);
    start(d->model, 0);
    go(d->model, STEPS * h);
}

static void step_by_hand(void *context)
{
    struct drive *d = context;
    struct bare_car_work work;
    struct bare_car_step cones = {.mu = d->mu, .tolerance = 1e-12};
    struct vec g = {-9.81 * sin(d->slope), 0, -9.81 * cos(d->slope)};
    memcpy(d->end, d->start, sizeof d->end);
    for (int i = 0; i < STEPS; i++)
        bare_car_go(&bare, d->end, g, h, &work, &cones);
    sum += d->end[0];
}

static void prepare_drive(struct drive *d, double left, double spin)
{
    static const char *const wheels[] = {"w0", "w1", "w2", "w3"};
    d->model = car_of_parts("coulomb");
    for (int i = 0; i < BARE_WHEELS; i++) {
        set_input(d->model, wheels[i], "mu", d->mu);
        set_init(d->model, wheels[i], "rate", spin);
    }
    set(d->model, "input.slope", d->slope);
    set_init(d->model, "frame", "forward", 5);
    set_init(d->model, "frame", "left", left);
    choose(d->model, "solver.scheme", "moreau");
    set(d->model, "solver.fixed_step", h);
    start(d->model, 0);
    memcpy(d->start, d->model->now.y, sizeof d->start);
    step_model(d);
    step_by_hand(d);
    double worst = 0;
    for (int k = 0; k < BARE_STATES; k++)
        worst = fmax(worst, fabs(d->end[k] - d->model->now.y[k]));
    printf("%s: vehicle and bare C end %.2g apart\n", d->name, worst);
}

static void bench_drives(void)
{
    struct drive rolls = {.name = "rolling", .mu = 0.8, .slope = 0.05};
    struct drive skids = {.name = "skidding", .mu = 0.3, .slope = 0.05};
    prepare_drive(&rolls, 0, 5 / 0.3);
    prepare_drive(&skids, 8, -20);
    bench_pair("rigid car rolling, a step of Moreau / bare C", step_model, &rolls, step_by_hand,
               &rolls, STEPS, 1.6);
    bench_pair("rigid car skidding, a step of Moreau / bare C", step_model, &skids, step_by_hand,
               &skids, STEPS, 1.4);
    wd_model_free(rolls.model);
    wd_model_free(skids.model);
}

/* ---- presets on tyres ---- */

static void run_preset(void *context)
{
    wd_model *model = context;
    wd_model_reset(model);
    start(model, 0);
    go(model, STEPS * h);
}

/* Compare steps of 1 ms of both cars on tyres with those of the rigid car. */
static void bench_presets(const char *variable, const char *choice, const char *steps)
{
    static const char *const presets[] = {"rigid_car", "car", "car_magic"};
    wd_model *model[3];
    for (int i = 0; i < 3; i++) {
        model[i] = make("vehicle", presets[i]);
        choose(model[i], variable, choice);
        set(model[i], "solver.fixed_step", h);
    }
    for (int i = 1; i < 3; i++) {
        char name[96];
        snprintf(name, sizeof name, "preset %s, a step %s / rigid_car", presets[i], steps);
        bench_pair(name, run_preset, model[i], run_preset, model[0], STEPS, 2);
    }
    for (int i = 0; i < 3; i++)
        wd_model_free(model[i]);
}

/* ---- the bicycle ---- */

static struct motion_of parts, own;

static void ride(void *context)
{
    wd_model *model = context;
    wd_model_reset(model);
    start(model, 0);
    go(model, 5);
}

static void prepare_bicycles(void)
{
    own.model = make("bicycle", "benchmark");
    set(own.model, "init.speed", 4.6);
    set(own.model, "init.roll_rate", 0.5);
    parts.model = bicycle_of_parts(own.model, WHEELS, 4.6, 0.5);
    wd_model *const both[] = {own.model, parts.model};
    for (int i = 0; i < 2; i++) {
        set(both[i], "solver.fixed_step", 0.01);
        choose(both[i], "solver.method", "rk4");
    }
    record(&own);
    record(&parts);
}

/* ---- chains ---- */

/* Build a chain of hinges about x and y in turn, with a wheel on its first body. */
static wd_model *chain_of(int bodies)
{
    char name[2][8] = {"b0"}, joint[8];
    wd_model *model = new_vehicle();
    add_body(model, name[0], 1, 0.1, 0, 0, 0.3);
    for (int i = 1; i < bodies; i++) {
        const double at[] = {i - 0.5, 0, 0.3}, axis[] = {i % 2, 1 - i % 2, 0};
        snprintf(name[i % 2], sizeof name[0], "b%d", i);
        snprintf(joint, sizeof joint, "j%d", i);
        add_body(model, name[i % 2], 1, 0.1, i, 0, 0.3);
        add_joint(model, "hinge", joint, name[(i + 1) % 2], name[i % 2], at, axis);
        set_part(model, joint, "stiffness", 10);
    }
    add_tyre(model, "rim", "rim", "b0", 0, 0, 0.3, 0.3);
    return model;
}

enum { CHAINS = 5, MOTIONS = 16000 };

struct chain {
    struct motion_of motion;
    int bodies;
};

static void swing(void *context)
{
    const struct chain *chain = context;
    double dy[NUMBERS];
    for (int i = 0; i < MOTIONS / chain->bodies; i++)
        flow_rhs(0, chain->motion.y[i % STATES], dy, chain->motion.model);
    sum += dy[8];
}

static void grow(void)
{
    static struct chain chain[CHAINS];
    for (int i = 0; i < CHAINS; i++) {
        chain[i].bodies = 4 << i;
        chain[i].motion.model = chain_of(chain[i].bodies);
        start(chain[i].motion.model, 0);
        for (int k = 0; k < STATES; k++) {
            size_t reals = model_reals(chain[i].motion.model->kind);
            memcpy(chain[i].motion.y[k], chain[i].motion.model->now.y, reals * sizeof(double));
        }
        char name[64];
        snprintf(name, sizeof name, "right-hand side per body: chain of %d / of %d", 4 << i,
                 2 << i);
        if (i > 0)
            bench_pair(name, swing, &chain[i], swing, &chain[i - 1], MOTIONS, 1.1);
    }
    for (int i = 0; i < CHAINS; i++)
        wd_model_free(chain[i].motion.model);
}

int main(void)
{
    prepare_car(&ideal, "ideal");
    prepare_car(&coulomb, "coulomb");
    compare(&ideal);
    compare(&coulomb);
    bench_pair("rigid car on four ideal wheels, right-hand side / bare C", evaluate, &ideal,
               car_by_hand, &ideal, EVALUATIONS, 1.5);
    bench_pair("rigid car on four wheels by Coulomb's law, right-hand side / bare C", evaluate,
               &coulomb, car_by_hand, &coulomb, EVALUATIONS, 1.5);
    bench_drives();
    bench_presets("solver.scheme", "moreau", "of Moreau");
    bench_presets("solver.method", "rk4", "of RK4 with events");
    prepare_bicycles();
    bench_pair("bicycle, right-hand side: vehicle / kind bicycle", evaluate, &parts, evaluate, &own,
               EVALUATIONS, 1.5);
    bench_pair("one RK4 step with projection: vehicle / kind bicycle", ride, parts.model, ride,
               own.model, 500, 1.5);
    grow();
    wd_model_free(ideal.model);
    wd_model_free(coulomb.model);
    wd_model_free(parts.model);
    wd_model_free(own.model);
    return !isfinite(sum);
}
