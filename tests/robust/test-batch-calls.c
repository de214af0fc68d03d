/* SPDX-License-Identifier: MIT */
/* Calls on batches: wrong arguments, members that fail, and functions of the user. */
#include "batch.h"

enum { MEMBERS = 5 };

/* ---- misuse ---- */

static const struct setup rolling = {"rolling_wheel", "drive-60"};

static void refuses_new(void)
{
    wd_model *model = make(&rolling);
    wd_batch *batch = (wd_batch *)(void *)model;
    check(wd_batch_new(model, 1, 1, NULL) == WD_EINVAL,
          "new: a NULL pointer for the batch is refused");
    check(wd_batch_new(model, 1, 1, &batch) == WD_ESTATE && !batch,
          "new: a model that is only set up is refused");
    wd_model_init(model, 0);
    check(wd_batch_new(NULL, 1, 1, &batch) == WD_EINVAL && !batch, "new: a NULL model is refused");
    check(wd_batch_new(model, 0, 1, &batch) == WD_EINVAL && !batch, "new: 0 members are refused");
    check(wd_batch_new(model, 1, 0, &batch) == WD_EINVAL && !batch, "new: 0 threads are refused");
    check(wd_batch_new(model, 1, 4097, &batch) == WD_EINVAL && !batch,
          "new: too many threads are refused");
    check(wd_batch_new(model, SIZE_MAX, 1, &batch) == WD_ENOMEM && !batch,
          "new: too many members are refused");
    wd_model_free(model);
    wd_batch_free(NULL);
    double x;
    uint32_t ref = 0;
    check(wd_batch_put(NULL, 0, NULL) == WD_EINVAL && wd_batch_restart(NULL, NULL) == WD_EINVAL &&
              wd_batch_times(NULL, &x) == WD_EINVAL &&
              wd_batch_get(NULL, &ref, 1, &x) == WD_EINVAL &&
              wd_batch_set(NULL, &ref, 1, &x, NULL) == WD_EINVAL &&
              wd_batch_step_to(NULL, &x, NULL, NULL) == WD_EINVAL &&
              wd_batch_take(NULL, 0, &model) == WD_EINVAL && !model &&
              wd_batch_set_interrupt_fn(NULL, NULL, NULL) == WD_EINVAL,
          "a NULL batch is refused");
    check(strcmp(wd_batch_error(NULL), "") == 0 &&
              strcmp(wd_batch_member_error(NULL, 0), "") == 0 && wd_batch_member_count(NULL) == 0 &&
              wd_batch_thread_count(NULL) == 0,
          "a NULL batch has empty texts and counts of 0");
}

static void refuses_put(wd_batch *batch)
{
    wd_model *model = make(&rolling), *other = make(&(struct setup){"sliding_block", NULL});
    check(wd_batch_put(batch, 0, NULL) == WD_EINVAL, "put is refused: %s", wd_batch_error(batch));
    check(wd_batch_put(batch, 0, model) == WD_ESTATE, "put is refused: %s", wd_batch_error(batch));
    wd_model_init(model, 0);
    wd_model_init(other, 0);
    check(wd_batch_put(batch, MEMBERS, model) == WD_ERANGE, "put is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_put(batch, 0, other) == WD_EKIND, "put is refused: %s", wd_batch_error(batch));
    wd_model *taken = model;
    check(wd_batch_take(batch, MEMBERS, &taken) == WD_ERANGE && !taken,
          "take: a member that does not exist is refused");
    check(wd_batch_take(batch, 0, NULL) == WD_EINVAL,
          "take: a NULL pointer for the model is refused");
    wd_model_free(model);
    wd_model_free(other);
}

static void refuses_arrays(wd_batch *batch, const wd_model *model)
{
    double t[MEMBERS], u[MEMBERS] = {1, 2, NAN, 3, 4}, now[MEMBERS];
    uint32_t input = ref_of(model, "input.drive_torque"), mass = ref_of(model, "param.mass");
    uint32_t x = ref_of(model, "state.x"), bad = 10000;
    uint8_t mask[MEMBERS] = {1, 1, 0, 1, 1};
    check(wd_batch_times(batch, NULL) == WD_EINVAL &&
              wd_batch_get(batch, NULL, 1, u) == WD_EINVAL &&
              wd_batch_get(batch, &x, 1, NULL) == WD_EINVAL &&
              wd_batch_get(batch, &bad, 1, u) == WD_ERANGE &&
              wd_batch_get(batch, NULL, 0, NULL) == WD_OK,
          "get refuses NULL and wrong refs");
    check(wd_batch_set(batch, NULL, 1, u, NULL) == WD_EINVAL, "set is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_set(batch, &input, 1, NULL, NULL) == WD_EINVAL, "set is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_set(batch, &bad, 1, u, NULL) == WD_ERANGE, "set is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_set(batch, &mass, 1, u, NULL) == WD_EROLE, "set is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_set(batch, &x, 1, u, NULL) == WD_EROLE, "set is refused: %s",
          wd_batch_error(batch));
    wd_batch_get(batch, &input, 1, now);
    check(wd_batch_set(batch, &input, 1, u, NULL) == WD_ERANGE &&
              strstr(wd_batch_error(batch), "member 2"),
          "set is refused: %s", wd_batch_error(batch));
    wd_batch_get(batch, &input, 1, t);
    check(memcmp(now, t, sizeof t) == 0, "a refused set changes no member");
    check(wd_batch_set(batch, &input, 1, u, mask) == WD_OK,
          "set: values outside the mask are not read");
    check(wd_batch_step_to(batch, NULL, NULL, NULL) == WD_EINVAL, "step is refused: %s",
          wd_batch_error(batch));
}

/* A wrong time is an error of one member only. */
static void refuses_times(wd_batch *batch)
{
    double t[MEMBERS] = {5, 5, NAN, 1, 5}, now[MEMBERS];
    int32_t status[MEMBERS];
    wd_batch_times(batch, now);
    check(wd_batch_step_to(batch, t, NULL, status) == WD_EINVAL &&
              strstr(wd_batch_error(batch), "member 2"),
          "step is refused: %s", wd_batch_error(batch));
    wd_batch_times(batch, t);
    check(status[0] == WD_OK && status[1] == WD_OK && status[2] == WD_EINVAL &&
              status[3] == WD_OK && status[4] == WD_OK && t[2] == now[2] && t[1] == 5 && t[3] == 1,
          "the other members move");
    t[0] = 1, t[2] = INFINITY;
    check(wd_batch_step_to(batch, t, NULL, status) == WD_EINVAL && status[0] == WD_EINVAL &&
              status[2] == WD_EINVAL && status[1] == WD_OK &&
              strstr(wd_batch_member_error(batch, 0), "before the present time"),
          "member 0: %s", wd_batch_member_error(batch, 0));
    check(strcmp(wd_batch_member_error(batch, 1), "") == 0 &&
              strcmp(wd_batch_member_error(batch, MEMBERS), "") == 0,
          "a member that has not failed has no text");
}

static void refused_arguments(void)
{
    refuses_new();
    wd_model *model = make(&rolling);
    wd_batch *batch;
    wd_model_init(model, 0);
    wd_batch_new(model, MEMBERS, 2, &batch);
    check(wd_batch_member_count(batch) == MEMBERS && wd_batch_thread_count(batch) >= 1 &&
              wd_batch_thread_count(batch) <= 2,
          "the batch reports its members and threads");
    refuses_put(batch);
    refuses_arrays(batch, model);
    refuses_times(batch);
    wd_batch_free(batch);
    wd_model_free(model);
}

/* A vehicle with other parts or with a terrain has another shape; a vehicle built again in the same
 * way has the same shape. */
static void shapes_of_vehicles(void)
{
    static const double hill[] = {-50, 0, 0, 0, 50, 1};
    const struct setup robot = {"vehicle", "robot"};
    wd_model *model = make(&robot), *same = make(&robot), *more = make(&robot), *on = make(&robot);
    wd_batch *batch;
    const char *body = wd_model_part_name(model, 0);
    check(wd_model_add_part(more, "point", "hook", &body, 1) == WD_OK,
          "a further point is added: %s", wd_model_error(more));
    wd_model_set_terrain(on, hill, 3);
    wd_model_init(model, 0);
    wd_model_init(same, 0);
    check(wd_model_init(on, 0) == WD_OK, "a vehicle on a hill starts: %s", wd_model_error(on));
    wd_model_init(more, 0);
    wd_batch_new(model, 2, 1, &batch);
    check(wd_batch_put(batch, 0, same) == WD_OK, "equal parts have the same shape");
    check(wd_batch_put(batch, 0, more) == WD_EKIND, "put is refused: %s", wd_batch_error(batch));
    check(wd_batch_put(batch, 0, on) == WD_EKIND, "put is refused: %s", wd_batch_error(batch));
    check(wd_batch_step_to(batch, (double[]){0.1, 0.1}, NULL, NULL) == WD_OK, "the batch runs");
    wd_batch_free(batch);
    wd_model_free(model), wd_model_free(same), wd_model_free(more), wd_model_free(on);
}

/* ---- failing members ---- */

static void fails_alone(void)
{
    wd_model *model = make(&rolling);
    wd_batch *batch;
    double t[MEMBERS] = {1, 1, 1, 1, 1}, steps[MEMBERS] = {1e6, 1, 1e6, 1, 1e6};
    uint32_t limit = ref_of(model, "solver.max_steps");
    int32_t status[MEMBERS];
    wd_model_init(model, 0);
    uint64_t start = hash_of(model);
    wd_batch_new(model, MEMBERS, 3, &batch);
    wd_batch_set(batch, &limit, 1, steps, NULL);
    check(wd_batch_step_to(batch, t, NULL, status) == WD_ENOCONV &&
              strstr(wd_batch_error(batch), "member 1: rolling_wheel: 1 steps"),
          "%s", wd_batch_error(batch));
    check(status[0] == WD_OK && status[1] == WD_ENOCONV && status[2] == WD_OK &&
              status[3] == WD_ENOCONV && status[4] == WD_OK,
          "two members fail, three move");
    for (size_t i = 0; i < MEMBERS; i++)
        steps[i] = 1e6;
    wd_batch_set(batch, &limit, 1, steps, NULL);
    wd_model_free(model);
    wd_batch_times(batch, t);
    wd_batch_take(batch, 1, &model);
    check(t[1] == 0 && t[3] == 0 && t[0] == 1, "the failed members are unchanged");
    wd_model_step_to(model, 1);
    wd_batch_step_to(batch, (double[]){1, 1, 1, 1, 1}, NULL, status);
    uint64_t single = hash_of(model);
    wd_model_free(model);
    wd_batch_take(batch, 1, &model);
    check(hash_of(model) == single, "the members continue with the bits of a single model");
    wd_model_free(model);
    wd_batch_restart(batch, (uint8_t[]){0, 1, 0, 0, 0});
    wd_batch_take(batch, 1, &model);
    wd_batch_times(batch, t);
    check(hash_of(model) == start && t[0] == 1 && t[1] == 0,
          "restart: the member is the first model again");
    wd_model_free(model);
    wd_batch_free(batch);
}

/* A call with a wrong argument changes nothing; a wrong value leaves only its member unchanged. */
static void wrong_starts(void)
{
    wd_model *model = make(&rolling);
    const uint32_t mass = ref_of(model, "param.mass"), x = ref_of(model, "state.x");
    const uint32_t slip = ref_of(model, "output.slip_ratio"), bad = 10000;
    const uint32_t capacity = ref_of(model, "solver.event_capacity");
    double values[MEMBERS] = {10, 20, -1, 30, NAN}, t[MEMBERS];
    int32_t status[MEMBERS];
    wd_batch *batch;
    wd_model_init(model, 0);
    wd_batch_new(model, MEMBERS, 2, &batch);
    wd_batch_step_to(batch, (double[]){1, 1, 1, 1, 1}, NULL, NULL);
    check(wd_batch_init(NULL, 0, &mass, 1, values, NULL, NULL) == WD_EINVAL,
          "init: a NULL batch is refused");
    check(wd_batch_init(batch, NAN, &mass, 1, values, NULL, NULL) == WD_EINVAL,
          "init is refused: %s", wd_batch_error(batch));
    check(wd_batch_init(batch, 0, NULL, 1, values, NULL, NULL) == WD_EINVAL, "init is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_init(batch, 0, &mass, 1, NULL, NULL, NULL) == WD_EINVAL, "init is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_init(batch, 0, &bad, 1, values, NULL, NULL) == WD_ERANGE, "init is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_init(batch, 0, &slip, 1, values, NULL, NULL) == WD_EROLE, "init is refused: %s",
          wd_batch_error(batch));
    check(wd_batch_init(batch, 0, &capacity, 1, values, NULL, NULL) == WD_EROLE,
          "init is refused: %s", wd_batch_error(batch));
    wd_batch_times(batch, t);
    check(t[0] == 1 && t[4] == 1, "refused calls of init leave the batch unchanged");
    check(wd_batch_init(batch, 0, &mass, 1, values, NULL, status) == WD_ERANGE &&
              strstr(wd_batch_error(batch), "member 2"),
          "init is refused: %s", wd_batch_error(batch));
    wd_batch_times(batch, t);
    check(t[0] == 0 && t[1] == 0 && t[2] == 1 && t[3] == 0 && t[4] == 1 && status[0] == WD_OK &&
              status[2] == WD_ERANGE && status[4] == WD_ERANGE && status[3] == WD_OK,
          "init: three members start, two are unchanged");
    check(wd_batch_init(batch, 7, &x, 1, values, (uint8_t[]){1, 0, 0, 0, 0}, status) == WD_OK &&
              wd_batch_get(batch, &x, 1, values) == WD_OK && values[0] == 10 && values[1] == 0,
          "init: only the member of the mask starts, at x = 10: %s", wd_batch_error(batch));
    wd_batch_get(batch, &mass, 1, values);
    check(values[0] == value_of(model, "param.mass") && values[1] == 20,
          "init: the mass is that of the first model again");
    wd_batch_free(batch);
    wd_model_free(model);
}

/* Steps without outputs change the states; outputs are unchanged until a call requests them. */
static void leaves_outputs(void)
{
    wd_model *model = make(&rolling);
    const uint32_t refs[] = {ref_of(model, "state.x_dot"), ref_of(model, "output.speed")};
    double t[2] = {1, 1}, values[2][2], single[2];
    wd_batch *batch;
    wd_model_init(model, 0);
    wd_batch_new(model, 2, 1, &batch);
    wd_model_step_to(model, 1);
    wd_model_get(model, refs, 2, single);
    check(wd_batch_set_outputs(NULL, 0) == WD_EINVAL && wd_batch_set_outputs(batch, 0) == WD_OK,
          "outputs of a batch can be switched off, not of NULL");
    wd_batch_step_to(batch, t, NULL, NULL);
    wd_batch_get(batch, refs, 2, &values[0][0]);
    check(values[1][0] == single[0] && values[1][1] == 0 && single[1] > 0,
          "the states are current, the outputs are not");
    wd_batch_step_to(batch, t, (uint8_t[]){0, 1}, NULL);
    wd_batch_get(batch, refs, 2, &values[0][0]);
    check(values[1][1] == single[1] && values[0][1] == 0,
          "a call with the current time computes the outputs");
    wd_batch_free(batch);
    wd_model_free(model);
}

/* ---- functions of the user ---- */

struct caller {
    wd_batch *batch;
    int answers, frees;
    int32_t status[4];
};

static int32_t torque_input(double t, double *value, void *user)
{
    struct caller *caller = user;
    double times[MEMBERS];
    uint32_t ref = 0;
    *value = t;
    if (!caller->batch)
        return 0;
    caller->status[0] = wd_batch_times(caller->batch, times);
    caller->status[1] = wd_batch_get(caller->batch, &ref, 1, times);
    caller->status[2] = wd_batch_step_to(caller->batch, times, NULL, NULL);
    caller->status[3] = wd_batch_restart(caller->batch, NULL);
    if (caller->frees)
        wd_batch_free(caller->batch);
    return 0;
}

static void calls_back(void)
{
    struct caller caller = {0};
    wd_model *model = make(&rolling);
    wd_batch *batch;
    double t[MEMBERS] = {1, 1, 1, 1, 1};
    wd_model_set_input_fn(model, ref_of(model, "input.drive_torque"), torque_input, &caller);
    wd_model_init(model, 0);
    wd_batch_new(model, MEMBERS, 1, &batch);
    caller.batch = batch;
    check(wd_batch_step_to(batch, t, NULL, NULL) == WD_OK && caller.status[0] == WD_ESTATE &&
              caller.status[1] == WD_ESTATE && caller.status[2] == WD_ESTATE &&
              caller.status[3] == WD_ESTATE,
          "inside a function of the user calls are refused");
    caller.frees = 1;
    for (size_t i = 0; i < MEMBERS; i++)
        t[i] = 2;
    check(wd_batch_step_to(batch, t, NULL, NULL) == WD_ESTATE,
          "a batch may be freed inside its own call");
    wd_model_free(model);
}

static int32_t stop_after(void *user)
{
    struct caller *caller = user;
    return ++caller->answers > 1;
}

static void interrupted_batch(size_t threads)
{
    enum { MANY = 40 };
    struct caller caller = {0};
    wd_model *model = make(&(struct setup){"bicycle", NULL});
    wd_batch *batch;
    double t[MANY];
    int32_t status[MANY];
    put(model, "solver.fixed_step", 1e-3);
    wd_model_init(model, 0);
    wd_batch_new(model, MANY, threads, &batch);
    for (size_t i = 0; i < MANY; i++)
        t[i] = 1;
    wd_batch_set_interrupt_fn(batch, stop_after, &caller);
    check(wd_batch_step_to(batch, t, NULL, status) == WD_EINTERRUPT && caller.answers >= 2,
          "a step in %zu threads is interrupted: %s", threads, wd_batch_error(batch));
    wd_batch_times(batch, t);
    int consistent = 1, left = 0;
    for (size_t i = 0; i < MANY; i++) {
        consistent = consistent && t[i] == (status[i] == WD_OK) &&
                     (status[i] == WD_OK || status[i] == WD_EINTERRUPT);
        left += status[i] != WD_OK;
        t[i] = 1;
    }
    check(consistent && left > 0,
          "each member is at its old time or at the new one; %d are at the old one", left);
    wd_batch_set_interrupt_fn(batch, NULL, NULL);
    check(wd_batch_step_to(batch, t, NULL, status) == WD_OK,
          "without the interrupt function all members reach the time");
    wd_batch_free(batch);
    wd_model_free(model);
}

int main(void)
{
    refused_arguments();
    shapes_of_vehicles();
    fails_alone();
    wrong_starts();
    leaves_outputs();
    calls_back();
    interrupted_batch(1);
    interrupted_batch(4);
    return done();
}
