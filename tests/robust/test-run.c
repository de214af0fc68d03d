/* SPDX-License-Identifier: MIT */
/* Rows of a run: their number, times and bits, also if the run fails. */
#include "support.h"

#include <float.h>

enum { ROOM = 20000 };

static struct image before, after;
static double rows[ROOM * 3];

static wd_model *make_wheel(double fixed_step, double t0)
{
    wd_model *model = make(&(struct setup){"rolling_wheel", "drive-60"});
    put(model, "solver.fixed_step", fixed_step);
    wd_model_init(model, t0);
    return model;
}

/* Runs and their numbers of rows. q in the texts is (end - t0)/dt, the number of intervals; the
 * first texts say whether it is a whole number. */
static const struct plan {
    double t0, end, dt;
    size_t rows;
    const char *what;
} plans[] = {
    {0, 1, 0.1, 11, "whole"},
    {0, 1, 0.3, 5, "not whole"},
    {0, 0.3, 0.1, 4, "whole to rounding"},
    {0, 0.7, 0.1, 8, "whole to rounding"},
    {0.1, 0.7, 0.2, 4, "whole to rounding, not from 0"},
    {0, 1, INFINITY, 2, "dt infinite"},
    {0, 1, 1, 2, "dt equal to the span"},
    {0, 1, 5, 2, "dt beyond the span"},
    {0, 1, 1e300, 2, "dt huge"},
    {0, 1e-12, 0.1, 2, "a span far below dt"},
    {0, 1, 0.5 * (1 - 4e-10), 3, "q within 1e-9 of 2"},
    {0, 1, 0.5 * (1 - 4e-9), 4, "q beyond 1e-9 of 2"},
    {0, 1, 0.5 * (1 + 4e-9), 3, "q below 2 by more than 1e-9"},
    {0, 1, 1e-4, 10001, "ten thousand"},
    {2, 2, 0.1, 1, "no span"},
    {2, 2, INFINITY, 1, "no span, dt infinite"},
    {-3, -2.5, 0.125, 5, "negative times"},
};

static void count_rows(const struct plan *plan, double h)
{
    wd_model *model = make_wheel(h, plan->t0), *stepper = make_wheel(h, plan->t0);
    uint32_t refs[] = {ref_of(model, "state.x_dot"), ref_of(model, "output.contact_force")};
    size_t written = 77;
    image_take(model, &before);
    if (plan->rows > 1) {
        int32_t status =
            wd_model_run(model, plan->end, plan->dt, refs, 2, rows, plan->rows - 1, &written);
        const char *fault = refusal_fault(model, &before, status, WD_EINVAL, "rows");
        check(!fault && written == 0, "%s: a run with room for one row too few is refused: %s",
              plan->what, fault ? fault : "");
    }
    int32_t status = wd_model_run(model, plan->end, plan->dt, refs, 2, rows, ROOM, &written);
    check(status == WD_OK && written == plan->rows, "h = %g, %s: %zu rows", h, plan->what, written);
    int times = 1, values = 1;
    wd_model_eval(stepper);
    for (size_t i = 0; i < written; i++) {
        double t = i == 0             ? plan->t0
                   : i + 1 == written ? plan->end
                                      : plan->t0 + (double)i * plan->dt;
        double want[2];
        times = times && rows[3 * i] == t;
        wd_model_step_to(stepper, t);
        wd_model_get(stepper, refs, 2, want);
        values =
            values && same_bits(rows[3 * i + 1], want[0]) && same_bits(rows[3 * i + 2], want[1]);
    }
    check(times && wd_model_time(model) == plan->end, "%s: the times of the rows are exact",
          plan->what);
    image_take(model, &before);
    image_take(stepper, &after);
    check(values && image_same(&before, &after), "%s: the rows have the values of step_to and get",
          plan->what);
    wd_model_free(model);
    wd_model_free(stepper);
}

static void first_row_evaluates(void)
{
    wd_model *model = make_wheel(0, 0);
    uint32_t ref = ref_of(model, "output.applied_traction");
    put(model, "input.drive_torque", 30);
    wd_model_run(model, 1, INFINITY, &ref, 1, rows, ROOM, NULL);
    check(rows[1] == 100, "the first row is evaluated with the input just set: %g", rows[1]);
    wd_model_free(model);
}

static void refused_arguments(void)
{
    wd_model *model = make_wheel(0, 0);
    REFUSED(model, &before, WD_EINVAL, NULL,
            wd_model_run(model, 1, DBL_TRUE_MIN, NULL, 0, rows, ROOM, NULL));
    REFUSED(model, &before, WD_EINVAL, NULL,
            wd_model_run(model, DBL_MAX, 1e-3, NULL, 0, rows, SIZE_MAX - 1, NULL));
    REFUSED(model, &before, WD_EINVAL, NULL, wd_model_run(model, 1, 0.1, NULL, 0, rows, 0, NULL));
    REFUSED(model, &before, WD_EINVAL, NULL,
            wd_model_run(model, -1, 0.1, NULL, 0, rows, ROOM, NULL));
    REFUSED(model, &before, WD_EINVAL, NULL,
            wd_model_run(model, 1, -INFINITY, NULL, 0, rows, ROOM, NULL));
    wd_model_free(model);
}

static int32_t fails_late(double t, double *value, void *user)
{
    (void)user;
    *value = 20;
    return t > 0.55;
}

static void run_that_fails(double h)
{
    wd_model *model = make_wheel(h, 0), *twin = make_wheel(h, 0);
    uint32_t input = ref_of(model, "input.drive_torque"), ref = ref_of(model, "state.x");
    size_t written = 0;
    wd_model_set_input_fn(model, input, fails_late, NULL);
    wd_model_set_input_fn(twin, input, fails_late, NULL);
    int32_t status = wd_model_run(model, 1, 0.1, &ref, 1, rows, ROOM, &written);
    check(status == WD_EINPUT && written == 6, "h = %g: a run that fails at 0.55 s has %zu rows", h,
          written);
    for (int k = 0; k < 6; k++)
        wd_model_step_to(twin, k * 0.1);
    image_take(model, &before);
    image_take(twin, &after);
    check(image_same(&before, &after),
          "after a failing run the model is in the state of the last row");
    check(strstr(wd_model_error(model), "input.drive_torque") != NULL,
          "a failing run has an error text: %s", wd_model_error(model));
    wd_model_free(model);
    wd_model_free(twin);
}

int main(void)
{
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        count_rows(&plans[i], 0);
        count_rows(&plans[i], 0.01);
    }
    first_row_evaluates();
    refused_arguments();
    run_that_fails(0);
    run_that_fails(0.1);
    run_that_fails(0.01);
    return done();
}
