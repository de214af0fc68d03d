/* SPDX-License-Identifier: MIT */
/* Kind constrained: Andrews' squeezing mechanism. Its angles at 0.03 s are compared with published
 * angles and with angles computed to more digits. */
#include "support.h"

#include <stdio.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

#include "squeezer.h"

static wd_model *squeezer_new(void)
{
    wd_model *model = make("constrained", NULL);
    char name[64];
    for (int i = 0; i < SQUEEZER_SIZE; i++) {
        must(model, wd_model_add_part(model, "coordinate", squeezer_angles[i], NULL, 0), "angle");
        snprintf(name, sizeof name, "init.%s.q", squeezer_angles[i]);
        set(model, name, squeezer_start[i]);
    }
    for (int i = 0; i < SQUEEZER_ROWS; i++)
        must(model, wd_model_add_part(model, "constraint", squeezer_rows[i], NULL, 0), "row");
    must(model, wd_model_set_equations(model, squeezer_equations, NULL), "equations");
    return model;
}

static void squeezing_mechanism(const char *method, double rtol, double exact)
{
    wd_model *model = squeezer_new();
    char name[64];
    double worst = 0, apart = 0, published = 0;
    choose(model, "solver.method", method);
    set(model, "solver.rtol", rtol);
    set(model, "solver.atol", rtol);
    start(model, 0);
    go(model, 0.03);
    for (int i = 0; i < SQUEEZER_SIZE; i++) {
        snprintf(name, sizeof name, "state.%s.q", squeezer_angles[i]);
        double angle = get(model, name);
        worst = fmax(worst, fabs(angle - squeezer_end[i]));
        published = fmax(published, fabs(angle - squeezer_published[i]));
    }
    for (int i = 0; i < SQUEEZER_ROWS; i++) {
        snprintf(name, sizeof name, "output.%s.violation", squeezer_rows[i]);
        apart = fmax(apart, fabs(get(model, name)));
    }
    snprintf(name, sizeof name, "squeezing mechanism, %s at %g", method, rtol);
    near_abs(worst, 0, exact, name);
    near_abs(published, 0, exact + 1.5e-9, "distance from the published angles");
    near_abs(apart, 0, 1e-15, "the loops of the mechanism are closed");
    printf("# %g steps, %g rejected, %g evaluations\n", get(model, "stat.steps"),
           get(model, "stat.rejected"), get(model, "stat.rhs_calls"));
    wd_model_free(model);
}

int main(void)
{
    squeezing_mechanism("rk8pd", 1e-7, 1e-6);
    squeezing_mechanism("rk8pd", 1e-9, 1e-9);
    squeezing_mechanism("rk8pd", 1e-12, 1e-11);
    squeezing_mechanism("rkf45", 1e-9, 1e-7);
    squeezing_mechanism("radau", 1e-9, 1e-7);
    return done();
}
