/* SPDX-License-Identifier: MIT */
/* A car, a pendulum and a slide with rigid stops: motion, snapshots, clones, a reset, and a user's
 * integrator. */
#include "integrator.h"
#include "vehicle-stops.h"

#include <stdlib.h>
#include <string.h>

/* ---- a car on springs that is thrown up ---- */

/* Number of impacts of the slide of a corner. */
static size_t impacts_of(const wd_model *model, int corner)
{
    size_t count = 0;
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        double t, part;
        int32_t type = 0;
        must(model, wd_model_event(model, i, &t, &type, &part, 1), "event");
        int same = strcmp(wd_model_part_name(model, (size_t)part), slide_at(corner)) == 0;
        count += type == WD_EVENT_IMPACT && same;
    }
    return count;
}

static void test_car(void)
{
    double worst = 0, lost = 0, least = 0, most = 0;
    wd_model *model = car_of(2);
    must(model, wd_model_init(model, 0), "init");
    double begun = balance_of(model);
    for (int k = 1; k <= 60; k++) {
        must(model, wd_model_step_to(model, 0.01 * k), "step");
        worst = fmax(worst, fabs(balance_of(model) - begun));
        least = fmin(least, get(model, "output.dissipated") - lost);
        lost = get(model, "output.dissipated");
        for (int i = 0; i < 4; i++)
            most = fmax(most, fabs(get(model, name_of("state", slide_at(i), "travel"))));
    }
    for (int i = 0; i < 4; i++)
        check(impacts_of(model, i) >= 2, "%s hits its stops %zu times", slide_at(i),
              impacts_of(model, i));
    check(most == 0.04, "largest travel of a slide: %.17g m", most);
    check(least > -1e-9, "largest growth of the energy of the car: %.2g J", -least);
    near_abs(worst, 0, 1e-6, "energy balance of the car, in J");
    wd_model_free(model);
}

/* ---- copies ---- */

static void compare_variables(const wd_model *a, const wd_model *b, const char *what)
{
    size_t differ = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(a); ref++) {
        double x = 0, y = 0;
        int is_stat = wd_model_var_role(a, ref) == WD_STAT;
        must(a, wd_model_get(a, &ref, 1, &x), "get");
        must(b, wd_model_get(b, &ref, 1, &y), "get");
        differ += !is_stat && memcmp(&x, &y, sizeof x) != 0 && !(isnan(x) && isnan(y));
    }
    check(differ == 0, "%s: %zu variables differ between the two models", what, differ);
}

/* Copy the model at a time at which some joints rest on their stops and others move. */
static void test_copies(wd_model *model, double t)
{
    wd_model *clone = NULL, *loaded = NULL;
    must(model, wd_model_init(model, 0), "init");
    must(model, wd_model_step_to(model, t), "step");
    size_t size = wd_model_save_size(model);
    char *bytes = malloc(size);
    must(model, wd_model_save(model, bytes, size), "save");
    must(model, wd_model_clone(model, &clone), "clone");
    must(model, wd_model_new("vehicle", &loaded), "new");
    must(loaded, wd_model_load(loaded, bytes, size), "load");
    must(model, wd_model_step_to(model, t + 0.3), "step");
    must(clone, wd_model_step_to(clone, t + 0.3), "step");
    must(loaded, wd_model_step_to(loaded, t + 0.3), "step");
    compare_variables(model, clone, "a clone continues in the same way");
    compare_variables(model, loaded, "a loaded snapshot continues in the same way");
    must(clone, wd_model_reset(clone), "reset");
    must(clone, wd_model_init(clone, 0), "init");
    must(clone, wd_model_step_to(clone, t), "step");
    must(clone, wd_model_step_to(clone, t + 0.3), "step");
    compare_variables(model, clone, "the motion is the same after a reset");
    free(bytes);
    wd_model_free(loaded);
    wd_model_free(clone);
    wd_model_free(model);
}

/* A user's integrator finds the same events. */
static void test_exchange(void)
{
    struct integrator e;
    double t, other;
    wd_model *model[2] = {pendulum_of(0.2, 0.5), pendulum_of(0.2, 0.5)};
    for (int i = 0; i < 2; i++) {
        set_init(model[i], "pivot", "angle", 0.8);
        must(model[i], wd_model_init(model[i], 0), "init");
    }
    must(model[0], wd_model_step_to(model[0], 5), "step");
    integrator_begin(&e, model[1]);
    check(integrator_go(&e, 5) == WD_OK, "a user's integrator computes all bounces");
    size_t count = wd_model_event_count(model[0]);
    check(wd_model_event_count(model[1]) == count && count > 10,
          "a user's integrator finds the %zu events of the library", count);
    for (size_t i = 0; i < 5; i++) {
        check(type_of(model[0], i, &t) == type_of(model[1], i, &other),
              "the event has the same type");
        near_abs(other, t, 1e-10, "time of the event");
    }
    wd_model_free(model[0]);
    wd_model_free(model[1]);
}

int main(void)
{
    test_car();
    wd_model *model = pendulum_of(0.2, 0.5);
    set_init(model, "pivot", "angle", 0.8);
    test_copies(model, 0.9);
    model = slide_of(1, 0.1, 0.5);
    by_moreau(model, 1e-3);
    test_copies(model, 1);
    test_copies(car_of(2), 0.1);
    test_exchange();
    return done();
}
