/* SPDX-License-Identifier: MIT */
/* Error texts when the equations of a kind fail: they contain the variable, its value, the time,
 * and the message of the kind. */
#include "support.h"

#include "core/model.h"
#include "kind/kind.h"

enum { RATE, ENERGY, SAID, UNSAID, POLE, EXPLAINED, LEAP };

struct trouble_param {
    double way;
};

struct trouble_state {
    double x, y;
};

/* Equations that fail: x' = 1 fails beyond x = 1; x' = (x + 2)^4 and x' = DBL_MAX overflow. */
static int32_t trouble_flow(const struct view *view, const double *y, double *dy)
{
    const struct trouble_param *p = view->param;
    int way = (int)p->way, beyond = y[0] >= 1;
    dy[0] = way == POLE ? pow(y[0] + 2, 4) : way == LEAP ? DBL_MAX : 1;
    dy[1] = beyond && way == RATE ? -(double)INFINITY : 0;
    dy[1] = beyond && way == EXPLAINED ? (double)NAN : dy[1];
    dy[2] = beyond && way == ENERGY ? (double)INFINITY : 0;
    dy[3] = 0;
    if (beyond && (way == EXPLAINED || way == SAID))
        *view->why = "the matrix of y is singular";
    return beyond && (way == SAID || way == UNSAID) ? WD_ESINGULAR : WD_OK;
}

static int32_t trouble_output(const struct view *view, const double *y, void *out)
{
    (void)view;
    *(struct common_output *)out = (struct common_output){.speed = y[0]};
    return WD_OK;
}

static const char *const ways[] = {"rate", "energy",    "said", "unsaid",
                                   "pole", "explained", "leap", NULL};

static const struct var vars[] = {
    VAR_CHOICE("param.way", WD_PARAM, SLOT(trouble_param, way), ways, "what goes wrong"),
    VAR_ANY("state.x", WD_STATE, SLOT(trouble_state, x), "m", 0, "clock"),
    VAR_ANY("state.y", WD_STATE, SLOT(trouble_state, y), "m", 0, "victim"),
};

static const struct kind trouble = {
    .name = "trouble",
    .text = "Equations that fail",
    .vars = vars,
    .var_count = sizeof vars / sizeof *vars,
    .params = sizeof(struct trouble_param) / sizeof(double),
    .states = sizeof(struct trouble_state) / sizeof(double),
    .outputs = sizeof(struct common_output) / sizeof(double),
    .solvers = sizeof(struct common_solver) / sizeof(double),
    .flow = trouble_flow,
    .output = trouble_output,
};

/* Check the error of a run from 3 s to 5 s that starts at state.x = x. Ways with `beyond` fail at
 * the start if x is 1, and at 3.5 s if x is 0.5. */
static void run_fails(int way, double x, double fixed_step, int32_t want, const char *words)
{
    static struct image before;
    wd_model *model = model_new(&trouble);
    put(model, "param.way", way);
    put(model, "state.x", x);
    put(model, "solver.fixed_step", fixed_step);
    check(wd_model_init(model, 3) == WD_OK, "%s: the model starts", ways[way]);
    image_take(model, &before);
    refused(model, &before, wd_model_step_to(model, 5), want, words, ways[way]);
    wd_model_free(model);
}

int main(void)
{
    run_fails(RATE, 1, 0.25, WD_ENOCONV, "trouble: the derivative of state.y is -infinity (t = 3)");
    run_fails(RATE, 1, 0, WD_ENOCONV, "trouble: the derivative of state.y is -infinity (t = 3)");
    run_fails(RATE, 0.5, 0.25, WD_ENOCONV,
              "the derivative of state.y is -infinity at 3.5 s (t = 3.25)");
    run_fails(ENERGY, 1, 0.25, WD_ENOCONV, "the derivative of output.work is infinity (t = 3)");
    run_fails(EXPLAINED, 1, 0.25, WD_ENOCONV, "trouble: the matrix of y is singular (t = 3)");
    run_fails(EXPLAINED, 0.5, 0, WD_ENOCONV, "trouble: the matrix of y is singular at 3.5 s");
    run_fails(SAID, 0.5, 0.25, WD_ESINGULAR, "the matrix of y is singular at 3.5 s (t = 3.25)");
    run_fails(UNSAID, 0.5, 0.25, WD_ESINGULAR,
              "the equations have no solution at 3.5 s (t = 3.25)");
    run_fails(POLE, 0, 0, WD_ENOCONV,
              "no step is small enough for rtol 1e-9, atol 1e-12 of state.x");
    run_fails(POLE, 1e70, 0, WD_ENOCONV, "the derivative of state.x is infinity (t = 3)");
    run_fails(LEAP, 0, 2, WD_ENOCONV, "state.x becomes NaN in a step of 2 s (t = 3)");
    return done();
}
