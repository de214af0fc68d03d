/* SPDX-License-Identifier: MIT */
/* Signals with knots: no step crosses a knot, values are right-continuous, and rounding moves no
 * value between two knots beyond the bounds of the input. Most tests pull a sliding_block without
 * friction, so that its speed and position are integrals of the signal in closed form. */
#include "support.h"

static struct image before;

static wd_model *make_frictionless(int32_t form, const double *data, size_t n, double fixed_step)
{
    wd_model *model = make_kind("sliding_block");
    put(model, "input.mu", 0);
    put(model, "solver.fixed_step", fixed_step);
    int32_t status =
        wd_model_set_input_signal(model, ref_of(model, "input.traction"), form, data, n);
    if (status != WD_OK || (status = wd_model_init(model, 0)) != WD_OK)
        check(0, "the signal is accepted: %s %s", wd_status_name(status), wd_model_error(model));
    return model;
}

/* A pulse of 1 ms within steps of up to 1000 s. */
static void short_pulses(double fixed_step, const char *what)
{
    const double step[] = {0, 0, 0.4321, 1000, 0.4331, 0};
    const double line[] = {0, 0, 0.4321, 0, 0.4326, 1000, 0.4331, 0};
    wd_model *model = make_frictionless(WD_SIGNAL_STEP, step, 6, fixed_step);
    put(model, "solver.max_step", INFINITY);
    wd_model_step_to(model, 2000);
    printf("# %s\n", what);
    near_rel(value_of(model, "state.x_dot"), 1, 1e-12, 1, "a pulse of 1 ms has its effect: speed");
    near_rel(value_of(model, "state.x"), 0.5 * 1e-3 + 2000 - 0.4331, 1e-12, 1,
             "a pulse of 1 ms has its effect: position");
    wd_model_free(model);
    model = make_frictionless(WD_SIGNAL_LINEAR, line, 8, fixed_step);
    put(model, "solver.max_step", INFINITY);
    wd_model_step_to(model, 2000);
    near_rel(value_of(model, "state.x_dot"), 0.5, 1e-12, 1, "a triangle of 1 ms: speed");
    near_rel(value_of(model, "state.x"), 0.5 * (2000 - 0.4326), 1e-12, 1,
             "a triangle of 1 ms: position");
    wd_model_free(model);
}

static void right_continuous(double fixed_step)
{
    const double data[] = {0.5, -1, 1, 2, 1.5, 3};
    const struct {
        double t, u;
    } want[] = {{0.25, -1}, {0.5, -1}, {0.99, -1}, {1, 2}, {1.25, 2}, {1.5, 3}, {7, 3}};
    wd_model *model = make_frictionless(WD_SIGNAL_STEP, data, 6, fixed_step);
    int seen = 0, evaluated = 0;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        wd_model_step_to(model, want[i].t);
        seen += value_of(model, "input.traction") == want[i].u;
        wd_model_eval(model);
        evaluated += value_of(model, "input.traction") == want[i].u;
    }
    check(seen == 7, "fixed step %g: step_to has the new value from the knot on", fixed_step);
    check(evaluated == 7, "fixed step %g: eval has the new value from the knot on", fixed_step);
    wd_model_free(model);
}

static void pieces_of_lines(void)
{
    const double data[] = {1, 4, 2, 8, 4, -2};
    const struct {
        double t, u;
    } want[] = {{0, 4}, {1, 4}, {1.25, 5}, {2, 8}, {3, 3}, {4, -2}, {5, -2}};
    wd_model *model = make_frictionless(WD_SIGNAL_LINEAR, data, 6, 0);
    int seen = 0;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        wd_model_step_to(model, want[i].t);
        seen += value_of(model, "input.traction") == want[i].u;
    }
    check(seen == 7, "linear signals are lines through the pairs, constant beyond the ends");
    wd_model_free(model);
}

static void tanh_form(void)
{
    const double data[] = {1, 2, 3, 0.5, 4};
    wd_model *model = make_frictionless(WD_SIGNAL_TANH, data, 5, 0);
    wd_model_step_to(model, 0.9);
    near_rel(value_of(model, "input.traction"), 1 + 2 * pow(tanh(3 * (0.9 - 0.5)), 4), 1e-14, 1,
             "values of c0 + c1 tanh(rate (t - t0))^power");
    wd_model_free(model);
}

/* Ramps between 0, the lower bound, and 50. Their knots are at random times, or at decimal
 * fractions that differ from grid times only by rounding. The brake torque must never be reported
 * as -1e-15. */
static void ramps_to_the_bound(double fixed_step, int on_grid)
{
    enum { RAMPS = 400, KNOTS = 8 };
    uint64_t seed = 7;
    int failed = 0;
    char text[256] = "";
    wd_model *model = make_kind("rolling_wheel");
    put(model, "solver.fixed_step", fixed_step);
    put(model, "state.x_dot", 10);
    put(model, "state.theta_dot", 10 / 0.3);
    for (int i = 0; i < RAMPS; i++) {
        double data[2 * KNOTS], t = 0;
        for (int k = 0; k < KNOTS; k++) {
            t += on_grid ? 0.1 * (double)(1 + random_word(&seed) % 3) : 0.3 * random_part(&seed);
            data[2 * k] = on_grid ? round(10 * t) / 10 : t;
            data[2 * k + 1] = k % 2 ? 50 : 0;
        }
        wd_model_reset(model);
        int32_t status = wd_model_set_input_signal(model, ref_of(model, "input.brake_torque"),
                                                   WD_SIGNAL_LINEAR, data, 2 * KNOTS);
        if (status == WD_OK)
            status = wd_model_init(model, 0);
        for (int k = 1; k <= 30 && status == WD_OK; k++)
            status = wd_model_step_to(model, on_grid ? k * 0.1 : k * 0.0917);
        failed += status != WD_OK;
        if (status != WD_OK)
            memcpy(text, wd_model_error(model), sizeof text);
    }
    check(failed == 0, "fixed step %g: %d of %d ramps between bounds fail%s", fixed_step, failed,
          RAMPS, on_grid ? ", knots on the grid" : "");
    if (failed)
        printf("# %s\n", text);
    wd_model_free(model);
}

/* impact_wheel makes only a few motion segments from one knot to the next; they are not shortened
 * repeatedly before a knot. */
static void segments_between_knots(void)
{
    enum { KNOTS = 20, SEGMENTS = 4 };
    double data[2 * KNOTS];
    for (int k = 0; k < KNOTS; k++) {
        data[2 * k] = 0.0531 * (k + 1);
        data[2 * k + 1] = k % 2 ? 3 : -1;
    }
    wd_model *model = make_kind("impact_wheel");
    put(model, "state.y", 0.1);
    put(model, "solver.max_steps", KNOTS * SEGMENTS);
    wd_model_set_input_signal(model, ref_of(model, "input.force_x"), WD_SIGNAL_LINEAR, data,
                              2 * KNOTS);
    wd_model_init(model, 0);
    int32_t status = wd_model_step_to(model, 0.0531 * (KNOTS + 1));
    check(status == WD_OK, "%d knots take at most %d motion segments%s%s", KNOTS, KNOTS * SEGMENTS,
          status == WD_OK ? "" : ": ", status == WD_OK ? "" : wd_model_error(model));
    wd_model_free(model);
}

/* Knots that differ from grid times by rounding count as these grid times and cause no extra
 * steps. */
static void knots_beside_the_grid(double h)
{
    enum { KNOTS = 20 };
    double data[2 * KNOTS], speed = 0;
    for (int k = 0; k < KNOTS; k++) {
        double grid = (k + 1) * h, apart = INFINITY;
        double side = k % 3 == 0 ? 0 : k % 3 == 1 ? apart : -apart;
        data[2 * k] = side == 0 ? grid : nextafter(grid, side);
        data[2 * k + 1] = k % 2 ? 3 : -1;
        speed += h * (k % 2 ? 3 : -1);
    }
    wd_model *model = make_frictionless(WD_SIGNAL_STEP, data, sizeof data / sizeof *data, h);
    wd_model_step_to(model, (KNOTS + 1) * h);
    check(value_of(model, "stat.steps") == KNOTS + 1, "h = %g: knots beside grid times: %g steps",
          h, value_of(model, "stat.steps"));
    near_rel(value_of(model, "state.x_dot"), speed - h, 1e-12, 1,
             "each step uses the value from its knot on");
    wd_model_free(model);
}

static void signals_are_replaced(void)
{
    const double data[] = {0, 0, 10, 10};
    wd_model *model = make_frictionless(WD_SIGNAL_LINEAR, data, 4, 0);
    uint32_t ref = ref_of(model, "input.traction");
    wd_model_step_to(model, 3);
    check(wd_model_set_input_signal(model, ref, WD_SIGNAL_HOLD, NULL, 0) == WD_OK,
          "a signal can be held while running");
    wd_model_step_to(model, 4);
    near_rel(value_of(model, "input.traction"), 3, 1e-15, 1,
             "a held signal keeps the current value");
    wd_model_free(model);
    model = make_frictionless(WD_SIGNAL_LINEAR, data, 4, 0);
    wd_model_step_to(model, 3);
    put(model, "input.traction", -7);
    wd_model_step_to(model, 4);
    check(value_of(model, "input.traction") == -7, "set removes the signal");
    wd_model_reset(model);
    wd_model_init(model, 9);
    check(value_of(model, "input.traction") == -7, "the signal is still removed after a reset");
    wd_model_free(model);
    model = make_frictionless(WD_SIGNAL_LINEAR, data, 4, 0);
    wd_model_step_to(model, 3);
    wd_model_reset(model);
    wd_model_init(model, 5);
    check(value_of(model, "input.traction") == 5, "reset keeps a signal");
    REFUSED(model, &before, WD_ESTATE, "signal",
            wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, data, 4));
    wd_model_free(model);
}

static void bad_signals(void)
{
    wd_model *model = make_kind("sliding_block");
    uint32_t mu = ref_of(model, "input.mu"), mass = ref_of(model, "param.mass");
    const double fine[] = {0, 0.5, 1, 0.6}, back[] = {0, 0.5, 0, 0.6}, low[] = {0, 0.5, 1, -0.25};
    const double nan_t[] = {NAN, 0.5, 1, 0.6}, inf_u[] = {0, INFINITY, 1, 0.6};
    const double half[] = {1, 1, 1, 0, 0.5}, none[] = {1, 1, 1, 0, 0},
                 inf[] = {1, -INFINITY, 1, 0, 1};
    wd_model_set_input_signal(model, mu, WD_SIGNAL_LINEAR, fine, 4);
#define SIGNAL(want, words, ref, form, data, n) \
    REFUSED(model, &before, want, words, wd_model_set_input_signal(model, ref, form, data, n))
    SIGNAL(WD_EINVAL, "above the one before it, 0", mu, WD_SIGNAL_LINEAR, back, 4);
    SIGNAL(WD_EINVAL, "the time of a pair (t, u)", mu, WD_SIGNAL_LINEAR, back, 4);
    SIGNAL(WD_EINVAL, "n = 3; n must be twice the number of pairs (t, u)", mu, WD_SIGNAL_STEP, back,
           3);
    SIGNAL(WD_ERANGE, "not below 0 and finite, got -0.25", mu, WD_SIGNAL_STEP, low, 4);
    SIGNAL(WD_ERANGE, "NaN", mu, WD_SIGNAL_STEP, nan_t, 4);
    SIGNAL(WD_ERANGE, "infinity", mu, WD_SIGNAL_LINEAR, inf_u, 4);
    SIGNAL(WD_EINVAL, "3", mu, WD_SIGNAL_LINEAR, fine, 3);
    SIGNAL(WD_EINVAL, "0", mu, WD_SIGNAL_LINEAR, fine, 0);
    SIGNAL(WD_EINVAL, "NULL", mu, WD_SIGNAL_LINEAR, NULL, 4);
    SIGNAL(WD_EINVAL, "4", mu, WD_SIGNAL_HOLD, fine, 4);
    SIGNAL(WD_EINVAL, "form 4", mu, 4, fine, 4);
    SIGNAL(WD_EINVAL, NULL, mu, -1, fine, 4);
    SIGNAL(WD_EINVAL, NULL, mu, INT32_MAX, fine, 4);
    SIGNAL(WD_EINVAL, "in [1, 1000], got 0.5", mu, WD_SIGNAL_TANH, half, 5);
    SIGNAL(WD_EINVAL, NULL, mu, WD_SIGNAL_TANH, none, 5);
    SIGNAL(WD_ERANGE, "-infinity", mu, WD_SIGNAL_TANH, inf, 5);
    SIGNAL(WD_EINVAL, "4", mu, WD_SIGNAL_TANH, fine, 4);
    SIGNAL(WD_EROLE, "param.mass", mass, WD_SIGNAL_LINEAR, fine, 4);
    SIGNAL(WD_ERANGE, NULL, WD_NO_REF, WD_SIGNAL_LINEAR, fine, 4);
    wd_model_init(model, 0.5);
    check(value_of(model, "input.mu") == 0.55, "the old signal is kept");
    wd_model_free(model);
    /* a signal that leaves the bounds only later */
    const double leaves[] = {0.5, -1, 1, 1, 1};
    model = make_kind("sliding_block");
    wd_model_set_input_signal(model, mu, WD_SIGNAL_TANH, leaves, 5);
    wd_model_init(model, 0);
    REFUSED(model, &before, WD_EINPUT, "input.mu", wd_model_step_to(model, 3));
    check(wd_model_step_to(model, 1) == WD_OK,
          "times before the signal leaves the bounds can still be reached");
    wd_model_free(model);
}

static int32_t unit_input(double t, double *value, void *user)
{
    (void)t, (void)user;
    *value = 1;
    return 0;
}

/* The numbers of each form are read as they were given. */
static void read_back(wd_model *model, uint32_t ref)
{
    static const double data[] = {0.5, 1, 2, 3, 4};
    static const int32_t forms[] = {WD_SIGNAL_LINEAR, WD_SIGNAL_STEP, WD_SIGNAL_TANH};
    wd_model_reset(model);
    for (int i = 0; i < 3; i++) {
        double got[5] = {0};
        size_t n = i < 2 ? 4 : 5;
        wd_model_set_input_signal(model, ref, forms[i], data, n);
        check(wd_model_input_signal(model, ref, got, 2) == n && got[1] == data[1] && got[2] == 0 &&
                  wd_model_input_signal(model, ref, got, 5) == n &&
                  memcmp(got, data, n * sizeof *got) == 0,
              "the numbers of form %d are read", (int)forms[i]);
    }
    check(wd_model_input_signal(model, ref_of(model, "param.mass"), NULL, 0) == 0 &&
              wd_model_input_signal(model, WD_NO_REF, NULL, 0) == 0 &&
              wd_model_input_signal(NULL, ref, NULL, 0) == 0,
          "a variable that is not an input has no signal");
    put(model, "input.traction", 2);
}

/* The signal of a choice is a step function of whole numbers within its values. */
static void switch_choice(wd_model *model, uint32_t ref)
{
    static const double steps[] = {0, 0, 0.5, 1}, bad[] = {0, 0.5}, large[] = {0, 6};
    double got[4];
    check(wd_model_set_input_signal(model, ref, WD_SIGNAL_STEP, bad, 2) == WD_ERANGE &&
              wd_model_set_input_signal(model, ref, WD_SIGNAL_STEP, large, 2) == WD_ERANGE &&
              wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, steps, 4) == WD_EROLE &&
              wd_model_set_input_signal(model, ref, WD_SIGNAL_STEP, steps, 4) == WD_OK &&
              wd_model_input_signal(model, ref, got, 4) == 4 && got[3] == 1,
          "a choice accepts steps: %s", wd_model_error(model));
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.25);
    double first = value_of(model, "input.control_mode");
    wd_model_step_to(model, 0.75);
    check(first == 0 && value_of(model, "input.control_mode") == 1, "the steps switch the choice");
}

/* The form of an input is reported while set up, while running, and after loading a snapshot. */
static void forms_are_reported(void)
{
    const double data[] = {0, 1, 1, 1, 1};
    const struct {
        int32_t form;
        size_t n;
    } all[] = {
        {WD_SIGNAL_LINEAR, 4}, {WD_SIGNAL_STEP, 2}, {WD_SIGNAL_TANH, 5}, {WD_SIGNAL_HOLD, 0}};
    static unsigned char bytes[MOST_BYTES];
    wd_model *model = make_kind("sliding_block"), *other = make_kind("sliding_block");
    uint32_t ref = ref_of(model, "input.traction");
    int reported = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        wd_model_reset(model);
        wd_model_set_input_signal(model, ref, all[i].form, data, all[i].n);
        reported += wd_model_input_form(model, ref) == all[i].form;
        wd_model_init(model, 0);
        reported += wd_model_input_form(model, ref) == all[i].form;
        wd_model_save(model, bytes, sizeof bytes);
        reported += wd_model_load(other, bytes, sizeof bytes) == WD_OK &&
                    wd_model_input_form(other, ref) == all[i].form;
    }
    check(reported == 12, "the form of a signal is reported: %d of 12", reported);
    wd_model_set_input_fn(model, ref, unit_input, NULL);
    check(wd_model_input_form(model, ref) == WD_SIGNAL_FUNCTION,
          "the form of a function is reported");
    wd_input_fn fn = NULL;
    void *user = &fn;
    check(wd_model_input_fn(model, ref, &fn, &user) == WD_OK && fn == unit_input && user == NULL &&
              wd_model_input_signal(model, ref, NULL, 0) == 0,
          "the function and its pointer are read");
    put(model, "input.traction", 2);
    check(wd_model_input_form(model, ref) == WD_SIGNAL_HOLD, "a value that is set is held");
    check(wd_model_input_fn(model, ref, &fn, &user) == WD_OK && fn == NULL &&
              wd_model_input_fn(model, ref_of(model, "param.mass"), &fn, &user) == WD_EROLE &&
              wd_model_input_fn(model, WD_NO_REF, &fn, &user) == WD_ERANGE &&
              wd_model_input_fn(NULL, ref, &fn, &user) == WD_EINVAL &&
              wd_model_input_fn(model, ref, NULL, &user) == WD_EINVAL && user == NULL,
          "a held input has no function, and wrong arguments are refused");
    read_back(model, ref);
    check(wd_model_input_form(model, ref_of(model, "param.mass")) == WD_EROLE &&
              wd_model_input_form(model, WD_NO_REF) == WD_ERANGE,
          "a variable that is not an input has no form");
    wd_model_free(model);
    wd_model_free(other);
    model = make(&(struct setup){"torus_wheel", "circle"});
    check(wd_model_input_form(model, ref_of(model, "input.control_mode")) == WD_SIGNAL_STEP,
          "a choice that a preset switches has steps");
    switch_choice(model, ref_of(model, "input.control_mode"));
    wd_model_free(model);
}

int main(void)
{
    short_pulses(0, "adaptive steps");
    short_pulses(0.25, "fixed steps");
    right_continuous(0);
    right_continuous(0.1);
    pieces_of_lines();
    tanh_form();
    ramps_to_the_bound(0, 0);
    ramps_to_the_bound(0, 1);
    ramps_to_the_bound(0.1, 1);
    ramps_to_the_bound(0.1, 0);
    ramps_to_the_bound(0.01, 1);
    segments_between_knots();
    knots_beside_the_grid(0.1);
    knots_beside_the_grid(1.0 / 3);
    signals_are_replaced();
    forms_are_reported();
    bad_signals();
    return done();
}
