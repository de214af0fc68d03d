/* SPDX-License-Identifier: MIT */
/* wd_model_gradient() with bad input, without memory, interrupted, inside a function, and for
 * running models. In all cases the model is unchanged. */
#include "heap.h"
#include "support.h"

#include <math.h>
#include <wheeldyn/gradient.h>

static struct image before;
static uint32_t outputs[2], variables[2];
static double end = 0.1; /* s */
static size_t threads = 1;

static wd_model *make_wheel(void)
{
    static const double torque[] = {0, 0, 1, 20};
    wd_model *model = make(&(struct setup){"rolling_wheel", "drive-60"});
    outputs[0] = ref_of(model, "state.x");
    outputs[1] = ref_of(model, "output.kinetic_energy");
    variables[0] = ref_of(model, "param.mass");
    variables[1] = ref_of(model, "input.drive_torque");
    wd_model_set_input_signal(model, variables[1], WD_SIGNAL_LINEAR, torque, 4);
    return model;
}

static int32_t call_gradient(wd_model *model)
{
    static const size_t numbers[] = {WD_GRADIENT_VALUE, 3};
    double gradient[4], errors[4];
    int32_t sides[2];
    return wd_model_gradient(model, 0, end, outputs, 2, variables, numbers, 2, threads, gradient,
                             errors, sides);
}

#define TRY(want, words, ...) REFUSED(model, &before, want, words, wd_model_gradient(__VA_ARGS__))

static void bad_input(void)
{
    wd_model *model = make_wheel();
    const uint32_t *o = outputs, *v = variables, none = WD_NO_REF;
    const uint32_t law = ref_of(model, "param.law"), rtol = ref_of(model, "solver.rtol");
    const uint32_t mu = ref_of(model, "input.mu"), steps = ref_of(model, "stat.steps");
    const size_t late[] = {4}, first[] = {0}, *n = NULL;
    double g[4] = {7, 7, 7, 7}, e[4] = {7, 7, 7, 7};
    int32_t s[2] = {7, 7};
    check(wd_model_gradient(NULL, 0, 1, o, 1, v, n, 1, 1, g, e, s) == WD_EINVAL,
          "a NULL model is refused");
    TRY(WD_EINVAL, "t_end", model, 0, NAN, o, 1, v, n, 1, 1, g, e, s);
    TRY(WD_EINVAL, "t0", model, NAN, 1, o, 1, v, n, 1, 1, g, e, s);
    TRY(WD_EINVAL, "t_end", model, 0, INFINITY, o, 1, v, n, 1, 1, g, e, s);
    TRY(WD_EINVAL, "order", model, 1, 0, o, 1, v, n, 1, 1, g, e, s);
    TRY(WD_EINVAL, "NULL", model, 0, 1, NULL, 1, v, n, 1, 1, g, e, s);
    TRY(WD_EINVAL, "NULL", model, 0, 1, o, 1, NULL, n, 1, 1, g, e, s);
    TRY(WD_EINVAL, "gradient", model, 0, 1, o, 1, v, n, 1, 1, NULL, e, s);
    TRY(WD_EINVAL, "sides", model, 0, 1, o, 1, v, n, 1, 1, g, e, NULL);
    TRY(WD_EINVAL, "threads", model, 0, 1, o, 1, v, n, 1, 0, g, e, s);
    TRY(WD_EINVAL, "threads", model, 0, 1, o, 1, v, n, 1, 4097, g, e, s);
    TRY(WD_ERANGE, NULL, model, 0, 1, &none, 1, v, n, 1, 1, g, e, s);
    TRY(WD_ERANGE, NULL, model, 0, 1, o, 1, &none, n, 1, 1, g, e, s);
    TRY(WD_EROLE, "param.mass", model, 0, 1, v, 1, v, n, 1, 1, g, e, s);
    TRY(WD_EROLE, "stat.steps", model, 0, 1, &steps, 1, v, n, 1, 1, g, e, s);
    TRY(WD_EROLE, "output.kinetic_energy", model, 0, 1, o, 1, o + 1, n, 1, 1, g, e, s);
    TRY(WD_EROLE, "param.law", model, 0, 1, o, 1, &law, n, 1, 1, g, e, s);
    TRY(WD_EROLE, "solver.rtol", model, 0, 1, o, 1, &rtol, n, 1, 1, g, e, s);
    TRY(WD_EROLE, "number of its signal", model, 0, 1, o, 1, v + 1, n, 1, 1, g, e, s);
    TRY(WD_EROLE, "no signal", model, 0, 1, o, 1, v, first, 1, 1, g, e, s);
    TRY(WD_ERANGE, "4 numbers", model, 0, 1, o, 1, v + 1, late, 1, 1, g, e, s);
    const double tanh[] = {0.4, 0.1, 3, 0.5, 2};
    const size_t power[] = {4};
    wd_model_set_input_signal(model, mu, WD_SIGNAL_TANH, tanh, 5);
    TRY(WD_EROLE, "whole number", model, 0, 1, o, 1, &mu, power, 1, 1, g, e, s);
    check(g[0] == 7 && g[3] == 7 && e[0] == 7 && s[0] == 7, "refused calls write nothing");
    check(wd_model_gradient(model, 0, 1, NULL, 0, NULL, NULL, 0, 1, NULL, NULL, NULL) == WD_OK &&
              wd_model_gradient(model, 0, 0, o, 2, v, n, 1, 1, g, NULL, s) == WD_OK,
          "no variables, no time span and no place for errors are accepted");
    check(strcmp(wd_gradient_name(WD_GRADIENT_NONE), "none") == 0 &&
              strcmp(wd_gradient_name(4), "unknown") == 0 &&
              strcmp(wd_gradient_name(-1), "unknown") == 0,
          "the sides have names");
    wd_model_free(model);
}

static void other_models(void)
{
    double g, e;
    int32_t s;
    uint32_t out, var;
    wd_model *model = make(&(struct setup){"vehicle", "ball"});
    out = ref_of(model, "state.ball.z");
    var = ref_of(model, "init.ball.z");
    wd_model_set_choice(model, "solver.scheme", "moreau");
    put(model, "solver.fixed_step", 1e-3);
    TRY(WD_EROLE, "moreau", model, 0, 1, &out, 1, &var, NULL, 1, 1, &g, &e, &s);
    put(model, "init.ball.z", 1);
    check(wd_model_gradient(model, 0, 0, &out, 1, &var, NULL, 1, 1, &g, &e, &s) == WD_OK && g == 1,
          "by time stepping there are derivatives at one instant");
    wd_model_free(model);
    model = make_kind("constrained");
    out = ref_of(model, "output.kinetic_energy");
    TRY(WD_EINVAL, NULL, model, 0, 1, &out, 1, &out, NULL, 0, 1, &g, &e, &s);
    wd_model_free(model);
}

/* Derivatives of a running model are those of its further motion. */
static void gradient_of_running_model(void)
{
    wd_model *model = make(&(struct setup){"rolling_wheel", "brake-0.3"});
    const uint32_t out = ref_of(model, "state.x_dot"), mass = ref_of(model, "param.mass");
    const uint32_t torque = ref_of(model, "input.drive_torque");
    double g = NAN, e = NAN, up = NAN, down = NAN, h = 1e-3;
    const size_t number = 1;
    int32_t s = 7;
    wd_model_init(model, 0);
    wd_model_step_to(model, 0.5);
    TRY(WD_ESTATE, "param.mass", model, 0.5, 1, &out, 1, &mass, NULL, 1, 1, &g, &e, &s);
    TRY(WD_EINVAL, "present time", model, 0, 1, &out, 1, &torque, NULL, 1, 1, &g, &e, &s);
    TRY(WD_ESTATE, "running", model, 0.5, 1, &out, 1, &torque, &number, 1, 1, &g, &e, &s);
    image_take(model, &before);
    int32_t status = wd_model_gradient(model, 0.5, 1, &out, 1, &torque, NULL, 1, 1, &g, &e, &s);
    static struct image after;
    image_take(model, &after);
    check(status == WD_OK && image_same(&before, &after),
          "the gradient does not change a running model");
    for (int i = 0; i < 2; i++) {
        wd_model *other;
        wd_model_clone(model, &other);
        put(other, "solver.rtol", 1e-12);
        put(other, "input.drive_torque", value_of(other, "input.drive_torque") + (i ? -h : h));
        wd_model_step_to(other, 1);
        *(i ? &down : &up) = value_of(other, "state.x_dot");
        wd_model_free(other);
    }
    near_abs(g, (up - down) / (2 * h), 1e-7, "the derivative by an input from now on");
    check(s == WD_GRADIENT_TWO_SIDED && e < 1e-8,
          "the derivative is two-sided, with the error estimate %.1e", e);
    wd_model_free(model);
}

/* ---- functions of the host ---- */

static long asked, stop_at;

static int32_t count_and_stop(void *user)
{
    (void)user;
    return ++asked == stop_at;
}

static void interrupted_gradient(void)
{
    wd_model *model = make_wheel();
    wd_model_set_interrupt_fn(model, count_and_stop, NULL);
    end = 5;
    asked = stop_at = 0;
    int32_t status = call_gradient(model);
    check(status == WD_OK && asked > 3,
          "the gradient in %zu thread(s) calls the interrupt function %ld times", threads, asked);
    long all = asked;
    /* With several threads, the number of these calls depends on their speed. */
    for (stop_at = 1; stop_at <= (threads == 1 ? all : 1); stop_at += 1 + all / 9) {
        asked = 0;
        REFUSED(model, &before, WD_EINTERRUPT, NULL, call_gradient(model));
    }
    asked = stop_at = 0;
    check(call_gradient(model) == WD_OK, "the next call succeeds");
    end = 0.1;
    wd_model_free(model);
}

static wd_model *own;
static int refused_inside, free_inside;

static int32_t nosy_input(double t, double *value, void *user)
{
    (void)user;
    *value = 10 * t;
    refused_inside += call_gradient(own) == WD_ESTATE;
    if (free_inside) {
        free_inside = 0;
        wd_model_free(own);
    }
    return 0;
}

static void refused_inside_input(void)
{
    double g[2], e[2];
    int32_t s[2];
    own = make_wheel();
    wd_model_set_input_fn(own, ref_of(own, "input.brake_torque"), nosy_input, NULL);
    check(wd_model_gradient(own, 0, 0.1, outputs, 2, variables, NULL, 1, 1, g, e, s) == WD_OK &&
              refused_inside > 0,
          "the gradient is refused inside a function of the model");
    free_inside = 1;
    check(wd_model_gradient(own, 0, 0.1, outputs, 2, variables, NULL, 1, 1, g, e, s) == WD_ESTATE,
          "a model may be freed inside its function during the gradient");
}

#if HEAP_WATCHED
/* Make each allocation of a call fail. The model keeps the memory of copies for later calls, so
 * blocks are counted only after it is freed. */
static void without_memory(void)
{
    static struct image after;
    long live = heap_live;
    wd_model *model = make_wheel();
    int32_t status = WD_ENOMEM;
    size_t n = 0, kept = 0;
    image_take(model, &before);
    while (n < 10000 && status == WD_ENOMEM) {
        heap_fail = ++n;
        errno = EXDEV;
        status = call_gradient(model);
        heap_fail = 0;
        image_take(model, &after);
        kept += errno == EXDEV && image_same(&before, &after);
    }
    check(status == WD_OK && n > 10, "the call succeeds after %zu failed allocations", n - 1);
    check(kept == n, "each failure leaves the model and errno unchanged");
    wd_model_free(model);
    check(heap_live == live, "no block is leaked when the model is freed");
}
#endif

int main(void)
{
    bad_input();
    other_models();
    gradient_of_running_model();
    interrupted_gradient();
    threads = 2;
    interrupted_gradient();
    threads = 1;
    refused_inside_input();
#if HEAP_WATCHED
    without_memory();
#endif
    return done();
}
