/* SPDX-License-Identifier: MIT */
/* Input functions: their failures, and the calls that keep, replace or remove them. */
#include "support.h"

static struct image before;

struct host {
    double limit, value; /* s: time from which the function writes the bad `value` or fails */
    int32_t answer;
    int calls, nan_on_entry;
};

static int32_t misbehaving_input(double t, double *value, void *user)
{
    struct host *host = user;
    host->calls++;
    host->nan_on_entry += isnan(*value) != 0;
    if (t < host->limit) {
        *value = 10;
        return 0;
    }
    *value = host->value;
    return host->answer;
}

static int32_t silent_input(double t, double *value, void *user)
{
    (void)t, (void)value, (void)user;
    return 0; /* keeps the NaN in *value */
}

static wd_model *make_wheel(double h)
{
    wd_model *model = make_kind("rolling_wheel");
    put(model, "solver.fixed_step", h);
    return model;
}

static const struct misdeed {
    const char *input;
    double value;
    int32_t answer;
    const char *reported;
} misdeeds[] = {
    {"input.drive_torque", 10, 1, "input.drive_torque"},
    {"input.drive_torque", 10, -5, "input.drive_torque"},
    {"input.drive_torque", 10, INT32_MIN, "input.drive_torque"},
    {"input.drive_torque", NAN, 0, "input.drive_torque"},
    {"input.drive_torque", INFINITY, 0, "infinity"},
    {"input.drive_torque", -INFINITY, 0, "-infinity"},
    {"input.brake_torque", -0.5, 0, "-0.5"},
    {"input.mu", -1e-300, 0, "-1e-300"},
};

static void misbehaving_functions(const struct misdeed *misdeed, double h)
{
    struct host host = {.limit = 0.8, .value = misdeed->value, .answer = misdeed->answer};
    wd_model *model = make_wheel(h);
    uint32_t ref = ref_of(model, misdeed->input);
    double A[36], row[20], re[6], im[6];
    printf("# %s = %g, answer %d, h = %g\n", misdeed->input, misdeed->value, misdeed->answer, h);
    wd_model_set_input_fn(model, ref, misbehaving_input, &host);
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.5);
    REFUSED(model, &before, WD_EINPUT, misdeed->reported, wd_model_step_to(model, 1));
    check(wd_model_step_to(model, 0.7) == WD_OK, "the motion continues up to the limit");
    host.limit = -1;
    REFUSED(model, &before, WD_EINPUT, misdeed->reported, wd_model_eval(model));
    REFUSED(model, &before, WD_EINPUT, misdeed->reported, wd_model_step_to(model, 0.7));
    REFUSED(model, &before, WD_EINPUT, misdeed->reported,
            wd_model_run(model, 1, 0.1, &ref, 1, row, 10, NULL));
    REFUSED(model, &before, WD_EINPUT, misdeed->reported,
            wd_model_linearize(model, A, NULL, 0, NULL));
    REFUSED(model, &before, WD_EINPUT, misdeed->reported, wd_model_eigenvalues(model, re, im));
    wd_model_reset(model);
    REFUSED(model, &before, WD_EINPUT, misdeed->reported, wd_model_init(model, 0));
    host.limit = 1;
    check(wd_model_init(model, 0) == WD_OK, "init succeeds with a function that works");
    check(host.calls > 0 && host.nan_on_entry == host.calls,
          "*value was NaN on entry in all calls");
    wd_model_free(model);
}

static void taking_its_place(double h)
{
    struct host host = {.limit = 1e9};
    wd_model *model = make_wheel(h), *copy;
    uint32_t ref = ref_of(model, "input.drive_torque");
    wd_model_init(model, 0);
    check(wd_model_set_input_fn(model, ref, misbehaving_input, &host) == WD_OK,
          "a function may be set while running");
    wd_model_step_to(model, 0.1);
    check(value_of(model, "input.drive_torque") == 10, "get returns the value of the function");
    wd_model_clone(model, &copy);
    host.calls = 0;
    wd_model_step_to(copy, 0.2);
    check(host.calls > 0, "a clone calls the function with the same pointer");
    wd_model_set_input_fn(model, ref, NULL, NULL);
    host.calls = 0;
    wd_model_step_to(model, 0.3);
    check(host.calls == 0 && value_of(model, "input.drive_torque") == 10,
          "NULL holds the last value");
    wd_model_set_input_fn(model, ref, misbehaving_input, &host);
    put(model, "input.drive_torque", 33);
    wd_model_step_to(model, 0.4);
    check(host.calls == 0 && value_of(model, "input.drive_torque") == 33,
          "set removes the function");
    wd_model_set_input_fn(model, ref, misbehaving_input, &host);
    wd_model_reset(model);
    wd_model_init(model, 0);
    check(host.calls > 0 && value_of(model, "input.drive_torque") == 10,
          "reset keeps the function");
    wd_model_reset(model);
    wd_model_load_preset(model, "brake-reference");
    host.calls = 0;
    wd_model_init(model, 0);
    check(host.calls == 0 && value_of(model, "input.drive_torque") == 50,
          "a preset removes the function");
    wd_model_free(model);
    wd_model_free(copy);
}

/* A snapshot records that a function is set; the loading model must have a function, too. */
static void in_snapshots(void)
{
    struct host host = {.limit = 1e9}, other = {.limit = 1e9};
    unsigned char bytes[8192];
    wd_model *model = make_wheel(0), *fresh = make_wheel(0);
    uint32_t ref = ref_of(model, "input.drive_torque");
    wd_model_set_input_fn(model, ref, misbehaving_input, &host);
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.4);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, bytes, sizeof bytes);
    REFUSED(fresh, &before, WD_ESTATE, NULL, wd_model_load(fresh, bytes, size));
    wd_model_set_input_fn(fresh, ref, misbehaving_input, &other);
    check(wd_model_load(fresh, bytes, size) == WD_OK && wd_model_step_to(fresh, 1) == WD_OK &&
              other.calls > 0,
          "a model with a function continues with its own function");
    wd_model_step_to(model, 1);
    check(same_bits(value_of(model, "state.x"), value_of(fresh, "state.x")),
          "the motion with the own function has the same bits");
    wd_model_free(model);
    wd_model_free(fresh);
}

int main(void)
{
    for (size_t i = 0; i < sizeof misdeeds / sizeof *misdeeds; i++) {
        misbehaving_functions(&misdeeds[i], 0);
        misbehaving_functions(&misdeeds[i], 0.01);
    }
    struct host host = {0};
    wd_model *model = make_wheel(0);
    wd_model_set_input_fn(model, ref_of(model, "input.drive_torque"), silent_input, &host);
    REFUSED(model, &before, WD_EINPUT, "input.drive_torque", wd_model_init(model, 0));
    wd_model_free(model);
    taking_its_place(0);
    taking_its_place(0.01);
    in_snapshots();
    return done();
}
