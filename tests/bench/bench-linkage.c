/* SPDX-License-Identifier: MIT */
/* Speed of mech/linkage.h: a rigid car on four rolling wheels, compared with the same equations in
 * bare C, and the growth of the work with the length of a chain of bodies. */
#include "bare-car.h"
#include "bench.h"
#include "linkage.h"

enum { STATES = 64, EVALUATIONS = 4000, ROUNDS = 16000 };

static const struct vec gravity = {-1, 0.3, -9.7};

struct car {
    struct machine machine;
    struct bare_car bare;
    struct setting setting;
    double state[STATES][STATES_MOST];
    double sum;
};

static struct car car;

/* Prepare states of cars that roll straight ahead; four wheels on a rigid body allow nothing
 * else. */
static void prepare(void)
{
    double error;
    machine_read("vehicle/model_states_car.csv", &car.machine);
    for (size_t i = 1; i < car.machine.linkage.bodies; i++)
        linkage_make_round(&car.machine.body[i]);
    car.bare = bare_car(&car.machine.linkage);
    car.setting = (struct setting){.drive = {gravity, car.setting.effort, NULL},
                                   .hold = {.contact = car.setting.grip}};
    for (int w = 0; w < WHEELS; w++)
        car.setting.grip[w].mode = LINKAGE_STICK;
    for (int i = 0; i < STATES; i++) {
        double *y = car.state[i];
        y[0] = i, y[1] = -i, y[2] = 0.55, y[3] = cos(0.1 * i), y[6] = sin(0.1 * i);
        for (int k = 7; k < 13; k++)
            y[k] = sin(i * k);
        for (int k = 13; k < BARE_STATES; k++)
            y[k] = cos(i + k);
        linkage_project_places(&car.machine.linkage, &car.setting.hold, y, &car.machine.work,
                               &error);
        linkage_project_speeds(&car.machine.linkage, &car.setting.hold, y, &car.machine.work,
                               &error);
    }
}

typedef int32_t solver(const struct linkage *, const struct linkage_hold *, struct linkage_work *,
                       double *force);

static void rate(struct machine *m, const double *state, const struct setting *s, solver *solve,
                 double *to)
{
    double force[ROWS_MOST], acceleration[SPEEDS_MOST];
    linkage_place(&m->linkage, state, &m->work);
    linkage_factor(&m->linkage, &m->work);
    linkage_drive(&m->linkage, state, &s->drive, &m->work);
    linkage_choose(&m->linkage, &s->hold, &m->work);
    solve(&m->linkage, &s->hold, &m->work, force);
    linkage_accelerate(&m->linkage, &m->work, force, acceleration);
    linkage_rate(&m->linkage, state, &m->work, acceleration, to);
    car.sum += force[0];
}

static void evaluate(solver *solve)
{
    double to[STATES_MOST];
    for (int i = 0; i < EVALUATIONS; i++) {
        rate(&car.machine, car.state[i % STATES], &car.setting, solve, to);
        car.sum += to[8];
    }
}

static void motion(void *context)
{
    (void)context;
    evaluate(linkage_balance);
}

static void motion_and_forces(void *context)
{
    (void)context;
    evaluate(linkage_solve);
}

static void by_hand(void *context)
{
    double to[BARE_STATES];
    struct bare_car_work work;
    (void)context;
    for (int i = 0; i < EVALUATIONS; i++) {
        bare_car_rate(&car.bare, car.state[i % STATES], gravity, &work, to);
        car.sum += to[8] + work.x[0];
    }
}

/* Print the largest difference between the rates of the library and of the bare C. */
static void compare(void)
{
    double worst = 0, ours[STATES_MOST], theirs[BARE_STATES];
    struct bare_car_work work;
    for (int i = 0; i < STATES; i++) {
        rate(&car.machine, car.state[i], &car.setting, linkage_balance, ours);
        bare_car_rate(&car.bare, car.state[i], gravity, &work, theirs);
        for (int k = 0; k < BARE_STATES; k++)
            worst = fmax(worst, fabs(ours[k] - theirs[k]));
    }
    printf("largest difference of linkage and bare C: %.2g\n", worst);
}

/* ---- chains ---- */

struct chain {
    struct machine machine;
    struct setting setting;
    double state[STATES_MOST];
};

/* Build a chain of hinges about x and y in turn, with a wheel at either end. */
static void link_up(struct chain *chain, size_t bodies)
{
    struct machine *m = &chain->machine;
    m->linkage.bodies = bodies;
    m->linkage.wheels = 2;
    for (size_t i = 0; i < bodies; i++)
        m->body[i] = (struct linkage_body){.mass = 1,
                                           .centre = {(double)i, 0, 0},
                                           .inertia = {0.1, 0.2, 0.2, 0, 0, 0},
                                           .parent = i > 0 ? i - 1 : 0,
                                           .joint = {LINKAGE_HINGE,
                                                     {(double)i - 0.5, 0, 0},
                                                     {i % 2 ? 1 : 0, i % 2 ? 0 : 1, 0},
                                                     1,
                                                     0,
                                                     0.1}};
    m->wheel[0] = (struct linkage_wheel){.axis = {0, 1, 0}, .radius = 0.3, .crown = 0.1};
    m->wheel[1] = m->wheel[0];
    m->wheel[1].body = bodies - 1;
    m->wheel[1].centre.x = (double)bodies - 1;
    machine_carve(m);
    chain->setting = (struct setting){.drive = {gravity, chain->setting.effort, NULL},
                                      .hold = {.contact = chain->setting.grip}};
    chain->setting.grip[0].mode = chain->setting.grip[1].mode = LINKAGE_STICK;
    chain->state[2] = 0.3;
    chain->state[LINKAGE_QUATERNION] = 1;
    for (size_t k = LINKAGE_JOINT; k < linkage_states(&m->linkage); k++)
        chain->state[k] = 0.1 * sin((double)k);
}

static void swing(void *context)
{
    struct chain *chain = context;
    double to[STATES_MOST];
    for (size_t i = 0; i < ROUNDS / chain->machine.linkage.bodies; i++)
        rate(&chain->machine, chain->state, &chain->setting, linkage_balance, to);
    car.sum += to[8];
}

static void grow(void)
{
    static struct chain chain[5];
    for (size_t i = 0; i < 5; i++)
        link_up(&chain[i], (size_t)4 << i);
    for (size_t i = 1; i < 5; i++) {
        char name[96];
        snprintf(name, sizeof name, "time per body: chain of %zu bodies / chain of %zu",
                 (size_t)4 << i, (size_t)4 << (i - 1));
        bench_pair(name, swing, &chain[i], swing, &chain[i - 1], ROUNDS, 1.1);
    }
}

int main(void)
{
    prepare();
    compare();
    bench_pair("rigid car on four rolling wheels, its motion / bare C", motion, NULL, by_hand, NULL,
               EVALUATIONS, 1.5);
    bench_pair("the same with the forces of least norm", motion_and_forces, NULL, by_hand, NULL,
               EVALUATIONS, 2);
    grow();
    return !isfinite(car.sum);
}
