/* SPDX-License-Identifier: MIT */
/* Calls of every public function with NULL, values out of bounds, refs out of range, duplicates. */
#include "support.h"

#include <float.h>

static struct image before;

static int32_t noop(double t, double *value, void *user)
{
    (void)user;
    *value = t;
    return 0;
}

static void calls_without_model(void)
{
    double x = 1, y = 2;
    uint32_t ref = 0;
    int32_t type = 7;
    size_t written = 9;
    char bytes[8];
    wd_model *out = (wd_model *)&x;
    const int32_t refused[] = {
        wd_model_new(NULL, &out),
        wd_model_new("rolling_wheel", NULL),
        wd_model_clone(NULL, &out),
        wd_model_load_preset(NULL, "drive-20"),
        wd_model_find(NULL, "param.mass", &ref),
        wd_model_var_role(NULL, 0),
        wd_model_var_bounds(NULL, 0, &x, &y),
        wd_model_get(NULL, &ref, 1, &x),
        wd_model_set(NULL, &ref, 1, &x),
        wd_model_value(NULL, "param.mass", &x),
        wd_model_set_value(NULL, "param.mass", 1),
        wd_model_set_choice(NULL, "param.law", "published"),
        wd_model_set_input_fn(NULL, 0, noop, NULL),
        wd_model_set_input_signal(NULL, 0, WD_SIGNAL_HOLD, NULL, 0),
        wd_model_input_form(NULL, 0),
        wd_model_set_terrain(NULL, NULL, 0),
        wd_model_set_path(NULL, NULL, 0, 0),
        wd_model_init(NULL, 0),
        wd_model_reset(NULL),
        wd_model_step_to(NULL, 1),
        wd_model_eval(NULL),
        wd_model_run(NULL, 1, 1, NULL, 0, &x, 1, &written),
        wd_model_event(NULL, 0, &x, &type, NULL, 0),
        wd_model_save(NULL, bytes, sizeof bytes),
        wd_model_load(NULL, bytes, sizeof bytes),
        wd_model_linearize(NULL, &x, NULL, 0, NULL),
        wd_model_eigenvalues(NULL, &x, &y),
    };
    int count = (int)(sizeof refused / sizeof *refused), right = 0;
    for (int i = 0; i < count; i++)
        right += refused[i] == WD_EINVAL;
    check(right == count, "%d of %d functions return WD_EINVAL for a NULL model", right, count);
    check(x == 1 && y == 2 && type == 7 && out == NULL,
          "functions with a NULL model write nothing, except NULL for a new model");
    check(!wd_model_kind(NULL) && !wd_model_var_name(NULL, 0) && !wd_model_var_unit(NULL, 0) &&
              !wd_model_var_text(NULL, 0) && !wd_model_choice_name(NULL, 0, 0) &&
              !wd_model_event_value_name(NULL, 0) && !wd_model_linear_name(NULL, 0) &&
              !wd_model_nearest_name(NULL, "param.mass") && !wd_kind_nearest_name(NULL),
          "names of a NULL model are NULL");
    check(wd_model_var_count(NULL) == 0 && wd_model_choice_count(NULL, 0) == 0 &&
              wd_model_event_count(NULL) == 0 && wd_model_event_width(NULL) == 0 &&
              wd_model_save_size(NULL) == 0 && wd_model_terrain(NULL, &x, &y, 1) == 0 &&
              wd_model_path(NULL, &x, 1, &type) == 0 && wd_model_path_times(NULL, &x, 1) == 0 &&
              wd_model_linear_size(NULL) == 0,
          "counts of a NULL model are 0");
    check(strcmp(wd_model_error(NULL), "") == 0 && isnan(wd_model_time(NULL)),
          "the error text of a NULL model is empty, and its time is NaN");
    wd_model_free(NULL);
    check(wd_model_new("rolling wheel", &out) == WD_EKIND && !out &&
              wd_model_new("", &out) == WD_EKIND && !out,
          "kinds that do not exist are refused");
    check(wd_preset_count(NULL) == 0 && wd_preset_count("x") == 0 && !wd_preset_name(NULL, 0),
          "an unknown kind has 0 presets");
    check(wd_kind_name(SIZE_MAX) == NULL && wd_kind_text(wd_kind_count()) == NULL &&
              !wd_preset_text("rolling_wheel", SIZE_MAX),
          "beyond the end of a list the name or text is NULL");
}

#define INVALID(words, call) REFUSED(model, &before, WD_EINVAL, words, call)

/* If the kind has no linear model, the calls report this even if other arguments are wrong, too. */
static void bad_linear_arguments(wd_model *model)
{
    uint32_t none = WD_NO_REF, mass = ref_of(model, mass_name(model));
    double row[4];
    if (wd_model_linear_size(model) == 0) {
        const char *says = "no linear model";
        REFUSED(model, &before, WD_EROLE, says, wd_model_eigenvalues(model, NULL, row));
        REFUSED(model, &before, WD_EROLE, says, wd_model_eigenvalues(model, row, row));
        REFUSED(model, &before, WD_EROLE, says, wd_model_linearize(model, NULL, &none, 1, row));
        REFUSED(model, &before, WD_EROLE, says, wd_model_linearize(model, row, NULL, 0, NULL));
        return;
    }
    INVALID("NULL", wd_model_eigenvalues(model, NULL, row));
    INVALID("NULL", wd_model_eigenvalues(model, row, NULL));
    INVALID("NULL", wd_model_linearize(model, NULL, NULL, 1, row));
    REFUSED(model, &before, WD_ERANGE, NULL, wd_model_linearize(model, NULL, &none, 1, row));
    REFUSED(model, &before, WD_EROLE, mass_name(model),
            wd_model_linearize(model, NULL, &mass, 1, row));
}

/* Pass NULL and invalid values for the arguments other than the model, one at a time. */
static void bad_arguments(wd_model *model, int running)
{
    uint32_t refs[2] = {0, 1};
    double x = 5, row[4];
    char bytes[8] = "";
    const char *choice = wd_model_var_name(model, first_choice(model));
    INVALID("NULL", wd_model_set(model, NULL, 1, &x));
    INVALID("NULL", wd_model_set(model, refs, 1, NULL));
    INVALID("NULL", wd_model_set_value(model, NULL, 1));
    INVALID("NULL", wd_model_set_choice(model, NULL, "closed"));
    INVALID("NULL", wd_model_set_choice(model, choice, NULL));
    INVALID(mass_name(model), wd_model_set_choice(model, mass_name(model), "closed"));
    INVALID("NULL", wd_model_load(model, NULL, 8));
    check(wd_model_set(model, NULL, 0, NULL) == WD_OK, "setting no values is accepted");
    check(wd_model_get(model, NULL, 0, NULL) == WD_OK, "getting no values is accepted");
    char text[256];
    memcpy(text, wd_model_error(model), 256);
    wd_model *out;
    check(wd_model_get(model, NULL, 1, &x) == WD_EINVAL &&
              wd_model_get(model, refs, 1, NULL) == WD_EINVAL &&
              wd_model_value(model, NULL, &x) == WD_EINVAL &&
              wd_model_value(model, mass_name(model), NULL) == WD_EINVAL &&
              wd_model_value(model, "none", &x) == WD_ENAME &&
              wd_model_find(model, NULL, refs) == WD_EINVAL && refs[0] == WD_NO_REF &&
              wd_model_find(model, "none", refs) == WD_ENAME && refs[0] == WD_NO_REF &&
              wd_model_find(model, mass_name(model), NULL) == WD_EINVAL &&
              wd_model_clone(model, NULL) == WD_EINVAL &&
              wd_model_save(model, NULL, 1000000) == WD_EINVAL &&
              wd_model_event(model, 0, NULL, NULL, NULL, 1) == WD_EINVAL &&
              wd_model_var_bounds(model, WD_NO_REF, &x, &x) == WD_ERANGE &&
              wd_model_var_role(model, WD_NO_REF) == WD_ERANGE && x == 5,
          "failing const calls return a status and write no value; wd_model_find writes WD_NO_REF");
    check(wd_model_clone(model, &out) == WD_OK && strcmp(wd_model_error(out), "") == 0,
          "a new clone has no error text");
    wd_model_free(out);
    check(memcmp(text, wd_model_error(model), 256) == 0, "const calls keep the error text");
    check(wd_model_var_bounds(model, 0, NULL, NULL) == WD_OK, "both places for bounds may be NULL");
    if (!running)
        return;
    INVALID("rows", wd_model_run(model, 10, 1, NULL, 0, NULL, 100, NULL));
    INVALID("refs", wd_model_run(model, 10, 10, NULL, 1, row, 2, NULL));
    INVALID("dt", wd_model_run(model, 10, 0, NULL, 0, row, 4, NULL));
    INVALID("-1", wd_model_run(model, 10, -1, NULL, 0, row, 4, NULL));
    INVALID("NaN", wd_model_run(model, 10, NAN, NULL, 0, row, 4, NULL));
    INVALID("NaN", wd_model_run(model, NAN, 1, NULL, 0, row, 4, NULL));
    INVALID("infinity", wd_model_run(model, INFINITY, 1, NULL, 0, row, 4, NULL));
    INVALID("4", wd_model_run(model, 10, 0.001, NULL, 0, row, 4, NULL));
    INVALID("infinity", wd_model_step_to(model, INFINITY));
    INVALID("NaN", wd_model_step_to(model, NAN));
    bad_linear_arguments(model);
    check(wd_model_save(model, bytes, sizeof bytes) == WD_EINVAL,
          "save refuses a buffer that is too small");
    refs[0] = WD_NO_REF;
    REFUSED(model, &before, WD_ERANGE, NULL, wd_model_run(model, 10, 10, refs, 1, row, 2, NULL));
    size_t size = wd_model_save_size(model);
    unsigned char *exact = malloc(size + 8);
    memset(exact, 0xaa, size + 8);
    check(wd_model_save(model, exact, size - 1) == WD_EINVAL && exact[0] == 0xaa,
          "save refuses a buffer that is one byte too small");
    check(wd_model_save(model, exact, size) == WD_OK && exact[size] == 0xaa,
          "save accepts a buffer of exactly the size");
    free(exact);
}

/* Set every variable to its bounds, and to values beyond them together with a valid mass: then
 * both are refused. */
static void values_out_of_bounds(wd_model *model)
{
    char what[160];
    uint32_t mass = ref_of(model, mass_name(model));
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        double lo, hi, old;
        int32_t role = wd_model_var_role(model, ref);
        const char *name = wd_model_var_name(model, ref);
        int settable = role != WD_STATE || !has_init_values(model);
        if (role == WD_OUTPUT || role == WD_STAT || !settable)
            continue;
        wd_model_var_bounds(model, ref, &lo, &hi);
        wd_model_get(model, &ref, 1, &old);
        check(wd_model_set(model, &ref, 1, &lo) == WD_OK &&
                  wd_model_set(model, &ref, 1, &hi) == WD_OK &&
                  wd_model_set(model, &ref, 1, &old) == WD_OK,
              "%s: values at the bounds are accepted", name);
        int endless =
            strcmp(name, "solver.max_step") == 0 || strcmp(name, "param.torque_limit") == 0;
        check(isinf(hi) == endless && !isinf(lo),
              "%s: only solver.max_step and param.torque_limit may be infinite", name);
        const double nan = NAN;
        const double bad[] = {nan,
                              INFINITY,
                              -INFINITY,
                              nextafter(hi, INFINITY),
                              nextafter(lo, -INFINITY),
                              lo == DBL_MIN ? 0 : nan,
                              wd_model_choice_count(model, ref) ? 0.5 : nan};
        const char *const reported[] = {"NaN", "infinity", "-infinity", "", "", "", ""};
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            if (endless && (i == 1 || i == 3))
                continue;
            uint32_t refs[2] = {mass, ref};
            double in[2] = {17, bad[i]};
            snprintf(what, sizeof what, "%s = %g", name, bad[i]);
            image_take(model, &before);
            int32_t status = wd_model_set(model, refs, 2, in);
            const char *fault = refusal_fault(model, &before, status, WD_ERANGE, name);
            if (!fault && !strstr(wd_model_error(model), reported[i]))
                fault = "a text without the value";
            check(!fault, "%s: the value is refused, and with it the valid value before it", what);
            if (fault)
                printf("# %s (%s)\n", fault, wd_model_error(model));
        }
    }
}

/* States that follow from init.* cannot be set: the text names an init.* variable. */
static void states_that_init_sets(void)
{
    static const char *const named[][2] = {
        {"state.rear_frame.roll", "set init.roll"},
        {"state.front_wheel.x", "set init.x"},
        {"state.rear_wheel.vx", "set those, init.x to init.speed"},
    };
    wd_model *model = make_kind("bicycle");
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        REFUSED(model, &before, WD_EROLE, named[i][1], wd_model_set_value(model, named[i][0], 0));
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_var_role(model, ref) == WD_STATE)
            REFUSED(model, &before, WD_EROLE, "init.",
                    wd_model_set_value(model, wd_model_var_name(model, ref), 0));
    wd_model_free(model);
}

static void bad_refs_and_names(wd_model *model)
{
    uint32_t mass = ref_of(model, mass_name(model)), twice[] = {mass, mass};
    double in[] = {3, 4}, out[2];
    size_t count = wd_model_var_count(model);
    check(wd_model_set(model, twice, 2, in) == WD_OK && value_of(model, mass_name(model)) == 4,
          "if a ref is given twice, the last value is used");
    check(wd_model_get(model, twice, 2, out) == WD_OK && out[0] == 4 && out[1] == 4,
          "a ref can be read twice");
    in[1] = -4;
    REFUSED(model, &before, WD_ERANGE, mass_name(model), wd_model_set(model, twice, 2, in));
    twice[1] = (uint32_t)count;
    REFUSED(model, &before, WD_ERANGE, NULL, wd_model_set(model, twice, 2, in));
    twice[1] = WD_NO_REF;
    REFUSED(model, &before, WD_ERANGE, NULL, wd_model_set(model, twice, 2, in));
    out[0] = out[1] = 12345;
    check(wd_model_get(model, twice, 2, out) == WD_ERANGE && out[0] == 12345,
          "get with a bad ref writes no value");
    REFUSED(model, &before, WD_ERANGE, NULL, wd_model_set_input_fn(model, WD_NO_REF, noop, NULL));
    REFUSED(model, &before, WD_EROLE, mass_name(model),
            wd_model_set_input_fn(model, mass, noop, NULL));
    char wrong[32];
    snprintf(wrong, sizeof wrong, "P%s", mass_name(model) + 1);
    REFUSED(model, &before, WD_ENAME, wrong, wd_model_set_value(model, wrong, 1));
    REFUSED(model, &before, WD_ENAME, mass_name(model), wd_model_set_value(model, wrong, 1));
    check(strcmp(wd_model_nearest_name(model, wrong), mass_name(model)) == 0,
          "the nearest name of %s is %s", wrong, mass_name(model));
    REFUSED(model, &before, WD_ENAME, NULL, wd_model_set_value(model, "", 1));
    uint32_t choice = first_choice(model);
    const char *name = wd_model_var_name(model, choice);
    REFUSED(model, &before, WD_ENAME, "nosuch", wd_model_set_choice(model, name, "nosuch"));
    REFUSED(model, &before, WD_ENAME, "'rk8pd'",
            wd_model_set_choice(model, "solver.method", "rk8dp"));
    if (wd_preset_count(wd_model_kind(model)) > 0) {
        const char *preset = wd_preset_name(wd_model_kind(model), 0);
        REFUSED(model, &before, WD_ENAME, preset, wd_model_load_preset(model, preset + 1));
    } else {
        REFUSED(model, &before, WD_ENAME, "this kind has no presets",
                wd_model_load_preset(model, "any"));
    }
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    REFUSED(model, &before, WD_ENAME, "xxx", wd_model_set_value(model, longest, 1));
    check(strlen(wd_model_error(model)) == 255, "an error text is cut at 255 bytes");
    REFUSED(model, &before, WD_ENAME, "%s%n%g", wd_model_set_value(model, "%s%n%g", 1));
    REFUSED(model, &before, WD_ENAME, "xxx", wd_model_load_preset(model, longest));
    int found = 0;
    uint32_t ref;
    for (uint32_t i = 0; i < count; i++)
        found += wd_model_find(model, wd_model_var_name(model, i), &ref) == WD_OK && ref == i;
    check(found == (int)count, "every name has its ref");
    check(wd_model_var_name(model, (uint32_t)count) == NULL &&
              wd_model_choice_name(model, choice, 99) == NULL &&
              wd_model_choice_name(model, mass, 0) == NULL &&
              wd_model_linear_name(model, wd_model_linear_size(model)) == NULL &&
              wd_model_event_value_name(model, wd_model_event_width(model)) == NULL,
          "beyond the end of a list the name is NULL");
}

int main(void)
{
    calls_without_model();
    states_that_init_sets();
    for (size_t i = 0; i < wd_kind_count(); i++) {
        if (needs_code(wd_kind_name(i)))
            continue;
        printf("# %s\n", wd_kind_name(i));
        wd_model *model = make_kind(wd_kind_name(i));
        check(strcmp(wd_model_error(model), "") == 0, "no error text before the first failure");
        const char *text = wd_model_error(model);
        bad_arguments(model, 0);
        values_out_of_bounds(model);
        bad_refs_and_names(model);
        wd_model_init(model, 0);
        bad_arguments(model, 1);
        check(text == wd_model_error(model), "the error text keeps its address");
        wd_model_free(model);
    }
    return done();
}
