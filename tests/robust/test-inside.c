/* SPDX-License-Identifier: MIT */
/* Calls from inside an input function on the model that calls the function: calls that read or
 * change its motion are refused, its names can be read, and freeing it is safe. Other models work.
 */
#include "support.h"

#include <wheeldyn/ground.h>

enum { MOST_CALLS = 64 };

struct host {
    wd_model *model;
    const char *kind;
    int calls, refused, answered, others;
    int free_at; /* number of the call in which the model is freed; 0: none */
};

static const double WAVE[] = {0.3, 0.2};

static double wave_at(double t)
{
    return WAVE[0] + WAVE[1] * sin(9 * t);
}

static int32_t plain_input(double t, double *value, void *user)
{
    (void)user;
    *value = wave_at(t);
    return 0;
}

/* True if all calls that would change the motion are refused inside an input function. */
static int changes_are_refused(wd_model *own)
{
    double x[64], y[64], t = 1e9;
    unsigned char bytes[64] = {0};
    uint32_t ref = first_input(own);
    const char *mass = mass_name(own);
    const int32_t status[] = {
        wd_model_set(own, &ref, 1, x),
        wd_model_set_value(own, mass, 1),
        wd_model_set_choice(own, "solver.method", "rk4"),
        wd_model_set_input_fn(own, ref, plain_input, NULL),
        wd_model_set_input_signal(own, ref, WD_SIGNAL_HOLD, NULL, 0),
        wd_model_set_terrain(own, NULL, 0),
        wd_model_set_profile(own, NULL, NULL, 0),
        wd_model_set_terrain_friction(own, NULL, 0),
        wd_model_set_terrain_restitution(own, NULL, 0),
        wd_model_set_surface(own, NULL, 0, 0, NULL),
        wd_model_set_surface_fn(own, NULL, NULL),
        wd_model_set_path(own, NULL, 0, 0),
        wd_model_set_path_times(own, NULL, 0),
        wd_model_load_preset(own, "none"),
        wd_model_add_part(own, "body", "more", NULL, 0),
        wd_model_remove_part(own),
        wd_model_init(own, 0),
        wd_model_reset(own),
        wd_model_step_to(own, t),
        wd_model_eval(own),
        wd_model_run(own, t, t, &ref, 1, x, 8, NULL),
        wd_model_load(own, bytes, sizeof bytes),
        wd_model_advance_to(own, t),
        wd_model_linearize(own, x, NULL, 0, NULL),
        wd_model_eigenvalues(own, x, y),
    };
    for (size_t i = 0; i < sizeof status / sizeof *status; i++)
        if (status[i] != WD_ESTATE)
            return 0;
    return strstr(wd_model_error(own), "inside a function") != NULL;
}

/* True if all calls that read the motion are refused inside an input function and write nothing. */
static int reading_is_refused(const wd_model *own)
{
    static unsigned char bytes[MOST_BYTES];
    static const unsigned char untouched[MOST_BYTES];
    double x = 7, t = 7;
    int32_t type = 7;
    uint32_t refs[] = {first_input(own), ref_of(own, mass_name(own))};
    wd_model *copy = (wd_model *)&x;
    const int32_t status[] = {
        wd_model_get(own, &refs[0], 1, &x),      wd_model_get(own, &refs[1], 1, &x),
        wd_model_value(own, "output.speed", &x), wd_model_event(own, 0, &t, &type, NULL, 0),
        wd_model_save(own, bytes, sizeof bytes), wd_model_clone(own, &copy),
        wd_model_input_form(own, refs[0]),       wd_model_ground_at(own, 0, 0, &x),
    };
    for (size_t i = 0; i < sizeof status / sizeof *status; i++)
        if (status[i] != WD_ESTATE)
            return 0;
    return copy == NULL && x == 7 && t == 7 && type == 7 &&
           memcmp(bytes, untouched, sizeof bytes) == 0 && isnan(wd_model_time(own)) &&
           wd_model_event_count(own) == 0 && wd_model_save_size(own) == 0 &&
           wd_model_terrain(own, &x, NULL, 1) == 0 && wd_model_terrain_friction(own, &x, 1) == 0 &&
           wd_model_terrain_restitution(own, &x, 1) == 0 && wd_model_path(own, &x, 1, NULL) == 0 &&
           wd_model_path_times(own, &x, 1) == 0 && wd_model_surface(own, &x, 1, NULL) == 0 &&
           wd_model_surface_width(own) == 0;
}

static int names_answer(const wd_model *own, const char *kind)
{
    double lo = NAN, hi = NAN;
    uint32_t ref = ref_of(own, "solver.method");
    return strcmp(wd_model_kind(own), kind) == 0 && wd_model_var_count(own) > ref &&
           strcmp(wd_model_var_name(own, ref), "solver.method") == 0 &&
           wd_model_var_unit(own, ref) && wd_model_var_text(own, ref) &&
           wd_model_var_role(own, ref) == WD_SOLVER &&
           wd_model_var_bounds(own, ref, &lo, &hi) == WD_OK && lo == 0 && hi > 0 &&
           wd_model_choice_count(own, ref) == (size_t)hi + 1 &&
           strcmp(wd_model_choice_name(own, ref, 1), "rk4") == 0 &&
           (wd_model_event_width(own) == 0) == !wd_model_event_value_name(own, 0) &&
           (wd_model_linear_size(own) == 0) == !wd_model_linear_name(own, 0);
}

static int others_work(void)
{
    wd_model *other = make_kind("sliding_block"), *copy = NULL;
    int work = wd_model_init(other, 0) == WD_OK && wd_model_step_to(other, 0.01) == WD_OK &&
               wd_model_clone(other, &copy) == WD_OK && wd_model_time(copy) == 0.01;
    wd_model_free(copy);
    wd_model_free(other);
    return work;
}

static int32_t meddling_input(double t, double *value, void *user)
{
    struct host *host = user;
    *value = wave_at(t);
    if (++host->calls > MOST_CALLS)
        return 0;
    host->refused += changes_are_refused(host->model) && reading_is_refused(host->model);
    host->answered += names_answer(host->model, host->kind);
    host->others += others_work();
    return 0;
}

static wd_model *make_subject(const char *kind, double fixed_step, int moreau)
{
    static const double line[] = {-50, 0, 50, 0};
    wd_model *model = make_kind(kind);
    if (has_terrain(model))
        wd_model_set_terrain(model, line, 2);
    if (has_path(model))
        wd_model_set_path(model, line, 2, 0);
    put(model, "solver.fixed_step", fixed_step);
    if (moreau)
        wd_model_set_choice(model, "solver.scheme", "moreau");
    return model;
}

/* Calls inside the function have no effect on the motion. */
static void refuses_calls_inside(const char *kind, double fixed_step, int moreau)
{
    static double A[64 * 64];
    wd_model *model = make_subject(kind, fixed_step, moreau),
             *twin = make_subject(kind, fixed_step, moreau);
    uint32_t input = first_input(model);
    struct host host = {.model = model, .kind = kind};
    wd_model_set_input_fn(model, input, meddling_input, &host);
    wd_model_set_input_fn(twin, input, plain_input, NULL);
    int same = 1;
    for (int k = 0; k <= 3; k++) {
        host.calls = host.refused = host.answered = host.others = 0;
        int32_t a = k == 0 ? wd_model_init(model, 0) : wd_model_step_to(model, 0.1 * k);
        int32_t b = k == 0 ? wd_model_init(twin, 0) : wd_model_step_to(twin, 0.1 * k);
        int32_t linear = wd_model_linearize(model, A, NULL, 0, NULL);
        same = same && a == b && mix_model(1, model) == mix_model(1, twin) && linear <= WD_OK;
        int met = host.calls < MOST_CALLS ? host.calls : MOST_CALLS;
        check(met > 0 && host.refused == met,
              "%s, h %g: changes are refused in %d of %d calls of the function", kind, fixed_step,
              host.refused, met);
        check(host.answered == met && host.others == met, "names can be read, other models work");
    }
    check(same, "calls inside the function do not change the motion");
    wd_model_free(model);
    wd_model_free(twin);
}

/* ---- freeing ---- */

static int32_t freeing_input(double t, double *value, void *user)
{
    struct host *host = user;
    *value = wave_at(t);
    if (++host->calls == host->free_at) {
        wd_model_free(host->model);
        wd_model_free(host->model); /* freeing it twice is harmless */
    }
    return 0;
}

enum { INIT, STEP, RUN, EVAL, LINEARIZE, EIGENVALUES, CALLS };

static int32_t make_call(wd_model *model, int which)
{
    static double A[64 * 64], B[64], rows[64];
    switch (which) {
    case INIT:
        return wd_model_init(model, 0);
    case STEP:
        return wd_model_step_to(model, 0.2);
    case RUN:
        return wd_model_run(model, 0.2, 0.1, NULL, 0, rows, 64, NULL);
    case EVAL:
        return wd_model_eval(model);
    case LINEARIZE:
        return wd_model_linearize(model, A, NULL, 0, NULL);
    default:
        return wd_model_eigenvalues(model, A, B);
    }
}

/* Free the model in call number free_at. Returns 1 if the function was called that often. */
static int free_in_call(const char *kind, double fixed_step, int which, int free_at)
{
    wd_model *model = make_subject(kind, fixed_step, 0);
    struct host host = {.model = model, .free_at = which == INIT ? free_at : 0};
    wd_model_set_input_fn(model, first_input(model), freeing_input, &host);
    if (which != INIT && wd_model_init(model, 0) != WD_OK)
        check(0, "%s starts", kind);
    host.calls = 0;
    host.free_at = free_at;
    int32_t status = make_call(model, which);
    if (host.calls < free_at) {
        wd_model_free(model);
        return 0;
    }
    if (status != WD_ESTATE || host.calls != free_at)
        check(0, "%s: freed in call %d of the function in %d: %s after %d calls", kind, free_at,
              which, wd_status_name(status), host.calls);
    return 1;
}

static void freed_inside(const char *kind, double fixed_step)
{
    static const int at[] = {1, 2, 3, 7, 20};
    int freed = 0;
    for (int which = 0; which < CALLS; which++)
        for (size_t i = 0; i < sizeof at / sizeof *at; i++)
            freed += free_in_call(kind, fixed_step, which, at[i]);
    check(freed > CALLS, "%s, h %g: freed inside each of %d calls, which then return WD_ESTATE",
          kind, fixed_step, freed);
}

int main(void)
{
    for (size_t i = 0; i < wd_kind_count(); i++) {
        const char *kind = wd_kind_name(i);
        if (needs_code(kind))
            continue;
        refuses_calls_inside(kind, 0, 0);
        refuses_calls_inside(kind, 0.01, 0);
        if (strcmp(kind, "impact_wheel") == 0)
            refuses_calls_inside(kind, 0.01, 1);
        freed_inside(kind, 0);
        freed_inside(kind, 0.01);
    }
    return done();
}
