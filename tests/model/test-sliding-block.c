/* SPDX-License-Identifier: MIT */
/* The sliding block, compared with closed forms. */
#include "support.h"

static wd_model *make_block(const char *law, double traction)
{
    wd_model *model = make("sliding_block", NULL);
    choose(model, "param.law", law);
    set(model, "input.traction", traction);
    return model;
}

/* Equation (1) of the paper (docs/models/sliding_block.rst): F = -mu N tanh(T/(mu N)) at any speed;
 * here mu N = 4.905 N. */
static void published_law(void)
{
    double worst = 0;
    for (double traction = -20; traction <= 20; traction += 0.5) {
        wd_model *model = make_block("published", traction);
        set(model, "state.x_dot", 3);
        start(model, 0);
        double want = -4.905 * tanh(traction / 4.905);
        worst = fmax(worst, fabs(get(model, "output.friction_force") - want));
        go(model, 2);
        worst = fmax(worst, fabs(get(model, "state.x") - (6 + 2 * (traction + want))));
        wd_model_free(model);
    }
    check(worst < 1e-13 * 40, "published: force of (1) and uniform acceleration, error %.2g",
          worst);
    wd_model *model = make_block("published", 1.6);
    start(model, 0);
    go(model, 10);
    check(get(model, "state.x") > 1,
          "published: a third of the limit moves the block, which is a defect of this law");
    wd_model_free(model);
}

static void saturated_law(void)
{
    wd_model *model = make_block("saturated", 4);
    start(model, 0);
    go(model, 100);
    check(fabs(get(model, "state.x")) < 0.1,
          "saturated: held at 82 %% of the limit, creep %.2g m in 100 s", get(model, "state.x"));
    wd_model_free(model);

    model = make_block("saturated", 1);
    start(model, 0);
    go(model, 3600);
    check(fabs(get(model, "state.x")) < 1e-9, "saturated: no creep at 20 %% in an hour: %.2g m",
          get(model, "state.x"));
    wd_model_free(model);

    model = make_block("saturated", 10);
    start(model, 0);
    go(model, 10);
    near_rel(get(model, "state.x_dot"), (10 - 4.905) * 10, 1e-6, 1,
             "saturated: speed of a block that slips fully");
    check(fabs(get(model, "output.friction_force")) <= get(model, "output.friction_limit"),
          "saturated: friction force within the limit at full slip");
    wd_model_free(model);

    model = make_block("saturated", 0);
    set(model, "param.sharpness", 128);
    set(model, "param.relaxation_time", 3e-4);
    set(model, "state.x_dot", 4);
    start(model, 0);
    go(model, 5);
    near_rel(get(model, "state.x"), 16 / (2 * 4.905), 1e-3, 1, "saturated: skid length of Coulomb");
    near_abs(get(model, "state.x_dot"), 0, 1e-12, "saturated: the block rests after the skid");
    near_rel(get(model, "output.dissipated"), 8, 1e-9, 1,
             "saturated: all kinetic energy is reported as lost");
    wd_model_free(model);
}

static void no_friction(void)
{
    static const char *const laws[] = {"saturated", "published"};
    for (int i = 0; i < 2; i++) {
        wd_model *model = make_block(laws[i], 2);
        set(model, "input.mu", 0);
        start(model, 0);
        go(model, 3);
        near_rel(get(model, "state.x"), 9, 1e-12, 1,
                 "mu = 0: distance of a block without friction");
        wd_model_free(model);
    }
}

int main(void)
{
    published_law();
    saturated_law();
    no_friction();
    return done();
}
