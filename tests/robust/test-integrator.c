/* SPDX-License-Identifier: MIT */
/* Derivatives, indicators and updates of the setups of list_quick_setups(): failing and reading
 * calls leave the model unchanged, wrong arguments are refused, nothing is allocated, and other
 * threads get the same bits. */
#include "integrator.h"
#include "support.h"

#include <pthread.h>

#include "heap.h"

static struct image before;

static const char *name_of(const struct setup *setup)
{
    return setup_name(setup);
}

static void start_integrator(struct integrator *user, wd_model *model)
{
    int32_t status = wd_model_init(model, 0);
    if (status == WD_OK)
        integrator_begin(user, model);
    user->tolerance = 1e-9;
    if (status != WD_OK || user->status < 0)
        check(0, "%s starts: %s", wd_model_kind(model), wd_model_error(model));
}

/* ---- unchanged models ---- */

/* Calls at another time and other states, before the first update and after it, leave the model
 * unchanged. */
static void leaves_as_it_is(const struct setup *setup)
{
    static struct image after;
    double rates[INTEGRATOR_MOST], again[INTEGRATOR_MOST], z[INTEGRATOR_MOST], y[INTEGRATOR_MOST];
    struct integrator user;
    wd_model *model = make(setup);
    start_integrator(&user, model);
    wd_model_reset(model);
    wd_model_init(model, 0);
    int same = 1, failed = 0;
    for (int updated = 0; updated < 2; updated++) {
        size_t n = user.states;
        image_take(model, &before);
        memcpy(y, user.y, sizeof y);
        failed += wd_model_derivative(model, user.t, y, rates) != WD_OK;
        for (size_t i = 0; i < n; i++)
            y[i] += 1e-3 * (double)(i + 1);
        wd_model_derivative(model, user.t + 0.01, y, again);
        failed += wd_model_indicators(model, user.t - 1, user.y, z) != WD_OK;
        failed += wd_model_derivative(model, user.t, user.y, again) != WD_OK;
        image_take(model, &after);
        same = same && image_same(&before, &after) && memcmp(rates, again, n * sizeof *rates) == 0;
        image_take(model, &before);
        failed += wd_model_eval_at(model, user.t, user.y) != WD_OK;
        failed += wd_model_eval(model) != WD_OK;
        image_take(model, &after);
        same = same && image_same(&before, &after);
        if (!updated)
            wd_model_event_update(model, 0, user.y);
    }
    check(same && failed == 0, "%s: derivatives and indicators change no bit (%d)", name_of(setup),
          failed);
    wd_model_free(model);
}

/* An input that has no value after the time *user, so that updates beyond this time fail. */
static int32_t ends_early(double t, double *value, void *user)
{
    *value = 0;
    return t > *(double *)user;
}

static void failing_input(const struct setup *setup)
{
    double end = 0.01, y[INTEGRATOR_MOST];
    struct integrator user;
    wd_model *model = make(setup);
    uint32_t input = first_input(model);
    if (input == wd_model_var_count(model)) {
        wd_model_free(model);
        return;
    }
    wd_model_set_input_fn(model, input, ends_early, &end);
    start_integrator(&user, model);
    integrator_go(&user, 0.005);
    memcpy(y, user.y, sizeof y);
    REFUSED(model, &before, WD_EINPUT, NULL, wd_model_event_update(model, 0.02, y));
    check(memcmp(y, user.y, sizeof y) == 0, "%s: a failing update writes no state", name_of(setup));
    REFUSED(model, &before, WD_EINPUT, NULL, wd_model_derivative(model, 0.02, y, y));
    check(memcmp(y, user.y, sizeof y) == 0, "%s: a failing derivative writes no rate",
          name_of(setup));
    check(integrator_go(&user, 0.01) == WD_OK,
          "%s: the motion continues up to the time of the failure", name_of(setup));
    wd_model_free(model);
}

/* ---- clones, snapshots, steps of the library ---- */

static void continue_alike(const struct setup *setup)
{
    static unsigned char bytes[MOST_BYTES];
    struct integrator user, other;
    wd_model *model = make(setup), *loaded = make(setup), *clone;
    start_integrator(&user, model);
    integrator_go(&user, 0.1);
    wd_model_save(model, bytes, sizeof bytes);
    int32_t load = wd_model_load(loaded, bytes, wd_model_save_size(model));
    wd_model_clone(model, &clone);
    wd_model *const copies[] = {loaded, clone};
    int same = load == WD_OK;
    for (int i = 0; i < 2; i++) {
        other = user;
        other.model = copies[i];
        integrator_go(&other, 0.2);
        same = same && other.status >= 0 && other.t == 0.2;
    }
    integrator_go(&user, 0.2);
    uint64_t hash = mix_model(1, model);
    same = same && mix_model(1, loaded) == hash && mix_model(1, clone) == hash;
    check(same, "%s: a snapshot and a clone continue with the same bits", name_of(setup));
    int32_t status = wd_model_step_to(model, 0.3);
    check(status >= 0 && (status == WD_END || wd_model_time(model) == 0.3),
          "%s: the library continues from the integrator's state: %s", name_of(setup),
          wd_model_error(model));
    wd_model_states(model, user.y);
    user.t = wd_model_time(model);
    status = wd_model_event_update(model, user.t, user.y);
    check(status >= 0, "%s: the integrator continues from the library's state", name_of(setup));
    wd_model_free(model);
    wd_model_free(loaded);
    wd_model_free(clone);
}

static void *integrate_in_thread(void *user)
{
    integrator_go(user, 0.2);
    return NULL;
}

static void threads_agree(const struct setup *setup)
{
    struct integrator user[2];
    pthread_t thread[2];
    wd_model *model = make(setup), *clone;
    start_integrator(&user[0], model);
    user[1] = user[0];
    wd_model_clone(model, &clone);
    user[1].model = clone;
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, integrate_in_thread, &user[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    check(mix_model(1, model) == mix_model(1, clone) && user[0].status >= 0,
          "%s: two other threads get the same bits", name_of(setup));
    wd_model_free(model);
    wd_model_free(clone);
}

/* ---- memory ---- */

static void allocates_nothing(const struct setup *setup)
{
    struct integrator user;
    wd_model *model = make(setup);
    wd_model_init(model, 0);
    size_t calls = heap_calls;
    integrator_begin(&user, model);
    user.tolerance = 1e-9;
    integrator_go(&user, 0.5);
    wd_model_eval_at(model, user.t, user.y);
    wd_model_derivative(model, NAN, user.y, user.next);
    check(user.status >= 0 && heap_calls == calls, "%s: no call allocates (%zu)", name_of(setup),
          heap_calls - calls);
    wd_model_free(model);
}

/* ---- refusals ---- */

static void without_a_model(void)
{
    double x[2] = {7, 7};
    check(wd_model_state_count(NULL) == 0 && !wd_model_state_name(NULL, 0) &&
              isnan(wd_model_state_nominal(NULL, 0)) && wd_model_indicator_count(NULL) == 0 &&
              isnan(wd_model_next_time(NULL)) && wd_model_states(NULL, x) == WD_EINVAL &&
              wd_model_derivative(NULL, 0, x, x) == WD_EINVAL &&
              wd_model_indicators(NULL, 0, x, x) == WD_EINVAL &&
              wd_model_event_update(NULL, 0, x) == WD_EINVAL &&
              wd_model_eval_at(NULL, 0, x) == WD_EINVAL && x[0] == 7 && x[1] == 7,
          "calls with a NULL model are refused and write nothing");
}

/* Calls are refused while set up; later each invalid array and time is refused. */
static void refused_calls(const struct setup *setup)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    double y[INTEGRATOR_MOST] = {0}, z[INTEGRATOR_MOST];
    struct integrator user;
    wd_model *model = make(setup);
    REFUSED(model, &before, WD_ESTATE, NULL, wd_model_derivative(model, 0, y, z));
    REFUSED(model, &before, WD_ESTATE, NULL, wd_model_indicators(model, 0, y, z));
    REFUSED(model, &before, WD_ESTATE, NULL, wd_model_event_update(model, 0, y));
    REFUSED(model, &before, WD_ESTATE, NULL, wd_model_eval_at(model, 0, y));
    check(wd_model_states(model, y) == WD_ESTATE && isnan(wd_model_next_time(model)),
          "%s: before init there are no states", name_of(setup));
    start_integrator(&user, model);
    integrator_go(&user, 0.1);
    REFUSED(model, &before, WD_EINVAL, "NULL", wd_model_derivative(model, 0, NULL, z));
    REFUSED(model, &before, WD_EINVAL, "rates", wd_model_derivative(model, 0, user.y, NULL));
    REFUSED(model, &before, WD_EINVAL, "NULL", wd_model_indicators(model, 0, NULL, z));
    REFUSED(model, &before, WD_EINVAL, "NULL", wd_model_event_update(model, 0.1, NULL));
    REFUSED(model, &before, WD_EINVAL, "NULL", wd_model_eval_at(model, 0.1, NULL));
    REFUSED(model, &before, WD_EINVAL, "before", wd_model_event_update(model, 0.05, user.y));
    for (int i = 0; i < 3; i++) {
        REFUSED(model, &before, WD_EINVAL, "finite", wd_model_derivative(model, bad[i], user.y, z));
        REFUSED(model, &before, WD_EINVAL, "finite", wd_model_event_update(model, bad[i], user.y));
        size_t last = user.states - 1;
        double kept = user.y[last];
        user.y[last] = bad[i];
        const char *name = wd_model_state_name(model, last);
        REFUSED(model, &before, WD_ERANGE, name, wd_model_derivative(model, 0, user.y, z));
        REFUSED(model, &before, WD_ERANGE, name, wd_model_event_update(model, 1, user.y));
        REFUSED(model, &before, WD_ERANGE, name, wd_model_eval_at(model, 1, user.y));
        user.y[last] = kept;
    }
    wd_model_free(model);
}

/* Derivatives at extreme states either fail and write nothing, or are finite. */
static void extreme_states(const struct setup *setup)
{
    static const double sizes[] = {1e3, 1e8, 1e150, 1e300, -1e300, 1e-300};
    double y[INTEGRATOR_MOST], rates[INTEGRATOR_MOST], z[INTEGRATOR_MOST];
    struct integrator user;
    wd_model *model = make(setup);
    start_integrator(&user, model);
    uint64_t state = 1;
    int right = 1;
    for (int k = 0; k < 200; k++) {
        memcpy(y, user.y, sizeof y);
        for (int j = 0; j < 3; j++)
            y[random_index(&state, user.states)] = sizes[random_index(&state, 6)];
        memset(rates, 0xff, sizeof rates);
        int32_t status = wd_model_derivative(model, user.t + 1e-3 * k, y, rates);
        for (size_t i = 0; i < user.states; i++)
            right = right && (status == WD_OK ? isfinite(rates[i]) : isnan(rates[i]));
        wd_model_indicators(model, user.t, y, z);
        if (k % 10 == 0)
            right = right && wd_model_event_update(model, user.t, y) >= WD_EINTERRUPT;
        for (size_t i = 0; k % 10 == 0 && i < user.states; i++)
            right = right && isfinite(y[i]);
    }
    check(right, "%s: extreme states give finite rates or none", name_of(setup));
    wd_model_free(model);
}

enum { BY_ITSELF, BY_MOREAU, ON_TERRAIN };

static void without_states(const char *kind, const char *preset, int how)
{
    static const char *const texts[] = {
        [BY_ITSELF] = "the motion itself",
        [BY_MOREAU] = "solver.scheme = event",
        [ON_TERRAIN] = "on a terrain",
    };
    static const double line[] = {-50, 0, 50, 0};
    double x[INTEGRATOR_MOST] = {0};
    struct setup setup = {kind, preset};
    wd_model *model = make(&setup);
    if (how == ON_TERRAIN)
        wd_model_set_terrain(model, line, 2);
    if (how == BY_MOREAU) {
        wd_model_set_choice(model, "solver.scheme", "moreau");
        put(model, "solver.fixed_step", 1e-3);
    }
    check(wd_model_state_count(model) == 0 && wd_model_indicator_count(model) == 0 &&
              !wd_model_state_name(model, 0),
          "%s has no states", name_of(&setup));
    wd_model_init(model, 0);
    const char *words = texts[how];
    REFUSED(model, &before, WD_EROLE, words, wd_model_derivative(model, 0, x, x));
    REFUSED(model, &before, WD_EROLE, words, wd_model_indicators(model, 0, x, x));
    REFUSED(model, &before, WD_EROLE, words, wd_model_event_update(model, 0, x));
    REFUSED(model, &before, WD_EROLE, words, wd_model_eval_at(model, 0, x));
    check(wd_model_states(model, x) == WD_EROLE && isnan(wd_model_next_time(model)),
          "a model without states has no next time");
    wd_model_free(model);
}

/* ---- inside a function that the model calls ---- */

struct inside {
    wd_model *model;
    int right;
};

static int32_t nosy_input(double t, double *value, void *user)
{
    struct inside *inside = user;
    double x[INTEGRATOR_MOST] = {0};
    wd_model *model = inside->model;
    *value = sin(t);
    if (!model)
        return 0;
    inside->right &= wd_model_derivative(model, t, x, x) == WD_ESTATE &&
                     wd_model_indicators(model, t, x, x) == WD_ESTATE &&
                     wd_model_event_update(model, t, x) == WD_ESTATE &&
                     wd_model_eval_at(model, t, x) == WD_ESTATE &&
                     wd_model_states(model, x) == WD_ESTATE && isnan(wd_model_next_time(model)) &&
                     wd_model_state_count(model) > 0;
    return 0;
}

static void refused_inside_input(void)
{
    struct inside inside = {NULL, 1};
    struct integrator user;
    wd_model *model = make_kind("rolling_wheel");
    wd_model_set_input_fn(model, first_input(model), nosy_input, &inside);
    start_integrator(&user, model);
    inside.model = model;
    check(integrator_go(&user, 0.1) == WD_OK && inside.right,
          "inside an input function the calls of exchange.h are refused");
    wd_model_free(model);
}

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    without_a_model();
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].kind, "impact_wheel") == 0)
            continue;
        leaves_as_it_is(&list[i]);
        failing_input(&list[i]);
        continue_alike(&list[i]);
        threads_agree(&list[i]);
        refused_calls(&list[i]);
        extreme_states(&list[i]);
        if (HEAP_WATCHED)
            allocates_nothing(&list[i]);
    }
    without_states("impact_wheel", "kerb-plastic", BY_ITSELF);
    without_states("vehicle", "ball", BY_MOREAU);
    without_states("vehicle", "ball", ON_TERRAIN);
    refused_inside_input();
    return done();
}
