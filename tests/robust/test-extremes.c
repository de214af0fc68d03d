/* SPDX-License-Identifier: MIT */
/* Extreme values within the bounds: for every choice of solver, every call returns a documented
 * status, and a text if it fails. Without script/test --all each variable gets an eighth of the
 * values, in turn. */
#include "support.h"

#include <errno.h>
#include <float.h>

static const double extremes[] = {0,    DBL_TRUE_MIN, DBL_MIN, 1e-300,  1e-150, 1e-12,
                                  1e12, 1e100,        1e155,   1e200,   1e300,  DBL_MAX,
                                  -1,   -1e150,       -1e300,  -DBL_MAX};
enum { EXTREMES = sizeof extremes / sizeof *extremes };

static const int32_t of_init[] = {WD_OK, WD_EINVAL, WD_EDOMAIN, WD_EINPUT, WD_ESINGULAR, WD_ENOSOL};
static const int32_t of_step[] = {WD_OK,     WD_END,    WD_ENOCONV, WD_ESINGULAR,
                                  WD_ENOSOL, WD_ELIMIT, WD_EINPUT};
static const int32_t of_linear[] = {WD_OK,     WD_EDOMAIN, WD_ENOCONV, WD_ESINGULAR,
                                    WD_ENOSOL, WD_ELIMIT,  WD_EINPUT};

static int silent_failures, strange;
static char first[400];

static int32_t judge_status(const wd_model *model, int32_t status, const int32_t *allowed,
                            size_t count, const char *what)
{
    int mute = status < 0 && strlen(wd_model_error(model)) == 0, known = 0;
    for (size_t i = 0; i < count; i++)
        known += status == allowed[i];
    silent_failures += mute;
    strange += !known;
    if ((mute || !known) && !first[0])
        snprintf(first, sizeof first, "%s: %s (%s)", what, wd_status_name(status),
                 wd_model_error(model));
    return status;
}

/* Test one value in a new model, so that no earlier error text remains. `way`: choice of solver or
 * control. */
static void try_value(const struct setup *setup, uint32_t ref, double value, double way, double h)
{
    static double A[64 * 64], re[64], im[64];
    char what[160];
    wd_model *model = make(setup);
    wd_model_set_value(model, "solver.inverse", way); /* not every kind has these choices */
    wd_model_set_value(model, "input.control_mode", way);
    put(model, "solver.max_steps", 500);
    put(model, "solver.fixed_step", h);
    snprintf(what, sizeof what, "%s, way %g, h %g, %s = %g", setup_name(setup), way, h,
             wd_model_var_name(model, ref), value);
    if (wd_model_set(model, &ref, 1, &value) == WD_OK &&
        judge_status(model, wd_model_init(model, 0), of_init, sizeof of_init / sizeof *of_init,
                     what) == WD_OK &&
        judge_status(model, wd_model_step_to(model, 0.05), of_step,
                     sizeof of_step / sizeof *of_step, what) == WD_OK) {
        const int32_t no_linear[] = {WD_EROLE};
        int linear = wd_model_linear_size(model) > 0;
        const int32_t *allowed = linear ? of_linear : no_linear;
        judge_status(model, wd_model_linearize(model, A, NULL, 0, NULL), allowed, linear ? 7 : 1,
                     what);
        judge_status(model, wd_model_eigenvalues(model, re, im), allowed, linear ? 7 : 1, what);
    }
    wd_model_free(model);
}

static void try_all_variables(const struct setup *setup, double way, double h)
{
    wd_model *model = make(setup);
    silent_failures = strange = 0;
    errno = EXDEV;
    first[0] = '\0';
    int every = few_or_all(8, 1);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        for (int i = (int)ref % every; i < EXTREMES; i += every)
            if (wd_model_var_role(model, ref) != WD_SOLVER)
                try_value(setup, ref, extremes[i], way, h);
    wd_model_free(model);
    int kept = errno == EXDEV;
    check(silent_failures == 0 && strange == 0 && kept,
          "%s, way %g, h %g: %d failures without a text, %d with a status of other calls, errno "
          "%s",
          setup_name(setup), way, h, silent_failures, strange, kept ? "stays" : "changed");
    if (first[0])
        printf("# first: %s\n", first);
}

/* A fast wheel survives trial steps that are too long for it, with either inverse. */
static void fast_wheel(double speed)
{
    int32_t status[2];
    double later[2];
    for (int i = 0; i < 2; i++) {
        wd_model *model = make_kind("rolling_wheel");
        put(model, "solver.inverse", i);
        put(model, "state.x_dot", speed);
        wd_model_init(model, 0);
        status[i] = wd_model_step_to(model, 0.05);
        later[i] = value_of(model, "state.x_dot");
        wd_model_free(model);
    }
    check(status[0] == WD_OK && status[1] == WD_OK, "%g m/s, closed: %s, svd: %s", speed,
          wd_status_name(status[0]), wd_status_name(status[1]));
    near_rel(later[1], later[0], 1e-9, 0, "result of both inverses");
}

/* Error texts name the variable that is not finite. */
static void errors_name_variables(void)
{
    wd_model *model = make_kind("rolling_wheel");
    put(model, "state.x_dot",
        1e154); /* the drag overflows, and therefore also a part of the contact force */
    check(wd_model_init(model, 2) == WD_ESINGULAR && strstr(wd_model_error(model), "output.") &&
              strstr(wd_model_error(model), "at 2 s"),
          "an output that overflows is named: %s", wd_model_error(model));
    wd_model_free(model);
}

/* Number of choices of solver or control of the setup. */
static int ways_of(const struct setup *setup)
{
    uint32_t ref;
    wd_model *model = make(setup);
    int inverses = wd_model_find(model, "solver.inverse", &ref) == WD_OK;
    int controls = wd_model_find(model, "input.control_mode", &ref) == WD_OK;
    wd_model_free(model);
    return controls ? 5 : inverses ? 2 : 1;
}

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    for (size_t i = 0; i < count; i++)
        for (int way = 0; way < ways_of(&list[i]); way++) {
            try_all_variables(&list[i], way, 0);
            try_all_variables(&list[i], way, 0.01);
        }
    fast_wheel(1e3);
    fast_wheel(1e6);
    fast_wheel(1e12);
    errors_name_variables();
    return done();
}
