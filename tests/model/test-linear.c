/* SPDX-License-Identifier: MIT */
/* Linear models and eigenvalues, compared with closed forms. */
#include "support.h"

#include <string.h>

/* A block of law saturated, linearised at rest with zero traction, obeys x_ddot = -x_dot/tau, where
 * tau = 0.01 s is the relaxation time. No input occurs in this equation, because friction cancels a
 * small traction. */
static void saturated_block(void)
{
    wd_model *model = make("sliding_block", NULL);
    start(model, 0);
    double A[4], B[4], re[2], im[2];
    uint32_t inputs[2];
    wd_model_find(model, "input.traction", &inputs[0]);
    wd_model_find(model, "input.mu", &inputs[1]);
    must(model, wd_model_linearize(model, A, inputs, 2, B), "linearize");
    check(wd_model_linear_size(model) == 2 && strcmp(wd_model_linear_name(model, 0), "x") == 0 &&
              strcmp(wd_model_linear_name(model, 1), "x_dot") == 0 &&
              wd_model_linear_name(model, 2) == NULL,
          "the linear model of a block has the states x and x_dot");
    check(A[0] == 0 && A[1] == 1 && A[2] == 0,
          "linear model: the derivative of x is exactly x_dot");
    near_rel(A[3], -100, 1e-9, 1, "slip decays with the relaxation time");
    near_abs(fmax(fmax(fabs(B[0]), fabs(B[1])), fmax(fabs(B[2]), fabs(B[3]))), 0, 1e-9,
             "no input accelerates a block at rest");
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    near_abs(re[0], 0, 1e-9, "eigenvalue of the position");
    near_rel(re[1], -100, 1e-9, 1, "eigenvalue of the slip");
    check(im[0] == 0 && im[1] == 0, "both eigenvalues are real");
    wd_model_free(model);
}

/* Equation (1) of the paper (docs/models/sliding_block.rst): x_ddot = (T - mu N tanh(T/(mu N)))/m.
 * At mu = 0, the lower bound, differences are one-sided. */
static void block_inputs(void)
{
    wd_model *model = make("sliding_block", NULL);
    choose(model, "param.law", "published");
    set(model, "input.traction", 3);
    start(model, 0);
    double B[4], y = 3 / 4.905, cosh2 = cosh(y) * cosh(y);
    uint32_t inputs[2];
    wd_model_find(model, "input.traction", &inputs[0]);
    wd_model_find(model, "input.mu", &inputs[1]);
    must(model, wd_model_linearize(model, NULL, inputs, 2, B), "linearize");
    near_rel(B[2], 1 - 1 / cosh2, 1e-10, 1, "derivative of the acceleration by the traction");
    near_rel(B[3], 9.81 * (-tanh(y) + y / cosh2), 1e-10, 1, "derivative of the acceleration by mu");
    set(model, "input.mu", 0);
    must(model, wd_model_linearize(model, NULL, inputs, 2, B), "linearize");
    near_rel(B[3], -9.81, 1e-9, 1, "derivative of the acceleration by mu at mu = 0");
    wd_model_free(model);
}

/* A free wheel rolls at v = 5 m/s on dry ground, with law saturated far from the friction limit.
 * Its slip decays with the time constant relaxation_time. The drag c v^2 (c = 1.7 N s2/m2) lets its
 * speed decay at the rate 2 c v/(m + I/R^2). Linearisation does not change the model. */
static void free_wheel(void)
{
    wd_model *model = make("rolling_wheel", NULL);
    set(model, "state.x_dot", 5);
    set(model, "state.theta_dot", 5 / 0.3);
    set(model, "param.bearing_damping", 0);
    start(model, 0);
    size_t n = wd_model_linear_size(model), size = wd_model_save_size(model);
    char *before = malloc(size), *after = malloc(size);
    double re[6], im[6];
    wd_model_save(model, before, size);
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    wd_model_save(model, after, size);
    check(n == 6 && memcmp(before, after, size) == 0, "the model does not change");
    near_rel(re[5], -100, 1e-3, 1, "fastest eigenvalue: decay of the slip");
    /* m v' + I/R^2 v' = -1.7 v^2, so -2 * 1.7 * 5/(m + I/R^2) = -17/37.5 */
    near_rel(re[4], -17 / 37.5, 1e-6, 1, "next eigenvalue: decay of the speed by drag");
    free(before);
    free(after);
    wd_model_free(model);
}

int main(void)
{
    saturated_block();
    block_inputs();
    free_wheel();
    return done();
}
