/* SPDX-License-Identifier: MIT */
/* Smooth ground, and values of any ground. */
#include "api/check.h"

#include <math.h>
#include <wheeldyn/ground.h>

/* Check that a surface can be set now. */
static int32_t check_surface(struct wd_model *model)
{
    if (!model->kind->ground_at)
        return model_fail(model, WD_EROLE, "this kind has no surface");
    return check_set_up(model, "a surface");
}

static int32_t set_function(struct wd_model *model, wd_surface_fn fn, void *user)
{
    int32_t status = check_surface(model);
    if (status != WD_OK)
        return status;
    struct smooth *smooth = fn ? smooth_function(fn, user) : NULL;
    if (fn && !smooth)
        return model_fail(model, WD_ENOMEM, "no memory for the surface");
    model_take_smooth(model, smooth);
    return WD_OK;
}

int32_t wd_model_set_surface_fn(wd_model *model, wd_surface_fn fn, void *user)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_function(model, fn, user)) : status;
}

/* Write the error text. The text names the place of the fault: a number of the frame, a height or
 * the whole grid. */
static int32_t fail_grid(struct wd_model *model, struct surface_report report, size_t nx, size_t ny)
{
    static const char *const names[SURFACE_FRAME] = {"x0", "y0", "dx", "dy", "heading"};
    const char *text = surface_fault_text(report);
    if (report.fault == SURFACE_HEIGHT)
        return model_fail(model, WD_EINVAL,
                          "%s: height %z of the surface, at node %z along x and %z along y", text,
                          report.at, report.at % nx, report.at / nx);
    if (report.fault == SURFACE_PLACE || report.fault == SURFACE_SPACING)
        return model_fail(model, WD_EINVAL, "%s: %s, number %z of the frame of the surface", text,
                          names[report.at], report.at);
    return model_fail(model, WD_EINVAL, "%s of the surface, which has %z x %z", text, nx, ny);
}

static int32_t set_grid(struct wd_model *model, const double *z, size_t nx, size_t ny,
                        const double *frame)
{
    struct surface_report report = {SURFACE_FINE, 0};
    struct smooth *smooth = NULL;
    int32_t status = check_surface(model);
    if (status != WD_OK)
        return status;
    if (!z != (nx == 0) || !z != (ny == 0) || (z && !frame))
        return model_fail(model, WD_EINVAL, "a surface of %z times %z heights is NULL", nx, ny);
    if (z)
        smooth = smooth_grid(z, nx, ny, frame, &model->interrupt, &report);
    if (model->interrupt.stopped)
        return model_stopped(model);
    if (report.fault != SURFACE_FINE)
        return fail_grid(model, report, nx, ny);
    if (z && !smooth)
        return model_fail(model, WD_ENOMEM, "no memory for the surface");
    model_take_smooth(model, smooth);
    return WD_OK;
}

int32_t wd_model_set_surface(wd_model *model, const double *z, size_t nx, size_t ny,
                             const double *frame)
{
    int32_t status = check_enter(model);
    return status == WD_OK ? check_leave(model, set_grid(model, z, nx, ny, frame)) : status;
}

/* Return the grid of a model; NULL if it has none, and inside user functions, because the call
 * under way may be replacing it. */
static const struct smooth *grid_of(const struct wd_model *model)
{
    return model && !model->busy && smooth_heights(model->smooth) > 0 ? model->smooth : NULL;
}

static int has_function(const struct wd_model *model)
{
    return model && !model->busy && model->smooth && model->smooth->surface.fn;
}

size_t wd_model_surface(const wd_model *model, double *z, size_t n, double *frame)
{
    const struct smooth *grid = grid_of(model);
    size_t count = smooth_heights(grid);
    struct host host;
    host_suspend(&host);
    for (size_t k = 0; z && k < n && k < count; k++)
        z[k] = surface_node(&grid->surface, k % grid->surface.nx, k / grid->surface.nx);
    host_resume(&host);
    if (frame && count > 0)
        memcpy(frame, grid->frame, sizeof grid->frame);
    for (int k = 0; frame && has_function(model) && k < SURFACE_FRAME; k++)
        frame[k] = NAN;
    return count;
}

size_t wd_model_surface_width(const wd_model *model)
{
    const struct smooth *grid = grid_of(model);
    return grid ? grid->surface.nx : 0;
}

int32_t wd_model_ground_at(const wd_model *model, double x, double y, double *value)
{
    struct host host;
    if (!model || !value || !isfinite(x) || !isfinite(y))
        return WD_EINVAL;
    if (model->busy)
        return WD_ESTATE;
    if (!model->kind->ground_at)
        return WD_EROLE;
    if (smooth_surface(model->smooth) && model->smooth->surface.fn)
        return model_ground_at(model, x, y, value); /* in the caller's environment */
    host_suspend(&host);
    int32_t status = model_ground_at(model, x, y, value);
    host_resume(&host);
    return status;
}
