/* SPDX-License-Identifier: MIT */
/* The course of a model: the polyline or the surface that the user gives to its kind. */
#include "core/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t model_course_doubles(size_t points, int parts, int32_t closed)
{
    size_t each = (size_t)((parts & COURSE_BULGES) != 0) + ((parts & COURSE_FRICTION) != 0) +
                  ((parts & COURSE_RESTITUTION) != 0);
    size_t times = parts & COURSE_TIMES ? points + (closed != 0) : 0;
    return points > 0 ? 2 * points + each * (points - 1) + times : 0;
}

/* Return the optional array of a polyline that has the flag `part`; NULL if the polyline does not
 * have this array. parts: flags of the arrays that it has. */
static const double *course_array(const double *xy, size_t points, int parts, int part)
{
    return parts & part ? xy + model_course_doubles(points, parts & (part - 1), 0) : NULL;
}

void model_take_course(struct wd_model *model, double *xy, size_t points, int parts, int32_t closed)
{
    model->course_xy = xy;
    model->course = (struct polyline){
        .xy = xy,
        .bulge = course_array(xy, points, parts, COURSE_BULGES),
        .friction = course_array(xy, points, parts, COURSE_FRICTION),
        .restitution = course_array(xy, points, parts, COURSE_RESTITUTION),
        .time = course_array(xy, points, parts, COURSE_TIMES),
        .points = points,
        .closed = closed,
    };
    smooth_drop(model->smooth);
    model->smooth = NULL;
    model->kind = shape_kind(model->shape, points > 0);
}

void model_take_smooth(struct wd_model *model, struct smooth *smooth)
{
    free(model->course_xy);
    model_take_course(model, NULL, 0, 0, 0);
    model->smooth = smooth;
    model->course.surface = smooth_surface(smooth);
    model->kind = shape_kind(model->shape, smooth != NULL);
    model->furnished = 0;
}

/* Append `count` doubles; NULL appends nothing. Returns the end of the appended data. */
static double *append(double *to, const double *from, size_t count)
{
    if (!from)
        return to;
    memcpy(to, from, count * sizeof *to);
    return to + count;
}

int32_t model_keep_course(struct wd_model *model, const struct polyline *course)
{
    double *xy = NULL;
    int parts = model_course_parts(course);
    if (course->points > 0) {
        xy = malloc(model_course_size(course) * sizeof *xy);
        if (!xy)
            return WD_ENOMEM;
        double *to = append(xy, course->xy, 2 * course->points);
        to = append(to, course->bulge, course->points - 1);
        to = append(to, course->friction, course->points - 1);
        to = append(to, course->restitution, course->points - 1);
        append(to, course->time, course->points + (course->closed != 0));
    }
    free(model->course_xy);
    model_take_course(model, xy, course->points, parts, course->closed);
    model->furnished = 0;
    return WD_OK;
}

int32_t model_set_course(struct wd_model *model, const struct polyline *course, const char **fault,
                         size_t *at)
{
    *fault = NULL;
    if (course->points > 0) {
        const struct kind *kind = model->kind;
        struct view view = {
            .kind = kind, .interrupt = &model->interrupt, .core = model, .say = model_say};
        double *trial = malloc(kind->course_doubles(kind, course) * sizeof *trial);
        if (!trial)
            return WD_ENOMEM;
        *fault = kind->course_build(&view, course, trial, at);
        free(trial);
        if (model->interrupt.stopped)
            return WD_EINTERRUPT;
    }
    return *fault ? WD_EINVAL : model_keep_course(model, course);
}

const char *model_build_course(struct wd_model *model, size_t *at, struct interrupt *interrupt)
{
    struct view view = model->view;
    if (!model->kind->course_build)
        return NULL;
    view.interrupt = interrupt;
    return model->kind->course_build(&view, &model->course, model->course_memory, at);
}

/* ---- surfaces ---- */

/* Call the user's surface function. Returns 0 if it fails, or if a user's function has freed the
 * model, after which no function is called. */
static int call_surface(struct wd_model *model, double x, double y, double *value)
{
    const struct surface *surface = model->course.surface;
    if (model->freed)
        return 0;
    host_resume(&model->host);
    int32_t failed = surface->fn(x, y, value, surface->user);
    host_suspend(&model->host);
    return failed == 0;
}

int32_t model_surface(double x, double y, double *value, void *core)
{
    struct wd_model *model = core;
    for (int k = 0; k < SURFACE_VALUES; k++)
        value[k] = k == SURFACE_FACTOR ? 1 : (double)NAN;
    if (!call_surface(model, x, y, value))
        return model_fail(model, WD_EINPUT, "the function of the surface failed at x = %g, y = %g",
                          x, y);
    for (int k = 0; k < SURFACE_VALUES; k++)
        if (!isfinite(value[k]))
            return model_fail(model, WD_EINPUT,
                              "%s of the surface must be finite, the function gives %g at x = %g, "
                              "y = %g",
                              surface_value_name(k), value[k], x, y);
    if (!(value[SURFACE_FACTOR] >= 0))
        return model_fail(model, WD_EINPUT,
                          "factor of the surface must not be negative, the function gives %g at x "
                          "= %g, y = %g",
                          value[SURFACE_FACTOR], x, y);
    return WD_OK;
}

int32_t model_ground_at(const struct wd_model *model, double x, double y, double *value)
{
    const struct kind *kind = model->kind;
    const struct view view = {
        .kind = kind, .param = model->param, .course = model->course_memory, .say = model_say};
    double *memory = NULL;
    if (model->course.surface)
        return surface_at(model->course.surface, x, y, value);
    if (!model->furnished && model->course.points > 0) {
        memory = malloc(kind->course_doubles(kind, &model->course) * sizeof *memory);
        if (!memory)
            return WD_ENOMEM;
    }
    int32_t status = kind->ground_at(&view, &model->course, memory, x, y, value);
    free(memory);
    return status;
}
