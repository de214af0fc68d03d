/* SPDX-License-Identifier: MIT */
/* Derivatives of a unit: of states with respect to time, of rates with respect to states and
 * inputs, and of outputs with respect to states, inputs and tunables. They are compared with the
 * library's linear model and with differences. */
#define _POSIX_C_SOURCE 200809L
#include "play.h"

enum { MOST_STATES = 64, MOST_OUTPUTS = 256 };

/* Kinds and presets, the time of the check, and whether derivatives by inputs and tunables are
 * checked. impact_wheel has no linear model. */
static const struct motion {
    const char *kind, *preset;
    double time;
    int inputs;
} motions[] = {{"rolling_wheel", "drive-20", 0.125, 1}, {"torus_wheel", "circle", 0.25, 1},
               {"bicycle", "benchmark", 0.125, 1},      {"vehicle", "tyre_rig", 0.25, 0},
               {"vehicle", "motorcycle", 0.125, 1},     {"impact_wheel", "kerb-plastic", 0.125, 1}};

/* Variable of state i of the linear model; WD_NO_REF if it is not a variable. */
static uint32_t linear_ref(const wd_model *model, size_t i)
{
    char name[96];
    uint32_t which = WD_NO_REF;
    snprintf(name, sizeof name, "state.%s", wd_model_linear_name(model, i));
    if (wd_model_find(model, name, &which) == WD_OK)
        return which;
    snprintf(name, sizeof name, "output.%s", wd_model_linear_name(model, i));
    return wd_model_find(model, name, &which) == WD_OK ? which : WD_NO_REF;
}

/* Start the unit and a model, and run both to the same time. */
static wd_model *both_at(const struct motion *motion, int i, struct instance *instance)
{
    wd_model *own;
    wd_model_clone(scenario, &own);
    wd_model_init(own, 0);
    wd_model_step_to(own, motion->time);
    start(instance, i, 0);
    step(instance, 0, motion->time, NULL);
    return own;
}

/* ---- derivatives of states ---- */

/* Compare the derivatives one by one with the matrix of the library. */
static void by_states(const struct motion *motion, struct instance *instance, wd_model *own)
{
    static double A[MOST_STATES * MOST_STATES];
    double one = 1, got = 0;
    size_t n = wd_model_linear_size(own), right = 0, all = 0;
    int32_t status = wd_model_linearize(own, A, NULL, 0, NULL);
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++) {
            uint32_t row = linear_ref(own, r), column = linear_ref(own, c), rate;
            if (row == WD_NO_REF || column == WD_NO_REF)
                continue;
            all++;
            rate = row + SLOT_REF_DERIVATIVE;
            right +=
                direction(instance, &rate, 1, &column, 1, &one, &got) == OK && got == A[r * n + c];
        }
    check(status == WD_OK && all > 3 && right == all,
          "%s %s, FMI %d: %zu of %zu derivatives by states agree with the library", motion->kind,
          motion->preset, instance->unit->version, right, all);
}

/* Value of a variable at another time. */
static double value_at(const wd_model *own, uint32_t which, double time)
{
    wd_model *other;
    double value = NAN;
    wd_model_clone(own, &other);
    wd_model_step_to(other, time);
    wd_model_get(other, &which, 1, &value);
    wd_model_free(other);
    return value;
}

/* Compare derivatives by time with differences along the motion. */
static void by_time(const struct motion *motion, struct instance *instance, const wd_model *own)
{
    const double h = 0x1p-12, t = motion->time;
    size_t n = wd_model_linear_size(own), right = 0, all = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t which = linear_ref(own, i), rate = which + SLOT_REF_DERIVATIVE;
        double got = NAN;
        if (which == WD_NO_REF)
            continue;
        all++;
        double want = (-3 * value_at(own, which, t) + 4 * value_at(own, which, t + h) -
                       value_at(own, which, t + 2 * h)) /
                      (2 * h);
        int good =
            get(instance, &rate, 1, &got) == OK && fabs(got - want) < 1e-4 * (1 + fabs(want));
        right += (size_t)good;
        if (!good)
            printf("# %s: %.9g, want %.9g\n", wd_model_linear_name(own, i), got, want);
    }
    check(all > 3 && right == all, "%s %s, FMI %d: %zu of %zu rates agree with the motion",
          motion->kind, motion->preset, instance->unit->version, right, all);
}

/* Rates at the start, with another value of one start value. */
static int rates_from(struct instance *instance, uint32_t which, double value,
                      const uint32_t *rates, size_t n, double *out)
{
    reset(instance);
    return set(instance, &which, 1, &value) == OK && set_up(instance, 0, 0, INFINITY) == OK &&
           leave(instance) == OK && get(instance, rates, n, out) == OK;
}

/* Compare derivatives by start values with differences of rates. The wheel's start values are its
 * states, and its linear model is the one about the current motion. */
static void by_start_values(struct instance *instance, const wd_model *own)
{
    const double h = 0x1p-10;
    double more[MOST_STATES], less[MOST_STATES], got[MOST_STATES], one = 1, value;
    uint32_t rates[MOST_STATES];
    size_t n = wd_model_linear_size(own), right = 0;
    for (size_t r = 0; r < n; r++)
        rates[r] = SLOT_REF_DERIVATIVE + linear_ref(own, r);
    for (size_t c = 0; c < n; c++) {
        uint32_t which = linear_ref(own, c);
        wd_model_get(scenario, &which, 1, &value);
        int good = rates_from(instance, which, value + h, rates, n, more) &&
                   rates_from(instance, which, value - h, rates, n, less) &&
                   rates_from(instance, which, value, rates, n, got) &&
                   direction(instance, rates, n, &which, 1, &one, got) == OK;
        for (size_t r = 0; r < n && good; r++) {
            double want = (more[r] - less[r]) / (2 * h);
            right += fabs(got[r] - want) < 1e-4 * (1 + fabs(want));
        }
    }
    check(n > 3 && right == n * n,
          "FMI %d: %zu of %zu derivatives by start values agree with differences of rates",
          instance->unit->version, right, n * n);
}

/* ---- derivatives of outputs ---- */

/* List the real outputs of a model. */
static size_t list_outputs(const wd_model *own, uint32_t *refs)
{
    size_t n = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(own) && n < MOST_OUTPUTS; ref++)
        if (wd_model_var_role(own, ref) == WD_OUTPUT && wd_model_choice_count(own, ref) == 0)
            refs[n++] = ref;
    return n;
}

/* Outputs of a model that starts in the state of another one, with one state changed. */
static void outputs_from(const wd_model *from, uint32_t which, double more, const uint32_t *refs,
                         size_t n, double *out)
{
    wd_model *model;
    double value;
    wd_model_clone(from, &model);
    wd_model_reset(model);
    for (uint32_t ref = 0; ref < wd_model_var_count(from); ref++)
        if (wd_model_var_role(from, ref) == WD_STATE) {
            wd_model_get(from, &ref, 1, &value);
            value += ref == which ? more : 0;
            wd_model_set(model, &ref, 1, &value);
        }
    wd_model_init(model, wd_model_time(from));
    wd_model_get(model, refs, n, out);
    wd_model_free(model);
}

/* Number of derivatives that agree with (more - less) / h, where both may be NaN. */
static size_t count_right(const double *got, const double *more, const double *less, double h,
                          size_t n)
{
    size_t right = 0;
    for (size_t i = 0; i < n; i++) {
        double want = (more[i] - less[i]) / h;
        int near = fabs(got[i] - want) <= 1e-4 * (1 + fabs(want)) || (isnan(got[i]) && isnan(want));
        right += (size_t)near;
        if (!near)
            printf("# output %zu: %.9g, want %.9g\n", i, got[i], want);
    }
    return right;
}

/* Derivatives of outputs by states, for kinds whose states can be set. */
static void outputs_by_states(const struct motion *motion, struct instance *instance,
                              const wd_model *own)
{
    const double h = 0x1p-14;
    double more[MOST_OUTPUTS], less[MOST_OUTPUTS], got[MOST_OUTPUTS], one = 1;
    uint32_t refs[MOST_OUTPUTS];
    size_t n = list_outputs(own, refs), states = wd_model_linear_size(own), right = 0;
    for (size_t c = 0; c < states; c++) {
        uint32_t which = linear_ref(own, c);
        outputs_from(own, which, h, refs, n, more);
        outputs_from(own, which, -h, refs, n, less);
        if (direction(instance, refs, n, &which, 1, &one, got) == OK)
            right += count_right(got, more, less, 2 * h, n);
    }
    check(n > 5 && right == n * states,
          "%s, FMI %d: %zu of %zu derivatives of outputs by states agree with differences",
          motion->kind, instance->unit->version, right, n * states);
}

/* The derivative of a state by itself is 1, by another state 0. Unlike other outputs, states are
 * tested for all kinds, because this needs no model whose states can be set. */
static void states_by_states(const struct motion *motion, struct instance *instance,
                             const wd_model *own)
{
    size_t n = wd_model_linear_size(own), right = 0, all = 0;
    double one = 1, got = NAN;
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++) {
            uint32_t row = linear_ref(own, r), column = linear_ref(own, c);
            if (row == WD_NO_REF || column == WD_NO_REF)
                continue;
            all++;
            right += direction(instance, &row, 1, &column, 1, &one, &got) == OK && got == (r == c);
        }
    check(all > 3 && right == all,
          "%s %s, FMI %d: %zu of %zu derivatives of states by states are right", motion->kind,
          motion->preset, instance->unit->version, right, all);
}

/* Set an input and read outputs; returns true if both calls succeed. */
static int outputs_at(struct instance *instance, uint32_t input, double value, const uint32_t *refs,
                      size_t n, double *out)
{
    return set(instance, &input, 1, &value) == OK && get(instance, refs, n, out) == OK;
}

/* Number of derivatives of outputs by an input that agree with differences. These are one-sided,
 * because the lower bound of many inputs is 0. */
static size_t outputs_by_input(struct instance *instance, uint32_t input, double value,
                               const uint32_t *refs, size_t n)
{
    const double h = 0x1p-14;
    double one[MOST_OUTPUTS], two[MOST_OUTPUTS], none[MOST_OUTPUTS], got[MOST_OUTPUTS], seed = 1;
    int fine = outputs_at(instance, input, value + h, refs, n, one) &&
               outputs_at(instance, input, value + 2 * h, refs, n, two) &&
               outputs_at(instance, input, value, refs, n, none) &&
               direction(instance, refs, n, &input, 1, &seed, got) == OK;
    for (size_t i = 0; i < n; i++) {
        one[i] *= 4;
        two[i] += 3 * none[i];
    }
    return fine ? count_right(got, one, two, 2 * h, n) : 0;
}

/* Compare the derivatives of rates by the input with those of the library; count those that are not
 * zero. */
static int rates_by_input(struct instance *instance, uint32_t input, wd_model *own, size_t *lively)
{
    static double B[MOST_STATES];
    double got = NAN, one = 1;
    int right = wd_model_linearize(own, NULL, &input, 1, B) == WD_OK;
    for (size_t r = 0; r < wd_model_linear_size(own); r++) {
        uint32_t rate = linear_ref(own, r) + SLOT_REF_DERIVATIVE;
        if (linear_ref(own, r) == WD_NO_REF)
            continue;
        *lively += B[r] != 0;
        right &= direction(instance, &rate, 1, &input, 1, &one, &got) == OK && got == B[r];
    }
    return right;
}

/* True if derivatives of outputs by a variable exist: it is no choice and has a finite value. */
static int is_known(const wd_model *own, uint32_t ref, double value)
{
    int32_t role = wd_model_var_role(own, ref);
    return wd_model_choice_count(own, ref) == 0 && isfinite(value) &&
           (role == WD_TUNABLE ||
            (role == WD_INPUT && wd_model_input_form(own, ref) == WD_SIGNAL_HOLD));
}

static void by_inputs(const struct motion *motion, struct instance *instance, wd_model *own)
{
    uint32_t refs[MOST_OUTPUTS];
    size_t n = list_outputs(own, refs), right = 0, all = 0, wrong = 0, lively = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(own); ref++) {
        double value;
        wd_model_get(own, &ref, 1, &value);
        if (!is_known(own, ref, value))
            continue;
        all++;
        right += outputs_by_input(instance, ref, value, refs, n);
        if (wd_model_linear_size(own) > 0 && wd_model_var_role(own, ref) == WD_INPUT)
            wrong += 1 - (size_t)rates_by_input(instance, ref, own, &lively);
    }
    check(all > 0 && right == all * n,
          "%s %s, FMI %d: %zu inputs and tunables: %zu of %zu derivatives of outputs agree with "
          "differences",
          motion->kind, motion->preset, instance->unit->version, all, right, all * n);
    check(wrong == 0 && (lively > 0) == (wd_model_linear_size(own) > 0),
          "derivatives of rates by inputs agree with the library, %zu of these are not zero",
          lively);
}

/* Requests for derivatives that do not exist are errors and change nothing. */
static void refusals(struct instance *instance)
{
    uint32_t output = ref("output.theta_ddot"), torque = ref("input.drive_torque");
    uint32_t mass = ref("param.mass"), nothing = 99999;
    double seed = 1, got = 7;
    check(direction(instance, &output, 1, &mass, 1, &seed, &got) == ERROR &&
              direction(instance, &output, 1, NULL, 1, &seed, &got) == ERROR &&
              direction(instance, &nothing, 1, &torque, 1, &seed, &got) == ERROR && got == 7 &&
              direction(instance, NULL, 0, NULL, 0, NULL, NULL) == OK,
          "FMI %d: derivatives by a parameter, by no variable and of an unknown one are refused",
          instance->unit->version);
}

/* A directional derivative is the sum over all known variables. */
static void along(struct instance *instance)
{
    uint32_t output = ref("output.theta_ddot"), speed = ref("state.x_dot");
    uint32_t both[] = {ref("input.brake_torque"), speed};
    double seed[] = {2, -3}, one = 1, whole = 0, first = 0, second = 0;
    int fine = direction(instance, &output, 1, both, 2, seed, &whole) == OK &&
               direction(instance, &output, 1, &both[0], 1, &one, &first) == OK &&
               direction(instance, &output, 1, &both[1], 1, &one, &second) == OK;
    near_rel(whole, 2 * first - 3 * second, 1e-12, 1,
             "derivative along two variables minus the sum of both derivatives");
    check(fine && second != 0, "FMI %d: calls for directional derivatives succeed",
          instance->unit->version);
}

static void try(const struct motion *motion, int i)
{
    struct instance instance;
    wd_model *own = both_at(motion, i, &instance);
    if (wd_model_linear_size(own) > 0) {
        by_states(motion, &instance, own);
        by_time(motion, &instance, own);
        states_by_states(motion, &instance, own);
    }
    if (motion->inputs)
        by_inputs(motion, &instance, own);
    if (strcmp(motion->kind, "rolling_wheel") == 0 || strcmp(motion->kind, "torus_wheel") == 0)
        outputs_by_states(motion, &instance, own);
    if (strcmp(motion->kind, "rolling_wheel") == 0) {
        refusals(&instance);
        along(&instance);
        by_start_values(&instance, own);
    }
    release(&instance);
    wd_model_free(own);
}

int main(void)
{
    for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
        make_units(make(&(struct setup){motions[k].kind, motions[k].preset}), NULL, 0);
        for (int i = 0; i < 2; i++)
            try(&motions[k], i);
    }
    return end_of_play();
}
