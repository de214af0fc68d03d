/* SPDX-License-Identifier: MIT */
/* Signals and functions of inputs; terrain and path. */
#include "api/check.h"
#include "core/setting.h"

#include <math.h>

/* Find the signal of an input, which must accept this form: a choice accepts only step and hold. */
static int32_t find_signal(wd_model *model, uint32_t ref, int32_t form, struct signal **signal)
{
    int32_t status = check_refs(model, &ref, 1);
    if (status != WD_OK)
        return status;
    const struct var *var = table_row(model->kind, ref);
    if (var->role != WD_INPUT)
        return model_fail(model, WD_EROLE, "%s is no input", var->name);
    if (var->choices && form != WD_SIGNAL_STEP && form != WD_SIGNAL_HOLD)
        return model_fail(model, WD_EROLE, "%s is a choice: its signal must have the form step",
                          var->name);
    *signal = &model->signals[var->slot];
    return WD_OK;
}

static int32_t set_function(struct wd_model *model, uint32_t ref, wd_input_fn fn, void *user)
{
    struct signal *signal = NULL;
    int32_t status = find_signal(model, ref, WD_SIGNAL_FUNCTION, &signal);
    if (status != WD_OK)
        return status;
    if (fn)
        setting_drive(model, signal, fn, user);
    else
        setting_hold(model, signal);
    return WD_OK;
}

int32_t wd_model_set_input_fn(wd_model *model, uint32_t ref, wd_input_fn fn, void *user)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_function(model, ref, fn, user)) : status;
}

static int32_t fail_signal(wd_model *model, int32_t status, const struct var *var, int32_t form,
                           const double *data, size_t n, size_t bad)
{
    int of_pairs = form == WD_SIGNAL_LINEAR || form == WD_SIGNAL_STEP;
    if (bad == n)
        return model_fail(model, status, "%s has no signal of form %g with n = %z%s", var->name,
                          (double)form, n,
                          of_pairs ? "; n must be twice the number of pairs (t, u)" : "");
    double x = data[bad];
    const char *name = var->name;
    char range[TABLE_RANGE];
    if (!isfinite(x))
        return model_fail(model, status, "number %z of the signal of %s must be finite, got %g",
                          bad, name, x);
    if (status == WD_ERANGE)
        return model_fail(model, status, "number %z of the signal of %s must be %s, got %g", bad,
                          name, table_range(var, range), x);
    if (form == WD_SIGNAL_TANH)
        return model_fail(model, status,
                          "the power in the signal of %s must be a whole number in [1, %g], got %g",
                          name, (double)SIGNAL_MOST_POWER, x);
    return model_fail(model, status,
                      "number %z of the signal of %s, the time of a pair (t, u), must be above the "
                      "one before it, %g, got %g",
                      bad, name, data[bad - 2], x);
}

static int32_t set_signal(struct wd_model *model, uint32_t ref, int32_t form, const double *data,
                          size_t n)
{
    struct signal *signal = NULL;
    int32_t status = find_signal(model, ref, form, &signal);
    if (status != WD_OK)
        return status;
    if (form == WD_SIGNAL_HOLD && n == 0) {
        setting_hold(model, signal);
        return WD_OK;
    }
    status = check_set_up(model, "a signal");
    if (status != WD_OK)
        return status;
    if (!data)
        return model_fail(model, WD_EINVAL, "the data of the signal of %s are NULL",
                          signal->var->name);
    size_t bad;
    status = signal_check(signal->var, form, data, n, &bad);
    if (status != WD_OK)
        return fail_signal(model, status, signal->var, form, data, n, bad);
    status = signal_set(signal, form, data, n);
    return status == WD_OK ? WD_OK : model_fail(model, status, "no memory for the signal");
}

int32_t wd_model_set_input_signal(wd_model *model, uint32_t ref, int32_t form, const double *data,
                                  size_t n)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_signal(model, ref, form, data, n)) : status;
}

int32_t wd_model_input_form(const wd_model *model, uint32_t ref)
{
    const struct var *var = model ? table_row(model->kind, ref) : NULL;
    if (!model)
        return WD_EINVAL;
    if (model->busy)
        return WD_ESTATE;
    if (!var)
        return WD_ERANGE;
    if (var->role != WD_INPUT)
        return WD_EROLE;
    int32_t form = model->signals[var->slot].form;
    return form == SIGNAL_FUNCTION ? WD_SIGNAL_FUNCTION : form;
}

/* Return the signal of an input; NULL if the variable is no input, and inside user functions. */
static const struct signal *signal_of(const wd_model *model, uint32_t ref)
{
    const struct var *var = model && !model->busy ? table_row(model->kind, ref) : NULL;
    return var && var->role == WD_INPUT ? &model->signals[var->slot] : NULL;
}

size_t wd_model_input_signal(const wd_model *model, uint32_t ref, double *data, size_t n)
{
    const struct signal *signal = signal_of(model, ref);
    int32_t form = signal ? signal->form : WD_SIGNAL_HOLD;
    if (form == WD_SIGNAL_HOLD || form == SIGNAL_FUNCTION)
        return 0;
    size_t count = form == WD_SIGNAL_TANH ? 5 : 2 * signal->points;
    if (data && n > 0)
        memcpy(data, form == WD_SIGNAL_TANH ? signal->tanh : signal->table,
               (n < count ? n : count) * sizeof *data);
    return count;
}

int32_t wd_model_input_fn(const wd_model *model, uint32_t ref, wd_input_fn *fn, void **user)
{
    int32_t form = wd_model_input_form(model, ref);
    if (fn)
        *fn = NULL;
    if (user)
        *user = NULL;
    if (!model || !fn || !user)
        return WD_EINVAL;
    const struct signal *signal = signal_of(model, ref);
    if (!signal)
        return form;
    if (signal->form == SIGNAL_FUNCTION) {
        *fn = signal->fn;
        *user = signal->user;
    }
    return WD_OK;
}

/* Check that a course of this type can be set now. */
static int32_t check_course(struct wd_model *model, int32_t course, const char *what)
{
    if (model->kind->course != course)
        return model_fail(model, WD_EROLE, "this kind has no %s", what);
    return check_set_up(model, what);
}

static int32_t take_course(struct wd_model *model, const char *what, const struct polyline *line)
{
    size_t at = 0;
    const char *fault;
    int32_t status = model_set_course(model, line, &fault, &at);
    if (status == WD_EINTERRUPT)
        return model_stopped(model);
    if (fault)
        return model_fail_course(model, fault, at);
    return status == WD_OK ? WD_OK : model_fail(model, status, "no memory for the %s", what);
}

static int32_t set_course(struct wd_model *model, int32_t course, const char *what,
                          const struct polyline *line)
{
    int32_t status = check_course(model, course, what);
    if (status != WD_OK)
        return status;
    if (!line->xy != (line->points == 0))
        return model_fail(model, WD_EINVAL, "a %s of %z points is NULL", what, line->points);
    return take_course(model, what, line);
}

/* Number of segments of a terrain given by the user. */
static size_t segments_of(const struct polyline *line)
{
    return line->points > 0 ? line->points - 1 : 0;
}

/* Set the factors of friction or of restitution. */
static int32_t set_factors(struct wd_model *model, int part, const double *factor, size_t segments)
{
    const char *what = part == COURSE_FRICTION ? "friction" : "restitution";
    struct polyline line = model->course;
    int32_t status = check_course(model, COURSE_TERRAIN, "terrain");
    if (status != WD_OK)
        return status;
    if (!factor != (segments == 0))
        return model_fail(model, WD_EINVAL, "the %s of %z segments is NULL", what, segments);
    if (factor && segments != segments_of(&line))
        return model_fail(model, WD_EINVAL, "%z factors of %s for a terrain of %z segments",
                          segments, what, segments_of(&line));
    if (line.surface) /* a surface has no segments, and so no factors to reset */
        return WD_OK;
    if (part == COURSE_FRICTION)
        line.friction = factor;
    else
        line.restitution = factor;
    return take_course(model, "terrain", &line);
}

int32_t wd_model_set_terrain(wd_model *model, const double *xy, size_t points)
{
    return wd_model_set_profile(model, xy, NULL, points);
}

int32_t wd_model_set_profile(wd_model *model, const double *xy, const double *bulge, size_t points)
{
    const struct polyline line = {.xy = xy, .bulge = points > 1 ? bulge : NULL, .points = points};
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_course(model, COURSE_TERRAIN, "terrain", &line))
                           : status;
}

int32_t wd_model_set_terrain_friction(wd_model *model, const double *factor, size_t segments)
{
    int32_t status = check_enter(model);
    return status == WD_OK
               ? check_leave(model, set_factors(model, COURSE_FRICTION, factor, segments))
               : status;
}

int32_t wd_model_set_terrain_restitution(wd_model *model, const double *factor, size_t segments)
{
    int32_t status = check_enter(model);
    return status == WD_OK
               ? check_leave(model, set_factors(model, COURSE_RESTITUTION, factor, segments))
               : status;
}

int32_t wd_model_set_path(wd_model *model, const double *xy, size_t points, int32_t closed)
{
    const struct polyline line = {.xy = xy, .points = points, .closed = points > 0 && closed != 0};
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_course(model, COURSE_PATH, "path", &line))
                           : status;
}

/* Number of times of a path given by the user. */
static size_t times_of(const struct polyline *line)
{
    return line->points > 0 ? line->points + (line->closed != 0) : 0;
}

static int32_t set_times(struct wd_model *model, const double *time, size_t n)
{
    struct polyline line = model->course;
    int32_t status = check_course(model, COURSE_PATH, "path");
    if (status != WD_OK)
        return status;
    if (!time != (n == 0))
        return model_fail(model, WD_EINVAL, "the array of %z times is NULL", n);
    if (time && n != times_of(&line))
        return model_fail(model, WD_EINVAL, "%z times for a path of %z points, which needs %z", n,
                          line.points, times_of(&line));
    line.time = time;
    return take_course(model, "path", &line);
}

int32_t wd_model_set_path_times(wd_model *model, const double *time, size_t n)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_times(model, time, n)) : status;
}

/* Return the polyline given by the user. The polyline has no points if the kind has no such course,
 * and inside user functions, because the call under way may be replacing it. */
static struct polyline given(const struct wd_model *model, int32_t course)
{
    return model && !model->busy && model->kind->course == course ? model->course
                                                                  : (struct polyline){0};
}

static size_t read_points(const struct polyline *line, double *xy, size_t points)
{
    size_t count = points < line->points ? points : line->points;
    if (xy && count > 0)
        memcpy(xy, line->xy, 2 * count * sizeof *xy);
    return count;
}

size_t wd_model_terrain(const wd_model *model, double *xy, double *bulge, size_t points)
{
    const struct polyline line = given(model, COURSE_TERRAIN);
    size_t count = read_points(&line, xy, points);
    for (size_t i = 0; bulge && i + 1 < count; i++)
        bulge[i] = line.bulge ? line.bulge[i] : 0;
    return line.points;
}

/* Read factors of the segments, 1 if none are given. Returns the number of segments. */
static size_t read_factors(const struct polyline *line, const double *given_factor, double *factor,
                           size_t segments)
{
    size_t count = segments_of(line);
    for (size_t i = 0; factor && i < segments && i < count; i++)
        factor[i] = given_factor ? given_factor[i] : 1;
    return count;
}

size_t wd_model_terrain_friction(const wd_model *model, double *factor, size_t segments)
{
    const struct polyline line = given(model, COURSE_TERRAIN);
    return read_factors(&line, line.friction, factor, segments);
}

size_t wd_model_terrain_restitution(const wd_model *model, double *factor, size_t segments)
{
    const struct polyline line = given(model, COURSE_TERRAIN);
    return read_factors(&line, line.restitution, factor, segments);
}

size_t wd_model_path(const wd_model *model, double *xy, size_t points, int32_t *closed)
{
    const struct polyline line = given(model, COURSE_PATH);
    read_points(&line, xy, points);
    if (closed)
        *closed = line.closed;
    return line.points;
}

size_t wd_model_path_times(const wd_model *model, double *time, size_t n)
{
    const struct polyline line = given(model, COURSE_PATH);
    size_t count = line.time ? times_of(&line) : 0;
    if (time && count > 0)
        memcpy(time, line.time, (n < count ? n : count) * sizeof *time);
    return count;
}
