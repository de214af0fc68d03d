/* SPDX-License-Identifier: MIT */
/* Different models in two threads at once, const calls of two threads on one model, clones that
 * share a grid of heights, and gradients whose variables are shared by threads. */
#include "constrained.h"
#include "support.h"

#include <fenv.h>
#include <pthread.h>
#include <wheeldyn/gradient.h>
#include <wheeldyn/ground.h>

static struct setup list[MOST_SETUPS];
static size_t count;

struct worker {
    pthread_t thread;
    const wd_model *shared;
    uint64_t hash[MOST_SETUPS];
    int first;
};

/* A model of the setup; a kind that needs code gets the double pendulum of the thread. */
static wd_model *make_model(const struct setup *setup, struct pendulum *pendulum)
{
    return !needs_code(setup->kind) ? make(setup) : pendulum_with_events(pendulum);
}

/* Make all calls on the thread's own models; the two threads use opposite orders. */
static void *make_all_calls(void *context)
{
    struct worker *worker = context;
    static const size_t room = MOST_BYTES;
    struct pendulum pendulum = PENDULUM;
    unsigned char *bytes = malloc(room);
    int copied = few_or_all(12, 60), end = few_or_all(20, 100); /* of the steps of a walk */
    for (size_t i = 0; bytes && i < count; i++) {
        size_t which = worker->first ? i : count - 1 - i;
        wd_model *model = make_model(&list[which], &pendulum), *other;
        put(model, "solver.fixed_step", which % 2 ? 0.01 : 0);
        wd_model_init(model, 0);
        uint64_t hash = walk(model, 0, copied);
        wd_model_step_to(model, NAN);
        wd_model_set_value(model, "param.mass", -1);
        size_t size = wd_model_save_size(model);
        wd_model_save(model, bytes, room);
        wd_model_clone(model, &other);
        hash ^= walk(other, copied, end);
        wd_model_load(model, bytes, size);
        worker->hash[which] = hash ^ 2 * walk(model, copied, end);
        wd_model_free(other);
        wd_model_free(model);
    }
    free(bytes);
    return NULL;
}

static void *hash_shared_model(void *context)
{
    struct worker *worker = context;
    const wd_model *model = worker->shared;
    uint64_t hash = 1;
    unsigned char *bytes = malloc(MOST_BYTES);
    for (int i = 0; bytes && i < 200; i++) {
        hash = mix_model(hash, model);
        wd_model_save(model, bytes, MOST_BYTES);
        hash = mix(hash, bytes, wd_model_save_size(model));
        wd_model *other;
        int walks =
            i % 20 == 0 &&
            !needs_code(wd_model_kind(model)); /* not with user code, because its data are shared */
        if (wd_model_clone(model, &other) == WD_OK && walks)
            hash = mix(hash, &(uint64_t){walk(other, 20, 22)}, sizeof hash);
        wd_model_free(other);
        hash = mix(hash, wd_model_error(model), strlen(wd_model_error(model)));
    }
    free(bytes);
    worker->hash[0] = hash;
    return NULL;
}

static void *hash_first_reading(void *context)
{
    struct worker *worker = context;
    worker->hash[0] = mix_model(1, worker->shared);
    return NULL;
}

/* The states of the linear model of a vehicle are found in the model's own memory. */
static void *hash_linear_names(void *context)
{
    struct worker *worker = context;
    size_t size = wd_model_linear_size(worker->shared);
    uint64_t hash = mix(1, &size, sizeof size);
    for (size_t i = 0; i < (size_t)few_or_all(60, 1000) * size; i++) {
        const char *name = wd_model_linear_name(worker->shared, i % size);
        hash = name ? mix(hash, name, strlen(name)) : 0;
    }
    worker->hash[0] = hash;
    return NULL;
}

static void run_two_threads(struct worker *a, struct worker *b, void *(*job)(void *))
{
    if (pthread_create(&a->thread, NULL, job, a) != 0 ||
        pthread_create(&b->thread, NULL, job, b) != 0) {
        check(0, "threads can be created");
        exit(done());
    }
    pthread_join(a->thread, NULL);
    pthread_join(b->thread, NULL);
}

static void compare_const(const struct setup *setup)
{
    struct worker a = {.first = 0}, b = {.first = 1};
    struct pendulum pendulum = PENDULUM;
    wd_model *model = make_model(setup, &pendulum);
    check(wd_model_init(model, 0) == WD_OK && wd_model_step_to(model, 1) == WD_OK,
          "%s: the model runs", setup_name(setup));
    a.shared = b.shared = model;
    run_two_threads(&a, &b, hash_shared_model);
    check(a.hash[0] == b.hash[0], "const calls of two threads on one model give the same results");
    wd_model_free(model);
}

/* Several threads read a model at the end of a call, within a step: one of them computes the
 * results that the call has left due, the others get the same bits. */
static void compare_first_reading(const char *preset, const char *scheme)
{
    struct worker a = {.first = 0}, b = {.first = 1};
    wd_model *model = make(&(struct setup){"vehicle", preset}), *alone;
    int same = 1;
    wd_model_set_choice(model, "solver.scheme", scheme);
    put(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    wd_model_init(model, 0);
    wd_model_clone(model, &alone);
    for (int k = 1; k <= few_or_all(40, 400); k++) {
        for (int i = 0; i < 4; i++) {
            wd_model_step_to(model, wd_model_time(model) + 1e-3);
            wd_model_step_to(alone, wd_model_time(alone) + 1e-3);
        }
        a.shared = b.shared = model;
        run_two_threads(&a, &b, hash_first_reading);
        uint64_t hash = mix_model(1, alone);
        same = same && a.hash[0] == hash && b.hash[0] == hash;
    }
    check(same, "%s, %s: two threads read the results of a call first, with the same bits", preset,
          scheme);
    wd_model_step_to(model, wd_model_time(model) + 1e-3);
    run_two_threads(&a, &b, hash_linear_names);
    uint64_t two[] = {a.hash[0], b.hash[0]};
    hash_linear_names(&a);
    check(two[0] == a.hash[0] && two[1] == a.hash[0],
          "two threads find the states of the linear model");
    wd_model_free(alone);
    wd_model_free(model);
}

/* ---- a grid that clones share ---- */

enum { GRID_SIDE = 12, GRID_THREADS = 4 };

struct rider {
    pthread_t thread;
    wd_model *model; /* freed by the thread */
    uint64_t hash;
};

static wd_model *ball_on_waves(void)
{
    static const double frame[] = {-3, -3, 0.5, 0.5, 0.2};
    double z[GRID_SIDE * GRID_SIDE];
    for (int k = 0; k < GRID_SIDE * GRID_SIDE; k++)
        z[k] = 0.1 * sin(k % GRID_SIDE) * cos(0.7 * (k / GRID_SIDE));
    wd_model *model = make(&(struct setup){"vehicle", "ball"});
    wd_model_set_choice(model, "param.place", "on_ground");
    check(wd_model_set_surface(model, z, GRID_SIDE, GRID_SIDE, frame) == WD_OK &&
              wd_model_init(model, 0) == WD_OK,
          "a ball starts on a grid: %s", wd_model_error(model));
    return model;
}

/* Step, clone, save, load and free models that share the grid with models of other threads. */
static void *ride(void *context)
{
    struct rider *rider = context;
    unsigned char *bytes = malloc(MOST_BYTES);
    uint64_t hash = 1;
    for (int k = 0; bytes && k < few_or_all(8, 100); k++) {
        wd_model *other, *third;
        double height[7];
        wd_model_clone(rider->model, &other);
        wd_model_clone(other, &third);
        wd_model_step_to(rider->model, 0.02 * (k + 1));
        wd_model_ground_at(other, 0.1 * k, 0, height);
        hash = mix(mix_model(hash, rider->model), height, sizeof height);
        wd_model_save(rider->model, bytes, MOST_BYTES);
        wd_model_load(third, bytes, wd_model_save_size(rider->model));
        hash = mix_model(hash, third);
        wd_model_free(other);
        wd_model_reset(third);
        wd_model_set_surface(third, NULL, 0, 0, NULL);
        wd_model_free(third);
    }
    wd_model_free(rider->model);
    free(bytes);
    rider->hash = hash;
    return NULL;
}

/* The first model is freed while the threads run, so a thread frees the grid. */
static void same_on_one_grid(void)
{
    struct rider alone = {.model = ball_on_waves()}, riders[GRID_THREADS];
    wd_model *first = ball_on_waves();
    ride(&alone);
    for (int k = 0; k < GRID_THREADS; k++)
        wd_model_clone(first, &riders[k].model);
    for (int k = 0; k < GRID_THREADS; k++)
        check(pthread_create(&riders[k].thread, NULL, ride, &riders[k]) == 0, "thread %d starts",
              k);
    wd_model_free(first);
    for (int k = 0; k < GRID_THREADS; k++) {
        pthread_join(riders[k].thread, NULL);
        check(riders[k].hash == alone.hash, "a clone on the shared grid has the bits of a model "
                                            "that rides alone");
    }
}

/* ---- gradients in several threads ---- */

enum { MANY = 6 };

static int32_t steady_brake(double t, double *value, void *user)
{
    (void)user;
    volatile double third = t / 3; /* rounded as the caller has chosen */
    *value = third;
    return 0;
}

/* Derivatives of two outputs with respect to MANY values of a model that calls an input function.
 */
static void gradient_in_threads(double *gradient, int32_t *sides, size_t wanted)
{
    static const char *const names[MANY] = {"param.mass",  "param.radius",       "input.mu",
                                            "state.x_dot", "input.drive_torque", "param.gravity"};
    static const size_t numbers[MANY] = {
        WD_GRADIENT_VALUE, WD_GRADIENT_VALUE, 0, WD_GRADIENT_VALUE, 3, WD_GRADIENT_VALUE};
    uint32_t refs[MANY];
    static const double torque[] = {0, 0, 1, 20};
    wd_model *model = make(&(struct setup){"rolling_wheel", "drive-60"});
    const uint32_t outputs[] = {ref_of(model, "state.x"), ref_of(model, "output.kinetic_energy")};
    wd_model_set_input_signal(model, ref_of(model, "input.drive_torque"), WD_SIGNAL_LINEAR, torque,
                              4);
    for (size_t j = 0; j < MANY; j++)
        refs[j] = ref_of(model, names[j]);
    wd_model_set_input_fn(model, ref_of(model, "input.brake_torque"), steady_brake, NULL);
    check(wd_model_gradient(model, 0, 1, outputs, 2, refs, numbers, MANY, wanted, gradient,
                            gradient + 2 * MANY, sides) == WD_OK,
          "%zu thread(s): the gradient is computed%s", wanted, wd_model_error(model));
    wd_model_free(model);
}

/* Functions of the user run in the floating-point environment of the caller in all threads. */
static void same_in_threads(int rounding)
{
    double one[4 * MANY], many[4 * MANY];
    int32_t side_one[MANY], side_many[MANY];
    fesetround(rounding);
    gradient_in_threads(one, side_one, 1);
    for (size_t wanted = 2; wanted <= 8; wanted += 3) {
        gradient_in_threads(many, side_many, wanted);
        check(memcmp(one, many, sizeof one) == 0 &&
                  memcmp(side_one, side_many, sizeof side_one) == 0,
              "%zu threads: the gradient has the bits of one thread", wanted);
    }
    fesetround(FE_TONEAREST);
}

int main(void)
{
    static struct worker alone, a, b = {.first = 1};
    count = list_setups(list);
    list[count++] = (struct setup){"constrained", NULL};
    make_all_calls(&alone);
    run_two_threads(&a, &b, make_all_calls);
    for (size_t i = 0; i < count; i++)
        check(a.hash[i] == alone.hash[i] && b.hash[i] == alone.hash[i],
              "%s: the same bits in two threads as in one", setup_name(&list[i]));
    compare_const(&list[count - 1]);
    compare_const(&list[count - 2]);
    compare_first_reading("robot", "event");
    compare_first_reading("car", "event");
    compare_first_reading("rigid_car", "moreau");
    same_on_one_grid();
    same_in_threads(FE_TONEAREST);
    same_in_threads(FE_UPWARD);
    return done();
}
