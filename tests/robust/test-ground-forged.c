/* SPDX-License-Identifier: MIT */
/* Forged snapshots of vehicles on profiles and surfaces: further contacts, features, places, points
 * and heights are replaced by random words with the right checksum. Each snapshot is refused or
 * gives a usable model. */
#include "forge.h"

#include <wheeldyn/ground.h>

static int32_t waves(double x, double y, double v[7], void *user)
{
    (void)user;
    v[0] = 0.02 * sin(3 * x) * cos(2 * y);
    v[1] = 0.06 * cos(3 * x) * cos(2 * y);
    v[2] = -0.04 * sin(3 * x) * sin(2 * y);
    v[3] = -0.18 * sin(3 * x) * cos(2 * y);
    v[4] = -0.12 * cos(3 * x) * sin(2 * y);
    v[5] = -0.08 * sin(3 * x) * cos(2 * y);
    return 0;
}

static wd_model *make_on_ground(const char *preset, const char *scheme, int function)
{
    wd_model *model = make(&(struct setup){"vehicle", preset});
    wd_model_set_choice(model, "solver.scheme", scheme);
    put(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    put(model, "solver.event_capacity", 4);
    if (function) {
        wd_model_set_choice(model, "param.place", "on_ground");
        check(wd_model_set_surface_fn(model, waves, NULL) == WD_OK, "a function is accepted");
    }
    return model;
}

/* Forge snapshots at several instants of a motion. */
static void forge_on_ground(const char *preset, const char *scheme, int function)
{
    enum { STOPS = 8 };
    wd_model *model = make_on_ground(preset, scheme, function);
    wd_model *into = make_on_ground(preset, scheme, function);
    uint64_t seed = 1;
    int unfair = 0;
    int32_t status = wd_model_init(model, 0);
    for (int k = 1; status == WD_OK && k <= STOPS; k++) {
        status = wd_model_step_to(model, 0.25 * k);
        unfair += count_unusable(model, into, few_or_all(100, 2000), 0.01, &seed);
    }
    check(status == WD_OK, "%s, %s: the motion succeeds: %s", preset, scheme,
          wd_model_error(model));
    check(unfair == 0, "%s, %s: %d forged snapshots are neither refused nor usable", preset, scheme,
          unfair);
    wd_model_free(model);
    wd_model_free(into);
}

int main(void)
{
    for (int moreau = 0; moreau < 2; moreau++) {
        const char *scheme = moreau ? "moreau" : "event";
        forge_on_ground("threshold", scheme, 0);
        forge_on_ground("bowl", scheme, 0);
        forge_on_ground("disc", scheme, 1);
    }
    return done();
}
