/* SPDX-License-Identifier: MIT */
/* Vehicles on profiles: strict solver tolerances, search for events, a rolling start, and a
 * comparison of the motions of a model and of its copies. */
#ifndef MODEL_VEHICLE_PROFILE_H
#define MODEL_VEHICLE_PROFILE_H

#include "vehicle-runs.h"

/* Number of the values of an event on a profile, and positions among them: the feature, the feature
 * to which the contact passes on, and the reason why the motion ends. */
enum { WIDTH = 9, FEATURE = 6, FEATURE_TO, REASON };

static inline void precise(wd_model *model)
{
    choose(model, "solver.method", "rk8pd");
    set(model, "solver.rtol", 1e-13);
    set(model, "solver.atol", 1e-14);
}

/* Set strict tolerances, and let bounces continue until the speed of approach is below 1e-9 m/s. */
static inline void small_bounces(wd_model *model)
{
    precise(model);
    set(model, "solver.zeno_speed", 1e-9);
}

/* Read event i: its time and values. Returns its type. */
static inline int32_t event_of(const wd_model *model, size_t i, double *t, double *value)
{
    int32_t type;
    must(model, wd_model_event(model, i, t, &type, value, WIDTH), "event");
    return type;
}

struct event {
    double t, value[WIDTH];
};

/* Find the event of this type, part and feature (-1: any) that is nearest to the time t. Returns 0
 * if there is none. */
static inline int find_event(const wd_model *model, int32_t type, int part, int feature, double t,
                             struct event *found)
{
    int any = 0;
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        struct event e;
        if (event_of(model, i, &e.t, e.value) == type && e.value[0] == part &&
            (feature < 0 || e.value[FEATURE] == feature) &&
            (!any || fabs(e.t - t) < fabs(found->t - t)))
            *found = e, any = 1;
    }
    return any;
}

/* True for an impact with a speed of approach v below 1e-4 m/s, as at the end of bounces and of
 * rocking. A height that is off by dz changes its time by dz/v and its speed by g dz/v. */
static inline int is_slow(const struct event *e)
{
    return fabs(e->value[1]) < 1e-4;
}

static inline int is_on_time(const struct event *e, double t)
{
    return fabs(e->t - t) <= (is_slow(e) ? 1e-9 : 1e-11);
}

/* Set the start values of a free wheel of radius 0.3 m that rolls at this speed (m/s). */
static inline void roll_at(wd_model *model, double speed)
{
    set_init(model, "hub", "forward", speed);
    set_init(model, "hub", "pitch_rate", speed / 0.3);
}

/* Set a profile: the arc of a trough of this radius, up to the angle `flank` on both sides of the
 * lowest line at the origin, and lines tangent to it beyond. */
static inline void set_trough(wd_model *model, double radius, double flank)
{
    double c = cos(flank), s = sin(flank), half = radius * s, up = radius * (1 - c);
    const double xz[] = {-half - c, up + s, -half, up, half, up, half + c, up + s};
    const double bulge[] = {0, tan(flank / 2), 0};
    must(model, wd_model_set_profile(model, xz, bulge, 4), "set_profile");
}

/* Open the table of a run on a profile, which another program has computed. */
static inline void open_run(struct csv *csv, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "ground/run_%s.csv", name);
    csv_open(csv, path);
}

/* Move a running model, a clone of it and a model that loads its snapshot to the time `end`. Check
 * that the part "hub" is then at the same x in all three, and that the loaded model has the same
 * number of events. Returns the loaded model, which the caller frees. */
static inline wd_model *moves_as_copies(wd_model *model, double end)
{
    static unsigned char bytes[1 << 18];
    wd_model *loaded = new_vehicle(), *clone = NULL;
    must(model, wd_model_save(model, bytes, sizeof bytes), "save");
    must(loaded, wd_model_load(loaded, bytes, wd_model_save_size(model)), "load");
    must(model, wd_model_clone(model, &clone), "clone");
    go(model, end);
    go(loaded, end);
    go(clone, end);
    double x = out(model, "hub", "x");
    check(x == out(loaded, "hub", "x") && x == out(clone, "hub", "x"),
          "a clone and a loaded model end at the same bits: %.17g", x);
    check(wd_model_event_count(loaded) == wd_model_event_count(model),
          "a loaded model has the same number of events");
    wd_model_free(clone);
    return loaded;
}

#endif
