/* SPDX-License-Identifier: MIT */
/* Cyclic states, on which no rate depends: the implicit method evaluates no column of the Jacobian
 * for them. The test compares this Jacobian, bit by bit, with one that needs an evaluation for each
 * state, and changes the cyclic states, which must change no rate. It does so for every kind and
 * preset, with each choice of laws and control modes, in random states. It reads internal
 * structures, so it links the core. */
#include "random.h"
#include "support.h"

#include "core/flow.h"
#include "core/model.h"
#include "num/radau_jacobian.h"

enum { STATES = 40, MOST_NUMBERS = 512 };

/* ---- one model ---- */

/* A stepper for the model's equations in memory of its own. */
struct stepper {
    struct radau radau;
    double *memory, *past;
};

static struct stepper open_stepper(const wd_model *model, int dense)
{
    const struct radau *of = model->radau;
    struct stepper stepper = {.radau = *of};
    stepper.memory = malloc(radau_doubles(of->n, of->quadratures, of->size) * sizeof(double));
    stepper.past = calloc(radau_past_doubles(of->n, of->quadratures), sizeof(double));
    radau_carve(&stepper.radau, stepper.memory, stepper.past);
    if (dense)
        stepper.radau.mark_cyclic = NULL;
    return stepper;
}

static void close_stepper(struct stepper *stepper)
{
    free(stepper->memory);
    free(stepper->past);
}

static int32_t compute_jacobian(struct stepper *stepper, double t, const double *y)
{
    int32_t status = radau_begin(&stepper->radau, t, y, 0);
    return status == WD_OK ? radau_jacobian_make(&stepper->radau, t, 0.01, y) : status;
}

/* Change all cyclic states at once; returns whether no rate and no power changes in any bit. */
static int is_cyclic(struct stepper *stepper, double t, const double *y)
{
    struct radau *radau = &stepper->radau;
    double changed[MOST_NUMBERS], rate[MOST_NUMBERS];
    memcpy(changed, y, radau->size * sizeof *y);
    for (size_t k = radau->columns; k < radau->n; k++)
        changed[radau->column[k]] += uniform(-10, 10);
    int32_t status = radau->rhs(t, changed, rate, radau->context);
    return status == WD_OK &&
           memcmp(rate, radau->rate, (radau->n + radau->quadratures) * sizeof *rate) == 0;
}

static void random_state(const wd_model *model, double size, double *y)
{
    memcpy(y, model->now.y, model->radau->size * sizeof *y);
    for (size_t i = 0; i < model->radau->n; i++)
        y[i] += uniform(-size, size);
}

/* Comparison of both Jacobians in random states. */
struct result {
    size_t cyclic, tried; /* number of cyclic states; number of random states */
    size_t zero;          /* columns of the dense Jacobian that were zero in all random states */
    int same, constant;   /* 1: the Jacobians are equal; cyclic states change no rate */
};

static struct result compare_jacobians(wd_model *model)
{
    struct stepper one = open_stepper(model, 0), other = open_stepper(model, 1);
    size_t n = one.radau.n, rows = n + one.radau.quadratures;
    double t = model->now.t, y[MOST_NUMBERS], size = 0.1;
    struct result result = {.same = 1, .constant = 1};
    int used[MOST_NUMBERS] = {0};
    for (int i = 0; i < STATES; i++, size *= 0.8) {
        random_state(model, size, y);
        if (compute_jacobian(&other, t, y) != WD_OK)
            continue;
        int32_t status = compute_jacobian(&one, t, y);
        result.tried++;
        result.cyclic = n - one.radau.columns;
        for (size_t k = 0; k < rows * n; k++) {
            result.same &= status == WD_OK && one.radau.jacobian[k] == other.radau.jacobian[k];
            used[k % n] |= other.radau.jacobian[k] != 0;
        }
        result.constant &= is_cyclic(&one, t, y);
    }
    for (size_t j = 0; j < n; j++)
        result.zero += !used[j];
    close_stepper(&one);
    close_stepper(&other);
    return result;
}

static void check_cyclic_states(wd_model *model, const char *name, const char *variant)
{
    wd_model_set_choice(model, "solver.method", "radau");
    put(model, "solver.max_steps", 2000);
    if (wd_model_init(model, 0) != WD_OK)
        return;
    wd_model_step_to(model, uniform(0.05, 0.3));
    struct result result = compare_jacobians(model);
    check(result.tried > 0 && result.same && result.constant,
          "%s %s: %zu of %zu states cyclic, %zu columns zero in %zu random states", name, variant,
          result.cyclic, model->radau->n, result.zero, result.tried);
}

/* ---- all models ---- */

/* Set a choice of the model, or of all parts that have this choice; returns the number of
 * successful settings. */
static int choose_all(wd_model *model, const char *end, const char *word)
{
    int taken = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        const char *name = wd_model_var_name(model, ref), *at = strrchr(name, '.');
        if (at && strcmp(at + 1, end) == 0 && wd_model_var_role(model, ref) != WD_OUTPUT)
            taken += wd_model_set_choice(model, name, word) == WD_OK;
    }
    return taken;
}

/* Choices on which the equations depend. */
static const char *const choices[][2] = {
    {"law", "ideal"},
    {"law", "relaxed"},
    {"law", "coulomb"},
    {"law", "tyre"},
    {"law", "saturated"},
    {"law", "published"},
    {"law", "stabilized"},
    {"law", "stabilized_moment"},
    {"control_mode", "stabilize"},
    {"control_mode", "track"},
    {"control_mode", "track_pid"},
    {"control_mode", "set_point"},
    {"control_mode", "accelerate"},
    {"acceleration", "range_space"},
    {"acceleration", "svd"},
    {"inverse", "svd"},
};

static void all_choices(const struct setup *setup)
{
    wd_model *model = make(setup);
    if (!model->kind->mark_cyclic) {
        wd_model_free(model);
        return;
    }
    check_cyclic_states(model, setup_name(setup), "as it is");
    wd_model_free(model);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        model = make(setup);
        if (choose_all(model, choices[i][0], choices[i][1]) > 0)
            check_cyclic_states(model, setup_name(setup), choices[i][1]);
        wd_model_free(model);
    }
}

/* On a terrain the rates depend on the position, so fewer states are cyclic. */
static void on_terrain(void)
{
    const double xy[] = {-100, -1, -1, 0, 1, 0, 100, 2};
    wd_model *model = make(&(struct setup){"vehicle", "robot"});
    int32_t status = wd_model_set_terrain(model, xy, 4);
    choose_all(model, "law", "coulomb");
    check(status == WD_OK, "a terrain under a robot is accepted");
    check_cyclic_states(model, "robot", "on a terrain");
    wd_model_free(model);
}

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    for (size_t i = 0; i < count; i++)
        all_choices(&list[i]);
    on_terrain();
    return done();
}
