/* SPDX-License-Identifier: MIT */
/* Compare kind constrained with the motions in tests/ref/constrained/mechanisms.csv. The column
 * `name` of that file holds the names of the coordinates of the models. */
#ifndef MODEL_MECHANISMS_H
#define MODEL_MECHANISMS_H

#include "../csv.h"
#include "support.h"

/* Return the largest difference of the coordinates (m) and their rates (m/s) from the reference at
 * time t, relative where the reference exceeds 1; NaN if there is no reference for t. */
static inline double mechanism_error(const wd_model *model, const char *problem, double t)
{
    struct csv csv;
    double worst = 0;
    int rows = 0;
    csv_open(&csv, "constrained/mechanisms.csv");
    while (csv_next(&csv)) {
        if (strcmp(csv_text(&csv, "problem"), problem) != 0 || csv_real(&csv, "t") != t)
            continue;
        char name[64];
        for (int rate = 0; rate < 2; rate++) {
            snprintf(name, sizeof name, "state.%s.%c", csv_text(&csv, "name"), rate ? 'v' : 'q');
            double want = csv_real(&csv, rate ? "v" : "q");
            worst = fmax(worst, fabs(get(model, name) - want) / fmax(1, fabs(want)));
        }
        rows++;
    }
    return rows > 0 ? worst : (double)NAN;
}

/* Run a model with rtol as its relative and absolute tolerance, compare it with the reference of
 * `problem` at the n times t, and free the model. */
static inline void mechanism_run(wd_model *model, const char *method, double rtol,
                                 const char *problem, const double *t, int n, double tolerance)
{
    char what[128];
    double worst = 0;
    choose(model, "solver.method", method);
    set(model, "solver.rtol", rtol);
    set(model, "solver.atol", rtol);
    start(model, 0);
    for (int i = 0; i < n; i++) {
        double error = (go(model, t[i]), mechanism_error(model, problem, t[i]));
        worst = error <= worst ? worst : error;
    }
    snprintf(what, sizeof what, "%s, %s at %g, against maximal coordinates", problem, method, rtol);
    near_abs(worst, 0, tolerance, what);
    printf("# %g steps, %g rejected, %g evaluations\n", get(model, "stat.steps"),
           get(model, "stat.rejected"), get(model, "stat.rhs_calls"));
    wd_model_free(model);
}

#endif
