/* SPDX-License-Identifier: MIT */
/* load accepts all settings that init accepts: a snapshot of a model that starts is loaded into the
 * model itself and into a new model, and both continue with the same bits. Every setting is tested
 * at its bounds and at values of a scale, one at a time (without script/test --all each setting at
 * an eighth of the scale, in turn), and so are terrains, paths and signals of every form. */
#include "support.h"

#include <float.h>

static unsigned char bytes[MOST_BYTES];

struct count {
    int started, refused;
};

/* Hash of the model and of the statuses of three short calls. */
static uint64_t walk_on(wd_model *model)
{
    uint64_t hash = 1;
    double t = wd_model_time(model);
    for (int k = 1; k <= 3; k++) {
        int32_t status = wd_model_step_to(model, t + 0.01 * k);
        hash = mix_model(mix(hash, &status, sizeof status), model);
    }
    return hash;
}

/* Return a description of what is wrong after saving and loading, or NULL. The model and a new
 * model must continue from the snapshot as a clone continues. */
static const char *fault(wd_model *model, wd_model *fresh)
{
    wd_model *copy;
    size_t size = wd_model_save_size(model);
    if (size > sizeof bytes || wd_model_save(model, bytes, size) != WD_OK)
        return "the model cannot be saved";
    wd_model_clone(model, &copy);
    uint64_t want = walk_on(copy);
    wd_model_free(copy);
    if (wd_model_load(model, bytes, size) != WD_OK)
        return wd_model_error(model);
    if (walk_on(model) != want)
        return "the motion of the model differs after loading";
    if (wd_model_load(fresh, bytes, size) != WD_OK)
        return wd_model_error(fresh);
    return walk_on(fresh) == want ? NULL : "the motion of a new model differs";
}

/* Start a model that is set up, test it with fault(), and free it. */
static void load_own_snapshot(wd_model *model, const char *what, double value, struct count *count)
{
    wd_model *fresh = make_kind(wd_model_kind(model));
    wd_model_set_value(model, "solver.event_capacity", 4);
    put(model, "solver.max_steps", 300);
    if (wd_model_init(model, 0) != WD_OK) {
        count->refused++;
    } else {
        const char *why = fault(model, fresh);
        count->started++;
        if (why)
            check(0, "%s with %s = %.17g: %s", wd_model_kind(model), what, value, why);
    }
    wd_model_free(model);
    wd_model_free(fresh);
}

/* List values to try: the bounds, and every `every`-th value between them on a scale of powers. */
static size_t values_of(const wd_model *model, uint32_t ref, size_t every, double *list)
{
    static const double scale[] = {0,      1,      -1,     5e-324, 1e-300, 1e-200, 1e-100,
                                   1e-20,  1e-6,   1e-3,   10,     1e3,    1e6,    1e20,
                                   1e100,  1e150,  1e200,  1e300,  -1e-20, -1e3,   -1e20,
                                   -1e100, -1e150, -1e200, -1e300, 1.6};
    double lo, hi;
    size_t count = 2;
    wd_model_var_bounds(model, ref, &lo, &hi);
    list[0] = lo;
    list[1] = hi;
    for (size_t i = 0; i < sizeof scale / sizeof *scale; i++)
        if (scale[i] > lo && scale[i] < hi && (i + ref) % every == 0)
            list[count++] = scale[i];
    return count;
}

static int costs_memory(const char *name)
{
    return strcmp(name, "solver.event_capacity") == 0;
}

static void snapshots_at_bounds(const struct setup *setup, double fixed_step, int moreau)
{
    wd_model *probe = make(setup);
    struct count count = {0, 0};
    int every = few_or_all(8, 1);
    for (uint32_t ref = 0; ref < wd_model_var_count(probe); ref++) {
        double list[64];
        size_t values = values_of(probe, ref, (size_t)every, list);
        for (size_t i = 0; i < values && !costs_memory(wd_model_var_name(probe, ref)); i++) {
            wd_model *model = make(setup);
            put(model, "solver.fixed_step", fixed_step);
            if (moreau)
                wd_model_set_choice(model, "solver.scheme", "moreau");
            if (wd_model_set(model, &ref, 1, &list[i]) == WD_OK)
                load_own_snapshot(model, wd_model_var_name(probe, ref), list[i], &count);
            else
                wd_model_free(model);
        }
    }
    check(count.started > 100 / every, "%s, h %g: %d starts, %d refused", setup_name(setup),
          fixed_step, count.started, count.refused);
    wd_model_free(probe);
}

/* ---- courses ---- */

static void snapshots_with_courses(void)
{
    static const double xy[] = {-9, 1, 0, 0, 3, 0.5, 9, 0};
    struct count count = {0, 0};
    for (size_t points = 0; points <= 4; points++)
        for (int32_t closed = 0; closed < 2; closed++) {
            const double *line = points ? xy : NULL;
            wd_model *path = make_kind("torus_wheel"), *terrain = make_kind("impact_wheel");
            wd_model_set_path(path, line, points, closed);
            static const double time[] = {-1, 0, 2, 3, 3.5};
            if (points == 4)
                wd_model_set_path_times(path, time, points + (size_t)closed);
            load_own_snapshot(path, closed ? "points of a closed path" : "points of a path",
                              (double)points, &count);
            static const double bulge[] = {0, 0.1, 0};
            wd_model_set_profile(terrain, line, closed ? bulge : NULL, points);
            static const double ice[] = {1, 0, 0.5};
            wd_model_set_terrain_friction(terrain, points == 4 ? ice : NULL, points == 4 ? 3 : 0);
            if (closed)
                wd_model_set_terrain_restitution(terrain, points == 4 ? ice : NULL,
                                                 points == 4 ? 3 : 0);
            put(terrain, "state.y", 9);
            load_own_snapshot(terrain, "points of a terrain", (double)points, &count);
        }
    check(count.started == 20, "with courses: %d starts", count.started);
}

/* ---- signals ---- */

static void snapshots_with_signals(const char *kind)
{
    static const struct {
        int32_t form;
        size_t n;
        double data[6];
    } all[] = {
        {WD_SIGNAL_LINEAR, 2, {0, 0.25}},
        {WD_SIGNAL_LINEAR, 4, {-DBL_MAX, 0.25, DBL_MAX, 0.5}},
        {WD_SIGNAL_LINEAR, 4, {0, 0, 1e-300, 0.5}},
        {WD_SIGNAL_STEP, 2, {DBL_MAX, 0.25}},
        {WD_SIGNAL_STEP, 6, {0, 0, 0.005, 1, 0.015, 0.5}},
        {WD_SIGNAL_TANH, 5, {0.25, 0.25, DBL_MAX, 0.01, 1000}},
        {WD_SIGNAL_TANH, 5, {0.25, 0, 0, -DBL_MAX, 1}},
        {WD_SIGNAL_LINEAR, 4, {0, DBL_MAX, 1, DBL_MAX}},
        {WD_SIGNAL_STEP, 4, {0, 1e300, 1, -1e300}},
    };
    struct count count = {0, 0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        wd_model *model = make_kind(kind);
        wd_model_set_input_signal(model, first_input(model), all[i].form, all[i].data, all[i].n);
        load_own_snapshot(model, "signal number", (double)i, &count);
    }
    check(count.started >= 5, "%s with signals: %d starts", kind, count.started);
}

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_quick_setups(list);
    for (size_t i = 0; i < count; i++) {
        int moreau = strcmp(list[i].kind, "impact_wheel") == 0;
        snapshots_at_bounds(&list[i], 0, 0);
        if (!list[i].preset)
            snapshots_at_bounds(&list[i], 0.01, moreau);
    }
    for (size_t i = 0; i < wd_kind_count(); i++)
        if (!needs_code(wd_kind_name(i)))
            snapshots_with_signals(wd_kind_name(i));
    snapshots_with_courses();
    return done();
}
